"""Sharing: links that reach others, lessons that open, whatever was damaged on the way."""

from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit import config

import bpe
from pages.corpora.typed import pack, unpack
from pages.i18n.language import LANGUAGES, translation
from pages.server import network_address
from pages.serving import runs
from pages.state.defaults import defaults
from pages.state.url import from_query, query_of
from pages.view import lesson as lessons

LESSON = (
    "/?corpus=hug&step=1 Point at u+g.\nhttp://class.example/unigram?corpus=hug Ties, <b>all</b>."
)


def read(query: str):
    return from_query(dict(parse_qsl(query, keep_blank_values=True)))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_part_of_the_included_lesson_opens_as_it_says(lang):
    parts = lessons.included_lesson(lang, translation(lang))
    assert len(parts) >= 10
    for part in parts:
        settings, step, refused = read(part.query)
        assert not refused
        assert settings.lang == lang
        assert step <= len(runs.run_of(settings).merges)
        if part.page == "unigram":
            assert (
                settings.view.position <= len(runs.pieces_of(settings).rounds) or settings.view.word
            )


def test_a_written_lesson_is_read(open_app):
    parts = lessons.read(LESSON)
    assert [part.page for part in parts] == ["", "unigram"]
    assert parts[1].sentence == "Ties, <b>all</b>."
    app = open_app(lesson=pack(LESSON))
    app.go_to("lesson.py")
    shown = app.component("lesson")["parts"]
    assert shown == [[part.sentence, part.link] for part in parts]
    assert app.query()["lesson"] == pack(LESSON)


def test_white_space_of_any_kind_parts_the_link_from_its_sentence():
    (part,) = lessons.read("/unigram?corpus=hug\tLook at\tthe ties. ")
    assert (part.page, part.query, part.sentence) == ("unigram", "corpus=hug", "Look at\tthe ties.")


def test_links_into_an_app_that_lives_below_a_path_are_read():
    usual = str(config.get_option("server.baseUrlPath"))
    config.set_option("server.baseUrlPath", "teaching/bpe")
    try:
        parts = lessons.read(
            "http://class.example/teaching/bpe/unigram?corpus=hug Look.\n"
            "http://class.example/teaching/bpe?corpus=hug Look.\n"
            "/teaching/bpe/?corpus=hug Look.\n"
            "/encode?corpus=hug Of an app that does not.",
        )
        with pytest.raises(bpe.InputError, match="Line 1 must start"):
            lessons.read("http://class.example/teaching/other?corpus=hug Look.")
    finally:
        config.set_option("server.baseUrlPath", usual)
    assert [part.page for part in parts] == ["unigram", "", "", "encode"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "lesson is empty"),
        ("hello world", "Line 1 must start"),
        ("/?corpus=hug Good.\njavascript:alert(1) Bad.", "Line 2 must start"),
        ("http://[ Bad.", "Line 1"),
        ("/?corpus=hug", "Line 1 needs a sentence"),
        ("/?corpus=hug " + "x" * 301, "Line 1 needs a sentence"),
        ("/?corpus=nothing Bad.", "line 1 has invalid settings: corpus"),
        ("/nowhere?corpus=hug Bad.", "Line 1 must start"),
        ("\n".join(["/?corpus=hug Good."] * 41), "at most 40"),
    ],
)
def test_what_is_no_lesson_is_refused(text, says):
    with pytest.raises(bpe.InputError, match=says):
        lessons.read(text)


def test_a_lesson_is_written_on_the_page_and_a_wrong_line_keeps_the_old_one(open_app):
    app = open_app()
    app.go_to("lesson.py")
    (area,) = (each for each in app.at.text_area if each.key == "lesson_text")
    area.set_value(LESSON).run()
    app.check()
    assert app.query()["lesson"] == pack(LESSON)
    (area,) = (each for each in app.at.text_area if each.key == "lesson_text")
    area.set_value("nothing").run()
    app.check()
    assert len(app.errors) == 1
    assert app.query()["lesson"] == pack(LESSON)


def lesson_field(app):
    (area,) = (each for each in app.at.text_area if each.key == "lesson_text")
    return area


def test_a_lesson_outlives_a_change_of_the_corpus(open_app):
    app = open_app(lesson=pack(LESSON))
    app.set(corpus="hug")
    app.go_to("lesson.py")
    assert lesson_field(app).value == LESSON
    assert app.query()["lesson"] == pack(LESSON)


def test_a_lesson_does_not_carry_the_lesson_that_was_in_its_links(open_app):
    app = open_app(lang="en")
    app.go_to("lesson.py")
    lines = LESSON
    for i in range(5):
        lesson_field(app).set_value(lines).run()
        app.check()
        assert not app.errors
        link = query_of(app.at.session_state["session"].settings, i)
        assert "lesson=" in link
        lines = f"{lesson_field(app).value}\n/?{link} Step {i}."
    assert unpack(app.query()["lesson"]).count("lesson=") == 0
    parts = app.component("lesson")["parts"]
    assert [sentence for sentence, _ in parts[2:]] == [f"Step {i}." for i in range(4)]
    assert all(read(link.partition("?")[2])[0].corpus.name == "course" for _, link in parts[2:])


def test_an_error_of_a_lesson_goes_with_its_text(open_app):
    app = open_app(lang="en")
    app.go_to("lesson.py")
    lesson_field(app).set_value("nothing").run()
    assert app.errors
    app.go_to("training.py")
    app.go_to("lesson.py")
    assert not app.errors


def test_a_link_with_a_lesson_of_no_use_shows_the_included_one(open_app):
    app = open_app(lesson=pack("no links here"))
    app.go_to("lesson.py")
    assert len(app.warnings) == 1
    assert len(app.component("lesson")["parts"]) >= 10


@given(st.text(max_size=200) | st.text("/?=&corpushg :[]%\n ", max_size=80))
def test_any_text_is_a_lesson_or_refused(text):
    try:
        parts = lessons.read(text)
    except bpe.InputError:
        return
    assert all(read(part.query)[2] == () for part in parts)


@given(st.integers(0, 300), st.integers(0, 255))
def test_a_damaged_lesson_opens_the_included_one(place, byte):
    packed = bytearray(pack(LESSON).encode())
    packed[place % len(packed)] = byte
    try:
        damaged = packed.decode("ascii")
    except UnicodeDecodeError:
        return
    settings, _, refused = from_query({"lesson": damaged})
    assert refused in ((), ("lesson",))
    assert settings.view.lesson in (damaged, "")


def test_addresses_that_others_reach():
    own = "192.168.1.5"
    for mine in ("http://localhost:8501/a?b=1", "http://127.0.0.1:8501/a?b=1"):
        assert network_address.reachable(mine, own) == "http://192.168.1.5:8501/a?b=1"
        assert network_address.reachable(mine, None) is None
    for url in ("https://class.example/x?y=1", "http://10.0.0.3:8501/"):
        assert network_address.reachable(url, own) == url
    assert network_address.own_address() not in network_address.LOCAL


def test_a_code_is_made_unless_it_would_be_too_fine():
    assert network_address.qr_code("http://10.0.0.3:8501/?" + "a" * 600).startswith("<svg")
    assert network_address.qr_code("http://10.0.0.3:8501/?" + "a" * 700) is None


def test_a_link_says_step_and_place():
    settings = defaults("hug").replace(show="rounds", position=2)
    assert read(query_of(settings, 3)) == (settings, 3, ())

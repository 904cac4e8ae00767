"""What followers of a class draw, as data: every kind of stage, and what they must not get yet."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from pages.classroom import places
from pages.classroom.frames import frames_of, prepare
from pages.classroom.listeners import Listener
from pages.classroom.places import Place, parse_place
from pages.classroom.questions import ask, next_question
from pages.classroom.saved_class import State
from pages.classroom.scenes import frame_without_run, scenes_of
from pages.hosting.files import text as file_text
from pages.practice.draw import draw
from pages.practice.ladder import rung
from pages.registry import PAGES
from pages.stage.tokens import pair_name
from pages.state.defaults import defaults
from pages.state.url import query_of
from pages.storage import file_store
from pages.storage.typed import pack
from pages.training.explanations import rule_name
from pages.translations.language import LANGUAGES, translation
from pages.translations.sentences import SENTENCES

PLACES = {
    "training": Place("", "corpus=course&vocab=60", 5),
    "encoding": Place("encode", "corpus=hug&input=hugs", 2),
    "matching": Place("encode", "corpus=hug&algorithm=wordpiece&input=hugs bun", 1),
    "lattice": Place("unigram", "corpus=hug&show=word&word=unhug", 3),
    "rounds": Place("unigram", "corpus=hug&show=rounds", 2),
    "comparison": Place("unigram", "corpus=hug&show=both&word=unhug", 3),
}


def texts(data: object) -> Iterator[str]:
    """All strings in JSON data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list | tuple):
        for each in data.values() if isinstance(data, dict) else data:
            yield from texts(each)


@pytest.mark.parametrize("kind", PLACES)
def test_languages_share_only_what_is_the_same_in_all(kind):
    """A phone gets the same whether its language is alone in the class or one of three."""
    together = frames_of(PLACES[kind], LANGUAGES)
    for lang in LANGUAGES:
        alone = frames_of(PLACES[kind], [lang])[lang]
        assert json.dumps(alone.step) == json.dumps(together[lang].step)
        assert alone.stage
        assert (alone.stage["kind"], alone.head["lang"]) == (kind, lang)


@pytest.mark.parametrize("is_asking", [True, False])
def test_nothing_says_which_pair_is_merged_next(is_asking):
    """At every step: the reason of a step names the next best pair, which is mostly merged next."""
    merges = defaults("course").replace(vocab=60).train().merges
    gave_away = 0
    for k, following in enumerate(merges[1:], 1):
        view = () if is_asking else ("predict",)
        place = Place("", "corpus=course&vocab=60", k, view)
        (hidden,) = frames_of(place, ["en"], is_asking).values()
        (shown,) = frames_of(Place("", place.query, k), ["en"]).values()
        answer = pair_name(following.left, following.right)
        steps = [frame.step["block"]["steps"][0] for frame in (hidden, shown)]
        assert not any(answer in each for each in texts(steps[0])), k
        assert steps[0]["announce"] == f"Step {k} of {len(merges)}"
        assert bool(steps[0]["rows"]) is not is_asking
        gave_away += any(answer in each for each in texts(steps[1]))
    assert gave_away > len(merges) / 4, "the test looks for the right text"


@pytest.mark.parametrize("kind", PLACES)
def test_explanation_of_the_answer_comes_with_the_reveal(kind):
    """Before it, no message contains the text that a phone gets with the right answer."""
    step = next_question(PLACES[kind])
    place = replace(PLACES[kind], step=step - 1)
    asked = ask({"kind": "predict", "page": place.page, "query": place.query, "step": step}, "en")
    explanation = asked.solution()["explanation"]
    (frame,) = frames_of(place, ["en"], is_asking=True).values()
    told = [frame.stage, frame.head, frame.step, asked.public()]
    assert explanation
    assert not any(explanation in each for each in texts(told))
    assert not {"why", "quiz"} & {name for name, each in only(frame.step).items() if each}


def only(step: dict) -> dict:
    (record,) = step["block"]["steps"]
    return record


@pytest.mark.parametrize(
    ("place", "title"),
    [
        (Place("", "corpus=hug&section=check", 3, ("projector",)), "Check your own trainer"),
        (Place("practice", "corpus=hug&quiz_seed=7"), "Practice"),
        (Place("lesson", "corpus=hug"), "Lesson"),
        (Place("course", "corpus=hug"), "Hugging Face, recomputed"),
    ],
)
def test_page_without_a_stage_is_named_and_linked(place, title):
    for lang, frame in frames_of(place, LANGUAGES).items():
        name = translation(lang).gettext(title)
        assert (lang == "en") == (name == title)
        assert name in str(frame.step["notice"])
        assert frame.stage is None
        url = str(frame.step["url"])
        assert url.startswith(f"../{place.page}?corpus=")
        assert f"lang={lang}" in url


SECTION = ("projector",)
WITHOUT_STAGE = {  # what can be presented without a stage, and a text that phones must have
    "text": (Place("unigram", "corpus=hug&show=text&passage=hugs"), "hugs"),
    "comparison": (Place("unigram", "corpus=hug&show=comparison"), "pug"),
    "tokenizers": (Place("tokenizers", "corpus=hug&passage=a+bug"), "a bug"),
    "rules": (Place("", "corpus=course&section=rules&against=lowest", 3, SECTION), "is"),
    "orders": (Place("encode", "corpus=hug&section=orders", 0, SECTION), "abcd"),
    "decode": (Place("encode", "corpus=hug&section=decode&ids=3+4", 0, SECTION), "3 4"),
    "inspector": (Place("inspect", "corpus=hug&input=hugs&token=9"), "hugs"),
    "practice": (Place("practice", "corpus=hug&quiz_seed=7&position=1"), "4"),
    "algorithm": (Place("algorithm", "corpus=hug"), "def train("),
}


@pytest.mark.parametrize("name", WITHOUT_STAGE)
def test_phones_get_what_the_projector_shows_without_a_stage(name):
    """The same content in each language, and no notice that they have to look up."""
    place, part = WITHOUT_STAGE[name]
    frames = frames_of(place, LANGUAGES)
    titles = set()
    for lang, frame in frames.items():
        panels = frame.step["panels"]
        assert panels, lang
        assert any(part in each for each in texts([each["data"] for each in panels]))
        assert "notice" not in frame.step
        assert frame.stage is None
        titles.add(json.dumps(panels, ensure_ascii=False))
    assert len(titles) == len(LANGUAGES), "in the language of each phone"


def test_panels_are_sent_once_until_they_change():
    """Not again with a pin, or when a question opens; "The algorithm" has 58 kB of them."""
    algorithm, decode = WITHOUT_STAGE["algorithm"][0], WITHOUT_STAGE["decode"][0]
    states = [
        State(place=algorithm),
        State(place=algorithm, pin="token 7"),
        State(place=decode),
        State(place=Place("", "corpus=hug")),
    ]
    listener = Listener("en", leads=False)
    sent = []
    for state in states:
        scenes, _ = scenes_of(state, False, ["en"], state)
        listener.put(scenes["en"])
        (event,) = listener.take()
        sent.append(len(event.data["panels"]) if "panels" in event.data else None)
    assert [each if each is None else each > 0 for each in sent] == [True, None, True, False]


def test_everything_that_can_be_presented_can_be_followed():
    targets = [each for page in PAGES for each in page.targets]
    assert {each.name for each in targets if each.panels} == {*WITHOUT_STAGE, "check"}


def test_phones_see_where_the_lecturers_own_trainer_differs():
    merges = file_store.keep(b"u g\nh ug\n")
    place = Place("", f"corpus=hug&section=check&merges={merges}", 0, SECTION)
    for lang, frame in frames_of(place, LANGUAGES).items():
        text, tables = frame.step["panels"]
        assert text["data"]["title"] == translation(lang).gettext("Check your own trainer")
        told = " ".join(text["data"]["lines"])
        assert "\\" not in told
        assert "`" not in told
        assert "2" in text["data"]["lines"][0], "two merges were read"
        assert tables["data"]["tables"][0]["rows"]


def test_phones_get_the_open_question_of_practice_without_its_answer():
    for number in range(1, 20):
        place = Place("practice", f"corpus=hug&quiz_seed=7&position={number}")
        (panel,) = frames_of(place, ["en"])["en"].step["panels"]
        at = rung(number)
        question = draw(7, at.skill, at.level, at.index, "en", "en")
        told = json.dumps(panel, ensure_ascii=False)
        assert panel["data"]["prompt"] == question.prompt
        assert question.worked not in told
        assert panel["data"]["field"] is None


def test_phones_compare_the_tie_rules_that_the_lecturer_compares():
    t = translation("en")
    for against in ("lowest", "greatest"):
        place = Place("", f"corpus=course&section=rules&against={against}", 3, SECTION)
        (frame,) = frames_of(place, ["en"]).values()
        (panel,) = frame.step["panels"]
        names = [side["name"] for side in panel["data"]["sides"]]
        assert names == [rule_name("first", t), rule_name(against, t)]


def test_refused_settings_are_explained_instead_of_a_panel():
    place = Place("encode", "corpus=hug&section=decode&ids=9999", 0, SECTION)
    (frame,) = frames_of(place, ["en"]).values()
    assert frame.step["notice"] == "No token has the id 9999."
    assert "panels" not in frame.step


def test_what_a_task_covers_is_covered_on_phones():
    """Until the task is answered, the table of the pairs would be the answer."""
    query = "corpus=course&vocab=60"
    (covered,) = frames_of(Place("", query, 5, ("covered",)), ["en"]).values()
    (shown,) = frames_of(Place("", query, 5), ["en"]).values()
    assert not only(covered.step)["rows"]
    assert not only(covered.step)["why"]
    assert only(shown.step)["rows"]
    values = {"page": "", "query": query, "step": 5, "view": ["covered"]}
    assert parse_place(values).asks


def test_lesson_of_the_lecturer_is_not_sent_to_phones():
    """It has the notes, and the answers to all its questions."""
    lesson = pack("/ Look.\n? How?\n= secret")
    query = f"corpus=hug&lesson={lesson}&part=ab-1&lang=ko"
    place = parse_place({"page": "", "query": query, "step": 2})
    scenes, _ = scenes_of(State(version=1, place=place), False, LANGUAGES, 1)
    for scene in scenes.values():
        sent = json.dumps(scene.data)
        assert "corpus=hug" in sent
        assert "lesson" not in sent
    waiting = frame_without_run(State(place=place), "en")
    assert "lesson" not in json.dumps(waiting.step)


def test_every_page_of_the_app_has_a_title():
    assert len(PAGES) > 5
    for page in PAGES:
        place = parse_place({"page": page.path, "query": "corpus=hug", "step": 0})
        assert place.title(translation("en")) == page.title(translation("en"))


def test_section_below_the_stage_leaves_the_stage():
    """Only a presented section is alone on the projector."""
    (frame,) = frames_of(Place("", "corpus=hug&section=rules", 3), ["en"]).values()
    assert frame.stage
    assert frame.step["step"] == 3


def test_views_of_the_corpus_are_followed():
    values = {"page": "", "query": "corpus=hug&view=before+predict+projector", "step": 2}
    place = parse_place(values)
    assert place.view == ("before", "predict", "projector")
    assert place.query == "corpus=hug", "another view is no other stage"
    (frame,) = frames_of(place, ["en"]).values()
    assert frame.step["view"] == ["before"]
    assert str(frame.step["url"]).endswith("&step=2&view=before")
    (other,) = frames_of(Place("", "corpus=hug", 2), ["en"]).values()
    assert (other.step["view"], other.name) == ([], frame.name)


def test_query_with_too_many_parameters_is_refused():
    query = "corpus=hug" + "&x=1" * (places.MAX_FIELDS - 1)
    assert parse_place({"page": "", "query": query, "step": 0}).settings("en").corpus.name == "hug"
    with pytest.raises(ValueError, match="Max number of fields exceeded"):
        parse_place({"page": "", "query": query + "&x=1", "step": 0})


def test_chosen_words_of_a_large_corpus_fit_their_versions():
    """A text with too many words for the stage: both parts have the words that contain "an"."""
    endings = map("".join, product("abcdefghijkl", repeat=2))
    typed = defaults("text").replace(own=" ".join(f"cat{end} ban{end}" for end in endings))
    query = query_of(typed.replace(words="find", find="an"))
    (frame,) = frames_of(Place("", query, 3), ["en"]).values()
    found, words = frame.step["block"]["words"], frame.head["words"]
    assert len(found) == len(words) > 10
    tokens = {i: token[0] for i, token in frame.step["block"]["tokens"].items()}
    for (start, *_), versions in zip(words, found, strict=True):
        spelled = "".join(tokens[str(i)] for i in start)
        assert "ban" in spelled
        assert "".join(tokens[str(i)] for i in versions[-1][1]) == spelled


@pytest.mark.parametrize("query", ["corpus=course", "corpus=hug&algorithm=wordpiece"])
def test_steps_do_not_change_what_all_steps_share(query):
    """Several threads draw steps of one stage, and its weight in the cache was measured before."""
    frames_of(Place("", query, 0), ["en"])
    prepared, _ = prepare(Place("", query, 0), "en")
    before = dict(prepared.tokens)
    assert before
    for step in range(prepared.head["last"] + 1):
        frames_of(Place("", query, step), ["en"])
    assert prepared.tokens == before


def test_phones_show_what_languages_cost_first_as_the_projector_does():
    place = Place("tokenizers", "corpus=english&tokenizers=bpe&compared=languages")
    costs, tokens = frames_of(place, ["en"])["en"].step["panels"]
    (table,) = costs["data"]["tables"]
    assert table["title"] == "What each language costs"
    assert tokens["name"] == "tokenizers"
    assert not tokens["data"]["summary"]  # a phone can add no tokenizer


def test_panels_are_not_sent_while_a_task_covers_them():
    query = "corpus=hug&show=comparison"
    shown = frames_of(Place("unigram", query), ["en"])["en"].step
    covered = frames_of(Place("unigram", query, view=("covered",)), ["en"])["en"].step
    assert shown["panels"]
    assert "panels" not in covered
    assert covered["notice"]


def test_phones_show_the_sentence_while_a_task_asks_what_it_costs():
    query = "corpus=english&tokenizers=bpe&compared=languages"
    place = Place("tokenizers", query, view=("covered",), hides=("costs",))
    for covered in (place, replace(place, view=()), place):  # a cache must not mix them
        frame = frames_of(covered, ["ko"])["ko"]
        names = [each["name"] for each in frame.step["panels"]]
        assert names == (["text"] if covered is place else ["tables", "tokenizers"])
    (shown,) = frame.step["panels"]
    assert len(shown["data"]["lines"]) == len(SENTENCES)
    assert all(each in str(shown) for each in SENTENCES.values())


LESSON_HIDES = {  # what a part of a lesson hides, and what its question can be about
    "training": ("pairs", "merge", "charts"),
    "encoding": ("merge", "pairs", "result", "unknown"),
    "matching": ("merge", "pairs", "result", "unknown"),
    "lattice": ("merge", "best", "result", "charts"),
    "rounds": ("merge", "best", "result", "charts"),
    "comparison": ("merge", "best", "result", "charts"),
}


def shown_parts(kind: str, step: int, *hides: str) -> dict:
    place = replace(PLACES[kind], step=step)
    if hides:
        place = replace(place, view=("covered",), hides=hides)
    return frames_of(place, ["en"])["en"].step


@pytest.mark.parametrize("kind", LESSON_HIDES)
def test_phones_do_not_get_what_a_lesson_hides(kind):
    """At every step: no result, no sum, no mark and no sentence about the step."""
    last = frames_of(PLACES[kind], ["en"])["en"].head["last"]
    for step in range(last + 1):
        hidden = shown_parts(kind, step, *LESSON_HIDES[kind], "changes")
        record, late = only(hidden), hidden["late"]
        assert record["why"] == ""
        assert not {"segmentations", "result", "verdict"} & late.keys()
        for name in ("facts", "best", "more", "rest", "title", "values", "merge", "rank"):
            value = record.get(name)
            assert not value or value == -1 or (name, kind) in {("title", "lattice")}, (step, name)
        assert not record.get("parts")
        if kind in ("training", "encoding", "matching"):
            assert record["rows"] == []
        if kind == "rounds":
            assert not any(row.mark for row in record["rows"])
            assert not any(word.after for word in record["words"])


def test_phones_keep_what_a_lesson_asks_about():
    """The corpus, the words, the arcs and the pieces are what the question is about."""
    assert shown_parts("training", 5, *LESSON_HIDES["training"], "changes")["block"]["words"]
    assert shown_parts("encoding", 1, *LESSON_HIDES["encoding"], "changes")["block"]["words"]
    assert only(shown_parts("rounds", 0, *LESSON_HIDES["rounds"], "changes"))["rows"]
    place = replace(PLACES["lattice"], view=("covered",), hides=("best",))
    assert frames_of(place, ["en"])["en"].head["arcs"]


def test_uncovered_stage_is_sent_again():
    """A phone must not keep an empty table that was built while the page was covered."""
    covered = replace(PLACES["encoding"], view=("covered",), hides=("rules",))
    first, then = (frames_of(each, ["en"])["en"] for each in (covered, PLACES["encoding"]))
    assert first.name != then.name
    assert "merges" not in first.step["late"]
    assert then.step["late"]["merges"]


def test_server_and_projector_hide_the_same():
    """The server drops names that it does not know, and the phones would show these."""
    (found,) = re.findall(
        r"^const HIDDEN = \{\n(.*?)^\};", file_text("guide_marks.js"), re.M | re.S
    )
    assert {*re.findall(r"^  (\w+):", found, re.M), "unexplained"} == {*places.HIDES}


def test_only_known_names_say_what_is_hidden():
    values = {"page": "", "query": "corpus=hug", "step": 2, "view": ["covered"]}
    assert parse_place({**values, "hides": ["pairs", "x", 7]}).hidden == ("pairs",)
    assert parse_place({**values, "hides": "pairs"}).hidden == places.HIDES, "all, if it is unclear"
    assert parse_place({**values, "view": [], "hides": ["pairs"]}).hidden == ()


def test_names_of_what_is_hidden_are_those_of_the_projector():
    marks = Path("pages/stage/core/guide_marks.js").read_text()
    block = marks.partition("const HIDDEN = {")[2].partition("};")[0]
    named = set(re.findall(r"^  (\w+):", block, re.MULTILINE))
    assert named | {"unexplained"} == set(places.HIDES)
    assert {name for page in PAGES for name in page.hides} <= named

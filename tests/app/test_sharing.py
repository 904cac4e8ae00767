"""Sharing: links, lessons, and damaged links."""

import socket
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient

import bpe
from pages.course import lesson_text as lessons
from pages.hosting import invite, network_address, reach
from pages.hosting.other_devices import VISITS, NoticeOtherDevices
from pages.state.corpus import DEFAULT_CORPUS
from pages.state.defaults import defaults
from pages.state.url import from_query, query_of
from pages.storage.typed import pack, unpack
from pages.translations.language import LANGUAGES

LESSON = (
    "/?corpus=hug&step=1 Point at u+g.\nhttp://class.example/unigram?corpus=hug Ties, <b>all</b>."
)


def read(query: str):
    return from_query(dict(parse_qsl(query, keep_blank_values=True)))


def test_lesson_text_is_parsed(open_app):
    parts = lessons.read(LESSON)
    assert [part.page for part in parts] == ["", "unigram"]
    assert parts[1].sentence == "Ties, <b>all</b>."
    app = open_app(lesson=pack(LESSON))
    app.go_to("course/page.py")
    shown = app.component("lesson")["draft"]
    assert [part["sentence"] for part in shown] == [part.sentence for part in parts]
    assert [part["link"] for part in shown] == ["./?corpus=hug&step=1", "./unigram?corpus=hug"]
    assert app.query()["lesson"] == pack(LESSON)


def test_any_whitespace_separates_link_and_sentence():
    (part,) = lessons.read("/unigram?corpus=hug\tLook at\tthe ties. ")
    assert (part.page, part.query, part.sentence) == ("unigram", "corpus=hug", "Look at\tthe ties.")


def test_lesson_links_work_wherever_the_app_is():
    parts = lessons.read(
        "http://class.example/teaching/bpe/unigram?corpus=hug Look.\n"
        "https://hub.example/user/a%40b.c/proxy/8501/?corpus=hug Look.\n"
        "https://x.example/~/+/encode?corpus=hug Look.\n"
        "./tokenizers?corpus=hug Of the app itself.\n"
        "?corpus=hug Of its first page.",
    )
    assert [part.page for part in parts] == ["unigram", "", "encode", "tokenizers", ""]
    with pytest.raises(bpe.InputError, match="Line 1 must start"):
        lessons.read("http://class.example/teaching/other?corpus=hug Look.")


@pytest.mark.parametrize(
    ("text", "message"),
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
def test_invalid_lesson_is_rejected(text, message):
    with pytest.raises(bpe.InputError, match=message):
        lessons.read(text)


def test_invalid_lesson_edit_keeps_the_previous_lesson(open_app):
    app = open_app()
    app.go_to("course/page.py")
    (area,) = (each for each in app.at.text_area if each.key == "lesson_text")
    area.set_value(LESSON).run()
    app.check()
    assert app.query()["lesson"] == pack(LESSON)
    (area,) = (each for each in app.at.text_area if each.key == "lesson_text")
    area.set_value("nothing").run()
    app.check()
    assert len(app.errors) == 1
    assert app.query()["lesson"] == pack(LESSON)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_empty_lesson_field_has_a_valid_example(open_app, lang):
    app = open_app(lang=lang)
    app.go_to("course/page.py")
    (part,) = lessons.read(lesson_field(app).value)
    assert part.query == "corpus=hug&step=1"
    assert (part.sentence == "Point at u+g and read the sum.") == (lang == "en")


def lesson_field(app):
    (area,) = (each for each in app.at.text_area if each.key == "lesson_text")
    return area


def test_lesson_survives_corpus_change(open_app):
    app = open_app(lesson=pack(LESSON))
    app.set(corpus="hug")
    app.go_to("course/page.py")
    assert lesson_field(app).value == LESSON
    assert app.query()["lesson"] == pack(LESSON)


def test_lesson_links_do_not_contain_a_lesson(open_app):
    app = open_app(lang="en")
    app.go_to("course/page.py")
    lines = LESSON
    for i in range(5):
        lesson_field(app).set_value(lines).run()
        app.check()
        assert not app.errors
        link = query_of(app.at.session_state["session"].settings, i)
        assert "lesson=" in link
        lines = f"{lesson_field(app).value}\n/?{link} Step {i}."
    assert unpack(app.query()["lesson"]).count("lesson=") == 0
    parts = app.component("lesson")["draft"][2:]
    assert [part["sentence"] for part in parts] == [f"Step {i}." for i in range(4)]
    links = [part["link"].partition("?")[2] for part in parts]
    assert all(read(link)[0].corpus.name == DEFAULT_CORPUS for link in links)


def test_lesson_error_disappears_with_its_text(open_app):
    app = open_app(lang="en")
    app.go_to("course/page.py")
    lesson_field(app).set_value("nothing").run()
    assert app.errors
    app.go_to("training/page.py")
    app.go_to("course/page.py")
    assert not app.errors


def test_invalid_lesson_link_shows_only_the_course(open_app):
    app = open_app(lesson=pack("no links here"))
    app.go_to("course/page.py")
    assert len(app.warnings) == 1
    assert app.component("lesson")["lesson"] == ""
    assert app.component("lesson")["draft"] == []


@given(st.text(max_size=200) | st.text("/?=&corpushg :[]%\n ", max_size=80))
def test_any_text_is_a_lesson_or_rejected(text):
    try:
        parts = lessons.read(text)
    except bpe.InputError:
        return
    assert all(read(part.query)[2] == () for part in parts)


@given(st.integers(0, 300), st.integers(0, 255))
def test_damaged_lesson_is_rejected(index, byte):
    packed = bytearray(pack(LESSON).encode())
    packed[index % len(packed)] = byte
    try:
        damaged = packed.decode("ascii")
    except UnicodeDecodeError:
        return
    settings, _, invalid = from_query({"lesson": damaged})
    assert invalid in ((), ("lesson",))
    assert settings.view.lesson in (damaged, "")


def test_shared_links_use_a_reachable_address():
    own = "192.168.1.5"
    for mine in ("http://localhost:8501/a?b=1", "http://127.0.0.1:8501/a?b=1"):
        assert network_address.reachable_url(mine, own) == "http://192.168.1.5:8501/a?b=1"
        assert network_address.reachable_url(mine, None) is None
    for url in ("https://class.example/x?y=1", "http://10.0.0.3:8501/"):
        assert network_address.reachable_url(url, own) == url
    assert network_address.local_address() not in network_address.LOOPBACK


def test_qr_code_is_omitted_if_too_dense():
    found = network_address.qr_code("http://10.0.0.3:8501/?" + "a" * 600)
    assert found.startswith("data:image/svg+xml")
    assert network_address.qr_code("http://10.0.0.3:8501/?" + "a" * 700) is None


def client_for(address: str, host: str = "localhost:8501") -> TestClient:
    """A client with an address, for a server at 127.0.0.1 with the two routes."""
    routes, middleware = [invite.route(""), reach.route("")], [Middleware(NoticeOtherDevices)]
    app = Starlette(routes=routes, middleware=middleware)
    return TestClient(app, base_url=f"http://{host}", client=(address, 5000))


@pytest.fixture
def ask(monkeypatch):
    """Asks the route for the address of a URL, on a machine with this network address."""

    def answer(url: str, local: str | None = "192.168.1.5", host: str = "localhost:8501"):
        monkeypatch.setattr(network_address, "local_address", lambda: local)
        return client_for("127.0.0.1", host).get("/join", params={"url": url})

    return answer


def test_class_gets_the_network_address_and_the_step(ask):
    answer = ask("http://localhost:8501/unigram?corpus=hug&step=3")
    assert answer.headers["cache-control"] == "no-store"
    url = "http://192.168.1.5:8501/unigram?corpus=hug&step=3"
    short, image = "http://192.168.1.5:8501/unigram", network_address.qr_code(url)
    assert answer.json() == {"url": url, "short": short, "image": image}
    public = "https://class.example/?corpus=hug"
    assert ask(public, host="class.example").json()["url"] == public


def test_long_link_gets_a_code_without_settings(ask):
    short = "http://192.168.1.5:8501/"
    answer = ask("http://localhost:8501/?" + "a" * 900).json()
    assert answer == {"url": short, "short": short, "image": network_address.qr_code(short)}


def test_no_code_without_a_network(ask):
    answer = ask("http://localhost:8501/?corpus=hug", local=None).json()
    assert answer == {"url": None, "short": None, "image": None}


FOREIGN = ["", "x", "//localhost:8501/", "http://localhost/", "http://localhost:8502/"]
FOREIGN += ["http://example.org/", "javascript://localhost:8501/", "http://[", "http://a:99999/"]
FOREIGN += ["http://localhost:8501@example.org/", "http://user:x@localhost:8501/"]
FOREIGN += ["http://localhost:8501\\@example.org/", "http://localhost:8501.example.org/"]
FOREIGN += ["http://localhost:8501/\nX", "http://localhost:8501/ü"]
FOREIGN += ["http://localhost:8501/?" + "a" * invite.MAX_URL]


@pytest.mark.parametrize("url", FOREIGN)
def test_url_of_another_host_gets_no_code(ask, url):
    answer = ask(url)
    assert answer.status_code == 400
    assert "svg" not in answer.text


def test_configured_origin_gets_a_code(ask, monkeypatch):
    url = "https://tokens.example.org/?corpus=hug"
    assert ask(url).status_code == 400
    monkeypatch.setenv("MERGE_BY_MERGE_ORIGINS", "https://tokens.example.org")
    assert ask(url).json()["url"] == url


CARDS = {"192.168.1.5": "Wi-Fi", "10.9.0.2": "Ethernet"}
MINE = {"url": "http://localhost:8501/"}


@pytest.fixture
def cards(monkeypatch):
    """A machine with two network cards, whose server accepts connections from everywhere."""

    async def accepts(address: str, port: int) -> bool:
        return (address, port) in {(each, 8501) for each in CARDS}

    monkeypatch.setattr(network_address, "local_address", lambda: "192.168.1.5")
    monkeypatch.setattr(network_address, "network_cards", lambda: CARDS)
    monkeypatch.setattr(network_address, "accepts_connections", accepts)
    monkeypatch.setattr(VISITS, "last", None)


@pytest.mark.usefixtures("cards")
def test_check_notices_a_request_from_another_device():
    here, phone = client_for("127.0.0.1"), client_for("192.168.1.77")
    before = here.get("/reach", params={**MINE, "lang": "en"}).json()
    assert [state for state, _ in before["checks"]] == ["good", "good", "waiting"]
    assert "port 8501" in before["checks"][1][1]
    assert before["cards"] == [["10.9.0.2", "Ethernet"]]
    phone.get("/join", params=MINE)
    after = here.get("/reach", params=MINE).json()["checks"]
    assert [state for state, _ in after] == ["good", "good", "good"]


@pytest.mark.usefixtures("cards")
def test_another_card_can_be_chosen_but_no_other_address():
    here = client_for("127.0.0.1")
    for asked, used in [("10.9.0.2", "10.9.0.2"), ("6.6.6.6", "192.168.1.5"), ("", "192.168.1.5")]:
        answer = here.get("/join", params={**MINE, "address": asked}).json()
        assert answer["short"] == f"http://{used}:8501/"


@pytest.mark.usefixtures("cards")
@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Forwarded-Context", "Forwarded", "Via"])
def test_only_this_machine_learns_its_addresses(header):
    """Somebody else claims to be at localhost, or uses a proxy on this machine."""
    proxied = client_for("127.0.0.1")
    proxied.headers[header] = "192.168.1.77"
    for client in (client_for("192.168.1.77"), proxied):
        for path in ("/join", "/reach"):
            answer = client.get(path, params=MINE)
            assert answer.status_code == 200
            assert not any(address in answer.text for address in CARDS)
    foreign = client_for("127.0.0.1").get("/reach", params={"url": "http://example.org/"})
    assert foreign.status_code == 400


def test_check_finds_a_server_that_only_this_machine_reaches(monkeypatch):
    with socket.create_server(("127.0.0.2", 0)) as server:  # not at 127.0.0.1
        port = server.getsockname()[1]
        url = f"http://localhost:{port}/"
        for address, state in [("127.0.0.2", "good"), ("127.0.0.1", "bad")]:
            monkeypatch.setattr(network_address, "local_address", lambda address=address: address)
            client = client_for("127.0.0.1", f"localhost:{port}")
            checks = client.get("/reach", params={"url": url}).json()["checks"]
            assert checks[1][0] == state
    monkeypatch.setattr(network_address, "local_address", lambda: None)
    (check,) = client_for("127.0.0.1").get("/reach", params=MINE).json()["checks"]
    assert check == ["bad", "This computer is not on a network."]


def test_link_contains_step_and_position():
    settings = defaults("hug").replace(show="rounds", position=2)
    assert read(query_of(settings, 3)) == (settings, 3, ())

"""Faults: a slow or broken connection, a second tab, a full disk, a failed replica.

The step stays, no press is lost and none counts twice. Restarts are in test_server.py, Back in
test_address.py.
"""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from pages.state.corpus import CORPORA, OWN_TEXT, PYTHON
from pages.storage.typed import pack
from tests.benchmarks.replicas import proxying
from tests.support.network import Line
from tests.support.servers import Server
from tests.support.tab import Tab
from tests.support.waiting import expect

# What a browser says by itself while its server cannot be reached.
AWAY = (
    "ERR_",
    "WebSocket",
    "disconnected",
    "status 50",
    "reaching server endpoint",
    "not responding",
)


def steps_of(tab) -> list[int]:
    """The distinct steps shown since `record`."""
    shown = [step for step, _ in tab.recorded()]
    return [step for i, step in enumerate(shown) if not i or shown[i - 1] != step]


def test_every_press_counts_once_on_a_slow_and_on_a_broken_connection(tab, engine):
    line = Line(tab.page)
    tab.open("vocab=60&step=2")
    tab.quiet()
    line.slow = True
    tab.record()
    tab.press(*["ArrowRight"] * 5)
    tab.still_at(7)
    more = tab.control("vocab").get_by_test_id("stNumberInputStepUp")
    more.click()
    tab.press("ArrowRight")
    tab.still_at(8)
    tab.until(lambda: line.late)
    for key in ("ArrowLeft", "ArrowRight", "ArrowRight", "", "", ""):
        line.deliver()
        tab.press(*[key] if key else [])
        tab.settle()
    tab.at(9)
    assert line.late, "the line was not slow"
    line.restore()
    tab.address_has(vocab=61, step=9)
    engine.expected(engine.course(61)).becomes(tab, 9)
    tab.quiet()
    tab.still_at(9)
    assert steps_of(tab) == [2, 3, 4, 5, 6, 7, 8, 7, 8, 9]
    tab.address_has(vocab=61, step=9)

    with tab.watch.expecting(*AWAY):
        line.cut()
        app = tab.page.get_by_test_id("stApp")
        expect(app).not_to_have_attribute("data-test-connection-state", "CONNECTED")
        tab.press("ArrowRight", "ArrowRight")
        tab.still_at(11)
        line.restore()
        tab.quiet()
    tab.still_at(11)
    tab.press("ArrowRight")
    tab.address_has(step=12)
    seen = steps_of(tab)  # two presses may be painted in one frame
    assert seen[:10] == [2, 3, 4, 5, 6, 7, 8, 7, 8, 9]
    assert seen[9:] == sorted(seen[9:])
    assert seen[-1] == 12
    more.click()
    tab.address_has(vocab=62, step=12)
    engine.expected(engine.course(62)).becomes(tab, 12)


def test_two_tabs_do_not_move_each_other(tab, server, engine):
    expected = engine.expected(engine.course(60))
    tab.open("vocab=60&step=3")
    other = Tab(tab.page.context.new_page(), server.url, tab.watch).open("vocab=60&step=9")
    other.choose("ties", 1)
    tab.press("ArrowRight")
    engine.expected(engine.course(60, "lowest")).becomes(other, 9)
    expected.shown(tab, 4)
    for page, step in ((tab, 4), (other, 9)):
        page.page.bring_to_front()  # background tabs draw few frames
        page.quiet()
        page.page.reload()
        page.ready()
        page.at(step)
    engine.expected(engine.course(60, "lowest")).shown(other, 9)
    expected.shown(tab, 4)


def test_page_and_upload_survive_their_replica(visitor, server, tmp_path):
    dying = Server(tmp_path / "log")
    try:
        with proxying(tmp_path, [dying, server]) as proxy:
            proxy.say("set server replicas/b state drain")
            tab = visitor(proxy)
            tab.open(urlencode({"corpus": "own", "text": pack("a b"), "lang": "en"}))
            text = "the replica that has this text is gone, the page that shows the text is not\n"
            file = {"name": "a.txt", "mimeType": "text/plain", "buffer": text.encode()}
            tab.page.locator("input[type=file]").set_input_files(file)
            tab.address_has(text="[^&]{60,}")
            tab.quiet()
            expect(tab.control("own").locator("textarea")).to_have_value(text)
            tab.press(*["ArrowRight"] * 4)
            tab.address_has(step=4)
            words = tab.words()
            assert replica_of(tab) == "a"
            proxy.say("set server replicas/b state ready")
            with tab.watch.expecting(*AWAY, "/records/"):
                before = tab.sockets
                dying.stop()
                tab.until(lambda: tab.sockets > before)
                tab.quiet()
                tab.still_at(4)
                assert tab.words() == words
                tab.press("ArrowRight")
                tab.address_has(step=5)
            tab.address_has(step=5)
            tab.page.reload()
            tab.ready()
            tab.at(5)
            expect(tab.control("own").locator("textarea")).to_have_value(text)
            assert replica_of(tab) == "b"
    finally:
        dying.stop()


def replica_of(tab) -> str:
    """The name of the replica that the proxy chose for this browser."""
    (cookie,) = [each for each in tab.page.context.cookies() if each["name"] == "replica"]
    return cookie["value"]


TEXT = b"nobody else should read this line\n" * 20_000


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """The server cannot write large files, only its log."""
    before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    enough = len(TEXT) // 4
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (enough, before[1]))
    try:
        yield
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)


def test_upload_fails_on_a_full_disk_and_works_again(tab, server):
    logged = server.log.stat().st_size
    assert logged < len(TEXT) // 8
    tab.open(f"corpus={PYTHON}&vocab=400&step=3&lang=en")
    tab.press("ArrowRight")
    tab.address_has(step=4)
    tab.choose("corpus", CORPORA.index(OWN_TEXT))
    tab.ready()
    file = {"name": "secret-name.txt", "mimeType": "text/plain", "buffer": TEXT}
    with full_disk(server):
        tab.page.locator("input[type=file]").set_input_files(file)
        expect(tab.errors).to_contain_text("This server cannot store")
        tab.ready()
        tab.press("ArrowRight", "ArrowRight")
        tab.at(2)
        tab.address_has(step=2)
    tab.page.locator("input[type=file]").set_input_files(file)
    expect(tab.errors).to_have_count(0)
    tab.ready()
    tab.address_has(file="[0-9a-f]{24}")
    log = server.log.read_bytes()[logged:].decode()
    assert "Cannot store a text" in log
    assert "nobody else" not in log
    assert "secret-name" not in log

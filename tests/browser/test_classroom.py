"""The commands that measure a class run without errors, on one server and on two.

Their simulated students ask a server for the same as a browser. Needs haproxy, so `tests/run quick`
leaves it out. It checks no times.
"""

import re

from tests.benchmarks import classroom, live_class, replicas
from tests.support.students import Student, finish


def rows(said: str, column: str) -> list[dict[str, str]]:
    """The rows of the printed table that has this column."""
    (table,) = (part for part in said.split("\n\n") if f"| {column} " in part.split("\n")[0])
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.split("\n")]
    return [dict(zip(lines[0], line, strict=True)) for line in lines[2:]]


def test_only_the_empty_page_sends_messages_for_presses(command):
    said = command(classroom)
    assert [row["failed"] for row in rows(said, "failed")] == ["0"] * 3
    sent = {row["page"]: (row["presses"], row["messages"]) for row in rows(said, "presses")}
    assert sent == {"course": ("20", "0"), "Python": ("20", "0"), "one button": ("20", "20")}


def test_simulated_student_asks_the_server_for_what_a_browser_does(visitor, server):
    """The benchmark is only as good as its students: the same messages and the same records."""
    tab = visitor(server)
    link = "corpus=course&vocab=200&step=20&lang=en"
    browser, simulated = [], []
    records: list[str] = []

    def note_record(event) -> None:
        found = re.search("/records/([^/]+)/en/([^?]+)", event["response"]["url"])
        is_cached = event["response"]["fromDiskCache"]
        if found and not is_cached and found[2] != "charts":  # for those who scroll to the charts
            records.append(f"{found[1]}/{found[2]}")

    def note_tab() -> None:
        tab.quiet()
        browser.append((tab.step, len(tab.sent), list(records)))

    devtools = tab.page.context.new_cdp_session(tab.page)
    devtools.on("Network.responseReceived", note_record)
    devtools.send("Network.enable")
    tab.open(link)
    note_tab()
    tab.press(*["ArrowRight"] * 60)
    tab.still_at(80)
    note_tab()
    tab.control("vocab").get_by_test_id("stNumberInputStepUp").click()
    tab.address_has(vocab=201)
    note_tab()
    tab.page.reload()
    tab.ready()
    note_tab()

    async def visit() -> None:
        student = Student(tab.url, link)

        def note() -> None:
            simulated.append((student.step, student.sent, list(student.requested)))

        await student.open()
        note()
        for _ in range(60):
            await student.goto(student.step + 1)
        note()
        await student.change("vocab", 201)
        note()
        await student.reload()
        note()
        await student.close()

    finish(visit())
    assert simulated == browser
    opened, pressed, *_ = browser
    assert pressed[:2] == (80, opened[1])


def test_no_session_fails_as_sessions_come_and_go(command):
    assert "0 of 40 sessions failed" in command(classroom, "--soak", "20")


def test_sessions_and_uploads_survive_loss_of_a_replica(command):
    said = command(replicas, own_servers=True)
    assert "12 students, 4 with an uploaded text" in said
    assert re.search("killed: its [5-7] students are back on replica [ab]", said)
    assert "and text" in said


def test_followers_and_browsers_get_every_step_of_a_lecturer(command):
    """Also while some followers read nothing."""
    said = command(live_class, "--followers", "40", "--browsers", "1", "--languages", "3")
    table = {row[""]: row for row in rows(said, "last follower, ms")}
    followed = [f"steps, {each}" for each in live_class.PLACES]
    followed += [f"panels, {each}" for each in live_class.PANELS]
    assert list(table) == ["joining", *followed, "settings", "votes"]
    for each in followed:
        assert re.fullmatch(r"\d+ / \d+", table[each]["painted in a browser, ms"])

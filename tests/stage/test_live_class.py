"""A live class in browsers: a lecturer's page, phones that follow it, and a remote."""

import json
import re

import pytest
from playwright.sync_api import Page

from pages.classroom.votes import ENOUGH
from tests.support.bare import BareServer
from tests.support.class_pages import PHONE, SMALL, button, choose, follow, host, start_class
from tests.support.live_class import Caller, Follower, Lecturer
from tests.support.page_checks import broken_rules_in
from tests.support.waiting import expect


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
def test_choices_and_results_are_in_sight(visitor, server, size):
    """On a projector: all choices, how many have answered, and then the result."""
    lecturer = visitor(server, viewport={"width": size[0], "height": size[1]})
    code = start_class(lecturer, "step=3&view=projector")
    page = lecturer.page
    key = page.evaluate("() => JSON.parse(localStorage['merge-by-merge-class']).key")
    phone = follow(visitor, server, code, viewport={"width": 390, "height": 844})
    page.keyboard.press("Escape")
    caller = Caller(host(server))

    def post(**body: object) -> None:
        assert caller.call("POST", f"/class/{code}/question", body, key)[0] in (201, 204)

    def check_in_sight(css: str) -> None:
        """Above the buttons, which stay at the lower edge of the panel."""
        box = page.locator(f".class-question {css}").last.bounding_box()
        edge = page.locator(".class-question > .class-row").bounding_box()
        assert box
        assert edge
        assert box["y"] + box["height"] <= edge["y"] + 1, css

    for skill, seed in (("rise", 1), ("ties", 1), ("segmentation", 1), ("fit", 2)):
        post(question={"kind": "practice", "skill": skill, "level": 3, "seed": seed, "index": 0})
        expect(page.locator(".class-question[data-state=open] .given").first).to_be_visible()
        expect(page.locator(".class-count")).to_be_in_viewport(ratio=1)
        if skill in ("rise", "ties"):
            check_in_sight(".of-choice tr")
        else:  # special tokens are long
            expect(phone.locator(".vote-text button")).to_be_in_viewport(ratio=1)
        post(reveal=True)
        expect(page.locator(".right-answer")).to_be_visible()
        check_in_sight(".class-result")
        post(end=True)
        expect(page.locator(".class-question")).to_be_hidden()


def test_class_from_the_first_step_to_the_second_vote(visitor, server):
    """The lecturer uses only Page Down. Nobody sees a vote or the answer before the reveal."""
    lecturer = visitor(server, viewport={"width": 1280, "height": 720})
    code = start_class(lecturer)
    projector = lecturer.page
    expect(projector.locator(".class-dialog .qr-code")).to_be_visible()
    korean = follow(visitor, server, code, **PHONE)
    small = follow(visitor, server, code)
    others = [Follower(host(server), code) for _ in range(ENOUGH - 2)]
    expect(projector.locator(".here")).to_have_text(f"{ENOUGH} people are here")
    projector.get_by_text("Page Down asks before each step").click()
    projector.keyboard.press("Escape")
    expect(korean.locator("[data-step='2']")).to_be_visible()
    assert korean.locator("html").get_attribute("lang") == "ko"
    lecturer.press("PageUp")
    for page in (korean, small):
        expect(page.locator("[data-step='1']")).to_be_visible()

    lecturer.press("PageDown")  # asks
    expect(projector.locator(".class-count")).to_have_text(f"0 of {ENOUGH} answered")
    assert lecturer.step == 1
    choose(korean, "A")
    choose(small, "B")
    small.keyboard.press("c")
    expect(small.locator(".vote-choice[aria-pressed=true]")).to_contain_text("C")
    expect(small.locator(".vote-status")).to_contain_text("has arrived")
    question = others[0].stream.wait("question", lambda data: data["id"] is not None)
    for each in others:
        assert each.vote(question["id"], 2)[0] == 204
    expect(projector.locator(".class-count")).to_have_text(f"{ENOUGH} of {ENOUGH} answered")
    expect(projector.locator(".vote-bar")).to_have_count(0)

    lecturer.press("PageDown")  # reveals
    row = projector.locator(".bar-row", has_text=f"{ENOUGH - 1} · 80%")
    expect(row).to_have_count(1)
    expect(projector.locator(".bar-row.right .mark")).to_have_count(1)
    expect(small.locator(".own-verdict")).to_be_visible()
    expect(small.locator(".bar-row", has=small.locator(".own"))).to_contain_text("80%")

    button(projector, "Vote again").click()
    expect(projector.locator(".class-count")).to_have_text(f"Vote 2: 0 of {ENOUGH} answered")
    choose(small, "A")
    for each in others:
        assert each.vote(question["id"], 0)[0] == 204
    expect(projector.locator(".class-count")).to_have_text(f"Vote 2: 4 of {ENOUGH} answered")
    choose(korean, "A")
    expect(projector.locator(".class-count")).to_have_text(f"Vote 2: 5 of {ENOUGH} answered")
    lecturer.press("PageDown")
    first = projector.locator(".bar-row").first
    expect(first.locator(".number")).to_have_text(["1 · 20%", "5 · 100%"])

    lecturer.press("PageDown")  # goes on to the step
    lecturer.at(2)
    expect(small.locator("[data-step='2']")).to_be_visible()
    expect(small.locator(".class-vote")).to_be_hidden()
    for each in others:
        each.stream.close()


def test_remote_leads_and_sees_the_words_and_phones_what_is_pinned(visitor, server):
    lecturer = visitor(server)
    code = start_class(lecturer)
    phone = follow(visitor, server, code)
    with lecturer.page.expect_popup() as popup:
        button(lecturer.page, "Private window").click()
    remote = popup.value
    expect(remote.locator(".remote-step")).to_have_text("Step 2")
    assert "#" not in remote.url
    for page in (lecturer.page, remote):
        assert "key" not in page.url
    lecturer.press("Escape")
    button(remote, "Next step").click()
    lecturer.at(3)
    expect(phone.locator("[data-step='3']")).to_be_visible()
    row = lecturer.page.locator(".pairs tr:visible").nth(2)
    row.click()
    pair = row.get_attribute("data-pair")
    expect(phone.locator(f".pairs tr.highlighted[data-pair='{pair}']")).to_have_count(1)
    expect(phone.locator(".detail")).to_contain_text("=")
    row.click()
    expect(phone.locator(".pairs tr.highlighted")).to_have_count(0)
    remote.get_by_text("Lead from another device").click()
    expect(remote.locator(".pairing .qr-code")).to_be_visible()
    button(remote, "Give me a word").click()
    phone.get_by_role("textbox", name="Your word").fill("<b>bold</b>")
    button(phone, "Send").click()
    expect(remote.locator(".class-words .word")).to_have_text("<b>bold</b>")
    expect(lecturer.page.locator(".class-count")).to_have_text("1 of 1 answered")
    assert "bold" not in lecturer.page.locator("body").inner_text()
    button(remote, "Encode it").click()
    expect(lecturer.page).to_have_url(re.compile("/encode[?].*input=%3Cb%3Ebold"))
    expect(phone.locator(".following .corpus")).to_contain_text("bold")


def test_another_device_leads_with_a_token_instead_of_the_key(visitor, server):
    """Its browser keeps the URL that it was given in its history."""
    lecturer = Lecturer(host(server))
    lecturer.go("", "corpus=hug", 2)
    url, named = f"/class/{lecturer.code}", {"Host": "class.example"}
    body = {"url": f"http://class.example{url}"}
    with lecturer.request("POST", f"{url}/pairing", body, lecturer.key, **named) as answer:
        token = json.loads(answer.read())["url"].partition("#")[2]
    tab = visitor(server)
    device = tab.page
    with tab.watch.expecting("403"):
        device.goto(f"{server.url}{url}#pair=x")
        expect(device.get_by_text("This QR code was used already")).to_be_visible()
    device.goto("about:blank")
    device.goto(f"{server.url}{url}#{token}")
    for _ in range(2):
        expect(device.locator(".remote-step")).to_have_text("Step 2")
        assert "#" not in device.url
        device.reload()
    device.get_by_text("Lead from another device").click()
    expect(device.locator(".lead-here")).to_be_visible()
    lecturer.go("", "corpus=hug", 3)  # the link follows
    expect(device.locator(".remote-step")).to_have_text("Step 3")
    device.locator(".lead-here").click()
    expect(device.locator("[data-step='3']")).to_be_visible()
    lecturer.stream.wait("state", lambda data: data["leader"])
    assert lecturer.key not in device.url


def test_class_continues_after_a_restart_and_in_another_browser(visitor, tmp_path):
    first = BareServer()
    lecturer = visitor(first)
    code = start_class(lecturer)
    lecturer.press("Escape")
    tab = visitor(first, **SMALL)
    phone = tab.page
    phone.goto(f"{first.url}/class/{code}")
    expect(phone.locator("[data-step='2']")).to_be_visible()
    button(lecturer.page, f"Class {code}: 1 here").click()
    button(lecturer.page, "What comes next?").click()
    phone.locator(".vote-choice").first.click()
    expect(phone.locator(".vote-status")).to_contain_text("Your answer has arrived.")
    answered = lecturer.page.locator(".class-count")
    expect(answered).to_have_text("1 of 1 answered")
    away = ("ERR_", "Failed to fetch", "404")
    with lecturer.watch.expecting(*away), tab.watch.expecting(*away):
        first.stop()
        expect(phone.locator(".class-status")).to_contain_text("No connection.")
        expect(phone.locator("[data-step='2']")).to_be_visible()
        with phone.expect_response(lambda each: each.url.endswith("/answer") and each.ok):
            second = BareServer(first.port)
        expect(answered).to_have_text("1 of 1 answered")
        button(lecturer.page, "Cancel the question").click()
        expect(phone.locator(".class-vote")).to_be_hidden()
        lecturer.press("ArrowRight")
        expect(phone.locator("[data-step='3']")).to_be_visible()
    key = lecturer.page.evaluate("() => JSON.parse(localStorage['merge-by-merge-class']).key")
    other = visitor(second)
    other.page.goto(f"{second.url}/?corpus=course&step=3&view=projector#class={code}&key={key}")
    other.ready()
    expect(button(other.page, f"Class {code}: 1 here")).to_be_visible()
    assert "#" not in other.page.url
    told = "Another window leads this class now."
    expect(lecturer.page.get_by_text(told)).to_be_visible()
    button(lecturer.page, "Lead from here").click()
    expect(other.page.get_by_text(told)).to_be_visible()
    expect(lecturer.page.get_by_text(told)).to_be_hidden()
    lecturer.press("ArrowRight")
    expect(phone.locator("[data-step='4']")).to_be_visible()
    button(other.page, "Lead from here").click()
    expect(lecturer.page.get_by_text(told)).to_be_visible()
    lecturer.page.close()
    other.press("End")
    expect(phone.locator(f"[data-step='{other.last}']")).to_be_visible()
    phone.close()
    other.page.close()
    second.stop()


def test_summary_keeps_student_text_as_text_and_homework_files_make_one_table(
    visitor, server, tmp_path
):
    lecturer = Lecturer(host(server))
    lecturer.go("", "corpus=hug", 1)
    phones = [Follower(host(server), lecturer.code) for _ in range(ENOUGH)]
    question = lecturer.ask(kind="practice", skill="count", level=1, seed=3, index=0)
    for each, answer in zip(phones, ["4", "3", "3", "3", "2"], strict=True):
        assert each.vote(question, answer)[0] == 204
    lecturer.tell(reveal=True)
    lecturer.tell(end=True)
    tab = visitor(server, accept_downloads=True)
    page = tab.page
    page.goto(f"{server.url}/?corpus=hug&view=projector#class={lecturer.code}&key={lecturer.key}")
    button(page, f"Class {lecturer.code}: {ENOUGH} here").click()
    button(page, "End the class").click()
    with page.expect_download() as download:
        button(page, "Summary (CSV)").click()
    rows = download.value.path().read_text(encoding="utf-8-sig").splitlines()
    assert len(rows) == 1 + 3
    assert any('"3","3","5",""' in row and "You left out" in row for row in rows)
    with page.expect_download() as download:
        button(page, "Summary (HTML)").click()
    report = visitor(server).page
    report.set_content(download.value.path().read_text())
    expect(report.get_by_role("heading", level=1)).to_have_text("Summary of the class")
    expect(report.locator(".bar-row")).to_have_count(3)
    expect(report.locator(".bar-row.right")).to_contain_text("1 · 20%")
    expect(report.locator(".bar-row.right")).to_contain_text("1 vote, 20%")
    expect(report.get_by_text("3 votes, 60%")).to_have_count(1)
    report.emulate_media(media="print")
    expect(report.locator(".track").first).to_have_css("print-color-adjust", "exact")
    expect(report.locator(".reported")).to_have_css("break-inside", "avoid")

    made = [["once", "<img src=x onerror=alert(1)>"]]
    foreign = [["once", "각 자리를 한 번씩 셌습니다."]]
    files = []
    students = [("", "ko", foreign), ("=Ann <b>", "en", made), ("", "ko", [])]
    for i, (name, lang, mistakes) in enumerate(students):
        done = {"skill": "count", "outcome": "shown" if mistakes else "right", "tries": 1}
        results = {"format": "merge-by-merge results", "seed": 7, "lang": lang, "name": name}
        path = tmp_path / f"{i}.json"
        path.write_text(json.dumps({**results, "questions": [{**done, "mistakes": mistakes}]}))
        files.append(path)
    files.append(tmp_path / "other.json")
    files[-1].write_text("[]")
    page.locator(".drop input").set_input_files(files)
    expect(page.locator(".collected tr")).to_have_count(4)
    expect(page.locator(".collected td:first-child")).to_have_text(
        ["Student 1", "=Ann <b>", "Student 3"]
    )
    expect(page.locator(".collected .bar-row")).to_contain_text("2 of 3 students")
    expect(page.locator(".collected .bar-row")).to_contain_text("<img src=x")
    expect(page.get_by_text("Files that are not results: 1")).to_be_visible()
    page.locator(".drop input").set_input_files(files[1])
    expect(page.locator(".collected .bar-row")).to_contain_text(re.compile(r"1 of 1 student$"))
    forged = [{**done, "mistakes": [[f"{i} {j}", "x"] for j in range(5)]} for i in range(1_000)]
    files[-1].write_text(json.dumps({**results, "questions": forged}))
    page.locator(".drop input").set_input_files(files)
    expect(page.locator(".collected tr")).to_have_count(5)
    expect(page.locator(".collected .bar-row")).to_have_count(60)  # the most frequent mistakes
    expect(page.locator(".collected .bar-row").first).to_contain_text("2 of 4 students")
    button(page, "End and delete the class").click()
    button(page, "Delete it for everybody?").click()
    expect(button(page, "Class")).to_be_visible()
    assert phones[0].stream.wait("end") == {}
    assert page.evaluate("() => localStorage['merge-by-merge-class'] ?? null") is None
    for each in phones:
        each.stream.close()


def test_axe_finds_no_violations_in_a_class(visitor, server, subtests):
    lecturer = visitor(server, bypass_csp=True)
    code = start_class(lecturer, "corpus=hug&step=1&view=projector")
    projector = lecturer.page
    others = [Follower(host(server), code) for _ in range(ENOUGH)]
    korean = follow(visitor, server, code, **PHONE, bypass_csp=True)
    chinese = follow(visitor, server, code, locale="zh-TW", bypass_csp=True)

    def check(page: Page, *schemes: str) -> None:
        for scheme in schemes:
            with subtests.test(page.url, scheme=scheme):
                assert broken_rules_in(page, scheme, first=scheme == schemes[0]) == []

    check(projector, "light")  # the lobby
    check(chinese, "dark")
    with projector.expect_popup() as popup:
        button(projector, "Private window").click()
    remote = popup.value
    button(remote, "What comes next?").click()
    projector.bring_to_front()
    projector.keyboard.press("Escape")
    expect(projector.locator(".class-count")).to_have_text(f"0 of {ENOUGH + 2} answered")
    choose(korean, "B")
    check(korean, "light")
    question = others[0].stream.wait("question", lambda data: data["id"] is not None)
    for each in others:
        each.vote(question["id"], 0)
    lecturer.press("PageDown")
    expect(projector.locator(".bars")).to_be_visible()
    expect(chinese.locator(".bars")).to_be_visible()
    check(projector, "dark")
    check(chinese, "dark")
    check(remote, "light")
    for page, width in ((korean, 390), (chinese, 320)):
        assert page.evaluate("document.documentElement.scrollWidth") == width
    for each in others:
        each.stream.close()

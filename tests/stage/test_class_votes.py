"""Votes of a class on the projector: next to what they are about, and whole when revealed."""

import re

import pytest
from playwright.sync_api import APIResponse, Route

from pages.classroom.votes import ENOUGH
from pages.course.lecture.lecture import MINUTES, lecture
from pages.storage.typed import pack
from tests.support.class_pages import (
    PHONE,
    PROJECTOR,
    box,
    button,
    choose,
    follow,
    follow_anywhere,
    host,
    key_of,
    presented_part,
    start_class,
)
from tests.support.live_class import Caller, Follower, Lecturer
from tests.support.network import Held
from tests.support.waiting import expect


@pytest.mark.parametrize(
    ("path", "query", "data"),
    [
        ("/", "corpus=course&step=3", ".corpus .words"),
        ("/unigram", "corpus=hug&show=word&word=unhug&position=2", ".picture"),
        ("/unigram", "corpus=hug&show=rounds&position=1", ".pieces"),
        ("/encode", "corpus=hug&input=hugs&position=1", ".corpus .words"),
    ],
)
def test_vote_covers_nothing_that_it_is_about(visitor, server, path, query, data):
    lecturer = visitor(server, **PROJECTOR)
    start_class(lecturer, f"{query}&view=projector", path)
    page = lecturer.page
    button(page, "What comes next?").click()
    asked = ".class-question[data-state=open]"
    expect(page.locator(f"{asked} .class-count")).to_be_visible()
    stage, panel = box(page, data), box(page, asked)
    assert stage["width"] > 1280 / 4
    assert stage["height"] > 720 / 6
    apart = panel["x"] >= stage["right"] - 1 or panel["y"] >= stage["bottom"] - 1
    assert apart, (stage, panel)
    assert panel["bottom"] <= 720 + 1
    for part in (".shown-choices li:last-child", ".class-row .button"):
        shown = box(page, f"{asked} {part}")
        assert shown["bottom"] <= 720 + 1, part
        assert shown["right"] <= 1280 + 1, part
    button(page, "Close the vote").click()
    expect(page.locator(".class-question .class-closed")).to_have_text("The vote is closed.")
    page.keyboard.press("PageDown")
    expect(page.locator(".class-question[data-state=revealed]")).to_be_visible()
    page.keyboard.press("PageDown")
    expect(page.locator(".class-question")).to_be_hidden()
    assert box(page, ".projector .body")["width"] > 1280 * 0.9, "the stage has its space again"


def test_pieces_to_choose_from_are_in_sight(visitor, server):
    """And before the first round, so are the words that need them."""
    lecturer = visitor(server, **PROJECTOR)
    start_class(lecturer, "corpus=unigram-en&show=rounds&view=projector", "/unigram")
    page = lecturer.page
    button(page, "What comes next?").click()
    choices = page.locator(".class-question[data-state=open] .shown-choices .token")
    expect(choices).to_have_count(5)
    shown = page.locator(".pieces tr.row:visible td:first-child")
    expect(shown).to_have_count(5)
    assert sorted(shown.all_inner_texts()) == sorted(choices.all_inner_texts())
    table = box(page, ".pieces .scroll")
    for row in shown.all():
        place = row.bounding_box()
        assert place
        assert place["y"] + place["height"] <= table["bottom"]
    expect(page.locator(".changes tr.row").first).to_be_visible()
    page.keyboard.press("PageDown")
    expect(page.locator(".class-question[data-state=revealed]")).to_be_visible()
    expect(page.locator(".pieces tr.row:visible")).to_have_count(18)


def test_question_is_about_the_step_that_the_lecturer_sees(visitor, server):
    """Also if the class has not been told of it yet."""
    lecturer = visitor(server, **PROJECTOR)
    told = Held(lecturer.page, re.compile("/class/[^/]+/state$"))
    code = start_class(lecturer)
    phone = Follower(host(server), code)
    lecturer.press("Escape")
    told.start()
    lecturer.press("ArrowRight")
    told.wait()
    button(lecturer.page, f"Class {code}: 1 here").click()
    button(lecturer.page, "What comes next?").click()
    told.release()
    assert phone.stream.wait("question", lambda data: data.get("id"))["step"] == 4


def test_segmentations_do_not_answer_the_question(visitor, server):
    lecturer = visitor(server, **PROJECTOR)
    query = "corpus=unigram-en&show=word&word=restart&position=3&view=projector"
    code = start_class(lecturer, query, "/unigram")
    phone = follow(visitor, server, code)
    pages = (lecturer.page, phone)
    for page in pages:
        expect(page.locator(".segmentations").first).to_have_css("visibility", "visible")
    button(lecturer.page, "Split a word").click()
    expect(lecturer.page.locator(".class-question[data-state=open]")).to_be_visible()
    for page in pages:
        expect(page.locator(".segmentations").first).to_be_hidden()
    lecturer.page.keyboard.press("PageDown")
    expect(lecturer.page.locator(".class-question[data-state=revealed]")).to_be_visible()
    for page in pages:
        expect(page.locator(".segmentations").first).to_be_visible()


def test_lattice_takes_the_place_of_a_covered_table(visitor, server):
    lecturer = visitor(server, **PROJECTOR)
    query = "corpus=unigram-en&show=word&word=start&view=projector&part=piece-count"
    start_class(lecturer, query, "/unigram")
    page = lecturer.page
    page.keyboard.press("Escape")
    button(page, "Ask the class").last.click()
    expect(page.locator(".class-question[data-state=open]")).to_be_visible()
    expect(page.locator(".best").first).to_be_hidden()
    expect(page.locator(".picture .fraction").first).to_be_visible()


def test_piece_that_goes_is_asked_without_scrolling_and_hidden_rows_are_counted(visitor, server):
    """In Korean, where the texts of the panel and of the stage take the most lines."""
    lecturer = visitor(server, **PROJECTOR)
    part = [*MINUTES].index("prune") + 1
    query = f"corpus=unigram-ko&show=rounds&lesson={pack(lecture('ko'))}&part={part}"
    lecturer.open(f"{query}&lang=ko&view=projector", "/unigram")
    page = lecturer.page
    page.locator(".present-bar button.class").click()
    expect(page.locator(".class-code")).to_have_text(re.compile("^[2-9A-Z]{6}$"))
    page.keyboard.press("Escape")
    expect(page.locator(".ask-class")).to_be_in_viewport(ratio=1)
    page.locator(".ask-class").click()
    expect(page.locator(".class-question[data-state=open]")).to_be_visible()
    page.keyboard.press("PageDown")
    expect(page.locator(".class-question[data-state=revealed]")).to_be_visible()
    expect(page.locator(".explanation .why")).to_be_visible()
    is_in_sight = """(node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getBoundingClientRect().bottom <= innerHeight;
    }"""
    for table in (".pieces", ".changes"):
        note = page.locator(f"{table} .hidden-parts")
        expect(note).not_to_be_empty()
        assert note.evaluate(is_in_sight)


def test_revealed_vote_cuts_nothing_off_beside_it(visitor, server):
    lecturer = visitor(server, **PROJECTOR)
    start_class(lecturer, "corpus=hug&vocab=13&step=0&view=projector")
    page = lecturer.page
    button(page, "What comes next?").click()
    expect(page.locator(".class-question[data-state=open]")).to_be_visible()
    page.keyboard.press("PageDown")
    expect(page.locator(".class-question[data-state=revealed]")).to_be_visible()
    expect(page.locator(".start-word")).to_have_count(5)
    words, place = box(page, ".start-word:last-child"), box(page, ".merge")
    assert words["bottom"] <= place["bottom"]
    head = page.locator(".pairs th.change")
    assert head.evaluate("(node) => node.scrollWidth <= node.clientWidth")
    corpus, word = box(page, ".corpus .words"), box(page, ".corpus .word:last-child")
    assert word["bottom"] <= corpus["bottom"]


def test_revealed_split_is_whole_above_its_buttons(visitor, server):
    """Also if five people have split the word in four ways."""
    lecturer = visitor(server, **PROJECTOR)
    query = "corpus=unigram-en&show=word&word=restart&position=0&lang=ko&view=projector"
    lecturer.open(query, "/unigram")
    page = lecturer.page
    page.locator(".present-bar button.class").click()
    code = page.locator(".class-code").inner_text()
    others = [Follower(host(server), code, lang="ko") for _ in range(ENOUGH)]
    caller, key = Caller(host(server)), key_of(page)
    asked = caller.call("POST", f"/class/{code}/question", {"question": {"kind": "split"}}, key)
    assert asked[0] == 201
    question = others[0].stream.wait("question", lambda data: data["id"] is not None)
    for each, cuts in zip(others, ([1], [1], [2], [1, 6], [2, 4]), strict=True):
        assert each.vote(question["id"], cuts)[0] == 204
    page.keyboard.press("Escape")
    expect(page.locator(".class-question[data-state=open]")).to_be_visible()
    page.keyboard.press("PageDown")
    rows = page.locator(".class-question[data-state=revealed] .bar-row")
    expect(rows).to_have_count(4)
    expect(rows.locator(".reason")).to_have_count(2)  # of the right one, and of the most common
    expect(page.locator(".split-word")).to_have_count(0)  # the picture has its letters
    edge = box(page, ".class-question > .class-row")["y"]
    assert box(page, ".class-question .bar-row:last-child")["bottom"] <= edge + 1
    for each in others:
        each.stream.close()


def test_six_choices_with_two_votes_and_why_are_above_the_buttons(visitor, server):
    lecturer = visitor(server, **PROJECTOR)
    query = "corpus=hug&vocab=13&step=1&lang=zh-Hant&view=projector"
    lecturer.open(query)
    page = lecturer.page
    page.locator(".present-bar button.class").click()
    code = page.locator(".class-code").inner_text()
    key = key_of(page)
    others = [Follower(host(server), code) for _ in range(ENOUGH)]
    page.keyboard.press("Escape")
    caller = Caller(host(server))
    asked = caller.call("POST", f"/class/{code}/question", {"question": {"kind": "predict"}}, key)
    assert asked[0] == 201
    question = others[0].stream.wait("question", lambda data: data["id"] is not None)
    for now in ({"reveal": True}, {"again": True}, {"reveal": True}):
        for each in others:
            each.vote(question["id"], 0)
        assert caller.call("POST", f"/class/{code}/question", now, key)[0] == 204
    expect(page.locator(".class-question[data-state=revealed] .vote-line")).to_have_count(12)
    edge = box(page, ".class-question > .class-row")["y"]
    assert box(page, ".class-question .because")["bottom"] <= edge + 1
    for each in others:
        each.stream.close()


def test_lattice_of_a_practice_question_is_whole_on_the_projector(visitor, server):
    lecturer = visitor(server, **PROJECTOR)
    code = start_class(lecturer)
    page = lecturer.page
    page.keyboard.press("Escape")
    spec = {"kind": "practice", "skill": "segmentation", "level": 2, "seed": 3, "index": 0}
    body, key = {"question": spec}, key_of(page)
    assert Caller(host(server)).call("POST", f"/class/{code}/question", body, key)[0] == 201
    expect(page.locator(".class-question[data-state=open] .picture.placed")).to_be_visible()
    for piece in page.locator(".class-question .picture .piece").all():
        expect(piece).to_be_in_viewport(ratio=1)
    expect(page.locator(".class-question > .class-row")).to_be_in_viewport(ratio=1)


def test_lattice_of_a_practice_question_can_be_read_in_the_private_window(visitor, server):
    lecturer = Lecturer(host(server))
    # The title of the picture is short there, and does not make it wide.
    private = visitor(server, viewport={"width": 1024, "height": 700}, locale="zh-TW").page
    private.goto(f"{server.url}/class/{lecturer.code}#key={lecturer.key}")
    expect(private.locator(".remote-steps")).to_be_visible()
    lecturer.ask(kind="practice", skill="segmentation", level=2, seed=3, index=0)
    expect(private.locator(".given .picture .piece").first).to_be_visible()
    assert box(private, ".given .picture")["width"] > 1024 / 3


def test_mistake_is_not_said_to_be_that_of_the_whole_class(visitor, server):
    """The text about it says what "you" did."""
    lecturer = Lecturer(host(server))
    screen = follow_anywhere(visitor, server, lecturer)
    question = lecturer.ask(kind="practice", skill="count", level=1, seed=7, index=0)
    others = [Follower(host(server), lecturer.code) for _ in range(ENOUGH)]
    for each in others:
        assert each.vote(question, "2")[0] == 204
        each.stream.close()
    lecturer.tell(reveal=True)
    told = screen.locator(".bar-row:not(.right) .reason")
    expect(told).to_have_text(re.compile("^If this was your answer: You counted each place"))


def test_press_counts_once_the_question_is_shown(visitor, server):
    """Even if the server's answer to what asked it comes later than the question itself."""
    lecturer = visitor(server, **PROJECTOR)
    start_class(lecturer, "corpus=hug&vocab=13&step=0&view=projector")
    page = lecturer.page
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/class/*/question", lambda route: held.append((route, route.fetch())))
    button(page, "What comes next?").click()
    for state in ("open", "revealed"):
        expect(page.locator(f".class-question[data-state={state}]")).to_be_visible()
        page.keyboard.press("PageDown")
    expect(page.locator(".class-question")).to_be_hidden()
    for route, response in held:
        route.fulfill(response=response)


def test_second_vote_of_too_few_is_not_taken_for_the_first(visitor, server):
    lecturer = visitor(server, **PROJECTOR)
    code = start_class(lecturer)
    page = lecturer.page
    phones = [Follower(host(server), code) for _ in range(ENOUGH)]
    button(page, "What comes next?").click()
    question = phones[0].stream.wait("question", lambda data: data["id"] is not None)
    for each in phones:
        assert each.vote(question["id"], 0)[0] == 204
    expect(page.locator(".class-count")).to_have_text(f"{ENOUGH} of {ENOUGH} answered")
    page.keyboard.press("PageDown")
    expect(page.locator(".bar-row .number").first).to_have_text(f"{ENOUGH} · 100%")
    expect(page.locator(".bar-row .vote-title").first).to_have_text("")
    assert box(page, ".bar-row .track")["width"] > 1280 / 6
    button(page, "Vote again").click()
    expect(page.locator(".class-count")).to_have_text(f"Vote 2: 0 of {ENOUGH} answered")
    assert phones[0].vote(question["id"], 1)[0] == 204
    expect(page.locator(".class-count")).to_have_text(f"Vote 2: 1 of {ENOUGH} answered")
    page.keyboard.press("PageDown")
    expect(page.locator(".bar-row .vote-title").first).to_have_text("Vote 1")
    expect(page.locator(".class-result .few")).to_contain_text("Vote 2: There are no bars")
    for each in phones:
        each.stream.close()


def test_lecturer_alone_sees_the_votes_while_they_come(visitor, server):
    lecturer = visitor(server, **PROJECTOR)
    code = start_class(lecturer)
    projector = lecturer.page
    with projector.context.expect_page() as opened:
        button(projector, "Private window").click()
    private = opened.value
    projector.keyboard.press("Escape")
    phone = follow(visitor, server, code)
    button(private, "What comes next?").click()
    choose(phone, "B")
    expect(private.locator(".class-votes .bar-row").nth(1)).to_contain_text("1 · 100%")
    expect(projector.locator(".class-count")).to_have_text("1 of 1 answered")
    for page in (projector, phone):
        expect(page.locator(".bar-row")).to_have_count(0)
    button(private, "Show the code to everybody").click()
    expect(projector.locator(".class-code-screen .qr-code")).to_be_visible()
    button(private, "Show the code to everybody").click()
    expect(projector.locator(".class-code-screen")).to_be_hidden()
    projector.evaluate(
        "([code, key]) => fetch(`/class/${code}`, "
        "{ method: 'DELETE', headers: { Authorization: `Bearer ${key}` } })",
        [code, key_of(projector)],
    )
    expect(private.locator(".class-status")).to_have_text("This class is over.")
    expect(private.locator("main button")).to_have_count(0)  # nothing pretends to lead


def test_own_question_is_written_asked_and_followed_by_a_similar_one(visitor, server):
    lecturer = visitor(server, **PROJECTOR)
    code = start_class(lecturer)
    page = lecturer.page
    phone = follow(visitor, server, code)
    others = [Follower(host(server), code) for _ in range(ENOUGH - 1)]
    page.get_by_text("Your own question").click()
    page.get_by_label("Question", exact=True).fill("Which is a <b>pair</b>?")
    page.get_by_label(re.compile("^Choices")).fill("a token\n* two tokens\n\n")
    page.get_by_label(re.compile("^Explanation")).fill("They are adjacent.")
    button(page, "Ask this question").click()
    expect(page.locator(".class-question .prompt")).to_have_text("Which is a <b>pair</b>?")
    expect(page.locator(".shown-choices li")).to_have_count(2)
    choose(phone, "A")
    question = others[0].stream.wait("question", lambda data: data["id"] is not None)
    for each in others:
        assert each.vote(question["id"], 1)[0] == 204
    button(page, "Reveal the answer").click()
    expect(phone.locator(".own-verdict")).to_contain_text("not correct")
    expect(phone.locator(".bar-row.right")).to_contain_text("two tokens")
    expect(page.locator(".class-result")).to_contain_text("They are adjacent.")
    expect(button(page, "Ask a similar one")).to_have_count(0)
    button(page, "Continue").click()
    page.locator(".present-bar button.class").click()
    button(page, "What comes next?").click()
    button(page, "Reveal the answer").click()
    button(page, "Ask a similar one").click()
    expect(page.locator(".class-question[data-state=open] .similar-tag")).to_be_visible()
    expect(page.locator(".class-question[data-kind=practice]")).to_be_visible()
    for each in others:
        each.stream.close()


def test_panel_makes_room_for_a_question_of_practice(visitor, server):
    lecturer = visitor(server, **PROJECTOR)
    start_class(lecturer, "view=projector&part=space-pairs")
    page = lecturer.page
    panel, asked = page.locator(".guide"), page.locator(".class-question")
    expect(panel).to_be_visible()
    button(page, "Practice question").click()
    for state in ("open", "revealed"):
        expect(asked.and_(page.locator(f"[data-state={state}]"))).to_be_visible()
        expect(panel).to_be_hidden()
        page.keyboard.press("PageDown")
    expect(asked).to_be_hidden()
    expect(panel).to_be_visible()


def test_question_of_a_part_has_its_text_and_its_data_next_to_each_other(visitor, server):
    """The shares of EM, the words and the pieces are in sight, and no number is cut off."""
    lecturer = visitor(server, **PROJECTOR)
    start_class(lecturer, presented_part("em-probability"), "/unigram")
    page = lecturer.page
    page.keyboard.press("Escape")
    button(page, "Ask the class").last.click()
    asked = page.locator(".class-question[data-state=open]")
    expect(asked.locator(".about").last).to_contain_text("The M step")
    expect(page.locator(".shares li")).to_have_count(2)
    shown = [asked.locator(".prompt"), asked.locator(".class-row")]
    shown += page.locator(".pieces tr.row:visible").all() + page.locator(".shares li").all()
    assert len(shown) == 2 + 5 + 2
    for each in shown:
        place = each.bounding_box()
        assert place
        assert place["y"] + place["height"] <= 720
    values = page.locator(".pieces td.value:visible").all()
    assert all(each.evaluate("(node) => node.scrollWidth <= node.clientWidth") for each in values)


def test_task_on_the_stage_is_asked_with_choices(visitor, server):
    lecturer = visitor(server, **PROJECTOR)
    code = start_class(lecturer, presented_part("prune-piece"), "/unigram")
    page = lecturer.page
    page.keyboard.press("Escape")
    phone = follow(visitor, server, code, **{**PHONE, "locale": "ko"})
    others = [Follower(host(server), code) for _ in range(ENOUGH - 1)]
    button(page, "Ask the class").last.click()
    expect(page.locator(".shown-choices li")).to_have_count(4)
    rows = page.locator(".pieces tr.row:visible td:first-child")
    expect(rows).to_have_text(["nd", "ar", "se", "u"])
    choose(phone, "A")  # one tap
    question = others[0].stream.wait("question", lambda data: data["id"] is not None)
    for each, choice in zip(others, (1, 1, 2, 3), strict=True):
        assert each.vote(question["id"], choice)[0] == 204
    page.keyboard.press("PageDown")
    expect(page.locator(".bar-row.right .content")).to_have_text("ar")
    (reason,) = page.locator(".bar-row .reason").all()  # of the most common mistake
    assert "5.066" in reason.inner_text()
    expect(phone.locator(".own-reason")).to_contain_text("u")
    expect(phone.locator(".bar-row .reason")).to_have_count(0)
    for each in others:
        each.stream.close()

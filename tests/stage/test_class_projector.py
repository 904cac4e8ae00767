"""A class on the projector and on phones: its code, votes next to the data, all content."""

import re

import pytest
from playwright.sync_api import APIResponse, Page, Route

from pages.classroom.votes import ENOUGH
from pages.course.course import find_part
from pages.course.lecture.lecture import MINUTES, lecture
from pages.storage.typed import pack
from tests.stage.test_live_class import PHONE, button, choose, follow, host, start_class
from tests.support.live_class import Caller, Follower, Lecturer
from tests.support.network import Held
from tests.support.page_checks import broken_rules_in
from tests.support.waiting import expect

PROJECTOR = {"viewport": {"width": 1280, "height": 720}}


def box(page: Page, css: str) -> dict[str, float]:
    found = page.locator(css).first.bounding_box()
    assert found, css
    return {**found, "right": found["x"] + found["width"], "bottom": found["y"] + found["height"]}


def key_of(page: Page) -> str:
    return str(page.evaluate("() => JSON.parse(localStorage['merge-by-merge-class']).key"))


def test_code_fills_the_screen_at_one_click(visitor, server):
    lecturer = visitor(server, **PROJECTOR, bypass_csp=True)
    code = start_class(lecturer)
    page = lecturer.page
    page.keyboard.press("Escape")
    button(page, "Share with a class").click()  # "Join": no link that leads out of the class
    screen = page.locator(".class-code-screen")
    expect(screen.locator(".qr-code")).to_be_visible()
    assert box(page, ".class-code-screen .qr-code")["height"] >= 720 / 2
    assert box(page, ".class-code-screen .large-code")["height"] >= 720 / 10
    expect(screen).to_contain_text(code)
    expect(screen.locator(".address")).to_contain_text(f"/class/{code}")
    expect(page.locator("dialog.join[open]")).to_have_count(0)
    expect(screen.locator(".people")).to_have_text("0 people are here")
    phone = follow(visitor, server, code)
    expect(screen.locator(".people")).to_have_text("1 person is here")
    for part in (".qr-code", ".address", ".large-code", ".people"):
        shown = box(page, f".class-code-screen {part}")
        assert shown["x"] >= 0, part
        assert shown["y"] >= 0, part
        assert shown["right"] <= 1280, part
        assert shown["bottom"] <= 720, part
    assert broken_rules_in(page, "light", first=True) == []
    page.keyboard.press("Escape")
    expect(screen).to_be_hidden()
    expect(page.locator(".present-bar button.class")).to_contain_text(code)  # for latecomers
    phone.close()


def test_names_in_the_bar_keep_off_their_border(visitor, server):
    """Next to the address of a class, they take two lines."""
    lecturer = visitor(server, **PROJECTOR)
    start_class(lecturer, "corpus=unigram-en&show=word&word=restart&view=projector", "/unigram")
    names = lecturer.page.locator(".present-bar .bar-menu:is(.page, .corpus) > .now")
    expect(names).to_have_count(2)
    for name in names.all():
        room = "(node) => node.clientHeight - 2 * parseFloat(getComputedStyle(node).lineHeight)"
        assert name.evaluate(room) >= 4


def test_share_offers_a_link_while_there_is_no_class(visitor, server):
    lecturer = visitor(server, **PROJECTOR)
    lecturer.open("step=2&view=projector")
    button(lecturer.page, "Share with a class").click()
    expect(lecturer.page.locator("dialog.join[open]")).to_be_visible()


def test_phone_stays_in_the_class_when_it_opens_the_app(visitor, server):
    lecturer = Lecturer(host(server))
    lecturer.go("", "corpus=course", 3, look=True)
    phone = follow(visitor, server, lecturer.code, **PHONE)
    link = phone.locator(".class-bar .class-app:visible")
    expect(link).to_have_attribute("target", "_blank")
    with phone.context.expect_page() as opened:
        link.click()
    app = opened.value
    back = app.locator(".way-back")
    expect(back).to_be_visible()
    assert "followed" not in app.url
    expect(phone.locator("[data-step='3']")).to_be_visible()  # its own tab is as it was
    lecturer.ask(kind="predict")
    expect(phone.locator(".vote-choice").first).to_be_visible()
    expect(phone.locator(".class-app:visible")).to_have_count(0)  # it would show the answer
    lecturer.tell(reveal=True)
    expect(link).to_be_visible()
    back.click()
    expect(app.locator(".class-status")).to_contain_text("3")
    assert app.url.endswith(f"/class/{lecturer.code}")


def test_unknown_code_leads_to_the_field(visitor, server):
    lecturer = Lecturer(host(server))
    lecturer.go("", "corpus=course", 3)
    tab = visitor(server, **PHONE)
    page = tab.page
    with tab.watch.expecting("404"):
        page.goto(f"{server.url}/class/222222?lang=en")
        page.get_by_role("link", name="Enter another code").click()
    field = page.get_by_label("Code of the class")
    field.fill(f" {lecturer.code[:3].lower()} {lecturer.code[3:].lower()} ")
    page.keyboard.press("Enter")
    expect(page.locator("[data-step='3']")).to_be_visible()


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


TWO_PARTS = "/?corpus=hug&step=1 The first.\n> 1\n{}?corpus=course&step=3&input=hugs The second."


def lesson_query(page: str = "/") -> str:
    packed = pack(TWO_PARTS.format(page))
    return f"corpus=hug&step=1&lesson={packed}&part=1&view=projector"


def test_question_waits_for_the_place_that_is_opened(visitor, server):
    """It is about the part that is named, not about the stage that is still shown."""
    lecturer = visitor(server, **PROJECTOR)
    code = start_class(lecturer, lesson_query())
    page = lecturer.page
    phone = Follower(host(server), code)
    page.keyboard.press("Escape")
    page.route("**/records/**/head", lambda route: None)  # waits
    page.keyboard.press("PageDown")
    expect(page.locator(".guide .part-title")).to_have_text("Part 2")
    page.locator(".present-bar button.class").click()
    button(page, "What comes next?").click()
    page.wait_for_function("() => !document.documentElement.hasAttribute('data-opening')")
    expect(page.locator(".class-question[data-state=open]")).to_be_hidden()
    expect(page.locator(".class-dialog[open]")).to_be_visible()
    page.unroute("**/records/**/head")  # those that wait go on
    expect(page.locator(".class-question[data-state=open]")).to_be_visible()
    question = phone.stream.wait("question", lambda data: data["id"] is not None)
    assert question["step"] == 4
    phone.stream.close()


def test_projector_that_is_loaded_again_while_a_part_opens_presents_it(visitor, server):
    lecturer = visitor(server, **PROJECTOR)
    code = start_class(lecturer, lesson_query("/encode"))
    page = lecturer.page
    page.keyboard.press("Escape")
    page.evaluate(
        """() => {
          const { pushState } = history;
          history.pushState = (...entry) => {
            pushState.apply(history, entry);
            if (location.pathname.endsWith("/encode")) location.reload();
          };
        }"""
    )
    page.keyboard.press("PageDown")
    expect(page.locator(".guide .part-title")).to_have_text("Part 2")
    page.wait_for_url("**/encode?*")
    expect(page.locator(".present-bar button.class")).to_contain_text(code)
    expect(page.locator(".text-columns .corpus .words")).to_contain_text("hug")
    expect(page.get_by_role("textbox", name="Step")).to_have_value("0")


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


def test_forward_of_the_remote_asks_first_as_page_down_does(visitor, server):
    lecturer = visitor(server, **PROJECTOR)
    start_class(lecturer)
    projector = lecturer.page
    with projector.context.expect_page() as opened:
        button(projector, "Private window").click()
    remote = opened.value
    projector.get_by_text("Page Down asks before each step").click()
    projector.keyboard.press("Escape")
    button(remote, "Next step").click()
    expect(projector.locator(".class-question[data-state=open]")).to_be_visible()
    assert lecturer.step == 2
    button(remote, "Next step").click()
    expect(projector.locator(".class-question[data-state=revealed]")).to_be_visible()
    button(remote, "Next step").click()
    lecturer.at(3)


def test_phones_show_what_the_projector_shows_without_a_stage(visitor, server):
    lecturer = Lecturer(host(server))
    phone = follow_anywhere(visitor, server, lecturer)
    shown = {
        "unigram?corpus=hug&show=comparison": ".comparison tbody tr",
        "unigram?corpus=hug&show=text&passage=hugs+pug": ".watched-texts .watched",
        "tokenizers?corpus=hug&passage=a+bug": ".tokenizers .line .token",
        "?corpus=course&section=rules&against=lowest": ".tie-rules .rule",
        "encode?corpus=hug&section=orders": ".static-tables .row",
        "encode?corpus=hug&section=decode&ids=3+4": ".static-tables .row",
    }
    for address, css in shown.items():
        page, query = address.split("?")
        lecturer.go(page, query, 0, view=["projector"])
        expect(phone.locator(f".class-panels {css}").first).to_be_visible()
        expect(phone.locator(".class-card")).to_be_hidden()
        expect(phone.locator("[data-step]")).to_have_count(0)
        assert phone.evaluate("document.documentElement.scrollWidth") == 390, address
        for leads_away in (".button.present", "a[href]", ".go"):
            expect(phone.locator(f".class-panels {leads_away}:visible")).to_have_count(0)
    assert broken_rules_in(phone, "light", first=True) == []
    lecturer.go("", "corpus=course", 4)
    expect(phone.locator("[data-step='4']")).to_be_visible()
    expect(phone.locator(".class-panels > *")).to_have_count(0)


def follow_anywhere(visitor, server, lecturer: Lecturer) -> Page:
    lecturer.go("", "corpus=course", 3)
    return follow(visitor, server, lecturer.code, **{**PHONE, "locale": "en"}, bypass_csp=True)


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


def test_presented_chapter_is_followed_and_its_task_asked_with_one_press(visitor, server):
    """The projector shows its sentences, the stage and the task. Page Down goes on."""
    lecturer = visitor(server, **PROJECTOR)
    code = start_class(lecturer, "view=projector&part=space-pairs")
    page = lecturer.page
    page.keyboard.press("Escape")
    title = page.locator(".guide .part-title")
    expect(title).to_be_visible()
    expect(page.locator(".guide .task .prompt")).to_be_attached()
    assert box(page, ".corpus .words")["x"] >= box(page, ".guide")["right"]
    phone = follow(visitor, server, code, **{**PHONE, "locale": "en"})
    expect(phone.locator(".class-part h2")).to_have_text(title.inner_text())
    expect(phone.locator(".pairs tbody tr:visible")).to_have_count(0)  # the task is about them
    expect(button(phone, "Look around")).to_have_count(0)
    button(page, "Ask the class").click()
    expect(page.locator(".class-question[data-state=open]")).to_be_visible()
    expect(page.locator(".guide")).to_be_hidden()  # the data need its space
    assert box(page, ".corpus .words")["width"] > 1280 / 2
    field = phone.locator(".vote-text input")
    field.fill("3")
    field.press("Enter")
    expect(page.locator(".class-count")).to_have_text("1 of 1 answered")
    before = title.inner_text()
    page.keyboard.press("PageDown")  # reveals
    expect(page.locator(".class-question[data-state=revealed]")).to_be_visible()
    expect(phone.locator(".own-verdict")).to_be_visible()
    page.keyboard.press("PageDown")  # ends the question
    expect(page.locator(".class-question")).to_be_hidden()
    expect(page.locator(".guide .worked")).to_be_visible()  # the class has seen the answer
    expect(button(page, "Ask the class")).to_have_count(0)
    expect(phone.locator(".pairs tbody tr").first).to_be_visible()
    page.keyboard.press("PageDown")  # the next part
    expect(title).not_to_have_text(before)
    expect(phone.locator(".class-part h2")).to_have_text(title.inner_text())


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


def test_page_down_goes_through_a_word_of_the_class_and_keeps_its_question(visitor, server):
    lecturer = visitor(server, **PROJECTOR)
    code = start_class(lecturer, "corpus=hug&input=bug&view=projector", "/encode")
    page = lecturer.page
    button(page, "Give me a word").click()
    asked = page.locator(".class-question[data-kind=word]")
    expect(asked).to_be_visible()
    page.keyboard.press("PageDown")  # the class still sends words
    expect(asked.get_by_text("Press “Continue” to end this question.")).to_be_visible()
    command = {"command": "encode hugs"}
    caller = Caller(host(server))
    assert caller.call("POST", f"/class/{code}/command", command, key_of(page))[0] == 204
    expect(page.get_by_role("textbox", name="Step")).to_have_value("0")
    expect(page.locator(".present-bar .last")).to_have_text("/ 3")
    for step in ("1", "2", "3"):
        page.keyboard.press("PageDown")
        expect(page.get_by_role("textbox", name="Step")).to_have_value(step)
        expect(asked).to_be_visible()
    expect(asked.get_by_text("Press “Continue”")).to_be_hidden()
    expect(page.locator(".result .decoded")).to_be_visible()
    assert box(page, ".result")["bottom"] <= box(page, ".class-question")["y"] + 1
    page.keyboard.press("PageDown")
    expect(asked.get_by_text("Press “Continue”")).to_be_visible()
    assert box(page, ".result")["bottom"] <= box(page, ".class-question")["y"] + 1
    expect(page.get_by_role("textbox", name="Step")).to_have_value("3")
    button(page, "Continue").click()
    expect(asked).to_be_hidden()
    expect(page.get_by_role("textbox", name="Step")).to_have_value("3")


def query_of_part(name: str) -> str:
    part = find_part(name, "en")
    assert part
    return f"{part.place.query}&view=projector&part={name}"


def test_question_of_a_part_has_its_text_and_its_data_next_to_each_other(visitor, server):
    """The shares of EM, the words and the pieces are in sight, and no number is cut off."""
    lecturer = visitor(server, **PROJECTOR)
    start_class(lecturer, query_of_part("em-probability"), "/unigram")
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


def test_phone_shows_the_shares_of_em_as_bars(visitor, server):
    lecturer = Lecturer(host(server))
    part = find_part("em-probability", "en")
    assert part
    lecturer.go("unigram", part.place.query, 2)
    phone = follow(visitor, server, lecturer.code, **{**PHONE, "locale": "en"})
    parts = phone.locator(".shares li").first.locator(".soft .part")
    expect(parts).to_have_count(2)
    widths = [each.evaluate("(node) => node.offsetWidth") for each in parts.all()]
    assert widths[0] == pytest.approx(4 * widths[1], rel=0.05)  # 36 and 9 of 45
    assert sum(widths) > 390 * 0.8


def test_task_on_the_stage_is_asked_with_choices(visitor, server):
    lecturer = visitor(server, **PROJECTOR)
    code = start_class(lecturer, query_of_part("prune-piece"), "/unigram")
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


@pytest.mark.parametrize("panel", ["", "&part=loss-falls"])
def test_presented_round_shows_eight_pieces_with_what_each_costs_and_why(visitor, server, panel):
    lecturer = visitor(server, **PROJECTOR)
    query = f"corpus=unigram-en&show=rounds&position=3&view=projector{panel}"
    lecturer.open(query, "/unigram")
    page = lecturer.page
    row = page.locator(".pieces tr.row").nth(7)
    expect(row).to_be_visible()
    if panel:
        expect(page.locator(".guide .part-title")).to_be_visible()
        expect(page.locator(".explanation")).to_be_hidden()
    table, place = box(page, ".pieces .scroll"), row.bounding_box()
    assert place
    assert place["y"] + place["height"] <= table["bottom"]
    cells = page.locator(".pieces tr.row:nth-child(-n + 8) td").all()
    assert all(each.evaluate("(node) => node.scrollWidth <= node.clientWidth") for each in cells)


def test_presented_caption_of_the_first_pieces_is_whole(visitor, server):
    lecturer = visitor(server, **PROJECTOR)
    lecturer.open("corpus=unigram-en&show=rounds&position=0&view=projector", "/unigram")
    why = lecturer.page.locator(".why")
    expect(why).to_contain_text("−log p")
    assert why.evaluate("(node) => node.scrollHeight <= node.clientHeight")


def test_products_are_whole_next_to_the_course(visitor, server):
    lecturer = visitor(server, **PROJECTOR)
    lecturer.open(query_of_part("viterbi-back"), "/unigram")
    page = lecturer.page
    expect(page.locator(".guide .part-title")).to_be_visible()
    products = page.locator(".candidates td.product, .best td.value:visible")
    expect(products.first).to_be_visible()
    assert all(
        each.evaluate("(node) => node.scrollWidth <= node.clientWidth") for each in products.all()
    )

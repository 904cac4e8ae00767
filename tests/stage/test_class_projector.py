"""A class on the projector: its code, what is presented, and what phones show of it."""

import pytest

from pages.course.chapters.chapter_6_em import SHORT
from pages.course.course import find_part
from pages.storage.typed import pack
from tests.support.class_pages import (
    PHONE,
    PROJECTOR,
    box,
    button,
    follow,
    follow_anywhere,
    host,
    key_of,
    presented_part,
    start_class,
)
from tests.support.live_class import Caller, Follower, Lecturer
from tests.support.page_checks import broken_rules_in
from tests.support.waiting import expect


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
    opener, dialog = (
        button(lecturer.page, "Share with a class"),
        lecturer.page.locator("dialog.join[open]"),
    )
    before = opener.bounding_box()
    opener.click()
    expect(dialog).to_be_visible()
    expect(dialog.locator(".qr-code")).to_be_visible()  # its styles are there
    lecturer.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert opener.bounding_box() == before


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


def test_phone_shows_the_shares_of_em_as_bars(visitor, server):
    lecturer = Lecturer(host(server))
    part = find_part("em-probability", "en")
    assert part
    lecturer.go("unigram", part.place.query, 2)
    phone = follow(visitor, server, lecturer.code, **{**PHONE, "locale": "en"})
    word = phone.get_by_text(f"{SHORT} ×45", exact=True)
    parts = phone.locator(".shares li").filter(has=word).locator(".soft .part")
    expect(parts).to_have_count(2)
    widths = [each.evaluate("(node) => node.offsetWidth") for each in parts.all()]
    assert widths[0] == pytest.approx(4 * widths[1], rel=0.05)  # 36 and 9 of 45
    assert sum(widths) > 390 * 0.8


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
    lecturer.open(presented_part("viterbi-back"), "/unigram")
    page = lecturer.page
    expect(page.locator(".guide .part-title")).to_be_visible()
    products = page.locator(".candidates td.product, .best td.value:visible")
    expect(products.first).to_be_visible()
    assert all(
        each.evaluate("(node) => node.scrollWidth <= node.clientWidth") for each in products.all()
    )

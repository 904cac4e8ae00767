"""Whose a key is: the stage's, or the control's that has the focus."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_keys import MOVES, start


def test_in_a_text_the_arrows_move_the_caret(tab, engine):
    tab.open(engine.own("one two one two", 12)[0] + "&step=2")
    area = tab.control("own").locator("textarea")
    area.click()
    tab.press("End")
    assert area.evaluate("(e) => e.selectionStart") == len("one two one two")
    tab.press("ArrowLeft", "ArrowLeft")
    assert area.evaluate("(e) => e.selectionStart") == len("one two one t")
    tab.press("Home", "ArrowRight", "Space")
    assert area.evaluate("(e) => [e.selectionStart, e.value]") == [2, "o ne two one two"]
    tab.press("PageUp", "PageDown")
    tab.still_at(2)


def test_in_a_line_of_text_and_in_a_number_too(tab):
    start(tab, 5)
    tab.control("special").locator("xpath=ancestor::details").locator("summary").click()
    line = tab.control("special").locator("input")
    line.click()
    tab.press("Home")
    assert line.evaluate("(e) => e.selectionStart") == 0
    tab.press("ArrowRight", "ArrowRight")
    assert line.evaluate("(e) => e.selectionStart") == 2
    tab.press("End", "PageUp", "PageDown")
    assert line.evaluate("(e) => e.selectionStart") == len("<|endoftext|>")
    tab.control("vocab").locator("input").click()
    tab.press("Home", "1", "End", "ArrowLeft", "PageDown")
    expect(tab.control("vocab").locator("input")).to_have_value("1100")
    tab.still_at(5)


def test_a_select_box_reached_by_tab_keeps_its_keys(tab, engine):
    start(tab, 5)
    tab.focus_by_keyboard(".st-key-choose_ties_en")
    tab.press("ArrowRight", "ArrowLeft", "Home", "End", "PageDown", "PageUp")
    tab.still_at(5)
    tab.press("ArrowDown")
    expect(tab.options).to_have_count(3)
    tab.press("End", "Home", "ArrowDown", "ArrowDown", "Enter")
    expect(tab.options).to_have_count(0)
    expect(tab.page).to_have_url(re.compile("ties=(lowest|greatest)"))
    tab.idle()
    assert tab.focused(".st-key-choose_ties_en")
    tab.press("ArrowRight", "ArrowRight")
    tab.still_at(5)


def test_in_an_open_list_the_keys_are_the_lists(tab):
    start(tab, 5)
    tab.control("ties").get_by_role("combobox").click()
    expect(tab.options).to_have_count(3)
    tab.press("ArrowRight", "Home", "End", "PageDown")
    tab.still_at(5)
    tab.press("Escape")
    expect(tab.options).to_have_count(0)
    tab.press("ArrowRight")
    tab.still_at(6)


def test_the_scrubber_follows_the_mouse_and_then_the_arrows_step(tab, engine):
    expected = engine.expected(engine.course(100))
    start(tab)
    box = tab.scrubber.bounding_box()
    middle, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tab.page.mouse.click(middle, y)
    tab.settle()
    clicked = tab.target
    assert abs(clicked - expected.last / 2) <= 2
    expected.shown(tab, clicked)
    tab.press("ArrowRight")
    tab.still_at(clicked + 1)
    tab.press("ArrowLeft", "ArrowLeft")
    tab.still_at(clicked - 1)
    tab.record()
    tab.page.mouse.move(middle, y)
    tab.page.mouse.down()
    tab.page.mouse.move(box["x"] + box["width"] + 40, y, steps=12)
    tab.page.mouse.up()
    expected.shown(tab, expected.last)
    seen = tab.recorded()
    assert len(seen) > 3
    for step, words in seen:
        assert words == expected.words(step)
    tab.press("ArrowLeft")
    tab.still_at(expected.last - 1)
    tab.press("PageUp", "Home", "PageDown")
    tab.still_at(1)


def test_the_scrubber_reached_by_tab_steps_by_one(tab):
    start(tab, 5)
    tab.focus_by_keyboard(".scrubber")
    for key, step in [("ArrowRight", 6), ("ArrowLeft", 5), ("PageDown", 6), ("End", tab.last)]:
        tab.press(key)
        tab.still_at(step)
    tab.press("ArrowDown")
    tab.still_at(tab.last - 1)


@pytest.mark.parametrize("name", ["forward", "back"])
def test_space_belongs_to_a_button_reached_by_tab_but_arrows_step(tab, name):
    start(tab, 5)
    tab.focus_by_keyboard(f".transport .{name}")
    tab.press("Space")
    step = 6 if name == "forward" else 4
    tab.still_at(step)
    tab.press("ArrowRight")
    tab.still_at(step + 1)


def test_keys_on_another_page_do_not_step(tab):
    start(tab, 5)
    tab.page.locator("a[href$='/algorithm']").click()
    expect(tab.corpus).to_have_count(0)
    expect(tab.page.get_by_text("def merge_pair")).to_be_visible()
    tab.idle()
    tab.press("ArrowRight", "End", "Space")
    tab.address_has(step=5)
    tab.page.go_back()
    tab.ready()
    tab.at(5)
    tab.press("ArrowRight")
    tab.still_at(6)


CONTROLS = {
    "range": ("<input id=here type=range min=0 max=10 value=5>", {*MOVES}),
    "role slider": ("<div id=here role=slider tabindex=0 aria-valuenow=1>s</div>", {*MOVES}),
    "radio": (
        "<input id=here type=radio name=a checked><input type=radio name=a>",
        {"ArrowLeft", "ArrowRight", "Space"},
    ),
    "tab": (
        "<button id=here role=tab>t</button>",
        {"ArrowLeft", "ArrowRight", "Home", "End", "Space"},
    ),
    "grid": ("<div id=here role=grid tabindex=0>g</div>", {*MOVES}),
    "canvas": ("<canvas id=here tabindex=0 width=30 height=30></canvas>", {*MOVES}),
    "dialog": ("<div role=dialog><button id=here>d</button></div>", {*MOVES, "Space"}),
    "button": ("<button id=here>b</button>", {"Space"}),
    "link": ("<a id=here href='#here'>link</a>", set()),
    "checkbox": ("<input id=here type=checkbox>", {"Space"}),
    "plain": ("<div id=here tabindex=0>plain</div>", set()),
}
UNCLEAR = {(name, "Space") for name in ("role slider", "grid", "canvas", "link")}
TYPING = {
    "text": "<input id=here value=abc>",
    "search": "<input id=here type=search value=abc>",
    "area": "<textarea id=here>abc</textarea>",
    "editable": "<div id=here contenteditable=true>abc</div>",
    "in an editable": "<div contenteditable=true><p id=here>abc</p></div>",
    "editable as plain text": "<div id=here contenteditable=plaintext-only>abc</div>",
    "editable without a value": "<div id=here contenteditable>abc</div>",
}


def insert(tab, html: str) -> None:
    """Put a control first into the page, above everything, and note what reaches it."""
    tab.page.evaluate(
        """(html) => {
          const box = document.createElement('div');
          box.id = 'box';
          box.style = 'position: fixed; top: 4px; left: 50%; z-index: 9999999; background: #fff';
          box.innerHTML = '<span id=before tabindex=-1></span>' + html;
          document.body.prepend(box);
          window.reached = [];
          for (const name of ['keydown', 'click', 'input']) {
            box.addEventListener(name, (event) => window.reached.push(event.key ?? name));
          }
        }""",
        html,
    )


def start_with(tab, html: str) -> None:
    """Stand at step 20, with a control in the page and nothing else of a test before."""
    if tab.page.url == "about:blank":
        start(tab, 20)
    tab.page.evaluate("() => { document.getElementById('box')?.remove(); }")
    tab.press("Home", *["ArrowRight"] * 20)
    tab.still_at(20)
    insert(tab, html)


def check_keys(tab, name: str, used: set[str]) -> None:
    """Each key goes either to the control, which has the focus, or to the stage."""
    steps = {"ArrowRight": 1, "PageDown": 1, "ArrowLeft": -1, "PageUp": -1}
    assert not tab.playing
    for key in (*MOVES, "Space"):
        if (name, key) in UNCLEAR:
            continue
        tab.page.evaluate("() => { window.reached.length = 0; }")
        before = tab.step
        tab.press(key)
        assert tab.focused("#box")
        reached = tab.page.evaluate("() => window.reached")
        if key in used:
            assert key.replace("Space", " ") in reached
            assert not tab.playing
            tab.still_at(before)
        elif key == "Space":
            assert not reached
            assert tab.playing
            tab.press("Space")
            assert not tab.playing
        else:
            assert not reached
            wanted = {"Home": 0, "End": tab.last}.get(key, before + steps.get(key, 0))
            tab.still_at(max(0, min(tab.last, wanted)))


def test_a_control_reached_by_keyboard_keeps_the_keys_that_it_uses(tab, subtests):
    for name, (html, used) in CONTROLS.items():
        with subtests.test(name):
            start_with(tab, html)
            tab.page.locator("#before").focus()
            tab.focus_by_keyboard("#here")
            check_keys(tab, name, used)


def test_a_control_reached_by_pointer_leaves_the_keys_to_the_stage(tab, subtests):
    for name, (html, used) in CONTROLS.items():
        with subtests.test(name):
            start_with(tab, html)
            here = tab.page.locator("#here")
            here.click()
            here.focus()
            before = here.evaluate("(e) => [e.value, e.checked]")
            check_keys(tab, name, used if name == "dialog" else set())
            assert here.evaluate("(e) => [e.value, e.checked]") == before


@pytest.mark.parametrize("reach", ["pointer", "keyboard"])
def test_typing_is_never_taken(tab, subtests, reach):
    for name, html in TYPING.items():
        with subtests.test(name):
            start_with(tab, html)
            if reach == "keyboard":
                tab.page.locator("#before").focus()
                tab.press("Tab")
                assert tab.focused("#box")
            else:
                tab.page.locator("#here").click()
            tab.page.evaluate("() => { window.reached.length = 0; }")
            for key in (*MOVES, "Space"):
                tab.press(key)
            tab.still_at(20)
            assert not tab.playing
            reached = tab.page.evaluate("() => window.reached")
            assert [key for key in reached if key in (*MOVES, " ")] == [*MOVES, " "]


def test_a_control_reached_by_keyboard_gives_its_keys_back_after_a_click_elsewhere(tab):
    start(tab, 20)
    insert(tab, CONTROLS["range"][0])
    tab.focus_by_keyboard("#here")
    tab.press("ArrowRight")
    tab.still_at(20)
    tab.act("forward")
    tab.press("ArrowRight")
    tab.still_at(22)
    tab.focus_by_keyboard(".scrubber")
    tab.press("ArrowRight")
    tab.still_at(23)

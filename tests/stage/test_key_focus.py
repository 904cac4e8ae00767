"""Whether a key goes to the stage or to the focused control."""

import pytest

from tests.stage.test_keys import MOVES, start
from tests.support.tab import DEEP

REMOTE = {"PageUp", "PageDown"}  # a presenter remote steps wherever the focus is
OWN = {*MOVES} - REMOTE
CONTROLS = {  # a control, and the keys that it uses when it was reached by keyboard
    "range": ("<input id=here type=range min=0 max=10 value=5>", OWN),
    "role slider": ("<div id=here role=slider tabindex=0 aria-valuenow=1>s</div>", OWN),
    "radio": (
        "<input id=here type=radio name=a checked><input type=radio name=a>",
        {"ArrowLeft", "ArrowRight", " "},
    ),
    "tab": (
        "<button id=here role=tab>t</button>",
        {"ArrowLeft", "ArrowRight", "Home", "End", " "},
    ),
    "grid": ("<div id=here role=grid tabindex=0>g</div>", OWN),
    "canvas": ("<canvas id=here tabindex=0 width=30 height=30></canvas>", OWN),
    "dialog": ("<div role=dialog><button id=here>d</button></div>", {*MOVES, " "}),
    "button": ("<button id=here>b</button>", {" "}),
    "link": ("<a id=here href='#here'>link</a>", set()),
    "checkbox": ("<input id=here type=checkbox>", {" "}),
    "closed list": ("<input id=here role=combobox aria-expanded=false>", {*OWN, " "}),
    "open list": ("<input id=here role=combobox aria-expanded=true>", {*MOVES, " "}),
    "select": ("<select id=here><option>1<option>2</select>", {*OWN, " "}),
    "plain": ("<div id=here tabindex=0>plain</div>", set()),
}
ALWAYS = ("dialog", "open list")  # these keep their keys however they were reached
UNCLEAR = {(name, " ") for name in ("role slider", "grid", "canvas", "link")}
TYPING = {
    "text": "<input id=here value=abc>",
    "search": "<input id=here type=search value=abc>",
    "area": "<textarea id=here>abc</textarea>",
    "editable": "<div id=here contenteditable=true>abc</div>",
    "in an editable": "<div id=here contenteditable=true><p>abc</p></div>",
    "editable as plain text": "<div id=here contenteditable=plaintext-only>abc</div>",
    "editable without a value": "<div id=here contenteditable>abc</div>",
}
KEYS = (*MOVES, " ")
INSERT = """
const insert = (html) => {
  document.getElementById('box')?.remove();
  const box = document.createElement('div');
  box.id = 'box';
  box.style = 'position: fixed; top: 4px; left: 50%; z-index: 9999999; background: #fff';
  box.innerHTML = html;
  document.body.prepend(box);
  return box.querySelector('#here');
};
"""
# The browser only says where the focus is and how it got there. The stage decides by that alone,
# so a script can send all presses at once.
TRY = f"""([controls, keys, reach]) => {{
  {DEEP} {INSERT}
  const scrubber = deep('.scrubber')[0], play = deep('.play')[0];
  const toStart = () => {{ scrubber.value = 20; scrubber.dispatchEvent(new Event('input')); }};
  const press = (target, key) => {{
    const event = new KeyboardEvent('keydown',
      {{ key, bubbles: true, composed: true, cancelable: true }});
    let reached = false;
    target.addEventListener('keydown', () => {{ reached = true; }}, {{ once: true }});
    target.dispatchEvent(event);
    return [reached, event.defaultPrevented];
  }};
  const result = {{}};
  for (const [name, html] of Object.entries(controls)) {{
    const here = insert(html);
    if (reach === 'keyboard') press(document.body, 'Tab');
    else here.dispatchEvent(new PointerEvent('pointerdown', {{ bubbles: true, composed: true }}));
    here.focus();
    if (document.activeElement !== here) throw new Error(`${{name}} takes no focus`);
    result[name] = Object.fromEntries(keys.map((key) => {{
      toStart();
      const [reached, taken] = press(here, key);
      return [key, {{
        reached, taken, target: Number(scrubber.value), playing: play.classList.contains('on'),
      }}];
    }}));
    toStart();
  }}
  return result;
}}"""


def outcome(key: str, used: bool, last: int) -> dict[str, object]:
    """The effect of a press at step 20. The stage stays if the control uses the key."""
    if used:
        return {"reached": True, "taken": False, "target": 20, "playing": False}
    steps = {"ArrowRight": 21, "PageDown": 21, "ArrowLeft": 19, "PageUp": 19, "Home": 0}
    target = {**steps, "End": last, " ": 20}[key]
    return {"reached": False, "taken": True, "target": target, "playing": key == " "}


def insert(tab, html: str) -> None:
    """Insert a control at the top of the page."""
    tab.page.evaluate(f"(html) => {{ {INSERT} insert(html); }}", html)


@pytest.mark.parametrize("reach", ["keyboard", "pointer"])
def test_control_uses_its_keys_only_if_focused_by_keyboard(tab, reach):
    start(tab, 20)
    controls = {name: html for name, (html, _) in CONTROLS.items()}
    found = tab.page.evaluate(TRY, [controls, KEYS, reach])
    wanted = {}
    for name, (_, used) in CONTROLS.items():
        keeps = used if reach == "keyboard" or name in ALWAYS else set()
        clear = [key for key in KEYS if (name, key) not in UNCLEAR or reach == "pointer"]
        found[name] = {key: found[name][key] for key in clear}
        wanted[name] = {key: outcome(key, key in keeps, tab.last) for key in clear}
    assert found == wanted


@pytest.mark.parametrize("reach", ["keyboard", "pointer"])
def test_typing_in_a_field_is_not_intercepted(tab, reach):
    start(tab, 20)
    found = tab.page.evaluate(TRY, [TYPING, KEYS, reach])
    kept = {key: outcome(key, key not in REMOTE, tab.last) for key in KEYS}
    assert found == dict.fromkeys(TYPING, kept)


@pytest.mark.parametrize("html", [TYPING["text"], TYPING["area"]])
def test_arrow_keys_move_the_caret_in_a_field(tab, html):
    start(tab, 5)
    insert(tab, html)
    field = tab.page.locator("#here")
    field.click()
    for keys, position in [
        (("Home",), 0),
        (("ArrowRight", "ArrowRight"), 2),
        (("End",), 3),
        (("ArrowLeft",), 2),
        (("Space",), 3),
    ]:
        tab.press(*keys)
        assert field.evaluate("(e) => e.selectionStart") == position
    tab.press("PageUp", "PageDown")  # what was typed is not submitted
    assert field.input_value() == "ab c"
    tab.still_at(5)
    tab.press("Tab")
    field.click()
    tab.press("PageDown")
    tab.still_at(6)


def test_slider_focused_by_keyboard_releases_keys_after_a_click(tab):
    start(tab, 20)
    insert(tab, CONTROLS["range"][0])
    tab.focus_by_keyboard("#here")
    tab.press("ArrowRight")
    tab.still_at(20)
    assert tab.page.locator("#here").input_value() == "6"
    tab.act("forward")
    tab.press("ArrowRight")
    tab.still_at(22)
    tab.focus_by_keyboard(".scrubber")
    tab.press("ArrowRight")
    tab.still_at(23)


def test_slider_focused_by_pointer_leaves_keys_to_the_stage(tab):
    start(tab, 20)
    insert(tab, CONTROLS["range"][0])
    here = tab.page.locator("#here")
    here.click()
    before = here.input_value()
    tab.press("ArrowRight", "PageDown", "ArrowLeft")
    tab.still_at(21)
    assert here.input_value() == before


def test_arrow_keys_step_after_dragging_the_scrubber(tab, engine):
    expected = engine.expected(engine.course(100))
    start(tab)
    box = tab.scrubber.bounding_box()
    middle, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tab.page.mouse.click(middle, y)
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


def test_scrubber_focused_by_keyboard_steps_by_one(tab):
    start(tab, 5)
    tab.focus_by_keyboard(".scrubber")
    for key, step in [("ArrowRight", 6), ("ArrowLeft", 5), ("PageDown", 6), ("End", tab.last)]:
        tab.press(key)
        tab.still_at(step)
    tab.press("ArrowDown")
    tab.still_at(tab.last - 1)


@pytest.mark.parametrize(("name", "step"), [("forward", 6), ("back", 4)])
def test_space_presses_a_focused_button_but_arrows_step(tab, name, step):
    start(tab, 5)
    tab.focus_by_keyboard(f".transport .{name}")
    tab.press("Space")
    tab.still_at(step)
    tab.press("ArrowRight")
    tab.still_at(step + 1)

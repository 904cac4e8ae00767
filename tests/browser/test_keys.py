"""Keys: which step, which belong to the control that has the focus, and that none is lost."""

from playwright.sync_api import expect

from pages.own import pack

COURSE = "corpus=course&vocab=100"
MOVES = ("ArrowRight", "ArrowLeft", "Home", "End", "PageUp", "PageDown")


def start(tab, step=0):
    return tab.open(f"{COURSE}&step={step}")


def test_twenty_presses_are_twenty_steps(tab, engine):
    expected = engine.expected(engine.course(100))
    start(tab)
    tab.record()
    tab.press(*["ArrowRight"] * 20)
    tab.still_at(20)
    for step, words in tab.recorded():
        assert words == expected.words(step)
    tab.address_has(step=20)
    tab.press(*["ArrowLeft"] * 20)
    tab.still_at(0)


def test_a_held_key_steps_as_often_as_it_repeats(tab):
    start(tab)
    for _ in range(30):
        tab.page.keyboard.down("ArrowRight")
    tab.page.keyboard.up("ArrowRight")
    tab.still_at(30)


def test_every_key_of_a_keyboard_and_a_presenter(tab, engine):
    expected = engine.expected(engine.course(100))
    start(tab, 10)
    last = expected.last
    for key, step in [
        ("ArrowRight", 11),
        ("PageDown", 12),
        ("ArrowLeft", 11),
        ("PageUp", 10),
        ("End", last),
        ("ArrowRight", last),
        ("PageUp", last - 1),
        ("Home", 0),
        ("ArrowLeft", 0),
        ("PageDown", 1),
    ]:
        tab.press(key)
        tab.still_at(step)
        assert tab.words() == expected.words(step)


def test_the_buttons_of_the_transport(tab, engine):
    expected = engine.expected(engine.course(100))
    start(tab)
    for name, step in [("forward", 1), ("forward", 2), ("back", 1), ("last", expected.last)]:
        tab.act(name)
        expected.shown(tab, step)
    for name in ("forward", "last"):
        expect(tab.transport.locator(f".{name}")).to_be_disabled()
    tab.act("first")
    expected.shown(tab, 0)
    for name in ("first", "back"):
        expect(tab.transport.locator(f".{name}")).to_be_disabled()


def test_keys_with_alt_control_or_meta_are_never_taken(tab):
    start(tab, 5)
    tab.page.evaluate("""() => {
      window.taken = [];
      window.addEventListener('keydown', (e) => {
        window.taken.push([e.key, e.defaultPrevented]); e.preventDefault();
      });
    }""")
    for held in ("Alt", "Control", "Meta", "Control+Shift"):
        tab.page.evaluate("() => { window.taken.length = 0; }")
        for key in (*MOVES, "Space"):
            tab.press(f"{held}+{key}")
        tab.still_at(5)
        seen = tab.page.evaluate("() => window.taken")
        assert [name for name, _ in seen if name in MOVES] == list(MOVES)
        assert not any(taken for _, taken in seen)
    tab.press("ArrowRight")
    tab.still_at(6)


def test_other_keys_do_nothing(tab):
    start(tab, 5)
    tab.press("ArrowUp", "ArrowDown", "a", "1", "Escape", "Enter", "Shift")
    tab.still_at(5)


def test_after_an_option_was_chosen_with_the_mouse_the_arrow_steps(tab, engine):
    start(tab, 3)
    tab.choose("ties", 1)
    tab.address_has(ties="lowest")
    engine.expected(engine.course(100, "lowest")).becomes(tab, 3)
    tab.press("ArrowRight")
    tab.still_at(4)
    tab.press(*["ArrowRight"] * 20)
    tab.still_at(24)
    tab.press("ArrowLeft", "End", "Home")
    tab.still_at(0)


def test_after_a_number_was_raised_with_the_mouse_the_arrow_steps(tab, engine):
    start(tab, 3)
    tab.control("vocab").get_by_test_id("stNumberInputStepUp").click()
    tab.address_has(vocab=101)
    tab.idle()
    tab.until(lambda: tab.last == engine.expected(engine.course(101)).last)
    tab.press(*["ArrowRight"] * 20)
    tab.still_at(23)


def test_presses_just_before_a_setting_is_changed_are_not_lost(tab, engine):
    start(tab, 3)
    box = tab.control("vocab").get_by_test_id("stNumberInputStepUp").bounding_box()
    tab.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tab.press("ArrowRight", "ArrowRight", "ArrowRight")
    tab.page.mouse.down()
    tab.page.mouse.up()
    tab.address_has(vocab=101)
    tab.until(lambda: tab.last == len(engine.course(101).merges))
    tab.at(6)


SEND_TOGETHER = """(input) => {
    const press = (key, ctrlKey) => new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true });
    document.body.dispatchEvent(press("ArrowRight", false));
    const send = press("Enter", input.tagName === "TEXTAREA");
    setTimeout(() => input.dispatchEvent(send), 120);  // as long as the stage waits
}"""


def test_a_step_and_a_setting_that_are_sent_in_one_message_both_count(tab):
    start(tab, 3)
    watch = tab.control("watch").locator("input")
    watch.fill("the end")
    watch.evaluate(SEND_TOGETHER)
    tab.address_has(watch=r"the\+end", step=4)
    expect(tab.page.locator(".watched .token")).to_have_count(7)
    tab.at(4)


def test_a_step_and_a_refusal_in_one_message_are_both_seen(tab):
    tab.open("corpus=own&counts=" + pack("low 5\nlower 2\nnewest 6") + "&step=3")
    field = tab.control("own").locator("textarea")
    field.fill("low many")
    field.evaluate(SEND_TOGETHER)
    expect(tab.errors.first).to_contain_text("Line 1")
    tab.at(4)


def test_a_press_while_new_settings_are_on_their_way_is_not_lost(tab, engine):
    expected = engine.expected(engine.course(100, "lowest"))
    held = tab.hold()
    start(tab, 3)
    held.start()
    tab.choose("ties", 1)
    held.wait()
    tab.press("ArrowRight")
    held.release()
    tab.address_has(ties="lowest")
    expected.becomes(tab, 4)

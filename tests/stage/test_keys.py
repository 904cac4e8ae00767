"""Keys and transport buttons go to the right step, and no press is lost."""

from tests.support.waiting import expect

COURSE = "corpus=course&vocab=100"
MOVES = ("ArrowRight", "ArrowLeft", "Home", "End", "PageUp", "PageDown")


def start(tab, step=0):
    return tab.open(f"{COURSE}&step={step}")


def test_twenty_presses_make_twenty_steps(tab, engine):
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
    tab.address_has(step=0)


def test_held_key_steps_once_per_repeat(tab):
    start(tab)
    for _ in range(30):
        tab.page.keyboard.down("ArrowRight")
    tab.page.keyboard.up("ArrowRight")
    tab.still_at(30)


def test_keyboard_and_presenter_keys_step(tab, engine):
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


def test_transport_buttons_step(tab, engine):
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


def test_keys_with_modifiers_are_not_intercepted(tab):
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


def test_keys_step_after_settings_change(tab, engine):
    start(tab, 3)
    tab.show(f"{COURSE}&ties=lowest&step=3")
    engine.expected(engine.course(100, "lowest")).becomes(tab, 3)
    tab.address_has(step=3, ties="lowest")
    tab.press("ArrowRight")
    tab.still_at(4)
    tab.press(*["ArrowRight"] * 20)
    tab.still_at(24)
    tab.press("ArrowLeft", "End", "Home")
    tab.still_at(0)


def test_presses_before_settings_change_are_kept(tab, engine):
    start(tab, 3)
    tab.press("ArrowRight", "ArrowRight", "ArrowRight")
    tab.show("corpus=course&vocab=101&step=3")
    engine.expected(engine.course(101)).becomes(tab, 6)
    assert tab.last == len(engine.course(101).merges)


def test_press_while_settings_load_is_kept(tab, engine):
    held = tab.hold()
    start(tab, 3)
    held.start()
    tab.show(f"{COURSE}&ties=lowest&step=3")
    held.wait()
    tab.press("ArrowRight")
    held.release()
    engine.expected(engine.course(100, "lowest")).becomes(tab, 4)
    tab.address_has(ties="lowest", step=4)


def test_removed_stage_releases_the_keys(tab):
    start(tab, 5)
    tab.leave()
    tab.page.evaluate("""() => {
      window.taken = [];
      window.addEventListener('keydown', (e) => window.taken.push([e.key, e.defaultPrevented]));
    }""")
    tab.press("ArrowRight", "End")
    assert tab.page.evaluate("() => window.taken") == [["ArrowRight", False], ["End", False]]
    tab.address_has(step=5)
    tab.show(f"{COURSE}&step=5")
    tab.at(5)
    tab.press("ArrowRight")
    tab.still_at(6)

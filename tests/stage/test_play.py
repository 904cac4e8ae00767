"""Play, pause and speed, with a fake browser clock."""

import pytest

LATER = 3_600_000  # milliseconds; long after the page has opened on a slow machine


@pytest.fixture
def stopped(visitor, server):
    """A page whose clock advances only when the test says so."""

    def open_at(query: str):
        tab = visitor(server)
        tab.page.clock.install(time=0)
        tab.open(query)
        tab.page.clock.pause_at(LATER)
        assert not tab.playing
        return tab

    return open_at


def speeds(tab) -> list[float]:
    """The step durations that the transport offers, in seconds."""
    options = tab.transport.locator("select option")
    return [float(value) for value in options.evaluate_all("(all) => all.map((o) => o.value)")]


def chosen(tab) -> float:
    return float(tab.transport.locator("select").input_value())


def pass_by(tab, seconds: float) -> None:
    tab.page.clock.run_for(round(seconds * 1000))


def test_play_steps_to_the_end_and_stops(stopped, engine):
    expected = engine.expected(engine.course(40))
    tab = stopped("vocab=40&step=0")
    pace = chosen(tab)
    tab.press("Space")
    assert tab.playing
    for step in range(1, expected.last + 1):
        pass_by(tab, pace)
        assert (tab.step, tab.target) == (step, step)
        assert tab.words() == expected.words(step)
    assert not tab.playing
    pass_by(tab, 5 * pace)
    assert tab.step == expected.last
    tab.press("Home")
    pass_by(tab, 5 * pace)
    assert tab.step == 0


def test_space_pauses_and_resumes(stopped):
    tab = stopped("vocab=100&step=3")
    pace = chosen(tab)
    tab.press("Space")
    pass_by(tab, 2 * pace)
    assert tab.step == 5
    tab.press("Space")
    assert not tab.playing
    pass_by(tab, 10 * pace)
    assert tab.step == 5
    tab.press("Space")
    pass_by(tab, pace)
    assert tab.step == 6


def test_held_space_toggles_once(stopped):
    tab = stopped("vocab=100&step=3")
    for _ in range(6):
        tab.page.keyboard.down("Space")
    tab.page.keyboard.up("Space")
    assert tab.playing


def test_play_button_plays_and_pauses(stopped):
    tab = stopped("vocab=100&step=3")
    tab.transport.locator(".play").dispatch_event("click")
    pass_by(tab, chosen(tab))
    assert (tab.step, tab.playing) == (4, True)
    tab.transport.locator(".play").dispatch_event("click")
    pass_by(tab, 10 * chosen(tab))
    assert (tab.step, tab.playing) == (4, False)


@pytest.mark.parametrize("key", ["ArrowLeft", "End"])
def test_manual_step_stops_play(stopped, key):
    tab = stopped("vocab=100&step=3")
    tab.press("Space")
    pass_by(tab, chosen(tab))
    tab.press(key)
    assert not tab.playing
    step = {"ArrowLeft": 3, "End": tab.last}[key]
    tab.still_at(step)
    pass_by(tab, 10 * chosen(tab))
    tab.still_at(step)


def test_play_at_the_last_step_restarts(stopped, engine):
    last = len(engine.course(40).merges)
    tab = stopped(f"vocab=40&step={last}")
    assert tab.step == last
    tab.press("Space")
    assert (tab.step, tab.playing) == (0, True)
    pass_by(tab, chosen(tab))
    assert tab.step == 1


def test_every_speed_has_its_stated_pace(stopped):
    tab = stopped("vocab=100&step=0")
    offered = speeds(tab)
    assert len(set(offered)) == len(offered) > 2
    tab.press("Space")
    for seconds in offered:
        tab.transport.locator("select").select_option(f"{seconds:g}")
        assert tab.playing
        before = tab.step
        pass_by(tab, seconds * 3)
        assert tab.step == before + 3
        pass_by(tab, seconds * 0.9)
        assert tab.step == before + 3
    tab.press("Space")
    assert not tab.playing


def test_keys_step_after_choosing_a_speed_with_the_pointer(tab):
    tab.open("vocab=100&step=3")
    box = tab.transport.locator("select")
    box.click()
    tab.press("Escape")
    box.select_option("0.5")
    assert tab.focused(".transport select")
    tab.press("ArrowRight", "PageDown", "End", "Home", "ArrowRight")
    tab.still_at(1)
    assert box.input_value() == "0.5"


def test_speed_can_be_chosen_by_keyboard(tab):
    tab.open("vocab=100&step=3")
    before = chosen(tab)
    tab.focus_by_keyboard(".transport select")
    tab.press("ArrowDown")
    tab.still_at(3)
    assert chosen(tab) != before

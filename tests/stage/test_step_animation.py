"""One step forward moves for half a second; no other step does, and the next press ends it."""

from typing import Any

import pytest

from tests.support.waiting import expect

# Counts the animations that the page starts. `window.slowly` makes them last for an hour.
COUNT = """window.started = 0;
const { animate } = Element.prototype;
Element.prototype.animate = function (...given) {
  window.started += 1;
  const animation = animate.apply(this, given);
  if (window.slowly) animation.updatePlaybackRate(1e-4);
  return animation;
};"""

# What is drawn in the task of a press.
PRESS = """(repeat) => {
  const root = document.querySelector('.st-key-stage').shadowRoot;
  window.started = 0;
  document.body.dispatchEvent(new KeyboardEvent('keydown',
    { key: 'ArrowRight', repeat, bubbles: true, composed: true, cancelable: true }));
  const running = root.getAnimations();
  const moved = [...root.querySelectorAll('.joining .token')];
  const made = [...root.querySelectorAll('.layer.after .fresh')];
  const place = (e) => Math.round(e.getBoundingClientRect().left);
  return {
    step: Number(root.querySelector('[data-step]').dataset.step),
    started: window.started,
    length: Math.max(0, ...running.map((each) => each.effect.getComputedTiming().endTime)),
    moved: moved.map((e) => e.textContent),
    places: moved.filter((_, i) => i % 2 === 0).map((e, i) => place(e) - place(made[i])),
    fresh: made.map((e) => [e.textContent, getComputedStyle(e).opacity]),
    moving: [...new Set(running.flatMap((each) =>
      each.effect.getKeyframes().flatMap((frame) => Object.keys(frame))))],
  };
}"""
OF_A_FRAME = {"offset", "computedOffset", "easing", "composite"}


@pytest.fixture
def counted(tab):
    """A tab that counts the animations that the stage starts."""
    tab.page.add_init_script(COUNT)
    return tab


def press(tab, repeat: bool = False) -> dict[str, Any]:
    return tab.page.evaluate(PRESS, repeat)


def started(tab) -> int:
    return tab.page.evaluate("() => window.started")


def test_step_slides_the_pair_together_until_the_next_press(counted):
    tab = counted.open("corpus=hug&step=0")
    tab.page.evaluate("() => { window.slowly = true; }")
    drawn = press(tab)
    assert drawn["step"] == 1
    assert drawn["moved"] == ["u", "g"] * 3
    assert drawn["places"] == [0, 0, 0]  # the first frame shows the old corpus
    assert drawn["fresh"] == [["ug", "0"]] * 3
    assert set(drawn["moving"]) - OF_A_FRAME == {"opacity", "transform"}  # nothing is laid out
    assert 400 <= drawn["length"] <= 600
    drawn = press(tab)
    assert (drawn["step"], drawn["started"]) == (2, 0)
    assert drawn["moved"] == []
    assert drawn["fresh"] == [["un", "1"]] * 2


def test_moved_tokens_are_removed_at_the_end(counted):
    tab = counted.open("corpus=hug&step=0")
    tab.act("forward")
    tab.at(1)
    assert started(tab) > 6
    expect(tab.page.locator(".joining")).to_have_count(0)


def test_only_visible_words_move(counted):
    tab = counted.open("corpus=english&step=0")
    assert 0 < len(press(tab)["moved"]) < tab.page.locator(".words .fresh").count() * 2


def test_other_steps_are_not_animated(counted):
    tab = counted.open("corpus=hug&step=0")
    assert press(tab, repeat=True)["started"] == 0
    for key in ("End", "ArrowLeft", "Home"):
        tab.press(key)
    tab.page.locator(".merge-entry").nth(1).click()
    tab.at(2)
    tab.page.emulate_media(reduced_motion="reduce")
    tab.act("forward")
    tab.at(3)
    tab.page.emulate_media(reduced_motion="no-preference")
    assert started(tab) == 0


@pytest.mark.parametrize(("speed", "moves"), [("0.5", False), ("1", True)])
def test_only_slow_play_is_animated(counted, speed, moves):
    tab = counted.open("corpus=hug&step=6")  # the next is the last
    tab.transport.locator("select").select_option(speed)
    tab.act("play")
    tab.at(7)
    assert (started(tab) > 0) == moves

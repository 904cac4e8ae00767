"""Screen reader announcements, and visible keyboard focus."""

import re

import pytest

from tests.stage.addresses import PANELS, STAGES
from tests.support.tab import ACTIVE, DEEP
from tests.support.waiting import expect

FIRST = {  # a stage, and the start of what its first step says
    "/?corpus=hug&step=0": "Step 1 of 7. u+g occurs 20 times",
    "/encode?corpus=hug&input=bug&at=0": "Step 1 of ",
    "/unigram?corpus=hug&show=word&word=unhug&at=0": "Step 1 of 10. ",
    "/unigram?corpus=course&show=rounds&at=0": "Step 1 of ",
}


@pytest.mark.parametrize("address", FIRST)
def test_each_step_is_announced_in_a_sentence(tab, address):
    """The announcement has the step and its explanation once stepping pauses."""
    tab.page.goto(tab.url + address)
    tab.ready()
    live = tab.page.locator(".stage [role=status][aria-live=polite].visually-hidden")
    expect(live).to_contain_text(re.compile("^Step 0 of"))
    tab.press("ArrowRight")
    tab.at(1)
    expect(live).to_contain_text(re.compile("^Step 1 of"))
    why = tab.page.locator(".why").text_content()
    assert f". {why}" in live.text_content()
    assert live.text_content().startswith(FIRST[address])


def test_lattice_has_a_text_description(tab):
    tab.open("corpus=hug&show=word&word=unhug", "/unigram")
    items = tab.page.get_by_role("region", name="The lattice of unhug").get_by_role("listitem")
    texts = [text for text in items.all_text_contents() if "unh" not in text]
    assert items.count() == tab.page.locator(".lattice .arc").count()
    hug = "hug: probability 15/210 = 0.071429, score 2.6391; from position 2 to 5."
    assert hug in texts


# Notes, for each element that gets the focus, how it looks, and how it looks once it lost it.
NOTE_FOCUS = f"""() => {{ {DEEP}
  const look = (n, part) => {{ const s = getComputedStyle(n, part); return [s.outline, s.boxShadow,
    s.borderColor, s.backgroundColor, s.color, s.textDecoration].join('|'); }};
  const signature = (e) => {{
    const found = [];
    for (let n = e, i = 0; n && i < 6; n = n.parentElement ?? n.getRootNode().host, i += 1)
      found.push(look(n), getComputedStyle(n, '::before').boxShadow);
    return found.join('\\n');
  }};
  const active = {ACTIVE};
  let last = null;
  window.stops = 0;
  window.unseen = [];
  window.noteFocus = () => {{
    const now = active();
    if (last && last.look === signature(last.element))
      window.unseen.push(last.element.outerHTML.slice(0, 200));
    last = null;
    if (!now || now === document.body) return false;
    last = {{ element: now, look: signature(now) }};
    window.stops += 1;
    return true;
  }};
}}"""
WITHOUT_STOPS = ("question, words",)  # nothing there can have the focus


def test_focus_is_always_visible(tab, subtests):
    """Every element reached by Tab looks different while it has the focus."""
    stages = STAGES | {"training": ("/", "corpus=hug&step=2")}
    presented = {"projector": ("/encode", "view=projector")}  # last: panels have no way to end it
    for name, (path, query) in (stages | PANELS | presented).items():
        if name in WITHOUT_STOPS:
            continue
        with subtests.test(name):
            tab.go(query, path)
            expect(tab.page.locator(".stage").first).to_be_visible()
            is_stage = name in stages | presented
            if is_stage:
                tab.ready()
            tab.page.add_style_tag(content="* { transition: none !important }")
            tab.page.evaluate(NOTE_FOCUS)
            for _ in range(45):
                tab.press("Tab")
                if not tab.page.evaluate("() => window.noteFocus()"):
                    break
            assert tab.page.evaluate("() => window.unseen") == []
            assert tab.page.evaluate("() => window.stops") >= (10 if is_stage else 1)

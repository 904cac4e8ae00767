"""Checks of a page: whether it fits the screen, shifts, or violates an accessibility rule."""

from collections.abc import Iterable

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.support.cases import few_or_many
from tests.support.tab import DEEP
from tests.support.waiting import expect

DESK, PHONE = (1366, 768), (360, 740)
PAPERS = {"light": "rgb(255, 255, 255)", "dark": "rgb(18, 21, 29)"}  # background of each scheme
CONTRAST = "color-contrast"  # the axe rule that takes the most time
COLORS = ["link-in-text-block"]  # the other axe rules that depend on the scheme
SAME_LOOK = few_or_many(3, 10_000)  # texts of one look whose contrast is measured
STREAMLITS = ("presentation-role-conflict",)  # rules that parts of Streamlit's own break

# What goes over the right edge and is not in a region that scrolls by itself.
OVER = f"""() => {{ {DEEP}
  const box = (e) => e.getBoundingClientRect();
  const out = (e) => box(e).width > 1 && box(e).right > innerWidth + 1;
  const page = document.querySelector('[data-testid=stMain]');
  const seen = (e) => e.checkVisibility({{ visibilityProperty: true }});
  const wide = [document.documentElement, page].filter((e) => e.scrollWidth > innerWidth);
  const own = 'svg, .picture, .wide, thead, .present-bar, ' + (innerWidth > 700 ? '.line' : 'none');
  return [...wide, ...deep('.stage *').filter((e) => out(e) && seen(e) && !e.closest(own))]
    .map((e) => e.tagName + '.' + (e.className.baseVal ?? e.className)).slice(0, 5);
}}"""

# Notes every layout shift from now on in `window.shifts`.
WATCH_SHIFTS = """() => { window.shifts = []; window.shiftWatch?.disconnect();
const box = (r) => [r.x, r.y, r.width, r.height].map(Math.round).join(' ');
window.shiftWatch = new PerformanceObserver((list) => { for (const entry of list.getEntries())
  window.shifts.push(entry.sources.map((s) => box(s.previousRect) + ' to ' + box(s.currentRect)));
});
window.shiftWatch.observe({ type: 'layout-shift', buffered: false }); }"""

# The place of each part that holds what a step shows and of what is below, out of sight too.
PLACES_OF_PARTS = f"""{DEEP}
const placesOfParts = () => {{
  const parts = '.main-controls > *, .more-controls > *, .merge, .equation-box, .facts, ' +
    '.explanation, .picture, .columns, .halves, .scroll, .words, .watched, .top, .body h2, ' +
    '.overview section, .list, .roots';
  const box = (e) => {{ const r = e.getBoundingClientRect();
    return [r.x, r.y + scrollY, r.width, r.height].map(Math.round).join(' '); }};
  const below = '.chart, .drawing, [data-testid=stExpander]';
  return [parts, below].flatMap((css) => deep(css)).map((e) => e.className + ': ' + box(e)
    ).filter((each) => !each.endsWith(' 0 0'));
}};"""

# Goes some steps forward by the key, and returns what has moved: [step, part, ...]. Each step is
# painted before the next press. Records on their way are awaited.
STEP_AND_COMPARE = f"""async (presses) => {{ {PLACES_OF_PARTS}
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const before = placesOfParts();
  const moved = before.length > 10 ? [] : [['too few parts', before.length]];
  const [stage] = deep('[data-step]');
  const start = Number(stage.dataset.step);
  for (let step = start + 1; step <= start + presses; step += 1) {{
    document.body.dispatchEvent(new KeyboardEvent('keydown',
      {{ key: 'ArrowRight', bubbles: true, composed: true, cancelable: true }}));
    do {{ await frame(); }} while (Number(deep('[data-step]')[0].dataset.step) !== step);
    for (let i = 0; i < 3; i += 1) await frame(); // what is below the fold follows in two
    const now = placesOfParts();
    const changed = now.filter((each, i) => each !== before[i]);
    if (changed.length || now.length !== before.length) moved.push([step, ...changed]);
  }}
  return moved;
}}"""


Box = dict[str, float]  # as Playwright returns it


def overlaps(one: Box, other: Box) -> bool:
    """Return whether two boxes have a point in common.

    >>> box = {"x": 0, "y": 0, "width": 10, "height": 10}
    >>> overlaps(box, box | {"x": 9}), overlaps(box, box | {"y": 10})
    (True, False)
    """
    return all(
        one[start] < other[start] + other[size] and other[start] < one[start] + one[size]
        for start, size in (("x", "width"), ("y", "height"))
    )


# Runs axe. Most of its time goes to the contrast of each text, so of the texts that look the same,
# with the same colors around them, it measures some.
RUN_AXE = f"""async ([only, some]) => {{ {DEEP}
  const looks = new Map(), numbers = new Map(), counts = new Map();
  const lookOf = (e) => {{
    if (!e || looks.has(e)) return looks.get(e);
    const {{ color, background, opacity, font, textShadow, filter, mixBlendMode }} =
      getComputedStyle(e);
    const own = [color, background, opacity, font, textShadow, filter, mixBlendMode];
    const look = [lookOf(e.parentElement ?? e.getRootNode().host), ...own].join('|');
    if (!numbers.has(look)) numbers.set(look, numbers.size);
    looks.set(e, numbers.get(look));
    return looks.get(e);
  }};
  const hasText = (e) => e.matches('input, select, textarea') ||
    [...e.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const isOneOfSome = (e) => {{
    const count = (counts.get(lookOf(e)) ?? 0) + 1;
    counts.set(lookOf(e), count);
    return count <= some;
  }};
  const texts = deep('*').filter((e) =>
    hasText(e) && e.checkVisibility({{ visibilityProperty: true }}) && isOneOfSome(e));
  const options = {{ resultTypes: ['violations'], preload: false }};
  const rules = only.length ? {{ runOnly: only }} : {{}};
  const others = {{ ...options, ...rules, rules: {{ '{CONTRAST}': {{ enabled: false }} }} }};
  const runs = [await axe.run(document, others)];
  if (texts.length) runs.push(await axe.run(texts, {{ ...options, runOnly: ['{CONTRAST}'] }}));
  return runs.flatMap(({{ violations }}) => violations).flatMap(({{ id, nodes }}) =>
    nodes.slice(0, 3).map((node) =>
      [id, node.target, (node.failureSummary ?? '').slice(0, 300)]));
}}"""


def broken_rules(
    page: Page, only: Iterable[str] = (), some: int = SAME_LOOK
) -> list[tuple[str, list[str], str]]:
    """Return the violations that axe finds: rule, element and reason.

    only: the rules to run besides that about contrast, which is measured for some texts of one
    look. axe is injected into a page once.
    """
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(RUN_AXE, [list(only), some])
    return [tuple(each) for each in found if each[0] not in STREAMLITS]


def broken_rules_in(page: Page, scheme: str, first: bool) -> list[tuple[str, list[str], str]]:
    """Return the violations that axe finds in a color scheme. Schemes differ only in their colors:
    all rules run in the first one, only those for colors in the others.
    """
    page.emulate_media(color_scheme=scheme)
    painted = page.get_by_test_id("stApp").or_(page.locator("body")).first
    expect(painted).to_have_css("background-color", PAPERS[scheme])
    return broken_rules(page, () if first else COLORS)

"""What moves and what does not, and what a screen reader and a keyboard find."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.support.tab import DEEP

SHIFTS = """() => { window.shifts = [];
const box = (r) => [r.x, r.y, r.width, r.height].map(Math.round).join(' ');
new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shifts.push(
  entry.sources.map((s) => box(s.previousRect) + ' to ' + box(s.currentRect))); }
).observe({ type: 'layout-shift', buffered: false }); }"""
# The parts that hold what a step shows, and what lies below them, out of sight too.
PARTS = f"""() => {{ {DEEP}
  const parts = '.moves > *, .more > *, .merge, .room, .facts, .saying, .picture, .sides, ' +
    '.halves, .scroll, .words, .watched, .top, .body h2, .ledger section, .list, .roots';
  const box = (e) => {{ const r = e.getBoundingClientRect();
    return [r.x, r.y + scrollY, r.width, r.height].map(Math.round).join(' '); }};
  const below = '[data-testid=stVegaLiteChart], [data-testid=stExpander]';
  return [parts, below].flatMap((css) => deep(css)).map((e) => e.className + ': ' + box(e)
    ).filter((each) => !each.endsWith(' 0 0'));
}}"""
STEPPED = {  # of each page with a stage, and of texts that stretch it
    "training": "/?vocab=100",
    "training, right to left": "/?corpus=arabic",
    "training, emoji": "/?corpus=emoji",
    "training, Chinese": "/?corpus=chinese",
    "training, projector": "/?vocab=100&view=projector",
    "encoding": "/encode?corpus=course&vocab=300&input=Understand+how+mugs+are+tokenized.",
    "encoding, projector": "/encode?corpus=course&view=projector",
    "word": "/unigram?corpus=hug&word=unhugunhugunhug",
    "word, many ways": "/unigram?corpus=course",
    "rounds": "/unigram?corpus=course&show=rounds",
    "rounds of EM": "/unigram?corpus=course&show=rounds&method=em",
}


ON_A_PHONE = ("training", "training, right to left", "encoding", "word", "rounds")


@pytest.mark.parametrize(
    ("page", "size"),
    [*((page, (1366, 768)) for page in STEPPED), *((page, (390, 844)) for page in ON_A_PHONE)],
)
def test_nothing_shifts_over_fifty_steps(visitor, server, page, size):
    """Every layout shift counts, those that follow a key press too; and so does what is out of
    sight: each part of the stage stays where it is and as large as it is.
    """
    tab = visitor(server, viewport={"width": size[0], "height": size[1]})
    path, query = STEPPED[page].split("?")
    with tab.watch.expecting("404.*/_stcore/"):
        tab.open(query + "&at=0&step=0", path)
    tab.quiet()
    tab.page.evaluate(SHIFTS)
    parts = tab.page.evaluate(PARTS)
    assert len(parts) > 10
    for k in range(1, min(50, tab.last) + 1):
        tab.press("ArrowRight")
        tab.at(k)
        tab.settle()
        assert tab.page.evaluate(PARTS) == parts, k
    assert tab.page.evaluate("window.shifts") == []


PAGES = {  # the path and query of each page, and what shows that it is drawn
    "/?step=9": "[data-step='9']",
    "/?step=9&view=projector": "[data-step='9']",
    "/encode?corpus=course&at=3": "[data-step='3']",
    "/unigram?corpus=hug&at=3": "[data-step='3']",
    "/unigram?corpus=course&show=rounds&at=2": "[data-step='2']",
    "/unigram?corpus=hug&show=beside": ".beside table",
    "/practice?corpus=hug": ".stForm, [data-testid=stForm]",
    "/lesson?": ".lesson li",
    "/course?": "table",
    "/algorithm?": "[data-testid=stCode]",
}
STREAMLITS = ("presentation-role-conflict",)  # rules that parts of Streamlit's own break
COLOURS = ["color-contrast", "link-in-text-block"]
DESK, PHONE = (1366, 768), (360, 740)
BOTH = {"light": "rgb(255, 255, 255)", "dark": "rgb(18, 21, 29)"}  # a scheme and its paper


@pytest.mark.parametrize(
    ("lang", "size", "schemes"),
    [
        *((lang, DESK, ("light", "dark")) for lang in ("en", "zh-Hant", "ko")),
        ("en", PHONE, ("dark",)),
        ("ko", PHONE, ("light",)),
    ],
)
def test_axe_finds_nothing(chromium, server, subtests, lang, size, schemes):
    context = chromium.new_context(viewport={"width": size[0], "height": size[1]})
    for path, drawn in PAGES.items():
        page = context.new_page()
        page.emulate_media(color_scheme=schemes[0])
        page.goto(f"{server.url}{path}&lang={lang}")
        page.locator(drawn).first.wait_for()
        page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
        page.wait_for_selector(".stHtml style", state="attached")  # fetched last, for itself
        for scheme in schemes:
            with subtests.test(path, scheme=scheme):
                page.emulate_media(color_scheme=scheme)
                app = page.get_by_test_id("stApp")
                expect(app).to_have_css("background-color", BOTH[scheme])
                # A second scheme has other colours, and nothing else.
                only = {} if scheme == schemes[0] else {"runOnly": COLOURS}
                found = [
                    (v["id"], node["target"], node.get("failureSummary", "")[:300])
                    for v in Axe().run(page, options=only).response["violations"]
                    if v["id"] not in STREAMLITS
                    for node in v["nodes"][:3]
                ]
                assert found == []
        page.close()
    context.close()


def test_nothing_moves_for_those_who_ask_for_less(chromium, server):
    context = chromium.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{server.url}/?step=1")
    page.wait_for_selector("[data-step='1']")
    name = "e => getComputedStyle(e).animationName"
    assert page.locator(".token.fresh").first.evaluate(name) == "none"
    context.close()


def test_a_new_token_s_motion_is_short(tab):
    tab.open("step=1")
    fresh = tab.page.locator(".layer.after .token.fresh").first
    assert fresh.evaluate("e => getComputedStyle(e).animationName") != "none"
    length = fresh.evaluate("e => parseFloat(getComputedStyle(e).animationDuration)")
    assert 0 < length < 0.3


def test_the_last_step_and_the_whole_first_screen_fit_a_laptop(tab):
    tab.page.set_viewport_size({"width": 1366, "height": 640})
    tab.open("step=19")
    rows = tab.page.locator(".sides tr.row")
    box = tab.page.locator(".sides").bounding_box()
    assert box["y"] + box["height"] <= 640
    scroll = tab.page.locator(".sides .pairs .scroll").bounding_box()
    seen = [
        r for r in rows.all()[:12] if r.bounding_box()["y"] + 20 < scroll["y"] + scroll["height"]
    ]
    assert len(seen) >= 10
    size = tab.page.locator(".equation .token").first.evaluate(
        "e => parseFloat(getComputedStyle(e).fontSize)"
    )
    assert size >= 40
    expect(tab.page.locator(".why")).to_contain_text("Training ends here")

"""Every page of the app as a whole: accessible, and never wider than the screen.

The stage and the panels, which are most of each page, are checked in every size in tests/stage.
"""

from itertools import cycle

from tests.support.page_checks import DESK, OVER, PHONE, broken_rules
from tests.support.waiting import expect

# A page and what shows that it is drawn. Small corpora: the stage has tests of its own.
PAGES = {
    "/?corpus=hug&step=3": "[data-step='3']",
    "/encode?corpus=hug&at=1": "[data-step='1']",
    "/unigram?corpus=hug&at=3": "[data-step='3']",
    "/unigram?corpus=hug&show=rounds&at=1": "[data-step='1']",
    "/unigram?corpus=hug&show=comparison": ".comparison tr.row",
    "/tokenizers?corpus=hug": ".tokenizers .token",
    "/practice?corpus=hug&seed=3": ".practice.question",
    "/lesson?": ".overview .chapter",
    "/course?": ".figures table",
    "/algorithm?": "[data-testid=stCode]",
}
SIZES = (DESK, (820, 1100), PHONE)


def test_every_page_is_accessible_and_fits_every_screen(tab, subtests):
    kinds = cycle(((DESK, "en"), (PHONE, "zh-Hant")))
    for (path, drawn), (checked, lang) in zip(PAGES.items(), kinds, strict=False):
        tab.resize(DESK)
        with tab.watch.expecting("404.*/_stcore/"):
            tab.page.goto(f"{tab.url}{path}&lang={lang}")
            expect(tab.page.locator(drawn).first).to_be_visible()
            tab.idle()
        for size in SIZES:
            with subtests.test(path, size=size):
                tab.resize(size)
                tab.until(lambda: tab.page.evaluate(OVER) == [])  # a plot follows the window late
                if size == PHONE:  # Streamlit moves its links into the sidebar
                    expect(tab.page.get_by_test_id("stSidebarNavLink").first).to_be_attached()
                if size == checked:
                    assert broken_rules(tab.page) == []

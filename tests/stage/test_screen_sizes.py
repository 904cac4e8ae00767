"""Nothing is wider than the screen, in any size and language."""

from itertools import cycle

import pytest
from playwright.sync_api import expect

from tests.stage.addresses import PANELS, STAGES
from tests.support.page_checks import OVER, overlaps

SIZES = (  # a page is opened in the first, and then made smaller
    (1920, 1080),
    (1366, 768),
    (1000, 800),
    (820, 1100),
    (768, 1024),
    (360, 740),
)
ADDRESSES = {
    **STAGES,
    **PANELS,
    "training, English": ("/", "corpus=english&step=40"),
    "training, projector": ("/", "corpus=course&step=6&view=projector"),
    "encoding, two lines": ("/encode", "corpus=course&at=2&input=One+line%0AAnother"),
}


def check(tab, subtests, name: str, lang: str, sizes) -> None:
    """Open a page and make the window smaller."""
    path, query = ADDRESSES[name]
    tab.resize(SIZES[0])
    tab.page.goto(f"{tab.url}{path}?{query}&lang={lang}")
    expect(tab.page.locator(".stage").first).to_be_visible()
    if path in ("/", "/encode", "/unigram"):
        tab.ready()
    for size in sizes:
        with subtests.test(name, lang=lang, size=size):
            tab.resize(size)
            tab.until(lambda: tab.page.evaluate(OVER) == [])


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "ko"])
def test_step_counter_is_never_cut(tab, lang, subtests):
    for query in ("corpus=notebook", "corpus=english&vocab=200&step=100"):
        tab.open(f"{query}&lang={lang}")
        for width in (1210, 1280, 1366):
            with subtests.test(query, width=width):
                tab.resize((width, 720))
                box = tab.page.locator(".title").bounding_box()
                for each in (
                    tab.page.locator(".transport")
                    .locator(":is(button, select, input):visible")
                    .all()
                ):
                    assert not overlaps(box, each.bounding_box())


def test_pages_fit_every_screen(tab, subtests):
    for name in ADDRESSES:
        check(tab, subtests, name, "en", SIZES)


def test_pages_fit_every_screen_in_chinese_and_korean(tab, subtests):
    for name, lang in zip(ADDRESSES, cycle(("zh-Hant", "ko")), strict=False):
        check(tab, subtests, name, lang, ((820, 1100), (360, 740)))

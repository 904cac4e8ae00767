"""Nothing is wider than the screen, whatever its size and whatever the language."""

import pytest
from playwright.sync_api import expect

from tests.stage.places import PANELS, STAGES
from tests.support.looks import OVER

SIZES = (  # a page is opened in the first, and then made smaller
    (1920, 1080),
    (1366, 768),
    (1150, 800),
    (1000, 800),
    (820, 1100),
    (768, 1024),
    (390, 844),
    (360, 740),
)
PLACES = {
    **STAGES,
    **PANELS,
    "training, English": ("/", "corpus=english&step=40"),
    "training, projector": ("/", "step=6&view=projector"),
    "encoding, two lines": ("/encode", "corpus=course&at=2&input=One+line%0AAnother"),
}


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "ko"])
def test_nothing_is_wider_than_any_screen(tab, subtests, lang):
    """English at every size; the other languages on a laptop, a tablet and a phone."""
    for name, (path, query) in PLACES.items():
        tab.resize(SIZES[0])
        tab.page.goto(f"{tab.url}{path}?{query}&lang={lang}")
        expect(tab.page.locator(".stage").first).to_be_visible()
        if path in ("/", "/encode", "/unigram"):
            tab.ready()
        for size in SIZES if lang == "en" else (SIZES[1], SIZES[4], SIZES[-1]):
            with subtests.test(name, size=size):
                tab.resize(size)
                tab.until(lambda: tab.page.evaluate(OVER) == [])

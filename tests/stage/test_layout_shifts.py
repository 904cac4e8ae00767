"""The layout does not shift while stepping: parts keep their position and size."""

import pytest

from tests.support.cases import few_or_many
from tests.support.page_checks import STEP_AND_COMPARE, WATCH_SHIFTS

STEPPED = {  # every renderer, and texts that stretch it
    "training": "/?vocab=100",
    "training, right to left": "/?corpus=arabic",
    "training, emoji": "/?corpus=emoji",
    "training, Chinese": "/?corpus=chinese",
    "training, projector": "/?corpus=course&view=projector",
    "encoding": "/encode?corpus=course&vocab=300&input=Understand+how+mugs+are+tokenized.",
    "encoding, projector": "/encode?corpus=course&view=projector",
    "word": "/unigram?corpus=hug&show=word&word=unhugunhugunhug",
    "word, many segmentations": "/unigram?corpus=course&show=word",
    "rounds": "/unigram?corpus=course&show=rounds",
    "both": "/unigram?corpus=english&show=both",
    "rounds of EM": "/unigram?corpus=course&show=rounds&method=em",
}
ON_A_PHONE = ("training", "encoding", "word", "rounds", "both")
MOST_STEPS = 12
# With thousands of tokens, a step takes up to ten times the work of another page's.
LARGE = ("training, right to left", "training, emoji", "training, Chinese")
MOST_LARGE_STEPS = few_or_many(6, MOST_STEPS)


@pytest.mark.parametrize(("pages", "size"), [(STEPPED, (1366, 768)), (ON_A_PHONE, (390, 844))])
def test_layout_does_not_shift_while_stepping(tab, pages, size, subtests):
    tab.page.set_viewport_size({"width": size[0], "height": size[1]})
    for page in pages:
        with subtests.test(page):
            path, query = STEPPED[page].split("?")
            tab.go(f"{query}&at=0&step=0", path)
            tab.at(0)
            tab.quiet()
            tab.page.evaluate("() => document.fonts.ready.then(() => true)")
            tab.settle()
            tab.page.evaluate(WATCH_SHIFTS)
            presses = min(MOST_LARGE_STEPS if page in LARGE else MOST_STEPS, tab.last)
            assert tab.page.evaluate(STEP_AND_COMPARE, presses) == []
            tab.at(presses)
            assert tab.page.evaluate("() => window.shifts") == []

"""The step counter in the middle of the transport is never cut. Widths: test_accessibility.py."""

from tests.support.page_checks import overlaps


def test_step_counter_is_never_cut(tab, subtests):
    for lang in ("en", "zh-Hant", "ko"):
        for query in ("corpus=notebook", "corpus=english&vocab=200&step=100"):
            tab.open(f"{query}&lang={lang}")
            for width in (1210, 1280, 1366):
                with subtests.test(query, lang=lang, width=width):
                    tab.resize((width, 720))
                    box = tab.page.locator(".title").bounding_box()
                    controls = ".transport :is(button, select, input):visible"
                    for each in tab.page.locator(controls).all():
                        assert not overlaps(box, each.bounding_box())

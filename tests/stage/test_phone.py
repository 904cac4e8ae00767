"""The stage on a phone: collapsed tables, and controls within reach of the thumb."""

import pytest

from tests.support.waiting import expect

FOLDED = (
    "/encode?at=3",
    "/unigram?corpus=course&show=word&at=9",
    "/unigram?corpus=course&show=rounds&at=3",
)
SIZE = {"width": 360, "height": 740}


@pytest.mark.parametrize("address", ["/?step=9", *FOLDED, "/comparison?corpus=course"])
def test_tables_collapse_on_a_phone(visitor, server, address):
    """No table is wider than its region, no cell is cut off, and a table is still a table."""
    tab = visitor(server, viewport=SIZE)
    tab.page.goto(tab.url + address)
    expect(tab.page.locator("tr.row").first).to_be_visible()
    tab.quiet()
    wide = "e.offsetWidth > 1 && e.scrollWidth > e.clientWidth + 1"
    for parts in (".scroll", "tr.row:not(.yet) td"):
        assert not tab.page.locator(parts).evaluate_all(
            f"(all) => all.filter((e) => {wide}).map((e) => e.className)"
        )
    assert tab.page.get_by_role("row").count() >= 2  # the header and at least one row
    assert tab.page.get_by_role("columnheader").count() > 2


@pytest.mark.parametrize("address", ["/?step=3", *FOLDED])
def test_step_buttons_are_within_reach_of_the_thumb(visitor, server, address):
    """They are at the lower edge wherever the stage is scrolled to, and large enough."""
    tab = visitor(server, viewport=SIZE, has_touch=True)
    tab.page.goto(tab.url + address)
    tab.ready()
    step = tab.step
    for distance in (0, 300, 300):
        tab.page.mouse.move(180, 300)
        tab.page.mouse.wheel(0, distance)
        tab.settle()
        for name in ("first", "back", "play", "forward", "last"):
            box = tab.transport.locator(f".{name}").bounding_box()
            assert box["width"] >= 44
            assert box["height"] >= 44
            assert SIZE["height"] / 2 < box["y"] < SIZE["height"] - box["height"]
        tab.transport.locator(".forward").tap()
        step += 1
        tab.at(step)

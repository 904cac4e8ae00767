"""The stage on a phone: collapsed tables, and controls within reach of the thumb."""

import pytest

from tests.support.waiting import expect

FOLDED = (
    "/encode?at=3",
    "/unigram?corpus=course&show=word&at=9",
    "/unigram?corpus=course&show=rounds&at=3",
)
SIZE = {"width": 360, "height": 740}


@pytest.fixture
def phone(visitor, server):
    return visitor(server, viewport=SIZE, has_touch=True)


def test_tables_collapse_on_a_phone(phone, subtests):
    """No table is wider than its region, no cell is cut off, and a table is still a table."""
    for address in ("/?step=9", *FOLDED, "/comparison?corpus=course"):
        with subtests.test(address):
            path, query = address.split("?")
            phone.go(query, path)
            expect(phone.page.locator("tr.row").first).to_be_visible()
            phone.quiet()
            wide = "e.offsetWidth > 1 && e.scrollWidth > e.clientWidth + 1"
            for parts in (".scroll", "tr.row:not(.yet) td"):
                assert not phone.page.locator(parts).evaluate_all(
                    f"(all) => all.filter((e) => {wide}).map((e) => e.className)"
                )
            assert phone.page.get_by_role("row").count() >= 2  # the header and at least one row
            assert phone.page.get_by_role("columnheader").count() > 2


def test_step_buttons_are_within_reach_of_the_thumb(phone, subtests):
    """They are at the lower edge wherever the stage is scrolled to, and large enough."""
    for address in ("/?step=3", *FOLDED):
        with subtests.test(address):
            path, query = address.split("?")
            phone.go(query, path)
            phone.ready()
            step = phone.step
            for distance in (0, 300, 300):
                phone.page.mouse.move(180, 300)
                phone.page.mouse.wheel(0, distance)
                phone.settle()
                for name in ("first", "back", "play", "forward", "last"):
                    box = phone.transport.locator(f".{name}").bounding_box()
                    assert box["width"] >= 44
                    assert box["height"] >= 44
                    assert SIZE["height"] / 2 < box["y"] < SIZE["height"] - box["height"]
                phone.transport.locator(".forward").tap()
                step += 1
                phone.at(step)


def test_no_line_of_the_watched_sentence_ends_in_a_word(phone):
    phone.go("watch=Lighthouse+keepers+listened+carefully&lang=ko&step=0")
    phone.ready()
    lines = """(all) => all.map((word) => new Set(
      [...word.querySelectorAll('.token')].map((e) => e.getBoundingClientRect().top)).size)"""
    words = phone.page.locator(".watched .line-word")
    expect(words).to_have_count(4)
    assert words.evaluate_all(lines) == [1, 1, 1, 1]
    tops = "(all) => new Set(all.map((e) => e.getBoundingClientRect().top)).size"
    assert words.evaluate_all(tops) > 1


def test_round_that_changes_no_word_leaves_no_empty_screen(phone):
    phone.go("corpus=course&show=rounds&at=2", "/unigram")
    phone.at(2)
    expect(phone.page.locator(".changes .nothing")).to_be_visible()
    assert phone.page.locator(".changes").bounding_box()["height"] < SIZE["height"] / 3
    phone.go("corpus=unigram-en&show=rounds&method=em&at=2", "/unigram")
    phone.at(2)
    phone.settle()
    expect(phone.page.locator(".example")).to_be_hidden()
    assert phone.page.locator(".example").bounding_box() is None


def test_reason_of_the_first_round_is_seen_whole(phone):
    phone.resize((344, 640))  # what the app's margins leave
    phone.go("corpus=hug&show=rounds&at=0&lang=ko", "/unigram")
    phone.at(0)
    why = phone.page.locator(".why")
    expect(why).not_to_be_empty()
    assert why.evaluate("(node) => node.scrollHeight <= node.clientHeight")


def test_note_does_not_touch_the_table_above_it(phone):
    phone.go("corpus=hug&show=rounds&at=1", "/unigram")
    phone.at(1)
    note = phone.page.locator(".example .note")
    expect(note).not_to_be_empty()
    table = phone.page.locator(".example .scroll").bounding_box()
    assert note.bounding_box()["y"] - table["y"] - table["height"] >= 4

"""The fast training: each step shows what it takes from the heap, and what it changes."""

from tests.support.waiting import expect


def test_steps_show_stale_entries_words_and_counts(tab):
    tab.open("corpus=hug", "/fast")
    tab.at(0)
    page = tab.page
    rows = ".{} tbody tr:visible"
    expect(page.locator(rows.format("heap-counts"))).to_have_count(6)
    expect(page.locator(".heap-words thead th")).to_have_text(["Count", "Tokens"])
    for k in (1, 2):
        tab.press("ArrowRight")
        tab.at(k)
    heap = page.locator(rows.format("heap"))
    expect(heap.nth(0)).to_have_class("row gone")
    expect(heap.nth(0)).to_contain_text("stale: now 12")
    expect(heap.nth(1)).to_have_class("row chosen")
    expect(page.locator(rows.format("heap-words"))).to_have_text(["×12punpun", "×4bunbun"])
    expect(page.locator(rows.format("heap-counts")).nth(0)).to_have_text("u+n160−16")
    tab.press("Home")
    tab.at(0)
    expect(page.locator(".heap-words thead th")).to_have_text(["Count", "Tokens"])


def test_question_hides_what_is_stale_until_it_is_answered(tab):
    tab.open("corpus=hug&position=1&view=predict", "/fast")
    page = tab.page
    expect(page.locator(".prediction .choice")).to_have_count(6)
    expect(page.locator(".heap tbody tr:visible")).to_have_count(9)
    expect(page.locator(".heap td.state:visible")).to_have_count(0)
    tab.press("a")
    tab.at(2)
    expect(page.locator(".explanation")).to_contain_text("is stale: its count is 12 now.")
    expect(page.locator(".heap tr.gone td.state")).to_have_text("stale: now 12")

"""One word under both methods: BPE's merges, the two paths of the lattice, BPE's rank."""

from tests.support.waiting import expect

LOOKS = """(arcs) => arcs.map((arc) => {
  const lines = [...arc.parentNode.querySelectorAll(".arc-line")];
  const own = lines.find((each) => each.dataset.piece === arc.dataset.id);
  const line = getComputedStyle(own.querySelector("path"));
  const outline = arc.querySelector(".outline");
  const framed = outline !== null && getComputedStyle(outline).display !== "none";
  return [arc.dataset.id, line.strokeDasharray !== "none", framed];
})"""


def test_both_results_are_found_step_by_step_and_compared(tab):
    tab.open("corpus=english&show=both", "/unigram")
    tab.at(0)
    found = tab.page.locator(".both-verdict .found")
    later = tab.page.locator(".both-verdict .later")
    tokens = tab.page.locator(".word-merges tr:not(.yet) td.segmentation")
    expect(tokens).to_have_count(1)
    expect(later).to_be_visible()
    expect(found).to_be_hidden()
    for k in (1, 2):
        tab.press("ArrowRight")
        tab.at(k)
        expect(tokens).to_have_count(k + 1)
    expect(tokens.last).to_have_text("▁under")
    expect(tokens.last.locator(".token")).to_have_text(["▁", "u", "nd", "er"])
    tab.press("End")
    tab.at(9)
    expect(found).to_be_visible()
    expect(later).to_be_hidden()
    expect(found.locator("h2")).to_contain_text("place 3 of 6")
    expect(found.locator(".reason")).to_contain_text("Merge 6 joins")
    tab.address_has(position=9, show="both")


def test_paths_differ_by_line_and_frame(tab):
    tab.open("corpus=english&show=both&position=9", "/unigram")
    tab.at(9)
    looks = tab.page.locator(".arc").evaluate_all(LOOKS)
    dashed = {piece for piece, is_dashed, _ in looks if is_dashed}
    framed = {piece for piece, _, is_framed in looks if is_framed}
    assert dashed == {"▁", "u", "nd"}  # of BPE alone
    assert framed == {"▁", "u", "nd", "er"}  # of BPE
    assert set(tab.page.locator(".arc[data-state=path] .piece").all_text_contents()) == {
        *("▁un", "d", "er")
    }

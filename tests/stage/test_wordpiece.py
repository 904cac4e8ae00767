"""WordPiece on the stage: scores next to counts, ## in the corpus, and the question."""

from pages.state.defaults import defaults, with_algorithm
from tests.support.waiting import expect

QUERY = "corpus=hug&algorithm=wordpiece"


def cells(tab, row: int) -> list[str]:
    return tab.page.locator(".pairs tr.row").nth(row).locator("td").all_inner_texts()


def places(tab) -> list[dict[str, float]]:
    return [word.bounding_box() for word in tab.page.locator(".layer.after .word").all()]


def test_stage_steps_through_scores(tab):
    run = with_algorithm(defaults("hug"), "wordpiece").train_wordpiece()
    tab.open(f"{QUERY}&step=1")
    tab.at(1)
    expect(tab.page.locator(".equation")).to_have_text("##g+##s→##gs")
    expect(tab.page.locator(".fact.count")).to_have_text("score 0.05")
    expect(tab.page.locator(".why")).to_contain_text("5 / (20 × 5) = 0.05")
    heads = tab.page.locator(".pairs th").all_inner_texts()
    assert heads == ["Pair", "Count", "Score", "Change", "Status"]
    assert cells(tab, 0)[1:] == ["5", "0.05", "", "merged"]
    assert cells(tab, 1)[1:4] == ["15", "0.02778", ""]
    bars = tab.page.locator(".pairs td.score .bar")
    assert [bar.evaluate("bar => bar.style.width") for bar in bars.all()[:2]] == ["100%", "55.6%"]
    tab.page.locator(".pairs tr.row").nth(1).hover()
    expect(tab.page.locator(".detail")).to_contain_text(
        "h+##u: 10 hug + 5 hugs = 15. Score: 15 / (15 × 36) = 0.02778"
    )
    tab.page.mouse.move(0, 0)
    before = places(tab)
    for step in range(2, len(run.merges) + 1):
        tab.press("ArrowRight")
        tab.at(step)
        split = [list(tokens) for tokens, _ in run.words_at(step)]
        words = tab.page.locator(".layer.after .word").all()
        assert [word.locator(".token").all_inner_texts() for word in words] == split
        for now, then in zip(places(tab), before, strict=True):  # no word moves
            assert all(abs(now[side] - then[side]) < 1 for side in ("x", "y", "width"))
    expect(tab.page.locator(".watched .token")).to_have_text(["bu", "##g", "[UNK]", "[UNK]"])
    expect(tab.page.get_by_text("You are the trainer")).to_have_count(0)
    expect(tab.page.locator(".downloads a")).to_have_text(
        [
            "Merges as CSV",
            "Report (HTML, works offline)",
            f"Pairs at step {len(run.merges)} as CSV",
        ]
    )


def test_most_frequent_pair_is_a_known_mistake(tab):
    tab.open(f"{QUERY}&step=0&view=predict")
    tab.page.locator(".choice", has_text="##u+##g").click()
    expect(tab.page.locator(".verdict")).to_contain_text("Not this one.")
    expect(tab.page.locator(".detail")).to_contain_text(
        "##u+##g has the highest count, but the product of its tokens' counts is larger, too. "
        "So its score is lower: 20 / (36 × 20) = 0.02778. ##g+##s has the highest score"
    )
    tab.at(1)

"""The stage matches the engine and shows user text as text."""

import re

import pytest

import bpe
from pages.stage.tokens import visible
from pages.state.corpus import OWN_COUNTS, OWN_TEXT
from pages.state.settings import Settings
from pages.state.url import query_of
from tests.support.waiting import expect

EVIL = [
    "<img src=x onerror=window.hacked=1>",
    "<script>window.hacked=1</script>",
    "<svg/onload=window.hacked=1>",
    "[a](javascript:window.hacked=1) ![i](http://example.org/i.png)",
    "**bold** _it_ `code` $x^2$ :red[r] :material/home:",
    "{0} {x} {step} {{}} %s ${1+1}",
    "&lt;b&gt; &amp;amp; </div></template>",
    "שלום עולם a\u0301 \u202eabc 👩‍👩‍👧",
]


def test_every_course_step_matches_the_engine(tab, engine):
    expected = engine.expected(engine.course(50))
    tab.open("vocab=50")
    for k in range(expected.last + 1):
        expected.shown(tab, k)
        check_rows(tab, expected, k)
        tab.press("ArrowRight")


@pytest.mark.parametrize("ties", bpe.TIES[1:])
def test_other_tie_rules_match_the_engine(tab, engine, ties):
    expected = engine.expected(engine.course(50, ties))
    tab.open(f"vocab=50&ties={ties}&step={expected.last}")
    for k in range(expected.last, expected.last - 4, -1):
        expected.shown(tab, k)
        check_rows(tab, expected, k)
        tab.press("ArrowLeft")


def check_rows(tab, expected, k: int) -> None:
    """Check that the first table rows are the most frequent pairs with their counts."""
    counts = dict(expected.pairs(k))
    rows = tab.rows()[: min(10, len(counts))]
    assert rows
    for (pair, cells), (_, count) in zip(rows, expected.pairs(k), strict=False):
        assert counts[pair] == count
        assert f"{count:,}" in [cell.strip() for cell in cells]
    if k:
        merge = expected.run.merges[k - 1]
        assert rows[0][0] == (visible(merge.left), visible(merge.right))


def test_no_other_corpus_is_shown_between_steps(tab, engine):
    expected = engine.expected(engine.course(100))
    tab.open("vocab=100")
    tab.record()
    tab.press(*["ArrowRight"] * 9, "End", "Home", *["PageDown"] * 5, "End", *["PageUp"] * 12)
    tab.still_at(expected.last - 12)
    seen = tab.recorded()
    assert len({step for step, _ in seen}) > 10
    for step, words in seen:
        assert words == expected.words(step)


def test_one_corpus_is_marked_with_its_step(tab):
    tab.open("step=4")
    expect(tab.corpus).to_have_count(1)
    tab.press("ArrowRight")
    tab.still_at(5)
    expect(tab.corpus).to_have_count(1)
    tab.show("ties=greatest&step=5")
    tab.address_has(ties="greatest")
    tab.press("ArrowRight")
    tab.at(6)
    expect(tab.corpus).to_have_count(1)


def test_five_words_of_the_course_match_the_engine(tab):
    tab.open("corpus=hug")
    corpus = bpe.Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    run = bpe.train(corpus, bpe.SAMPLES["hug"].vocab_size)
    expect(tab.corpus.locator(".word")).to_have_count(5)
    assert tab.words()[0] == [("h", False), ("u", False), ("g", False)]
    tab.press("ArrowRight")
    tab.still_at(1)
    assert tab.words()[0] == [("h", False), ("ug", True)]
    tab.press("End")
    tab.still_at(len(run.merges))
    shown = [[token for token, _ in word] for word in tab.words()]
    assert shown == [list(tokens) for tokens, _ in run.at(tab.step).words]


def check_harmless(tab) -> None:
    """Check that typed text became neither an element nor a running script."""
    assert tab.page.evaluate("() => window.hacked") is None
    root = "(node) => node.getRootNode().querySelectorAll('%s').length"
    assert tab.corpus.evaluate(root % ".word .token") > 0
    elements = "img, script, iframe, object, a:not(.download, .next-link), strong, em, code"
    assert tab.corpus.evaluate(root % elements) == 0
    assert tab.page.locator("img[src='x'], [onerror], [onload], a[href^=javascript]").count() == 0
    assert tab.page.locator(".katex").count() == 0
    typed = tab.page.locator("strong, em, a, code").get_by_text(re.compile(r"^(bold|it|a|r)$"))
    assert typed.count() == 0


def test_text_is_shown_as_data(tab, engine):
    query, run = engine.own("\n".join(EVIL), 200)
    expected = engine.expected(run)
    tab.open(query)
    for k in (0, 1, expected.last // 2, expected.last):
        tab.page.locator(".text-field").fill(str(k))
        tab.press("Enter")
        expected.shown(tab, k)
    words = ["".join(token for token, _ in word) for word in tab.words()]
    assert words[:3] == ["<img", "src=x", "onerror=window.hacked=1>"]
    assert "**bold**" in words
    assert "$x^2$" in words
    check_harmless(tab)


def test_counts_and_special_tokens_are_shown_as_data(tab):
    words = [word for line in EVIL for word in line.split()]
    counts = {word: i + 1 for i, word in enumerate(dict.fromkeys(words))}
    text = "\n".join(f"{word} {count}" for word, count in counts.items())
    special = "<img/src=x/onerror=window.hacked=1> **b** {0}"
    settings = Settings().replace(
        corpus=OWN_COUNTS, own=text, split="whitespace", vocab=300, special=special
    )
    tab.open(query_of(settings, 5))
    tab.at(5)
    run = bpe.train(bpe.Corpus.from_counts(counts), 300, special_tokens=tuple(special.split()))
    shown = [[token for token, _ in word] for word in tab.words()]
    assert shown == [[visible(t) for t in tokens] for tokens, _ in run.at(5).words]
    check_harmless(tab)


def test_html_token_is_text_everywhere(tab, engine):
    tag = "<img/src=x/onerror=window.hacked=1>"
    query, run = engine.own(f"{tag} {tag} {tag}{tag} {tag}!", 300)
    expected = engine.expected(run)
    pairs = {(merge.left, merge.right) for merge in run.merges}
    assert {(tag, tag), (tag, "!")} <= pairs
    tab.open(f"{query}&step={expected.last - 4}")
    for k in range(expected.last - 4, expected.last + 1):
        expected.shown(tab, k)
        check_rows(tab, expected, k)
        check_harmless(tab)
        tab.press("ArrowRight")
    expect(tab.page.get_by_role("status").filter(has_text=tag)).to_have_count(1)
    check_harmless(tab)


def test_single_character_corpus_has_no_steps(tab):
    settings = Settings().replace(corpus=OWN_TEXT, own="a", split="none", special="", vocab=50)
    tab.open(query_of(settings))
    assert (tab.step, tab.words()) == (0, [[("a", False)]])
    tab.press("ArrowRight", "End", "ArrowLeft")
    tab.still_at(0)
    for name in ("first", "back", "forward", "last"):
        expect(tab.transport.locator(f".{name}")).to_be_disabled()

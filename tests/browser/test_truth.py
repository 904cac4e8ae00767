"""What is shown is what the engine says, and what a learner typed is shown as it stands."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

import bpe
from pages.address import query_of
from pages.own import pack
from pages.settings import CORPORA, OWN_COUNTS, OWN_TEXT, Settings
from pages.view.tokens import visible

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


@pytest.mark.parametrize("ties", bpe.TIES)
def test_every_step_of_the_course_is_the_engines(tab, engine, ties):
    expected = engine.expected(engine.course(50, ties))
    tab.open(f"vocab=50&ties={ties}")
    for k in range(expected.last + 1):
        expected.shown(tab, k)
        check_rows(tab, expected, k)
        tab.press("ArrowRight")


def check_rows(tab, expected, k: int) -> None:
    """The table's first rows are the most frequent pairs of this step, with their counts."""
    counts = dict(expected.pairs(k))
    rows = tab.rows()[: min(10, len(counts))]
    assert rows
    for (pair, cells), (_, count) in zip(rows, expected.pairs(k), strict=False):
        assert counts[pair] == count
        assert f"{count:,}" in [cell.strip() for cell in cells]
    if k:
        merge = expected.run.merges[k - 1]
        assert rows[0][0] == (visible(merge.left), visible(merge.right))


def test_nothing_else_is_ever_shown_on_the_way(tab, engine):
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
    everywhere = "() => { let n = 0; const walk = (root) => { for (const e of root" + (
        ".querySelectorAll('*')) { n += e.hasAttribute('data-step');"
        " if (e.shadowRoot) walk(e.shadowRoot); } }; walk(document); return n; }"
    )
    assert tab.page.evaluate(everywhere) == 1
    tab.press("ArrowRight")
    tab.still_at(5)
    assert tab.page.evaluate(everywhere) == 1
    tab.choose("ties", 2)
    tab.address_has(ties="greatest")
    tab.idle()
    tab.press("ArrowRight")
    tab.at(6)
    assert tab.page.evaluate(everywhere) == 1


def test_five_words_of_the_course(tab):
    tab.open()
    tab.choose("corpus", 1)
    tab.address_has(corpus="hug", step=0)
    corpus = bpe.Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    run = bpe.train(corpus, bpe.SAMPLES["hug"].vocab_size)
    first = [[("h", False), ("u", False), ("g", False)]]
    expect(tab.corpus.locator(".word")).to_have_count(5)
    assert tab.words()[:1] == first
    tab.press("ArrowRight")
    tab.still_at(1)
    assert tab.words()[0] == [("h", False), ("ug", True)]
    tab.press("End")
    tab.still_at(len(run.merges))
    assert [[t for t, _ in word] for word in tab.words()] == [
        list(w[0]) for w in run.at(tab.step).words
    ]


def check_harmless(tab) -> None:
    """Nothing that was typed has become an element or has run."""
    tab.settle()
    assert tab.page.evaluate("() => window.hacked") is None
    root = "(node) => node.getRootNode().querySelectorAll('%s').length"
    assert tab.corpus.evaluate(root % ".word .token") > 0
    assert tab.corpus.evaluate(root % "img, script, iframe, object, a, strong, em, code") == 0
    assert tab.page.locator("img[src='x'], [onerror], [onload], a[href^=javascript]").count() == 0
    assert tab.page.locator(".katex").count() == 0
    typed = tab.page.locator("strong, em, a, code").get_by_text(re.compile(r"^(bold|it|a|r)$"))
    assert typed.count() == 0


def test_a_text_is_data(tab, engine):
    query, run = engine.own("\n".join(EVIL), 200)
    expected = engine.expected(run)
    tab.open(query)
    for k in (0, 1, expected.last // 2, expected.last):
        while tab.step < k:
            tab.press("ArrowRight")
        expected.shown(tab, k)
    words = ["".join(token for token, _ in word) for word in tab.words()]
    assert words[:3] == ["<img", "src=x", "onerror=window.hacked=1>"]
    assert "**bold**" in words
    assert "$x^2$" in words
    check_harmless(tab)
    expect(tab.control("own").locator("textarea")).to_have_value("\n".join(EVIL))


def test_typed_text_is_data(tab, engine):
    tab.open()
    tab.choose("corpus", CORPORA.index(OWN_TEXT))
    area = tab.control("own").locator("textarea")
    area.fill("\n".join(EVIL))
    tab.control("vocab").locator("input").fill("200")
    tab.press("Enter")
    expected = engine.expected(bpe.train(bpe.Corpus.from_texts(EVIL, "gpt2"), 200))
    expected.becomes(tab, 0)
    tab.address_has(vocab=200)
    tab.act("last")
    expected.shown(tab, expected.last)
    tab.address_has(step=expected.last, text=pack("\n".join(EVIL)))
    check_harmless(tab)


def test_counted_words_and_special_tokens_are_data(tab):
    words = [word for line in EVIL for word in line.split()]
    counts = {word: i + 1 for i, word in enumerate(dict.fromkeys(words))}
    text = "\n".join(f"{word} {count}" for word, count in counts.items())
    special = "<img/src=x/onerror=window.hacked=1> **b** {0}"
    settings = Settings(OWN_COUNTS, text, split="whitespace", vocab=300, special=special)
    tab.open(query_of(settings, 5))
    tab.at(5)
    run = bpe.train(bpe.Corpus.from_counts(counts), 300, special_tokens=tuple(special.split()))
    shown = [[token for token, _ in word] for word in tab.words()]
    assert shown == [[visible(t) for t in tokens] for tokens, _ in run.at(5).words]
    check_harmless(tab)


def test_a_token_that_is_a_tag_is_text_in_every_sentence_and_table(tab, engine):
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
    announced = tab.page.get_by_role("status").filter(has_text=tag)
    expect(announced).to_have_count(1)
    check_harmless(tab)


def test_a_refused_text_says_so_and_what_was_there_stays(tab, engine):
    query, run = engine.own("low lower lowest", 20)
    tab.open(query + "&step=3")
    expected = engine.expected(run)
    area = tab.control("own").locator("textarea")
    area.fill("   ")
    tab.page.keyboard.press("Control+Enter")
    expect(tab.errors).to_have_count(1)
    expected.shown(tab, 3)
    area.click()
    area.fill("new newer newest")
    tab.page.keyboard.press("Control+Enter")
    expect(tab.errors).to_have_count(0)
    corpus = bpe.Corpus.from_texts(["new newer newest"], "whitespace")
    engine.expected(bpe.train(corpus, 20)).becomes(tab, 0)


def test_names_of_a_bad_link_are_data(tab, engine):
    evil = {"ties": EVIL[0], "vocab": EVIL[4], "corpus": EVIL[1], "<b>x</b>": "1"}
    tab.open(urlencode(evil))
    engine.expected(engine.course()).shown(tab, 0)
    alert = tab.warnings
    expect(alert).to_have_count(1)
    assert alert.locator("img, b, strong, .katex").count() == 0
    check_harmless(tab)


def test_an_own_text_of_one_word_and_one_character(tab):
    settings = Settings(OWN_TEXT, "a", split="none", special="", vocab=50)
    tab.open(query_of(settings))
    assert (tab.step, tab.words()) == (0, [[("a", False)]])
    tab.press("ArrowRight", "End", "ArrowLeft")
    tab.still_at(0)
    for name in ("first", "back", "forward", "last"):
        expect(tab.transport.locator(f".{name}")).to_be_disabled()

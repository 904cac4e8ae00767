"""The languages of texts, and scripts that run from right to left."""

from tests.support.waiting import expect

TEXTS = (  # every stage with a text in Arabic, and the other languages in turn
    ("/", "corpus=arabic&step=9", "ar"),
    ("/encode", "corpus=arabic&at=2", "ar"),
    ("/unigram", "corpus=arabic&show=word&at=5", "ar"),
    ("/unigram", "corpus=arabic&show=rounds&at=1", "ar"),
    ("/", "corpus=chinese&step=9", "zh-Hant"),
    ("/encode", "corpus=korean&at=2", "ko"),
    ("/unigram", "corpus=course&show=word&at=5", "en"),
)


def test_tokens_have_the_language_of_their_text(tab, subtests):
    """In words, tables and sentences, on a page in another language."""
    of = "e => e.closest('[lang]')?.lang ?? e.className + e.textContent"
    for path, query, lang in TEXTS:
        with subtests.test(path, query=query):
            tab.go(f"{query}&lang=ko", path)
            tab.ready()
            tokens = tab.page.locator(".body .token, .body .quote")
            languages = tokens.evaluate_all(f"(all) => all.map({of})")
            assert len(languages) > 5
            assert set(languages) == {lang}
            expect(tab.page.locator("html")).to_have_attribute("lang", "ko")


def test_quotations_from_the_course_are_in_english(tab):
    tab.page.goto(f"{tab.url}/figures?lang=ko")
    quoted = tab.page.locator("tr.figure:not(.prose) .value :is(bdi, mark)")
    expect(quoted.first).to_be_visible()
    assert set(quoted.evaluate_all("(all) => all.map((e) => e.lang)")) == {"en"}
    assert tab.page.locator(".figures").get_attribute("lang") == "ko"


ORDER = """(all) => all.map((word) => [...word.querySelectorAll('.token')].map((t) =>
  t.getBoundingClientRect()).filter((b, i, all) => b.top === all[0].top).map((b) => b.left))"""


def test_arabic_runs_from_right_to_left(tab, subtests):
    """Words and the tokens in them; what is Latin keeps its order."""
    for corpus, falls in (("arabic", True), ("english", False)):
        for path, query in (("/", "step=20"), ("/encode", "at=2"), ("/comparison", "")):
            with subtests.test(path, corpus=corpus):
                words = tab.page.locator(
                    "td.bpe" if path == "/comparison" else ".layer:not(.before) .word"
                )
                tab.go(f"{query}&corpus={corpus}", path)
                expect(words.first).to_be_visible()
                tab.quiet()
                lines = words.evaluate_all(ORDER)
                assert any(len(lefts) > 1 for lefts in lines)
                for lefts in lines:
                    assert lefts == sorted(lefts, reverse=falls)
                if path == "/":
                    first, second = (words.nth(i).bounding_box() for i in (0, 1))
                    assert (first["x"] > second["x"]) == falls


def test_positions_of_an_arabic_lattice_run_from_right_to_left(tab):
    tab.open("corpus=arabic&show=word", "/unigram")
    positions = tab.page.locator(".lattice .position").evaluate_all(
        "(all) => all.map((e) => [Number(e.textContent), e.getBoundingClientRect().left])"
    )
    assert len(positions) > 3
    lefts = [left for _, left in sorted(positions)]
    assert lefts == sorted(lefts, reverse=True)

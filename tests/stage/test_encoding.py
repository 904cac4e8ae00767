"""The encoding stage: the merges applied one by one to a text."""

from tests.support.waiting import expect


def shown(tab) -> list[str]:
    """The displayed tokens."""
    return [text for word in tab.words() for text, _ in word]


def test_merges_are_applied_one_at_a_time(tab):
    tab.open("corpus=hug&vocab=10&input=unhug", "/encode")
    tab.at(0)
    assert shown(tab) == list("unhug")
    for k, tokens in enumerate(["u n h ug", "un h ug", "un hug"], 1):
        tab.press("ArrowRight")
        tab.at(k)
        assert shown(tab) == tokens.split()
    tab.press("Home")
    tab.at(0)
    tab.press("ArrowRight")
    tab.at(1)
    assert tab.words() == [[("u", False), ("n", False), ("h", False), ("ug", True)]]
    expect(tab.page.locator(".merge-candidates tr.chosen")).to_contain_text("u+g")
    expect(tab.page.locator(".why")).to_contain_text("lowest rank")
    tab.address_has(position=1, input="unhug")
    tab.page.reload()
    tab.ready()
    tab.at(1)


def test_words_that_a_step_leaves_alone(tab):
    """A token is only new at its own step, and a short text is large."""
    tab.open("corpus=hug&vocab=10&input=hug+un", "/encode")
    expect(tab.page.locator(".corpus .words")).to_have_css("font-size", "20px")
    for step, word in enumerate([("h", "ug"), ("hug",), ("hug",)], 1):
        tab.press("ArrowRight")
        tab.at(step)
        assert tab.words()[0] == [(text, step < 3 and text == word[-1]) for text in word]


def test_only_the_first_merges_are_applied(tab):
    tab.open("corpus=course&input=a+token&first=0", "/encode")
    assert shown(tab) == ["a", "Ġ", "t", "o", "k", "e", "n"]
    tab.press("End")
    tab.at(2)
    assert "Ġtoken" not in shown(tab)
    tab.show("corpus=course&input=a+token&first=12", "/encode")
    tab.until(lambda: tab.last > 2)
    tab.press("End")
    tab.until(lambda: shown(tab) == ["a", "Ġtoken"])


def test_list_of_merges_follows_the_step(tab):
    """The current merge is marked and scrolled into view; other candidates are marked too."""
    tab.open("corpus=english&input=unhappiest", "/encode")
    now, waiting = (tab.page.locator(f".rules .merge-entry.{name}") for name in ("now", "waiting"))
    tab.at(0)
    expect(now).to_have_count(0)
    assert waiting.count() > 1
    for k in range(1, tab.last + 1):
        tab.press("ArrowRight")
        tab.at(k)
        rank = tab.page.locator(".merge-candidates tr.chosen td.rank")
        if rank.count():
            expect(now.locator(".rank")).to_have_text(rank.inner_text())
            assert now.get_attribute("aria-current") == "step"
            assert now.evaluate(IS_IN_VIEW)


IS_IN_VIEW = """(entry) => {
  const [inner, outer] = [entry, entry.parentElement].map((e) => e.getBoundingClientRect());
  return inner.top >= outer.top && inner.bottom <= outer.bottom; }"""


def test_long_merge_fits_its_list_beside_a_scroll_bar(tab):
    tab.open("corpus=course&lang=en", "/encode")
    room = tab.page.locator(".rules .list").evaluate(
        """(list) => {
          list.style.width = `${list.offsetWidth - 15}px`;
          return list.clientWidth - list.scrollWidth;
        }"""
    )
    assert room >= 0


def test_last_step_shows_tokens_ids_and_the_text_again(tab):
    tab.open("corpus=course&input=a+token", "/encode")
    result, later = tab.page.locator(".result .found"), tab.page.locator(".result .later")
    tab.at(0)
    expect(result).to_be_hidden()
    expect(later).to_be_visible()
    tab.press("End")
    expect(result).to_be_visible()
    expect(later).to_be_hidden()
    assert result.locator(".token").all_inner_texts()[:2] == ["a", "Ġtoken"]
    assert result.locator(".id").all_inner_texts()[:2] == ["7", "42"]
    assert result.locator(".decoded-text").text_content() == "a token"


def test_positions_count_from_zero(tab):
    tab.open("corpus=hug&input=unhug", "/encode")
    tab.at(0)
    rows = tab.page.locator(".merge-candidates tr.row")
    expect(rows.locator(".where")).to_have_text(["0–2", "3–5"])
    expect(rows.locator("td.mark")).to_have_text(["waiting", "waiting"])


def test_no_cell_of_the_candidates_is_cut(tab):
    tab.open("corpus=course&at=3", "/encode")
    for size in ((1280, 720), (1920, 1080)):
        tab.resize(size)
        widths = "(cells) => cells.filter((e) => e.scrollWidth > e.clientWidth).length"
        cells = tab.page.locator(".merge-candidates .row td")
        assert cells.count() > 3
        assert cells.evaluate_all(widths) == 0


def test_lines_of_a_text_have_titles_with_their_tokens(tab):
    tab.open("corpus=hug&input=hug%0Apug+hugs", "/encode")
    titles = tab.page.locator(".line-title")
    expect(titles).to_have_count(2)
    expect(titles.nth(1)).to_contain_text("pug hugs")
    tab.press("Home")
    expect(titles.nth(1).locator(".count")).to_be_hidden()
    tab.press("End")
    expect(titles.nth(1).locator(".count")).to_have_text("2 tokens")
    tops = [tab.page.locator(".words .word").nth(i).bounding_box()["y"] for i in range(3)]
    assert tops[0] < tops[1] == tops[2]

"""What the training page answers when something is pointed at, focused, tapped or switched."""

import csv
import io

import pytest
from playwright.sync_api import expect

import bpe
from pages.address import query_of
from pages.language import translation
from pages.settings import Settings
from pages.view.sums import spelled_out

HUG = "corpus=hug&step=1"


def told(tab):
    return tab.page.locator(".told")


def without_marks(sentence: str) -> str:
    """A sentence without the marks around the texts in it, which the stage draws as chips."""
    return sentence.replace("\u2068", "").replace("\u2069", "")


def lit(tab) -> list[str]:
    return tab.page.locator(".layer.before .token.lit").all_inner_texts()


def table(download) -> list[list[str]]:
    return list(csv.reader(io.StringIO(download.path().read_text("utf-8-sig"))))


def row(tab, pair: str):
    return tab.page.locator(".sides tr.row").filter(has_text=pair).first


def test_a_pair_that_is_pointed_at_is_written_out_and_lit_in_the_corpus(tab):
    tab.open(HUG)
    row(tab, "u+g").hover()
    expect(told(tab)).to_have_text("u+g: 10 hug + 5 pug + 5 hugs = 20")
    assert lit(tab) == ["u", "g"] * 3
    expect(tab.page.locator(".corpus h2")).to_have_text("The corpus before merge 1")
    row(tab, "u+n").hover()
    expect(told(tab)).to_have_text("u+n: 12 pun + 4 bun = 16")
    assert lit(tab) == ["u", "n"] * 2
    tab.page.mouse.move(5, 5)
    expect(tab.page.locator(".why")).to_be_visible()
    expect(tab.page.locator(".corpus h2")).to_have_text("The corpus after merge 1")


def test_every_pair_s_sum_is_the_engine_s(tab, engine):
    tab.open("step=12")
    run, t = engine.course(), translation("en")
    counts = run.pairs(11)
    rows = tab.page.locator(".sides tr.row:not(.gone)")
    for i in range(0, 12, 3):
        rows.nth(i).hover()
        leader = run.leaders(11, 12)[i]
        pair = (leader.left, leader.right)
        expect(told(tab)).to_have_text(without_marks(spelled_out(run, pair, 11, counts[pair], t)))


def test_a_pair_by_keyboard(tab):
    tab.open(HUG)
    tab.focus_by_keyboard(".pairs .scroll")
    tab.press("ArrowDown")
    expect(told(tab)).to_have_text("u+g: 10 hug + 5 pug + 5 hugs = 20")
    tab.press("ArrowDown")
    expect(told(tab)).to_contain_text("p+u")
    tab.press("ArrowRight")
    tab.at(2)


@pytest.fixture
def touch(chromium, server):
    context = chromium.new_context(has_touch=True, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{server.url}/?{HUG}")
    page.wait_for_selector("[data-step]")
    yield page
    context.close()


def test_a_pair_by_tap_stays_until_the_next_tap(touch):
    touch.locator("tr.row").first.tap()
    expect(touch.locator(".told")).to_have_text("u+g: 10 hug + 5 pug + 5 hugs = 20")
    touch.locator("tr.row").nth(1).tap()
    expect(touch.locator(".told")).to_contain_text("p+u")
    touch.locator("tr.row").nth(1).tap()
    expect(touch.locator(".why")).to_be_visible()


def test_nothing_is_wider_than_a_phone(touch):
    wide = touch.evaluate("document.scrollingElement.scrollWidth > innerWidth")
    assert not wide


def test_a_token_lights_itself_everywhere_and_says_what_it_stands_for(tab):
    tab.open("step=1")
    chip = tab.page.locator(".layer.after .token", has_text="Ġt").first
    chip.hover()
    expect(told(tab)).to_contain_text("the bytes 20 74, the text “␣t”")
    expect(told(tab)).to_contain_text("made by merge 1 from Ġ and t")
    assert set(tab.page.locator(".token.same").all_inner_texts()) == {"Ġt"}
    assert tab.page.locator(".layer.after .token.same").count() == 7


def test_half_a_character_is_called_so(tab):
    tab.open(query_of(Settings(corpus="text", own="é é", special=""), 0))
    tab.page.locator(".layer.after .token", has_text="Ã").first.hover()
    expect(told(tab)).to_contain_text("the byte C3, a part of a character")


def test_before_and_after_and_only_what_changed(tab):
    tab.open("step=1")
    before = tab.page.locator(".side", has_text="Before")
    before.click()
    expect(before).to_have_attribute("aria-pressed", "true")
    expect(tab.page.locator(".corpus h2")).to_have_text("The corpus before merge 1")
    shown = tab.page.locator(".layer.before .word").nth(2)
    assert shown.locator(".token").all_inner_texts() == ["Ġ", "t", "h", "e"]
    tab.address_has(view="before")
    tab.press("ArrowRight")
    tab.at(2)
    assert shown.locator(".token").all_inner_texts() == ["Ġt", "h", "e"]
    tab.page.locator(".side", has_text="After").click()
    tab.page.get_by_label("Only what changed").check()
    visible = tab.page.locator(".layer.after .word:visible")
    assert [w.locator(".tokens").inner_text() for w in visible.all()]
    assert all("is" in w.locator(".tokens").inner_text().replace("\n", "") for w in visible.all())
    tab.address_has(view="changed")
    tab.press("Home")
    expect(tab.page.locator(".words .nothing")).to_be_visible()


def test_a_link_with_a_view_opens_it(tab):
    tab.open("step=1&view=before+changed")
    expect(tab.page.locator(".corpus h2")).to_have_text("The corpus before merge 1")
    expect(tab.page.get_by_label("Only what changed")).to_be_checked()


def test_the_watched_sentence_is_cut_by_the_merges_so_far(tab, engine):
    tab.open("step=0")
    run = engine.course()
    line = tab.page.locator(".watched .token")
    for k in (0, 1, 8, run.merges[-1].rank):
        tab.page.locator(".jump-to").fill(str(k))
        tab.page.locator(".jump-to").press("Enter")
        tab.at(k)
        part = bpe.train(run.corpus, run.vocab_sizes[k], "first", run.special_tokens)
        assert line.all_inner_texts() == list(part.encode("This is not a token.").tokens)
    tab.control("watch").locator("input").fill("Thé")
    tab.control("watch").locator("input").press("Enter")
    expect(line).to_have_text(["Th", "Ã", "©"])
    assert tab.page.locator(".watched .unknown").count() == 2


def test_next_tie_and_go_to_step(tab, engine):
    tab.open("step=0")
    ties = [m.rank for m in engine.course().merges if m.tied > 1]
    for k in ties[:4]:
        tab.page.locator(".act.stop").click()
        tab.at(k)
    tab.page.locator(".jump-to").fill("17")
    tab.page.locator(".jump-to").press("Enter")
    tab.at(17)
    tab.press("ArrowRight")
    tab.at(18)


def test_merges_vocabulary_and_tree(tab, engine):
    tab.open("step=0")
    run = engine.course()
    rows = tab.page.locator(".merges .jump")
    assert rows.count() == 19
    rows.nth(18).click()
    tab.at(19)
    present = tab.page.locator(".vocab .entry:not(.yet) .token")
    expect(present).to_have_text(list(run.vocab))
    tree = tab.page.locator(".tree .node")
    expect(tree.first).to_contain_text("Ġtokeni")
    parts = [node.locator(".token").inner_text() for node in tree.all()]
    whole = "Ġtokeni Ġtoken Ġtok Ġto Ġt Ġ t o k en e n i"
    assert parts == whole.split()
    tab.press("Home")
    tab.at(0)
    expect(present).to_have_text(list(run.vocab[:31]))


def test_two_rules_at_the_step_where_they_first_differ(tab):
    tab.open("step=0")
    tab.page.get_by_text("Two tie rules, side by side").click()
    equations = tab.page.locator(".compare .equation")
    expect(equations).to_have_count(2)
    assert equations.nth(0).locator(".made").inner_text() == "is"
    assert equations.nth(1).locator(".made").inner_text() == "er"
    tab.page.get_by_role("button", name="first differ at merge 2").click()
    tab.at(2)


def test_tables_to_take_away(tab, engine):
    tab.open("step=3")
    tab.idle()
    with tab.page.expect_download() as download:
        tab.page.get_by_role("button", name="Merges as CSV").click()
    assert download.value.suggested_filename == "merges-course-first.csv"
    rows = table(download.value)
    merges = engine.course().merges
    assert rows[1:] == [
        [str(m.rank), m.left, m.right, m.token, str(m.count), str(m.tied)] for m in merges
    ]
    with tab.page.expect_download() as download:
        tab.page.get_by_role("button", name="Pairs at step 3 as CSV").click()
    rows = table(download.value)
    assert {(a, b): int(n) for a, b, n in rows[1:]} == dict(engine.course().at(3).pairs)


@pytest.mark.parametrize(("lang", "words"), [("zh-Hant", "第 7 步"), ("ko", "7단계")])
def test_the_language_is_chosen_and_kept(tab, lang, words):
    tab.open("step=7")
    place = {"zh-Hant": 1, "ko": 2}[lang]
    tab.choose("lang", place)
    expect(tab.page.locator(".transport .title")).to_contain_text(words)
    tab.at(7)
    expect(tab.page.locator("html")).to_have_attribute("lang", lang)
    tab.address_has(lang=lang, step=7)
    tab.press("ArrowRight")
    tab.at(8)
    tab.address_has(step=8)
    tab.page.reload()
    tab.at(8)
    expect(tab.page.locator("html")).to_have_attribute("lang", lang)


@pytest.mark.parametrize(("locale", "lang"), [("zh-TW", "zh-Hant"), ("ko-KR", "ko"), ("de", "en")])
def test_the_browser_s_language_comes_first(chromium, server, locale, lang):
    context = chromium.new_context(locale=locale)
    page = context.new_page()
    page.goto(server.url)
    page.wait_for_selector("[data-step]")
    expect(page.locator("html")).to_have_attribute("lang", lang)
    context.close()


def test_what_comes_before_the_first_merge_and_after_the_last(tab):
    tab.open("step=3")
    tab.page.get_by_text("Before the first merge, and after the last").click()
    page = tab.page.get_by_test_id("stExpanderDetails")
    expect(page.get_by_text("This is the Hugging Face Course.").first).to_be_visible()
    tab.page.get_by_role("tab", name="5 Alphabet").click()
    whole = "1 special + 30 characters + 19 merged = 50 tokens"
    expect(page.get_by_text(whole)).to_be_visible()
    tab.page.get_by_role("tab", name="6 What is left").click()
    expect(
        page.get_by_text("the most frequent pair left is \u2068Ġtokeni\u2069+\u2068z\u2069 with 2")
    ).to_be_visible()
    tab.still_at(3)

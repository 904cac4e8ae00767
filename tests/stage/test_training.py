"""The training stage: views of the corpus, the watched sentence, merges, vocabulary and tree."""

import bpe
from tests.support.tab import DEEP
from tests.support.waiting import expect


def test_before_after_and_changed_only_views(tab):
    tab.open("step=1")
    before = tab.page.locator(".toggle", has_text="Before")
    before.click()
    expect(before).to_have_attribute("aria-pressed", "true")
    expect(tab.page.locator(".corpus h2")).to_have_text("Corpus before merge 1")
    shown = tab.page.locator(".layer.before .word").nth(2)
    assert shown.locator(".token").all_inner_texts() == ["Ġ", "t", "h", "e"]
    tab.address_has(view="before")
    tab.press("ArrowRight")
    tab.at(2)
    assert shown.locator(".token").all_inner_texts() == ["Ġt", "h", "e"]
    tab.page.locator(".toggle", has_text="After").click()
    tab.page.get_by_label("Only changed words").check()
    visible = tab.page.locator(".layer.after .word:visible")
    texts = [word.locator(".tokens").inner_text().replace("\n", "") for word in visible.all()]
    assert texts
    assert all("is" in text for text in texts)
    tab.address_has(view="changed")
    tab.press("Home")
    expect(tab.page.locator(".words .nothing")).to_be_visible()


def test_view_in_the_link_is_opened(tab):
    tab.open("step=1&view=before+changed")
    expect(tab.page.locator(".corpus h2")).to_have_text("Corpus before merge 1")
    expect(tab.page.get_by_label("Only changed words")).to_be_checked()


def test_last_row_of_the_corpus_fades_if_more_rows_follow(tab):
    tab.page.set_viewport_size({"width": 1366, "height": 768})
    tab.open("corpus=english&vocab=200")
    words = tab.page.locator(".corpus .words")
    fade = "(node) => getComputedStyle(node, '::after').backgroundImage !== 'none'"
    tab.until(lambda: words.evaluate(fade))
    words.evaluate("(node) => node.scrollTo(0, node.scrollHeight)")
    tab.until(lambda: not words.evaluate(fade))
    words.evaluate("(node) => node.scrollTo(0, 0)")
    tab.until(lambda: words.evaluate(fade))
    tab.page.emulate_media(media="print")
    tab.until(lambda: not words.evaluate(fade))


def test_watched_sentence_is_tokenized_with_the_merges_so_far(tab, engine):
    tab.open("step=0")
    run = engine.course()
    line = tab.page.locator(".watched .token")
    for k in (0, 1, 8, run.merges[-1].rank):
        tab.page.locator(".text-field").fill(str(k))
        tab.page.locator(".text-field").press("Enter")
        tab.at(k)
        part = bpe.train(run.corpus, run.vocab_sizes[k], "first", run.special_tokens)
        expect(line).to_have_text(list(part.encode("This is not a token.").tokens))
    tab.show("watch=Thé")
    expect(line).to_have_text(["Th", "Ã", "©"])
    expect(tab.page.locator(".watched .unknown")).to_have_count(2)
    tab.show("watch=Thé+is+a")
    expect(tab.page.locator(".watched .word-start")).to_have_text(["Ġis", "Ġa"])
    tab.at(run.merges[-1].rank)


def test_end_of_a_long_watched_sentence_fades_until_it_is_in_sight(tab):
    tab.open("watch=The+lighthouse+keepers+listened+carefully+to+the+sea&step=5")
    line = tab.page.locator(".watched .line")
    expect(line).to_contain_class("has-more")
    expect(line).to_have_css("overflow-y", "hidden")  # a bar below it must not bring one beside it
    line.evaluate("(node) => node.scrollTo(node.scrollWidth, 0)")
    expect(line).not_to_contain_class("has-more")
    tab.open("watch=is+a&step=5")
    expect(line.locator(".token").first).to_be_visible()
    expect(line).not_to_contain_class("has-more")


def test_watched_sentence_can_be_changed_in_the_stage(tab):
    tab.open("step=3")
    line = tab.page.locator(".watched .line")
    for typed, key, sent in (("Thé", "Escape", []), ("Thé", "Enter", [["sentence", "Thé"]])):
        field = tab.open_sentence()
        expect(field).to_have_value("This is not a token.")
        expect(line).to_be_hidden()
        field.fill(typed)
        field.press(key)
        expect(line).to_be_visible()
        assert [each for each in tab.page.evaluate("window.sent") if each[0] == "sentence"] == sent
    tab.show("watch=")
    expect(line.locator(".token")).to_have_count(0)
    expect(tab.open_sentence()).to_have_value("")
    tab.press("ArrowRight", "Enter", "ArrowRight")  # the field has the focus until Enter
    tab.at(4)


def test_next_tie_and_go_to_step(tab, engine):
    tab.open("step=0")
    ties = [merge.rank for merge in engine.course().merges if merge.tied > 1]
    for k in ties[:4]:
        tab.page.locator(".button.stop").click()
        tab.at(k)
    tab.page.locator(".text-field").fill("17")
    tab.page.locator(".text-field").press("Enter")
    tab.at(17)
    tab.press("ArrowRight")
    tab.at(18)


def test_merges_vocabulary_and_tree(tab, engine):
    tab.open("step=0")
    run = engine.course()
    rows = tab.page.locator(".merges .merge-entry")
    expect(rows).to_have_count(19)
    rows.nth(18).click()
    tab.at(19)
    present = tab.page.locator(".vocab .entry:not(.not-yet) .token")
    expect(present).to_have_text(list(run.vocab))
    tree = tab.page.locator(".tree .node")
    expect(tree.first).to_contain_text("Ġtokeni")
    parts = [node.locator(".token").inner_text() for node in tree.all()]
    assert parts == [
        "Ġtokeni",
        "Ġtoken",
        "Ġtok",
        "Ġto",
        "Ġt",
        "Ġ",
        "t",
        "o",
        "k",
        "en",
        "e",
        "n",
        "i",
    ]
    tab.press("Home")
    tab.at(0)
    expect(present).to_have_text(list(run.vocab[:31]))


def test_two_tie_rules_where_they_first_differ(tab):
    tab.page.goto(f"{tab.url}/rules?corpus=course")
    equations = tab.page.locator(".tie-rules .equation")
    expect(equations).to_have_count(2)
    assert equations.nth(0).locator(".made").inner_text() == "is"
    assert equations.nth(1).locator(".made").inner_text() == "er"


CHANGE = f"""async () => {{ {DEEP}
  const row = deep('.pairs tr.row')[3], word = deep('.after .word')[2];
  row.classList.toggle('up');
  deep('.merge-entry')[0].classList.toggle('now');
  deep('.vocab .entry')[0].classList.toggle('newest');
  row.cells[0].replaceChildren(...[...row.cells[0].childNodes].map((each) => each.cloneNode(true)));
  word.append(word.lastElementChild.cloneNode(true));
  for (let i = 0; i < 2; i += 1) await new Promise((done) => requestAnimationFrame(done));
}}"""


def test_changed_row_and_word_are_styled_and_not_the_others(tab):
    """With `.columns:has(...)` or `[class*=...] ~ *`, each step would style all tokens again."""
    tab.open("vocab=100&step=20")
    tab.quiet()
    browser = tab.page.context.browser.new_browser_cdp_session()
    noted, ended = [], []
    browser.on("Tracing.dataCollected", lambda data: noted.extend(data["value"]))
    browser.on("Tracing.tracingComplete", lambda _: ended.append(True))
    browser.send("Tracing.start", {"traceConfig": {"includedCategories": ["devtools.timeline"]}})
    tab.page.evaluate(CHANGE)
    browser.send("Tracing.end")
    tab.until(lambda: bool(ended))
    browser.detach()
    styled = [each["args"]["elementCount"] for each in noted if each["name"] == "UpdateLayoutTree"]
    assert 0 < sum(styled) < 100

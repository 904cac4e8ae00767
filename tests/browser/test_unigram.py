"""The Unigram page: a student types a word, compares it with BPE, and returns."""

from tests.support.waiting import expect


def test_student_types_a_word_compares_it_with_bpe_and_returns(tab):
    tab.open("corpus=hug&show=word&round=9", "/unigram")
    box = tab.control("word").get_by_role("combobox")
    box.click()
    box.fill("huggun")
    tab.press("Enter")
    tab.address_has(word="huggun")
    tab.until(lambda: tab.last == 3 + 6 + 4)
    tab.press("End")
    tab.at(13)
    expect(tab.page.locator(".equation")).to_have_text("huggun=0.00035059")
    tab.idle()
    tab.page.get_by_role("radio", name="Corpus").or_(
        tab.page.get_by_role("button", name="Corpus", exact=True)
    ).first.click()
    differ = tab.page.locator(".comparison tr.differs")
    expect(differ.first).to_be_visible()
    tab.idle()
    differ.first.locator("a").nth(1).click()
    tab.ready()
    tab.address_has(word="pug")
    expect(tab.page.locator(".lattice")).to_be_visible()
    tab.quiet()
    tab.page.go_back()
    expect(differ.first).to_be_visible()
    differ.first.locator("a").first.click()
    tab.ready()
    expect(tab.page.locator(".watched .line")).to_have_text("pug")
    tab.address_has(vocab=10)

    # Both pages keep their own step.
    step = tab.step
    tab.press("ArrowLeft")
    tab.at(step - 1)
    tab.address_has(step=step - 1)
    links = tab.page.get_by_test_id("stTopNavLink")
    links.filter(has_text="Unigram").click()
    expect(tab.page.locator(".lattice")).to_be_visible()
    tab.at(0)
    tab.ready()
    tab.press("ArrowRight")
    tab.at(1)
    tab.address_has(position=1)
    tab.page.get_by_role("link", name="Training", exact=True).click()
    expect(tab.page.locator(".overview")).to_be_visible()
    tab.at(step - 1)
    tab.ready()
    links.filter(has_text="Unigram").click()
    expect(tab.page.locator(".lattice")).to_be_visible()
    tab.at(1)
    tab.address_has(position=1, step=step - 1)


def test_back_from_another_page_keeps_the_corpus_and_the_step_of_a_link(tab):
    tab.open("corpus=unigram-en&show=word", "/unigram")
    tab.press("ArrowRight")
    tab.press("ArrowRight")
    tab.at(2)  # leave before the URL is written again: the next page sends its data twice by then
    tab.page.get_by_test_id("stTopNavLink").filter(has_text="Practice").click()
    expect(tab.page.locator(".practice.question")).to_be_visible()
    tab.address_has(corpus="unigram-en")
    tab.page.go_back()
    expect(tab.page.locator(".lattice")).to_be_visible()
    tab.at(2)
    tab.address_has(corpus="unigram-en", show="word", position=2)


def test_word_that_begins_with_the_shown_one_can_be_typed(tab):
    tab.open("corpus=unigram-en&show=word&word=start&lang=en", "/unigram")
    field = tab.page.get_by_label("Word (choose or type)")
    tab.quiet()  # a page that is being drawn again writes the field anew
    field.click()
    for end in range(1, len("starter") + 1):
        tab.page.keyboard.type("starter"[end - 1])
        expect(field).to_have_value("starter"[:end])
    field.press("Enter")
    tab.address_has(word="starter")
    tab.quiet()
    field.click()
    for end in range(1, len("starter") + 1):  # the same word
        tab.page.keyboard.type("starter"[end - 1])
        expect(field).to_have_value("starter"[:end])
    field.press("Enter")
    tab.quiet()
    tab.address_has(word="starter")

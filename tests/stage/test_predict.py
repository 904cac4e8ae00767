"""Predict: the question before a step, the answer, then the step."""

from playwright.sync_api import expect

import bpe


def test_predict_asks_before_the_step_and_answers(tab, engine):
    run = bpe.train(bpe.SAMPLES["hug"].corpus("whitespace", "none"), 20)
    expected = engine.expected(run)
    tab.open("corpus=hug&step=0")
    tab.page.get_by_role("button", name="Predict").click()
    tab.address_has(view="predict")
    tab.press("ArrowRight")
    question = tab.page.locator(".prediction")
    expect(question).to_be_visible()
    tab.still_at(0)
    expect(tab.page.locator(".merge")).to_be_hidden()
    tab.page.locator(".choice", has_text="p+u").click()
    expected.shown(tab, 1)
    expect(tab.page.locator(".detail")).to_contain_text("You chose p+u, which has a count of 17")
    expect(question).to_be_hidden()
    tab.press("ArrowRight")
    right = tab.page.locator(".choice", has_text="u+n")
    tab.page.get_by_label("Hide the answer").check()
    right.click()
    tab.still_at(1)
    tab.page.get_by_role("button", name="Show the answer").click()
    question.get_by_role("textbox").fill("１6")
    tab.press("Enter")
    expected.shown(tab, 2)
    expect(tab.page.locator(".detail")).to_contain_text("Right.")
    tab.press("ArrowRight", "ArrowRight")
    expected.shown(tab, 3)
    tab.press("ArrowLeft")
    expected.shown(tab, 2)
    expect(question).to_be_hidden()


def test_predict_does_not_move_the_page(tab):
    tab.open("corpus=course&step=3&view=predict")
    before = tab.corpus.bounding_box()
    tab.press("ArrowRight")
    expect(tab.page.locator(".prediction")).to_be_visible()
    assert abs(tab.corpus.bounding_box()["y"] - before["y"]) < 1


def test_presenter_key_reveals_answer_and_skips_count(tab, engine):
    run = bpe.train(bpe.SAMPLES["hug"].corpus("whitespace", "none"), 20)
    tab.open("corpus=hug&step=0&view=predict")
    tab.press("PageDown")
    question = tab.page.locator(".prediction")
    tab.page.get_by_label("Hide the answer").check()
    tab.page.locator(".choice", has_text="u+g").click()
    tab.press("PageDown")
    expect(question.get_by_role("textbox")).to_be_focused()
    tab.still_at(0)
    tab.press("PageDown")
    engine.expected(run).shown(tab, 1)
    expect(tab.page.locator(".detail")).to_contain_text("Right")
    expect(question).to_be_hidden()

"""Predict: the question at the current step, the answer, then the next step."""

import bpe
from pages.state.defaults import defaults
from tests.stage.addresses import STAGES
from tests.support.waiting import expect

PHONE = {"has_touch": True, "viewport": {"width": 390, "height": 844}}


def question(tab):
    return tab.page.locator(".prediction")


def offered(tab) -> list[str]:
    """The choices: their tokens, without the letters."""
    expect(question(tab)).to_be_visible()
    return tab.page.locator(".choice .content").all_text_contents()


def key_of(tab, text: str) -> str:
    """The letter of a choice."""
    return tab.page.locator(".choice .letter").nth(offered(tab).index(text)).inner_text()


def test_question_is_asked_at_once_and_the_corpus_stays_in_place(tab, engine):
    expected = engine.expected(bpe.train(bpe.SAMPLES["hug"].corpus("whitespace", "none"), 20))
    tab.open("corpus=hug&step=1&view=before")
    place = tab.page.locator(".corpus .words").bounding_box()
    tab.page.get_by_role("button", name="Predict").click()
    expect(question(tab)).to_be_visible()
    expected.shown(tab, 1)
    assert tab.page.locator(".corpus .words").bounding_box() == place
    expect(tab.page.locator(".corpus h2").first).to_have_text("Corpus after merge 1")
    expect(tab.page.locator(".pairs")).to_be_hidden()
    expect(tab.page.locator(".why")).to_be_hidden()  # it names the runner-up
    choices = offered(tab)
    letters = tab.page.locator(".choice .letter").all_text_contents()
    assert letters == list("ABCDEF")[: len(choices)]
    tab.page.locator(".choice .token").first.hover()
    tab.page.get_by_role("button", name="Predict").click()
    expect(question(tab)).to_be_hidden()
    expect(tab.page.locator(".why")).to_be_visible()
    tab.still_at(1)


def test_verdict_counts_right_answers_in_a_row_and_stays_until_the_next_step(tab, engine):
    expected = engine.expected(bpe.train(bpe.SAMPLES["hug"].corpus("whitespace", "none"), 20))
    tab.open("corpus=hug&step=0&view=predict")
    verdict, detail = tab.page.locator(".verdict"), tab.page.locator(".detail")
    tab.press(key_of(tab, "p+u").lower())
    expected.shown(tab, 1)
    expect(verdict).to_contain_text("Not this one.")
    expect(detail).to_contain_text("p+u has a count of 17. u+g: 10 hug")
    expect(tab.page.locator("[role=status]")).to_contain_text("Not this one. p+u has")
    expect(question(tab)).to_be_hidden()
    expect(tab.page.locator(".pairs")).to_be_visible()
    for step, (pair, count) in enumerate([("u+n", "１6"), ("h+ug", "15")], 2):
        tab.page.get_by_role("button", name="Next question").click()
        tab.press(str("ABCDEF".index(key_of(tab, pair)) + 1))
        tab.still_at(step - 1)
        question(tab).get_by_role("textbox").fill(count)
        tab.press("Enter")
        expected.shown(tab, step)
        expect(verdict).to_contain_text("Right.")
        expect(detail).to_contain_text(f"= {int(count)}")
    expect(verdict).to_contain_text("2 in a row")
    tab.press("ArrowLeft")
    expected.shown(tab, 2)
    expect(verdict).to_be_hidden()
    expect(question(tab)).to_be_hidden()


def test_presenter_key_reveals_answer_and_skips_count(tab, engine):
    expected = engine.expected(bpe.train(bpe.SAMPLES["hug"].corpus("whitespace", "none"), 20))
    tab.open("corpus=hug&step=0&view=predict")
    tab.page.get_by_label("Hide the answer").check()
    tab.press("a", key_of(tab, "u+g"))
    tab.still_at(0)
    tab.press("PageDown")
    expect(question(tab).get_by_role("textbox")).to_be_focused()
    tab.still_at(0)
    tab.press("PageDown")
    expected.shown(tab, 1)
    expect(tab.page.locator(".verdict")).to_contain_text("Right.")
    tab.press("PageDown")
    expect(question(tab)).to_be_visible()
    tab.press("PageDown")  # on without an answer
    expected.shown(tab, 2)


def test_merge_of_a_text_is_predicted_by_keyboard(tab):
    tab.open("corpus=hug&vocab=10&input=unhug&at=1", "/encode")
    tab.page.get_by_role("button", name="Predict").click()
    heading = question(tab).get_by_role("heading")
    expect(heading).to_have_text("Word unhug: which merge is applied next?")
    expect(tab.page.locator(".merge-candidates")).to_be_hidden()
    assert offered(tab) == ["u+n", "n+h", "h+ug", "No merge applies"]
    tab.focus_by_keyboard(".choice:nth-child(2)")
    tab.press("Enter")
    tab.at(2)
    expect(tab.page.locator(".detail")).to_contain_text("No merge joins n+h. u+n has the lowest")
    expect(tab.page.get_by_role("button", name="Next question")).to_be_focused()
    tab.press("Enter")
    tab.press(key_of(tab, "h+ug"))
    tab.at(3)
    expect(tab.page.locator(".verdict")).to_contain_text("Right.")
    expect(tab.page.get_by_role("button", name="Next question")).to_be_hidden()
    tab.page.get_by_role("button", name="Predict").dblclick()
    expect(tab.page.locator(".detail")).to_have_text("There is nothing left to predict.")


def test_segmentation_is_predicted_where_there_is_a_choice(tab):
    tab.open("corpus=hug&show=word&word=hugs&at=0", "/unigram")
    place = tab.page.locator(".picture").bounding_box()
    tab.page.get_by_role("button", name="Predict").click()
    expect(tab.page.locator(".detail")).to_contain_text("The next step leaves no choice")
    tab.page.get_by_role("button", name="Next question").click()
    tab.at(4)
    expect(question(tab)).to_contain_text("Which segmentation up to position 2 is the best?")
    assert abs(tab.page.locator(".picture").bounding_box()["y"] - place["y"]) < 1
    expect(tab.page.locator(".choice").nth(1).locator(".token")).to_have_text("hu")
    tab.press("b")
    tab.at(5)
    expect(tab.page.locator(".verdict")).to_contain_text("Right.")
    expect(tab.page.locator(".detail")).to_contain_text(
        "hu is the most probable: 0.071429. Next is h u: "
    )


def test_removed_piece_is_predicted(tab):
    tab.open("corpus=unigram-en&show=rounds&at=0", "/unigram")
    tab.page.get_by_role("button", name="Predict").click()
    expect(tab.page.locator(".pieces")).to_be_hidden()
    this = next(each for each in defaults("unigram-en").train_unigram().rounds if each.removed)
    tab.press(key_of(tab, this.removed[0]))
    expect(tab.page.locator(".verdict")).to_contain_text("Right.")
    tab.at(1)


def test_one_word_is_predicted_under_both_methods(tab):
    tab.open("corpus=english&show=both&at=1&view=predict", "/unigram")
    expect(question(tab)).to_contain_text("Which pair does BPE merge next in this word?")
    assert offered(tab) == ["▁+u (no merge)", "u+n (rank 23)", "n+d (rank 6)", "d+er (no merge)"]
    tab.press(key_of(tab, "d+er (no merge)"))
    tab.at(2)
    expect(tab.page.locator(".detail")).to_contain_text("No merge joins d+er. n+d was merge 6")
    tab.page.get_by_role("button", name="Next question").click()
    tab.at(4)
    expect(question(tab)).to_contain_text("Which segmentation up to position 3 is the best?")
    tab.press("End")
    tab.at(9)
    tab.press("ArrowLeft")
    tab.at(8)
    tab.press("ArrowRight")
    expect(question(tab)).to_contain_text("Is BPE's choice also the path that Viterbi finds?")
    expect(tab.page.locator(".both-verdict .found")).to_be_hidden()
    tab.press(key_of(tab, "No, another path is more probable"))
    tab.at(9)
    expect(tab.page.locator(".verdict")).to_contain_text("Right.")
    expect(tab.page.locator(".detail")).to_contain_text("never undoes one")


def test_question_and_its_subject_fit_on_a_phone(visitor, server):
    tab = visitor(server, **PHONE)
    subjects = {
        "training": ".words",
        "encoding": ".words",
        "matching": ".words",
        "word": ".picture",
        "rounds": ".changes",
        "both": ".picture",
    }
    for kind, subject in subjects.items():
        path, query = STAGES[kind]
        if kind == "rounds":  # where no two pieces cost the same, so there is a question
            query = "corpus=unigram-en&show=rounds&at=0"
        tab.open(query.replace("word=", "word=hugs&word=").replace("at=9", "at=5"), path)
        tab.page.get_by_role("button", name="Predict").tap()
        if tab.page.locator(".next-question").is_visible():
            tab.page.locator(".next-question").tap()
        expect(question(tab)).to_be_in_viewport(ratio=1)
        expect(tab.page.locator(subject)).to_be_in_viewport(ratio=0.3)
        controls = tab.page.locator(".main-controls").bounding_box()
        assert tab.page.locator(subject).bounding_box()["y"] + 80 < controls["y"], kind


def test_steps_of_em_are_predicted_next_to_the_probabilities(tab):
    tab.open("corpus=unigram-en&show=rounds&method=em&shares=plain&at=1", "/unigram")
    tab.page.get_by_role("button", name="Predict").click()
    expect(question(tab)).to_contain_text("The E step shares the count of resend.")
    expect(tab.page.locator(".pieces")).to_be_visible()
    expect(tab.page.locator(".changes")).to_be_hidden()
    tab.press("D")
    tab.at(2)
    expect(tab.page.locator(".verdict")).to_contain_text("Right.")
    expect(tab.page.locator(".detail")).to_contain_text("It gets 57.3% of 11")
    tab.page.get_by_role("button", name="Next question").click()
    expect(question(tab)).to_contain_text("Which of these pieces becomes more probable")
    expect(tab.page.locator(".shares")).to_be_hidden()
    tab.press("D")
    tab.at(3)
    expect(tab.page.locator(".detail")).to_contain_text("from 0.007788 to 0.025522")

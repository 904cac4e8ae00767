"""Phones that follow a live class."""

import re
from urllib.parse import quote

import pytest

from pages.classroom import live
from pages.classroom.votes import ENOUGH
from pages.translations.language import LANGUAGES
from tests.support.class_pages import SMALL, button, choose, follow, host, start_class
from tests.support.live_class import Follower, Lecturer
from tests.support.waiting import expect

KINDS = [
    ("", "corpus=course&vocab=40", 3, "pair 1 2"),
    ("encode", "corpus=hug&input=hugs bun", 2, ""),
    ("encode", "corpus=hug&algorithm=wordpiece&input=hugs bun", 2, ""),
    ("unigram", "corpus=hug&show=word&word=unhug", 4, "token un"),
    ("unigram", "corpus=hug&show=rounds", 2, ""),
    ("unigram", "corpus=hug&show=both&word=unhug", 3, ""),
]


def test_phone_draws_every_kind_of_stage_without_another_request(visitor, server):
    lecturer = Lecturer(host(server))
    lecturer.go("", "corpus=hug", 1)
    tab = visitor(server, **SMALL)
    phone = tab.page
    phone.goto(f"{server.url}/class/{lecturer.code}")
    expect(phone.locator("[data-step='1']")).to_be_visible()
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    for page, query, step, _ in KINDS:
        for at in (step, step - 1, 500):  # forward, back, and the last one, with its result
            lecturer.go(page, query, at)
            told = lecturer.stream.wait("state", lambda data: data["query"].startswith("corpus"))
            expect(phone.locator("[data-step]")).to_have_count(1)
            if at != 500:
                expect(phone.locator(f"[data-step='{at}']")).to_be_attached()
        assert told
        width = phone.evaluate("document.documentElement.scrollWidth")
        assert width == 320, (page, query)
    lecturer.go("", "corpus=course&view=before", 3)
    expect(phone.locator(".words.shows-before")).to_be_visible()
    lecturer.go("", "corpus=course&view=changed", 3)
    expect(phone.locator(".words.only-changed:not(.shows-before)")).to_be_visible()
    lecturer.go("practice", "corpus=hug", 0)
    card = phone.locator(".class-card")
    expect(card).to_contain_text("The lecturer shows “Practice” on the projector.")
    expect(card.get_by_role("link")).to_have_attribute("href", re.compile("practice"))
    expect(phone.locator("[data-step]")).to_have_count(0)
    lecturer.go("", "corpus=course", 4)
    expect(phone.locator("[data-step='4']")).to_be_visible()
    expect(card).to_be_hidden()
    assert not asked


def test_word_of_the_lecture_is_whole_on_a_phone(visitor, server):
    lecturer = Lecturer(host(server))
    lecturer.go("unigram", "corpus=unigram-en&show=word&word=restart", 0)
    phone = follow(visitor, server, lecturer.code, viewport={"width": 390, "height": 844})
    picture = phone.locator(".picture")
    expect(picture.locator(".letter")).to_have_count(len("restart"))
    left = "(node) => node.scrollWidth - node.clientWidth"
    assert picture.evaluate(left) == 0


def test_looking_around_ends_by_a_tap_by_gathering_and_by_a_question(visitor, server):
    lecturer = Lecturer(host(server))
    lecturer.go("", "corpus=course&words=find&find=to", 3, look=True)
    phone = follow(visitor, server, lecturer.code)
    button(phone, "Look around").click()
    expect(phone.locator(".free [data-step='3']")).to_be_visible()
    phone.locator(".free .button.forward").click()
    expect(phone.locator("[data-step='4']")).to_be_visible()
    lecturer.go("", "corpus=course&words=find&find=to", 7)
    expect(phone.locator("[data-step='4']")).to_be_visible()
    lecturer.go("", "corpus=course&words=find&find=to", 8, gather=True)
    expect(phone.get_by_text("Your lecturer has called everybody back.")).to_be_visible()
    expect(phone.locator(".following [data-step='8']")).to_be_visible()
    button(phone, "Look around").click()
    expect(phone.locator(".free [data-step='4']")).to_be_visible()  # where it was
    button(phone, "Back to the class").click()
    expect(phone.locator(".following [data-step='8']")).to_be_visible()
    button(phone, "Look around").click()
    lecturer.ask(kind="word")
    field = phone.get_by_role("textbox", name="Your word")
    field.fill("hugging")
    expect(phone.locator(".following [data-step='8']")).to_be_visible()
    lecturer.go("", "corpus=course", 9, gather=True, look=False)
    expect(phone.locator(".following [data-step='9']")).to_be_visible()
    expect(field).to_have_value("hugging")
    expect(button(phone, "Look around")).to_be_hidden()
    assert "step=9" in phone.locator(".class-bar .class-app").get_attribute("href")


def test_phone_without_a_connection_keeps_the_step_and_the_answer(visitor, server):
    lecturer = Lecturer(host(server))
    lecturer.go("", "corpus=course", 3)
    tab = visitor(server, **SMALL)
    phone = tab.page
    phone.goto(f"{server.url}/class/{lecturer.code}")
    expect(phone.locator("[data-step='3']")).to_be_visible()
    question = lecturer.ask(kind="predict")
    expect(phone.locator(".vote-choice").first).to_be_visible()
    with tab.watch.expecting("ERR_INTERNET_DISCONNECTED", "Failed to fetch"):
        phone.context.set_offline(True)
        phone.evaluate("window.dispatchEvent(new Event('online'))")  # it tries, and fails
        expect(phone.locator(".class-status")).to_contain_text("No connection.")
        choose(phone, "B")
        expect(phone.locator(".vote-status")).to_contain_text("Your answer is kept")
        expect(phone.locator("[data-step='3']")).to_be_visible()
        lecturer.go("", "corpus=course", 5)
        phone.context.set_offline(False)
        expect(phone.locator("[data-step='5']")).to_be_visible()
    expect(phone.locator(".vote-status")).to_contain_text("has arrived")
    expect(phone.locator(".class-status")).to_contain_text("Following")
    choose(phone, "C")
    expect(phone.locator(".vote-status")).to_contain_text("has arrived")
    phone.reload()
    expect(phone.locator(".vote-choice[aria-pressed=true]")).to_contain_text("C")
    choose(phone, "D")
    expect(phone.locator(".vote-status")).to_contain_text("has arrived")
    lecturer.tell(reveal=True)
    told = lecturer.stream.wait("question", lambda data: "result" in data)
    assert (told["id"], told["result"]["rounds"][0]["answered"]) == (question, 1)


def test_phone_says_that_an_answer_came_too_late(visitor, server):
    """It was given without a connection, which is back only after the vote."""
    lecturer = Lecturer(host(server))
    lecturer.go("", "corpus=course", 3)
    tab = visitor(server, **SMALL)
    phone = tab.page
    phone.goto(f"{server.url}/class/{lecturer.code}")
    lecturer.ask(kind="predict")
    expect(phone.locator(".vote-choice").first).to_be_visible()
    status = phone.locator(".vote-status")
    with tab.watch.expecting("ERR_INTERNET_DISCONNECTED", "Failed to fetch"):
        phone.context.set_offline(True)
        phone.evaluate("window.dispatchEvent(new Event('online'))")  # it tries, and fails
        choose(phone, "B")
        expect(status).to_contain_text("Your answer is kept")
        lecturer.tell(close=True)
        phone.context.set_offline(False)
        expect(status).to_contain_text("Your answer came too late.")
    lecturer.tell(reveal=True)
    expect(phone.locator(".own-verdict")).not_to_be_empty()
    expect(status).to_contain_text("Your answer came too late.")


def test_lecturer_sees_that_phones_wait_for_a_step(visitor, server, monkeypatch):
    """Until an event that the server failed to make has come."""
    tab = visitor(server)
    code = start_class(tab)
    tab.press("Escape")
    phone = follow(visitor, server, code)
    expect(phone.locator("[data-step='2']")).to_be_visible()
    told = "An error on the server keeps phones on an earlier step."
    make = live.scenes_of

    def fail(*arguments):
        raise RuntimeError

    monkeypatch.setattr(live, "scenes_of", fail)
    tab.press("ArrowRight")
    expect(tab.page.get_by_text(told)).to_be_visible()
    expect(phone.locator("[data-step='2']")).to_be_visible()
    monkeypatch.setattr(live, "scenes_of", make)
    expect(phone.locator("[data-step='3']")).to_be_visible()
    expect(tab.page.get_by_text(told)).to_be_hidden()


def votes_of(tally) -> list[int]:
    return [bar["votes"] for bar in tally["bars"] or []]


def test_phone_that_comes_back_is_the_same_voter(visitor, server):
    lecturer = Lecturer(host(server))
    lecturer.go("", "corpus=hug", 2)
    question = lecturer.ask(kind="predict")
    phone = follow(visitor, server, lecturer.code)
    choose(phone, "A")
    lecturer.tally(lambda data: data["answered"] == 1)
    known = phone.evaluate(f"() => localStorage['merge-by-merge-voter {lecturer.code}']")
    with phone.expect_request("**/events?*") as joined:
        phone.reload()
    assert joined.value.headers["voter"] == known
    choose(phone, "B")
    for _ in range(ENOUGH - 1):
        Follower(host(server), lecturer.code).vote(question, 1)
    # The phone's new answer may be counted last.
    lecturer.tally(lambda data: votes_of(data)[:2] == [0, ENOUGH])


def test_split_of_a_word_is_sent_without_scrolling(visitor, server):
    lecturer = Lecturer(host(server))
    word = "대학생회원"
    lecturer.go("unigram", f"corpus=unigram-ko&show=word&word={quote(word)}", 0)
    options = {"viewport": {"width": 360, "height": 640}, "locale": "ko-KR"}
    phone = follow(visitor, server, lecturer.code, **options)
    lecturer.ask(kind="split", word=word)
    expect(phone.locator(".vote-split button.labelled")).to_be_in_viewport(ratio=1)
    expect(phone.locator(".listed li").last).to_be_in_viewport(ratio=1)


def test_picture_of_a_revealed_split_is_in_sight(visitor, server):
    lecturer = Lecturer(host(server))
    word = "대학생회원"
    lecturer.go("unigram", f"corpus=unigram-ko&show=word&word={quote(word)}", 0)
    options = {"viewport": {"width": 360, "height": 640}, "locale": "ko-KR"}
    phone = follow(visitor, server, lecturer.code, **options)
    question = lecturer.ask(kind="split", word=word)
    others = [Follower(host(server), lecturer.code, lang="ko") for _ in range(ENOUGH)]
    for each in others:
        assert each.vote(question, [3])[0] == 204
    lecturer.tell(reveal=True)
    expect(phone.locator(".votes-picture")).to_be_in_viewport(ratio=1)
    for each in others:
        each.stream.close()


def test_corpus_is_in_sight_while_a_part_that_covers_boxes_is_asked(visitor, server):
    lecturer = Lecturer(host(server))
    lecturer.go("", "corpus=hug&vocab=13&view=covered", 0, hides=["pairs", "merge"])
    options = {"viewport": {"width": 360, "height": 640}, "locale": "ko-KR"}
    phone = follow(visitor, server, lecturer.code, **options)
    expect(phone.locator(".merge")).to_be_visible()
    lecturer.ask(kind="own", form="number", prompt="How often is u followed by g?", answers=["20"])
    expect(phone.locator(".class-vote")).to_be_visible()
    expect(phone.locator(".merge")).to_be_hidden()
    expect(phone.locator(".corpus .word").last).to_be_in_viewport(ratio=1)
    expect(phone.locator(".corpus .checkbox").first).to_be_hidden()
    expect(phone.locator(".corpus .toggles").first).to_have_css("display", "none")  # no empty line


def test_table_of_a_question_is_not_cut_off_on_a_phone(visitor, server):
    lecturer = Lecturer(host(server))
    lecturer.go("", "corpus=hug", 1)
    phone = follow(visitor, server, lecturer.code, viewport={"width": 360, "height": 640})
    lecturer.ask(kind="practice", skill="bytes", level=2, seed=3, index=0)
    tables = phone.locator(".class-vote .given")
    expect(tables).to_have_count(2)
    for each in tables.all():
        assert each.evaluate("(node) => node.scrollHeight <= node.clientHeight + 1")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_field_is_in_sight_below_tables_that_are_higher_than_the_phone(visitor, server, lang):
    lecturer = Lecturer(host(server))
    lecturer.go("", "corpus=hug", 1)
    options = {"viewport": {"width": 360, "height": 640}, "locale": lang}
    phone = follow(visitor, server, lecturer.code, **options)
    lecturer.ask(kind="practice", skill="bytes", level=3, seed=3, index=0)
    expect(phone.locator(".class-vote .given").last).not_to_be_in_viewport(ratio=1)
    for part in (".prompt", ".vote-text input", ".vote-text button"):
        expect(phone.locator(part).first).to_be_in_viewport(ratio=1)
    phone.locator(".class-vote .given").last.evaluate("(node) => node.scrollIntoView(false)")
    expect(phone.locator(".vote-text input")).to_be_in_viewport(ratio=1)
    phone.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    edge = "(node) => node.getBoundingClientRect().bottom"
    table = phone.locator(".class-vote .given").last
    form = phone.locator(".vote-text")
    assert table.evaluate(edge) <= form.evaluate("(node) => node.getBoundingClientRect().top")


def test_korean_word_is_not_broken_on_a_phone_in_english(visitor, server):
    lecturer = Lecturer(host(server))
    lecturer.go("", "corpus=hug", 1)
    phone = follow(visitor, server, lecturer.code, viewport={"width": 390, "height": 844})
    prompt = "Which segmentation of 대학생회원 is the best?"
    lecturer.ask(kind="own", form="text", prompt=prompt, answers=[])
    expect(phone.locator(".class-vote .prompt")).to_have_text(prompt)
    lines = """(node) => {
        const range = document.createRange();
        const start = node.textContent.search("대");
        range.setStart(node.firstChild, start);
        range.setEnd(node.firstChild, start + 5);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    }"""
    assert phone.locator(".class-vote .prompt").evaluate(lines) == 1


def test_phone_shows_the_sentences_whose_costs_are_asked(visitor, server):
    lecturer = Lecturer(host(server))
    query = "corpus=english&tokenizers=bpe&compared=languages"
    lecturer.go("", "corpus=hug", 1)
    phone = follow(visitor, server, lecturer.code)
    lecturer.go("tokenizers", f"{query}&view=covered", 0, hides=["costs"])
    panels = phone.locator(".class-panels")
    expect(panels.get_by_role("heading")).to_have_text("One sentence in many languages")
    expect(panels).not_to_contain_text("token")
    lecturer.go("tokenizers", query, 0)
    expect(panels).to_contain_text("What each language costs")

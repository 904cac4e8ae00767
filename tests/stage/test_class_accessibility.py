"""axe on the phone of a class and in the lecturer's private window: in each kind of vote, and where
the lecturer can be.
"""

from collections.abc import Iterator

import pytest

from pages.classroom.votes import ENOUGH
from pages.practice.draw import KINDS
from pages.registry import PAGES
from tests.support.class_pages import PHONE, follow, host
from tests.support.live_class import Follower, Lecturer
from tests.support.page_checks import broken_rules, broken_rules_in
from tests.support.waiting import expect

LOW = {"viewport": {"width": 420, "height": 400}}
OWN = {"kind": "own", "prompt": "Which one?", "why": "Because."}
VOTES = [  # what is asked, and one vote of it
    ({"kind": "predict"}, 0),
    ({"kind": "split"}, [1, 3]),
    ({"kind": "word"}, "hugs"),
    ({"kind": "part", "part": "count-pair"}, "7"),
    ({**OWN, "form": "choice", "choices": ["a", "b"], "right": [1]}, 0),
    ({**OWN, "form": "number", "answers": ["3"]}, "7"),
    ({**OWN, "form": "text", "answers": []}, "So"),
]
PRACTICE = {"kind": "practice", "level": 2, "seed": 3, "index": 0}


def places() -> Iterator[tuple[str, str]]:
    """Page and query of everything that can be presented."""
    for page in PAGES:
        for each in page.targets:
            method = f"&method={each.method}" if each.method else ""
            section = f"&section={each.section}" if each.section else ""
            query = f"corpus=hug&vocab=12&word=unhug&show={each.show or 'both'}{method}{section}"
            yield page.path, f"{query}&view=projector"


@pytest.fixture
def lecturer(server):
    found = Lecturer(host(server))
    found.go("unigram", "corpus=hug&show=word&word=unhug", 2)
    return found


def test_axe_finds_no_violations_on_a_phone_in_each_kind_of_vote(
    visitor, server, lecturer, subtests
):
    phone = follow(visitor, server, lecturer.code, bypass_csp=True)
    private = visitor(server, **LOW, bypass_csp=True).page
    private.goto(f"{server.url}/class/{lecturer.code}#key={lecturer.key}")
    voters = [Follower(host(server), lecturer.code) for _ in range(ENOUGH)]
    vote = phone.locator(".class-vote")
    for spec, answer in VOTES:
        question = lecturer.ask(**spec)
        expect(vote).to_have_attribute("data-state", "open")
        expect(private.locator(".class-question")).to_be_visible()
        with subtests.test(spec=spec, state="open"):
            assert broken_rules_in(phone, "light", first=True) == []
            assert broken_rules(private, some=1) == []
        for each in voters:
            assert each.vote(question, answer)[0] == 204
        if spec["kind"] != "word":
            lecturer.tell(reveal=True)
            expect(vote.locator(".bars, .votes-picture").first).to_be_visible()
            with subtests.test(spec=spec, state="revealed"):
                assert broken_rules_in(phone, "dark", first=False) == []
        lecturer.tell(end=True)
        expect(vote).to_be_hidden()
        expect(private.locator(".class-question")).to_be_hidden()
    for each in voters:
        each.stream.close()


def test_reason_of_a_step_needs_no_scrolling_on_a_phone(visitor, server, lecturer):
    """axe asks that what scrolls can have the focus. Here the page scrolls."""
    phone = follow(visitor, server, lecturer.code, **{**PHONE, "locale": "en"})
    lecturer.go("unigram", "corpus=hug&show=rounds&view=projector", 0)
    why = phone.locator(".explanation .why")
    expect(why).to_contain_text("Training starts with")
    assert why.evaluate("(node) => node.scrollHeight <= node.clientHeight")


def test_phone_does_not_break_korean_words(visitor, server, lecturer):
    phone = follow(visitor, server, lecturer.code, **PHONE)
    expect(phone.locator("html")).to_have_attribute("lang", "ko")
    expect(phone.locator(".explanation").first).to_have_css("word-break", "keep-all")


def test_axe_finds_no_violations_on_a_phone_with_a_question_of_each_skill(
    visitor, server, lecturer, subtests
):
    phone = follow(visitor, server, lecturer.code, bypass_csp=True)
    for skill in KINDS:
        lecturer.ask(**PRACTICE, skill=skill)
        expect(phone.locator(".class-vote .practice.question")).to_be_visible()
        with subtests.test(skill):
            assert broken_rules(phone, some=1) == []
        lecturer.tell(end=True)
        expect(phone.locator(".class-vote")).to_be_hidden()


def test_axe_finds_no_violations_on_a_phone_that_follows(visitor, server, lecturer, subtests):
    phone = follow(visitor, server, lecturer.code, bypass_csp=True)
    for page, query in places():
        lecturer.go(page, query, 1)
        shown = phone.locator("[data-step='1'], .class-panels > *, .class-card:not([hidden])")
        expect(shown.first).to_be_visible()
        with subtests.test(page, query=query):
            assert broken_rules(phone, some=1) == []

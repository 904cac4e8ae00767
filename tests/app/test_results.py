"""The results of a set of practice questions, as a student's file has them."""

from types import SimpleNamespace

from pages.practice import ladder, results
from pages.practice import sections as section
from pages.practice.draw import draw
from pages.state.practice import Practice
from pages.translations.language import translation


def test_results_name_the_known_mistake_and_belong_to_one_set(monkeypatch):
    practice = Practice()
    at = ladder.Rung("count", 1, 0)
    question = draw(7, at.skill, at.level, at.index, "en")
    wrong = next(each for each in question.known if str(each.answer).isdigit())
    typed = iter([str(wrong.answer), question.shown])
    monkeypatch.setattr(section.session, "current", lambda: SimpleNamespace(practice=practice))
    monkeypatch.setattr(section.widgets, "text", lambda key: next(typed))
    practice.open_question(at.number)
    for _ in range(2):
        section.check(question, at, 7)
    (result,) = results.of_set(practice.results, 7, translation("ko"))["results"]["questions"]
    assert (result["skill"], result["outcome"], result["tries"]) == ("count", "right", 2)
    assert result["mistakes"] == [[wrong.name, wrong.reason]]
    assert results.of_set(practice.results, 0, translation("en")) == {}
    assert results.of_set(practice.results, 8, translation("en"))["results"]["questions"] == []

"""Every known mistake of a question is recomputed, and its explanation is checked.

The numbers are computed from the displayed question or by the reference, without the
code that made them.
"""

from collections import Counter

from pages.practice import exercises, merge_questions, tie_questions
from pages.practice.material import Material
from pages.practice.questions import Exercise
from pages.state.corpus import OWN_COUNTS
from pages.state.defaults import defaults
from tests.app.quiz_helpers import (
    SEEDS,
    T,
    exercise_questions,
    of_kind,
)
from tests.app.quiz_truths import CHECKS, quotes


def own(counts: str, **changes: object):
    return defaults(OWN_COUNTS).replace(own=counts, **changes)


def by_hand(counts: str, pair: tuple[str, str], k: int = 0) -> Exercise:
    return merge_questions.pair_count(Material(own(counts)), k, pair, T)


def test_counts_of_one_are_not_called_weights():
    question = by_hand("abab 1\nab 1\nb 1\na 1", ("a", "b"))
    assert "unweighted" not in {mistake.name for mistake in question.known}
    assert question.check("2").mistake == "once"
    weighted = by_hand("abab 1\nab 9\nb 1\na 1", ("a", "b"))
    assert weighted.check("3").mistake == "unweighted"


def test_each_missed_occurrence_is_explained():
    question = by_hand("ababab 5\nab 7", ("a", "b"))
    assert question.answer == 22
    for typed in ("17", "12"):
        assert question.check(typed).mistake == "once"
        assert quotes(question.check(typed).reason) == ["ababab"]


def test_explanation_names_all_possibly_missed_words():
    question = by_hand("hug 10\npug 5\nhugs 5\nrug 3", ("u", "g"))
    assert quotes(question.check("18").reason) == ["pug", "hugs"]
    assert quotes(question.check("13").reason) == ["hug", "pug", "hugs"]
    assert quotes(question.check("3").reason) == ["hug", "pug", "hugs"]
    assert quotes(question.check("20").reason) == ["rug"]


def test_pair_of_equal_tokens_needs_two_in_a_word():
    question = by_hand("aab 2\nab 3\naba 4", ("a", "a"))
    (together,) = (each for each in question.known if each.name == "together")
    assert (together.answer, quotes(together.reason)[-1]) == (6, "aba")


def test_every_listed_mistake_applies_to_its_question():
    checked: Counter = Counter()
    for kind, is_true in CHECKS.items():
        for settings, question in of_kind(kind):
            for mistake in question.known:
                said = (mistake.name, mistake.answer, mistake.reason)
                assert is_true(settings, question, *said), (kind, *said, question.prompt)
                checked[kind] += 1
    assert min(checked[kind] for kind in CHECKS) > 5 * len(SEEDS)
    assert sum(checked.values()) > 100 * len(SEEDS)


def test_wrong_sum_names_a_piece_only_if_unique():
    (asked,) = (each for each in exercise_questions() if each.skill == "sum")
    of = exercises.material("en")
    counts = of.run.corpus.counts
    seeds = of.pieces.seeds
    true = dict(zip(seeds.pieces, map(int, seeds.counts), strict=True))
    checked = 0
    for mistake in asked.known:
        if mistake.name == "own":
            fits = [
                (piece, word)
                for piece in true
                for word in counts
                if piece in word and asked.answer - true[piece] + counts[word] == mistake.answer
            ]
            assert ("You used" in mistake.reason) == (len(fits) == 1), mistake
            checked += 1
    assert checked > 3


def test_count_of_one_is_singular():
    assert "in 1 place of" in " ".join(
        mistake.reason
        for mistake in merge_questions.next_pair(Material(own("ab 2\ncd 3")), 0, T).known
    )
    assert "2 tokens" in tie_questions.fit(Material(own("aa 2")), 1, T).prompt
    one = tie_questions.fit(Material(own("aaa 2")), 1, T)
    assert "subtract the 1 character that" in " ".join(mistake.reason for mistake in one.known)


def test_answers_of_the_course_exercises_are_explained():
    """Each explanation is compared with a count by hand."""
    hug = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    asked = {each.skill: each for each in exercise_questions()}
    verdict = asked["next"].check("p+u")
    left = sum(n for word, n in hug.items() if "pu" in word and "pug" not in word)
    assert verdict.mistake == "gone"  # at first 17: 5 of them went with u+g
    assert f"had a count of {left} before step 2." in verdict.reason
    assert quotes(verdict.reason) == ["p", "u", "u", "n"]
    verdict = asked["encode"].check("u n hug")
    assert (verdict.mistake, quotes(verdict.reason)) == ("skipped", ["u", "n"])
    verdict = asked["segmentation"].check("hug gun")
    assert not any("gun" in word for word in hug)
    assert (verdict.mistake, quotes(verdict.reason)) == ("stray", ["gun"])

"""The ladder of practice: harder levels, an order that follows the answers, links to questions."""

from statistics import mean

import pytest

from pages.course.course import chapters
from pages.practice import ladder
from pages.practice.draw import draw
from pages.practice.ladder import LEVELS, SKILLS, Rung
from pages.practice.questions import Exercise
from pages.state.practice import Skill
from tests.app.quiz_helpers import drawn


def tokens_shown(question: Exercise) -> int:
    rows = [row for fact in question.facts for row in fact.rows]
    return sum(len(cell) for row in rows for cell in row if isinstance(cell, tuple))


def paths(question: Exercise) -> int:
    word = "".join(question.answer)
    return question.link.settings.train_unigram().seeds.lattice(word).count


EFFORT = {
    "count": tokens_shown,
    "next": tokens_shown,
    "encode": lambda question: len(question.facts[1].rows),
    "ties": lambda question: len(question.form.options),
    "fit": lambda question: question.link.settings.bpe.vocab,
    "bytes": lambda question: question.answer,
    "symbols": lambda question: len(question.answer),
    "unseen": lambda question: len(question.link.settings.view.sentence.encode()),
    "probability": lambda question: len(question.facts[0].rows),
    "segmentation": paths,
    "rise": lambda question: len(question.form.options) + len(question.facts),
    "loss": lambda question: len(question.facts[0].rows),
    "share": lambda question: len(question.facts[0].rows) * len(question.facts),
}


@pytest.mark.parametrize("skill", SKILLS)
def test_each_level_is_harder_than_the_one_before(skill):
    efforts = [[EFFORT[skill](each) for each in drawn(skill, level)] for level in (1, 2, 3)]
    assert mean(efforts[0]) < mean(efforts[1]) < mean(efforts[2])
    assert max(efforts[0]) < max(efforts[2])


@pytest.mark.parametrize("skill", SKILLS)
def test_every_question_has_a_right_answer_known_mistakes_and_advice(skill):
    for level in range(1, LEVELS + 1):
        questions = drawn(skill, level)
        assert len({(each.prompt, each.facts) for each in questions}) > 0.8 * len(questions)
        for question in questions:
            assert question.hint
            assert question.known
            right = question.answers
            for mistake in question.known:
                assert not any(question.form.same(mistake.answer, each) for each in right)


def test_hardest_piece_to_remove_is_in_a_best_segmentation():
    for level in (2, 3):
        for question in drawn("rise", level):
            shown = {token for tokens, _ in question.facts[0].rows for token in tokens}
            assert (question.answer in shown) == (level == 3)


def test_learner_who_knows_everything_climbs_to_the_top():
    skills: dict[str, Skill] = {}
    seen = []
    while not all(ladder.is_mastered(skills.get(name, Skill())) for name in SKILLS):
        seen.append(ladder.next_question(skills))
        skills = ladder.after(skills, seen[-1], tries=1)
    assert len(seen) == len(set(seen)) == len(SKILLS) * 5
    assert [each.skill for each in seen if each.level == 1] == list(SKILLS)
    assert seen[0].level == 1
    assert {each.level for each in seen[-5:]} == {LEVELS}
    more = ladder.next_question(skills)
    assert more not in seen
    assert more.level == LEVELS


@pytest.mark.parametrize(("tries", "level"), [(0, 1), (2, 2)])
def test_missed_skill_comes_back_after_two_others(tries, level):
    skills = ladder.after({}, Rung("count", 2, 0), tries)
    order = []
    for _ in range(3):
        order.append(ladder.next_question(skills))
        skills = ladder.after(skills, order[-1], tries=1)
    assert [each.skill == "count" for each in order] == [False, False, True]
    assert (order[2].level, order[2].index) == (level, 1 if level == 2 else 0)
    assert not skills["count"].due


def test_number_in_the_url_names_one_question():
    rungs = [
        Rung(skill, level, index) for skill in SKILLS for level in (1, 2, 3) for index in (0, 7)
    ]
    assert [ladder.rung(each.number) for each in rungs] == rungs
    assert {ladder.rung(number).level for number in range(1, 11)} <= {1, 2}  # of old links
    assert ladder.rung(9_600) == Rung("rise", 3, 399)  # the last one before there were later skills
    assert ladder.rung(9_601) == Rung("loss", 1, 0)
    last = ladder.rung(10_500)
    assert last == Rung("unseen", 3, 59)
    assert draw(1, last.skill, last.level, last.index, "en").skill == last.skill


def test_skills_of_a_browser_are_read_and_anything_else_is_ignored():
    skills = ladder.after(ladder.after({}, Rung("count", 1, 0), 1), Rung("rise", 3, 2), 0)
    assert ladder.from_json(ladder.to_json(skills)) == skills
    for odd in (None, 7, [], {"count": 3}, {"count": [1]}, {"x": [1, 0, 0, 0, 0, 0]},
                {"count": [4, 0, 0, 0, 0, 0]}, {"count": [1, -1, 0, 0, 0, 0]},
                {"count": [True, 0, 0, 0, 0, 0]}, {"count": [1, 0, 0, 0, 0, 1e9]}):  # fmt: skip
        assert ladder.from_json(odd) == {}


def test_parts_of_the_course_are_in_their_chapters():
    course = chapters("en")
    for number, skills in ladder.CHAPTERS.items():
        assert {*skills.values()} <= {part.name for part in course[number - 1].parts}

"""Questions: parsing of answers, explanations of mistakes, and random selection."""

import random
from collections import Counter
from fractions import Fraction
from urllib.parse import parse_qsl, urlsplit

import pytest

from pages.practice import exercises, ladder, merge_questions, mistakes, unigram_questions
from pages.practice.answers import Frequencies, Letter, Number, Pair, Tokens
from pages.practice.draw import draw
from pages.practice.expressions import evaluate
from pages.practice.material import Material
from pages.practice.questions import Dice, Exercise
from pages.state.corpus import OWN_COUNTS
from pages.state.defaults import defaults
from pages.state.url import from_query
from tests.app.quiz_helpers import SEEDS, T, every, exercise_questions


def typings(question: Exercise, answer: object) -> list[str]:
    """The notations in which a learner may type an answer."""
    form = question.form
    if isinstance(form, Letter):
        letter = chr(ord("A") + form.options.index(answer))
        return [letter, letter.lower(), f" {letter} "]
    if isinstance(form, Number):
        if isinstance(answer, Fraction) and answer.denominator > 1:
            return [f"{answer.numerator}/{answer.denominator}"]
        plain = str(int(answer))
        return [
            plain,
            f" {plain}",
            plain.translate(dict(zip(range(48, 58), range(0xFF10, 0xFF1A), strict=True))),
        ]
    if isinstance(form, Frequencies):
        return [", ".join(f"{piece} {n}" for piece, n in answer)]
    if isinstance(form, Pair):
        return [
            f"{answer[0]}+{answer[1]}",
            f"{answer[0]} {answer[1]}",
            f"({answer[0]}, {answer[1]})",
        ]
    found = [sep.join(answer) for sep in (" ", " + ", ", ", "|", "、", "＋")]
    if answer[0].startswith(("Ġ", "▁")) and answer[0] not in ("Ġ", "▁"):
        found += [" " + " ".join(answer)[1:], "_" + " ".join(answer)[1:]]
    return found


SPLITTERS = set(" +,;|/()[]{}'\"=→⇒、。")


def plain(answer: object) -> bool:
    """Whether an answer may have separators between its tokens."""
    if isinstance(answer, tuple) and all(isinstance(x, str) for x in answer):
        text = "".join(x for x in answer if x != "[UNK]")
        return not set(text) & SPLITTERS and text.isprintable() and "->" not in text
    return True


def test_correct_answers_are_accepted_in_every_notation():
    checked = 0
    for _, question in every():
        for answer in question.answers:
            if plain(answer):
                for typed in typings(question, answer):
                    assert question.check(typed).right, (question.skill, typed, answer)
                    checked += 1
    assert checked > 50 * len(SEEDS)


def own_counts(text: str):
    return defaults(OWN_COUNTS).replace(own=text)


def reached(question: Exercise):
    """The mistakes of a question that are explained when typed."""
    for mistake in question.known:
        if plain(mistake.answer) and (type(mistake.answer) is not Fraction or mistake.answer > 0):
            verdict = question.check(typings(question, mistake.answer)[0])
            if verdict.mistake == mistake.name:
                assert not verdict.right
                assert verdict.reason in {
                    m.reason for m in question.known if m.name == verdict.mistake
                }
                assert "{" not in verdict.reason
                yield mistake.name


def test_every_known_mistake_has_its_own_explanation():
    found: dict[str, Counter] = {kind: Counter() for kind in mistakes.KNOWN}
    rare = (
        merge_questions.pair_count(Material(own_counts("aaa 3\naab 2")), 0, ("a", "a"), T),
        merge_questions.pair_count(Material(own_counts("abab 3\nab 2")), 0, ("a", "b"), T),
        merge_questions.next_pair(Material(own_counts("ab 3\ncd 3")), 0, T),
    )
    for question in [*(each for _, each in every()), *exercise_questions(), *rare]:
        found[question.skill].update(reached(question))
    for _, question in every():
        if question.skill in ("encode", "segmentation"):
            verdict = question.check("".join(question.answer).replace("[UNK]", "") + " qqzz")
            found[question.skill].update([verdict.mistake] if verdict.mistake else [])
    (frequencies,) = (each for each in exercise_questions() if each.skill == "frequencies")
    for piece, wrong in (("p", 5), ("p", 6)):
        typed = ", ".join(f"{x} {wrong if x == piece else n}" for x, n in frequencies.answer)
        found["frequencies"][frequencies.check(typed).mistake] += 1
    seen = {(kind, name) for kind, names in found.items() for name in names}
    listed = {(kind, name) for kind, names in mistakes.KNOWN.items() for name in names}
    assert seen == listed, listed ^ seen


def test_most_listed_mistakes_can_be_typed():
    share = Counter()
    for _, question in every():
        share["listed"] += len(question.known)
        share["reached"] += len(list(reached(question)))
    assert share["reached"] > 0.7 * share["listed"]


def test_course_exercises_have_the_course_answers():
    boxes = exercises.boxes(exercises.material("en"), T)
    (pair,), (word,) = boxes["next"], boxes["unhug"]
    assert (pair.answer, word.answer) == (("p", "un"), ("un", "hug"))
    frequencies, total = boxes["frequencies"]
    assert total.answer == 210
    assert dict(frequencies.answer)["hug"] == 15
    best, score = boxes["huggun"]
    assert best.answer == ("hug", "g", "un")
    assert score.answer == Fraction(8, 15435)
    for typed in ("0.00051830", "5.183e-4", "8/15435", "0,0005183", "5.18×10⁻⁴", "5.183 x 10^-4"):
        assert score.check(typed).right, typed
    for typed in ("15/210*20/210*16/210", "15/210 × 20/210 × 16/210 = 0.00051830"):
        assert score.check(typed).right, typed
    assert score.check("-7.565").mistake == "logarithm"


def test_course_errors_are_explained():
    """pug with P(p) taken as 5/210: course figure 0.0022676."""
    of = Material(defaults("hug"))
    question = unigram_questions.segmentation_probability(of, "pug", T)
    verdict = question.check("0.0022676")
    assert verdict.mistake == "own"
    assert "17" in verdict.reason


def test_same_seed_gives_the_same_questions_in_every_language():
    for skill in ladder.SKILLS:
        one = draw(417, skill, 2, 1, "en")
        draw.cache_clear()
        korean = draw(417, skill, 2, 1, "ko")
        assert (korean.answer, korean.link.step) == (one.answer, one.link.step)
        assert korean.link.settings == one.link.settings.replace(lang="ko")
        assert draw(417, skill, 2, 1, "en") == one
        others = {draw(seed, skill, 2, i, "en").facts for seed, i in ((418, 1), (417, 2))}
        assert one.facts not in others


def test_draws_are_the_same_on_every_machine():
    dice = Dice(12345)
    assert [dice.below(1000) for _ in range(6)] == [416, 10, 825, 298, 368, 193]
    assert "".join(Dice(7).shuffled("abcdef")) == "baecfd"


def test_question_links_lead_to_existing_steps():
    for _, question in [*every(), *((None, each) for each in exercise_questions())]:
        parts = urlsplit(question.link.href)
        settings, step, invalid = from_query(dict(parse_qsl(parts.query, keep_blank_values=True)))
        assert not invalid
        place = question.link
        position = settings.view.position if place.page else step
        assert (settings, position) == (place.settings, place.step)
        if parts.path == "./":
            assert 0 <= step <= len(settings.train().merges)
        else:
            assert parts.path in ("./unigram", "./encode")
            if settings.view.show == "rounds":
                assert settings.view.position <= len(settings.train_unigram().rounds)


@pytest.mark.parametrize(
    ("typed", "value"),
    [("20", 20), ("10+5+5", 20), ("1,234", 1234), ("1 234", 1234), ("２０", 20),
     ("20/210", Fraction(2, 21)), ("9.5%", Fraction(19, 200)), ("0,5", Fraction(1, 2)),
     ("0,000", 0), ("1e-3", Fraction(1, 1000)), ("2 × 10⁻³", Fraction(1, 500)),
     ("-3", -3), ("−3", -3), ("", None), ("x", None), ("1/0", None), ("1//2", None),
     ("__import__", None), ("9**9", 387420489), ("1e9999", None), ("9" * 5000, None)],
)  # fmt: skip
def test_numbers_are_parsed_in_common_notations(typed, value):
    assert evaluate(typed) == value


def test_pairs_and_tokens_are_parsed_leniently():
    capitals = frozenset("ĠthTiso")
    pairs = frozenset({("Ġ", "t"), ("T", "h"), ("t", "h"), ("Ġt", "o"), ("t", "o")})
    pair = Pair(capitals, pairs, pairs)
    assert pair.read("T+h") == ("T", "h") != pair.read("t+h")
    assert pair.read("Ｔ＋ｈ") == ("T", "h")
    assert pair.read(" t+o") == ("Ġt", "o")
    assert pair.read("t+o") == pair.read("('t', 'o')") == pair.read("t+o = to") == ("t", "o")
    assert pair.read("_t o") == pair.read("Ġt o 4") == ("Ġt", "o")
    assert pair.read("Th") == ("T", "h")
    assert pair.read("to") is pair.read("") is pair.read("a b c d") is None
    pun = frozenset({("p", "un")})
    small = Pair(frozenset("pun"), pun, pun)
    assert small.read("P + UN") == small.read("pun") == ("p", "un")
    word = Tokens(capitals, "Ġto")
    assert word.read("Ġ t o") == word.read("_ t o") == ("Ġ", "t", "o")
    assert word.read(" to") == word.read("to") == word.read("▁to") == ("Ġto",)
    assert word.read("[unk] to") == ("[UNK]", "to")
    assert word.read("<UNK>, to") == word.read("［UNK］ to") == ("[UNK]", "to")


@pytest.mark.parametrize("mark", "Ġ▁")
@pytest.mark.parametrize("sign", "GĠ▁_␣")
def test_space_marker_has_typed_substitutes(mark, sign):
    pairs = frozenset({(mark, "t"), (mark + "t", "h"), ("h", "e")})
    form = Pair(frozenset(mark + "theg"), pairs, pairs)
    for typed in (f"{sign} t", f"{sign}+t", f"{sign}, t", f"({sign}, t)", f"{sign} t 12"):
        assert form.read(typed) == (mark, "t"), typed
    for typed in (f"{sign}t+h", f"{sign}t h", f"{sign} t h", f"{sign} t h 12"):
        assert form.read(typed) == (mark + "t", "h"), typed
    word = Tokens(frozenset(mark + "theg"), mark + "the")
    assert word.read(f"{sign}t he") == word.read(f"('{sign}t', 'he')") == (mark + "t", "he")
    assert word.read(f"{sign} t he") == word.read(f"{sign} + t + he") == (mark, "t", "he")


def test_space_marker_can_be_typed_as_a_space():
    pairs = frozenset({("Ġ", "t"), ("Ġt", "h"), ("t", "h")})
    form = Pair(frozenset("Ġth"), pairs, pairs)
    assert form.read(" + t") == form.read(" , t") == ("Ġ", "t")
    assert form.read(" t+h") == ("Ġt", "h") != form.read("t+h")
    assert Tokens(frozenset("Ġth"), "Ġth").read(" + t + h") == ("Ġ", "t", "h")


def test_characters_of_the_question_are_not_space_markers():
    pairs = frozenset({("Ġ", "t"), ("G", "o"), ("o", "_")})
    form = Pair(frozenset("ĠtGo_"), pairs, pairs)
    assert form.read("G t") == ("G", "t")
    assert form.read("_ t") == ("_", "t")
    assert form.read("␣ t") == ("Ġ", "t")
    word = Tokens(frozenset("ĠGo"), "ĠGo")
    assert word.read("G G o") == ("ĠG", "G", "o")
    assert word.read("_G o") == ("ĠG", "o")


def test_ambiguous_pair_is_rejected():
    both = frozenset({("Ġ", "t"), ("g", "t")})
    assert Pair(frozenset("Ġgt"), both, both).read("G t") is None
    assert Pair(frozenset("Ġgt"), both, frozenset({("Ġ", "t")})).read("G t") == ("Ġ", "t")
    assert Pair(frozenset("Ġgt"), both, frozenset({("g", "t")})).read("G t") == ("g", "t")
    assert Pair(frozenset("Ġgt"), both, both).read("g t") == ("g", "t")


def test_token_with_count_identifies_its_only_pair():
    pairs = frozenset({("p", "un"), ("h", "ug")})
    form = Pair(frozenset("punhg"), pairs, pairs)
    assert form.read("pun 12") == form.read("pun, 12") == form.read("p+un 12") == ("p", "un")
    assert form.read("xyz 12") is None
    two = pairs | {("pu", "n")}
    unclear = Pair(frozenset("punhg"), two, two)
    assert unclear.read("pun 12") is unclear.read("pun") is None
    assert unclear.read("pu+n 12") == ("pu", "n")
    digits = frozenset({("1", "2"), ("4", "12")})
    assert Pair(frozenset("124"), digits, digits).read("1 2") == ("1", "2")


def test_pair_of_separators_can_be_typed():
    pairs = frozenset({("+", "+"), (",", " "), ("(", ",")})
    form = Pair(frozenset("+,( "), pairs, pairs)
    for typed, pair in (("+++", ("+", "+")), (",+␣", (",", " ")), ("(+,", ("(", ","))):
        assert form.read(typed) == pair


def test_question_can_ask_about_a_given_step():
    of = Material(defaults("hug"))
    for k in range(len(of.run.merges)):
        question = merge_questions.next_pair(of, k, T)
        merge = of.run.merges[k]
        assert question.check(f"{merge.left}+{merge.right}").right


def test_any_answer_is_handled():
    dice = random.Random(3)
    signs = "hug+ ,/[]()=→×⁻³%.0123456789eE-Ġ▁_\u2068\ud7ff👩🏽\x00\n"
    for _, question in list(every())[::7]:
        for _ in range(4):
            typed = "".join(dice.choice(signs) for _ in range(dice.randrange(30)))
            verdict, given = question.check(typed), question.form.read(typed)
            assert verdict.read == (given is not None)
            right = question.answers
            assert verdict.right == any(question.form.same(given, each) for each in right)

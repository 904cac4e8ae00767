"""Questions: every answer against a count by hand, every known mistake with its own reason."""

import gettext
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import prod
from urllib.parse import parse_qsl, urlsplit

import pytest

import bpe
from pages.address import from_query
from pages.quiz import exercises, merging, mistakes, rounds
from pages.quiz.answers import MOST, Choice, Frequencies, Number, Pair, Tokens, evaluated
from pages.quiz.questions import Dice, Question
from pages.quiz.sources import material
from pages.settings import OWN_COUNTS, Settings
from pages.usual import defaults, with_method

T = gettext.NullTranslations()
SEEDS = 24
OWN = {
    "twice": "banana 3\nanan 5\nnab 2\naba 4",
    "less": "hug 10\npug 5",
    "same": "hug 10\npug 10\nhugs 10\nbugs 10\nbun 10",
    "special": "<a> 3\n** 4\n$x$ 2\n=1+1 5\n``` 2",
}


def own(name: str) -> Settings:
    return replace(defaults(OWN_COUNTS), own=OWN[name])


ALL = {
    **{name: defaults(name) for name in bpe.SAMPLES},
    **{f"own {name}": own(name) for name in OWN},
    "greatest": replace(defaults("course"), ties="greatest"),
    "lowest": replace(defaults("hug"), ties="lowest"),
    "in pieces": replace(defaults("english"), split="metaspace"),
    "em": with_method(defaults("hug"), "em"),
}


@cache
def drawn(name: str) -> tuple[Question, ...]:
    of = material(ALL[name])
    return tuple(question for seed in range(SEEDS) for question in rounds.draw(of, seed, T))


def every():
    for name in ALL:
        for question in drawn(name):
            yield ALL[name], question


def of_kind(*kinds: str):
    found = [(settings, question) for settings, question in every() if question.kind in kinds]
    assert len(found) > 100
    return found


@cache
def replayed(settings: Settings, k: int):
    """The words after k merges, made by merging in each word; with them the merges."""
    corpus = settings.read_corpus()
    merges = reference(replace(settings, watch="", lang="en"))
    splits = {word: list(word) for word in corpus.counts}
    for merge in merges[:k]:
        splits = {
            word: bpe.reference.merge_pair(tokens, merge.left, merge.right)
            for word, tokens in splits.items()
        }
    return corpus, merges, splits


@cache
def reference(settings: Settings):
    return bpe.reference.train(
        settings.read_corpus(),
        vocab_size=settings.vocab,
        ties=settings.ties,
        special_tokens=tuple(settings.special.split()),
        min_count=settings.min,
    )


def words_of(question: Question) -> list[tuple[tuple[str, ...], int]]:
    """The words that a question shows."""
    (fact,) = (fact for fact in question.facts if fact.kind == "words")
    return [(tokens, int(count.replace(",", ""))) for tokens, count in fact.rows]


def test_the_next_merge_is_the_one_with_the_greatest_count():
    for settings, question in of_kind("next"):
        step = question.link.step
        merge = reference(settings)[step - 1]
        assert question.answer == (merge.left, merge.right)
        corpus, _, splits = replayed(settings, step - 1)
        counts = bpe.reference.count_pairs(splits, corpus)
        top = max(counts.values())
        if question.facts[0].kind == "words":
            shown = Counter()
            for tokens, count in words_of(question):
                shown.update(dict.fromkeys(pairwise(tokens), 0))
                for pair in pairwise(tokens):
                    shown[pair] += count
            assert shown == counts
            assert next(pair for pair in shown if shown[pair] == top) == question.answer
        else:
            rows = {pair: int(count.replace(",", "")) for pair, count in question.facts[0].rows}
            assert all(counts[pair] == count for pair, count in rows.items())
            assert [pair for pair in rows if rows[pair] == top] == [question.answer]
            assert max(counts.values()) == max(rows.values())


def test_a_count_is_what_the_words_that_are_shown_add_up_to():
    for settings, question in of_kind("count"):
        pair = next(p for p in question_pairs(question, settings) if named(p) in question.prompt)
        shown = words_of(question)
        assert question.answer == sum(
            count for tokens, count in shown for each in pairwise(tokens) if each == pair
        )
        k = question.link.step - 1
        corpus, _, splits = replayed(settings, max(k, 0))
        assert bpe.reference.count_pairs(splits, corpus)[pair] == question.answer
        assert {"".join(tokens): n for tokens, n in shown}.items() <= corpus.counts.items()


def named(pair) -> str:
    return mistakes.named(pair)


def question_pairs(question: Question, settings: Settings):
    _, _, splits = replayed(settings, max(question.link.step - 1, 0))
    return {pair for tokens in splits.values() for pair in pairwise(tokens)}


def test_a_word_is_encoded_by_the_rules_in_their_order():
    for settings, question in of_kind("encode"):
        rules = reference(settings)[: question.link.step]
        text = question.link.settings.watch
        (piece,) = bpe.pre_tokenize(text, settings.split, settings.norm)
        tokens = list(piece.word)
        while True:  # the lowest rank, leftmost, one place at a time
            ranks = {(m.left, m.right): m.rank for m in reversed(rules)}
            found = [(ranks[p], i) for i, p in enumerate(pairwise(tokens)) if p in ranks]
            if not found:
                break
            _, place = min(found)
            tokens[place : place + 2] = ["".join(tokens[place : place + 2])]
        known = set("".join(settings.read_corpus().counts))
        wanted = [x if len(x) > 1 or x in known else "[UNK]" for x in tokens]
        assert list(question.answer) == wanted
        shown = {row[1] for row in question.facts[0].rows}
        assert {(m.left, m.right) for m in rules if m.token in piece.word} == shown


def test_overlapping_places_are_merged_from_the_left():
    for _, question in of_kind("overlap"):
        ((word, _),) = words_of(question)
        sign, n = word[0], len(word)
        assert list(question.answer) == [sign * 2] * (n // 2) + [sign] * (n % 2)


def test_merges_fit_as_training_stops():
    for _, question in of_kind("fit"):
        settings = question.link.settings
        assert len(reference(settings)) == question.answer
        assert str(settings.vocab) in question.prompt.replace(",", "")


def test_a_tie_is_won_by_the_rule():
    for _, question in of_kind("ties"):
        settings, step = question.link.settings, question.link.step
        merge = reference(settings)[step - 1]
        assert question.answer == (merge.left, merge.right)
        corpus, _, splits = replayed(replace(settings, watch="", lang="en"), step - 1)
        counts = bpe.reference.count_pairs(splits, corpus)
        options = question.form.options
        assert len(set(options)) == len(options) >= 2
        assert {counts[pair] for pair in options} == {max(counts.values())}
        order = [pair for pair in counts if pair in options]
        met = [row[1].split(",")[0] for row in question.facts[0].rows]
        assert met == [str(order.index(pair) + 1) for pair in options]


def segmentations(word: str, counts: dict[str, int]):
    if not word:
        yield ()
    for end in range(1, len(word) + 1):
        if word[:end] in counts:
            for rest in segmentations(word[end:], counts):
                yield (word[:end], *rest)


@cache
def seeds(settings: Settings) -> dict[str, int]:
    run = material(settings).pieces
    return dict(zip(run.seeds.pieces, map(int, run.seeds.counts), strict=True))


def test_the_best_segmentation_is_the_best_of_all():
    for settings, question in of_kind("cut"):
        counts = seeds(settings)
        word = "".join(question.answer)
        found = {
            cut: prod((Fraction(counts[p], sum(counts.values())) for p in cut), start=Fraction(1))
            for cut in segmentations(word, counts)
        }
        best = {cut for cut in found if found[cut] == max(found.values())}
        assert best == {question.answer, *question.equals}
        rows = {piece: int(n.replace(",", "")) for (piece,), n in question.facts[0].rows}
        assert rows == {p: counts[p] for p in {p for cut in found for p in cut} | set(rows)}


def test_the_counts_of_pieces_are_those_of_their_words():
    for name in ("hug", "course", "english"):
        corpus = defaults(name).read_corpus(defaults(name).cut)
        for piece, count in seeds(defaults(name)).items():
            assert count == sum(
                n * sum(word.startswith(piece, i) for i in range(len(word)))
                for word, n in corpus.counts.items()
            )


def test_a_score_is_the_product_of_shares():
    for settings, question in of_kind("score"):
        counts = seeds(settings)
        total = sum(counts.values())
        rows = {piece: int(n.replace(",", "")) for (piece,), n in question.facts[0].rows}
        assert rows.items() <= counts.items()
        assert f"{total:,}" in question.facts[0].title
        tokens = question.prompt.split("\u2068")[2:]
        tokens = [part.split("\u2069")[0] for part in tokens]
        assert question.answer == prod(Fraction(rows[token], total) for token in tokens)
        product = " x ".join(f"{rows[token]}/{total}" for token in tokens)
        for typed in (product, f"{float(question.answer):.3e}", f"{float(question.answer):.20f}"):
            if evaluated(typed):
                assert question.check(typed).right, typed


def test_what_is_not_missed_has_a_segmentation_as_good():
    for settings, question in of_kind("rise"):
        counts = seeds(settings)
        corpus = material(settings).pieces.corpus
        asked_free = "not" in question.prompt

        def missed(piece, counts=counts, corpus=corpus):
            for word in corpus.counts:
                if piece in word:
                    every = best_two(word, counts, piece)
                    if every[0] > every[1] * (1 + Fraction(1, 10**9)):
                        return True
            return False

        found = [piece for piece in question.form.options if missed(piece) != asked_free]
        assert found == [question.answer]


@cache
def shares(items) -> dict[str, Fraction]:
    total = sum(n for _, n in items)
    return {piece: Fraction(n, total) for piece, n in items}


def best_two(word: str, counts: dict[str, int], without: str):
    """The best product over all segmentations, and over those without a piece."""
    share = shares(tuple(counts.items()))
    bests = []
    for left_out in ("", without):
        best = [Fraction(1)] + [Fraction(0)] * len(word)
        for end in range(1, len(word) + 1):
            for start in range(end):
                piece = word[start:end]
                if piece in share and piece != left_out:
                    best[end] = max(best[end], best[start] * share[piece])
        bests.append(best[-1])
    return bests


def typings(question: Question, answer: object) -> list[str]:
    """The ways in which a learner may type an answer."""
    form = question.form
    if isinstance(form, Choice):
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
    """Whether an answer can be typed with separators between its tokens."""
    if isinstance(answer, tuple) and all(isinstance(x, str) for x in answer):
        text = "".join(x for x in answer if x != "[UNK]")
        return not set(text) & SPLITTERS and text.isprintable() and "->" not in text
    return True


def test_right_answers_are_right_however_they_are_typed():
    checked = 0
    for _, question in every():
        for answer in (question.answer, *question.equals):
            if plain(answer):
                for typed in typings(question, answer):
                    assert question.check(typed).right, (question.kind, typed, answer)
                    checked += 1
    assert checked > 5000


def test_thousands_of_questions_and_every_kind_among_them():
    kinds = Counter(question.kind for _, question in every())
    assert set(kinds) == set(rounds.KINDS)
    assert sum(kinds.values()) > 3000


def exercise_questions() -> list[Question]:
    of = material(exercises.settings("en"))
    return [question for box in exercises.boxes(of, T).values() for question in box]


def reached(question: Question):
    """The mistakes of a question that are told when they are typed."""
    for mistake in question.known:
        if plain(mistake.answer) and (type(mistake.answer) is not Fraction or mistake.answer > 0):
            said = question.check(typings(question, mistake.answer)[0])
            if said.mistake == mistake.name:
                assert not said.right
                assert said.reason in {m.reason for m in question.known if m.name == said.mistake}
                if question.link.settings.corpus != "code":  # which has braces of its own
                    assert "{" not in said.reason
                yield mistake.name


def test_every_known_mistake_is_told_by_its_own_reason():
    found: dict[str, Counter] = {kind: Counter() for kind in mistakes.KNOWN}
    for question in [*(each for _, each in every()), *exercise_questions()]:
        found[question.kind].update(reached(question))
    for _, question in every():
        if question.kind in ("encode", "cut"):
            said = question.check("".join(question.answer).replace("[UNK]", "") + " qqzz")
            found[question.kind].update([said.mistake] if said.mistake else [])
    (asked,) = (each for each in exercise_questions() if each.kind == "frequencies")
    for piece, wrong in (("p", 5), ("p", 6)):
        typed = ", ".join(f"{x} {wrong if x == piece else n}" for x, n in asked.answer)
        found["frequencies"][asked.check(typed).mistake] += 1
    told = {(kind, name) for kind, names in found.items() for name in names}
    listed = {(kind, name) for kind, names in mistakes.KNOWN.items() for name in names}
    assert told == listed, listed ^ told


def test_nearly_every_listed_mistake_can_be_typed():
    share = Counter()
    for _, question in every():
        share["listed"] += len(question.known)
        share["reached"] += len(list(reached(question)))
    assert share["reached"] > 0.7 * share["listed"]


def test_the_course_boxes_have_the_course_answers():
    of = material(exercises.settings("en"))
    boxes = exercises.boxes(of, T)
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


def test_what_the_course_got_wrong_is_told():
    """pug with P(p) taken as 5/210: course figure 0.0022676."""
    from pages.quiz import pieces

    of = material(defaults("hug"))
    question = pieces.score(of, "pug", T)
    said = question.check("0.0022676")
    assert said.mistake == "own"
    assert "17" in said.reason


def test_the_same_seed_gives_the_same_questions():
    for name in ("course", "korean", "own twice"):
        one = rounds.draw(material(ALL[name]), 417, T)
        assert one == rounds.draw(material(ALL[name]), 417, T)
        assert one != rounds.draw(material(ALL[name]), 418, T)
        korean = replace(ALL[name], lang="ko", at=3, seed=9, word="x", show="rounds")
        assert [q.answer for q in rounds.draw(material(korean), 417, T)] == [q.answer for q in one]


def test_draws_are_those_of_every_machine():
    dice = Dice(12345)
    assert [dice.below(1000) for _ in range(6)] == [416, 10, 825, 298, 368, 193]
    assert "".join(Dice(7).shuffled("abcdef")) == "baecfd"


def test_a_round_asks_nothing_twice_and_each_kind_before_any_again():
    for name in ALL:
        of = material(ALL[name])
        for seed in range(4):
            asked = rounds.draw(of, seed, T)
            assert len({(q.kind, q.prompt, q.answer, q.link.step) for q in asked}) == len(asked)
    of = material(defaults("course"))
    assert {q.kind for q in rounds.draw(of, 5, T)[:9]} == set(rounds.KINDS)
    assert len(rounds.draw(of, 5, T)) == rounds.LENGTH


def test_links_lead_to_a_step_that_is_there():
    for _, question in [*every(), *((None, each) for each in exercise_questions())]:
        parts = urlsplit(question.link.href)
        settings, step, refused = from_query(dict(parse_qsl(parts.query, keep_blank_values=True)))
        assert not refused
        assert (settings, step) == (question.link.settings, question.link.step)
        if parts.path == "./":
            assert 0 <= step <= len(material(settings).run.merges)
        else:
            assert parts.path == "./unigram"
            if settings.show == "rounds":
                assert settings.at <= len(material(settings).pieces.rounds)


def test_a_corpus_without_pairs_has_no_questions():
    lone = replace(defaults(OWN_COUNTS), own="a 3\nb 2")
    assert rounds.draw(material(lone), 1, T) == ()


@pytest.mark.parametrize(
    ("typed", "value"),
    [("20", 20), ("10+5+5", 20), ("1,234", 1234), ("1 234", 1234), ("２０", 20),
     ("20/210", Fraction(2, 21)), ("9.5%", Fraction(19, 200)), ("0,5", Fraction(1, 2)),
     ("0,000", 0), ("1e-3", Fraction(1, 1000)), ("2 × 10⁻³", Fraction(1, 500)),
     ("-3", -3), ("−3", -3), ("", None), ("x", None), ("1/0", None), ("1//2", None),
     ("__import__", None), ("9**9", None), ("1e9999", None), ("9" * 5000, int("9" * MOST))],
)  # fmt: skip
def test_numbers_are_read_as_they_are_meant(typed, value):
    assert evaluated(typed) == value


def test_pairs_and_tokens_are_read_kindly():
    capitals = frozenset("ĠthTiso")
    pairs = frozenset({("Ġ", "t"), ("T", "h"), ("t", "h"), ("Ġt", "o"), ("t", "o")})
    pair = Pair(capitals, pairs)
    assert pair.read("T+h") == ("T", "h") != pair.read("t+h")
    assert pair.read("Ｔ＋ｈ") == ("T", "h")
    assert pair.read(" t+o") == ("Ġt", "o")
    assert pair.read("t+o") == pair.read("('t', 'o')") == pair.read("t+o = to") == ("t", "o")
    assert pair.read("_t o") == pair.read("Ġt o 4") == ("Ġt", "o")
    assert pair.read("Th") == ("T", "h")
    assert pair.read("to") is pair.read("") is pair.read("a b c d") is None
    small = Pair(frozenset("pun"), frozenset({("p", "un")}))
    assert small.read("P + UN") == small.read("pun") == ("p", "un")
    word = Tokens(capitals, "Ġ")
    assert word.read("Ġ t o") == word.read("_ t o") == ("Ġ", "t", "o")
    assert word.read(" to") == word.read("to") == word.read("▁to") == ("Ġto",)
    assert word.read("[unk] to") == ("[UNK]", "to")
    assert word.read("<UNK>, to") == word.read("［UNK］ to") == ("[UNK]", "to")


def test_a_certain_step_can_be_asked_about():
    of = material(defaults("hug"))
    for k in range(len(of.run.merges)):
        question = merging.next_pair(of, k, T)
        merge = of.run.merges[k]
        assert question.check(f"{merge.left}+{merge.right}").right


def test_no_answer_breaks_a_question():
    dice = random.Random(3)
    signs = "hug+ ,/[]()=→×⁻³%.0123456789eE-Ġ▁_\u2068\ud7ff👩🏽\x00\n"
    for _, question in list(every())[::7]:
        for _ in range(4):
            typed = "".join(dice.choice(signs) for _ in range(dice.randrange(30)))
            said, given = question.check(typed), question.form.read(typed)
            assert said.read == (given is not None)
            right = (question.answer, *question.equals)
            assert said.right == any(question.form.same(given, each) for each in right)

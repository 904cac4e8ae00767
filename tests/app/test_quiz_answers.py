"""The answers of questions match a recount."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import floor, isclose, log10, prod

import pytest

import bpe
from pages.practice import mistakes
from pages.practice.expressions import evaluate
from pages.practice.presentation import question_record
from pages.practice.questions import Exercise
from pages.stage.tokens import quoted
from pages.state.settings import Settings
from pages.translations.language import Translation
from tests.app.quiz_helpers import of_kind, reference, replayed, words_of


def test_next_merge_has_the_highest_count():
    for settings, question in of_kind("next"):
        step = question.link.step
        merge = reference(settings)[step - 1]
        assert question.answer == (merge.left, merge.right)
        corpus, _, splits = replayed(settings, step - 1)
        counts = bpe.reference.count_pairs(splits, corpus)
        top = max(counts.values())
        shown = Counter()
        for tokens, count in words_of(question):
            for pair in pairwise(tokens):
                shown[pair] += count
        assert shown == counts
        assert next(pair for pair in shown if shown[pair] == top) == question.answer


def test_count_is_the_sum_over_displayed_words():
    for settings, question in of_kind("count"):
        pair = next(p for p in question_pairs(question, settings) if named(p) in question.prompt)
        shown = words_of(question)
        assert question.answer == sum(
            count for tokens, count in shown for each in pairwise(tokens) if each == pair
        )
        k = question.link.step - 1
        corpus, _, splits = replayed(settings, k)
        assert bpe.reference.count_pairs(splits, corpus)[pair] == question.answer
        assert {"".join(tokens): n for tokens, n in shown}.items() <= corpus.counts.items()


def named(pair) -> str:
    return mistakes.format_pair(pair)


def question_pairs(question: Exercise, settings: Settings):
    _, _, splits = replayed(settings, max(question.link.step - 1, 0))
    return {pair for tokens in splits.values() for pair in pairwise(tokens)}


def test_word_is_encoded_by_merges_in_rank_order():
    for settings, question in of_kind("encode"):
        encoding = question.link.settings.encoding
        rules = reference(settings)[: encoding.max_merges]
        text = encoding.input
        (piece,) = bpe.pre_tokenize(text, settings.bpe.split, settings.corpus.norm)
        tokens = list(piece.word)
        while True:  # the lowest rank, leftmost, one occurrence at a time
            ranks = {(m.left, m.right): m.rank for m in reversed(rules)}
            found = [(ranks[p], i) for i, p in enumerate(pairwise(tokens)) if p in ranks]
            if not found:
                break
            _, index = min(found)
            tokens[index : index + 2] = ["".join(tokens[index : index + 2])]
        known = set("".join(settings.read_corpus().counts))
        wanted = [x if len(x) > 1 or x in known else "[UNK]" for x in tokens]
        assert list(question.answer) == wanted
        (rows,) = (fact.rows for fact in question.facts if fact.columns)
        shown = {row[1] for row in rows}
        assert {(m.left, m.right) for m in rules if m.token in piece.word} == shown
        assert ("One merge" in question.worked) == (question.worked.count("+") == 1)


def test_number_of_merges_fits_the_vocabulary():
    for _, question in of_kind("fit"):
        settings = question.link.settings
        assert len(reference(settings)) == question.answer
        assert str(settings.bpe.vocab) in question.prompt.replace(",", "")


def test_tie_rule_decides_ties():
    for _, question in of_kind("ties"):
        settings, step = question.link.settings, question.link.step
        merge = reference(settings)[step - 1]
        assert question.answer == (merge.left, merge.right)
        corpus, _, splits = replayed(settings, step - 1)
        counts = bpe.reference.count_pairs(splits, corpus)
        options = question.form.options
        assert len(set(options)) == len(options) >= 2
        assert {counts[pair] for pair in options} == {max(counts.values())}
        order = [pair for pair in counts if pair in options]
        if settings.bpe.ties == "first":
            assert named(question.answer) in question.worked
        table = question.facts[-1]
        assert [row[0] for row in table.rows] == list(options)
        if "Order found" in table.columns:
            met = [row[1].split(",")[0] for row in table.rows]
            assert met == [str(order.index(pair) + 1) for pair in options]
        if "IDs" in table.columns:
            ids = settings.train().ids
            at = table.columns.index("IDs")
            shown = [row[at] for row in table.rows]
            assert shown == [f"{ids[left]}, {ids[right]}" for left, right in options]


def segmentations(word: str, counts: dict[str, int]):
    if not word:
        yield ()
    for end in range(1, len(word) + 1):
        if word[:end] in counts:
            for rest in segmentations(word[end:], counts):
                yield (word[:end], *rest)


@cache
def seeds(settings: Settings) -> dict[str, int]:
    """The pieces before training; each counts all of its places in the corpus."""
    corpus = settings.read_corpus().counts
    return {
        piece: sum(
            n * sum(word.startswith(piece, i) for i in range(len(word)))
            for word, n in corpus.items()
        )
        for piece in settings.train_unigram().seeds.pieces
    }


def test_best_segmentation_has_the_highest_probability():
    for settings, question in of_kind("segmentation"):
        counts = seeds(settings)
        word, total = "".join(question.answer), sum(counts.values())
        found = {  # as integers: their common denominator is a power of the total
            tokens: prod(counts[piece] for piece in tokens) * total ** (len(word) - len(tokens))
            for tokens in segmentations(word, counts)
        }
        best = {tokens for tokens in found if found[tokens] == max(found.values())}
        assert best == set(question.answers)
        rows = {piece: int(n.replace(",", "")) for (piece,), n in question.facts[0].rows}
        assert rows == {p: counts[p] for p in {p for tokens in found for p in tokens} | set(rows)}


def test_probability_is_the_product_of_shares():
    for settings, question in of_kind("probability"):
        counts = seeds(settings)
        total = sum(counts.values())
        rows = {piece: int(n.replace(",", "")) for (piece,), n in question.facts[0].rows}
        assert rows.items() <= counts.items()
        assert rows == counts or f"{total:,}" in question.facts[0].title
        tokens = question.prompt.split("\u2068")[2:]
        tokens = [part.split("\u2069")[0] for part in tokens]
        assert question.answer == prod(Fraction(rows[token], total) for token in tokens)
        product = " x ".join(f"{rows[token]}/{total}" for token in tokens)
        for typed in (product, f"{float(question.answer):.3e}", f"{float(question.answer):.20f}"):
            if evaluate(typed):
                assert question.check(typed).right, typed


@pytest.mark.parametrize("kind", ["segmentation", "probability", "share"])
def test_question_shows_the_lattice_with_all_probabilities(kind):
    shown = 0
    for settings, question in of_kind(kind):
        counts = seeds(settings)
        total = sum(counts.values())
        records = question_record(question, "en", Translation())["facts"]
        lattices = [each["lattice"] for each in records if each["kind"] == "lattice"]
        if f"{total:,}" not in question.facts[-1].title and kind == "probability":
            assert not lattices  # the learner adds up the counts, which the lattice would show
            continue
        (lattice,) = lattices
        word = "".join(lattice["text"])
        assert quoted(word) in question.prompt
        arcs = {
            (start, end, text, float(value), Fraction(share))
            for start, end, text, _, value, _, _, share, _ in lattice["arcs"]
        }
        places = [(a, b) for a in range(len(word)) for b in range(a + 1, len(word) + 1)]
        pieces = {(a, b, word[a:b]) for a, b in places if word[a:b] in counts}
        assert {each[:3] for each in arcs} == pieces
        for _, _, text, value, share in arcs:
            assert share == Fraction(counts[text], total)
            assert isclose(value, share, abs_tol=6e-7)
        shown += 1
    assert shown > 5


def test_removable_piece_has_an_equally_good_segmentation():
    for settings, question in of_kind("rise"):
        counts = seeds(settings)
        corpus = settings.read_corpus().counts

        def is_missed(piece, counts=counts, corpus=corpus):
            for word in corpus:
                if piece in word:
                    every = best_two(word, counts, piece)
                    if every[0] > every[1]:
                        return True
            return False

        found = [piece for piece in question.form.options if not is_missed(piece)]
        assert found == [question.answer]


def best_two(word: str, counts: dict[str, int], without: str):
    """The best product over all segmentations, and over those without a piece.

    Times a power of the total, so that it is an integer.
    """
    bests, total = [], sum(counts.values())
    for left_out in ("", without):
        best = [1] + [0] * len(word)
        for end in range(1, len(word) + 1):
            for start in range(end):
                piece = word[start:end]
                if piece in counts and piece != left_out:
                    value = best[start] * counts[piece] * total ** (len(piece) - 1)
                    best[end] = max(best[end], value)
        bests.append(best[-1])
    return bests


def test_number_with_too_few_digits_is_no_miss():
    for kind in ("probability", "loss", "share"):
        for _, question in of_kind(kind):
            value = float(question.answer)
            if not 0 < value < 1:
                continue
            places = -floor(log10(value))  # decimal places of the first digit that is not 0
            two, three = (f"{value:.{places + more}f}" for more in (1, 2))
            assert question.check(three).right, (question.answer, three)
            if abs(float(two) - value) > value / 200:
                verdict = question.check(two)
                assert (verdict.read, verdict.right) == (False, False), (question.answer, two)
                assert "three" in question.form.unreadable(two).text
            wrong = f"{value * 1.2:.{places + 2}f}"
            assert question.check(wrong).read

"""Sentences about Unigram are true: each test computes a claim, and a case where it would be false.

The independent side is a list of all segmentations of a word, multiplied out.
"""

from gettext import NullTranslations
from itertools import combinations, pairwise, permutations, product
from math import exp, inf, isclose, lgamma, log, prod

import pytest
from tokenizers import Tokenizer
from tokenizers.models import Unigram

import bpe
from bpe import unigram
from bpe.unigram.own_pruning import remove_cheapest, remove_pieces
from pages.course.chapters import chapter_5, chapter_6_em, chapter_6_questions
from pages.course.glossary import glossary
from pages.encoding.uploads import describe
from pages.figures import faq, unigram_words
from pages.figures.engine import engine
from pages.jobs.stored_tokenizer import Description
from pages.practice import exercises
from pages.stage.tokens import quoted, without_isolates
from pages.state.corpus import OWN_COUNTS
from pages.state.defaults import defaults, with_method
from pages.unigram import (
    em_explanations,
    lattice_records,
    pruning_by_hand,
    training_charts,
    training_explanations,
    training_records,
    viterbi_explanations,
)
from pages.unigram.comparing import both_explanations
from pages.unigram.comparing.both import Both
from pages.unigram.questions import removal_question
from pages.unigram.word import Word
from tests.app.quiz_helpers import of_kind

T = NullTranslations()
HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def own(counts: dict[str, int], **changes: object):
    lines = "\n".join(f"{word} {count}" for word, count in counts.items())
    return defaults(OWN_COUNTS).replace(own=lines, **changes)


def segmentations(word: str, probabilities: dict[str, float]) -> list[tuple[str, ...]]:
    """Every way to cut a word, if all parts are pieces."""
    found = []
    for n in range(len(word)):
        for cuts in combinations(range(1, len(word)), n):
            ends = (0, *cuts, len(word))
            parts = tuple(word[a:b] for a, b in pairwise(ends))
            if all(part in probabilities for part in parts):
                found.append(parts)
    return found


def best(word: str, probabilities: dict[str, float]) -> float:
    """The highest probability of a segmentation; 0 without any."""
    return max(
        (prod(map(probabilities.__getitem__, each)) for each in segmentations(word, probabilities)),
        default=0.0,
    )


def loss(counts: dict[str, int], probabilities: dict[str, float]) -> float:
    each = [(n, best(word, probabilities)) for word, n in counts.items()]
    return sum(n * -log(p) for n, p in each) if all(p for _, p in each) else inf


def shares(counts: dict[str, float]) -> dict[str, float]:
    return {piece: count / sum(counts.values()) for piece, count in counts.items()}


def without(probabilities: dict[str, float], piece: str) -> dict[str, float]:
    return {other: p for other, p in probabilities.items() if other != piece}


def of_model(model) -> dict[str, float]:
    return {piece: exp(score) for piece, score in model.scores.items()}


def seed_counts(run) -> dict[str, float]:
    return dict(zip(run.seeds.pieces, run.seeds.counts, strict=True))


@pytest.mark.parametrize("k", [1, 2])
def test_lower_loss_than_the_algorithm_is_explained_by_what_differs_first(k):
    run = defaults("hug").train_unigram()
    theirs = remove_cheapest(run.corpus, run.seeds, k)
    longer = [piece for piece in run.seeds.pieces if len(piece) > 1]
    seen = 0
    for chosen in permutations(longer, k):
        mine = remove_pieces(run.corpus, run.seeds, chosen)
        if mine[-1].loss > theirs[-1].loss - 1e-6:
            continue
        seen += 1
        said = without_isolates(pruning_by_hand.verdict(run, mine, theirs, T))
        i = next(i for i in range(k) if mine[i].piece != theirs[i].piece)
        counts = seed_counts(run)
        for each in mine[:i]:
            del counts[each.piece]
        before, pieces = shares(counts), (mine[i].piece, theirs[i].piece)
        rises = [loss(HUG, without(before, piece)) - loss(HUG, before) for piece in pieces]
        afterwards = [loss(HUG, shares(without(counts, piece))) for piece in pieces]
        assert rises == pytest.approx([0, 0], abs=1e-9)
        assert afterwards[0] < afterwards[1]
        assert f"{pieces[0]} and {pieces[1]} had the same rise, 0" in said
        assert "unchanged probabilities" in said
        assert "one removal ahead" not in said
    assert seen


def test_looking_one_removal_ahead_is_the_reason_only_after_several():
    found = set()
    for words in combinations(["abc", "bcd", "abd", "cab", "dab", "bca"], 3):
        counts = {word: 4 - place for place, word in enumerate(words)}
        run = own(counts, unigram_vocab=6).train_unigram()
        for k in (1, 2, 3):
            theirs = remove_cheapest(run.corpus, run.seeds, k)
            for chosen in permutations([p for p in run.seeds.pieces if len(p) > 1], k):
                mine = remove_pieces(run.corpus, run.seeds, chosen)
                if len(theirs) == k and mine[-1].loss < theirs[-1].loss - 1e-6:
                    said = pruning_by_hand.why_better(mine, theirs, T)
                    is_first = next(
                        one.loss < other.loss
                        for one, other in zip(mine, theirs, strict=True)
                        if one.piece != other.piece
                    )
                    assert ("one removal ahead" in said) == (not is_first)
                    found.add((k, "one removal ahead" in said))
    assert (1, True) not in found
    assert {True, False} <= {ahead for _, ahead in found}


def test_question_about_a_piece_that_can_go_says_only_that_nothing_gets_worse():
    old_was_false = 0
    for settings, question in of_kind("rise"):
        run = settings.train_unigram()
        before = of_model(run.seeds)
        after = without(before, question.answer)
        assert "is as probable as before" in question.worked
        for word in run.corpus.counts:
            assert isclose(best(word, before), best(word, after), rel_tol=1e-9)
            using = [
                prod(map(before.__getitem__, each))
                for each in segmentations(word, before)
                if question.answer in each
            ]
            if using and max(using) < best(word, after) * (1 - 1e-9):
                old_was_false += 1
    assert old_was_false


def test_frequency_counts_each_place_and_not_each_word():
    run = own({"banana": 3}, seeds="substrings", unigram_vocab=4).train_unigram()
    places = sum("banana".startswith("an", i) for i in range(6))
    assert seed_counts(run)["an"] == 3 * places == 6
    (term,) = (each.sentence for each in glossary("en") if each.name == "frequency")
    assert "each of its places counts" in term
    asked = exercises.frequencies(exercises.material("en"), T)
    assert "twice in a word counts twice" in asked.worked


def test_best_segmentation_need_not_have_the_most_probable_piece():
    run = defaults("hug").train_unigram()
    probabilities = of_model(run.seeds)
    likeliest = max(probabilities, key=probabilities.__getitem__)
    assert likeliest == "u"
    found = run.seeds.lattice("unhug").best
    assert likeliest not in found.tokens
    assert isclose(exp(found.log_probability), best("unhug", probabilities))
    (term,) = (each.sentence for each in glossary("en") if each.name == "unigram")
    assert "most probable pieces" not in term


def test_loss_of_a_pruning_is_never_lower_with_the_same_probabilities():
    settings = with_method(defaults("hug"), "em").replace(
        seeds="repeated", unigram_vocab=8, shares="digamma"
    )
    run = settings.train_unigram()
    fourth, sixth = run.rounds[3], run.rounds[5]
    assert (fourth.phase, sixth.phase) == ("e_step", "prune")
    assert (round(fourth.loss, 2), round(sixth.loss, 2)) == (138.21, 129.74)
    assert set(fourth.model.pieces) == set(sixth.model.pieces)
    for this in run.rounds:
        if this.loss is None:
            continue
        p = of_model(this.model)
        of_all = sum(
            n * -log(sum(prod(map(p.__getitem__, each)) for each in segmentations(word, p)))
            for word, n in HUG.items()
        )
        of_best = loss(HUG, p)
        assert of_best >= of_all
        assert isclose(this.loss, of_best if this.phase == "prune" else of_all)
    assert "with the same probabilities" in training_charts.note_on_em(run, T)


def digamma(c: float, h: float = 1e-4) -> float:
    """The derivative of the logarithm of the gamma function, as a difference."""
    return (lgamma(c + h) - lgamma(c - h)) / (2 * h)


def test_digamma_lowers_rare_pieces_much_and_frequent_ones_hardly():
    factors = [exp(digamma(c)) / c for c in (0.5, 1, 100)]
    assert factors == pytest.approx([0.28, 0.56, 0.995], abs=0.005)
    assert all(exp(digamma(c)) < c for c in (0.5, 1, 2, 100))
    run = with_method(defaults("hug"), "em").train_unigram()
    m_step = next(each for each in run.rounds if each.phase == "m_step")
    assert "a little" not in em_explanations.why_m_step(m_step, T)


def test_loss_usually_falls_between_e_steps_but_can_rise():
    rising = with_method(defaults("aaaa"), "em").replace(shares="digamma").train_unigram()
    losses = [each.loss for each in rising.rounds if each.phase == "e_step"][:2]
    assert [round(each, 2) for each in losses] == [3.23, 3.58]
    part = chapter_6_em.repeat(T, "en")
    run = part.place.settings.train_unigram()
    first, second = [each.loss for each in run.rounds if each.phase == "e_step"][:2]
    assert second < first
    assert em_explanations.is_plain(run.rounds[2])  # only digamma can make it rise


def test_viterbi_needs_far_fewer_steps_than_all_segmentations():
    count = 2 ** (chapter_5.CHARACTERS - 1)
    arcs = chapter_5.CHARACTERS * (chapter_5.CHARACTERS + 1) // 2
    assert count > 10**6 * arcs
    assert "far too long" in chapter_5.too_many(T, "en").task.done


def test_library_lists_the_unknown_character_with_the_id_of_unk():
    counts = unigram.all_substrings(engine().words)
    total = sum(counts.values())
    pieces = [("<unk>", 0.0), *((piece, log(n / total)) for piece, n in counts.items())]
    encoded = Tokenizer(Unigram(pieces, unk_id=0)).encode("thug")
    assert encoded.tokens == ["t", "hug"] == unigram_words.thug_in_libraries(engine())
    assert encoded.ids[0] == 0
    assert encoded.ids[1] != 0
    assert any("only the id of" in str(each) for each in faq.about_unigram(engine()))


@pytest.mark.parametrize("word", ["thug", "mhu", "hugxhug", "xxhug"])
def test_only_characters_outside_the_vocabulary_are_called_unknown(word):
    run = defaults("hug").train_unigram()
    shown = Word.after(run, word, 0)
    for position in shown.lattice.positions[:-1]:
        said = viterbi_explanations.why_here(shown, position, T)
        character = word[position.end - 1]
        is_known = any(character in piece for piece in run.seeds.pieces)
        assert (f"{quoted(character)} is unknown" in said) == (not is_known)
        reachable = best(word[: position.end], of_model(run.seeds)) > 0
        assert ("no segmentation" in said.lower()) == (not reachable)


def test_characters_stay_although_the_corpus_could_do_without_each():
    run = defaults("hug").train_unigram()
    p = of_model(run.seeds)
    letters = [piece for piece in p if len(piece) == 1]
    assert all(best(word, without(p, letter)) for letter in letters for word in HUG)
    for i, letter in enumerate(run.seeds.pieces):
        if letter in letters:
            said = training_records.detail(run, f"without-1-{i}", T)
            assert "could not be segmented" not in said
            assert best(letter, without(p, letter)) == 0  # a word of this character alone


def test_loss_is_infinite_if_one_word_needs_a_missing_character():
    run = defaults("hug").train_unigram()
    p = of_model(run.model)
    needed = [piece for piece in p if len(piece) == 1 and loss(HUG, without(p, piece)) == inf]
    assert needed
    for letter in needed:
        words = [word for word in HUG if letter in word]
        assert any(not best(word, without(p, letter)) for word in words)
    assert "and the loss is infinite" in str(chapter_6_questions.characters_stay(T, "en"))


def test_removal_is_not_asked_if_another_piece_costs_as_little():
    asked = 0
    for corpus in ("hug", "unigram-en"):
        for this in defaults(corpus).train_unigram().rounds:
            rises = sorted(this.rises.values())
            is_tied = rises[len(this.removed)] < rises[len(this.removed) - 1] + 1e-9
            question = removal_question(this, {}, T)
            assert (question is None) == is_tied
            asked += question is not None
    assert asked


def test_sizes_of_one_have_a_singular():
    settings = own({"a": 3}, unigram_vocab=1, vocab=1)
    run = settings.train_unigram()
    assert len(run.model.pieces) == 1
    said = training_explanations.ended(run, T), training_explanations.start(run, T)
    assert not any("1 pieces" in each or "1 tokens" in each for each in said)
    (fact,) = lattice_records.vocabulary_facts(Word.after(run, "a", 0), T)
    assert fact.text.endswith("1 piece")
    shown = Both.of(settings.train(), run, "a", {})
    assert "BPE has 1 token, and Unigram has 1 piece." in both_explanations.why_step(shown, 0, T)
    about = Description("bpe", "tokenizer.json", "", 3, 1, (), False, (), ())
    assert describe(about, T).endswith("3 tokens, 1 merge.")


def test_count_of_a_repeated_seed_is_a_weight():
    run = with_method(defaults("hug"), "em").replace(seeds="repeated").train_unigram()
    counts = seed_counts(run)
    for piece, count in counts.items():
        places = [sum(word.startswith(piece, i) for i in range(len(word))) for word in HUG]
        if len(piece) > 1:
            assert count == len(piece) * sum(places)
        else:
            assert count == sum(n * at for n, at in zip(HUG.values(), places, strict=True))
    assert "is a weight" in training_explanations.why(run, 1, T)
    for seeds in ("substrings", "frequent", "bpe"):
        other = with_method(defaults("hug"), "em").replace(seeds=seeds).train_unigram()
        assert seed_counts(other)["ug"] == 20
        assert "is a weight" not in training_explanations.why(other, 1, T)


def test_long_word_with_ties_is_not_said_to_have_one_best_segmentation():
    run = defaults("hug").train_unigram()
    for word, has_ties in (("pug" * 9, True), ("pug", True), ("hug", False)):
        shown = Word.after(run, word, 0)
        tokens = shown.lattice.best.tokens
        assert (tokens.count("pu") + tokens.count("p") > 0) == has_ties
        said = viterbi_explanations.why_back(shown, shown.viterbi_steps, T)
        assert ("so this is the best" in said) == (not has_ties)
    p = of_model(run.seeds)
    assert isclose(p["pu"] * p["g"], p["p"] * p["ug"])
    assert isclose(best("pug", p), p["pu"] * p["g"])


def test_word_has_one_segmentation_if_no_adjacent_characters_form_a_piece():
    p = of_model(defaults("hug").train_unigram().seeds)
    letters = sorted(piece for piece in p if len(piece) == 1)
    for word in map("".join, product(letters, repeat=4)):
        has_pair = any(a + b in p for a, b in pairwise(word))
        assert (len(segmentations(word, p)) == 1) == (not has_pair)


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        (HUG, "So only the table order decides"),
        ({"baabcbb": 28, "dcbdba": 2, "aaabcaad": 13}, "So rounding and the table order decide"),
    ],
)
def test_table_order_decides_alone_only_if_no_rounding_does(counts, reason):
    corpus = bpe.Corpus.from_counts(counts)
    run = unigram.train(corpus, vocab_size=len(corpus.alphabet) + 2, seeds="substrings")
    found = False
    for k, this in enumerate(run.rounds, 1):
        free = [piece for piece in this.removable if abs(this.rises[piece]) < 1e-9]
        if len(free) > len(this.removed):
            said = training_explanations.why(run, k, T)
            in_order = tuple(free[: len(this.removed)]) == this.removed
            assert ("only the table order" in said) == in_order
            found |= reason in said
    assert found

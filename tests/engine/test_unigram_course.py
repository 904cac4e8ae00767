"""Every number of the Hugging Face course's chapter 6.7: as its code prints it, and corrected."""

from collections import Counter
from itertools import combinations

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers

import bpe
from bpe import unigram

FIVE = bpe.Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
COUNTS = unigram.all_substrings(FIVE)
MODEL = unigram.Model.from_counts(COUNTS)
SENTENCES = bpe.SAMPLES["course"].corpus("metaspace", "none")


@pytest.fixture(scope="module")
def course():
    """The course's training, its start score of 1 included."""
    return unigram.train(SENTENCES, vocab_size=100, method="course", seed_size=300, prune=0.10)


@pytest.fixture(scope="module")
def right():
    """The same from a start score of 0."""
    return unigram.train(SENTENCES, vocab_size=100, quirks=())


def shown(segmentation):
    return " ".join(segmentation.tokens), f"{segmentation.probability:.6f}"


def texts(segmentations):
    return {" ".join(segmentation.tokens) for segmentation in segmentations}


def test_substrings_are_counted_over_all_words():
    counts = "h 15, u 36, g 20, hu 15, ug 20, p 17, pu 17, n 16, un 16, b 4, bu 4, s 5, hug 15, "
    printed = (counts + "gs 5, ugs 5").split(", ")
    assert sorted(f"{piece} {count}" for piece, count in COUNTS.items()) == sorted(printed)
    assert MODEL.total == 210
    assert MODEL.probability("ug") == pytest.approx(20 / 210, rel=1e-15)
    assert MODEL.probability("pug") == 0


def test_three_segmentations_of_pug():
    probabilities = {
        " ".join(s.tokens): s.probability for s in MODEL.lattice("pug").segmentations()
    }
    right = {"p ug": 17 / 2205, "pu g": 17 / 2205, "p u g": 34 / 25725}
    assert probabilities == pytest.approx(right, rel=1e-14)
    assert list(probabilities)[2] == "p u g"


def test_course_error_on_pug_is_5_of_210_for_p():
    slipped = 5 / 210 * (36 / 210) * (20 / 210)
    assert f"{slipped:.6f}" == "0.000389"
    assert f"{5 / 210 * 20 / 210:.7f}" == "0.0022676"


def test_unhug_position_by_position():
    assert [shown(best) for best in MODEL.lattice("unhug").best_at] == [
        ("u", "0.171429"),
        ("un", "0.076190"),
        ("un h", "0.005442"),
        ("un hu", "0.005442"),
        ("un hug", "0.005442"),
    ]
    assert MODEL.lattice("unhug").best.tokens == ("un", "hug")


def test_huggun_exercise():
    best = MODEL.lattice("huggun").best
    assert best.tokens == ("hug", "g", "un")
    assert best.probability == pytest.approx(8 / 15435, rel=1e-14)


@pytest.mark.parametrize(
    ("word", "first", "all_best", "probability"),
    [
        ("hug", "hug", {"hug"}, "0.071429"),
        ("pug", "p ug", {"p ug", "pu g"}, "0.007710"),
        ("pun", "p un", {"p un", "pu n"}, "0.006168"),
        ("bun", "b un", {"b un", "bu n"}, "0.001451"),
        ("hugs", "h ugs", {"h ugs", "hu gs", "hug s"}, "0.001701"),
    ],
)
def test_best_segmentation_and_ties_of_each_word(word, first, all_best, probability):
    lattice = MODEL.lattice(word)
    assert shown(lattice.best) == (first, probability)
    assert texts(lattice.ties()) == all_best
    assert len(list(lattice.ties())) == len(all_best)
    assert lattice.positions[-1].tied == len(all_best)
    assert lattice.positions[-1].reason == ("first" if len(all_best) > 1 else "best")


def test_loss_of_the_five_words():
    assert f"{unigram.loss(FIVE, MODEL):.6f}" == "169.802839"


def test_loss_increase_without_each_piece():
    run = unigram.train(FIVE, vocab_size=14, seeds="substrings", quirks=())
    (this,) = run.rounds
    assert f"{this.loss:.6f}" == "169.802839"
    assert f"{this.rises['hug']:.6f}" == "23.513753"
    assert {piece for piece, rise in this.rises.items() if rise == 0} == {
        "hu",
        "ug",
        "pu",
        "un",
        "bu",
        "gs",
        "ugs",
    }
    assert len(this.rises) == 8


def test_removing_hug_changes_two_words():
    changes = {
        change.word: (shown(change.after), change.rise)
        for change in unigram.changes_without(FIVE, MODEL, "hug")
    }
    assert changes["hug"][0] == ("h ug", "0.006803")
    assert set(changes) == {"hug"}
    rest = {piece: score for piece, score in MODEL.scores.items() if piece != "hug"}
    hugs = unigram.Model.from_log_probabilities(rest).lattice("hugs").best
    assert shown(hugs) == ("h ugs", "0.001701")
    assert sum(rise for _, rise in changes.values()) == pytest.approx(23.513753, abs=1e-6)


@pytest.mark.parametrize(("piece", "rise"), [("pu", "-5.234"), ("hug", "18.178")])
def test_loss_increase_when_probability_is_redistributed(piece, rise):
    change = unigram.loss(FIVE, MODEL.without(piece)) - unigram.loss(FIVE, MODEL)
    assert f"{change:.3f}" == rise


def test_redistributed_probability_lowers_the_loss():
    for piece in ("hu", "ug", "pu", "un", "bu", "gs", "ugs"):
        assert unigram.loss(FIVE, MODEL.without(piece)) < unigram.loss(FIVE, MODEL)


def test_thug_is_unknown_as_a_word_or_by_character():
    assert unigram.Model.from_counts(COUNTS, unknown="word").lattice("thug").best is None
    best = MODEL.lattice("thug").best
    assert (best.tokens, best.known) == (("t", "hug"), (False, True))
    run = unigram.train(FIVE, vocab_size=14, seeds="substrings")
    assert run.encode("thug hug").tokens == ("[UNK]", "hug")


def test_seed_vocabulary(course):
    seeds = course.seeds
    assert len(SENTENCES.counts) == 28
    assert sum(SENTENCES.counts.values()) == 31
    assert len(SENTENCES.alphabet) == 30
    assert len(unigram.frequent_substrings(SENTENCES, 10_000)) - 30 == 564
    assert len(seeds.pieces) == 300
    assert "".join(seeds.pieces[:30]) == "".join(dict.fromkeys("".join(SENTENCES.counts)))
    first = [f"{piece} {seeds.counts[30 + i]}" for i, piece in enumerate(seeds.pieces[30:40])]
    assert ", ".join(first) == ("▁t 7, is 5, er 5, ▁a 5, ▁to 4, to 4, en 4, ▁T 3, ▁Th 3, ▁Thi 3")
    assert seeds.pieces[-1] == "several"
    assert list(unigram.frequent_substrings(SENTENCES, 301))[-1] == "ev"
    assert seeds.total == 594


def test_course_figures_to_the_last_digit(course):
    assert course.seeds.lattice("Hopefully").best.tokens == (*"Hopefu", "ll", "y")
    assert unigram.cost(course.seeds, "Hopefully") == 41.5157494601402
    assert course.seeds.lattice("This").best.tokens == ("This",)
    assert unigram.cost(course.seeds, "This") == 6.288267030694535
    first = course.rounds[0]
    assert first.loss == unigram.loss(SENTENCES, course.seeds) == 413.10377642940875
    assert first.rises["ll"] == 6.376412403623874
    assert first.rises["his"] == 0.0
    assert course.loss == 364.2621620280587


def test_course_figures_with_start_at_0(right):
    assert unigram.cost(right.seeds, "Hopefully") == 40.5157494601402
    assert unigram.cost(right.seeds, "This") == 5.288267030694535
    first = right.rounds[0]
    assert first.loss == 382.10377642940875
    assert first.rises["ll"] == 6.376412403623931
    assert first.rises["his"] == 0.0
    assert right.loss == 333.2621620280587


def test_ll_costs_twice_the_loss_of_its_words(course):
    changes = list(unigram.changes_without(SENTENCES, course.seeds, "ll"))
    assert [change.word for change in changes] == ["▁Hopefully,", "▁will"]
    assert [f"{change.rise:.6f}" for change in changes] == ["3.188206", "3.188206"]


@pytest.mark.parametrize("quirks", [None, ()])
def test_training_takes_eleven_rounds(quirks):
    run = unigram.train(SENTENCES, vocab_size=100, quirks=quirks)
    sizes = [len(this.model.pieces) for this in run.rounds] + [len(run.model.pieces)]
    assert sizes == [300, 270, 243, 219, 198, 179, 162, 146, 132, 119, 108, 98]
    assert [this.number for this in run.rounds] == list(range(1, 12))
    assert sum(len(piece) > 1 for piece in run.model.pieces) == 68
    assert run.model.total == 315
    assert run.stopped == "vocabulary"
    assert {this.rises[piece] for this in run.rounds for piece in this.removed} == {0.0}
    for this in run.rounds:
        assert this.result.pieces == tuple(p for p in this.model.pieces if p not in this.removed)


def test_first_round_removes_the_first_rows(course):
    first = course.rounds[0]
    free = [piece for piece, rise in first.rises.items() if rise == 0]
    assert (len(free), len(first.rises)) == (237, 270)
    assert list(first.removed) == free[:30]
    assert first.removed[:6] == ("is", "to", "▁T", "▁Th", "▁Thi", "Th")
    assert first.removed[-1] == "tokeni"
    assert {"er", "▁t"} <= set(first.result.pieces)
    assert [f"{this.loss:.2f}" for this in course.rounds[:2]] == ["413.10", "401.21"]


def test_unigram_encoding_of_the_course_sentence(course):
    encoding = course.encode("This is the Hugging Face course.")
    assert " ".join(encoding.tokens) == "▁This ▁is ▁the ▁Hugging ▁Face ▁ c ou r s e ."
    assert encoding.offsets[:2] == ((0, 4), (5, 7))
    assert [course.model.pieces[i] for i in encoding.ids] == list(encoding.tokens)


def test_readable_code_builds_the_seeds_and_tokenizes(course, right):
    reference = unigram.reference
    found = reference.seed_vocabulary(SENTENCES.counts, 300)
    every = Counter()
    for word, count in SENTENCES.counts.items():
        for start, end in combinations(range(len(word) + 1), 2):
            every[word[start:end]] += count
    assert all(every[piece] == count for piece, count in found.items())
    longer = [piece for piece in found if len(piece) > 1]
    left_out = [count for piece, count in every.items() if piece not in found]
    assert min(found[piece] for piece in longer) >= max(left_out)
    assert (len(found), len(longer), sum(found.values())) == (300, 270, 594)
    assert tuple(found) == course.seeds.pieces
    model = reference.costs_of(reference.train(SENTENCES.counts, found, 100))
    assert tuple(model) == right.model.pieces
    sentence = "This is the Hugging Face course."
    tokens = reference.tokenize(sentence, model)
    assert " ".join(tokens) == "▁This ▁is ▁the ▁Hugging ▁Face ▁ c ou r s e ."
    library = Tokenizer(models.Unigram([("<unk>", 0.0), *((p, -c) for p, c in model.items())], 0))
    library.pre_tokenizer = pre_tokenizers.Metaspace()
    assert tokens == library.encode(sentence).tokens
    assert reference.tokenize("This is Gödel.", model) == ["▁This", "▁is", "[UNK]"]


def test_words_changed_by_a_round(course):
    for number, this in enumerate(course.rounds, 1):
        changed = {change.word for change in course.changes(number)}
        for word in SENTENCES.counts:
            before, after = this.model.lattice(word).best, this.result.lattice(word).best
            assert (word in changed) == (before.tokens != after.tokens)

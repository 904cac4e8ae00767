"""Questions about Unigram: the best segmentation, and a probability.

They are about the vocabulary before training, whose probabilities learners can compute by hand.
"""

from collections.abc import Mapping
from itertools import islice

from bpe.unigram import Model, Segmentation
from pages.practice import unigram_mistakes
from pages.practice.answers import ROUNDED, Number, Tokens
from pages.practice.material import Material
from pages.practice.mistakes import Known, distinct
from pages.practice.questions import Dice, Exercise, Fact, Place, Say, stray_token
from pages.practice.sample_words import (
    ENGLISH,
    corpus_settings,
    counted_words,
    sample_words,
    similar_words,
    words_in_family,
)
from pages.practice.unigram_mistakes import count_of, exact_probability, format_tokens, total_of
from pages.stage.record import sentences
from pages.stage.tokens import number, probability, quoted
from pages.translations.language import Translation
from pages.unigram.word import Word, intro_steps

# By level: words of the corpus, their longest one, and pieces of the segmentation.
PROBABILITY = ((2, 4, (2,)), (3, 5, (3,)), (2, 4, (3, 4)))
MAX_LISTED = 16  # pieces of a vocabulary that is listed completely
# By level: words of the corpus, the letters of the word, and the number of its segmentations.
SEGMENTATION = ((3, (3, 4), (2, 3)), (4, (4, 5), (4, 5, 6)), (5, (5, 6, 7), tuple(range(8, 17))))
MARGIN = 1.3  # how much more probable the best segmentation is than the next one
HIGHEST = 5  # count of a word


def pieces_in(ids: Mapping[str, int], word: str) -> list[str]:
    """The pieces that occur in a word, by position and length.

    >>> pieces_in({"h": 0, "u": 1, "g": 2, "ug": 3}, "hug")
    ['h', 'u', 'ug', 'g']
    """
    found = [word[a:b] for a in range(len(word)) for b in range(a + 1, len(word) + 1)]
    return [piece for piece in dict.fromkeys(found) if piece in ids]


def link(material: Material, word: str) -> Place:
    """A link to the last step of the word's lattice.

    >>> from pages.state.defaults import defaults
    >>> link(Material(defaults("hug")), "hug").page
    'unigram'
    """
    position = intro_steps(material.pieces.seeds.lattice(word)) + len(word)
    settings = material.settings.replace(show="word", word=word, round=0, position=position)
    return Place(settings, "unigram", position)


def counts_table(model: Model, pieces: list[str], t: Translation) -> Fact:
    """Some pieces with their counts; the sum of all counts unless the learner can add them up.

    >>> model = Model.from_counts({"h": 15, "u": 36, "ug": 20})
    >>> counts_table(model, ["ug"], Translation()).rows
    ((('ug',), '20'),)
    """
    is_all = len(pieces) == len(model.pieces)
    title = Say("probability", t)("all" if is_all else "some", total=total_of(model))
    rows = tuple(((piece,), number(count_of(model, piece))) for piece in pieces)
    return Fact(title, (), rows, "words")


def shares(model: Model, tokens: tuple[str, ...]) -> str:
    """The probability of a segmentation as a product of fractions.

    >>> shares(Model.from_counts({"a": 1, "b": 3}), ("a", "b"))
    '1/4 × 3/4'
    """
    total = number(total_of(model))
    return " × ".join(f"{number(count_of(model, piece))}/{total}" for piece in tokens)


def draw_segmentation(level: int, dice: Dice, t: Translation, words: str = "en") -> Exercise | None:
    """Ask for the best segmentation of a word, which is clearly better than the others.

    At level 3, an English word has more than two pieces in it, or taking the longest piece first
    does not find it. Chinese and Korean words are too short for that.

    >>> asked = (draw_segmentation(1, Dice(seed), Translation()) for seed in range(99))
    >>> next(filter(None, asked)).skill
    'segmentation'
    """
    size, lengths, many = SEGMENTATION[level - 1]
    word = dice.pick([word for word in sample_words(words) if len(word) in lengths])
    learned = similar_words(dice, words, word, size)
    if not set(word) <= set("".join(learned)):
        return None
    material = Material(corpus_settings(counted_words(dice, learned, HIGHEST)))
    lattice = material.pieces.seeds.lattice(word)
    if lattice.count not in many:
        return None
    best, second = lattice.n_best(2)
    if len(best.tokens) < 2 or best.probability < MARGIN * second.probability:
        return None
    question = segmentation(material, word, t)
    is_trap = any(each.name == "longest" for each in question.known)
    return question if level < 3 or is_trap or len(best.tokens) > 2 or words != ENGLISH else None


def segmentation(material: Material, word: str, t: Translation) -> Exercise:
    """Which segmentation of a word is the most probable?

    >>> from pages.state.defaults import defaults
    >>> segmentation(Material(defaults("hug")), "huggun", Translation()).answer
    ('hug', 'g', 'un')
    """
    model, say = material.pieces.seeds, Say("segmentation", t)
    best = model.lattice(word).best
    assert best
    equals = tuple(each.tokens for each in islice(model.lattice(word).ties(), 50))
    merged = material.run.encode(word).tokens
    known = distinct(unigram_mistakes.segmentation(model, word, merged, t), *equals)
    value = probability(best.probability)
    why = say("worked", product=shares(model, best.tokens), value=value)
    if len(equals) > 1:
        others = t.gettext(", ").join(map(format_tokens, equals[1:5]))
        why = sentences(why, say("equal", others=others), t)
    pieces, shown = pieces_in(model.ids, word), Word.after(material.pieces, word, 0)
    return Exercise(
        skill="segmentation",
        prompt=say("prompt", word=quoted(word)),
        help=say("help"),
        facts=(counts_table(model, pieces, t),),
        form=Tokens(frozenset(material.pieces.corpus.alphabet) | frozenset(word), word),
        answers=equals,
        shown=format_tokens(best.tokens),
        worked=why,
        link=link(material, word),
        hint=say("hint", total=total_of(model)),
        known=known,
        explain=stray_token(set(pieces), Known("segmentation", t), "stray_token"),
        numbers=dict(shown.numbers),
        lattice=shown,
    )


def draw_probability(level: int, dice: Dice, t: Translation, words: str = "en") -> Exercise | None:
    """Ask for the probability of a segmentation.

    At level 2, the table has other pieces too. At level 3, it has the whole vocabulary, whose
    counts the learner adds up.

    >>> asked = (draw_probability(1, Dice(seed), Translation()) for seed in range(99))
    >>> next(filter(None, asked)).skill
    'probability'
    """
    size, longest, lengths = PROBABILITY[level - 1]
    counts = counted_words(dice, words_in_family(dice, words, size, longest), HIGHEST)
    material = Material(corpus_settings(counts))
    model = material.pieces.seeds
    if level == 3 and len(model.pieces) > MAX_LISTED:
        return None
    word = dice.pick(list(counts))
    found = [
        each.tokens
        for each in model.lattice(word).segmentations()
        if len(each.tokens) in lengths and max(map(len, each.tokens)) > 1
    ]
    if not found:
        return None
    return segmentation_probability(material, word, t, dice.pick(found), level)


def segmentation_probability(
    material: Material,
    word: str,
    t: Translation,
    tokens: tuple[str, ...] | None = None,
    level: int = 1,
) -> Exercise:
    """How probable is a segmentation of a word? tokens: its pieces; by default the best ones.

    >>> from pages.state.defaults import defaults
    >>> segmentation_probability(Material(defaults("hug")), "huggun", Translation()).answer
    Fraction(8, 15435)
    """
    model, corpus, say = material.pieces.seeds, material.pieces.corpus, Say("probability", t)
    best = model.lattice(word).best
    assert best
    tokens = tokens or best.tokens
    true = exact_probability(model, tokens)
    own = list(dict.fromkeys(tokens))
    pieces = (own, pieces_in(model.ids, word), list(model.pieces))[level - 1]
    product, shown = shares(model, tokens), Word.after(material.pieces, word, 0)
    return Exercise(
        skill="probability",
        prompt=say("prompt", word=quoted(word), tokens=format_tokens(tokens)),
        help=say("help"),
        facts=(counts_table(model, pieces, t),),
        form=Number(ROUNDED),
        answers=(true,),
        shown=product,
        worked=say("worked", product=product, value=probability(float(true))),
        link=link(material, word),
        hint=say("hint_all" if level == 3 else "hint", total=total_of(model)),
        known=distinct(
            unigram_mistakes.segmentation_probability(model, corpus, word, tokens, t), true
        ),
        numbers=dict(shown.numbers),
        lattice=shown if level < 3 else None,  # its fractions have the sum of all counts
    )


def segmentation_text(model: Model, found: Segmentation) -> str:
    """A segmentation for a cell, with its factors.

    >>> model = Model.from_counts({"a": 1, "b": 3})
    >>> segmentation_text(model, model.lattice("ab").best).rpartition("  ")[2]
    '1/4 × 3/4'
    """
    return f"{format_tokens(found.tokens)}  {shares(model, found.tokens)}"

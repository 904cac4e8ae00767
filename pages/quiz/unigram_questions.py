"""Questions about Unigram: the best segmentation, its probability, a piece to remove.

They are about the vocabulary before training, whose probabilities learners can compute by hand.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

from bpe import normalize
from bpe.unigram import Model, Run, Segmentation
from pages.i18n.language import Translation
from pages.quiz import unigram_mistakes
from pages.quiz.answers import Choice, Number, Tokens
from pages.quiz.mistakes import distinct
from pages.quiz.questions import Cell, Dice, Fact, Link, Material, Question, is_typable
from pages.quiz.unigram_mistakes import count_of, exact_probability, format_tokens, total_of
from pages.view.stage import sentences
from pages.view.tokens import number, probability, quoted
from pages.view.unigram.training_explanations import ZERO
from pages.view.unigram.word import intro_steps

TRIES = 30
LONGEST = 9  # characters of a word that is computed by hand
PIECES = 16  # of a word that a question shows
OPTIONS = 4
SHOWN = 11  # characters of a word that a table shows


def draw_word(material: Material, dice: Dice) -> str | None:
    """A word to segment: a word of the corpus, or a mix of two.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> hug = material(defaults("hug"))
    >>> len(draw_word(hug, Dice(3))) >= 3
    True
    """
    assert material.pieces
    corpus, ids = material.pieces.corpus, material.pieces.seeds.ids
    words = [word for word in corpus.counts if is_typable(word, corpus.split)]
    for _ in range(TRIES if words else 0):
        word = dice.pick(words)
        if dice.below(2):
            other = dice.pick(words).lstrip("Ġ▁")
            word = word[: 1 + dice.below(len(word))] + other[dice.below(len(other)) :]
        word = normalize(word, corpus.normalization)
        inside = word[1:]
        if 3 <= len(word) <= LONGEST and "▁" not in inside and len(pieces_in(ids, word)) <= PIECES:
            return word
    return None


def pieces_in(ids: Mapping[str, int], word: str) -> list[str]:
    """The pieces that occur in a word, by position and length.

    >>> pieces_in({"h": 0, "u": 1, "g": 2, "ug": 3}, "hug")
    ['h', 'u', 'ug', 'g']
    """
    found = [word[a:b] for a in range(len(word)) for b in range(a + 1, len(word) + 1)]
    return [piece for piece in dict.fromkeys(found) if piece in ids]


def link(material: Material, word: str) -> Link:
    """A link to the last step of the word's lattice.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> hug = material(defaults("hug"))
    >>> link(hug, "hug").page
    'unigram'
    """
    assert material.pieces
    known = word in material.pieces.corpus.counts
    written = word if known or word[0] != "Ġ" else " " + word[1:]
    position = intro_steps(material.pieces.seeds.lattice(word)) + len(word)
    settings = material.pieces_settings.replace(
        show="word", word=written, round=0, position=position, quiz_seed=0
    )
    return Link(settings, 0, "unigram")


def counts_table(model: Model, pieces: list[str], t: Translation) -> Fact:
    """Some pieces with their counts.

    >>> model = Model.from_counts({"h": 15, "u": 36, "ug": 20})
    >>> counts_table(model, ["ug"], Translation()).rows
    ((('ug',), '20'),)
    """
    title = t.gettext("Pieces (all counts in the vocabulary add up to {total})").format(
        total=number(total_of(model))
    )
    rows = tuple(((piece,), number(count_of(model, piece))) for piece in pieces)
    return Fact(title, (t.gettext("Piece"), t.gettext("Count")), rows)


def draw_segmentation(material: Material, dice: Dice, t: Translation) -> Question | None:
    """Ask for the best segmentation of a word.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> hug = material(defaults("hug"))
    >>> draw_segmentation(hug, Dice(3), Translation()).kind
    'segmentation'
    """
    word = None
    for _ in range(TRIES if material.pieces else 0):
        word = draw_word(material, dice)
        best = material.pieces.seeds.lattice(word).best if material.pieces and word else None
        if word is None or (best and len(best.tokens) > 1):
            break
    return segmentation(material, word, t) if word else None


def segmentation(material: Material, word: str, t: Translation) -> Question:
    """Which segmentation of a word is the most probable?

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> hug = material(defaults("hug"))
    >>> segmentation(hug, "huggun", Translation()).answer
    ('hug', 'g', 'un')
    """
    assert material.pieces
    model, split = material.pieces.seeds, material.pieces.corpus.split
    best = model.lattice(word).best
    assert best
    equals = tuple(each.tokens for each in islice(model.lattice(word).ties(), 50))
    merged = None
    if material.run.corpus.split == split:
        encoding = material.run.encode(word)
        merged = encoding.tokens if encoding.words == (word,) else None
    known = distinct(unigram_mistakes.segmentation(model, word, merged, t), *equals)
    shares = [f"{number(count_of(model, x))}/{number(total_of(model))}" for x in best.tokens]
    why = t.gettext("{product} = {value}. No other segmentation is more probable.").format(
        product=" × ".join(shares), value=probability(best.probability)
    )
    if len(equals) > 1:
        good = t.gettext("Equally probable: {others}.").format(
            others=t.gettext(", ").join(map(format_tokens, equals[1:5]))
        )
        why = sentences(why, good, t)
    return Question(
        kind="segmentation",
        prompt=t.gettext("Unigram: which segmentation of {word} is the most probable?").format(
            word=quoted(word)
        ),
        hint=t.gettext("The pieces, separated by spaces"),
        facts=(counts_table(model, pieces_in(model.ids, word), t),),
        form=Tokens(frozenset(material.pieces.corpus.alphabet) | frozenset(word), word),
        answer=best.tokens,
        shown=format_tokens(best.tokens),
        because=why,
        link=link(material, word),
        known=known,
        equals=equals[1:],
        allowed=frozenset(pieces_in(model.ids, word)),
        stray=t.gettext("{token} is not in the vocabulary, or not in this word."),
    )


def draw_probability(material: Material, dice: Dice, t: Translation) -> Question | None:
    """Ask for the probability of a segmentation of two pieces or more.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> hug = material(defaults("hug"))
    >>> draw_probability(hug, Dice(3), Translation()).kind
    'probability'
    """
    for _ in range(TRIES if material.pieces else 0):
        word = draw_word(material, dice)
        if word is None:
            return None
        assert material.pieces
        best = material.pieces.seeds.lattice(word).best
        if best and 2 <= len(best.tokens) <= 4:
            return segmentation_probability(material, word, t)
    return None


def segmentation_probability(material: Material, word: str, t: Translation) -> Question:
    """How probable is the best segmentation of a word?

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> hug = material(defaults("hug"))
    >>> segmentation_probability(hug, "huggun", Translation()).answer
    Fraction(8, 15435)
    """
    assert material.pieces
    model, corpus = material.pieces.seeds, material.pieces.corpus
    best = model.lattice(word).best
    assert best
    tokens, true = best.tokens, exact_probability(model, best.tokens)
    shares = [f"{number(count_of(model, x))}/{number(total_of(model))}" for x in tokens]
    return Question(
        kind="probability",
        prompt=t.gettext(
            "Unigram: what is the probability of {word}, segmented as {tokens}?"
        ).format(word=quoted(word), tokens=format_tokens(tokens)),
        hint=t.gettext(
            "A fraction, a product such as 20/210 × 5/210, or a decimal with three significant "
            "digits"
        ),
        facts=(counts_table(model, list(dict.fromkeys(tokens)), t),),
        form=Number(exact=False),
        answer=true,
        shown=probability(float(true)),
        because=t.gettext("{product} = {value}.").format(
            product=" × ".join(shares), value=probability(float(true))
        ),
        link=link(material, word),
        known=distinct(
            unigram_mistakes.segmentation_probability(model, corpus, word, tokens, t), true
        ),
    )


def draw_rise(material: Material, dice: Dice, t: Translation) -> Question | None:
    """Ask which piece does not raise the loss; if most do not, which one does.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> hug = material(defaults("hug"))
    >>> draw_rise(hug, Dice(3), Translation()).kind
    'rise'
    """
    rounds = material.pieces.rounds if material.pieces else ()
    if not material.pieces or not rounds or not rounds[0].rises:
        return None
    rises = dict(rounds[0].rises)
    free = [piece for piece in rises if abs(rises[piece]) < ZERO]
    needed = [piece for piece in rises if rises[piece] > 1e-6]
    if not free or not needed:
        return None
    one, many = (free, needed) if len(needed) > 2 else (needed, free)
    for _ in range(TRIES):
        options = dice.shuffled([dice.pick(one), *dice.shuffled(many)[: OPTIONS - 1]])
        if all(piece_row(material.pieces, piece, rises[piece]) for piece in options):
            return rise(material, tuple(options), one is free, t)
    return None


def rise(material: Material, options: tuple[str, ...], ask_free: bool, t: Translation) -> Question:
    """Which piece can be removed without raising the loss? ask_free: False asks which cannot.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> hug = material(defaults("hug"))
    >>> rise(hug, ("hug", "pu"), True, Translation()).answer
    'pu'
    """
    run = material.pieces
    assert run
    rises = dict(run.rounds[0].rises)
    (answer,) = (piece for piece in options if (abs(rises[piece]) < ZERO) == ask_free)
    prompt = t.gettext("Unigram: which of these pieces raises the loss when it is removed?")
    if ask_free:
        prompt = t.gettext(
            "Unigram: which of these pieces can be removed without raising the loss?"
        )
    why = t.gettext(
        "The loss rises when a word becomes less probable. Without {piece}, it rises by {rise}."
    ).format(piece=quoted(answer), rise=f"{rises[answer]:.4f}")
    if ask_free:
        why = t.gettext(
            "Every word that could use {piece} has an equally probable segmentation without it."
        ).format(piece=quoted(answer))
    columns = (t.gettext("Piece"), t.gettext("Count"), t.gettext("Best with all pieces"),
               t.gettext("Best without it"))  # fmt: skip
    fact = Fact(
        t.gettext("For each piece, a word that contains it and the word's best segmentation"),
        columns,
        tuple(filter(None, (piece_row(run, piece, rises[piece]) for piece in options))),
        "choice",
    )
    settings = material.pieces_settings.replace(show="rounds", position=1, quiz_seed=0)
    return Question(
        kind="rise",
        prompt=prompt,
        hint=t.gettext("The letter of the row"),
        facts=(fact,),
        form=Choice(options),
        answer=answer,
        shown=quoted(answer),
        because=why,
        link=Link(settings, 0, "unigram"),
        known=distinct(unigram_mistakes.rise(options, run.seeds, rises, ZERO, t), answer),
    )


def piece_row(run: Run, piece: str, rise: float) -> tuple[Cell, ...] | None:
    """A piece, and a word that needs it; any word that contains it if none does.

    None if all such words are too long to show.

    >>> from pages.state.defaults import defaults
    >>> from pages.quiz.material import material
    >>> hug = material(defaults("hug"))
    >>> piece_row(hug.pieces, "hug", hug.pieces.rounds[0].rises["hug"])[:2]
    (('hug',), '15')
    """
    model = run.seeds
    rest = {other: score for other, score in model.scores.items() if other != piece}
    without = replace(model, pieces=tuple(rest), log_probabilities=tuple(rest.values()))
    for word in run.corpus.counts:
        if piece not in word or len(word) > SHOWN:
            continue
        best, other = model.lattice(word).best, without.lattice(word).best
        assert best
        assert other
        if abs(rise) < ZERO or best.log_probability > other.log_probability + ZERO:
            return (
                (piece,),
                number(count_of(model, piece)),
                segmentation_text(best),
                segmentation_text(other),
            )
    return None


def segmentation_text(found: Segmentation) -> str:
    """Return a segmentation and its probability, for a cell.

    >>> best = Segmentation(("h", "ug"), 0.0068, -5.0, (True, True))
    >>> segmentation_text(best).split()[-1]
    '0.006800'
    """
    return f"{format_tokens(found.tokens)}  {probability(found.probability)}"

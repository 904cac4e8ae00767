"""Practice questions about removing a piece: which one raises the loss least."""

from bpe.unigram import Run
from pages.practice import unigram_mistakes
from pages.practice.answers import Letter
from pages.practice.material import Material
from pages.practice.mistakes import distinct
from pages.practice.questions import Cell, Dice, Exercise, Fact, Place, Say, choose
from pages.practice.sample_words import corpus_settings, counted_words, words_in_family
from pages.practice.unigram_questions import HIGHEST, counts_table, pieces_in, segmentation_text
from pages.stage.tokens import quoted
from pages.translations.language import Translation
from pages.unigram.training_explanations import ZERO

MAX_COMPARED = 28  # pieces that are listed to find the one that can go
REMOVING = ((3, 3), (4, 4), (4, 4))  # by level: words of the corpus, options
LONGEST_REMOVING = 6  # letters of their words
MIN_RISE = 1e-6  # a smaller one is not asked about, because it may be due to rounding


def draw_rise(level: int, dice: Dice, t: Translation, words: str = "en") -> Exercise | None:
    """Ask which piece does not raise the loss.

    At level 1, a table has the best segmentations with and without each piece. At level 2, it has
    only the best ones. At level 3, the piece is in one of them, but another one is as probable.

    >>> asked = (draw_rise(1, Dice(seed), Translation()) for seed in range(99))
    >>> next(filter(None, asked)).skill
    'rise'
    """
    size, many = REMOVING[level - 1]
    counts = counted_words(dice, words_in_family(dice, words, size, LONGEST_REMOVING), HIGHEST)
    material = Material(corpus_settings(counts))
    run = material.pieces
    if not run.rounds:
        return None
    rises = dict(run.rounds[0].rises)
    used = {piece for word in counts for piece in best_tokens(run, word)}
    needed = [piece for piece in rises if rises[piece] > MIN_RISE]
    free = [
        piece
        for piece in rises
        if abs(rises[piece]) < ZERO and len(piece) > 1 and (piece in used) == (level == 3)
    ]
    if not free or len(needed) < many - 1:
        return None
    options = dice.shuffled([dice.pick(free), *dice.shuffled(needed)[: many - 1]])
    is_long = level == 3 and len(pieces_in_words(run, options)) > MAX_COMPARED
    return None if is_long else rise(material, tuple(options), t, level)


def pieces_in_words(run: Run, options: list[str] | tuple[str, ...]) -> list[str]:
    """The pieces in the words that contain one of some pieces.

    >>> from pages.state.defaults import defaults
    >>> pieces_in_words(Material(defaults("hug")).pieces, ["un"])
    ['p', 'pu', 'u', 'un', 'n', 'b', 'bu']
    """
    words = [word for word in run.corpus.counts if any(piece in word for piece in options)]
    return list(dict.fromkeys(piece for word in words for piece in pieces_in(run.seeds.ids, word)))


def best_tokens(run: Run, word: str) -> tuple[str, ...]:
    """The best segmentation of a word before training.

    >>> from pages.state.defaults import defaults
    >>> best_tokens(Material(defaults("hug")).pieces, "hugs")
    ('h', 'ugs')
    """
    best = run.seeds.lattice(word).best
    assert best
    return best.tokens


def rise(material: Material, options: tuple[str, ...], t: Translation, level: int = 1) -> Exercise:
    """Which piece can be removed without raising the loss?

    >>> from pages.state.defaults import defaults
    >>> rise(Material(defaults("hug")), ("hug", "pu"), Translation()).answer
    'pu'
    """
    run, say = material.pieces, Say("rise", t)
    rises = dict(run.rounds[0].rises)
    (answer,) = (piece for piece in options if abs(rises[piece]) < ZERO)
    known = distinct(unigram_mistakes.rise(options, run.seeds, rises, t), answer)
    worked = say("worked", piece=quoted(answer))
    if level == 1:
        compared = tuple(piece_row(run, piece, rises[piece]) for piece in options)
        facts = [Fact(say("pieces"), tuple(say("columns").split("\n")), compared, "choice")]
    else:
        words = tuple((best_tokens(run, word), "") for word in run.corpus.counts)
        rows = tuple(((piece,),) for piece in options)
        facts = [
            Fact(say("words"), (), words, "words"),
            Fact(say("options"), (), rows, "choice"),
        ]
    if level == 3:
        facts.append(counts_table(run.seeds, pieces_in_words(run, options), t))
    return Exercise(
        skill="rise",
        prompt=say("prompt"),
        help=say("help"),
        facts=tuple(facts),
        form=Letter(options),
        answers=(answer,),
        shown=quoted(answer),
        worked=worked,
        link=Place(material.settings.replace(show="rounds", position=1), "unigram", 1),
        hint=say("hint"),
        known=known,
        choices=choose(options, known, worked, quoted),
    )


def piece_row(run: Run, piece: str, rise: float) -> tuple[Cell, ...]:
    """A piece, and the best segmentations of a word with it and without it.

    The word is one that needs the piece, or the first one that contains it if none does.

    >>> from pages.state.defaults import defaults
    >>> hug = Material(defaults("hug"))
    >>> piece_row(hug.pieces, "hug", hug.pieces.rounds[0].rises["hug"])[0]
    ('hug',)
    """
    for word in run.corpus.counts:
        lattice = run.seeds.lattice(word)
        best, other = lattice.best, lattice.without(piece).best
        assert best
        assert other
        is_needed = best.log_probability > other.log_probability + ZERO
        if piece in word and (abs(rise) < ZERO or is_needed):
            return (piece,), *(segmentation_text(run.seeds, each) for each in (best, other))
    raise ValueError(f"no word needs the piece {piece!r}")

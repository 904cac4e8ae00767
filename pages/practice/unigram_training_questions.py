"""Questions about Unigram's training: what a removal costs, and a share of an E step."""

from collections.abc import Iterator
from fractions import Fraction

from bpe import unigram
from pages.practice.answers import ROUNDED, Number
from pages.practice.material import Material
from pages.practice.mistakes import Known, distinct
from pages.practice.questions import Cell, Dice, Exercise, Fact, Place, Say
from pages.practice.removal_questions import MIN_RISE
from pages.practice.sample_words import corpus_settings, counted_words, words_in_family
from pages.practice.unigram_mistakes import exact_probability, format_tokens
from pages.practice.unigram_questions import HIGHEST, counts_table, pieces_in, shares
from pages.stage.question import Mistake
from pages.stage.tokens import number, probability, quoted
from pages.translations.language import Translation
from pages.unigram.word import Word

# By level: words of the corpus, words that need the piece, and words in the table that do not.
LOSS = ((3, (1,), 0), (4, (2,), 0), (5, (2, 3), 1))
LONGEST = 6  # letters of their words
SHARE = ((3, (2, 3)), (3, (4, 5)), (4, (4, 5, 6, 7, 8)))  # by level: words, segmentations of a word


def draw_loss(level: int, dice: Dice, t: Translation, words: str = "en") -> Exercise | None:
    """Ask how much the loss rises without a piece, from the scores of the words.

    At level 1, one word needs the piece. At level 3, the table has a word whose score stays.

    >>> asked = (draw_loss(1, Dice(seed), Translation()) for seed in range(99))
    >>> next(filter(None, asked)).skill
    'loss'
    """
    size, many, others = LOSS[level - 1]
    counts = counted_words(dice, words_in_family(dice, words, size, LONGEST), HIGHEST)
    material = Material(corpus_settings(counts))
    run = material.pieces
    pieces = [piece for piece in run.seeds.pieces if len(piece) > 1]
    needed = [piece for piece in pieces if len(changed(run, piece)) in many]
    if not needed:
        return None
    piece = dice.pick(needed)
    changes = changed(run, piece)
    rest = [word for word in counts if word not in [each[0] for each in changes]]
    if len(rest) < others:
        return None
    return loss(material, piece, [*changes, *(unchanged(run, word) for word in rest[:others])], t)


Scored = tuple[str, int, Fraction, Fraction]  # a word, its count, its scores with and without


def changed(run: unigram.Run, piece: str) -> list[Scored]:
    """The words whose score rises without a piece; scores have three decimals."""
    found = []
    for each in unigram.changes_without(run.corpus, run.seeds, piece):
        if each.before and each.after and each.rise > MIN_RISE:
            scores = (score(each.before.log_probability), score(each.after.log_probability))
            found.append((each.word, each.count, *scores))
    return found


def unchanged(run: unigram.Run, word: str) -> Scored:
    """A word whose score stays."""
    best = run.seeds.lattice(word).best
    assert best
    value = score(best.log_probability)
    return word, run.corpus.counts[word], value, value


def score(log_probability: float) -> Fraction:
    """A score with three decimals.

    >>> score(-1.23456)
    Fraction(247, 200)
    """
    return Fraction(f"{-log_probability:.3f}")


def loss(material: Material, piece: str, rows: list[Scored], t: Translation) -> Exercise:
    """How much does the loss rise without a piece? rows: the words of the table.

    >>> from pages.state.defaults import defaults
    >>> hug = Material(defaults("hug"))
    >>> float(loss(hug, "hug", changed(hug.pieces, "hug"), Translation()).answer)
    23.51
    """
    say, known = Say("loss", t), Known("loss", t)
    true = sum((count * (new - old) for _, count, old, new in rows), start=Fraction(0))
    terms = " + ".join(
        f"{count} × ({float(new):.3f} − {float(old):.3f})"
        for _, count, old, new in rows
        if new != old
    )
    table = tuple(
        (quoted(word), number(count), f"{float(old):.3f}", f"{float(new):.3f}")
        for word, count, old, new in rows
    )
    columns = tuple(say("columns").split("\n"))

    def mistakes() -> Iterator[Mistake]:
        yield known("single", sum(new - old for _, _, old, new in rows))
        yield known("new", sum(count * new for _, count, _, new in rows))
        first = next(each for each in rows if each[3] != each[2])
        yield known("one", first[1] * (first[3] - first[2]), word=quoted(first[0]))

    return Exercise(
        skill="loss",
        prompt=say("prompt", piece=quoted(piece)),
        help=say("help"),
        facts=(Fact(say("words", piece=quoted(piece)), columns, table),),
        form=Number(ROUNDED),
        answers=(true,),
        shown=f"{float(true):.3f}",
        worked=f"{terms} = {float(true):.3f}",
        link=Place(material.settings.replace(show="rounds", position=1), "unigram", 1),
        hint=say("hint"),
        known=distinct(mistakes(), true),
    )


def draw_share(level: int, dice: Dice, t: Translation, words: str = "en") -> Exercise | None:
    """Ask how much of a word's count an E step gives to a segmentation.

    At level 3, the probabilities have to be multiplied out first.

    >>> asked = (draw_share(1, Dice(seed), Translation()) for seed in range(99))
    >>> next(filter(None, asked)).skill
    'share'
    """
    size, many = SHARE[level - 1]
    counts = counted_words(dice, words_in_family(dice, words, size, LONGEST), HIGHEST)
    material = Material(corpus_settings(counts))
    seeds = material.pieces.seeds
    fitting = [word for word in counts if seeds.lattice(word).count in many]
    return share(material, dice.pick(fitting), dice, t, level) if fitting else None


def share(material: Material, word: str, dice: Dice, t: Translation, level: int = 1) -> Exercise:
    """How much of the count of a word does a segmentation get?

    >>> from pages.state.defaults import defaults
    >>> asked = share(Material(defaults("hug")), "pug", Dice(1), Translation())
    >>> float(asked.answer) < 5
    True
    """
    say, known = Say("share", t), Known("share", t)
    model, count = material.pieces.seeds, material.pieces.corpus.counts[word]
    found = {
        each.tokens: exact_probability(model, each.tokens)
        for each in model.lattice(word).segmentations()
    }
    asked, total = dice.pick(list(found)), sum(found.values())
    shown = Word.after(material.pieces, word, 0)
    true = count * found[asked] / total
    rows: list[tuple[Cell, ...]] = []
    for tokens, value in found.items():
        rows.append((tokens,) if level == 3 else (tokens, probability(float(value))))
    facts = [
        Fact(say("segmentations"), tuple(say("columns").split("\n"))[: len(rows[0])], tuple(rows))
    ]
    if level == 3:
        facts.append(counts_table(model, pieces_in(model.ids, word), t))

    def mistakes() -> Iterator[Mistake]:
        yield known("all", Fraction(count))
        yield known("equal", Fraction(count, len(found)))
        yield known("unscaled", count * found[asked])
        yield known("part", found[asked] / total)
        for tokens, value in found.items():
            yield known("other", count * value / total, tokens=format_tokens(tokens))

    return Exercise(
        skill="share",
        prompt=say("prompt", word=quoted(word), count=count, tokens=format_tokens(asked)),
        help=say("help"),
        facts=tuple(facts),
        form=Number(ROUNDED),
        answers=(true,),
        shown=f"{float(true):.4g}",
        worked=say(
            "worked",
            count=count,
            product=shares(model, asked),
            total=probability(float(total)),
            value=f"{float(true):.4g}",
        ),
        link=Place(
            material.settings.replace(
                method="em", shares="plain", prune=25, show="rounds", position=2
            ),
            "unigram",
            2,
        ),
        hint=say("hint"),
        known=distinct(mistakes(), true),
        numbers=dict(shown.numbers),
        lattice=shown,
    )

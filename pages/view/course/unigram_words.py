"""Figures of the Unigram chapter: the five words."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import prod

from bpe import unigram
from pages.i18n.language import Translation
from pages.state.defaults import defaults
from pages.state.settings import Settings
from pages.view.course.engine import Engine
from pages.view.course.figures import Figure, like, tokens, unigram_link
from pages.view.tokens import listing, number, quoted

COUNTS = (
    "h 15, u 36, g 20, hu 15, ug 20, p 17, pu 17, n 16, un 16, b 4, bu 4, s 5, hug 15, gs 5, ugs 5"
)
WAYS = {"p u g": "0.000389", "p ug": "0.0022676", "pu g": "0.0022676"}
POSITIONS = ("u 0.171429", "un 0.076191", "un h 0.005442", "un hu 0.005442", "un hug 0.005442")
BEST = {
    "hug": ("hug", "0.071428"),
    "pug": ("pu g", "0.007710"),
    "pun": ("pu n", "0.006168"),
    "bun": ("bu n", "0.001451"),
    "hugs": ("hug s", "0.001701"),
}
WITHOUT_HUG = {"hug": ("hu g", "0.006802"), "hugs": ("hu gs", "0.001701")}
SLIPPED = 5  # the count that the chapter takes for p and for pu in pug


def settings(lang: str) -> Settings:
    """The five words on the page on Unigram."""
    return replace(defaults("hug"), lang=lang)


def word_link(lang: str, word: str, at: int | None = None) -> str:
    """The lattice of a word; at: a position in it, by default the last."""
    return unigram_link(settings(lang), show="word", word=word, at=len(word) if at is None else at)


def rounds_link(lang: str) -> str:
    """The first round of pruning on the five words."""
    return unigram_link(settings(lang), show="rounds", method="course", at=1)


def count(model: unigram.Model, piece: str) -> int:
    """The count of a piece."""
    assert model.counts is not None
    return int(model.counts[model.ids[piece]])


def product(counts: list[int], total: int) -> str:
    """Shares multiplied, as a formula."""
    return " × ".join(f"{each}/{total}" for each in counts)


def figures(engine: Engine, t: Translation, lang: str) -> Iterator[Figure]:
    """All figures of the five words."""
    yield from probabilities(engine, t, lang)
    yield from pug(engine, t, lang)
    yield from unhug(engine, t, lang)
    yield from best(engine, t, lang)
    yield from losses(engine, t, lang)
    yield from removals(engine, t, lang)


def probabilities(engine: Engine, t: Translation, lang: str) -> Iterator[Figure]:
    """The vocabulary and its counts."""
    row = partial(Figure, "unigram", t.gettext("Five words"))
    model, link = engine.model, rounds_link(lang)
    assert model.counts is not None
    counts = dict(zip(model.pieces, model.counts, strict=True))
    order = [each.split()[0] for each in COUNTS.split(", ")]
    found = ", ".join(f"{piece} {counts[piece]}" for piece in sorted(counts, key=order.index))
    yield row(t.gettext("Vocabulary and counts"), COUNTS, found, link)
    yield row(t.gettext("Sum of all counts"), "210", str(model.total), link)
    name = t.gettext("Probability of {piece}")
    share = f"{counts['ug']}/{model.total}"
    yield row(name.format(piece=quoted("ug")), "20/210", share, link)


def pug(engine: Engine, t: Translation, lang: str) -> Iterator[Figure]:
    """The three ways to cut pug, and the counts that the chapter takes for them."""
    row = partial(Figure, "unigram", t.gettext("Five words"))
    model, link = engine.model, word_link(lang, "pug")
    total = int(model.total or 0)
    for piece in ("p", "pu"):
        found = count(model, piece)
        using = {word: n for word, n in engine.words.counts.items() if piece in word}
        terms = " + ".join(f"{n} {quoted(word)}" for word, n in using.items())
        why = t.gettext(
            "{piece} occurs in other words too, not only in {word}: {terms} = {count}. So its "
            "probability is {count}/{total}. The chapter's own list also gives {count}."
        ).format(
            piece=quoted(piece), word=quoted("pug"), terms=terms, count=number(found), total=total
        )
        name = t.gettext("Probability of {piece}, used for {word}")
        name = name.format(piece=quoted(piece), word=quoted("pug"))
        yield row(name, f"{SLIPPED}/210", f"{found}/{total}", link, why)
    for way, printed in WAYS.items():
        pieces = way.split()
        counts = [count(model, piece) for piece in pieces]
        value = prod(each / total for each in counts)
        shown = {" ".join(s.tokens): s.probability for s in model.lattice("pug").segmentations()}
        slipped = [SLIPPED, *counts[1:]]
        why = t.gettext(
            "The count of {piece} is {count}: {right} = {value}. The chapter uses {wrong} "
            "instead: {slipped} = {printed}."
        ).format(
            piece=quoted(pieces[0]),
            count=number(counts[0]),
            right=product(counts, total),
            value=f"{value:.7f}",
            wrong=number(SLIPPED),
            slipped=product(slipped, total),
            printed=like(printed, prod(each / total for each in slipped)),
        )
        name = t.gettext("Probability of {word} as {tokens}")
        name = name.format(word=quoted("pug"), tokens=tokens(way))
        yield row(name, printed, like(printed, shown[way]), link, why)


def unhug(engine: Engine, t: Translation, lang: str) -> Iterator[Figure]:
    """Viterbi on unhug, position by position, and the exercise huggun."""
    row = partial(Figure, "unigram", t.gettext("Five words"))
    lattice = engine.model.lattice("unhug")
    for at, (printed, found) in enumerate(zip(POSITIONS, lattice.best_at, strict=True), 1):
        score = found.probability
        computed = f"{' '.join(found.tokens)} {like(printed.split()[-1], score)}"
        counts = [count(engine.model, piece) for piece in found.tokens]
        why = t.gettext("{formula} = {value}, which rounds to {rounded}.").format(
            formula=product(counts, int(engine.model.total or 0)),
            value=f"{score:.9f}",
            rounded=like(printed.split()[-1], score),
        )
        name = t.gettext("Best segmentation up to {text}").format(text=quoted("unhug"[:at]))
        yield row(name, printed, computed, word_link(lang, "unhug", at), why)
    name = t.gettext("Best segmentation of {word}").format(word=quoted("unhug"))
    yield row(name, "un hug", " ".join(lattice.best.tokens), word_link(lang, "unhug"))
    other = engine.model.lattice("huggun").best
    name = t.gettext("Best segmentation of {word} (an exercise)").format(word=quoted("huggun"))
    found = f"{' '.join(other.tokens)} {other.probability:.6f}"
    yield row(name, "", found, word_link(lang, "huggun"))


def tie(word: str, model: unigram.Model, printed: str, t: Translation) -> str:
    """Why the printed one of several segmentations is not the one that the code takes."""
    lattice = model.lattice(word)
    ways = [" ".join(each.tokens) for each in lattice.ties()]
    taken = " ".join(lattice.best.tokens)
    return t.gettext(
        "{ways} have the same probability, {value}. The chapter's own code keeps the first it "
        "finds, {taken}. {printed} is equally good, but the code does not return it."
    ).format(
        ways=listing([tokens(way) for way in ways], t),
        value=f"{lattice.best.probability:.6f}",
        taken=tokens(taken),
        printed=tokens(printed),
    )


def rounding(value: float, printed: str, t: Translation) -> str:
    """Why a last digit differs."""
    return t.gettext(
        "{value} rounds to {rounded}. The chapter cut off the last digits instead of rounding."
    ).format(value=f"{value:.9f}", rounded=like(printed, value))


def best(engine: Engine, t: Translation, lang: str) -> Iterator[Figure]:
    """The best segmentation of each word, its score, and how many are equally good."""
    row = partial(Figure, "unigram", t.gettext("Five words"))
    for word, (cut, score) in BEST.items():
        found = engine.model.lattice(word).best
        link = word_link(lang, word)
        name = t.gettext("Best segmentation of {word}").format(word=quoted(word))
        why = tie(word, engine.model, cut, t)
        yield row(name, cut, " ".join(found.tokens), link, why)
        name = t.gettext("Probability of the best segmentation of {word}").format(word=quoted(word))
        value = found.probability
        why = rounding(value, score, t)
        yield row(name, score, like(score, value), link, why)
    ways = {word: len(list(engine.model.lattice(word).ties())) for word in BEST}
    equal = ", ".join(f"{word} {n}" for word, n in ways.items())
    odd = [
        t.gettext("{word} has {count}").format(word=quoted(word), count=number(n))
        for word, n in ways.items()
        if n != 2
    ]
    yield row(
        t.gettext("Equally good segmentations of each word"),
        ", ".join(f"{word} 2" for word in BEST),
        equal,
        word_link(lang, "hugs"),
        t.gettext(
            "Not all words have two: {odd}. The probability of {one} is {value} as one piece, "
            "and at most {less} as two."
        ).format(
            odd=listing(odd, t),
            one=quoted("hug"),
            value=f"{engine.model.lattice('hug').best.probability:.6f}",
            less=f"{list(engine.model.lattice('hug').segmentations())[1].probability:.6f}",
        ),
    )


def losses(engine: Engine, t: Translation, lang: str) -> Iterator[Figure]:
    """The loss of the corpus, and its rise without hug and without pu."""
    row = partial(Figure, "unigram", t.gettext("Five words"))
    link, this = rounds_link(lang), engine.round
    loss = unigram.loss(engine.words, engine.model)
    yield row(t.gettext("Loss of the corpus"), "169.8", like("169.8", loss), link)
    name = t.gettext("Rise in the loss without {piece}")
    for piece, printed in (("hug", "23.5"), ("pu", "0")):
        found = like(printed, this.rises[piece])
        yield row(name.format(piece=quoted(piece)), printed, found, link)


def removals(engine: Engine, t: Translation, lang: str) -> Iterator[Figure]:
    """What becomes of hug and hugs without the piece hug, and what the text leaves open."""
    row = partial(Figure, "unigram", t.gettext("Five words"))
    link, this, model = rounds_link(lang), engine.round, engine.model
    scores = {piece: score for piece, score in model.scores.items() if piece != "hug"}
    without = unigram.Model.from_log_probabilities(scores)
    for word, (cut, score) in WITHOUT_HUG.items():
        found = without.lattice(word).best
        names = {"word": quoted(word), "piece": quoted("hug")}
        name = t.gettext("Best segmentation of {word} without {piece}").format(**names)
        why = tie(word, without, cut, t)
        yield row(name, cut, " ".join(found.tokens), link, why)
        name = t.gettext("Probability of the best segmentation of {word} without {piece}").format(
            **names
        )
        value = found.probability
        yield row(name, score, like(score, value), link, rounding(value, score, t))
    free = [piece for piece, rise in this.rises.items() if rise == 0]
    name = t.gettext("Pieces whose removal does not raise the loss, out of {all}").format(
        all=len(this.rises)
    )
    yield row(name, "", number(len(free)), link)
    before = unigram.loss(engine.words, model)
    name = t.gettext(
        "Rise in the loss without {piece}, when the other pieces share its probability"
    )
    for piece in ("pu", "hug"):
        rise = unigram.loss(engine.words, model.without(piece)) - before
        yield row(name.format(piece=quoted(piece)), "", f"{rise:.3f}".replace("-", "−"), link)
    name = t.gettext("Encoding of {word}").format(word=quoted("thug"))
    yield row(name, "", thug(engine), word_link(lang, "thug"))


def thug(engine: Engine) -> str:
    """What the chapter's method makes of a word with a character that it does not know."""
    run = unigram.train(engine.words, vocab_size=14, seeds="substrings", quirks=())
    return " ".join(run.encode("thug", unk="<unk>").tokens)

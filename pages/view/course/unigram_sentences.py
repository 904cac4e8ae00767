"""Figures of the Unigram chapter: the four sentences, and the pruning down to 100 pieces."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import bpe
from bpe import unigram
from pages.i18n.language import Translation
from pages.state.defaults import defaults
from pages.state.settings import Settings
from pages.view.course.engine import SEEDS, UNIGRAM_SIZE, Engine
from pages.view.course.figures import Figure, like, unigram_link
from pages.view.tokens import isolated, number, quoted

TEN = "▁t 7, is 5, er 5, ▁a 5, ▁to 4, to 4, en 4, ▁T 3, ▁Th 3, ▁Thi 3"
TRIED = {
    "Hopefully": ("H o p e f u ll y", "41.5157494601402"),
    "This": ("This", "6.288267030694535"),
}
LOSS = "413.10377642940875"
RISES = {"ll": "6.376412403623874", "his": "0.0"}
SENTENCE = "This is the Hugging Face course."
ENCODED = "▁This ▁is ▁the ▁Hugging ▁Face ▁ c ou r s e ."


def settings(lang: str) -> Settings:
    """The four sentences on the page on Unigram."""
    return replace(
        defaults("course"),
        split="metaspace",
        vocab=UNIGRAM_SIZE,
        special="",
        watch=SENTENCE,
        lang=lang,
    )


def rounds_link(lang: str, at: int) -> str:
    """A round of the chapter's pruning."""
    return unigram_link(settings(lang), show="rounds", method="course", at=at)


def word_link(lang: str, word: str) -> str:
    """The lattice of a word."""
    return unigram_link(settings(lang), show="word", word=word, at=len(word))


def figures(engine: Engine, t: Translation, lang: str) -> Iterator[Figure]:
    """All figures of the four sentences."""
    yield from words(engine, t, lang)
    yield from scores(engine, t, lang)
    yield from pruning(engine, t, lang)


def words(engine: Engine, t: Translation, lang: str) -> Iterator[Figure]:
    """Words and seeds."""
    row = partial(Figure, "unigram", t.gettext("Four sentences"))
    link, corpus, seeds = rounds_link(lang, 1), engine.sentences, engine.right.seeds
    mark = bpe.pre_tokenize("a", corpus.split)[0].word[0]
    yield row(
        t.gettext("The mark before each word"),
        "_",
        mark,
        link,
        t.gettext(
            "The mark is {mark} (U+{code}). It looks like the underscore {other} (U+{plain}), "
            "but it is a different character. Underscores are common in text; this mark is very "
            "rare."
        ).format(
            mark=quoted(mark), code=f"{ord(mark):04X}", other=quoted("_"), plain=f"{ord('_'):04X}"
        ),
    )
    assert seeds.counts is not None
    found = dict(zip(seeds.pieces, seeds.counts, strict=True))
    letters = len(corpus.alphabet)
    longer = [f"{piece} {found[piece]}" for piece in seeds.pieces[letters:]]
    name = t.gettext("The ten most frequent substrings")
    yield row(name, TEN, ", ".join(longer[:10]), link)
    yield row(t.gettext("Different words"), "", number(len(corpus.counts)), link)
    yield row(t.gettext("Words in total"), "", number(sum(corpus.counts.values())), link)
    yield row(t.gettext("Characters in the alphabet"), "", number(letters), link)
    every = tuple(unigram.frequent(corpus, 10_000))
    name = t.gettext("Different substrings of two or more characters")
    yield row(name, "", number(len(every) - letters), link)
    name = t.gettext("Last piece kept, first piece dropped")
    yield row(name, "", ", ".join(every[SEEDS - 1 : SEEDS + 1]), link)
    name = t.gettext("Sum of all counts ({pieces} pieces)")
    yield row(name.format(pieces=len(seeds.pieces)), "", number(int(seeds.total or 0)), link)


def scores(engine: Engine, t: Translation, lang: str) -> Iterator[Figure]:
    """The scores of words and of the corpus; the chapter's are one too high for each word."""
    row = partial(Figure, "unigram", t.gettext("Four sentences"))
    right, slipped = engine.right, engine.slipped
    for word, (tokens, printed) in TRIED.items():
        link = word_link(lang, word)
        found = right.seeds.lattice(word).best
        name = t.gettext("Best segmentation of {word}").format(word=quoted(word))
        yield row(name, tokens, " ".join(found.tokens), link)
        value, other = unigram.cost(right.seeds, word), unigram.cost(slipped.seeds, word)
        why = t.gettext(
            "A score adds up −log of each piece's probability, so it must start at log 1 = 0. "
            "The chapter's code starts at 1 instead: {value} + 1 = {other}."
        ).format(value=f"{value:.6f}", other=f"{other:.6f}")
        name = t.gettext("Score of {word}").format(word=quoted(word))
        yield row(name, printed, like(printed, value), link, why)
    one, count = right.rounds[0], sum(engine.sentences.counts.values())
    slip = slipped.rounds[0].loss or 0.0
    why = t.gettext(
        "Each word's score is 1 too high, because it starts at 1 instead of log 1 = 0. For all "
        "{words} words: {value} + {words} = {other}."
    ).format(words=number(count), value=f"{one.loss or 0.0:.6f}", other=f"{slip:.6f}")
    link = rounds_link(lang, 1)
    yield row(t.gettext("Loss of the corpus"), LOSS, like(LOSS, one.loss or 0.0), link, why)
    for piece, printed in RISES.items():
        name = t.gettext("Rise in the loss without {piece}").format(piece=quoted(piece))
        why = t.gettext(
            "Both losses contain the extra 1 for each word, so it cancels out. Only the last "
            "digits differ, because larger sums are rounded earlier. If it starts at 1 like the "
            "chapter's code, this app gets {value}."
        ).format(value=repr(slipped.rounds[0].rises[piece]))
        yield row(name, printed, like(printed, one.rises[piece]), link, why)


def pruning(engine: Engine, t: Translation, lang: str) -> Iterator[Figure]:
    """The rounds of pruning, and what they leave."""
    row = partial(Figure, "unigram", t.gettext("Pruning the four sentences"))
    run = engine.right
    last = len(run.rounds)
    link, end = rounds_link(lang, 1), rounds_link(lang, last)
    name = t.gettext("Encoding of {word}").format(word=isolated(SENTENCE))
    yield row(name, ENCODED, " ".join(run.encode(SENTENCE).tokens), end)
    foreign = [p for p in run.seeds.pieces if not any(p in word for word in run.corpus.counts)]
    yield row(
        t.gettext("Special tokens in the vocabulary before pruning"),
        t.gettext("added"),
        number(len(foreign)) if foreign else t.gettext("none"),
        link,
        t.gettext(
            "The chapter says that special tokens are added before pruning, but its code adds "
            "none. {cut} of the {pieces} pieces in its first vocabulary are substrings of the "
            "words."
        ).format(
            cut=number(len(run.seeds.pieces) - len(foreign)), pieces=number(len(run.seeds.pieces))
        ),
        prose=True,
    )
    sizes = [len(this.model.pieces) for this in run.rounds] + [len(run.model.pieces)]
    name = t.gettext("Number of pieces before each round and after the last one")
    yield row(name, "", ", ".join(map(number, sizes)), end)
    yield row(t.gettext("Rounds"), "", number(last), end)
    name = t.gettext("Pieces of two or more characters after the last round")
    yield row(name, "", number(sum(len(piece) > 1 for piece in run.model.pieces)), end)
    name = t.gettext("Sum of all counts ({pieces} pieces)")
    total = number(int(run.model.total or 0))
    yield row(name.format(pieces=len(run.model.pieces)), "", total, end)
    yield row(t.gettext("Loss after the last round"), "", f"{run.loss:.6f}", end)
    first = run.rounds[0]
    free = [piece for piece, rise in first.rises.items() if rise == 0]
    name = t.gettext("Pieces whose removal does not raise the loss, out of {all}").format(
        all=len(first.rises)
    )
    yield row(name, "", number(len(free)), link)
    name = t.gettext("First six pieces removed")
    yield row(name, "", ", ".join(first.removed[:6]), link)
    rises = [this.rises[piece] for this in run.rounds for piece in this.removed]
    name = t.gettext("Largest rise in the loss among all removed pieces, all rounds")
    yield row(name, "", f"{max(rises):.1f}", end)
    two = run.rounds[1]
    name = t.gettext("Loss before rounds {one} and {two}").format(one=1, two=2)
    yield row(name, "", f"{first.loss:.2f}, {two.loss:.2f}", rounds_link(lang, 2))

"""Figures of the English chapter on BPE, and of its Chinese version: the five words."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from pages.i18n.language import Translation
from pages.state.defaults import defaults
from pages.state.settings import Settings
from pages.view.course.engine import (
    Engine,
    corpus,
    encoded,
    fired,
    named,
    pairs,
    uncut,
    vocabulary,
    with_counts,
)
from pages.view.course.figures import Figure, tokens, training_link
from pages.view.tokens import listing, number, quoted

MERGES = ("u+g 20", "u+n 16", "h+ug")  # the text gives no count for the third
VOCABULARIES = (
    "b g h n p s u ug",
    "b g h n p s u ug un",
    "b g h n p s u ug un hug",
)
CORPORA = (
    "h ug 10, p ug 5, p u n 12, b u n 4, h ug s 5",
    "h ug 10, p ug 5, p un 12, b un 4, h ug s 5",
    "hug 10, p ug 5, p un 12, b un 4, hug s 5",
)
WORDS = {"bug": "b ug", "mug": "[UNK] ug", "thug": "[UNK] hug"}


def settings(lang: str, vocab: int = 20, watch: str = "bug thug unhug") -> Settings:
    """The five words on the training page; three merges, where the vocabulary has 10 tokens."""
    return replace(defaults("hug"), vocab=vocab, watch=watch, lang=lang)


def figures(text_id: str, engine: Engine, t: Translation, lang: str) -> Iterator[Figure]:
    """What both versions print."""
    row = partial(Figure, text_id, t.gettext("Five words"))
    run = engine.three
    link = partial(training_link, settings(lang, 10))

    def count(left: str, right: str, j: int) -> str:
        return number(run.count((left, right), j))

    yield row(t.gettext("Alphabet"), "b g h n p s u", " ".join(run.corpus.alphabet), link(0))
    times = t.gettext("Count of {pair}")
    again = t.gettext("Count of {pair} after merge {k}")
    yield row(times.format(pair=quoted("h+u")), "15", count("h", "u", 0), link(0))
    yield row(times.format(pair=quoted("u+g")), "20", count("u", "g", 0), link(0))
    for k, merge in enumerate(run.merges[:3], 1):
        if k == 2:
            name = again.format(pair=quoted("h+ug"), k=1)
            yield row(name, "15", count("h", "ug", 1), link(2))
        printed = MERGES[k - 1]
        made = f"{named(merge)} {merge.count}" if " " in printed else named(merge)
        yield row(t.gettext("Merge {k}").format(k=k), printed, made, link(k))
        name = t.gettext("Vocabulary after merge {k}").format(k=k)
        yield row(name, VOCABULARIES[k - 1], vocabulary(run, k), link(k))
        name = t.gettext("Corpus after merge {k}").format(k=k)
        yield row(name, CORPORA[k - 1], corpus(run, k), link(k))
    for word, printed in WORDS.items():
        watched = training_link(settings(lang, 10, word), len(run.merges))
        name = t.gettext("Encoding of {word}").format(word=quoted(word))
        yield row(name, printed, encoded(run, word), watched)
    yield from exercises(text_id, engine, t, lang)


def exercises(text_id: str, engine: Engine, t: Translation, lang: str) -> Iterator[Figure]:
    """What both versions leave to the reader."""
    row = partial(Figure, text_id, t.gettext("Five words"))
    last = len(engine.three.merges)
    watched = training_link(settings(lang, 10, "unhug"), last)
    name = t.gettext("Encoding of {word} (an exercise)").format(word=quoted("unhug"))
    yield row(name, "", encoded(engine.three, "unhug"), watched)
    leaders = engine.three.leaders(last, 1)
    following = ", ".join(f"{named(leader)} {leader.count}" for leader in leaders)
    name = t.gettext("Merge {k} (an exercise)").format(k=last + 1)
    yield row(name, "", following, training_link(settings(lang), last + 1))


def left_open(engine: Engine, t: Translation, lang: str) -> Iterator[Figure]:
    """What the text does not print."""
    row = partial(Figure, "english", t.gettext("Five words"))
    run = engine.hug
    link = partial(training_link, settings(lang))
    name = t.gettext("All pairs, in the order they are met")
    yield row(name, "", pairs(run, 0), link(0))
    yield row(t.gettext("All pairs after merge {k}").format(k=1), "", pairs(run, 1), link(2))
    name = t.gettext("All merges, until no pair is left")
    yield row(name, "", with_counts(run), link(len(run.merges)))
    lowest = engine.train("hug", ties="lowest")
    name = t.gettext("All merges when the lowest ids win ties")
    place = training_link(replace(settings(lang), ties="lowest"), len(lowest.merges))
    yield row(name, "", with_counts(lowest), place)


def thug(engine: Engine, t: Translation, lang: str) -> Iterator[Figure]:
    """What the Chinese version says of thug and of mug."""
    row = partial(Figure, "chinese", t.gettext("Five words"))
    run = engine.three
    merges = fired(run, "thug")
    why = t.gettext(
        "{first} has rank {one} and is applied first, so {word} becomes {tokens}. Now {left} is "
        "next to {token}, and there is no merge {wrong}."
    ).format(
        first=quoted(named(merges[0])),
        one=number(merges[0].rank),
        word=quoted("thug"),
        tokens=tokens(f"t h {merges[0].token}"),
        token=quoted(merges[0].token),
        left=quoted(merges[-1].left),
        wrong=quoted("hu+g"),
    )
    yield row(
        t.gettext("Merges that make {token} in {word}").format(
            token=quoted("hug"), word=quoted("thug")
        ),
        "u+g, hu+g",
        ", ".join(map(named, merges)),
        training_link(settings(lang, 10, "thug"), len(run.merges)),
        why,
    )
    steps = [k for k, size in enumerate(run.vocab_sizes) if "m" in run.vocab[:size]]
    yield row(
        t.gettext("When {letter} is in the vocabulary").format(letter=quoted("m")),
        t.gettext("earlier, but no longer"),
        listing([t.gettext("step {k}").format(k=k) for k in steps], t) or t.gettext("never"),
        training_link(settings(lang, 10, "mug"), 0),
        t.gettext(
            "The alphabet has the {count} characters of the five words: {alphabet}. {letter} is "
            "not one of them. No token ever leaves the vocabulary, so it was never there."
        ).format(
            count=number(len(run.corpus.alphabet)),
            alphabet=tokens(" ".join(run.corpus.alphabet)),
            letter=quoted("m"),
        ),
        prose=True,
    )


def unknown(text_id: str, engine: Engine, t: Translation, lang: str) -> Iterator[Figure]:
    """The warning that the code of the chapter fails at a character that it does not know."""
    watched = replace(defaults("course"), watch="é", lang=lang)
    run = engine.course
    yield Figure(
        text_id,
        t.gettext("Four sentences"),
        t.gettext("Result of the chapter's code for {text}").format(text=quoted("é")),
        t.gettext("an error"),
        uncut(run, "é"),
        training_link(watched, len(run.merges)),
        t.gettext(
            "That code splits a word into characters and applies the merges. It never checks the "
            "vocabulary, so it cannot find anything missing. {text} is two bytes and becomes "
            "{tokens}. With the three merges from the five words, {word} becomes {others}. What "
            "does fail is training, when no pair is left. On the five words, that is after merge "
            "{last}."
        ).format(
            text=quoted("é"),
            tokens=tokens(uncut(run, "é")),
            word=quoted("mug"),
            others=tokens(uncut(engine.three, "mug")),
            last=number(len(engine.hug.merges)),
        ),
        prose=True,
    )

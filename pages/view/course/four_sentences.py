"""Figures of the four sentences under BPE: the English chapter, which prints them all."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from bpe import Run
from pages.i18n.language import Translation
from pages.state.defaults import defaults
from pages.view.course.engine import (
    SENTENCE,
    Engine,
    encoded,
    named,
    pairs,
    vocabulary,
    with_counts,
)
from pages.view.course.figures import Figure, training_link
from pages.view.tokens import isolated, number, quoted

WORDS = (
    "This 3, Ġis 2, Ġthe 1, ĠHugging 1, ĠFace 1, ĠCourse 1, . 4, Ġchapter 1, Ġabout 1, "
    "Ġtokenization 1, Ġsection 1, Ġshows 1, Ġseveral 1, Ġtokenizer 1, Ġalgorithms 1, "
    "Hopefully 1, , 1, Ġyou 1, Ġwill 1, Ġbe 1, Ġable 1, Ġto 1, Ġunderstand 1, Ġhow 1, Ġthey 1, "
    "Ġare 1, Ġtrained 1, Ġand 1, Ġgenerate 1, Ġtokens 1"
)
ALPHABET = ", . C F H T a b c d e f g h i k l m n o p r s t u v w y z Ġ"
FIRST_SIX = "T+h 3, h+i 3, i+s 5, Ġ+i 2, Ġ+t 7, t+h 3"
MERGES = (
    "Ġ+t, i+s, e+r, Ġ+a, Ġt+o, e+n, T+h, Th+is, o+u, s+e, Ġto+k, Ġtok+en, n+d, Ġ+is, Ġt+h, "
    "Ġth+e, i+n, Ġa+b, Ġtoken+i"
)
MADE = "Ġt is er Ġa Ġto en Th This ou se Ġtok Ġtoken nd Ġis Ġth Ġthe in Ġab Ġtokeni"
VOCABULARY = f"<|endoftext|> {ALPHABET} {MADE}"
ENCODED = "This Ġis Ġ n o t Ġa Ġtoken ."
TRAINED = "Ġtrained"


def words(run: Run) -> str:
    """The words of a run's corpus, each with its count."""
    return ", ".join(f"{word} {count}" for word, count in run.corpus.counts.items())


def merged(run: Run) -> str:
    """The merges, as the texts print them: without their counts."""
    return ", ".join(map(named, run.merges))


def cut(run: Run, word: str, k: int) -> str:
    """A word of the corpus after merge k."""
    return " ".join(run.tokens(run.words.index(word), k))


def printed(
    text_id: str,
    corpus: str,
    run: Run,
    t: Translation,
    lang: str,
    why: dict[str, str],
) -> Iterator[tuple[str, Figure]]:
    """What every one of the four texts prints, each figure with its name.

    run: what the text's own code gives. why: the name of a figure -> why it does not hold.
    """
    link = partial(training_link, replace(defaults(corpus), lang=lang))
    last = len(run.merges)
    (best,) = run.leaders(0, 1)
    rows = (
        ("words", t.gettext("Words and their counts"), WORDS, words(run), 0),
        ("alphabet", t.gettext("Alphabet"), ALPHABET, " ".join(run.corpus.alphabet), 0),
        ("first six", t.gettext("First six pairs met"), FIRST_SIX, pairs(run, 0, 6), 0),
        ("best", t.gettext("Most frequent pair"), "Ġ+t 7", f"{named(best)} {best.count}", 1),
        (
            "trained",
            t.gettext("{word} after merge {k}").format(word=quoted(TRAINED), k=1),
            "Ġt r a i n e d",
            cut(run, TRAINED, 1),
            1,
        ),
        ("merges", t.gettext("Merges"), MERGES, merged(run), last),
        ("vocabulary", t.gettext("Vocabulary"), VOCABULARY, vocabulary(run, last), last),
        (
            "sentence",
            t.gettext("Encoding of {word}").format(word=isolated(SENTENCE)),
            ENCODED,
            encoded(run, SENTENCE),
            last,
        ),
    )
    part = t.gettext("Four sentences")
    for name, what, left, right, step in rows:
        yield name, Figure(text_id, part, what, left, right, link(step), why.get(name))


def sizes(
    text_id: str, corpus: str, run: Run, t: Translation, lang: str, why: dict[str, str]
) -> Iterator[Figure]:
    """The sizes that a text tells in a sentence."""
    link = partial(training_link, replace(defaults(corpus), lang=lang))
    row = partial(Figure, text_id, t.gettext("Four sentences"))
    name = t.gettext("Characters in the alphabet")
    yield row(name, "30", number(len(run.corpus.alphabet)), link(0), why.get("alphabet size"))
    name = t.gettext("Vocabulary size before the first merge")
    yield row(name, "31", number(run.vocab_sizes[0]), link(0), why.get("start"))
    name = t.gettext("Merges until the vocabulary has {size} tokens").format(size=run.vocab_size)
    yield row(name, "19", number(len(run.merges)), link(len(run.merges)), why.get("number"))


def left_open(text_id: str, corpus: str, run: Run, t: Translation, lang: str) -> Iterator[Figure]:
    """What a text does not print of its own corpus."""
    link = partial(training_link, replace(defaults(corpus), lang=lang))
    row = partial(Figure, text_id, t.gettext("Four sentences"))
    counts = run.corpus.counts
    yield row(t.gettext("Different words"), "", number(len(counts)), link(0))
    yield row(t.gettext("Words in total"), "", number(sum(counts.values())), link(0))
    last = len(run.merges)
    yield row(t.gettext("Merges, each with its count"), "", with_counts(run), link(last))


def english(engine: Engine, t: Translation, lang: str) -> Iterator[Figure]:
    """The English chapter: what it prints, and what it leaves open."""
    run = engine.course
    for _, figure in printed("english", "course", run, t, lang, {}):
        yield figure
    yield from sizes("english", "course", run, t, lang, {})
    yield from left_open("english", "course", run, t, lang)
    row = partial(Figure, "english", t.gettext("Four sentences"))
    link = partial(training_link, replace(defaults("course"), lang=lang))
    tied = [merge for merge in run.merges if merge.tied > 1]
    first = tied[0].rank if tied else 0
    yield row(t.gettext("Tied merges"), "", number(len(tied)), link(first))
    widest = max(run.merges, key=lambda merge: merge.tied)
    name = t.gettext("Pairs in the largest tie")
    yield row(name, "", number(widest.tied), link(widest.rank))
    last = len(run.merges)
    name = t.gettext("{word} after merge {k}").format(word=quoted(TRAINED), k=last)
    yield row(name, "", cut(run, TRAINED, last), link(last))
    yield from library(engine, t, lang)


def library(engine: Engine, t: Translation, lang: str) -> Iterator[Figure]:
    """What the tip about Hugging Face tokenizers leaves open: how far the two rules part."""
    row = partial(Figure, "english", t.gettext("Four sentences when the lowest ids win ties"))
    course, lowest = engine.course, engine.lowest
    settings = replace(defaults("course"), ties="lowest", lang=lang)
    link = partial(training_link, settings)
    last, differs = len(lowest.merges), course.first_difference(lowest)
    where = link(min(differs or 0, last))
    yield row(t.gettext("Merges, each with its count"), "", with_counts(lowest), link(last))
    name = t.gettext("First merge that differs")
    yield row(name, "", number(differs or 0), where)
    ours = {(merge.left, merge.right) for merge in course.merges}
    theirs = {(merge.left, merge.right) for merge in lowest.merges}
    yield row(t.gettext("Pairs merged under both rules"), "", number(len(ours & theirs)), where)
    made = {merge.token for merge in course.merges} & {merge.token for merge in lowest.merges}
    yield row(t.gettext("Tokens made under both rules"), "", number(len(made)), where)
    name = t.gettext("Encoding of {word}").format(word=isolated(SENTENCE))
    yield row(name, "", encoded(lowest, SENTENCE), link(last))
    for size in (50, 276):
        merges = len(engine.with_all_bytes(size).merges)
        name = t.gettext("Merges for {size} tokens, with all 256 bytes in the alphabet")
        yield row(name.format(size=size), "", number(merges), link(merges))

"""Figures of the texts that copy the four sentences: Chinese, notebook, Korean."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import bpe
from pages.i18n.language import Translation
from pages.state.defaults import defaults
from pages.view.course import four_sentences
from pages.view.course.engine import Engine, encoded, named
from pages.view.course.figures import Figure, tokens, training_link
from pages.view.tokens import isolated, listing, number, quoted

OFFSETS = (
    "This (0,4), Ġis (4,7), Ġthe (7,11), ĠHugging (11,19), ĠFace (19,24), ĠCourse (24,31), "
    ". (31,32)"
)
SPLIT_WORDS = four_sentences.WORDS.replace(", , 1", "").split(", ")
SPLITS = ", ".join(" ".join(each.split()[0]) for each in SPLIT_WORDS)


def new_merges(run: bpe.Run, other: bpe.Run) -> list[str]:
    """The merges that another run does not make."""
    known = {(merge.left, merge.right) for merge in other.merges}
    return [quoted(named(m)) for m in run.merges if (m.left, m.right) not in known]


def chinese(engine: Engine, t: Translation, lang: str) -> Iterator[Figure]:
    """The Traditional Chinese version: its corpus has course with a small letter."""
    run, course = engine.chinese, engine.course
    reasons = chinese_reasons(run, course, t)
    link = training_link(replace(defaults("chinese-page"), lang=lang), 0)
    row = partial(Figure, "chinese", t.gettext("Four sentences"))
    yield from four_sentences.sizes("chinese", "chinese-page", run, t, lang, reasons)
    for name, figure in four_sentences.printed("chinese", "chinese-page", run, t, lang, reasons):
        if name != "words":
            yield figure
            continue
        odd = [word for word in run.words if word.lower() == "ġcourse"]
        computed = ", ".join(f"{word} {run.corpus.counts[word]}" for word in odd)
        what = t.gettext("The sixth word and its count")
        yield row(what, "ĠCourse 1", computed, link, reasons[name])
        others = (f"{w} {count}" for w, count in run.corpus.counts.items() if w not in odd)
        what = t.gettext("The other words and their counts")
        yield row(what, figure.printed.replace("ĠCourse 1, ", ""), ", ".join(others), link)


def chinese_reasons(run: bpe.Run, course: bpe.Run, t: Translation) -> dict[str, str]:
    """Why the figures of the Traditional Chinese version that do not hold don't."""
    alphabet, specials = len(run.corpus.alphabet), len(run.special_tokens)
    lost = [quoted(c) for c in course.corpus.alphabet if c not in run.corpus.alphabet]
    letter = t.gettext(
        "In this version, the first sentence ends in {word} with a lowercase letter. But its "
        "printed outputs come from a corpus with {other}."
    ).format(word=quoted("course."), other=quoted("Course."))
    size = t.gettext(
        "No word contains {letters} now, so the alphabet has {alphabet} characters: {before} − "
        "{fewer} = {alphabet}."
    ).format(
        letters=listing(lost, t),
        alphabet=number(alphabet),
        before=number(len(course.corpus.alphabet)),
        fewer=number(len(lost)),
    )
    start = t.gettext(
        "Before the first merge, the vocabulary has the special token and {alphabet} characters: "
        "{specials} + {alphabet} = {start}."
    ).format(
        specials=number(specials), alphabet=number(alphabet), start=number(specials + alphabet)
    )
    merges = t.gettext(
        "A vocabulary of {size} tokens has room for {size} − {start} = {merges} merges. With "
        "{letters}, there was room for {before}. The new merge is {new}. It occurs in {one} and "
        "{two}."
    ).format(
        size=number(run.vocab_size or 0),
        start=number(specials + alphabet),
        merges=number(len(run.merges)),
        before=number(len(course.merges)),
        letters=listing(lost, t),
        new=listing(new_merges(run, course), t),
        one=quoted("Ġcourse"),
        two=quoted("Ġchapter"),
    )
    return {
        "words": letter,
        "alphabet": size,
        "alphabet size": size,
        "start": start,
        "number": merges,
        "merges": merges,
        "vocabulary": merges,
    }


def notebook(engine: Engine, t: Translation, lang: str) -> Iterator[Figure]:
    """The notebook: its outputs belong to the chapter's corpus, not to its own."""
    run = engine.notebook
    reasons = notebook_reasons(engine, t)
    for _, figure in four_sentences.printed("notebook", "notebook", run, t, lang, reasons):
        yield figure
    yield from four_sentences.left_open("notebook", "notebook", run, t, lang)


def notebook_reasons(engine: Engine, t: Translation) -> dict[str, str]:
    """Why the notebook's figures that do not hold don't."""
    run, course = engine.notebook, engine.course
    more = [quoted(word) for word in run.words if word not in course.corpus.counts]
    words = t.gettext(
        "The notebook's first sentence begins with {beginning}, but its printed outputs come "
        "from a different sentence. Its code finds {words} different words ({all} in total), not "
        "{before} ({once} in total). The new words are {more}. {word} occurs {count} ×, not "
        "{twice} ×."
    ).format(
        beginning=isolated("This info comes from"),
        words=number(len(run.corpus.counts)),
        all=number(sum(run.corpus.counts.values())),
        before=number(len(course.corpus.counts)),
        once=number(sum(course.corpus.counts.values())),
        more=listing(more, t),
        word=quoted("Ġis"),
        count=number(run.corpus.counts.get("Ġis", 0)),
        twice=number(course.corpus.counts.get("Ġis", 0)),
    )
    six = t.gettext(
        "The second word is {second} instead of {first}, so different pairs come next. One "
        "{first} is missing, so {pair} occurs {count} times instead of {before}."
    ).format(
        first=quoted("Ġis"),
        second=quoted(run.words[1]),
        pair=quoted("i+s"),
        count=number(run.count(("i", "s"), 0)),
        before=number(course.count(("i", "s"), 0)),
    )
    merges = t.gettext(
        "The words differ, so the counts differ too. {pair} has {count} instead of {before}, so "
        "it is merged later. {new} are merged now, and {gone} are not. The missing comma joins "
        "the first sentence to the second, but it changes no merge."
    ).format(
        pair=quoted("i+s"),
        count=number(run.count(("i", "s"), 0)),
        before=number(course.count(("i", "s"), 0)),
        new=listing(new_merges(run, course), t),
        gone=listing(new_merges(course, run), t),
    )
    sentence = t.gettext(
        "In this corpus, {pair} has a count of only {count}. That is too low for the {merges} "
        "merges, so {tokens} stay separate."
    ).format(
        pair=quoted("Ġ+is"),
        count=number(run.count(("Ġ", "is"), len(run.merges))),
        merges=number(len(run.merges)),
        tokens=tokens(encoded(run, " is")),
    )
    return {
        "words": words,
        "first six": six,
        "merges": merges,
        "vocabulary": merges,
        "sentence": sentence,
    }


def korean(engine: Engine, t: Translation, lang: str) -> Iterator[Figure]:
    """The Korean page: the chapter's corpus and outputs, and offsets besides."""
    run = engine.course
    row = partial(Figure, "korean", t.gettext("Four sentences"))
    link = training_link(replace(defaults("course"), lang=lang), 0)
    text = bpe.SAMPLES["course"].texts[0]
    pieces = bpe.pre_tokenize(text, run.corpus.split)
    offsets = ", ".join(f"{piece.word} ({piece.start},{piece.end})" for piece in pieces)
    yield row(t.gettext("Words of the first sentence, with offsets"), OFFSETS, offsets, link)
    for piece, printed in zip(pieces[:2], ("This", "␣is"), strict=True):
        name = t.gettext("The text from {start} to {end}")
        found = text[piece.start : piece.end].replace(" ", "␣")
        yield row(name.format(start=piece.start, end=piece.end), printed, found, link)
    splits = ", ".join(" ".join(tokens) for tokens, _ in run.at(0).words if tokens != (",",))
    yield row(t.gettext("Every word except the comma, split into characters"), SPLITS, splits, link)
    for _, figure in four_sentences.printed("korean", "course", run, t, lang, {}):
        yield figure

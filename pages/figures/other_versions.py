"""Claims of the texts that copy the four sentences: Chinese version, notebook, Korean page."""

from dataclasses import replace

import bpe
from pages.figures import four_sentences
from pages.figures.claims import Claim, chips, note, training
from pages.figures.engine import Engine, encoded, pair
from pages.stage.messages import Message, message
from pages.stage.tokens import isolated, quoted

OFFSETS = (
    "This (0,4), Ġis (4,7), Ġthe (7,11), ĠHugging (11,19), ĠFace (19,24), ĠCourse (24,31), "
    ". (31,32)"
)
SPLIT_WORDS = four_sentences.WORDS.replace(", , 1", "").split(", ")
SPLITS = ", ".join(" ".join(each.split()[0]) for each in SPLIT_WORDS)


def new_merges(run: bpe.Run, other: bpe.Run) -> list[str]:
    """Return the merges of a run that the other run does not make.

    >>> from pages.figures.engine import engine
    >>> from pages.stage.tokens import without_isolates
    >>> [without_isolates(each) for each in new_merges(engine().chinese, engine().course)]
    ['Ġ+c']
    """
    known = {(merge.left, merge.right) for merge in other.merges}
    return [quoted(pair(m)) for m in run.merges if (m.left, m.right) not in known]


def chinese(engine: Engine) -> tuple[Claim, ...]:
    """Return the claims of the Chinese version, whose corpus has a lowercase "course".

    >>> from pages.figures.engine import engine
    >>> claim = chinese(engine())[0]
    >>> claim.printed, claim.computed
    ('30', 29)
    """
    run = engine.chinese
    notes = chinese_notes(run, engine.course)
    claims = four_sentences.printed("chinese-page", run, notes)
    words, link = claims.pop("words"), training("chinese-page", 0)
    sixth = [word for word in run.words if word.lower() == "ġcourse"]
    counts = {word: f"{word} {count}" for word, count in run.corpus.counts.items()}
    others = four_sentences.WORDS.replace("ĠCourse 1, ", "")
    return (
        *four_sentences.sizes("chinese-page", run, notes),
        replace(
            words,
            what=message("The sixth word and its count"),
            printed="ĠCourse 1",
            computed=", ".join(counts.pop(word) for word in sixth),
        ),
        Claim(
            message("The other words and their counts"), others, ", ".join(counts.values()), link
        ),
        *claims.values(),
    )


def chinese_notes(run: bpe.Run, course: bpe.Run) -> dict[str, Message]:
    """Return why claims of the Chinese version do not hold, by name.

    >>> from pages.figures.engine import engine
    >>> list(chinese_notes(engine().chinese, engine().course))[:3]
    ['words', 'start', 'alphabet']
    """
    alphabet, specials = len(run.corpus.alphabet), len(run.special_tokens)
    missing = [quoted(c) for c in course.corpus.alphabet if c not in run.corpus.alphabet]
    letter = note("chinese-letter", word=quoted("course."), other=quoted("Course."))
    size = note(
        "chinese-size",
        letters=missing,
        alphabet=alphabet,
        before=len(course.corpus.alphabet),
        fewer=len(missing),
    )
    start = note("chinese-start", specials=specials, alphabet=alphabet, start=specials + alphabet)
    merges = note(
        "chinese-merges",
        size=run.vocab_size or 0,
        start=specials + alphabet,
        merges=len(run.merges),
        before=len(course.merges),
        letters=missing,
        new=new_merges(run, course),
        one=quoted("Ġcourse"),
        two=quoted("Ġchapter"),
    )
    notes = {"words": letter, "start": start, "alphabet": size, "alphabet size": size}
    return notes | dict.fromkeys(("number", "merges", "vocabulary"), merges)


def notebook(engine: Engine) -> tuple[Claim, ...]:
    """Return the claims of the notebook, whose outputs belong to the chapter's corpus.

    >>> from pages.figures.engine import engine
    >>> claim = notebook(engine())[7]
    >>> claim.printed, claim.computed
    ('This Ġis Ġ n o t Ġa Ġtoken .', 'This Ġ is Ġ n o t Ġa Ġtoken .')
    """
    run = engine.notebook
    notes = notebook_notes(run, engine.course)
    return (
        *four_sentences.printed("notebook", run, notes).values(),
        *four_sentences.not_printed("notebook", run),
    )


def notebook_notes(run: bpe.Run, course: bpe.Run) -> dict[str, Message]:
    """Return why claims of the notebook do not hold, by name.

    >>> from pages.figures.engine import engine
    >>> list(notebook_notes(engine().notebook, engine().course))[:3]
    ['words', 'first six', 'sentence']
    """
    counts, before = run.corpus.counts, course.corpus.counts
    i_and_s = {
        "pair": quoted("i+s"),
        "count": run.count(("i", "s"), 0),
        "before": course.count(("i", "s"), 0),
    }
    words = note(
        "notebook-words",
        beginning=isolated("This info comes from"),
        words=len(counts),
        all=sum(counts.values()),
        before=len(before),
        once=sum(before.values()),
        more=[quoted(word) for word in run.words if word not in before],
        word=quoted("Ġis"),
        count=counts.get("Ġis", 0),
        twice=before.get("Ġis", 0),
    )
    six = note("notebook-pairs", first=quoted("Ġis"), second=quoted(run.words[1]), **i_and_s)
    merges = note(
        "notebook-merges", new=new_merges(run, course), gone=new_merges(course, run), **i_and_s
    )
    sentence = note(
        "notebook-sentence",
        pair=quoted("Ġ+is"),
        count=run.count(("Ġ", "is"), len(run.merges)),
        merges=len(run.merges),
        tokens=chips(encoded(run, " is").split()),
    )
    notes = {"words": words, "first six": six, "sentence": sentence}
    return notes | dict.fromkeys(("merges", "vocabulary"), merges)


def korean(engine: Engine) -> tuple[Claim, ...]:
    """Return the claims of the Korean page: those of the chapter, and offsets.

    >>> from pages.figures.engine import engine
    >>> claim = korean(engine())[1]
    >>> claim.printed, claim.computed
    ('This', 'This')
    """
    run, text = engine.course, bpe.SAMPLES["course"].texts[0]
    words = bpe.pre_tokenize(text, run.corpus.split)
    offsets = ", ".join(f"{each.word} ({each.start},{each.end})" for each in words)
    splits = ", ".join(" ".join(tokens) for tokens, _ in run.at(0).words if tokens != (",",))
    rows = (
        (message("Words of the first sentence, with offsets"), OFFSETS, offsets),
        *(
            (
                message("The text from {start} to {end}").format(start=each.start, end=each.end),
                printed,
                text[each.start : each.end].replace(" ", "␣"),
            )
            for each, printed in zip(words[:2], ("This", "␣is"), strict=True)
        ),
        (message("Every word except the comma, split into characters"), SPLITS, splits),
    )
    return (
        *(Claim(what, printed, value, training("course", 0)) for what, printed, value in rows),
        *four_sentences.printed("course", run, {}).values(),
    )

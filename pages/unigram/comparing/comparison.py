"""A comparison of BPE and Unigram on the same words and the same text."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from bpe import Encoding, Run, unigram
from pages.jobs.lookups import check_pieces
from pages.stage.counts import piece_count, token_count, word_count
from pages.stage.record import sentences
from pages.stage.table_types import ChipData, Column
from pages.stage.tokens import chip, listing, number, quoted, unknown_chip
from pages.translations.language import Translation
from pages.unigram.comparing.comparison_reasons import how_unknown
from pages.unigram.comparing.comparison_words import Links, Methods, our_chips
from pages.unigram.record_types import (
    ComparedText,
    ComparisonData,
    ComparisonGroup,
    ComparisonLabels,
    ComparisonRow,
)
from pages.unigram.training_records import describe_hidden

WORDS = 200  # in the table


def head(t: Translation) -> ComparisonLabels:
    """The texts of the controls and column heads.

    >>> head(Translation())["title"]
    'BPE and Unigram'
    """
    return {
        "title": t.gettext("BPE and Unigram"),
        "present": t.gettext("Present"),
        "columns": [
            Column("subject", t.gettext("Word")),
            Column("bpe", "BPE"),
            Column("steps-cell", t.gettext("How?")),
            Column("unigram", t.gettext("Unigram")),
            Column("steps-cell", t.gettext("How?")),
            Column("kind", t.gettext("Why they differ")),
        ],
        "only": t.gettext("Only words tokenized differently"),
        "steps": t.gettext("steps"),
        "bpe_steps": t.gettext("Its merges, step by step"),
        "unigram_steps": t.gettext("Its lattice, position by position"),
        "text": t.gettext("The watched sentence"),
        "nothing": t.gettext("Both methods tokenize every word identically."),
    }


def merges_for_size(run: Run, size: int) -> int:
    """The number of merges in a training with this vocabulary size.

    >>> from pages.state.defaults import defaults
    >>> merges_for_size(defaults("hug").train(), 10)
    3
    """
    return min(bisect_left(run.vocab_sizes, size), len(run.merges))


def data(
    run: Run,
    k: int,
    other: unigram.Run,
    links: Callable[[str], Links],
    links_at_start: Callable[[str], Links],
    watch: str,
    t: Translation,
) -> ComparisonData:
    """The comparison of BPE after merge k with Unigram.

    links: of a word. links_at_start: of a word with the vocabulary before Unigram's training.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> run, other, links = hug.train(), hug.train_unigram(), lambda word: Links("", "")
    >>> found = data(run, 3, other, links, links, "", Translation())
    >>> found["summary"].partition(".")[0]
    'BPE has 10 tokens, and Unigram has 10 pieces'
    """
    both = Methods(run, k, other)
    more, more_groups = same_vocabulary(run, other, links_at_start, watch, t)
    words = list(islice(run.corpus.counts.items(), WORDS))
    rows, groups = both.rows(words, links, t)
    differ = sum(row["kind"] != "same" for row in rows)
    summary = t.gettext("Words tokenized differently: {differ} of {all}.").format(
        differ=number(differ), all=number(len(rows))
    )
    tokens, pieces = run.vocab_sizes[k], len(other.model.pieces)
    sizes = (
        t.gettext("BPE has {tokens}, and Unigram (EM) has {pieces}.")
        if other.method == "em"
        else t.gettext("BPE has {tokens}, and Unigram has {pieces}.")
    ).format(tokens=token_count(tokens, t), pieces=piece_count(pieces, t))
    if tokens != pieces:
        sizes = sentences(sizes, different_sizes(t), t)
    encodings = both.encoder.encode(watch), other.encode(watch)
    return {
        **head(t),
        "summary": sentences(sizes, summary, t),
        "is_text": False,
        "groups": [*groups, *more_groups],
        "rows": [*rows, *more],
        "texts": texts(*encodings, both.numbers, t) if watch.strip() else [],
        "unknown": describe_unknown(*encodings, watch, other.method, t),
    }


def same_vocabulary(
    run: Run, other: unigram.Run, links: Callable[[str], Links], watch: str, t: Translation
) -> tuple[list[ComparisonRow], list[ComparisonGroup]]:
    """The words that differ although both methods have the same tokens: before Unigram's training.

    Empty if it did not start with the tokens of the run. The words are those of the corpus and of
    the watched text.
    """
    if set(run.vocab) != set(other.seeds.pieces):
        return [], []
    both = Methods(run, len(run.merges), replace(other, rounds=(), model=other.seeds))
    words = dict(islice(run.corpus.counts.items(), WORDS))
    new = dict.fromkeys((each for each in both.encoder.encode(watch).words if each not in words), 0)
    every = [*words.items(), *new.items()]
    rows, _ = both.rows(every, links, t)
    differ = []
    for (word, _), row in zip(every, rows, strict=True):
        if row["kind"] not in ("same", "unknown"):
            row["kind"] = "shared"
            row["word"] = word if word in new else row["word"]
            differ.append((word, row))
    if not differ:
        return [], []
    title = t.gettext("With the same {tokens}: {words}").format(
        tokens=token_count(len(run.vocab), t), words=word_count(len(differ), t)
    )
    why = (
        t.gettext(
            "Before Unigram’s training, both have these tokens, and no word of the corpus differs. "
            "A new word can."
        )
        if all(word in new for word, _ in differ)
        else t.gettext("Before Unigram’s training, both have these tokens.")
    )
    return [row for _, row in differ], [ComparisonGroup("shared", title, why)]


def different_sizes(t: Translation) -> str:
    """What different sizes of vocabularies mean for a comparison.

    >>> different_sizes(Translation()).partition(",")[0]
    'The vocabularies have different sizes'
    """
    return t.gettext(
        "The vocabularies have different sizes, so the size can be the reason for a difference."
    )


def text_data(
    run: Run, other: unigram.Run, links: "Callable[[str], Links]", text: str, t: Translation
) -> ComparisonData:
    """The comparison on a text: its tokens, and a table of its words. links: of a word.

    Raises bpe.InputError if too many pieces could be in the text.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> both = hug.train(), hug.train_unigram()
    >>> text_data(*both, lambda word: Links("", ""), "hug", Translation())["rows"][0]["kind"]
    'same'
    """
    both = Methods(run, len(run.merges), other)
    ours_of_text = both.encoder.encode(text)
    check_pieces(ours_of_text.words, other.model.longest)
    encodings = ours_of_text, other.encode(text)
    counts = Counter(encodings[0].words)
    rows, groups = both.rows(list(islice(counts.items(), WORDS)), links, t)
    sizes = t.gettext("BPE makes {ours}, and Unigram makes {theirs}.").format(
        ours=token_count(len(encodings[0].tokens), t), theirs=number(len(encodings[1].tokens))
    )
    return {
        **head(t),
        "text": t.gettext("The text under both"),
        "bpe_steps": t.gettext("One word, both algorithms"),
        "summary": sentences(sizes, describe_hidden(len(rows), len(counts), t), t),
        "is_text": True,
        "groups": groups,
        "rows": rows,
        "texts": texts(*encodings, both.numbers, t) if text.strip() else [],
        "unknown": describe_unknown(*encodings, text, other.method, t),
    }


def texts(
    ours: Encoding, theirs: unigram.Encoding, numbers: Mapping[str, int], t: Translation
) -> list[ComparedText]:
    """The watched text under both. numbers: see `chip`.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> encodings = hug.train().encode("hug"), hug.train_unigram().encode("hug")
    >>> texts(*encodings, {"hug": 3}, Translation())[0]
    ComparedText(name='BPE', chips=[Chip(text='hug', number=3)], starts=[])
    """
    one = our_chips(ours, numbers)
    two: list[ChipData] = [
        chip(token, numbers) if known else unknown_chip()
        for token, known in zip(theirs.tokens, theirs.known, strict=True)
    ]
    return [
        ComparedText("BPE", one, word_starts(ours.offsets)),
        ComparedText(t.gettext("Unigram"), two, word_starts(theirs.offsets)),
    ]


def word_starts(offsets: Sequence[tuple[int, int]]) -> list[int]:
    """Which tokens follow a space that no token has: there, a word starts.

    >>> word_starts([(0, 2), (2, 3), (4, 6)])
    [2]
    """
    return [i + 1 for i, (one, other) in enumerate(pairwise(offsets)) if one[1] < other[0]]


def describe_unknown(
    ours: Encoding, theirs: unigram.Encoding, watch: str, method: str, t: Translation
) -> str:
    """The unknown parts of the watched text under each method. method: of Unigram.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> encodings = hug.train().encode("hug"), hug.train_unigram().encode("hug")
    >>> describe_unknown(*encodings, "hug", "course", Translation())
    'Neither method finds anything unknown in this text.'
    """
    spans = zip(ours.offsets, ours.ids, strict=True)
    one = [watch[a:b] for (a, b), token_id in spans if token_id is None]
    pairs = zip(theirs.offsets, theirs.known, strict=True)
    two = [watch[a:b] for (a, b), known in pairs if not known]
    if not one and not two:
        return t.gettext("Neither method finds anything unknown in this text.")

    def named(parts: list[str]) -> str:
        return listing([quoted(part) for part in dict.fromkeys(parts)], t) or t.gettext("nothing")

    sentence = t.gettext("Unknown to BPE: {one}. Unknown to Unigram: {two}.").format(
        one=named(one), two=named(two)
    )
    return sentences(sentence, how_unknown(method == "course", t), t)

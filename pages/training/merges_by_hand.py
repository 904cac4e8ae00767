"""The by-hand mode of the training page: the reader merges pairs."""

from collections.abc import Sequence

from bpe import Run
from bpe.own_merges import OwnMerges, apply_merges
from pages.runs import by_hand_records as by_hand
from pages.stage.by_hand_types import ByHandRecord
from pages.stage.record import sentences
from pages.stage.table_types import Column, Fact, TableData, TableRow
from pages.stage.tables import table
from pages.stage.tokens import chip, has_joining_letters, is_rtl, number, pair_name
from pages.training import corpus_words
from pages.training.merges_compared import comparison, pair_cell
from pages.training.record_types import BoardWord, CorpusBoardData
from pages.translations.language import Translation

MAX_MERGES = 60
MAX_CHARACTERS = 1_500  # of all different words


def is_offered(run: Run) -> bool:
    """Whether the corpus is small enough, and there is something to merge.

    >>> from pages.state.defaults import defaults
    >>> [is_offered(defaults(name).train()) for name in ("hug", "course", "arabic")]
    [True, True, False]
    """
    return (
        len(run.merges) > 0
        and len(run.words) <= corpus_words.WORDS
        and sum(map(len, run.words)) <= MAX_CHARACTERS
        and not any(map(has_joining_letters, run.words))
    )


def limit(run: Run) -> int:
    """How many merges the reader has: as many as the training, at most MAX_MERGES.

    >>> from pages.state.defaults import defaults
    >>> limit(defaults("hug").train())
    7
    """
    return min(len(run.merges), MAX_MERGES)


def start_label(t: Translation) -> str:
    """The label of the button that opens the mode.

    >>> start_label(Translation())
    'You are the trainer'
    """
    return t.gettext("You are the trainer")


def record(
    run: Run, chosen: Sequence[tuple[int, int]], t: Translation
) -> ByHandRecord[CorpusBoardData]:
    """What the mode shows after some merges.

    chosen: pairs of ids. A new token gets the next id after the alphabet. Raises ValueError for too
    many merges, and bpe.InputError for a pair that does not occur.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> record(run, [(run.ids["u"], run.ids["g"])], Translation())["facts"][0]
    Fact(text='merge 1 of 7', class_name='id')
    """
    own, vocab = apply_choices(run, chosen)
    ids = {token: i for i, token in enumerate(vocab)}
    made = {merge.token: len(run.merges) + merge.rank for merge in own.merges}
    numbers = made | {token: rank for token, rank in run.first_ranks.items() if rank}
    return {
        "title": start_label(t),
        "about": about(run, t),
        "facts": facts(run, own, len(vocab), t),
        "said": said(run, own, t),
        "chosen": len(own.merges),
        "is_done": is_done(run, own),
        "list": own_table(own, numbers, t),
        "comparison": comparison(run, own, numbers, t),
        "labels": by_hand.labels(t),
        "board": {
            "title": t.gettext("Your corpus"),
            "tokens": [chip(token, numbers) for token in vocab],
            "words": [
                word_record(run, word, [ids[token] for token in tokens], own, ids, t)
                for word, (tokens, _) in enumerate(own.words)
            ],
            "scale": corpus_words.scale(run),
            "dir": "rtl" if is_rtl("".join(run.words[:20])) else "ltr",
            "picked": t.gettext("First token: {token}. Now choose the token next to it."),
        },
    }


def apply_choices(run: Run, chosen: Sequence[tuple[int, int]]) -> tuple[OwnMerges, list[str]]:
    """The corpus after the chosen merges, and the vocabulary by id. Raises as `record` does.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> apply_choices(run, [(run.ids["u"], run.ids["g"])])[1][-1]
    'ug'
    """
    if len(chosen) > limit(run):
        raise ValueError("too many merges")
    vocab = list(run.vocab[: run.vocab_sizes[0]])
    pairs = []
    for left, right in chosen:
        # An id that no token has yet stands for no token, and a pair with it does not occur.
        known = dict(enumerate(vocab))
        pairs.append((known.get(left, ""), known.get(right, "")))
        vocab = list(dict.fromkeys([*vocab, "".join(pairs[-1])]))
    return apply_merges(run.corpus, pairs), vocab


def about(run: Run, t: Translation) -> str:
    """What to do.

    >>> from pages.state.defaults import defaults
    >>> about(defaults("hug").train(), Translation()).rpartition(". ")[2]
    'Try to get as few tokens as possible.'
    """
    return t.ngettext(
        "Choose two tokens next to each other: they are merged everywhere in the corpus. You have "
        "{count} merge. Try to get as few tokens as possible.",
        "Choose two tokens next to each other: they are merged everywhere in the corpus. You have "
        "{count} merges. Try to get as few tokens as possible.",
        limit(run),
    ).format(count=number(limit(run)))


def is_done(run: Run, own: OwnMerges) -> bool:
    """Whether the reader has no merge left, or nothing to merge.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> is_done(run, apply_merges(run.corpus, run.rules))
    True
    """
    return len(own.merges) == limit(run) or not own.pairs


def facts(run: Run, own: OwnMerges, size: int, t: Translation) -> list[Fact]:
    """The number of merges, of tokens in the corpus and in the vocabulary.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> facts(run, apply_merges(run.corpus, []), 7, Translation())[1]
    Fact(text='tokens in the corpus: 113', class_name='count')
    """
    merges, total = number(len(own.merges)), number(own.token_totals[-1])
    return [
        Fact(t.gettext("merge {k} of {last}").format(k=merges, last=number(limit(run))), "id"),
        Fact(t.gettext("tokens in the corpus: {count}").format(count=total), "count"),
        Fact(t.gettext("vocabulary {size}").format(size=number(size)), "vocab"),
    ]


def said(run: Run, own: OwnMerges, t: Translation) -> str:
    """What the last merge did; empty before the first.

    >>> from pages.state.defaults import defaults
    >>> from pages.stage.tokens import without_isolates
    >>> run = defaults("hug").train()
    >>> without_isolates(said(run, apply_merges(run.corpus, [("u", "g")]), Translation()))
    'u+g: 20 times in the corpus. It had 113 tokens, now it has 93.'
    """
    if not own.merges:
        return ""
    merge = own.merges[-1]
    result = t.ngettext(
        "{pair}: {count} time in the corpus. It had {before} tokens, now it has {after}.",
        "{pair}: {count} times in the corpus. It had {before} tokens, now it has {after}.",
        merge.count,
    ).format(
        pair=pair_name(merge.left, merge.right),
        count=number(merge.count),
        before=number(own.token_totals[-2]),
        after=number(own.token_totals[-1]),
    )
    end = t.gettext("There is nothing left to merge. Compare now.")
    return sentences(result, end if is_done(run, own) else "", t)


def word_record(
    run: Run, word: int, tokens: list[int], own: OwnMerges, ids: dict[str, int], t: Translation
) -> BoardWord:
    """A word of the reader's corpus.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> own = apply_merges(run.corpus, [("u", "g")])
    >>> word_record(run, 0, [2, 7], own, {"ug": 7}, Translation())
    BoardWord(tokens=[2, 7], times='×10', new_tokens=[1])
    """
    newest = ids[own.merges[-1].token] if own.merges else -1
    fresh = [i for i, token in enumerate(tokens) if token == newest]
    return BoardWord(tokens, corpus_words.count_text(run, word, t), fresh)


def own_table(own: OwnMerges, numbers: dict[str, int], t: Translation) -> TableData:
    """The reader's merges as a table.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> own = apply_merges(run.corpus, [("u", "g")])
    >>> own_table(own, {"ug": 1}, Translation())["rows"][0].cells[2:]
    ['20', '93']
    """
    columns = [
        Column("rank", t.gettext("Merge")),
        Column("pair", t.gettext("Pair")),
        Column("count", t.gettext("Count")),
        Column("total", t.gettext("Tokens")),
    ]
    rows = [
        TableRow(
            [
                number(merge.rank),
                pair_cell(merge.left, merge.right, numbers),
                number(merge.count),
                number(own.token_totals[merge.rank]),
            ]
        )
        for merge in own.merges
    ]
    return table(t.gettext("Your merges"), columns, rows)

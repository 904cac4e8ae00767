"""Records for the stage of an encoded text, step by step: tokens, candidates, sentences."""

import re
from itertools import pairwise

from bpe.merging import AppliedMerge, Candidate, WordState
from pages.encoding import code, explanations, merge_rules, next_merge, result
from pages.encoding.record_types import (
    Candidates,
    EncodingHead,
    EncodingRecord,
    TextBlock,
    TextVersion,
)
from pages.encoding.walk import Text
from pages.stage import prediction
from pages.stage.question import record_of
from pages.stage.record import announcement, sentences, transport
from pages.stage.record_types import (
    Chip,
    CodeBlock,
    Column,
    Content,
    DescribedChip,
    Equation,
    MarkedChip,
    TableRow,
)
from pages.stage.tokens import chip, is_rtl, number
from pages.translations.language import Translation

ROWS = 60  # candidates in the table
NO_CANDIDATES: Candidates = {"before": "", "rows": [], "more": "", "rank": 0, "waiting": []}


def head(shown: Text, t: Translation, lang: str) -> EncodingHead:
    """The head: the data shared by all steps.

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> head(shown, Translation(), "en")["last"]
    2
    """
    return {
        "kind": "encoding",
        "lang": lang,
        "last": shown.last,
        "size": shown.block,
        "stops": [],
        "dir": "rtl" if is_rtl(shown.text) else "ltr",
        "scale": "large" if len(shown.text) <= 60 else "",
        "code": t.gettext("Code for step {k}"),
        "result": result.result(shown, t),
        **merge_rules.merge_list(shown, t),
        "reserved_texts": [widest_tokens(shown, i, t) for i in range(len(shown.word_indices))],
        "labels": {
            **transport(t.gettext("The encoding, step by step"), shown.last, t),
            **prediction.labels(t),
            "stop": "",
            "columns": [
                Column("pair", t.gettext("Pair")),
                Column("rank", t.gettext("Rank")),
                Column("where", t.gettext("Positions")),
                Column("mark", t.gettext("Status")),
            ],
            "nothing": t.gettext("No adjacent tokens can be merged."),
            "positions": t.gettext(
                "Positions in the word start at 0. The end is not included: 1–3 are the characters "
                "1 and 2."
            ),
            "merges": t.gettext("Merges by rank"),
            "page": t.gettext("{from}–{to} of {all}"),
            "earlier": t.gettext("Previous entries"),
            "later": t.gettext("Next entries"),
        },
    }


def has(shown: Text, part: str) -> bool:
    """Whether a record of this name exists: the head, a block, or its code.

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> has(shown, "0"), has(shown, "9")
    (True, False)
    """
    match = re.fullmatch(r"(?:code-)?([0-9]{1,5})", part)
    return part == "head" or (match is not None and int(match[1]) * shown.block <= shown.last)


def detail(shown: Text, part: str, t: Translation) -> CodeBlock:
    """The code of a block of steps. part: "code-block".

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> len(detail(shown, "code-0", Translation())["steps"])
    3
    """
    return code.block(shown, int(part.removeprefix("code-")), t)


def block(shown: Text, which: int, t: Translation) -> TextBlock[EncodingRecord]:
    """Block number `which`: `shown.block` steps, and the text at each of them.

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> len(block(shown, 0, Translation())["steps"])
    3
    """
    first = which * shown.block
    return steps(shown, first, min(first + shown.block, shown.last + 1), t)


def steps(shown: Text, first: int, end: int, t: Translation) -> TextBlock[EncodingRecord]:
    """The steps first .. end - 1 as a block.

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> len(steps(shown, 1, 2, Translation())["steps"])
    1
    """
    return {
        "first": first,
        "steps": [first_record(shown, t)] * (first == 0) + records(shown, max(1, first), end, t),
        "words": [versions(shown, i, first, end, t) for i in range(len(shown.word_indices))],
    }


def records(shown: Text, first: int, end: int, t: Translation) -> list[EncodingRecord]:
    """The records of the steps first .. end - 1, from step 1.

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> [each["after"] for each in records(shown, 1, 3, Translation())]
    ['The text after step 1', 'The text after step 2']
    """
    result: list[EncodingRecord] = []
    while first < end:
        which = shown.word_at(first)
        began, last = shown.steps_of(which)
        stop = min(end, last + 1)
        states = shown.states(which, first - began, stop - began)
        result += (record(shown, k, state, t) for k, state in enumerate(states, first))
        first = stop
    return result


def versions(
    shown: Text, occurrence: int, first: int, end: int, t: Translation
) -> list[TextVersion]:
    """The tokens of a word occurrence, from step first to end, for each change.

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> [step for step, _ in versions(shown, 0, 0, 3, Translation())]
    [0, 1, 2]
    """
    which = shown.word_indices[occurrence]
    if which is None:
        return [TextVersion(first, final_chips(shown, occurrence, t))]
    trace = shown.encoding.trace[occurrence]
    began, last = shown.steps_of(which)
    result: list[TextVersion] = []
    if first < began:
        result.append(TextVersion(0, chips(shown, occurrence, 0, t)))
    for k in range(max(began, min(first, last)), min(end, last + 1)):
        made = (
            final_chips(shown, occurrence, t, trace[-1] if trace else None)
            if k == last
            else chips(shown, occurrence, k - began + 1, t)
        )
        result.append(TextVersion(k, made))
    return result


def chips(shown: Text, occurrence: int, merges: int, t: Translation) -> list[DescribedChip]:
    """The tokens of a word after its first merges.

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> chips(shown, 0, 0, Translation())[0][:3]
    ('h', 0, '')
    """
    result = []
    texts: dict[tuple[str, bool], tuple[Chip, str]] = {}  # many tokens occur many times
    word = shown.encoding.words[occurrence]
    symbols = shown.encoder.symbols(word)
    fresh = shown.encoding.trace[occurrence][merges - 1].start if merges else None
    for start, end in pairwise([*shown.starts(occurrence, merges), len(word)]):
        token, known = word[start:end], bool(symbols[start])
        kind = "fresh" if start == fresh else "" if known else "unknown"
        if (token, known) not in texts:
            tooltip = explanations.describe_token(shown.encoder, token, known, t)
            texts[token, known] = chip(token, shown.encoder.first_ranks), tooltip
        look, tooltip = texts[token, known]
        result.append(DescribedChip(*look, kind, tooltip))
    return result


def final_chips(
    shown: Text, occurrence: int, t: Translation, applied: AppliedMerge | None = None
) -> list[DescribedChip]:
    """The final tokens of a word. applied: the merge that was applied last.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> shown = Text(run.encoder(), "hugs")
    >>> [text for text, *_ in final_chips(shown, 0, Translation())]
    ['hugs']
    """
    encoding, result = shown.encoding, []
    starts = token_starts(shown, occurrence) if applied else range(len(encoding.tokens))
    for i, start in zip(range(*shown.token_range(occurrence)), starts, strict=False):
        kind = encoding.kinds[i]
        look = {"unknown": "unknown", "added": "special"}.get(kind, "")
        if applied and applied.start == start:
            look = "fresh"
        result.append(
            DescribedChip(
                *chip(encoding.tokens[i], shown.encoder.first_ranks),
                look,
                explanations.describe_final_token(shown, i, t),
            )
        )
    return result


def widest_tokens(shown: Text, occurrence: int, t: Translation) -> list[list[str]]:
    """The first and final token texts of a word. The stage reserves the width of the wider one.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> shown = Text(run.encoder(), "hugs")
    >>> widest_tokens(shown, 0, Translation())
    [['h', 'u', 'g', 's']]
    """
    end = [text for text, *_ in final_chips(shown, occurrence, t)]
    if shown.word_indices[occurrence] is None:
        return [end]
    start = [text for text, *_ in chips(shown, occurrence, 0, t)]
    return [start] if "".join(start) == "".join(end) else [start, end]


def token_starts(shown: Text, occurrence: int) -> list[int]:
    """The start of each token of a word, relative to the word.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("hug").train()
    >>> token_starts(Text(run.encoder().at(1), "hugs"), 0)
    [0, 1, 3]
    """
    word = shown.encoding.words[occurrence]
    found = shown.encoder.encode_word(word, shown.order, shown.dropout, shown.seed, occurrence)
    return [start for start, _ in found.spans]


def first_record(shown: Text, t: Translation) -> EncodingRecord:
    """The record of step 0.

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> first_record(shown, Translation())["after"]
    'The text before step 1'
    """
    why = explanations.start(shown, t)
    first = shown.states(0, 0, 1) if shown.last else ()
    if shown.encoder.decoder.byte_level:
        title = t.gettext("The text, split into words and bytes")
    else:
        title = t.gettext("The text, split into words and characters")
    found = candidates(shown, 1, first[0], t, is_next_shown=False) if first else NO_CANDIDATES
    return {
        "facts": [],
        "current": [],
        "rest": title,
        "why": why,
        "after": t.gettext("The text before step 1"),
        "announce": announcement(0, shown.last, why, t),
        "before": found["before"],
        "rows": found["rows"],
        "more": found["more"],
        "rank": found["rank"],
        "waiting": found["waiting"],
    }


def record(shown: Text, k: int, state: WordState, t: Translation) -> EncodingRecord:
    """The record of step k, from 1. state: the state of the step's word before it.

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> (state,) = shown.states(0, 0, 1)
    >>> record(shown, 1, state, Translation())["after"]
    'The text after step 1'
    """
    which = shown.word_at(k)
    why = explanations.why(shown, shown.word(which), state, t)
    said = sentences(why, result.spoken(shown, t), t) if k == shown.last else why
    return {
        **equation(shown, state, t),
        **candidates(shown, k, state, t),
        "facts": explanations.facts(shown, which, state, t),
        "why": why,
        "after": t.gettext("The text after step {k}").format(k=number(k)),
        "current": [i for i, each in enumerate(shown.word_indices) if each == which],
        "announce": announcement(k, shown.last, said, t),
        "quiz": record_of(next_merge.question(shown, k, state, t)),
    }


def candidates(
    shown: Text, k: int, state: WordState, t: Translation, is_next_shown: bool = True
) -> Candidates:
    """The candidates before step k, and their marks in the list of merges.

    is_next_shown: whether the merge that the step applies is marked as such.

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> (state,) = shown.states(0, 0, 1)
    >>> candidates(shown, 1, state, Translation())["before"]
    'Candidate pairs before step 1'
    """
    chosen = state.chosen if is_next_shown else None
    found = sorted(state.candidates, key=lambda c: c is not chosen)
    more = t.gettext("The table has the first {shown} of {all} pairs.").format(
        shown=number(ROWS), all=number(len(found))
    )
    return {
        "before": t.gettext("Candidate pairs before step {k}").format(k=number(k)),
        "rows": [row(shown, candidate, chosen, t) for candidate in found[:ROWS]],
        "more": more if len(found) > ROWS else "",
        **merge_rules.marks(state, is_next_shown),
    }


def equation(shown: Text, state: WordState, t: Translation) -> Equation:
    """The equation: the merge that applies, or a sentence if none does.

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> (state,) = shown.states(0, 0, 1)
    >>> equation(shown, state, Translation())
    {'parts': ...}
    """
    if state.chosen is None:
        if state.reason == "whole":
            return {
                "parts": [MarkedChip(*chip(state.tokens[0], shown.encoder.first_ranks), "made")]
            }
        return {"rest": t.gettext("No merge applies")}
    left, right = state.chosen.left, state.chosen.right
    chips = [chip(each, shown.encoder.first_ranks) for each in (left, right, left + right)]
    return {"parts": [chips[0], "+", chips[1], "→", MarkedChip(*chips[2], "made")]}


def row(shown: Text, each: Candidate, chosen: Candidate | None, t: Translation) -> TableRow:
    """A row of the candidates.

    >>> from pages.state.defaults import defaults
    >>> shown = Text(defaults("hug").train().encoder(), "hug")
    >>> (state,) = shown.states(0, 0, 1)
    >>> cells, mark = row(shown, state.candidates[0], state.chosen, Translation())
    >>> cells[1:], mark
    (['1', '1–3', 'applied'], 'chosen')
    """
    label, mark = {
        "passed": (t.gettext("turn passed"), "gone"),
        "dropped": (t.gettext("dropped"), "gone"),
        "open": (t.gettext("waiting"), ""),
    }[each.state]
    if each is chosen:
        label, mark = t.gettext("applied"), "chosen"
    left, right = (chip(token, shown.encoder.first_ranks) for token in (each.left, each.right))
    cells: list[Content] = [
        [left, "+", right],
        number(each.rank),
        f"{each.start}–{each.end}",
        label,
    ]
    return TableRow(cells, mark)

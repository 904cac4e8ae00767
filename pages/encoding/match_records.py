"""Records for the stage of a text that WordPiece encodes: tokens, attempts, sentences."""

import re

from pages.encoding import explanations, match_code, match_explanations, match_question, result
from pages.encoding.longest_match import AttemptStep, LongestMatch
from pages.encoding.record_types import (
    MatchingHead,
    MatchingRecord,
    ResultToken,
    TextBlock,
    TextVersion,
)
from pages.stage import prediction
from pages.stage.question import record_of
from pages.stage.record import announcement, sentences, transport
from pages.stage.record_types import (
    Chip,
    CodeBlock,
    Column,
    Content,
    DescribedChip,
    MarkedChip,
    Part,
    TableRow,
)
from pages.stage.tokens import chip, is_rtl, number, quoted, shorten, visible
from pages.translations.language import Translation

ROWS = 30  # attempts in the table
MAX_TOKEN = 60  # characters of a token in the list of the vocabulary


def head(shown: LongestMatch, t: Translation, lang: str) -> MatchingHead:
    """The head: the data shared by all steps.

    >>> from bpe.wordpiece.encoder import plain
    >>> head(LongestMatch.of(plain("hug", "##s"), "hugs"), Translation(), "en")["last"]
    3
    """
    return {
        "kind": "matching",
        "lang": lang,
        "last": shown.last,
        "size": shown.block,
        "stops": stops(shown),
        "dir": "rtl" if is_rtl(shown.text) else "ltr",
        "scale": "large" if len(shown.text) <= 60 else "",
        "code": "" if shown.is_word_level else t.gettext("Code for step {k}"),
        "result": result.result(shown, t),
        "vocabulary": [
            ResultToken(short_chip(token, shown), number(shown.encoder.ids[token]))
            for token in shown.tokens
        ],
        "vocabulary_note": match_explanations.vocabulary_note(shown, t),
        "reserved_texts": [widest_tokens(shown, i, t) for i in range(len(shown.word_indices))],
        "labels": {
            **transport(t.gettext("The encoding, step by step"), shown.last, t),
            **prediction.labels(t),
            "stop": t.gettext("Next token"),
            "columns": [
                Column("pair", t.gettext("Attempt")),
                Column("where", t.gettext("Positions")),
                Column("mark", t.gettext("Found")),
            ],
            "positions": t.gettext(
                "Positions in the word start at 0. The end is not included: 1–3 are the characters "
                "1 and 2."
            ),
            "vocabulary": t.gettext("Tokens in the vocabulary"),
            "page": t.gettext("{from}–{to} of {all}"),
            "earlier": t.gettext("Previous entries"),
            "later": t.gettext("Next entries"),
        },
    }


def short_chip(token: str, shown: LongestMatch) -> Chip:
    """A token of the list of the vocabulary, shortened if it is long.

    >>> from bpe.wordpiece.encoder import plain
    >>> short_chip("hug", LongestMatch.of(plain("hug"), "hug"))
    Chip(text='hug', number=1)
    """
    text, color = chip(token, shown.numbers)
    return Chip(shorten(text, MAX_TOKEN), color)


def stops(shown: LongestMatch) -> list[int]:
    """The steps that find a token, or that end a word without one.

    >>> from bpe.wordpiece.encoder import plain
    >>> stops(LongestMatch.of(plain("hug", "##s"), "hugs"))
    [2, 3]
    """
    found: list[int] = []
    for which in range(len(shown.occurrences)):
        first, _ = shown.steps_of(which)
        found += (
            k
            for k, attempt in enumerate(shown.attempts(which), first)
            if attempt.found or attempt.is_last
        )
    return found


def has(shown: LongestMatch, part: str) -> bool:
    """Whether a record of this name exists: the head, a block, or its code.

    >>> from bpe.wordpiece.encoder import plain
    >>> shown = LongestMatch.of(plain("hug", "##s"), "hugs")
    >>> has(shown, "0"), has(shown, "9"), has(shown, "code-0")
    (True, False, True)
    """
    match = re.fullmatch(r"(code-)?([0-9]{1,5})", part)
    if match is None or (match[1] and shown.is_word_level):
        return part == "head"
    return int(match[2]) * shown.block <= shown.last


def detail(shown: LongestMatch, part: str, t: Translation) -> CodeBlock:
    """The code of a block of steps. part: "code-block".

    >>> from bpe.wordpiece.encoder import plain
    >>> shown = LongestMatch.of(plain("hug", "##s"), "hugs")
    >>> len(detail(shown, "code-0", Translation())["steps"])
    4
    """
    first = int(part.removeprefix("code-")) * shown.block
    return match_code.block(shown, first, min(first + shown.block, shown.last + 1), t)


def block(shown: LongestMatch, which: int, t: Translation) -> TextBlock[MatchingRecord]:
    """Block number `which`: `shown.block` steps, and the text at each of them.

    >>> from bpe.wordpiece.encoder import plain
    >>> shown = LongestMatch.of(plain("hug", "##s"), "hugs")
    >>> len(block(shown, 0, Translation())["steps"])
    4
    """
    first = which * shown.block
    return steps(shown, first, min(first + shown.block, shown.last + 1), t)


def steps(shown: LongestMatch, first: int, end: int, t: Translation) -> TextBlock[MatchingRecord]:
    """The steps first .. end - 1 as a block.

    >>> from bpe.wordpiece.encoder import plain
    >>> shown = LongestMatch.of(plain("hug", "##s"), "hugs")
    >>> [each["after"] for each in steps(shown, 1, 3, Translation())["steps"]]
    ['The text after step 1', 'The text after step 2']
    """
    made = [first_record(shown, t)] if first == 0 else []
    k = max(1, first)
    while k < end:
        which = shown.word_at(k)
        began, last = shown.steps_of(which)
        stop = min(end, last + 1)
        attempts = shown.attempts(which, 0, stop - began)
        made += (record(shown, k, which, attempts[: k - began + 1], t) for k in range(k, stop))
        k = stop
    words = [versions(shown, i, first, end, t) for i in range(len(shown.word_indices))]
    return {"first": first, "steps": made, "words": words}


def first_record(shown: LongestMatch, t: Translation) -> MatchingRecord:
    """The record of step 0.

    >>> from bpe.wordpiece.encoder import plain
    >>> first_record(LongestMatch.of(plain("hug"), "hug"), Translation())["after"]
    'The text before step 1'
    """
    why = match_explanations.start(shown, t)
    return {
        "facts": [],
        "current": [],
        "rest": t.gettext("The text, split into words"),
        "why": why,
        "before": t.gettext("Attempts"),
        "rows": [],
        "after": t.gettext("The text before step 1"),
        "found": -1,
        "announce": announcement(0, shown.last, why, t),
    }


def record(
    shown: LongestMatch, k: int, which: int, attempts: tuple[AttemptStep, ...], t: Translation
) -> MatchingRecord:
    """The record of step k, from 1. attempts: those of its word up to this one.

    >>> from bpe.wordpiece.encoder import plain
    >>> shown = LongestMatch.of(plain("hug", "##s"), "hugs")
    >>> found = record(shown, 2, 0, shown.attempts(0, 0, 2), Translation())
    >>> [tuple(part) for part in found["parts"]]
    [('hug', 1, 'made'), ('s', 0, 'remaining')]
    """
    attempt, word = attempts[-1], shown.word(which)
    why = match_explanations.why(shown, word, attempts, t)
    said = sentences(why, result.spoken(shown, t), t) if k == shown.last else why
    tokens = {token: i for i, token in enumerate(shown.tokens)}
    return {
        "parts": parts(shown, word, attempts, t),
        "facts": match_explanations.facts(shown, which, attempt, t),
        "why": why,
        "before": t.gettext("Attempts at position {position}").format(
            position=number(attempt.start)
        ),
        "rows": rows(shown, word, attempt, t),
        "after": t.gettext("The text after step {k}").format(k=number(k)),
        "current": [i for i, each in enumerate(shown.word_indices) if each == which],
        "found": tokens.get(attempt.token, -1) if attempt.found else -1,
        "announce": announcement(k, shown.last, said, t),
        "quiz": record_of(match_question.question(shown, word, attempts, t)),
    }


def parts(
    shown: LongestMatch, word: str, attempts: tuple[AttemptStep, ...], t: Translation
) -> list[Part]:
    """The word of a step: the tokens found so far, the attempt, and the rest of the word.

    >>> from bpe.wordpiece.encoder import plain
    >>> shown = LongestMatch.of(plain("hug", "##s"), "hugs")
    >>> parts(shown, "hugs", shown.attempts(0, 0, 1), Translation())
    [MarkedChip(text='hugs', number=0, class_name='missing')]
    """
    *before, attempt = attempts
    if not attempt.tried:
        return [
            MarkedChip(visible(word), 0, "missing"),
            "→",
            MarkedChip(visible(shown.unk), 0, "unknown"),
        ]
    found: list[Part] = [chip(each.token, shown.numbers) for each in before if each.found]
    if attempt.found:
        found.append(MarkedChip(*chip(attempt.token, shown.numbers), "made"))
    else:
        found.append(MarkedChip(visible(attempt.token), 0, "missing"))
    if rest := word[attempt.end :]:
        found.append(MarkedChip(visible(rest), 0, "remaining"))
    if attempt.is_last and not attempt.found:
        found += ["→", MarkedChip(visible(shown.unk), 0, "unknown")]
    return found


def rows(shown: LongestMatch, word: str, attempt: AttemptStep, t: Translation) -> list[TableRow]:
    """The attempts at the position of a step, as rows of a table.

    >>> from bpe.wordpiece.encoder import plain
    >>> shown = LongestMatch.of(plain("hug", "##s"), "hugs")
    >>> cells, mark = rows(shown, "hugs", shown.attempts(0)[1], Translation())[1]
    >>> cells[1:], mark
    (['0–3', 'yes'], 'chosen')
    """
    found: list[TableRow] = []
    prefix = shown.prefix if attempt.start else ""
    for end in range(attempt.end + attempt.tried - 1, attempt.end - 1, -1)[-ROWS:]:
        is_found = attempt.found and end == attempt.end
        token = prefix + word[attempt.start : end]
        cells: list[Content] = [
            [chip(token, shown.numbers)] if is_found else [Chip(visible(token), 0)],
            f"{attempt.start}–{end}",
            t.gettext("yes") if is_found else t.gettext("no"),
        ]
        mark = "chosen" if is_found else "tried" if end == attempt.end else "failed"
        found.append(TableRow(cells, mark))
    return found


def versions(
    shown: LongestMatch, occurrence: int, first: int, end: int, t: Translation
) -> list[TextVersion]:
    """The tokens of a word occurrence, from step first to end, for each change.

    >>> from bpe.wordpiece.encoder import plain
    >>> shown = LongestMatch.of(plain("hug", "##s"), "hugs")
    >>> [step for step, _ in versions(shown, 0, 0, 4, Translation())]
    [0, 2, 3]
    """
    which = shown.word_indices[occurrence]
    if which is None:
        return [TextVersion(first, final_chips(shown, occurrence, t))]
    word = shown.encoding.words[occurrence]
    began, last = shown.steps_of(which)
    found = [TextVersion(0, chips(shown, word, (), t))]
    if end <= began:
        return found
    if first > last:
        return [TextVersion(last, final_chips(shown, occurrence, t))]
    attempts = shown.attempts(which)
    for k, attempt in enumerate(attempts[: end - began], began):
        if k == last:
            found.append(TextVersion(k, final_chips(shown, occurrence, t, is_fresh=True)))
        elif attempt.found:
            found.append(TextVersion(k, chips(shown, word, attempts[: k - began + 1], t)))
    current = max(i for i, (k, _) in enumerate(found) if i == 0 or k <= first)
    return found[current:]


def chips(
    shown: LongestMatch, word: str, attempts: tuple[AttemptStep, ...], t: Translation
) -> list[DescribedChip]:
    """The tokens found in a word so far, and the rest.

    >>> from bpe.wordpiece.encoder import plain
    >>> shown = LongestMatch.of(plain("hug", "##s"), "hugs")
    >>> [each[:3] for each in chips(shown, "hugs", shown.attempts(0, 0, 2), Translation())]
    [('hug', 1, 'fresh'), ('s', 0, 'remaining')]
    """
    found = [attempt for attempt in attempts if attempt.found]
    end = found[-1].end if found else 0
    made = [
        DescribedChip(
            *chip(attempt.token, shown.numbers),
            "fresh" if attempt is found[-1] else "",
            match_explanations.describe_token(shown, attempt.token, t),
        )
        for attempt in found
    ]
    if rest := word[end:]:
        about = t.gettext("{rest}: not encoded yet.").format(rest=quoted(rest))
        made.append(DescribedChip(visible(rest), 0, "remaining", about))
    return made


def final_chips(
    shown: LongestMatch, occurrence: int, t: Translation, is_fresh: bool = False
) -> list[DescribedChip]:
    """The final tokens of a word. is_fresh: whether the last of them was just found.

    >>> from bpe.wordpiece.encoder import plain
    >>> shown = LongestMatch.of(plain("hug", "##s"), "hugs")
    >>> [text for text, *_ in final_chips(shown, 0, Translation())]
    ['hug', '##s']
    """
    encoding, found = shown.encoding, []
    indices = range(*shown.token_range(occurrence))
    for i in indices:
        look = {"unknown": "unknown", "added": "special"}.get(encoding.kinds[i], "")
        if is_fresh and not look and i == indices[-1]:
            look = "fresh"
        about = explanations.describe_final_token(shown, i, t)
        found.append(DescribedChip(*chip(encoding.tokens[i], shown.numbers), look, about))
    return found


def widest_tokens(shown: LongestMatch, occurrence: int, t: Translation) -> list[list[str]]:
    """The first and the final token texts of a word. The stage reserves the width of the wider one.

    >>> from bpe.wordpiece.encoder import plain
    >>> widest_tokens(LongestMatch.of(plain("hug", "##s"), "hugs"), 0, Translation())
    [['hugs'], ['hug', '##s']]
    """
    end = [text for text, *_ in final_chips(shown, occurrence, t)]
    if shown.word_indices[occurrence] is None:
        return [end]
    start = [visible(shown.encoding.words[occurrence])]
    return [start] if start == end else [start, end]

"""The readable `encode_word` of WordPiece with the values that an attempt gives its lines."""

from bpe.wordpiece import reference
from pages.encoding.code import written
from pages.encoding.longest_match import MAX_ATTEMPTED, AttemptStep, LongestMatch
from pages.encoding.match_explanations import max_word
from pages.stage.record import sentences
from pages.stage.source_lines import SourceLines, named
from pages.stage.tokens import number
from pages.translations.language import Translation

LINES = SourceLines.of(reference.encode_word)


def values(shown: LongestMatch, word: str, attempts: tuple[AttemptStep, ...]) -> dict[str, str]:
    """The values at an attempt, by the start of their line. attempts: those of the word up to it.

    >>> from bpe.wordpiece.encoder import plain
    >>> from pages.encoding.encoded_text import encode_text
    >>> shown = encode_text(plain("hug", "##s"), "hugs")
    >>> values(shown, "hugs", shown.attempts(0))["return tokens"]
    'hug ##s'
    """
    attempt = attempts[-1]
    start, end = number(attempt.start), number(attempt.end)
    found = {"def encode_word": named(word)}
    if not attempt.tried:
        return found | {"return [UNKNOWN]": named(shown.unk)}
    if len(attempts) == 1:
        found |= {"tokens = []": "[]", "start = 0": "0"}
    if len(attempts) == 1 or attempts[-2].found:
        found["while start < len(word)"] = f"{start} < {number(len(word))}"
        found["prefix = "] = shown.prefix if attempt.start else '""'
        found["end = len(word)"] = number(len(word))
    found["while end > start"] = f"{named(attempt.token)}: {not attempt.found}"
    if attempt.found:
        tokens = tuple(each.token for each in attempts if each.found)
        found |= {"tokens.append(": named(attempt.token), "start = end": end}
        if attempt.is_last:
            found["return tokens"] = written(tokens, len(tokens) - 1)
    else:
        found["end -= 1"] = number(attempt.end - 1)
        if attempt.is_last:
            found |= {
                "if end == start": f"{number(attempt.end - 1)} == {start}",
                "return [UNKNOWN]": named(shown.unk),
            }
    return found


def note(word: str, shown: LongestMatch, t: Translation) -> str:
    """How the page differs from the code. word: that of the step; empty at step 0.

    >>> from bpe.wordpiece.encoder import plain
    >>> from pages.encoding.encoded_text import encode_text
    >>> note("hugs", encode_text(plain("hug", "##s"), "hugs"), Translation())[:30]
    'This code encodes a single wor'
    """
    said = t.gettext("This code encodes a single word. This page steps through each word once.")
    most = max_word(shown)
    if most and len(word) > most:
        limit = t.gettext(
            "This tokenizer has a limit for the characters of a word, {most}: a longer word is "
            "unknown without an attempt. This code has no such limit."
        )
        return sentences(said, limit.format(most=number(most)), t)
    if len(word) > MAX_ATTEMPTED:
        skipped = t.gettext("This word is long, so each step skips the attempts that find nothing.")
        return sentences(said, skipped, t)
    return said

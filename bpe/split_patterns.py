r"""Regular expressions that split a text into words at the byte level, and own ones.

    "gpt2"     GPT-2's pattern
    "cl100k"   GPT-4's
    "o200k"    GPT-4o's
    "llama3"   Llama 3's
    "digits"   GPT-2's, but each digit is a word of its own (SmolLM)
    "digits3"  GPT-2's, but digits are words of up to three, without the space before them
    "pattern:" followed by an own regular expression in the syntax of `regex`

Text between the matches of an own pattern is a word too, as with the behavior "isolated" of Hugging
Face tokenizers. The patterns mean the same in `regex` and, in Hugging Face tokenizers, Oniguruma.
Sources: tiktoken 0.14 (cl100k, o200k), Llama 3's tokenizer.json.
"""

from functools import lru_cache

import regex

from bpe.errors import InputError, check_text

OWN = "pattern:"
OWN_SECONDS = 2.0  # of the processor for matching an own pattern; more for a long text
MAX_OWN = 1_000  # characters of an own pattern; o200k has 380
MAX_EXPANDED = 10_000  # the same with each repeated part written out, as `regex` compiles it

WORD_END = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
UPPER, LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
# GPT-2's without numbers. A text ends where digits start, so that white space before them is whole.
NO_DIGITS = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?[^\s\p{L}\p{N}]+|\s+(?![^\s\p{N}])|\s+"
PATTERNS = {
    "gpt2": r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    "cl100k": (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*+"
        r"|\s++(?![\s\S])|\s*[\r\n]|\s+(?!\S)|\s"
    ),
    "o200k": (
        rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}*{LOWER}+{WORD_END}?"
        rf"|[^\r\n\p{{L}}\p{{N}}]?{UPPER}+{LOWER}*{WORD_END}?"
        r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    ),
    "llama3": (
        rf"{WORD_END}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}{{1,3}}"
        r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    ),
    "digits": rf"\p{{N}}|{NO_DIGITS}",
    "digits3": rf"\p{{N}}{{1,3}}|{NO_DIGITS}",
}
# An escape or a set. An unterminated set extends to the end, so that matching takes linear time.
PART = regex.compile(
    r"\\[pPxu]\{[^}]*\}|\\.|\[(?:\[:\^?\w+:\]|\\.|[^\]\\])*+(?:\]|\\?\Z)", regex.DOTALL
)
QUANTIFIER = regex.compile(r"\{(\d*),?(\d*)\}|[()]|.", regex.DOTALL)
# What refers to other parts of a pattern, or matches approximately, outside escapes and sets.
REFUSED = regex.compile(r"\(\?(?:R|&|P[>=]|[+-]?\d|\()[^)]*|\{(?!\d+,?\d*\}|,\d+\})[^}]*\}?")
REFERENCE = regex.compile(r"\\[1-9gL]")
STRUCTURE = regex.compile(r"(\(|\)|\|)|(?:[*+]|\{\d*,\})([+?]?)|.", regex.DOTALL)


def is_byte_level(split: str) -> bool:
    """Whether words are in GPT-2's visible characters, one for each byte.

    >>> is_byte_level("cl100k"), is_byte_level("metaspace"), is_byte_level("pattern:[a-z]+")
    (True, False, True)
    """
    return split in PATTERNS or split.startswith(OWN)


def pattern_source(split: str) -> str:
    """The regular expression of a byte-level split.

    >>> pattern_source("pattern:[a-z]+")
    '[a-z]+'
    """
    return PATTERNS[split] if split in PATTERNS else split.removeprefix(OWN)


@lru_cache(maxsize=32)
def compiled(split: str) -> "regex.Pattern[str]":
    """The compiled pattern of a byte-level split. Raises InputError for an own one that is invalid.

    >>> compiled("digits3").findall("in 12345")
    ['in', ' ', '123', '45']
    """
    source = pattern_source(split)
    if split in PATTERNS:
        return regex.compile(source)
    check_own(source)
    try:
        return regex.compile(source, cache_pattern=False)
    except regex.error as error:
        raise InputError(
            "The regular expression is not valid: {reason}. Correct it, or choose another "
            "pre-tokenization.",
            reason=str(error),
        ) from None
    except (RecursionError, OverflowError, MemoryError, ValueError, IndexError):
        raise InputError("The regular expression is not valid. Correct it.") from None


def own_timeout() -> InputError:
    """The error for an own pattern that takes too long on a text.

    >>> str(own_timeout()).partition(".")[0]
    'The regular expression takes more than 2 seconds on this text'
    """
    return InputError(
        "The regular expression takes more than {most} seconds on this text. Use a simpler one, or "
        "a shorter text.",
        most=f"{OWN_SECONDS:.0f}",
    )


def check_own(source: str) -> None:
    """Raise InputError for an own pattern that is empty, too long, or that could run too long.

    >>> check_own("(a+)+")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: The regular expression repeats a group that itself contains a ...
    """
    if not check_text(source):
        raise InputError("Enter a regular expression.")
    if len(source) > MAX_OWN:
        raise InputError(
            "The regular expression has {length} characters. The limit is {most}. Shorten it.",
            length=len(source),
            most=MAX_OWN,
        )
    references = [part for part in PART.findall(source) if REFERENCE.match(part)]
    if found := REFUSED.search(PART.sub("x", source)):
        references.append(found[0])
    if references:
        raise InputError(
            "The regular expression uses {part!r}. References to groups, recursion and approximate "
            "matching are not allowed, because they can take very long. A brace that stands for "
            "itself needs a backslash before it.",
            part=references[0][:40],
        )
    if expanded_length(source) > MAX_EXPANDED:
        raise InputError(
            "The regular expression has more than {most} characters when repeated parts are "
            "written out. Use smaller numbers in its braces.",
            most=MAX_EXPANDED,
        )
    if has_nested_repeats(source):
        raise InputError(
            "The regular expression repeats a group that itself contains a repeat, like (a+)+. On "
            "some texts it would run for a very long time. Repeat only one of them, or write ++ "
            "or *+ inside the group."
        )


def has_nested_repeats(source: str) -> bool:
    """Whether a group that is repeated without limit contains a repeat without limit.

    A possessive repeat inside, like a++, is fine: it never tries a shorter match.

    >>> has_nested_repeats("(?:a+b)*"), has_nested_repeats("(?:a++b)*|c+")
    (True, False)
    """
    groups, last = [False], False  # whether each open group, and the last closed one, has a repeat
    for match in STRUCTURE.finditer(PART.sub("x", source)):
        if match[0] == "(":
            groups.append(False)
            last = False
        elif match[0] == ")":
            last = groups.pop() if len(groups) > 1 else False
            groups[-1] = groups[-1] or last
        elif match[2] is not None:
            if last:
                return True
            groups[-1] = groups[-1] or match[2] != "+"
        else:
            last = False
    return False


def expanded_length(source: str) -> int:
    r"""About how many characters a pattern has when each repeated part is written out.

    >>> expanded_length(r"\p{N}{1,3}"), expanded_length("(?:(?:ab){100}){100}") > 20_000
    (3, True)
    """
    groups = [0]  # the lengths of the open groups so far
    last = 0  # the length of the part that a count would repeat
    for match in QUANTIFIER.finditer(PART.sub("x", source)):
        least, most = match[1], match[2]
        if match[0] == "(":
            groups.append(0)
            last = 0
            continue
        if match[0] == ")":
            last = groups.pop() if len(groups) > 1 else 0
        elif least is not None:
            count = max(int(digits[:9] or 0) for digits in (least, most))
            groups[-1] -= last
            last *= max(1, count)
        else:
            last = 1
        groups[-1] += last
    return sum(groups)


def alternatives(source: str) -> list[str]:
    """The parts of a pattern that are separated by | outside groups and sets.

    >>> alternatives("'s| ?[a|b]+|(?:c|d)")
    ["'s", ' ?[a|b]+', '(?:c|d)']
    """
    masked = PART.sub(lambda part: "x" * len(part[0]), source)
    depth, start, found = 0, 0, []
    for place, character in enumerate(masked):
        depth += (character == "(") - (character == ")")
        if character == "|" and depth == 0:
            found.append(source[start:place])
            start = place + 1
    return [*found, source[start:]]

"""The pre-tokenizers of a tokenizer.json, as steps from a text to its parts.

Supported: Sequence, ByteLevel, Split, Metaspace (old and new), Whitespace, WhitespaceSplit,
Punctuation, Digits, CharDelimiterSplit, BertPreTokenizer. But: any other is refused, for the
tokens would be others.
"""

from collections.abc import Callable, Iterable, Iterator

import regex

from bpe.errors import InputError
from bpe.formats.aligned import Aligned
from bpe.formats.normalizers import pattern_of
from bpe.formats.patterns import literal, matches
from bpe.formats.reading import Json, field, items, unsupported
from bpe.splitting import GPT2_PATTERN

PreTokenizer = Callable[[Aligned, float], Iterable[Aligned]]  # (text, deadline) -> parts
Range = tuple[int, int, bool]  # from, to, and whether the pattern matches there

BEHAVIORS = ("Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous")
SCHEMES = ("always", "first", "never")
SPACE = regex.compile(r"\p{White_Space}")
PUNCTUATION = regex.compile(r"[!-/:-@\[-`{-~\p{P}]")
DIGIT, DIGITS = regex.compile(r"\p{N}"), regex.compile(r"\p{N}+")
# As Rust's regex crate understands \w.
WORDS = regex.compile(
    r"[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]+"
    r"|[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}\p{White_Space}]+"
)


def pre_tokenizers(data: Json | None) -> tuple[PreTokenizer, ...]:
    """The steps of a `pre_tokenizer`. Raises InputError for one that is not supported."""
    if data is None:
        return ()
    kind = field(data, "type", str)
    if kind == "Sequence":
        found = items(data, "pretokenizers")
        return tuple(step for item in found for step in pre_tokenizers(item))
    if kind == "ByteLevel":
        return byte_level_steps(data)
    if kind == "Metaspace":
        return (metaspace_step(data),)
    if kind == "Split":
        behavior, invert = field(data, "behavior", str), field(data, "invert", bool, False)
        return (splitter(pattern_of(data), behavior, invert),)
    if kind == "Punctuation":
        return (splitter(PUNCTUATION, field(data, "behavior", str, "Isolated")),)
    if kind == "Digits":
        alone = field(data, "individual_digits", bool, False)
        return (splitter(DIGIT if alone else DIGITS, "Isolated"),)
    if kind == "CharDelimiterSplit":
        return (splitter(literal(field(data, "delimiter", str)), "Removed"),)
    simple = {
        "Whitespace": (splitter(WORDS, "Removed", invert=True),),
        "WhitespaceSplit": (splitter(SPACE, "Removed"),),
        "BertPreTokenizer": (splitter(SPACE, "Removed"), splitter(PUNCTUATION, "Isolated")),
    }
    if kind in simple:
        return simple[kind]
    raise unsupported("pre-tokenizer", kind)


def byte_level_steps(data: Json) -> tuple[PreTokenizer, ...]:
    """GPT-2's pattern if asked for, then every byte as one visible character."""
    steps: list[PreTokenizer] = []
    if field(data, "add_prefix_space", bool, True):
        steps.append(lambda a, _: [a if a.text.startswith(" ") else a.prepended(" ")])
    if field(data, "use_regex", bool, True):
        steps.append(splitter(GPT2_PATTERN, "Isolated"))
    return (*steps, lambda a, _: [a.in_bytes()])


def scheme_of(data: Json) -> str:
    """When Metaspace puts a mark before a text; old files say add_prefix_space instead."""
    if "prepend_scheme" not in data:
        return "always" if field(data, "add_prefix_space", bool, True) else "never"
    scheme = field(data, "prepend_scheme", str)
    if scheme not in SCHEMES:
        raise unsupported("prepend scheme", scheme)
    return scheme


def metaspace_step(data: Json) -> PreTokenizer:
    """A mark for every space, one put in at the start, then cut before each."""
    mark = field(data, "replacement", str, "▁")
    if len(mark) != 1:
        raise InputError("In the file, replacement must be a single character.")
    scheme, cut = scheme_of(data), field(data, "split", bool, True)
    marks = splitter(literal(mark), "MergedWithNext")

    def step(text: Aligned, deadline: float) -> Iterable[Aligned]:
        text = Aligned(text.text.replace(" ", mark), text.spans)
        first = scheme == "always" or (scheme == "first" and text.spans[0][0] == 0)
        if first and not text.text.startswith(mark):
            text = text.prepended(mark)
        return marks(text, deadline) if cut else [text]

    return step


def splitter(pattern: "regex.Pattern[str]", behavior: str, invert: bool = False) -> PreTokenizer:
    """The step that cuts where a pattern matches. Raises InputError for an unknown behavior."""
    if behavior not in BEHAVIORS:
        raise unsupported("split behavior", behavior)

    def step(text: Aligned, deadline: float) -> Iterator[Aligned]:
        found = ranges(text.text, matches(pattern, text.text, deadline), invert)
        for start, end in arranged(found, behavior):
            if start < end:
                yield text.part(start, end)

    return step


def ranges(text: str, places: Iterable[tuple[int, int]], invert: bool) -> Iterator[Range]:
    """A text without gaps, by what matches and what does not."""
    done = 0
    for start, end in places:
        if done < start:
            yield done, start, invert
        yield start, end, not invert
        done = end
    if done < len(text):
        yield done, len(text), invert


def arranged(found: Iterable[Range], behavior: str) -> Iterable[tuple[int, int]]:
    """The parts that a behavior makes of the ranges.

    >>> list(arranged([(0, 1, False), (1, 2, True), (2, 3, False)], "MergedWithNext"))
    [(0, 1), (1, 3)]
    """
    if behavior == "Removed":
        return [(a, b) for a, b, matched in found if not matched]
    if behavior == "Isolated":
        return [(a, b) for a, b, _ in found]
    backwards = behavior == "MergedWithNext"
    parts: list[tuple[int, int]] = []
    before = False
    for n, (a, b, matched) in enumerate(reversed(list(found)) if backwards else found):
        join = matched == before if behavior == "Contiguous" else matched and not before
        if join and n:
            parts[-1] = (min(a, parts[-1][0]), max(b, parts[-1][1]))
        else:
            parts.append((a, b))
        before = matched
    return parts[::-1] if backwards else parts

"""The pre-tokenizers of a tokenizer.json, as steps from a text to its parts.

Supported: Sequence, ByteLevel, Split, Metaspace (old and new), Whitespace, WhitespaceSplit,
Punctuation, Digits, CharDelimiterSplit, BertPreTokenizer. Others are rejected, because the tokens
would differ.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import regex

from bpe.byte_characters import byte_level
from bpe.errors import InputError
from bpe.formats.aligned_text import AlignedText
from bpe.formats.json_files import Json, field, items, unsupported
from bpe.formats.normalizers import pattern_of
from bpe.formats.patterns import literal_pattern, match_spans, match_texts
from bpe.formats.step_details import detail_of
from bpe.pre_tokenization import GPT2_PATTERN

Range = tuple[int, int, bool]  # start, end, whether the pattern matches there

BEHAVIORS = ("Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous")
SCHEMES = ("always", "first", "never")
SPACE = regex.compile(r"\p{White_Space}")
PUNCTUATION = regex.compile(r"[!-/:-@\[-`{-~\p{P}]")
DIGIT, DIGITS = regex.compile(r"\p{N}"), regex.compile(r"\p{N}+")
# \w as in Rust's regex crate.
WORDS = regex.compile(
    r"[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]+"
    r"|[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}\p{White_Space}]+"
)


@dataclass(frozen=True, slots=True)
class SplitStep:
    """A step from a text to its parts. deadline: a value of `time.monotonic`.

    aligned: (text, deadline) -> parts. plain: the same without offsets, and faster; None if the
    parts depend on where the text is. name: its type in the file. detail: its settings, to be
    shown. pattern: where it splits; cut: (text, deadline) -> (start, end) of each part; None if it
    does not split at a pattern.
    """

    aligned: Callable[[AlignedText, float], Iterable[AlignedText]]
    plain: Callable[[str, float], Iterable[str]] | None = None
    name: str = ""
    detail: str = ""
    pattern: "regex.Pattern[str] | None" = None
    cut: Callable[[str, float], Iterable[tuple[int, int]]] | None = None

    def __call__(self, text: AlignedText, deadline: float) -> Iterable[AlignedText]:
        """The parts of a text, with offsets."""
        return self.aligned(text, deadline)


def pre_tokenizers(data: Json | None) -> tuple[SplitStep, ...]:
    """The steps of the field `pre_tokenizer`. Raises InputError for an unsupported one.

    >>> from time import monotonic
    >>> (split,) = pre_tokenizers({"type": "Digits"})
    >>> [part.text for part in split(AlignedText.of("a12b"), monotonic() + 60)]
    ['a', '12', 'b']
    """
    if data is None:
        return ()
    kind = field(data, "type", str)
    if kind == "Sequence":
        found = items(data, "pretokenizers")
        return tuple(step for item in found for step in pre_tokenizers(item))
    detail = detail_of(data)
    return tuple(replace(step, name=kind, detail=detail) for step in steps_of(kind, data))


def steps_of(kind: str, data: Json) -> tuple[SplitStep, ...]:
    """The steps of a pre-tokenizer of this type. Raises InputError for an unsupported one.

    >>> from time import monotonic
    >>> (split,) = steps_of("WhitespaceSplit", {})
    >>> [part.text for part in split(AlignedText.of("a hug"), monotonic() + 60)]
    ['a', 'hug']
    """
    if kind == "ByteLevel":
        return byte_level_steps(data)
    if kind == "Metaspace":
        return (metaspace_step(data),)
    if kind == "Split":
        behavior, invert = field(data, "behavior", str), field(data, "invert", bool, False)
        return (split_step(pattern_of(data), behavior, invert),)
    if kind == "Punctuation":
        return (split_step(PUNCTUATION, field(data, "behavior", str, "Isolated")),)
    if kind == "Digits":
        alone = field(data, "individual_digits", bool, False)
        return (split_step(DIGIT if alone else DIGITS, "Isolated"),)
    if kind == "CharDelimiterSplit":
        return (split_step(literal_pattern(field(data, "delimiter", str)), "Removed"),)
    simple = {
        "Whitespace": (split_step(WORDS, "Removed", invert=True),),
        "WhitespaceSplit": (split_step(SPACE, "Removed"),),
        "BertPreTokenizer": (split_step(SPACE, "Removed"), split_step(PUNCTUATION, "Isolated")),
    }
    if kind in simple:
        return simple[kind]
    raise unsupported("pre-tokenizer", kind)


def byte_level_steps(data: Json) -> tuple[SplitStep, ...]:
    """Split with GPT-2's pattern, if the file asks for it, then map bytes to visible characters.

    >>> from time import monotonic
    >>> prefix, split, to_bytes = byte_level_steps({"type": "ByteLevel"})
    >>> [part.text for part in split(AlignedText.of("This is"), monotonic() + 60)]
    ['This', ' is']
    """
    steps: list[SplitStep] = []
    if field(data, "add_prefix_space", bool, True):
        steps.append(
            SplitStep(
                lambda a, _: [a if a.text.startswith(" ") else a.prepended(" ")],
                lambda a, _: [a if a.startswith(" ") else f" {a}"],
                "ByteLevel",
            )
        )
    if field(data, "use_regex", bool, True):
        steps.append(split_step(GPT2_PATTERN, "Isolated"))
    to_bytes = SplitStep(lambda a, _: [a.in_bytes()], lambda a, _: [byte_level(a)], "ByteLevel")
    return (*steps, to_bytes)


def scheme_of(data: Json) -> str:
    """When Metaspace inserts a mark: one of SCHEMES. Old files have add_prefix_space instead.

    >>> scheme_of({"prepend_scheme": "first"}), scheme_of({"add_prefix_space": False})
    ('first', 'never')
    """
    if "prepend_scheme" not in data:
        return "always" if field(data, "add_prefix_space", bool, True) else "never"
    scheme = field(data, "prepend_scheme", str)
    if scheme not in SCHEMES:
        raise unsupported("prepend scheme", scheme)
    return scheme


def metaspace_step(data: Json) -> SplitStep:
    """Replace each space with a mark, insert one at the start, and split before each mark.

    >>> from time import monotonic
    >>> step = metaspace_step({"type": "Metaspace"})
    >>> [part.text for part in step(AlignedText.of("This is"), monotonic() + 60)]
    ['▁This', '▁is']
    """
    mark = field(data, "replacement", str, "▁")
    if len(mark) != 1:
        raise InputError(
            "In the file, the value of “replacement” must be a single character. Use another file."
        )
    scheme, splits = scheme_of(data), field(data, "split", bool, True)
    split_at_marks = split_step(literal_pattern(mark), "MergedWithNext")

    def aligned(text: AlignedText, deadline: float) -> Iterable[AlignedText]:
        text = AlignedText(text.text.replace(" ", mark), text.spans)
        first = scheme == "always" or (scheme == "first" and text.spans[0][0] == 0)
        if first and not text.text.startswith(mark):
            text = text.prepended(mark)
        return split_at_marks(text, deadline) if splits else [text]

    def plain(text: str, deadline: float) -> Iterable[str]:
        text = text.replace(" ", mark)
        if scheme == "always" and not text.startswith(mark):
            text = mark + text
        assert split_at_marks.plain
        return split_at_marks.plain(text, deadline) if splits else [text]

    return SplitStep(aligned, None if scheme == "first" else plain)


def split_step(pattern: "regex.Pattern[str]", behavior: str, invert: bool = False) -> SplitStep:
    """The step that splits a text at the matches of a pattern.

    behavior: one of BEHAVIORS; raises InputError for another. invert: whether to split at what the
    pattern does not match.

    >>> from time import monotonic
    >>> step = split_step(SPACE, "MergedWithNext")
    >>> [part.text for part in step(AlignedText.of("This is"), monotonic() + 60)]
    ['This', ' is']
    """
    if behavior not in BEHAVIORS:
        raise unsupported("split behavior", behavior)

    def cut(text: str, deadline: float) -> Iterable[tuple[int, int]]:
        found = ranges(text, match_spans(pattern, text, deadline), invert)
        return ((start, end) for start, end in arrange(found, behavior) if start < end)

    def aligned(text: AlignedText, deadline: float) -> Iterator[AlignedText]:
        return (text.part(start, end) for start, end in cut(text.text, deadline))

    def plain(text: str, deadline: float) -> Iterable[str]:
        if behavior == "Isolated":
            matches = match_texts(pattern, text, deadline)
            if sum(map(len, matches)) == len(text):  # nothing is between them
                return filter(None, matches)
        return [text[start:end] for start, end in cut(text, deadline)]

    return SplitStep(aligned, plain, "Split", pattern=pattern, cut=cut)


def ranges(text: str, spans: Iterable[tuple[int, int]], invert: bool) -> Iterator[Range]:
    """Cover a text with ranges, alternating between matches and the text between them.

    >>> list(ranges("a b", [(1, 2)], invert=False))
    [(0, 1, False), (1, 2, True), (2, 3, False)]
    """
    done = 0
    for start, end in spans:
        if done < start:
            yield done, start, invert
        yield start, end, not invert
        done = end
    if done < len(text):
        yield done, len(text), invert


def arrange(found: Iterable[Range], behavior: str) -> Iterable[tuple[int, int]]:
    """The parts into which a behavior splits the ranges, as (start, end).

    >>> list(arrange([(0, 1, False), (1, 2, True), (2, 3, False)], "MergedWithNext"))
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

"""Normalisation and pre-tokenization: from a text to its words, with offsets into the text.

Normalisations: "none", "nfc", "nfkc" (Unicode Standard Annex 15) and "lower" (each character
on its own, as Hugging Face tokenizers do it, so a final sigma stays a plain sigma).

Pre-tokenizers:
    "gpt2"        GPT-2's pattern, then every byte as one visible character (a space is Ġ)
    "metaspace"   cut at white space, then ▁ (U+2581) before each word (XLNet)
    "whitespace"  cut at white space, which is dropped
    "none"        the whole text is one word

But: it does not cut off special tokens in the text, and knows no language-specific rules.
"""

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import regex

from bpe.errors import InputError

NORMALIZATIONS = ("none", "nfc", "nfkc", "lower")
SPLITS = ("gpt2", "metaspace", "whitespace", "none")

# Source: GPT-2's encoder.py, as released by OpenAI. {L} and {N} are the letters and the numbers.
GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?[{L}]+| ?[{N}]+| ?[^\s{L}{N}]+|\s+(?!\S)|\s+"
GPT2_PATTERN = regex.compile(GPT2.replace("{L}", r"\p{L}").replace("{N}", r"\p{N}"))
WORD_PATTERN = regex.compile(r"\P{White_Space}+")
WHOLE_PATTERN = regex.compile(r"(?s:.+)")


def _byte_characters() -> dict[int, str]:
    """The visible character that stands for each byte, by GPT-2's rule.

    Printable Latin-1 bytes stand for themselves; the others, in order, take U+0100 and on.

    >>> _byte_characters()[ord(" ")], _byte_characters()[ord("A")], _byte_characters()[0]
    ('Ġ', 'A', 'Ā')
    """
    printable = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    others = (b for b in range(256) if b not in printable)
    table = {b: chr(b) for b in printable} | {b: chr(256 + n) for n, b in enumerate(others)}
    return dict(sorted(table.items()))


BYTE_CHARACTERS = _byte_characters()
CHARACTER_BYTES = {character: byte for byte, character in BYTE_CHARACTERS.items()}


@dataclass(frozen=True, slots=True)
class Piece:
    """A word of a text: as the tokenizer sees it, and where it stands.

    text[start:end] is what the word was made from; start and end count characters. spans: the
    same for each character of the word (the two bytes of é both point at é, a mark ▁ that was
    put in points at the character behind it). added: it is a special token that was recognised
    in the text (`added.Finder`), never to be cut.
    """

    word: str
    start: int
    end: int
    spans: tuple[tuple[int, int], ...]
    added: bool = False


def byte_level(text: str) -> str:
    """Each UTF-8 byte of a text as its visible character.

    >>> byte_level(" é")
    'ĠÃ©'
    """
    return text.encode().decode("latin-1").translate(BYTE_CHARACTERS)


def token_bytes(token: str, split: str) -> bytes:
    r"""The bytes that a token stands for: under "gpt2" one for each character, else its UTF-8.

    >>> token_bytes("Ġt", "gpt2"), token_bytes("é", "none")
    (b' t', b'\xc3\xa9')
    """
    if split == "gpt2" and all(character in CHARACTER_BYTES for character in token):
        return bytes(CHARACTER_BYTES[character] for character in token)
    return token.encode()


def check_text(text: object) -> str:
    """The text itself, if it is one that can be encoded; else InputError says why not."""
    if not isinstance(text, str):
        raise InputError("A text must be a string, not {kind}.", kind=type(text).__name__)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InputError(
            "Character {place} of the text is half of a surrogate pair (U+{code:04X}). UTF-8 "
            "text cannot contain it. Remove it, or save the text as UTF-8 again.",
            place=error.start + 1,
            code=ord(text[error.start]),
        ) from None
    return text


def check_choice(name: str, value: str, allowed: tuple[str, ...]) -> None:
    """Raise InputError unless the value is one of those allowed."""
    if value not in allowed:
        raise InputError(
            "{name} must be one of {allowed}, not {value!r}.",
            name=name,
            allowed=", ".join(allowed),
            value=value,
        )


def normalize(text: str, normalization: str = "none") -> str:
    """A text in one of the NORMALIZATIONS.

    >>> normalize("Ａ ﬁ", "nfkc"), normalize("ΟΔΟΣ", "lower")
    ('A fi', 'οδοσ')
    """
    check_choice("The normalization", normalization, NORMALIZATIONS)
    if normalization in ("nfc", "nfkc"):
        return unicodedata.normalize("NFC" if normalization == "nfc" else "NFKC", text)
    if normalization == "lower":
        return text.lower() if text.isascii() else "".join(map(str.lower, text))
    return text


def _segments(text: str, change: Callable[[str], str], composes: bool) -> Iterator[tuple[int, int]]:
    """The shortest stretches of a text that can be changed each on its own."""

    def stands_alone(start: int, here: int) -> bool:
        if text[here] < "\x80":
            return True
        before, character = text[start:here], text[here]
        alone = change(character)
        return (
            not unicodedata.combining(alone[0])
            and change(before + character) == change(before) + alone
        )

    start = 0
    for here in range(1, len(text)):
        if not composes or stands_alone(start, here):
            yield start, here
            start = here
    if text:
        yield start, len(text)


def align_change(
    text: str, change: Callable[[str], str], composes: bool
) -> tuple[str, list[tuple[int, int]]]:
    """The changed text, and for each of its characters where it came from in the text.

    That is one character, unless several became others together.
    composes: neighbours can become one character, as in Unicode's normal forms; no ASCII
    character ever becomes one with what stands before it.
    """
    spans: list[tuple[int, int]] = []
    for start, end in _segments(text, change, composes):
        changed, alone = change(text[start:end]), [change(c) for c in text[start:end]]
        if "".join(alone) == changed:
            spans += [(start + i, start + i + 1) for i, part in enumerate(alone) for _ in part]
        else:
            spans += [(start, end)] * len(changed)
    return change(text), spans


def align(text: str, normalization: str) -> tuple[str, list[tuple[int, int]]]:
    r"""The normalised text, and for each of its characters where it came from in the text.

    >>> align("e\u0301!", "nfc")
    ('é!', [(0, 2), (2, 3)])
    """
    whole = normalize(text, normalization)
    if whole == text:
        return text, [(i, i + 1) for i in range(len(text))]
    composes = normalization != "lower"
    return align_change(text, lambda part: normalize(part, normalization), composes)


def word_finder(split: str) -> tuple[regex.Pattern[str], Callable[[str], str]]:
    """The pattern whose matches are the words of a text, and what a match becomes."""
    check_choice("The pre-tokenizer", split, SPLITS)
    if split == "gpt2":
        return GPT2_PATTERN, byte_level
    if split == "metaspace":
        return WORD_PATTERN, "▁".__add__
    return (WORD_PATTERN if split == "whitespace" else WHOLE_PATTERN), str


def pre_tokenize(text: str, split: str = "gpt2", normalization: str = "none") -> list[Piece]:
    """The words of a text in order, with offsets into the text as it was given.

    Raises InputError for a text that is not valid Unicode or an unknown split.

    >>> [(p.word, p.start, p.end) for p in pre_tokenize("This is", "gpt2")]
    [('This', 0, 4), ('Ġis', 4, 7)]
    """
    return list(pieces(check_text(text), split, normalization))


def pieces(text: str, split: str, normalization: str, shift: int = 0) -> Iterator[Piece]:
    """The same one by one, for a text that stands `shift` characters into a longer one."""
    normalized, origin = text, None
    if normalize(text, normalization) != text:
        normalized, origin = align(text, normalization)
    pattern, become = word_finder(split)
    for match in pattern.finditer(normalized):
        start, end = match.span()
        if origin is None:
            start, end = start + shift, end + shift
            spans = list(zip(range(start, end), range(start + 1, end + 1), strict=True))
        else:
            spans = [(a + shift, b + shift) for a, b in origin[start:end]]
        word = match[0]
        if split == "gpt2" and not word.isascii():
            spans = [s for c, s in zip(word, spans, strict=True) for _ in c.encode()]
        elif split == "metaspace":
            spans = [spans[0], *spans]
        yield Piece(become(word), spans[0][0], spans[-1][1], tuple(spans))

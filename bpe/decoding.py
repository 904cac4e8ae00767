"""Decoding: from tokens back to text, in steps like the decoders of Hugging Face tokenizers.

A step maps a list of tokens to a list of tokens. In the end they are joined. White space that
pre-tokenization dropped is not restored.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from bpe.byte_characters import CHARACTER_BYTES, byte_level
from bpe.errors import InputError
from bpe.split_patterns import is_byte_level

Step = Callable[[list[str]], list[str]]

MAX_DECODED = 8_000_000  # characters of a decoded text, and that one step may insert
# By the function that makes a step: the type of a decoder in a tokenizer.json.
STEP_NAMES = {
    "bytes_from_characters": "ByteLevel",
    "bytes_from_tokens": "ByteFallback",
    "fuse": "Fuse",
    "join_pieces": "WordPiece",
    "remove_marks": "Metaspace",
    "remove_suffixes": "BPEDecoder",
    "sentencepiece_decoder": "SentencePiece",
    "strip": "Strip",
    "substitute": "Replace",
}
BYTE_TOKEN = re.compile(r"<0x[0-9A-Fa-f]{2}>")


@dataclass(frozen=True, slots=True)
class Decoder:
    """The steps from tokens to text.

    byte_level: whether tokens are in GPT-2's characters; they become bytes before the other steps.
    joiner: separates the remaining tokens in the text. added_as_bytes: whether this also holds for
    added tokens, as in Hugging Face tokenizers: there, the added token É becomes the byte C9.

    >>> Decoder(byte_level=True).text(["This", "Ġis"], added=frozenset())
    'This is'
    """

    steps: tuple[Step, ...] = ()
    byte_level: bool = False
    joiner: str = ""
    added_as_bytes: bool = False

    @property
    def names(self) -> list[str]:
        """The types of the steps, as a tokenizer.json names them.

        >>> Decoder((fuse,), byte_level=True).names
        ['ByteLevel', 'Fuse']
        """
        functions = (step.__qualname__.partition(".")[0] for step in self.steps)
        return [*["ByteLevel"] * self.byte_level, *(STEP_NAMES.get(f, f) for f in functions)]

    def text(self, tokens: list[str], added: frozenset[str]) -> str:
        """The text of tokens. added: added tokens, and the unknown token.

        Raises InputError if a step makes the text too long.

        >>> Decoder(joiner=" ").text(["hug", "s"], added=frozenset())
        'hug s'
        """
        if self.byte_level and not self.added_as_bytes:
            tokens = [byte_level(t) if t in added else t for t in tokens]
        given = sum(map(len, tokens))
        for step in (bytes_from_characters, *self.steps) if self.byte_level else self.steps:
            tokens = step(tokens)
            check_decoded(sum(map(len, tokens)), given)
        return self.joiner.join(tokens)


def check_decoded(length: int, given: int = 0) -> None:
    """Raise InputError for a decoded text of more than MAX_DECODED characters.

    given: the characters of the tokens; a text twice as long is always allowed.

    >>> check_decoded(MAX_DECODED + 1)
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: The file's decoding rules make this text too long. Enter a shorter text.
    """
    if length > max(MAX_DECODED, 2 * given):
        raise InputError("The file's decoding rules make this text too long. Enter a shorter text.")


def byte_token(byte: int) -> str:
    """The token of a byte, from 0 to 255, under byte fallback.

    >>> byte_token(10)
    '<0x0A>'
    """
    return f"<0x{byte:02X}>"


def bytes_from_characters(tokens: list[str]) -> list[str]:
    """Step: convert GPT-2's characters to bytes and decode them as UTF-8.

    >>> bytes_from_characters(["Ġcaf", "Ã", "©"])
    [' café']
    """
    data = b"".join(
        bytes(map(CHARACTER_BYTES.__getitem__, t)) if CHARACTER_BYTES.keys() >= set(t)
        else t.encode()
        for t in tokens
    )  # fmt: skip
    return [data.decode("utf-8", "replace")]


def bytes_from_tokens(tokens: list[str]) -> list[str]:
    """Step: decode runs of tokens like <0x0A> as UTF-8; a run that is not valid as U+FFFDs.

    >>> bytes_from_tokens(["caf", "<0xC3>", "<0xA9>"])
    ['caf', 'é']
    """
    result = []
    for is_byte, group in groupby(tokens, lambda token: bool(BYTE_TOKEN.fullmatch(token))):
        run = list(group)
        if is_byte:
            data = bytes(int(token[3:5], 16) for token in run)
            try:
                run = [data.decode()]
            except UnicodeDecodeError:
                run = ["\ufffd"] * len(data)
        result += run
    return result


def remove_marks(mark: str, inserted_first: bool) -> Step:
    """The step that replaces the mark before a word with a space.

    inserted_first: whether the first mark was inserted; it is then removed.

    >>> remove_marks("▁", inserted_first=True)(["▁This", "▁is"])
    ['This', ' is']
    """

    def step(tokens: list[str]) -> list[str]:
        return [
            token.replace(mark, "" if inserted_first and i == 0 else " ")
            for i, token in enumerate(tokens)
        ]

    return step


def substitute(old: str, new: str) -> Step:
    """The step that replaces a string in each token. Raises InputError for a text too long.

    >>> substitute("▁", " ")(["▁This", "▁is"])
    [' This', ' is']
    """

    def step(tokens: list[str]) -> list[str]:
        check_decoded(sum(token.count(old) for token in tokens) * len(new))
        return [token.replace(old, new) for token in tokens]

    return step


def fuse(tokens: list[str]) -> list[str]:
    """Step: join all tokens into one.

    >>> fuse(["h", "ug"])
    ['hug']
    """
    return ["".join(tokens)]


def strip(character: str, start: int, stop: int) -> Step:
    """The step that strips a character: up to `start` from a token's start, `stop` from its end.

    >>> strip(" ", 1, 0)(["  hug ", " pug"])
    [' hug ', 'pug']
    """

    def step(tokens: list[str]) -> list[str]:
        result = []
        for token in tokens:
            left = len(token) - len(token.lstrip(character))
            right = len(token) - len(token.rstrip(character))
            result.append(token[min(left, start) : len(token) - min(right, stop)])
        return result

    return step


def remove_suffixes(suffix: str) -> Step:
    """The step that replaces the suffix of a word with a space, and removes it from the last.

    >>> remove_suffixes("</w>")(["hug</w>", "s</w>"])
    ['hug ', 's']
    """

    def step(tokens: list[str]) -> list[str]:
        last = len(tokens) - 1
        return [token.replace(suffix, "" if i == last else " ") for i, token in enumerate(tokens)]

    return step


# How the library removes spaces that tokenization inserted.
CLEANUPS = {
    " .": ".",
    " ?": "?",
    " !": "!",
    " ,": ",",
    " ' ": "'",
    " n't": "n't",
    " 'm": "'m",
    " do not": " don't",
    " 's": "'s",
    " 've": "'ve",
    " 're": "'re",
}


def join_pieces(prefix: str, cleanup: bool) -> Step:
    """The step that separates words by spaces and joins WordPiece tokens that have the prefix.

    cleanup: whether to remove the space before a punctuation mark or an English ending.

    >>> join_pieces("##", cleanup=True)(["hug", "##s", "."])
    ['hug', 's', '.']
    """

    def step(tokens: list[str]) -> list[str]:
        result = []
        for i, token in enumerate(tokens):
            if i:
                is_inside = token.startswith(prefix)
                token = token.replace(prefix, "", 1) if is_inside else f" {token}"
            for old, new in CLEANUPS.items() if cleanup else ():
                token = token.replace(old, new)
            result.append(token)
        return result

    return step


# By split: how the tokens of a training become text again.
DECODERS = {
    "gpt2": Decoder(byte_level=True),
    "metaspace": Decoder((remove_marks("▁", inserted_first=True),)),
    "whitespace": Decoder(),
    "punctuation": Decoder(),
    "none": Decoder(),
}


def decoder_of(split: str) -> Decoder:
    """The decoder of a training whose texts were split like this.

    >>> decoder_of("cl100k").byte_level, decoder_of("none").byte_level
    (True, False)
    """
    return DECODERS["gpt2" if is_byte_level(split) else split]

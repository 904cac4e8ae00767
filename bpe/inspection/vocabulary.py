"""The vocabulary of a tokenizer: its tokens with ids, ranks and bytes, searched and paged."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import process_time

import regex

from bpe.byte_characters import CHARACTER_BYTES
from bpe.decoding import BYTE_TOKEN, bytes_from_tokens
from bpe.encoder import Encoder
from bpe.errors import InputError
from bpe.split_patterns import OWN_SECONDS, check_own
from bpe.text_encoder import TextEncoder
from bpe.unigram import Encoder as UnigramEncoder

WAYS = ("text", "regex", "id", "byte")
ORDERS = ("id", "length", "rank")
OPTIONS = ("special", "lstrip", "rstrip", "single_word", "normalized")  # of `AddedToken`
MAX_QUERY = 200  # characters
MAX_SHOWN = 3_000  # characters and bytes of a token in an answer
MARK = "▁"
ID = regex.compile(r"[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+")


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a vocabulary.

    token: as the vocabulary spells it. text: what it writes, with U+FFFD for bytes that are no text
    on their own, and in WordPiece without the space before a word. bytes: the same in UTF-8.
    rank: of the merge that makes it; 0 if none does.
    score: of a Unigram piece; None for others. kind: "token", "added" or "special". cut: how many
    bytes are left out at the end of `bytes`. options: of an added token, those that are set.
    """

    id: int
    token: str
    text: str
    bytes: bytes
    rank: int = 0
    score: float | None = None
    kind: str = "token"
    cut: int = 0
    options: tuple[str, ...] = ()

    @property
    def length(self) -> int:
        """How many bytes it writes.

        >>> Token(7, "hug", "hug", b"hug").length
        3
        """
        return len(self.bytes) + self.cut

    def shortened(self, most: int = MAX_SHOWN) -> "Token":
        """The token with only the beginning of what it writes. A token can have megabytes.

        >>> short = Token(7, "hug", "hug", b"hug").shortened(2)
        >>> short.token, short.bytes, short.length
        ('hu', b'hu', 3)
        """
        if len(self.token) <= most and len(self.bytes) <= most:
            return self
        data = self.bytes[:most]
        cut = self.length - len(data)
        return replace(self, token=self.token[:most], text=self.text[:most], bytes=data, cut=cut)


@dataclass(frozen=True, slots=True)
class FindTokens:
    """A question for the tokens that match a query, from `start` on, at most `most`.

    way: one of WAYS: `query` is a part of the text or of the spelling; a regular expression for
    the text or the spelling; an id, or a range like 100-200; bytes in hexadecimal, like C3 A9.
    An empty query matches all. order: one of ORDERS. only: "special" for added tokens only.
    """

    query: str = ""
    way: str = "text"
    order: str = "id"
    start: int = 0
    most: int = 50
    only: str = ""

    def answer(self, encoder: TextEncoder) -> "FoundTokens":
        """The tokens. Raises InputError for an invalid query, or one that takes too long.

        >>> from bpe import Corpus, train
        >>> encoder = train(Corpus.from_texts(["a hug"])).encoder()
        >>> [token.token for token in FindTokens("hu").answer(encoder).tokens]
        ['Ġhu', 'Ġhug']
        """
        matches, make = matcher(self.query[:MAX_QUERY], self.way), maker(encoder)
        ids, end = sorted(encoder.names), self.start + self.most
        if not self.query and not self.only and self.order == "id":
            first = tuple(make(each).shortened() for each in ids[self.start : end])
            return FoundTokens(first, len(ids))
        of_kind = (each for each in map(make, ids) if not self.only or each.kind != "token")
        found = list(filter(matches, of_kind))
        if self.order != "id":
            found.sort(key=sort_key(self.order))
        shown = tuple(each.shortened() for each in found[self.start : end])
        return FoundTokens(shown, len(found))


def too_slow() -> InputError:
    """The error for a regular expression that takes too long to search with.

    >>> str(too_slow()).partition(".")[0]
    'Searching with this regular expression takes more than 2 seconds'
    """
    return InputError(
        "Searching with this regular expression takes more than {most} seconds. Use a simpler one.",
        most=f"{OWN_SECONDS:.0f}",
    )


@dataclass(frozen=True, slots=True)
class FoundTokens:
    """Some tokens that match, and how many match in all."""

    tokens: tuple[Token, ...]
    all: int


def sort_key(order: str) -> Callable[[Token], tuple[int, int]]:
    """How an order other than that of the ids sorts: the longest first; tokens without a rank last.

    >>> sort_key("length")(Token(7, "ug", "ug", b"ug"))
    (-2, 7)
    """
    if order == "length":
        return lambda each: (-len(each.bytes), each.id)
    return lambda each: (each.rank or 10**9, each.id)


def matcher(query: str, way: str) -> Callable[[Token], bool]:
    """Whether a token matches a query. Raises InputError for an invalid one.

    >>> [matcher(*each)(Token(7, "ug", "ug", b"ug")) for each in (("5-7", "id"), ("67", "byte"))]
    [True, True]
    """
    if not query:
        return lambda each: True
    if way == "regex":
        return by_pattern(query)
    if way == "id":
        first, last = id_range(query)
        return lambda each: first <= each.id <= last
    if way == "byte":
        wanted = bytes_of_query(query)
        return lambda each: wanted in each.bytes
    return lambda each: query in each.text or query in each.token


def by_pattern(query: str) -> Callable[[Token], bool]:
    """Whether the text or the spelling of a token has a match. Raises InputError for a bad pattern.

    The function raises InputError if it is used for too long.

    >>> by_pattern("^h.g$")(Token(7, "hug", "hug", b"hug"))
    True
    """
    check_own(query)
    try:
        pattern = regex.compile(query, cache_pattern=False)
    except (regex.error, RecursionError, OverflowError, ValueError, IndexError) as error:
        raise InputError(
            "The regular expression is not valid: {reason}. Correct it.", reason=str(error)
        ) from None

    left = OWN_SECONDS  # of this process, which `regex` measures too

    def matches(each: Token) -> bool:
        nonlocal left
        began = process_time()
        try:
            return any(
                pattern.search(text, concurrent=True, timeout=max(0.0, left))
                for text in dict.fromkeys((each.text, each.token))
            )
        except TimeoutError:
            raise too_slow() from None
        finally:
            left -= process_time() - began

    return matches


def id_range(query: str) -> tuple[int, int]:
    """The first and the last id of a query. Raises InputError if it is none.

    >>> id_range("7"), id_range("100-1,200")
    ((7, 7), (100, 1200))
    """
    first, _, last = (each.strip() for each in query.partition("-"))
    if not all(ID.fullmatch(each) for each in (first, last or first)):
        raise InputError("Enter an id, such as 50, or a range of ids, such as 50-99.")
    start, end = (int(each.replace(",", "")) for each in (first, last or first))
    return start, end


def bytes_of_query(query: str) -> bytes:
    r"""The bytes of a query in hexadecimal. Raises InputError if it is none.

    >>> bytes_of_query("C3 A9"), bytes_of_query("0xc3a9")
    (b'\xc3\xa9', b'\xc3\xa9')
    """
    try:
        found = bytes.fromhex(query.replace("0x", "").replace(",", " "))
    except ValueError:
        found = b""
    if not found:
        raise InputError("Enter bytes in hexadecimal, two digits each, such as C3 A9.")
    return found


def maker(encoder: TextEncoder) -> Callable[[int], Token]:
    """A function that makes the record of a token: id -> token.

    >>> from bpe import Corpus, train
    >>> maker(train(Corpus.from_counts({"ug": 10})).encoder())(2).token
    'ug'
    """
    ranks = encoder.first_ranks if isinstance(encoder, Encoder) else {}
    scores = encoder.model.scores if isinstance(encoder, UnigramEncoder) else {}
    added = {token.id: token for token in encoder.added}
    written, names = written_by(encoder), encoder.names

    def make(id_: int) -> Token:
        token = names[id_]
        is_piece = encoder.prefix and id_ not in added  # of WordPiece, shown without its space
        data = token.removeprefix(encoder.prefix).encode() if is_piece else written(id_)
        text = data.decode(errors="replace")
        found = Token(id_, token, text, data, ranks.get(token, 0), scores.get(token))
        if id_ not in added:
            return found
        options = tuple(each for each in OPTIONS if getattr(added[id_], each))
        return replace(found, kind="special" if "special" in options else "added", options=options)

    return make


def written_by(encoder: TextEncoder) -> Callable[[int], bytes]:
    """What the token with an id writes in UTF-8: id -> bytes.

    >>> from bpe import Corpus, train
    >>> written_by(train(Corpus.from_texts(["a hug"])).encoder())(7)
    b' hug'
    """
    writes, names = writer(encoder), encoder.names
    added = {token.id for token in encoder.added}
    return lambda id_: names[id_].encode(errors="replace") if id_ in added else writes(names[id_])


def writer(encoder: TextEncoder) -> Callable[[str], bytes]:
    """The bytes that a token writes: token -> bytes in UTF-8, with spaces for marks of spaces.

    >>> from bpe import Corpus, train
    >>> writer(train(Corpus.from_texts(["a hug"])).encoder())("Ġhug")
    b' hug'
    """
    if encoder.decoder.byte_level:
        return bytes_of_characters
    if encoder.prefix:  # WordPiece: a token that does not start with the prefix starts a word
        return lambda token: (
            token.removeprefix(encoder.prefix) if token.startswith(encoder.prefix) else f" {token}"
        ).encode()
    has_bytes = bytes_from_tokens in encoder.decoder.steps or getattr(
        encoder, "byte_fallback", False
    )

    def plain(token: str) -> bytes:
        if has_bytes and BYTE_TOKEN.fullmatch(token):
            return bytes((int(token[3:5], 16),))
        return token.replace(MARK, " ").encode()

    return plain


def bytes_of_characters(token: str) -> bytes:
    r"""The bytes of a token in GPT-2's characters; of another token, its UTF-8.

    >>> bytes_of_characters("Ġé"), bytes_of_characters("夜")
    (b' \xe9', b'\xe5\xa4\x9c')
    """
    try:
        return bytes(map(CHARACTER_BYTES.__getitem__, token))
    except KeyError:
        return token.encode()

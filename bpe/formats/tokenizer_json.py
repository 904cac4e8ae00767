"""A tokenizer.json of Hugging Face tokenizers with a BPE model, read into an Encoder.

What changes the tokens and is not supported is refused; what does not, is named in the remarks.
Source: the format as tokenizers 0.23 writes it, and its older forms.
But: other models than BPE are refused, and so are prefixes and suffixes of subwords.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from time import monotonic
from typing import Any

from bpe.added import Added, Finder, check_deadline
from bpe.encoding import Encoder
from bpe.errors import InputError
from bpe.formats.aligned import Aligned
from bpe.formats.decoders import decoder
from bpe.formats.normalizers import Normalizer, normalizers
from bpe.formats.post_processors import processing
from bpe.formats.pre_tokenizers import PreTokenizer, pre_tokenizers
from bpe.formats.reading import (
    MOST_MERGES,
    MOST_TOKENS,
    Json,
    Remark,
    field,
    items,
    read_json,
    unsupported,
)
from bpe.splitting import CHARACTER_BYTES, Piece

SECONDS = 5.0  # how long cutting one text may take
MOST_ADDED = 500_000  # characters of all added tokens together
UNKNOWN = "[UNK]"


@dataclass(frozen=True, eq=False)
class Loaded:
    """A tokenizer out of a file. remarks: what the file asks for that is not done."""

    encoder: Encoder
    remarks: tuple[Remark, ...] = ()

    @property
    def unsupported(self) -> tuple[str, ...]:
        """The remarks as sentences."""
        return tuple(map(str, self.remarks))


@dataclass(frozen=True, eq=False)
class Pipeline:
    """Cuts a text as a file says: added tokens, normalizers, added tokens again, pre-tokenizers."""

    normalizers: tuple[Normalizer, ...]
    pre_tokenizers: tuple[PreTokenizer, ...]
    added: tuple[Added, ...]

    @cached_property
    def finders(self) -> Mapping[bool, tuple[Finder, Finder]]:
        """By whether special tokens are recognised: in the text as given, in the normalised."""
        deadline = monotonic() + SECONDS
        normal = tuple(
            (self.normalize(Aligned.of(token.token), deadline).text, token)
            for token in self.added
            if token.normalized
        )
        plain = tuple((token.token, token) for token in self.added if not token.normalized)
        return {
            specials: (
                Finder(tuple((n, t) for n, t in plain if specials or not t.special)),
                Finder(tuple((n, t) for n, t in normal if specials or not t.special)),
            )
            for specials in (True, False)
        }

    def normalize(self, text: Aligned, deadline: float) -> Aligned:
        """A text through the normalizers."""
        for step in self.normalizers:
            check_deadline(deadline)
            text = step(text, deadline)
        return text

    def __call__(self, text: str, specials: bool) -> Iterator[Piece]:
        """The words of a text, in order. Raises InputError if that takes too long."""
        deadline = monotonic() + SECONDS
        given, normal = self.finders[specials]
        for start, end, token in given.find(text, deadline):
            part = Aligned.of(text[start:end], start)
            if token:
                yield _added(token, part)
                continue
            part = self.normalize(part, deadline)
            for a, b, found in normal.find(part.text, deadline):
                if found:
                    yield _added(found, part.part(a, b))
                else:
                    yield from self.words(part.part(a, b), deadline)

    def words(self, text: Aligned, deadline: float) -> Iterator[Piece]:
        """A normalised text through the pre-tokenizers."""
        parts: list[Aligned] = [text]
        for cut in self.pre_tokenizers:
            check_deadline(deadline)
            parts = [new for part in parts for new in cut(part, deadline) if new.text]
        for part in parts:
            yield part.piece()


def _added(token: Added, part: Aligned) -> Piece:
    """An added token where it stands."""
    start, end = part.spans[0][0], part.spans[-1][1]
    return Piece(token.token, start, end, ((start, end),), added=True)


def load_tokenizer_json(data: bytes) -> Loaded:
    """A tokenizer.json as an encoder, with remarks about what is not done.

    Raises InputError for a file that is too large, broken, or asks for what would give other
    tokens than ours.
    """
    try:
        return loaded(read_json(data))
    except RecursionError:
        raise InputError("The file's JSON is nested too deeply.") from None


def loaded(data: Json) -> Loaded:
    """The same, out of the parsed file."""
    model = field(data, "model", dict)
    kind = model.get("type", "BPE" if "merges" in model else None)
    if kind != "BPE":
        raise InputError(
            "The file holds a {kind} model; only BPE can be loaded.", kind=str(kind)[:60]
        )
    for name in ("continuing_subword_prefix", "end_of_word_suffix"):
        if model.get(name):
            raise unsupported(name.replace("_", " "), model[name])
    ids = vocabulary(field(model, "vocab", dict))
    merges = rules(field(model, "merges", list), ids)
    added = added_tokens(data, ids)
    post = processing(_part(data, "post_processor"))
    known = ids.keys() | {token.token for token in added}
    for token in post.before + post.after:
        if token not in known:
            raise InputError("The template has {token!r}, which is no token.", token=token[:60])
    steps = pre_tokenizers(_part(data, "pre_tokenizer"))
    decode, remarks = decoder(_part(data, "decoder"))
    unk = field(model, "unk_token", str, "")
    encoder = Encoder(
        ids=ids,
        characters=frozenset(token for token in ids if len(token) == 1),
        merges=merges,
        ranks={pair: rank for rank, pair in enumerate(merges, 1)},
        last=len(merges),
        cut=Pipeline(normalizers(_part(data, "normalizer")), steps, added),
        decoder=decode,
        added=added,
        unk=unk or UNKNOWN,
        unk_id=ids.get(unk) if unk else None,
        fuse_unk=field(model, "fuse_unk", bool, False),
        byte_fallback=field(model, "byte_fallback", bool, False),
        ignore_merges=field(model, "ignore_merges", bool, False),
        before=post.before,
        after=post.after,
        trim=post.trim,
    )
    return Loaded(encoder, (*named(data, model, encoder), *post.remarks, *remarks))


def _part(data: Json, name: str) -> Json | None:
    return field(data, name, dict) if data.get(name) is not None else None


def vocabulary(vocab: dict[str, Any]) -> dict[str, int]:
    """token -> id, once it is in order. Raises InputError for ids that are none, or not unique."""
    if len(vocab) > MOST_TOKENS:
        raise InputError(
            "The vocabulary has {size} tokens; at most {most} are read.",
            size=len(vocab),
            most=MOST_TOKENS,
        )
    for token, id_ in vocab.items():
        if type(id_) is not int or not 0 <= id_ < 2**32:
            raise InputError("The id of {token!r} is not a whole number.", token=token[:60])
    if len(set(vocab.values())) < len(vocab):
        raise InputError("Two tokens of the vocabulary have the same id.")
    check_unicode("".join(vocab))
    return vocab


def check_unicode(text: str) -> None:
    """Raise InputError for a text with half a surrogate pair."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError("A token in the file holds half of a surrogate pair.") from None


def rules(merges: list[Any], ids: Mapping[str, int]) -> tuple[tuple[str, str], ...]:
    """The pairs in rank order; each "left right" or [left, right].

    Raises InputError for what is no pair, or makes a token that the vocabulary does not hold.
    """
    if len(merges) > MOST_MERGES:
        raise InputError(
            "The file has {size} merges; at most {most} are read.",
            size=len(merges),
            most=MOST_MERGES,
        )
    pairs = []
    for place, item in enumerate(merges, 1):
        if type(item) is str and item.startswith("#version"):
            continue
        pair = item.split(" ") if type(item) is str else item
        if type(pair) is not list or [type(part) for part in pair] != [str, str] or not all(pair):
            raise InputError("Merge {place} of the file is not a pair of tokens.", place=place)
        left, right = pair
        if left not in ids or right not in ids or left + right not in ids:
            raise InputError(
                "Merge {place} of the file needs a token that is not in the vocabulary.",
                place=place,
            )
        pairs.append((left, right))
    return tuple(pairs)


def added_tokens(data: Json, ids: Mapping[str, int]) -> tuple[Added, ...]:
    """The added tokens. Raises InputError where two tokens would share an id or one has two."""
    found: dict[str, Added] = {}
    tokens = {id_: token for token, id_ in ids.items()}
    for item in items(data, "added_tokens") if data.get("added_tokens") is not None else ():
        content, id_ = field(item, "content", str), field(item, "id", int)
        if not content:
            continue
        if tokens.setdefault(id_, content) != content or ids.get(content, id_) != id_:
            raise InputError("The added token {token!r} has an id of its own and another's.",
                             token=content[:60])  # fmt: skip
        flags = {
            name: field(item, name, bool, False)
            for name in ("special", "lstrip", "rstrip", "single_word", "normalized")
        }
        found[content] = Added(content, id_, **flags)
    if len(tokens) > MOST_TOKENS or sum(map(len, found)) > MOST_ADDED:
        raise InputError("The file has too many added tokens.")
    check_unicode("".join(found))
    return tuple(found.values())


def named(data: Json, model: Json, encoder: Encoder) -> Iterator[Remark]:
    """What the file asks for that is not done, and where we mean to differ."""
    for name in ("truncation", "padding"):
        if data.get(name) is not None:
            yield Remark("The file's {name} is not done.", (("name", name),))
    if model.get("dropout"):
        p = str(model["dropout"])[:20]
        yield Remark("The file asks for dropout {p}; it is off unless you set it.", (("p", p),))
    unk = model.get("unk_token")
    if not unk and not encoder.characters.issuperset(CHARACTER_BYTES):
        yield Remark("The file has no unknown token. Characters that it does not know are shown "
                     "as [UNK]; Hugging Face tokenizers would drop them.")  # fmt: skip
    if unk and encoder.unk_id is None:
        yield Remark("The unknown token {unk} is not in the vocabulary.", (("unk", unk[:60]),))
    parts = {part for pair in encoder.merges for part in pair if part[0] == "<" or part == unk}
    if unk in parts or (encoder.byte_fallback and any(p[:3] == "<0x" for p in parts)):
        yield Remark("Merges with the unknown token or with bytes like <0x0A> never happen here.")

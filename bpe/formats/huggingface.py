"""A tokenizer.json of Hugging Face tokenizers with a BPE model, read into an Encoder.

What changes the tokens and is not supported is refused; what does not, is named in the remarks.
Source: the format as tokenizers 0.23 writes it, and its older forms.
But: other models than BPE are refused, and so are prefixes and suffixes of subwords.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from bpe.encoding import UNKNOWN, Encoder
from bpe.errors import InputError
from bpe.formats.decoders import decoder
from bpe.formats.model import added_tokens, rules, vocabulary
from bpe.formats.normalizers import normalizers
from bpe.formats.pipeline import Pipeline
from bpe.formats.post_processors import Processing, processing
from bpe.formats.pre_tokenizers import pre_tokenizers
from bpe.formats.reading import Json, Remark, field, read_json, unsupported
from bpe.splitting import CHARACTER_BYTES


@dataclass(frozen=True, eq=False)
class Loaded:
    """A tokenizer out of a file. remarks: what the file asks for that is not done."""

    encoder: Encoder
    remarks: tuple[Remark, ...] = ()

    @property
    def unsupported(self) -> tuple[str, ...]:
        """The remarks as sentences."""
        return tuple(map(str, self.remarks))


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
            "The file contains a {kind} model. Only BPE models can be loaded.", kind=str(kind)[:60]
        )
    for name in ("continuing_subword_prefix", "end_of_word_suffix"):
        if model.get(name):
            raise unsupported(name, model[name])
    ids = vocabulary(field(model, "vocab", dict))
    merges = rules(field(model, "merges", list), ids)
    added = added_tokens(data, ids)
    post = framing(data, ids.keys() | {token.token for token in added})
    steps = pre_tokenizers(_part(data, "pre_tokenizer"))
    decode, remarks = decoder(_part(data, "decoder"))
    unk = field(model, "unk_token", str, "")
    encoder = Encoder.of(
        ids,
        merges,
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


def framing(data: Json, tokens: set[str]) -> Processing:
    """What is done to a finished text. Raises InputError where it is framed by what is no token."""
    post = processing(_part(data, "post_processor"))
    for token in post.before + post.after:
        if token not in tokens:
            raise InputError(
                "The file's template uses {token!r}, which is not a token of this tokenizer.",
                token=token[:60],
            )
    return post


def _part(data: Json, name: str) -> Json | None:
    return field(data, name, dict) if data.get(name) is not None else None


def named(data: Json, model: Json, encoder: Encoder) -> Iterator[Remark]:
    """What the file asks for that is not done, and where we mean to differ."""
    for name in ("truncation", "padding"):
        if data.get(name) is not None:
            yield Remark("The file's {name} setting is not applied here.", (("name", name),))
    if model.get("dropout"):
        p = str(model["dropout"])[:20]
        yield Remark(
            "The file sets dropout to {p}. Dropout is off here unless you turn it on.", (("p", p),)
        )
    unk = model.get("unk_token")
    whole = encoder.characters.issuperset(CHARACTER_BYTES) and "ByteLevel" in kinds_in(data)
    if not unk and not whole:
        yield Remark(
            "The file has no unknown token. Unknown characters are shown here as [UNK]. Hugging "
            "Face tokenizers would drop them.")  # fmt: skip
    if unk and encoder.unk_id is None:
        yield Remark("The unknown token {unk} is not in the vocabulary.", (("unk", unk[:60]),))
    parts = {part for pair in encoder.merges for part in pair if part[0] == "<" or part == unk}
    if unk in parts or (encoder.byte_fallback and any(p[:3] == "<0x" for p in parts)):
        yield Remark(
            "Merges that use the unknown token or byte tokens like <0x0A> are never applied here."
        )


def kinds_in(data: Json) -> set[str]:
    """The types of all steps before the model."""
    found: set[str] = set()
    parts = [data.get("normalizer"), data.get("pre_tokenizer")]
    while parts:
        part = parts.pop()
        if isinstance(part, dict):
            found.add(str(part.get("type")))
            parts += part.get("normalizers", ()), part.get("pretokenizers", ())
        elif isinstance(part, list):
            parts += part
    return found

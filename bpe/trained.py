"""The encoder of a training: its merges, its way to cut a text, its special tokens.

But: what it does with a text is told in `encoding`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from bpe.added import Added, Finder
from bpe.decoding import Decoder, unmark
from bpe.encoding import Encoder
from bpe.splitting import Piece, pieces

if TYPE_CHECKING:
    from bpe.history import Run

DECODERS = {
    "gpt2": Decoder(byte_level=True),
    "metaspace": Decoder((unmark("▁", first=True),)),
    "whitespace": Decoder(),
    "none": Decoder(),
}


@dataclass(frozen=True, slots=True)
class Cutter:
    """Cuts a text as a corpus was cut, special tokens recognised or not."""

    split: str
    normalization: str
    finder: Finder

    def __call__(self, text: str, specials: bool) -> Iterator[Piece]:
        """The words of a text."""
        if not specials:
            yield from pieces(text, self.split, self.normalization)
            return
        for start, end, token in self.finder.find(text):
            if token:
                yield Piece(token.token, start, end, ((start, end),), added=True)
            else:
                yield from pieces(text[start:end], self.split, self.normalization, start)


def encoder(
    run: "Run",
    k: int | None = None,
    unk: str = "[UNK]",
    fuse_unk: bool = False,
    byte_fallback: bool = False,
    ignore_merges: bool = False,
) -> Encoder:
    """The encoder of a run as after merge k; None: after the last.

    The other arguments are the fields of `Encoder`. Raises InputError for a step that the run
    does not have.
    """
    k = len(run.merges) if k is None else k
    run.check_step(k)
    ids = run.ids
    if k < len(run.merges):
        ids = MappingProxyType({token: ids[token] for token in run.vocab[: run.vocab_sizes[k]]})
    added = tuple(Added(token, ids[token]) for token in run.special_tokens)
    corpus = run.corpus
    whole = None
    if ignore_merges:
        whole = {m.token: m.rank for m in run.merges[:k]} | dict.fromkeys(run.alphabet, 0)
    return Encoder(
        ids=ids,
        characters=run.alphabet,
        merges=run.rules[:k],
        ranks=run.ranks,
        last=k,
        cut=Cutter(corpus.split, corpus.normalization, Finder.of(added)),
        decoder=DECODERS[corpus.split],
        added=added,
        unk=unk,
        unk_id=ids.get(unk),
        fuse_unk=fuse_unk,
        byte_fallback=byte_fallback,
        ignore_merges=ignore_merges,
        whole=whole,
    )

"""The encoder of a training: its merges, its way to cut a text, its special tokens.

But: what it does with a text is told in `encoding`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bpe.added import Added, Finder
from bpe.decoding import Decoder, unmark
from bpe.encoding import UNKNOWN, Encoder
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
    unk: str = UNKNOWN,
    fuse_unk: bool = False,
    byte_fallback: bool = False,
    ignore_merges: bool = False,
) -> Encoder:
    """The encoder of a run with all its merges. The arguments are the fields of `Encoder`."""
    ids = run.ids
    added = tuple(Added(token, ids[token]) for token in run.special_tokens)
    corpus = run.corpus
    return Encoder(
        ids=ids,
        characters=run.alphabet,
        merges=run.rules,
        ranks=run.ranks,
        last=len(run.merges),
        whole=run.first_ranks,
        cut=Cutter(corpus.split, corpus.normalization, Finder.of(added)),
        decoder=DECODERS[corpus.split],
        added=added,
        unk=unk,
        unk_id=ids.get(unk),
        fuse_unk=fuse_unk,
        byte_fallback=byte_fallback,
        ignore_merges=ignore_merges,
    )

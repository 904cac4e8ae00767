"""vocab.json and merges.txt, as GPT-2 has them: in and out.

But: the two files do not say how a text is cut; whoever loads them does.
"""

import json

from bpe.added import Finder
from bpe.encoding import UNKNOWN, Encoder
from bpe.errors import InputError
from bpe.formats.huggingface import Loaded
from bpe.formats.model import rules, vocabulary
from bpe.formats.reading import read_json, read_text
from bpe.history import Run
from bpe.splitting import NORMALIZATIONS, SPLITS, check_choice
from bpe.trained import DECODERS, Cutter

VERSION = "#version: 0.2"


def load_vocab_and_merges(
    vocab: bytes,
    merges: bytes,
    split: str = "gpt2",
    normalization: str = "none",
    unk: str | None = None,
) -> Loaded:
    """A vocab.json and a merges.txt as an encoder; split and normalization: how a text is cut.

    unk: the unknown token. Raises InputError for files that are too large or broken, or an
    unknown token that is not in the vocabulary.
    """
    check_choice("The pre-tokenizer", split, SPLITS)
    check_choice("The normalization", normalization, NORMALIZATIONS)
    ids = vocabulary(dict(read_json(vocab)))
    lines = [line.removesuffix("\r") for line in read_text(merges).split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    pairs = rules(lines, ids)
    if unk is not None and unk not in ids:
        raise InputError("The unknown token {unk!r} is not in the vocabulary.", unk=unk)
    encoder = Encoder.of(
        ids,
        pairs,
        cut=Cutter(split, normalization, Finder(())),
        decoder=DECODERS[split],
        unk=UNKNOWN if unk is None else unk,
        unk_id=None if unk is None else ids[unk],
    )
    return Loaded(encoder)


def vocab_json(run: Run) -> bytes:
    """A run's vocab.json: token -> id."""
    return json.dumps(dict(run.ids), ensure_ascii=False).encode()


def merges_txt(run: Run) -> bytes:
    """A run's merges.txt: a merge a line, in rank order. Raises what `check_merges_txt` raises."""
    check_merges_txt(run)
    return "\n".join([VERSION, *map(" ".join, run.rules), ""]).encode()


def check_merges_txt(run: Run) -> None:
    """Raise InputError where a token holds a space or a line break: merges.txt cannot hold it."""
    for merge in run.merges:
        if not set(merge.token).isdisjoint(" \n\r") or merge.token.startswith("#version"):
            raise InputError(
                "merges.txt cannot store the token {token!r}. Use tokenizer.json instead, or "
                "choose a pre-tokenization that splits the text into words.",
                token=merge.token[:60],
            )

"""Reads and writes vocab.json and merges.txt, the two files of GPT-2.

They do not contain the pre-tokenization; the caller chooses it.
"""

import json

from bpe.added_tokens import AddedTokenFinder
from bpe.decoding import decoder_of
from bpe.encoder import UNKNOWN, Encoder
from bpe.errors import InputError, check_choice
from bpe.formats.bpe_model import merged_pairs, vocabulary
from bpe.formats.json_files import read_json, read_text
from bpe.formats.loaded import Loaded
from bpe.normalization import NORMALIZATIONS
from bpe.pre_tokenization import CorpusPreTokenizer, check_split
from bpe.run import Run

VERSION = "#version: 0.2"


def load_vocab_and_merges(
    vocab: bytes,
    merges: bytes,
    split: str = "gpt2",
    normalization: str = "none",
    unk: str | None = None,
) -> Loaded[Encoder]:
    """Load a vocab.json and a merges.txt, given as bytes.

    split, normalization: how to pre-tokenize a text. unk: the unknown token, if there is one.
    Raises InputError for files that are too large or invalid, an unknown split or normalization,
    or an unknown token that is not in the vocabulary.

    >>> loaded = load_vocab_and_merges(b'{"u": 0, "g": 1, "ug": 2}', b"u g")
    >>> loaded.encoder.encode("ug").ids
    (2,)
    """
    check_split(split)
    check_choice("The normalization", normalization, NORMALIZATIONS)
    ids = vocabulary(dict(read_json(vocab)))
    lines = [line.removesuffix("\r") for line in read_text(merges).split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    pairs = merged_pairs(lines, ids)
    if unk is not None and unk not in ids:
        raise InputError("The unknown token {unk!r} is not in the vocabulary.", unk=unk)
    encoder = Encoder.of(
        ids,
        pairs,
        pre_tokenizer=CorpusPreTokenizer(split, normalization, AddedTokenFinder(())),
        decoder=decoder_of(split),
        unk=UNKNOWN if unk is None else unk,
        unk_id=None if unk is None else ids[unk],
    )
    return Loaded(encoder, "bpe", "vocab.json and merges.txt")


def vocab_json(run: Run) -> bytes:
    """The vocab.json of a run, as UTF-8: token -> id.

    >>> from bpe import Corpus, train
    >>> vocab_json(train(Corpus.from_counts({"ug": 1})))
    b'{"g": 0, "u": 1, "ug": 2}'
    """
    return json.dumps(dict(run.ids), ensure_ascii=False).encode()


def merges_txt(run: Run) -> bytes:
    r"""The merges.txt of a run, as UTF-8: one merge per line, in rank order.

    Raises InputError as `check_merges_txt` does.

    >>> from bpe import Corpus, train
    >>> merges_txt(train(Corpus.from_counts({"ug": 1})))
    b'#version: 0.2\nu g\n'
    """
    check_merges_txt(run)
    return "\n".join([VERSION, *map(" ".join, run.rules), ""]).encode()


def check_merges_txt(run: Run) -> None:
    """Raise InputError for a token that merges.txt cannot store, for example one with a space.

    >>> from bpe import Corpus, train
    >>> run = train(Corpus.from_counts({"a b": 2}, split="none"))
    >>> check_merges_txt(run)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: merges.txt cannot store the token 'a '. ...
    """
    for merge in run.merges:
        if not set(merge.token).isdisjoint(" \n\r") or merge.token.startswith("#version"):
            raise InputError(
                "merges.txt cannot store the token {token!r}. Use tokenizer.json instead, or "
                "choose a pre-tokenization that splits the text into words.",
                token=merge.token[:60],
            )

"""A run as a file for Hugging Face tokenizers or tiktoken.

But: where the file alone cannot make its reader do the same, `differences` says so.
"""

import json
from base64 import b64encode
from typing import Any

from bpe.corpus import Corpus
from bpe.encoding import UNKNOWN
from bpe.errors import InputError
from bpe.formats.reading import Remark
from bpe.history import Run
from bpe.splitting import BYTE_CHARACTERS, CHARACTER_BYTES
from bpe.unigram import Run as UnigramRun

BYTE_LEVEL = {
    "type": "ByteLevel",
    "add_prefix_space": False,
    "trim_offsets": False,
    "use_regex": True,
}
METASPACE = {
    "type": "Metaspace",
    "replacement": "▁",
    "prepend_scheme": "always",
    "split": True,
}
SPACES = {"type": "WhitespaceSplit"}
PRE_TOKENIZERS = {
    "gpt2": BYTE_LEVEL,
    "metaspace": {"type": "Sequence", "pretokenizers": [SPACES, METASPACE]},
    "whitespace": SPACES,
    "none": None,
}
DECODERS = {"gpt2": BYTE_LEVEL, "metaspace": METASPACE}
FUSE = {"type": "Fuse"}
NORMALIZERS = {
    "none": None,
    "nfc": {"type": "NFC"},
    "nfkc": {"type": "NFKC"},
    "lower": {"type": "Lowercase"},
}


def tokenizer_json(
    run: Run | UnigramRun,
    unk: str = UNKNOWN,
    fuse_unk: bool = False,
    byte_fallback: bool = False,
    ignore_merges: bool = False,
) -> bytes:
    """A run's tokenizer.json; ids are the run's. Special tokens are recognised in texts there.

    unk: for BPE the unknown token if it is in the vocabulary; Unigram cannot do without, and has
    it behind its pieces. The others are for BPE; see `Encoder`.
    What tokenizers then does otherwise is told by `differences`. Raises what
    `check_tokenizer_json` raises.
    """
    check_tokenizer_json(run, unk)
    if isinstance(run, UnigramRun):
        model, special = _unigram(run, unk)
    else:
        special = {token: run.ids[token] for token in run.special_tokens}
        model = {
            "type": "BPE",
            "dropout": None,
            "unk_token": unk if unk in run.ids else None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": fuse_unk,
            "byte_fallback": byte_fallback,
            "ignore_merges": ignore_merges,
            "vocab": dict(run.ids),
            "merges": run.rules,
        }
    file = _frame(run.corpus, special) | {"model": model}
    return json.dumps(file, ensure_ascii=False, indent=1).encode()


def check_tokenizer_json(run: Run | UnigramRun, unk: str = UNKNOWN) -> None:
    """Raise InputError for a Unigram model with a piece that is the unknown token."""
    if isinstance(run, UnigramRun) and unk in run.model.ids:
        raise InputError("{unk!r} is already a piece. Choose another unknown token.", unk=unk)


def _frame(corpus: Corpus, special: dict[str, int]) -> dict[str, Any]:
    """All of the file but the model."""
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {"id": id_, "content": token, **flags, "special": True}
            for token, id_ in special.items()
        ],
        "normalizer": NORMALIZERS[corpus.normalization],
        "pre_tokenizer": PRE_TOKENIZERS[corpus.split],
        "post_processor": None,
        "decoder": DECODERS.get(corpus.split, FUSE),
    }


def _unigram(run: UnigramRun, unk: str) -> tuple[dict[str, Any], dict[str, int]]:
    """A Unigram run's model, and its one special token."""
    model = run.model
    scores = [*model.scores.items(), (unk, max(model.log_probabilities))]
    place = len(model.pieces)
    data = {"type": "Unigram", "unk_id": place, "vocab": scores, "byte_fallback": False}
    return data, {unk: place}


def differences(run: Run | UnigramRun, unk: str = UNKNOWN) -> tuple[Remark, ...]:
    """What Hugging Face tokenizers does otherwise with a text, given this run's tokenizer.json."""
    found = []
    if isinstance(run, UnigramRun):
        if run.model.unknown == "word":
            found.append(
                Remark(
                    "Here, a word with an unknown character is unknown as a whole. In Hugging "
                    "Face tokenizers, only the character is unknown."
                )
            )
    elif unk not in run.ids and not run.alphabet >= CHARACTER_BYTES.keys():
        found.append(
            Remark(
                "Hugging Face tokenizers drop characters that did not occur in training. To show "
                "them as {unk}, train with the special token {unk}.",
                (("unk", unk),),
            )
        )
    if run.corpus.split == "metaspace":
        found.append(
            Remark("In Hugging Face tokenizers, a ▁ in the text itself starts a new word.")
        )
    return tuple(found)


def tiktoken_ranks(run: Run, complete: bool = False) -> bytes:
    """A run as tiktoken's ranks: a token's bytes in base64 and its id, a line each.

    Special tokens are not among them; tiktoken is given those apart. complete: bytes that the
    run does not know follow behind its vocabulary, for tiktoken can encode no text without them.
    Raises what `check_tiktoken` raises.
    """
    check_tiktoken(run, complete)
    tokens = dict.fromkeys([*run.corpus.alphabet, *(merge.token for merge in run.merges)])
    ranks = {token: run.ids[token] for token in tokens}
    ranks |= {token: i for i, token in enumerate(_missing(run), len(run.vocab))}
    return b"".join(
        b64encode(bytes(CHARACTER_BYTES[c] for c in token)) + b" %d\n" % rank
        for token, rank in sorted(ranks.items(), key=lambda item: item[1])
    )


def _missing(run: Run) -> list[str]:
    """The bytes that the run does not know, as characters."""
    return [c for c in BYTE_CHARACTERS.values() if c not in run.alphabet]


def check_tiktoken(run: Run, complete: bool = False) -> None:
    """Raise InputError for a run that tiktoken cannot follow. complete: as in `tiktoken_ranks`."""
    corpus = run.corpus
    if corpus.split != "gpt2" or not run.alphabet <= CHARACTER_BYTES.keys():
        raise InputError(
            "tiktoken works on bytes. For this file, train with the pre-tokenization “GPT-2, "
            "byte level”."
        )
    if corpus.normalization != "none":
        raise InputError(
            "tiktoken does not normalize text. For this file, train without normalization."
        )
    if any(merge.token in run.special_tokens for merge in run.merges):
        raise InputError(
            "tiktoken needs token ids in merge order. Here a merge makes a token that is already "
            "a special token, so its id is out of order. Train without that special token."
        )
    missing = _missing(run)
    if missing and not complete:
        raise InputError(
            "tiktoken needs all 256 bytes as tokens, but only {met} occurred in training. The "
            "missing bytes can be added at the end of the vocabulary.",
            met=256 - len(missing),
        )

"""Writes a run as a file for Hugging Face tokenizers or tiktoken.

`differences` lists what Hugging Face tokenizers does differently with the file.
"""

import json
from base64 import b64encode
from typing import Any

from bpe.byte_characters import BYTE_CHARACTERS, CHARACTER_BYTES
from bpe.corpus import Corpus
from bpe.encoder import UNKNOWN
from bpe.errors import InputError, Remark
from bpe.formats import oniguruma
from bpe.run import Run
from bpe.split_patterns import OWN, PART, is_byte_level, pattern_source
from bpe.unigram import Run as UnigramRun
from bpe.wordpiece import MAX_WORD, PREFIX
from bpe.wordpiece import Run as WordPieceRun

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
BYTES_ONLY = BYTE_LEVEL | {"use_regex": False}
PRE_TOKENIZERS: dict[str, dict[str, Any] | None] = {
    "gpt2": BYTE_LEVEL,
    "metaspace": {"type": "Sequence", "pretokenizers": [SPACES, METASPACE]},
    "whitespace": SPACES,
    "punctuation": {"type": "BertPreTokenizer"},
    "none": None,
}
FUSE = {"type": "Fuse"}
NORMALIZERS = {
    "none": None,
    "nfc": {"type": "NFC"},
    "nfkc": {"type": "NFKC"},
    "lower": {"type": "Lowercase"},
}


def tokenizer_json(
    run: Run | UnigramRun | WordPieceRun,
    unk: str = UNKNOWN,
    fuse_unk: bool = False,
    byte_fallback: bool = False,
    ignore_merges: bool = False,
) -> bytes:
    """The tokenizer.json of a run, as UTF-8, with the run's ids.

    unk: the unknown token. A BPE file has it only if it is in the vocabulary; a Unigram file always
    has it, with the id after the last piece; a WordPiece run must have it as a special token for
    the library to encode unknown words. The other arguments are for BPE; see `Encoder`.
    Raises InputError as `check_tokenizer_json` does.

    >>> from bpe import Corpus, train
    >>> data = tokenizer_json(train(Corpus.from_counts({"hug": 10, "pug": 5})))
    >>> json.loads(data)["model"]["merges"]
    [['u', 'g'], ['h', 'ug'], ['p', 'ug']]
    """
    check_tokenizer_json(run, unk)
    decoder = METASPACE if run.corpus.split == "metaspace" else FUSE
    if is_byte_level(run.corpus.split):
        decoder = BYTE_LEVEL
    if isinstance(run, UnigramRun):
        model, special = _unigram(run, unk)
    elif isinstance(run, WordPieceRun):
        model, special = _wordpiece(run, unk)
        decoder = {"type": "WordPiece", "prefix": PREFIX, "cleanup": False}
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
    file = _frame(run.corpus, special) | {"decoder": decoder, "model": model}
    return json.dumps(file, ensure_ascii=False, indent=1).encode()


def check_tokenizer_json(run: Run | UnigramRun | WordPieceRun, unk: str = UNKNOWN) -> None:
    """Raise InputError if a Unigram model has a piece equal to the unknown token, or if Hugging
    Face tokenizers would read the own pattern of the split in another way.

    >>> from bpe import Corpus, unigram
    >>> run = unigram.train(Corpus.from_counts({"hug": 10}), 3)
    >>> check_tokenizer_json(run, unk="h")
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: 'h' is already a piece. Choose another unknown token.
    """
    if isinstance(run, UnigramRun) and unk in run.model.ids:
        raise InputError("{unk!r} is already a piece. Choose another unknown token.", unk=unk)
    if run.corpus.split.startswith(OWN):
        check_portable(pattern_source(run.corpus.split))


def check_portable(source: str) -> None:
    r"""Raise InputError for an own pattern that Hugging Face tokenizers would read in another way.

    >>> check_portable(r"\p{L}+")
    """
    try:
        same = oniguruma.translate(source) == source
    except InputError:
        same = False
    if not same or set("^$") & set(PART.sub("", source)):
        raise InputError(
            "Hugging Face tokenizers read this regular expression in another way, so the file "
            "would split text differently. Choose another pre-tokenization, or another file."
        )


def pre_tokenizer(split: str) -> dict[str, Any] | None:
    """The field `pre_tokenizer` for a split.

    >>> pre_tokenizer("whitespace")
    {'type': 'WhitespaceSplit'}
    """
    if split in PRE_TOKENIZERS:
        return PRE_TOKENIZERS[split]
    pattern = {"type": "Split", "pattern": {"Regex": pattern_source(split)}}
    steps = [pattern | {"behavior": "Isolated", "invert": False}, BYTES_ONLY]
    return {"type": "Sequence", "pretokenizers": steps}


def _frame(corpus: Corpus, special: dict[str, int]) -> dict[str, Any]:
    """All fields of the file except the decoder and the model."""
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
        "pre_tokenizer": pre_tokenizer(corpus.split),
        "post_processor": None,
    }


def _unigram(run: UnigramRun, unk: str) -> tuple[dict[str, Any], dict[str, int]]:
    """The model of a Unigram run, and its only special token with its id."""
    model = run.model
    scores = [*model.scores.items(), (unk, max(model.log_probabilities))]
    unk_id = len(model.pieces)
    data = {"type": "Unigram", "unk_id": unk_id, "vocab": scores, "byte_fallback": False}
    return data, {unk: unk_id}


def _wordpiece(run: WordPieceRun, unk: str) -> tuple[dict[str, Any], dict[str, int]]:
    """The model of a WordPiece run, and its special tokens with their ids."""
    data = {
        "type": "WordPiece",
        "unk_token": unk,
        "continuing_subword_prefix": PREFIX,
        "max_input_chars_per_word": MAX_WORD,
        "vocab": dict(run.ids),
    }
    return data, {token: run.ids[token] for token in run.special_tokens}


def differences(run: Run | UnigramRun | WordPieceRun, unk: str = UNKNOWN) -> tuple[Remark, ...]:
    """How Hugging Face tokenizers, with this run's tokenizer.json, encodes differently.

    >>> from bpe import Corpus, train
    >>> (remark,) = differences(train(Corpus.from_counts({"hug": 10})))
    >>> str(remark).partition(".")[0]
    'Hugging Face tokenizers drop characters that did not occur in training'
    """
    found = []
    if isinstance(run, UnigramRun):
        if run.model.unknown == "word":
            found.append(
                Remark(
                    "Here, a word with an unknown character is unknown as a whole. In Hugging "
                    "Face tokenizers, only the character is unknown."
                )
            )
    elif isinstance(run, WordPieceRun):
        if unk not in run.ids:
            found.append(
                Remark(
                    "In Hugging Face tokenizers, an unknown word is an error, because the "
                    "vocabulary does not have {unk}. Train with the special token {unk}.",
                    (("unk", unk),),
                )
            )
    elif unk not in run.ids and not run.has_all_bytes:
        found.append(
            Remark(
                "Hugging Face tokenizers drop characters that did not occur in training. Then "
                "merges can join the tokens on both sides. To show unknown characters as {unk}, "
                "train with the special token {unk}.",
                (("unk", unk),),
            )
        )
    if run.corpus.split == "metaspace":
        found.append(
            Remark("In Hugging Face tokenizers, a ▁ in the text itself starts a new word.")
        )
    if run.corpus.normalization in ("nfc", "nfkc"):
        found.append(
            Remark(
                "Normalization can join several characters into one, such as a letter and its "
                "accent. Here, the offsets of its token cover all of them. In Hugging Face "
                "tokenizers, they leave some out."
            )
        )
    return tuple(found)


def tiktoken_ranks(run: Run, complete: bool = False) -> bytes:
    """A run as tiktoken's ranks: for each token, a line with its bytes in base64 and its id.

    Leaves out special tokens, because tiktoken takes them separately. complete: whether to add the
    bytes that did not occur in training after the vocabulary; tiktoken needs all bytes.
    Raises InputError as `check_tiktoken` does.

    >>> from bpe import Corpus, train
    >>> run = train(Corpus.from_texts(["aaa"]))
    >>> tiktoken_ranks(run, complete=True).splitlines()[:2]
    [b'YQ== 0', b'YWE= 1']
    """
    check_tiktoken(run, complete)
    tokens = dict.fromkeys([*run.first_tokens, *(merge.token for merge in run.merges)])
    ranks = {token: run.ids[token] for token in tokens}
    ranks |= {token: i for i, token in enumerate(_missing(run), len(run.vocab))}
    return b"".join(
        b64encode(bytes(CHARACTER_BYTES[c] for c in token)) + b" %d\n" % rank
        for token, rank in sorted(ranks.items(), key=lambda item: item[1])
    )


def _missing(run: Run) -> list[str]:
    """The bytes that did not occur in training, as GPT-2's characters."""
    return [c for c in BYTE_CHARACTERS.values() if c not in run.alphabet]


def check_tiktoken(run: Run, complete: bool = False) -> None:
    """Raise InputError for a run that tiktoken cannot load. complete: as in `tiktoken_ranks`.

    >>> from bpe import Corpus, train
    >>> check_tiktoken(train(Corpus.from_texts(["hug"])))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: tiktoken needs all 256 bytes as tokens, ...
    """
    corpus = run.corpus
    if not is_byte_level(corpus.split) or not run.alphabet <= CHARACTER_BYTES.keys():
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

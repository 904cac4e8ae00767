"""Reads and writes tokenizer files, as bytes in memory.

loaded = load({"tokenizer.json": data})       any tokenizer, detected by content
loaded.encoder.encode("Another text.")        like the encoder of a training
loaded.kind                                   "bpe", "unigram" or another one of loaded.KINDS
loaded.unsupported                            settings of the file that are not applied
tokenizer_json(run)                           a run of any kind for Hugging Face tokenizers
read_merges({"merges.txt": data})             merges of an own trainer, for compare_merges
differences(run)                              what it then encodes differently
vocab_json(run), merges_txt(run)              a BPE run as the older two files
tiktoken_ranks(run)                           a byte-level BPE run for tiktoken
check_tiktoken(run), ...                      raise InputError if a run cannot be written
"""

from bpe.errors import Remark
from bpe.formats.detection import load
from bpe.formats.loaded import Loaded
from bpe.formats.loading import load_tokenizer_json
from bpe.formats.merge_lists import MergeList, read_merges
from bpe.formats.vocab_and_merges import (
    check_merges_txt,
    load_vocab_and_merges,
    merges_txt,
    vocab_json,
)
from bpe.formats.writing import (
    check_tiktoken,
    check_tokenizer_json,
    differences,
    tiktoken_ranks,
    tokenizer_json,
)

__all__ = [
    "Loaded",
    "MergeList",
    "Remark",
    "check_merges_txt",
    "check_tiktoken",
    "check_tokenizer_json",
    "differences",
    "load",
    "load_tokenizer_json",
    "load_vocab_and_merges",
    "merges_txt",
    "read_merges",
    "tiktoken_ranks",
    "tokenizer_json",
    "vocab_json",
]

"""Tokenizers' files, in and out.

    loaded = load_tokenizer_json(data)            a BPE tokenizer.json; or load_vocab_and_merges
    loaded.encoder.encode("Another text.")        as with a training's encoder
    loaded.unsupported                            what the file asks for that is not done
    tokenizer_json(run)                           a BPE or Unigram run for Hugging Face tokenizers
    differences(run)                              what it then does otherwise with a text
    vocab_json(run), merges_txt(run)              a BPE run in the older two files
    tiktoken_ranks(run)                           a byte-level BPE run for tiktoken
    check_tiktoken(run) and the like              whether a run can be written so

Files come and go as bytes. But: nothing is read from or written to a disk here.
"""

from bpe.formats.huggingface import Loaded, load_tokenizer_json
from bpe.formats.reading import Remark
from bpe.formats.two_files import check_merges_txt, load_vocab_and_merges, merges_txt, vocab_json
from bpe.formats.writing import (
    check_tiktoken,
    check_tokenizer_json,
    differences,
    tiktoken_ranks,
    tokenizer_json,
)

__all__ = [
    "Loaded",
    "Remark",
    "check_merges_txt",
    "check_tiktoken",
    "check_tokenizer_json",
    "differences",
    "load_tokenizer_json",
    "load_vocab_and_merges",
    "merges_txt",
    "tiktoken_ranks",
    "tokenizer_json",
    "vocab_json",
]

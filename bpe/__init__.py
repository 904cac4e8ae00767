"""The engine: trains Byte-Pair Encoding (BPE) and Unigram, and keeps every step.

    corpus = Corpus.from_texts(["This is a text."])     a corpus: words and their counts
    run = train(corpus, vocab_size=50)                  a training: all merges and their history
    run.at(7)                                           step 7: pair counts, merge, corpus
    run.encode("Another text.")                         encode new text with the learned merges
    run.encode_ids("Megabytes of text.")                only ids, much faster
    compare_merges(my_merges, texts)                    where an own trainer differs, and why
    run.encoder().at(7).walk("word")                    one word between merges, all candidates
    reference                                           short, readable BPE training
    unigram, wordpiece, formats                         packages: Unigram; WordPiece; files

Depends only on the standard library and `regex`, and on protobuf to read a SentencePiece file.
Prints nothing and opens no files.
"""

from bpe import formats, reference, unigram, wordpiece
from bpe.added_tokens import AddedToken
from bpe.byte_characters import token_bytes
from bpe.causes import Cause
from bpe.comparing import Difference, Place, compare_merges
from bpe.corpus import ALPHABETS, Corpus
from bpe.counting import DOCUMENTS, split_documents
from bpe.encoder import Encoder
from bpe.encoding import KINDS, Encoding
from bpe.errors import InputError, Remark
from bpe.merging import ORDERS, AppliedMerge, Candidate, WordState
from bpe.normalization import NORMALIZATIONS, normalize
from bpe.pair_tables import Leader, PairTable
from bpe.pre_tokenization import (
    PATTERN_SPLITS,
    SPLITS,
    PreToken,
    pre_tokenize,
)
from bpe.records import Merge, Step
from bpe.run import Run
from bpe.samples import SAMPLES, Sample
from bpe.split_chunks import Chunk, chunks, pattern_parts
from bpe.split_patterns import OWN, is_byte_level, pattern_source
from bpe.training import TIES, train

__all__ = [
    "ALPHABETS",
    "DOCUMENTS",
    "KINDS",
    "NORMALIZATIONS",
    "ORDERS",
    "OWN",
    "PATTERN_SPLITS",
    "SAMPLES",
    "SPLITS",
    "TIES",
    "AddedToken",
    "AppliedMerge",
    "Candidate",
    "Cause",
    "Chunk",
    "Corpus",
    "Difference",
    "Encoder",
    "Encoding",
    "InputError",
    "Leader",
    "Merge",
    "PairTable",
    "Place",
    "PreToken",
    "Remark",
    "Run",
    "Sample",
    "Step",
    "WordState",
    "chunks",
    "compare_merges",
    "formats",
    "is_byte_level",
    "normalize",
    "pattern_parts",
    "pattern_source",
    "pre_tokenize",
    "reference",
    "split_documents",
    "token_bytes",
    "train",
    "unigram",
    "wordpiece",
]

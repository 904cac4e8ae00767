"""The engine: Byte-Pair Encoding, one merge at a time; and Unigram beside it.

    corpus = Corpus.from_texts(["This is a text."])     a corpus: words and their counts
    run = train(corpus, vocab_size=50)                  every merge, and how it came about
    run.at(7)                                           any step of it, at once
    run.encode("Another text.")                         new text through the learned merges
    run.encoder().at(7).walk("word")                    one word, every candidate at every step
    unigram                                             a package of its own: see there

Standard library and `regex` only. But: it draws nothing, prints nothing and reads no files; how
a step is shown is the business of `pages`.
"""

from bpe import reference, unigram
from bpe.added import Added
from bpe.corpus import Corpus
from bpe.encoded import KINDS, Encoding
from bpe.encoding import Encoder
from bpe.errors import InputError
from bpe.history import Merge, Run, Step
from bpe.merging import ORDERS, Candidate, Fired, State
from bpe.ranking import Leader, Table
from bpe.samples import SAMPLES, Sample
from bpe.splitting import NORMALIZATIONS, SPLITS, Piece, normalize, pre_tokenize, token_bytes
from bpe.training import TIES, train

__all__ = [
    "KINDS",
    "NORMALIZATIONS",
    "ORDERS",
    "SAMPLES",
    "SPLITS",
    "TIES",
    "Added",
    "Candidate",
    "Corpus",
    "Encoder",
    "Encoding",
    "Fired",
    "InputError",
    "Leader",
    "Merge",
    "Piece",
    "Run",
    "Sample",
    "State",
    "Step",
    "Table",
    "normalize",
    "pre_tokenize",
    "reference",
    "token_bytes",
    "train",
    "unigram",
]

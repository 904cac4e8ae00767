"""WordPiece: trains a vocabulary by scores, and encodes words by the longest match.

run = train(corpus, vocab_size=70)       merges the pair with the highest score
run.merges, run.pairs(j), run.vocab      with counts and scores; tokens inside a word start with ##
run.tables(a, b, limit)                  the pairs with the highest scores at these steps
run.encode("Another text.")              longest match first
encoder.attempts(word)                   every look at a word, for showing the steps
reference.train, reference.encode_word   readable versions: short, but slow
"""

from bpe.wordpiece import reference
from bpe.wordpiece.encoder import (
    MAX_WORD,
    PREFIX,
    Attempt,
    Encoder,
    LongestMatch,
    WordLevelEncoder,
)
from bpe.wordpiece.records import Merge, ScoredPair, ScoreTable
from bpe.wordpiece.run import Run
from bpe.wordpiece.training import RULES, train

__all__ = [
    "MAX_WORD",
    "PREFIX",
    "RULES",
    "Attempt",
    "Encoder",
    "LongestMatch",
    "Merge",
    "Run",
    "ScoreTable",
    "ScoredPair",
    "WordLevelEncoder",
    "reference",
    "train",
]

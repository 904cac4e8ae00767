"""WordPiece: encodes words by the longest match.

Encoder(ids, ...)                        longest token first; tokens inside a word start with ##
encoder.attempts(word)                   every look at a word, for showing the steps
WordLevelEncoder(ids, ...)               tokens only for whole words
"""

from bpe.wordpiece.encoder import MAX_WORD, PREFIX, Attempt, Encoder, WordLevelEncoder

__all__ = ["MAX_WORD", "PREFIX", "Attempt", "Encoder", "WordLevelEncoder"]

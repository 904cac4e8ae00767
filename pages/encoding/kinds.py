"""Encodes a text with a tokenizer of any kind, for the stage of that kind."""

from bpe import unigram, wordpiece
from bpe.encoder import Encoder
from pages.encoding.encoders import MAX_DECODED, PLAIN, EncodingOptions, TextEncoder, encode
from pages.encoding.longest_match import LongestMatch
from pages.encoding.segmented import Segmented
from pages.encoding.walk import Text, listed_merges

EncodedText = Text | Segmented | LongestMatch


def encode_text(encoder: TextEncoder, text: str, options: EncodingOptions = PLAIN) -> EncodedText:
    """Encode a text. The result does not keep the whole encoder in memory.

    Options that do not apply to the kind of encoder are ignored. Raises bpe.InputError if the words
    of the text are too long for the steps.

    >>> import bpe
    >>> run = bpe.wordpiece.train(bpe.Corpus.from_counts({"hug": 10}), vocab_size=4)
    >>> type(encode_text(run.encoder(), "hug")).__name__
    'LongestMatch'
    """
    found = encode(encoder, text, options)
    small, decoded = encoder.restricted(found), encoder.decode(found.ids)[:MAX_DECODED]
    size = len(encoder.ids)
    if isinstance(small, unigram.Encoder):
        return Segmented(small, text, found, decoded, size)
    if isinstance(small, wordpiece.Encoder | wordpiece.WordLevelEncoder):
        return LongestMatch(small, text, found, decoded, size)
    assert isinstance(small, Encoder)
    merges = listed_merges(encoder)
    return Text(small, text, *options, found, merges, decoded)

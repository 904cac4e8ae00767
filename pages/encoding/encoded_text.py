"""Encodes a text with a tokenizer of any kind, for the stage of that kind."""

from collections.abc import Mapping

from bpe import unigram, wordpiece
from bpe.encoder import Encoder
from bpe.records import Pair
from pages.encoding.encoders import MAX_DECODED, PLAIN, EncodingOptions, TextEncoder, encode
from pages.encoding.longest_match import LongestMatch
from pages.encoding.segmented import Segmented
from pages.encoding.walk import Text

MAX_LISTED = 1_000  # merges that are listed although the text cannot use all of them
EncodedText = Text | Segmented | LongestMatch


def encode_text(
    encoder: TextEncoder,
    text: str,
    options: EncodingOptions = PLAIN,
    ranks: Mapping[str, int] | None = None,
) -> EncodedText:
    """Encode a text. The result does not keep the whole encoder in memory.

    Options that do not apply to the kind of encoder are ignored. ranks: token -> rank, if WordPiece
    was trained here. Raises bpe.InputError if the words of the text are too long for the steps.

    >>> import bpe
    >>> run = bpe.wordpiece.train(bpe.Corpus.from_counts({"hug": 10}), vocab_size=4)
    >>> type(encode_text(run.encoder(), "hug")).__name__
    'LongestMatch'
    """
    found = encode(encoder, text, options)
    decoded, size = encoder.decode(found.ids)[:MAX_DECODED], len(encoder.ids)
    match encoder.restricted(found):
        case Encoder() as small:
            return Text(small, text, found, decoded, *options, listed_merges(encoder))
        case unigram.Encoder() as small:
            return Segmented(small, text, found, decoded, size)
        case wordpiece.Encoder() | wordpiece.WordLevelEncoder() as small:
            if ranks is not None:
                ranks = {token: ranks.get(token, 0) for token in small.ids}
            return LongestMatch(small, text, found, decoded, size, ranks)
    raise AssertionError("unknown kind of encoder")


def listed_merges(encoder: TextEncoder) -> tuple[Pair, ...]:
    """The merges that an encoder applies, if they can be listed: not those of an upload.

    >>> import bpe
    >>> listed_merges(bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), 5).encoder())
    (('u', 'g'),)
    """
    if isinstance(encoder, Encoder) and encoder.last <= MAX_LISTED:
        return tuple(encoder.merges[: encoder.last])
    return ()

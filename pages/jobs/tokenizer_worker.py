"""A process that loads and runs the uploaded tokenizers, so that the server never does.

    python -m pages.jobs.tokenizer_worker

Only `pages.jobs.tokenizer_file` starts it. It answers requests until the end of its input (see
`messages`), and keeps the tokenizers that were used last. It does not import Streamlit.
"""

import sys
from collections import OrderedDict
from dataclasses import replace
from functools import singledispatch
from typing import Any

import bpe
from bpe import unigram, wordpiece
from bpe.decoding import Decoder
from bpe.encoding import Encoding
from bpe.formats import Loaded
from bpe.inspection.two_vocabularies import CompareVocabularies, written_ids
from bpe.text_encoder import TextEncoder
from pages.jobs import messages, process_limits
from pages.jobs.lookups import check_matches
from pages.jobs.messages import Refusal, TokenizerReply, TokenizerRequest
from pages.jobs.stored_tokenizer import (
    Decode,
    Description,
    Encode,
    EncodeAll,
    Encodings,
    Inspect,
    Restrict,
    StoredTokenizer,
)
from pages.jobs.tokenizer_loading import load, title_of
from pages.resources.machine import address_space, scaled

MAX_SECONDS = 20  # for one answer
MAX_WEIGHT = scaled(200_000_000)  # bytes of the loaded tokenizers
MAX_DECODED = 2_000  # characters of a decoded text that the server gets
MAX_ARCS = 60_000  # pieces at their places in a text; 6,000 characters of English have 35,000


class Tokenizers:
    """The loaded tokenizers. max_weight: bytes; the least recently used ones are evicted."""

    def __init__(self, max_weight: int = MAX_WEIGHT) -> None:
        self.max_weight = max_weight
        self.loaded: OrderedDict[tuple[str, str], Loaded[TextEncoder]] = OrderedDict()

    def get(self, stored: StoredTokenizer) -> Loaded[TextEncoder]:
        """Return a tokenizer; load it first if it is not here.

        Raises bpe.InputError if it is unusable or was deleted.
        """
        key = stored.name, stored.pattern
        loaded = self.loaded.get(key)
        if loaded is None:
            loaded = self.loaded[key] = load(stored)
        self.loaded.move_to_end(key)
        weight = sum(each.encoder.size for each in self.loaded.values())
        while weight > self.max_weight and len(self.loaded) > 1:
            weight -= self.loaded.popitem(last=False)[1].encoder.size
        return loaded

    def answer(self, request: TokenizerRequest) -> TokenizerReply:
        """Return the reply to a request.

        >>> data = b'{"model": {"vocab": {"u": 0, "g": 1, "ug": 2}, "merges": ["u g"]}}'
        >>> Tokenizers().answer(StoredTokenizer("a name", data=data)).tokens
        3
        """
        try:
            try:
                return self._answer(request)
            except MemoryError:
                self.loaded.clear()
                return self._answer(request)
        except bpe.InputError as error:
            refused = error
        except MemoryError:
            self.loaded.clear()
            refused = needs_too_much_memory()
        return Refusal(refused.sentence, refused.values)

    def _answer(self, request: TokenizerRequest) -> TokenizerReply:
        if isinstance(request, StoredTokenizer):
            return replace(describe(self.get(request)), title=title_of(request))
        if isinstance(request, Decode):
            return self.get(request.tokenizer).encoder.decode(request.ids)[:MAX_DECODED]
        if isinstance(request, Inspect):
            return self._inspect(request)
        how = request.how if isinstance(request, EncodeAll) else request
        encoder = self.get(request.tokenizer).encoder.with_merges(how.last, how.whole)
        if isinstance(request, EncodeAll):
            return encode_all(encoder, request)
        if isinstance(request, Encode):
            return encode(encoder, request)
        return restrict(encoder, request)

    def _inspect(self, request: Inspect) -> TokenizerReply:
        question = request.question
        if request.other:
            assert isinstance(question, CompareVocabularies)  # no other question has two
            other = written_ids(self.get(request.other).encoder)
            question = replace(question, other=other)
        return question.answer(self.get(request.tokenizer).encoder)


def needs_too_much_memory() -> bpe.InputError:
    """Return the error for a tokenizer that reached the limit of this process's memory.

    >>> str(needs_too_much_memory())
    'This tokenizer needs more memory than this server allows. Use a smaller one.'
    """
    return bpe.InputError(
        "This tokenizer needs more memory than this server allows. Use a smaller one."
    )


def describe(loaded: Loaded[TextEncoder]) -> Description:
    """Return what a page says about a tokenizer.

    >>> data = b'{"model": {"vocab": {"u": 0}, "merges": []}, "normalizer": {"type": "NFC"}}'
    >>> found = describe(load(StoredTokenizer("a name", data=data)))
    >>> found.kind, found.source, found.normalizes
    ('bpe', 'tokenizer.json', True)
    """
    encoder = loaded.encoder
    added = {each.id for each in encoder.added}
    return Description(
        loaded.kind,
        loaded.source,
        loaded.pattern,
        len(added.union(encoder.ids.values())),
        encoder.merge_count,
        tuple((each.sentence, each.values) for each in loaded.remarks),
        getattr(encoder.pre_tokenizer, "normalizes", False),
        encoder.before,
        encoder.after,
    )


def encode(encoder: TextEncoder, request: Encode) -> Encoding:
    """Return the encoding of a text."""
    options = (request.order, request.specials, request.dropout, request.seed)
    return encoder.encode_with(request.text, *options, max_symbols=request.max_symbols)


def encode_all(encoder: TextEncoder, request: EncodeAll) -> Encodings:
    """Return the encodings of several texts. Raises bpe.InputError if their words are too long.

    >>> encoder = unigram.encoder.plain({"u": -1.0, "ug": -1.5})
    >>> how = Encode(StoredTokenizer("a name"), 0, False, "", "rank", False, 0.0, 0, 9)
    >>> request = EncodeAll(how, ("ug", "u"), 9)
    >>> [each.tokens for each in encode_all(encoder, request).each]
    [('ug',), ('u',)]
    """
    found, room = [], request.max_in_all
    for text in request.texts:
        encoding = encode(encoder, replace(request.how, text=text))
        room -= sum(map(len, encoding.words))
        if room < 0:
            raise too_long(request.max_in_all)
        found.append(replace(encoding, words=(), trace=(), word_ends=()))
    return Encodings(tuple(found))


def too_long(most: int) -> bpe.InputError:
    """Return the error for texts whose words have more than `most` characters.

    >>> str(too_long(9))[-48:]
    'than 9 characters in total. Compare fewer lines.'
    """
    return bpe.InputError(
        "After normalization, the words of these lines have more than {most} characters in total. "
        "Compare fewer lines.",
        most=f"{most:,}",
    )


def restrict(encoder: TextEncoder, request: Restrict) -> TextEncoder:
    """Return an encoder with only what an encoding uses, and without the rules of the file.

    Raises bpe.InputError if too many pieces of a Unigram tokenizer are in the text, or WordPiece
    needs too many attempts: the server repeats them for the steps.
    """
    check_steps(encoder, request.encoding)
    small: Any = encoder.restricted(request.encoding)
    decoder = Decoder(byte_level=encoder.decoder.byte_level)
    without: TextEncoder = replace(small, decoder=decoder, added=(), before=(), after=(), trim=None)
    return without


@singledispatch
def check_steps(encoder: TextEncoder, encoding: Encoding) -> None:
    """Raise bpe.InputError if the steps of a text would take too long. Merges do not."""


@check_steps.register
def check_attempts(encoder: wordpiece.Encoder, encoding: Encoding) -> None:
    """Raise bpe.InputError if the words of a text need too many attempts."""
    words = (word for word in encoding.words if len(word) <= encoder.max_word)
    check_matches(words, encoder.longest)


@check_steps.register
def check_arcs(encoder: unigram.Encoder, encoding: Encoding) -> None:
    """Raise bpe.InputError if the lattices of the words of a text have too many arcs.

    >>> encoder = unigram.encoder.plain({"a" * n: -float(n) for n in range(1, 500)})
    >>> check_arcs(encoder, encoder.encode("a" * 600))
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: Too many pieces of this tokenizer occur in this text. Shorten the text.
    """
    arcs, scores = 0, encoder.model.scores
    for word in dict.fromkeys(encoding.words):
        for start, first in enumerate(word):
            for length in encoder.lengths.get(first, ()):
                if start + length > len(word):
                    break
                arcs += word[start : start + length] in scores
            if arcs > MAX_ARCS:
                raise bpe.InputError(
                    "Too many pieces of this tokenizer occur in this text. Shorten the text."
                )


def main() -> None:
    """Answer requests until the end of the input."""
    # The server's thread that starts this process does not wait for it.
    process_limits.end_with_parent(has_lasting_parent_thread=False)
    process_limits.lower_priority()
    process_limits.limit_memory(address_space())
    tokenizers = Tokenizers()
    while True:
        try:
            request = messages.receive(sys.stdin.buffer)
        except EOFError:
            return
        process_limits.limit_seconds(MAX_SECONDS + 5)  # the server has its own limit
        assert isinstance(request, TokenizerRequest)
        messages.send(sys.stdout.buffer, tokenizers.answer(request))
        process_limits.limit_seconds(0)


if __name__ == "__main__":
    main()

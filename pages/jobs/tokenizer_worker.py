"""A process that loads and runs the uploaded tokenizers, so that the server never does.

    python -m pages.jobs.tokenizer_worker

Only `pages.jobs.tokenizer_file` starts it. It answers requests until the end of its input (see
`messages`), and keeps the tokenizers that were used last. It does not import Streamlit.
"""

import re
import sys
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path

import bpe
from bpe.decoding import Decoder
from bpe.encoder import Encoder
from bpe.encoding import Encoding
from bpe.formats import Loaded, load_tokenizer_json, load_vocab_and_merges
from pages.jobs import messages, process_limits
from pages.jobs.messages import Refusal, TokenizerReply, TokenizerRequest
from pages.jobs.stored_tokenizer import Decode, Description, Encode, Restrict, StoredTokenizer

MAX_MEMORY = 1_000_000_000  # bytes of address space, if the system supports such a limit
MAX_SECONDS = 20  # for one answer
MAX_WEIGHT = 200_000_000  # bytes of the loaded tokenizers
MAX_DECODED = 2_000  # characters of a decoded text that the server gets
# The start of a stored file that contains both files.
TWO_FILES = b"merge-by-merge: vocab.json and merges.txt, after %d bytes\n"
HEADER = re.compile(TWO_FILES.replace(b"%d", rb"(\d{1,10})"))


def load(data: bytes) -> Loaded[Encoder]:
    """Return the tokenizer of a stored file's content. Raises bpe.InputError if it is unusable.

    >>> data = b'{"model": {"vocab": {"u": 0, "g": 1, "ug": 2}, "merges": ["u g"]}}'
    >>> load(data).encoder.encode("ug").ids
    (2,)
    """
    header = HEADER.match(data)
    if not header:
        return load_tokenizer_json(data)
    middle = header.end() + int(header[1])
    return load_vocab_and_merges(data[header.end() : middle], data[middle:])


class Tokenizers:
    """The loaded tokenizers. max_weight: bytes; the least recently used ones are evicted."""

    def __init__(self, max_weight: int = MAX_WEIGHT) -> None:
        self.max_weight = max_weight
        self.loaded: OrderedDict[str, Loaded[Encoder]] = OrderedDict()

    def get(self, stored: StoredTokenizer) -> Loaded[Encoder]:
        """Return a tokenizer; load it first if it is not here.

        Raises bpe.InputError if it is unusable or was deleted.
        """
        loaded = self.loaded.get(stored.name)
        if loaded is None:
            loaded = self.loaded[stored.name] = load(stored.data or read(stored.path))
        self.loaded.move_to_end(stored.name)
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
            return describe(self.get(request))
        if isinstance(request, Decode):
            return self.get(request.tokenizer).encoder.decode(request.ids)[:MAX_DECODED]
        encoder = self.get(request.tokenizer).encoder.at(request.last)
        if request.whole:
            encoder = replace(encoder, ignore_merges=True)
        if isinstance(request, Encode):
            return encode(encoder, request)
        return restrict(encoder, request)


def read(path: str) -> bytes:
    """Return the content of a stored file. Raises bpe.InputError if it was deleted.

    >>> read("no such file")
    Traceback (most recent call last):
        ...
    bpe.errors.InputError: This tokenizer is no longer on this server. Upload it again.
    """
    try:
        return Path(path).read_bytes()
    except OSError:
        raise gone() from None


def gone() -> bpe.InputError:
    """Return the error for a tokenizer whose file is not stored.

    >>> str(gone())
    'This tokenizer is no longer on this server. Upload it again.'
    """
    return bpe.InputError("This tokenizer is no longer on this server. Upload it again.")


def needs_too_much_memory() -> bpe.InputError:
    """Return the error for a tokenizer that reached the limit of this process's memory.

    >>> str(needs_too_much_memory())
    'This tokenizer needs more memory than this server allows. Use a smaller one.'
    """
    return bpe.InputError(
        "This tokenizer needs more memory than this server allows. Use a smaller one."
    )


def describe(loaded: Loaded[Encoder]) -> Description:
    """Return what a page says about a tokenizer."""
    remarks = tuple((each.sentence, each.values) for each in loaded.remarks)
    return Description(len(loaded.encoder.ids), len(loaded.encoder.merges), remarks)


def encode(encoder: Encoder, request: Encode) -> Encoding:
    """Return the encoding of a text."""
    return encoder.encode(
        request.text,
        request.order,
        request.specials,
        request.dropout,
        request.seed,
        max_symbols=request.max_symbols,
    )


def restrict(encoder: Encoder, request: Restrict) -> Encoder:
    """Return an encoder with only what an encoding uses, and without the rules of the file."""
    restricted = encoder.restricted(request.encoding)
    return replace(restricted, decoder=Decoder(), added=(), before=(), after=(), trim=None)


def main() -> None:
    """Answer requests until the end of the input."""
    # The server's thread that starts this process does not wait for it.
    process_limits.end_with_parent(has_lasting_parent_thread=False)
    process_limits.lower_priority()
    process_limits.limit_memory(MAX_MEMORY)
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

"""How a loaded tokenizer cuts a text, within a limited time.

But: what each step does is told in `normalizers` and `pre_tokenizers`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from time import monotonic

from bpe.added import Added, Finder, check_deadline
from bpe.formats.aligned import Aligned, check_length
from bpe.formats.normalizers import Normalizer
from bpe.formats.pre_tokenizers import PreTokenizer
from bpe.splitting import Piece

SECONDS = 5.0  # how long cutting one text may take


@dataclass(frozen=True, eq=False)
class Pipeline:
    """Cuts a text as a file says: added tokens, normalizers, added tokens again, pre-tokenizers."""

    normalizers: tuple[Normalizer, ...]
    pre_tokenizers: tuple[PreTokenizer, ...]
    added: tuple[Added, ...]

    @cached_property
    def finders(self) -> Mapping[bool, tuple[Finder, Finder]]:
        """By whether special tokens are recognised: in the text as given, in the normalised."""
        deadline = monotonic() + SECONDS
        normal = tuple(
            (self.normalize(Aligned.of(token.token), deadline).text, token)
            for token in self.added
            if token.normalized
        )
        plain = tuple((token.token, token) for token in self.added if not token.normalized)
        return {
            specials: (
                Finder(tuple((n, t) for n, t in plain if specials or not t.special)),
                Finder(tuple((n, t) for n, t in normal if specials or not t.special)),
            )
            for specials in (True, False)
        }

    def normalize(self, text: Aligned, deadline: float) -> Aligned:
        """A text through the normalizers."""
        for step in self.normalizers:
            check_deadline(deadline)
            text = step(text, deadline)
        return text

    def __call__(self, text: str, specials: bool) -> list[Piece]:
        """The words of a text, in order. Raises InputError if that takes too long."""
        return list(self.pieces(text, specials, monotonic() + SECONDS))

    def pieces(self, text: str, specials: bool, deadline: float) -> Iterator[Piece]:
        """The same one by one."""
        given, normal = self.finders[specials]
        for start, end, token in given.find(text, deadline):
            part = Aligned.of(text[start:end], start)
            if token:
                yield _added(token, part)
                continue
            part = self.normalize(part, deadline)
            for a, b, found in normal.find(part.text, deadline):
                if found:
                    yield _added(found, part.part(a, b))
                else:
                    yield from self.words(part.part(a, b), deadline)

    def words(self, text: Aligned, deadline: float) -> Iterator[Piece]:
        """A normalised text through the pre-tokenizers."""
        parts: list[Aligned] = [text]
        for cut in self.pre_tokenizers:
            check_deadline(deadline)
            parts = [new for part in parts for new in cut(part, deadline) if new.text]
            check_length(sum(len(part.text) for part in parts))
        for part in parts:
            yield part.piece()


def _added(token: Added, part: Aligned) -> Piece:
    """An added token where it stands."""
    start, end = part.spans[0][0], part.spans[-1][1]
    return Piece(token.token, start, end, ((start, end),), added=True)

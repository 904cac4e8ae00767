"""The pre-tokenization of a loaded tokenizer, within a time limit."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from time import monotonic

from bpe.added_tokens import AddedToken, AddedTokenFinder, check_deadline
from bpe.formats.aligned_text import AlignedText, check_length
from bpe.formats.normalizers import Normalizer
from bpe.formats.pre_tokenizers import SplitStep
from bpe.pre_tokenization import PlainSplit, PreToken
from bpe.short_repr import short_repr

MAX_SECONDS = 5.0  # for one text
MIN_SECONDS = 1.0  # for a short text
CHARACTERS_PER_SECOND = 5_000  # more seconds for a longer one
PLAIN_CHARACTERS_PER_SECOND = 50_000  # without offsets, more seconds than MAX_SECONDS


@short_repr
@dataclass(frozen=True, eq=False)
class Pipeline:
    """Pre-tokenizes a text as a file describes.

    In this order: finds added tokens in the given text, normalizes the rest, finds added tokens in
    the normalized text, and applies the pre-tokenizers.
    """

    normalizers: tuple[Normalizer, ...]
    pre_tokenizers: tuple[SplitStep, ...]
    added: tuple[AddedToken, ...]

    @property
    def normalizes(self) -> bool:
        """Whether a text can change before it is split.

        >>> Pipeline((), (), ()).normalizes
        False
        """
        return bool(self.normalizers)

    @property
    def names(self) -> tuple[list[str], list[str]]:
        """The types of the normalizers and of the pre-tokenizers.

        >>> Pipeline((), (), ()).names
        ([], [])
        """
        normalizers = dict.fromkeys(each.name for each in self.normalizers)
        return [*normalizers], [*dict.fromkeys(each.name for each in self.pre_tokenizers)]

    @cached_property
    def finders(self) -> Mapping[bool, tuple[AddedTokenFinder, AddedTokenFinder]]:
        """Whether to find special tokens -> finders for the given and for the normalized text.

        >>> added = (AddedToken("<s>", 0),)
        >>> given, normalized = Pipeline((), (), added).finders[True]
        >>> len(given.needles), len(normalized.needles)
        (1, 0)
        """
        deadline = monotonic() + MAX_SECONDS
        normalized = tuple(
            (self.normalize(AlignedText.of(token.token), deadline).text, token)
            for token in self.added
            if token.normalized
        )
        given = tuple((token.token, token) for token in self.added if not token.normalized)
        return {
            specials: (
                AddedTokenFinder(tuple((n, t) for n, t in given if specials or not t.special)),
                AddedTokenFinder(tuple((n, t) for n, t in normalized if specials or not t.special)),
            )
            for specials in (True, False)
        }

    def plain(self, specials: bool) -> PlainSplit | None:
        """The same without offsets, for `TextEncoder.encode_ids`; None if a step needs them.

        >>> Pipeline((), (), (AddedToken("<s>", 0),)).plain(True).parts("a hug<s>")
        [('a hug', False), ('<s>', True)]
        """
        clock = [0.0]  # the deadline of the text that is split now
        in_given, in_normalized = self.finders[specials]

        def parts(text: str) -> list[tuple[str, bool]]:
            clock[0] = monotonic() + MAX_SECONDS + len(text) / PLAIN_CHARACTERS_PER_SECOND
            found: list[tuple[str, bool]] = []
            for start, end, token in in_given.find(text, clock[0]):
                if token:
                    found.append((token.token, True))
                    continue
                part = text[start:end]
                if self.normalizers:
                    part = self.normalize(AlignedText.of(part, start), clock[0]).text
                for a, b, normalized in in_normalized.find(part, clock[0]):
                    found.append((normalized.token if normalized else part[a:b], bool(normalized)))
            return found

        def timed(plain: Callable[[str, float], Iterable[str]]) -> Callable[[str], Iterable[str]]:
            return lambda text: plain(text, clock[0])

        steps = [step.plain for step in self.pre_tokenizers]
        if None in steps:
            return None
        return PlainSplit(parts, tuple(timed(plain) for plain in steps if plain))

    def normalize(self, text: AlignedText, deadline: float) -> AlignedText:
        """Apply the normalizers to a text.

        >>> from bpe.formats.normalizers import normalizers
        >>> pipeline = Pipeline(normalizers({"type": "Lowercase"}), (), ())
        >>> pipeline.normalize(AlignedText.of("Hug"), monotonic() + 60).text
        'hug'
        """
        for step in self.normalizers:
            check_deadline(deadline)
            text = step(text, deadline)
        return text

    def __call__(self, text: str, specials: bool) -> list[PreToken]:
        """The pre-tokens of a text, in order. Raises InputError if it takes too long."""
        seconds = min(MAX_SECONDS, MIN_SECONDS + len(text) / CHARACTERS_PER_SECOND)
        return list(self.pre_tokens(text, specials, monotonic() + seconds))

    def pre_tokens(self, text: str, specials: bool, deadline: float) -> Iterator[PreToken]:
        """The pre-tokens of a text, one by one. Raises InputError after the deadline.

        >>> pipeline = Pipeline((), (), (AddedToken("<s>", 0),))
        >>> [p.word for p in pipeline.pre_tokens("a hug<s>", True, monotonic() + 60)]
        ['a hug', '<s>']
        """
        in_given, in_normalized = self.finders[specials]
        for start, end, token in in_given.find(text, deadline):
            part = AlignedText.of(text[start:end], start)
            if token:
                yield _added(token, part)
                continue
            part = self.normalize(part, deadline)
            for a, b, found in in_normalized.find(part.text, deadline):
                if found:
                    yield _added(found, part.part(a, b))
                else:
                    yield from self.split(part.part(a, b), deadline)

    def split(self, text: AlignedText, deadline: float) -> Iterator[PreToken]:
        """Apply the pre-tokenizers to a normalized text.

        >>> from bpe.formats.pre_tokenizers import pre_tokenizers
        >>> pipeline = Pipeline((), pre_tokenizers({"type": "WhitespaceSplit"}), ())
        >>> [p.word for p in pipeline.split(AlignedText.of("a hug"), monotonic() + 60)]
        ['a', 'hug']
        """
        parts: Iterable[AlignedText] = [text]
        for step in self.pre_tokenizers:
            check_deadline(deadline)
            parts = list(apply_step(step, parts, text.given, deadline))
        for part in parts:
            yield part.pre_token()


def apply_step(
    step: SplitStep, parts: Iterable[AlignedText], given: int, deadline: float
) -> Iterator[AlignedText]:
    """Apply a pre-tokenizer to the parts of a text. given: as in `check_length`, for all parts.

    >>> from bpe.formats.pre_tokenizers import pre_tokenizers
    >>> (step,) = pre_tokenizers({"type": "WhitespaceSplit"})
    >>> [part.text for part in apply_step(step, [AlignedText.of("a hug")], 5, monotonic() + 60)]
    ['a', 'hug']
    """
    length = 0
    for part in parts:
        for new in step(part, deadline):
            if new.text:
                length += len(new.text)
                check_length(length, given)
                yield new


def _added(token: AddedToken, part: AlignedText) -> PreToken:
    """The pre-token of an added token found in a text."""
    start, end = part.spans[0][0], part.spans[-1][1]
    return PreToken(token.token, start, end, ((start, end),), added=True)

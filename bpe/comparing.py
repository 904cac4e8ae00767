"""Compares merges that somebody's own trainer learned with a training: the first difference.

`causes` finds why they differ.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bpe.byte_characters import BYTE_CHARACTERS as BYTES_AS_TEXT
from bpe.byte_characters import CHARACTER_BYTES, byte_level
from bpe.causes import MAX_LEARNED, Cause, count_agreeing, find_causes, length_causes
from bpe.corpus import Corpus
from bpe.counting import check_special_tokens
from bpe.errors import InputError, Remark, check_text, values
from bpe.pair_tables import positions_of
from bpe.records import Pair
from bpe.run import Run
from bpe.short_repr import MAX_LENGTH, cut, short_repr
from bpe.split_patterns import is_byte_level
from bpe.training import train

MAX_MERGES = 100_000  # that can be compared
MAX_CHARACTERS = 10_000_000  # of all texts, with a line end each
MAX_TOKENS_LENGTH = 5_000_000  # characters of all tokens of the given merges
MAX_CORPUS = 5_000_000  # characters of all different words
PLACES = 5  # of a pair that are listed
MOST = 0.5  # of the merges from the first difference on


@short_repr
@dataclass(frozen=True, slots=True)
class Place:
    """A word that contains a pair: its tokens at this step, and its count in the corpus."""

    word: str
    count: int
    tokens: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Difference:
    """The first merge that differs from a training.

    rank: of this merge; the merges before it agree. yours, expected: the two pairs; None if that
    list of merges has ended. yours_count, expected_count: their counts at this step, in the
    training; 0 if a pair does not occur. tied: whether both have the same count. yours_places,
    expected_places: the first words that contain them. yours_later: the rank at which the training
    merges your pair; expected_later: the rank at which you merge the expected pair; None for never.
    rest: how many merges you have from this one on. shared: how many of these the training also has
    from here on, in any order. causes: the most likely one first. untried: ids of the causes that
    would take too long to try. run: the training.
    """

    rank: int
    yours: Pair | None
    expected: Pair | None
    yours_count: int
    expected_count: int
    tied: bool
    yours_places: tuple[Place, ...]
    expected_places: tuple[Place, ...]
    yours_later: int | None
    expected_later: int | None
    rest: int
    shared: int
    causes: tuple[Cause, ...]
    untried: tuple[str, ...]
    run: Run

    @property
    def remarks(self) -> tuple[Remark, ...]:
        r"""The difference in sentences, without its causes.

        >>> difference = compare_merges([("h", "u")], Corpus.from_counts({"hug": 2, "pug": 1}))
        >>> print(*difference.remarks, sep="\n")
        Merge 1 differs: yours is 'h' + 'u' (count 2), expected is 'u' + 'g' (count 3).
        Of your merges from here on (1), the training also learns 0.
        """
        return tuple(self._remarks())

    def _remarks(self) -> Iterator[Remark]:
        if self.yours is None:
            yield Remark(
                "Your merges end before merge {rank}: expected is {expected} (count {count}).",
                values(rank=self.rank, expected=_name(self.expected), count=self.expected_count),
            )
            return
        if self.expected is None:
            yield Remark(
                "The training ends before your merge {rank}: {yours} (count {count}).",
                values(rank=self.rank, yours=_name(self.yours), count=self.yours_count),
            )
            return
        yield Remark(
            "Merge {rank} differs: yours is {yours} (count {yours_count}), expected is {expected} "
            "(count {count}).",
            values(
                rank=self.rank,
                yours=_name(self.yours),
                yours_count=self.yours_count,
                expected=_name(self.expected),
                count=self.expected_count,
            ),
        )
        if self.tied:
            yield Remark("Both have the same count, so the tie rule decides.")
        elif not self.yours_count:
            yield Remark("Your pair does not occur in the corpus at this step.")
        yield Remark(
            "Of your merges from here on ({rest}), the training also learns {shared}.",
            values(rest=self.rest, shared=self.shared),
        )

    @property
    def explained(self) -> str:
        """How many of your merges the causes explain: "all", "most", "part", or "" without a cause.

        >>> compare_merges([("h", "u")], Corpus.from_counts({"hug": 2})).explained
        'all'
        """
        if not self.causes:
            return ""
        if any(cause.complete for cause in self.causes):
            return "all"
        before = self.rank - 1
        enough = before + MOST * self.rest
        return "most" if self.causes[0].agrees >= enough else "part"

    def _cause_lines(self) -> Iterator[str]:
        """The causes with how sure they are."""
        is_part, several = self.explained == "part", len(self.causes) > 1
        title = f"{'Possible' if is_part else 'Likely'} cause{'s' if several else ''}:"
        if self.causes:
            yield title
        for cause in self.causes:
            if cause.joint:
                yield f"- Together with this: {cause} Both give all of your merges."
            elif cause.complete:
                yield f"- {cause}"
            else:
                total = self.rank - 1 + self.rest
                yield f"- {cause} This alone gives the first {cause.agrees} of {total} merges."

    def __str__(self) -> str:
        return "\n".join([*map(str, self.remarks), *self._cause_lines()])

    def __repr__(self) -> str:
        """The sentences too, so that a failed assertion shows them."""
        return cut(f"<Difference: {' '.join(str(self).splitlines())}>", MAX_LENGTH)


def _name(pair: Pair | None) -> str:
    """A pair in a sentence, with long tokens cut."""
    return " + ".join(repr(token[:60]) for token in pair or ())


def compare_merges(
    merges: Iterable[Sequence[bytes | str]],
    texts: Iterable[str] | Corpus,
    *,
    split: str = "gpt2",
    normalization: str = "none",
    ties: str = "greatest",
    special_tokens: Iterable[str] = (),
    vocab_size: int | None = None,
    min_count: int = 1,
    alphabet: str | None = None,
    causes: bool = True,
) -> Difference | None:
    """The first difference between given merges and those of a training; None if all are equal.

    merges: pairs of bytes, or of tokens as text; or a vocabulary and such pairs, as `train_bpe` of
    CS336 returns both. Tokens as text are in GPT-2's visible characters if the split is byte-level,
    or, if one of them has a space, plain text. texts: what to train on, or a corpus; with a
    corpus, causes that need the text are not tried. split, normalization, ties, min_count:
    as in `Corpus.from_texts` and `train`. special_tokens: split the texts, and are in the
    vocabulary. vocab_size: if given, the number of merges must fit too; otherwise the training
    stops after as many merges as are given. alphabet: by default all bytes with a byte-level split.
    causes: whether to look for them.
    Raises InputError for merges that are not such pairs, invalid settings, and too large input.

    >>> corpus = Corpus.from_counts({"low": 5, "lower": 2, "widest": 3, "newest": 6})
    >>> compare_merges([(b"s", b"t"), (b"e", b"st"), (b"o", b"w")], corpus) is None
    True
    >>> difference = compare_merges([("e", "s"), ("es", "t"), ("l", "o")], corpus)
    >>> difference.rank, difference.expected, difference.tied, difference.causes[0].id
    (1, ('s', 't'), True, 'ties:first')
    """
    specials = check_special_tokens(special_tokens)
    documents = None if isinstance(texts, Corpus) else check_documents(texts)
    if isinstance(texts, Corpus):
        corpus = texts
    else:
        corpus = Corpus.from_texts(
            documents or (),
            split,
            normalization,
            max_characters=MAX_CORPUS,
            special_tokens=specials,
        )
    given = read_pairs(merges, corpus.split)
    run = train(
        corpus,
        vocab_size,
        ties,
        specials,
        min_count,
        alphabet or ("bytes" if is_byte_level(corpus.split) else "corpus"),
        should_continue=None if vocab_size else lambda done: done < len(given),
        max_characters=MAX_LEARNED,
    )
    agreeing = count_agreeing(given, iter(run.rules))
    if agreeing == len(given) == len(run.merges):
        return None
    return _difference(run, given, agreeing, documents, causes)


def check_documents(texts: Iterable[str]) -> list[str]:
    """The texts as a list. Raises InputError if they are not texts, or too large.

    >>> check_documents(["a hug"])
    ['a hug']
    """
    if isinstance(texts, (str, Mapping)) or not isinstance(texts, Iterable):
        raise InputError("Give a list of texts, or a corpus.")
    documents, characters = [], 0
    for text in texts:
        documents.append(check_text(text))
        characters += len(text) + 1
        if characters > MAX_CHARACTERS:
            raise InputError(
                "The texts have more than {most} characters. Compare on a part of them.",
                most=f"{MAX_CHARACTERS:,}",
            )
    return documents


def read_pairs(merges: Iterable[Any], split: str) -> list[Pair]:
    """Given merges as pairs of tokens of a training with this split. See `compare_merges`.

    >>> read_pairs([(b" ", b"t")], "gpt2"), read_pairs([("e", " t")], "gpt2")
    ([('Ġ', 't')], [('e', 'Ġt')])
    """
    if isinstance(merges, tuple) and len(merges) == 2 and isinstance(merges[0], Mapping):
        return read_pairs(merges[1], split)  # (vocab, merges), as `train_bpe` of CS336 returns both
    if isinstance(merges, (str, bytes)) or not isinstance(merges, Iterable):
        raise InputError("Give the merges as a list of pairs, such as [(b's', b't')].")
    pairs: list[tuple[bytes | str, bytes | str]] = []
    length = 0
    for rank, merge in enumerate(merges, 1):
        if (
            not isinstance(merge, (tuple, list))
            or len(merge) != 2
            or not all(isinstance(token, (bytes, str)) and token for token in merge)
        ):
            raise InputError(
                "Merge {rank} is not a pair of two tokens. Write each merge as a pair of bytes, "
                "such as (b's', b't').",
                rank=rank,
            )
        length += len(merge[0]) + len(merge[1])
        if rank > MAX_MERGES or length > MAX_TOKENS_LENGTH:
            raise InputError(
                "There are too many merges, or their tokens are too long. Compare the first ones."
            )
        pairs.append((merge[0], merge[1]))
    plain = is_byte_level(split) and any(
        isinstance(token, str) and not CHARACTER_BYTES.keys() >= set(token)
        for pair in pairs
        for token in pair
    )
    return [
        (_token(left, rank, split, plain), _token(right, rank, split, plain))
        for rank, (left, right) in enumerate(pairs, 1)
    ]


def _token(token: bytes | str, rank: int, split: str, plain: bool) -> str:
    """A given token as in a training with this split. plain: whether texts are plain text."""
    if isinstance(token, str):
        return byte_level(check_text(token)) if plain else check_text(token)
    if is_byte_level(split):
        return "".join(map(BYTES_AS_TEXT.__getitem__, token))
    try:
        return token.decode()
    except UnicodeDecodeError:
        raise InputError(
            "Merge {rank} has a token that is only a part of a character. Such tokens need a "
            "pre-tokenization at the byte level, such as GPT-2's.",
            rank=rank,
        ) from None


def _difference(
    run: Run, given: list[Pair], agreeing: int, documents: list[str] | None, search: bool
) -> Difference:
    """The difference of given merges that agree with a run up to a rank."""
    yours = given[agreeing] if agreeing < len(given) else None
    expected = run.rules[agreeing] if agreeing < len(run.rules) else None
    yours_count = run.count(yours, agreeing) if yours else 0
    expected_count = run.count(expected, agreeing) if expected else 0
    shared = Counter(given[agreeing:]) & Counter(run.rules[agreeing:])
    causes: list[Cause] = []
    untried: list[str] = []
    if search and yours and expected:
        causes, untried = find_causes(run, given, agreeing, documents)
    elif search:
        causes = list(length_causes(run, given))
    return Difference(
        rank=agreeing + 1,
        yours=yours,
        expected=expected,
        yours_count=yours_count,
        expected_count=expected_count,
        tied=bool(yours and expected) and yours_count == expected_count,
        yours_places=places(run, yours, agreeing),
        expected_places=places(run, expected, agreeing),
        yours_later=run.ranks.get(yours) if yours else None,
        expected_later=given.index(expected) + 1 if expected in given else None,
        rest=len(given) - agreeing,
        shared=shared.total(),
        causes=tuple(causes),
        untried=tuple(untried),
        run=run,
    )


def places(run: Run, pair: Pair | None, j: int) -> tuple[Place, ...]:
    """The first PLACES words that contain a pair after j merges.

    >>> run = train(Corpus.from_counts({"hug": 10, "pug": 5}))
    >>> places(run, ("u", "g"), 0)[1]
    Place(word='pug', count=5, tokens=('p', 'u', 'g'))
    """
    found: dict[int, None] = {}
    for position in positions_of(run, pair, j) if pair else ():
        found[bisect_right(run.word_starts, position) - 1] = None
        if len(found) == PLACES:
            break
    counts = run.corpus.counts
    words = ((word, run.words[word]) for word in found)
    return tuple(Place(text, counts[text], run.tokens(word, j)) for word, text in words)

"""Compares merges that somebody's own trainer learned with a training, and finds why they differ.

Each likely cause is found by trying it: the training is repeated with one thing changed, and its
merges are compared with the given ones. See `variations` for the changed trainers.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from bpe.byte_characters import BYTE_CHARACTERS as BYTES_AS_TEXT
from bpe.byte_characters import CHARACTER_BYTES, byte_level
from bpe.corpus import Corpus
from bpe.counting import check_special_tokens, count_words, split_at
from bpe.errors import InputError, Remark, check_text
from bpe.normalization import normalize
from bpe.pair_tables import positions_of
from bpe.records import Pair
from bpe.run import Run
from bpe.short_repr import MAX_LENGTH, cut, short_repr
from bpe.split_patterns import PATTERNS, is_byte_level
from bpe.training import train
from bpe.variations import ORDERS, TooMuchWork, ordered_merges, plain_merges

MAX_MERGES = 100_000  # that can be compared
MAX_CHARACTERS = 10_000_000  # of all texts
MAX_TOKENS_LENGTH = 5_000_000  # characters of all tokens of the given merges
PLACES = 5  # of a pair that are listed

TIE_CAUSES = {
    "least": Remark(
        "Among pairs with the same count, your trainer takes the least one, compared as bytes."
    ),
    "greatest": Remark(
        "Among pairs with the same count, your trainer takes the greatest one, compared as bytes."
    ),
    "first": Remark(
        "Among pairs with the same count, your trainer takes the one that it meets first."
    ),
    "lowest": Remark(
        "Among pairs with the same count, your trainer takes the one with the lowest ids."
    ),
    "greatest_ids": Remark(
        "Among pairs with the same count, your trainer compares the ids of the tokens and not "
        "their bytes, and takes the greatest."
    ),
    "characters": Remark(
        "Among pairs with the same count, your trainer compares GPT-2's visible characters and "
        "not the bytes that they stand for."
    ),
    "joined": Remark(
        "Among pairs with the same count, your trainer compares the joined tokens and not the "
        "pair: first the left token, then the right one."
    ),
}
COUNT_CAUSES = {
    ("apart", "again"): Remark(
        "In a run such as aaa, your trainer counts a + a once. Two pairs overlap there, and both "
        "are counted."
    ),
    ("all", "old_tokens"): Remark(
        "Your trainer updates counts wrongly where two merges are adjacent, as in aaaa or abab: "
        "after the first merge, the neighbor of the second is the new token."
    ),
    ("all", "only_added"): Remark(
        "After a merge, your trainer counts the pairs with the new token, but does not lower the "
        "counts of the pairs that they replace."
    ),
}


@dataclass(frozen=True, slots=True)
class Cause:
    """A change of the training that gives the merges that were compared, or more of them.

    id: its name, such as "special_tokens" or "pattern:cl100k". remark: a sentence about it.
    agrees: how many of the merges, from the first on, are the same with this change. complete:
    whether all are.
    """

    id: str
    remark: Remark
    agrees: int
    complete: bool

    def __str__(self) -> str:
        return str(self.remark)


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
        From here on, you have 1 merges. The training has 0 of them too.
        """
        return tuple(self._remarks())

    def _remarks(self) -> Iterator[Remark]:
        if self.yours is None:
            yield Remark(
                "Your merges end before merge {rank}: expected is {expected} (count {count}).",
                _values(rank=self.rank, expected=_name(self.expected), count=self.expected_count),
            )
            return
        if self.expected is None:
            yield Remark(
                "The training ends before your merge {rank}: {yours} (count {count}).",
                _values(rank=self.rank, yours=_name(self.yours), count=self.yours_count),
            )
            return
        yield Remark(
            "Merge {rank} differs: yours is {yours} (count {yours_count}), expected is {expected} "
            "(count {count}).",
            _values(
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
            "From here on, you have {rest} merges. The training has {shared} of them too.",
            _values(rest=self.rest, shared=self.shared),
        )

    def __str__(self) -> str:
        return "\n".join([*map(str, self.remarks), *map(str, self.causes)])

    def __repr__(self) -> str:
        """The sentences too, so that a failed assertion shows them."""
        return cut(f"<Difference: {' '.join(str(self).splitlines())}>", MAX_LENGTH)


def _values(**values: object) -> tuple[tuple[str, object], ...]:
    return tuple(values.items())


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

    merges: pairs of bytes, or of tokens as text: with a byte-level split in GPT-2's visible
    characters or, if one of them has a space, as plain text. texts: what to train on, or a corpus;
    with a corpus, causes that need the text are not tried. split, normalization, ties, min_count:
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
        corpus = Corpus.from_texts(documents or (), split, normalization, special_tokens=specials)
    given = read_pairs(merges, corpus.split)
    run = train(
        corpus,
        vocab_size,
        ties,
        specials,
        min_count,
        alphabet or ("bytes" if is_byte_level(corpus.split) else "corpus"),
        should_continue=None if vocab_size else lambda done: done < len(given),
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
        characters += len(text)
        if characters > MAX_CHARACTERS:
            raise InputError(
                "The texts have more than {most} characters. Compare on a part of them.",
                most=f"{MAX_CHARACTERS:,}",
            )
    return documents


def read_pairs(merges: Iterable[Sequence[bytes | str]], split: str) -> list[Pair]:
    """Given merges as pairs of tokens of a training with this split. See `compare_merges`.

    >>> read_pairs([(b" ", b"t")], "gpt2"), read_pairs([("e", " t")], "gpt2")
    ([('Ġ', 't')], [('e', 'Ġt')])
    """
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


def count_agreeing(given: Sequence[Pair], found: Iterator[Pair]) -> int:
    """How many pairs are equal, from the first on. Reads no more of the second list than needed.

    >>> count_agreeing([("a", "b"), ("b", "c")], iter([("a", "b"), ("c", "d")]))
    1
    """
    agreeing = 0
    for mine, theirs in zip(given, found, strict=False):
        if mine != theirs:
            break
        agreeing += 1
    return agreeing


def _difference(
    run: Run, given: list[Pair], agreeing: int, documents: list[str] | None, find_causes: bool
) -> Difference:
    """The difference of given merges that agree with a run up to a rank."""
    yours = given[agreeing] if agreeing < len(given) else None
    expected = run.rules[agreeing] if agreeing < len(run.rules) else None
    yours_count = run.count(yours, agreeing) if yours else 0
    expected_count = run.count(expected, agreeing) if expected else 0
    shared = Counter(given[agreeing:]) & Counter(run.rules[agreeing:])
    causes: list[Cause] = []
    untried: list[str] = []
    if find_causes and yours and expected:
        causes, untried = find(run, given, agreeing, documents)
    elif find_causes:
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


def find(
    run: Run, given: list[Pair], agreeing: int, documents: list[str] | None
) -> tuple[list[Cause], list[str]]:
    """The causes that give more of the merges than the training, the best first; and the untried.

    Changes of the trainer are tried first, then of the text, then of the pattern. If a cause gives
    all merges, the others are left out, and later ones are not tried.
    """
    causes, untried = [], []
    for group in (
        trainer_changes(run),
        text_changes(run, documents),
        pattern_changes(run, documents),
    ):
        for name, remark, merges in group:
            try:
                agrees = count_agreeing(given, merges())
            except (TooMuchWork, InputError):
                untried.append(name)
                continue
            if agrees > agreeing:
                causes.append(Cause(name, remark, agrees, agrees == len(given)))
        if complete := [cause for cause in causes if cause.complete]:
            return complete, untried
    return sorted(causes, key=lambda cause: -cause.agrees), untried


def length_causes(run: Run, given: list[Pair]) -> Iterator[Cause]:
    """Why there are more or fewer merges than expected, if all that both have are equal."""
    here, expected = len(given), len(run.merges)
    whole = train(
        run.corpus,
        None,
        run.ties,
        run.special_tokens,
        should_continue=lambda done: done <= max(here, expected),
    )
    agrees = count_agreeing(given, iter(whole.rules))
    if agrees < here:
        return
    last = whole.merges[here - 1].count if here else 0
    if here < expected and (not here or run.merges[here].count < last):
        yield Cause(
            "min_count",
            Remark(
                "Your trainer stops earlier, as if a pair had to occur at least {count} times.",
                _values(count=run.merges[here].count + 1),
            ),
            agrees,
            True,
        )
    if here > expected and run.stopped == "min_count":
        yield Cause(
            "min_count",
            Remark(
                "Your trainer goes on with pairs that occur less than {count} times.",
                _values(count=run.min_count),
            ),
            agrees,
            True,
        )
    specials = len(run.special_tokens)
    if specials and run.stopped == "vocabulary" and here - expected == specials:
        yield Cause(
            "vocab_size",
            Remark("Your vocabulary size does not include the special tokens."),
            agrees,
            True,
        )
    if run.stopped == "vocabulary" and here - expected in (
        len(run.first_tokens),
        len(run.first_tokens) + specials,
        len(run.first_tokens) - len(run.corpus.alphabet),
    ):
        yield Cause(
            "vocab_size",
            Remark("Your vocabulary size does not include all single characters or bytes."),
            agrees,
            True,
        )
    if abs(here - expected) == 1:
        yield Cause(
            "vocab_size",
            Remark("Your loop makes one merge more or less than expected."),
            agrees,
            True,
        )


Attempt = tuple[str, Remark, Callable[[], Iterator[Pair]]]


def trainer_changes(run: Run) -> Iterator[Attempt]:
    """What a student's trainer may do differently: an id, a sentence, and the changed training."""
    corpus = run.corpus
    for order in ORDERS:
        if order != run.ties and (order != "characters" or is_byte_level(corpus.split)):
            yield f"ties:{order}", TIE_CAUSES[order], _ordered(lambda: corpus, order)
    for (counting, update), remark in COUNT_CAUSES.items():
        name = f"counts:{counting}" if update == "again" else f"counts:{update}"
        yield name, remark, _counted(corpus, run.ties, counting, update)
    yield (
        "counts:words",
        Remark("Your trainer counts each different word once, and not as often as it occurs."),
        _ordered(lambda: _with_counts(corpus, dict.fromkeys(corpus.counts, 1)), run.ties),
    )


def text_changes(run: Run, documents: list[str] | None) -> Iterator[Attempt]:
    """What a student may do differently with the text; nothing without documents."""
    for name, remark, words in changed_words(run, documents or []):
        yield name, remark, _ordered(_later(run.corpus, words), run.ties)


def pattern_changes(run: Run, documents: list[str] | None) -> Iterator[Attempt]:
    """Other patterns with which a student may split the text; nothing without documents."""
    counts = _counter(run.corpus)
    for split in (*PATTERNS, "whitespace", "punctuation") if documents else ():
        if split != run.corpus.split:
            words = partial(counts, documents or [], split, run.special_tokens)
            yield (
                f"pattern:{split}",
                Remark(
                    "Your trainer splits the text into words in another way: {split}.",
                    _values(split=split),
                ),
                _ordered(_later(run.corpus, words), run.ties),
            )


Words = Callable[[], dict[str, int]]


def changed_words(run: Run, documents: list[str]) -> Iterator[tuple[str, Remark, Words]]:
    """The words of a text that is handled differently: an id, a sentence, and the words."""
    split, specials = run.corpus.split, run.special_tokens
    counts = _counter(run.corpus)
    if any(token in text for text in documents for token in specials):
        yield (
            "special_tokens",
            Remark(
                "Your trainer does not split the text at the special tokens, so it counts their "
                "characters too."
            ),
            lambda: counts(documents, split, ()),
        )
        yield (
            "special_tokens:joined",
            Remark(
                "Your trainer removes the special tokens before it splits the text, so the text "
                "before and after them becomes one."
            ),
            lambda: counts(["".join(split_at(text, specials)) for text in documents], split, ()),
        )
    if any("\n" in text or "\r" in text for text in documents):
        yield (
            "newlines",
            Remark("Your trainer drops the line ends: it reads the text line by line."),
            lambda: counts(
                [line for text in documents for line in text.splitlines()], split, specials
            ),
        )
        yield (
            "newlines:stripped",
            Remark("Your trainer strips white space at both ends of each line."),
            lambda: counts(
                [line.strip() for text in documents for line in text.splitlines()], split, specials
            ),
        )
        yield (
            "newlines:spaces",
            Remark("Your trainer replaces line ends with spaces."),
            lambda: counts([" ".join(t.splitlines()) for t in documents], split, specials),
        )
    if len(documents) > 1:
        yield (
            "newlines:kept",
            Remark(
                "Your trainer reads the texts as one text with line ends between them. Here, each "
                "is a document of its own."
            ),
            lambda: counts(["\n".join(documents)], split, specials),
        )
    if documents and split != "none":
        yield (
            "word_ends",
            Remark(
                "Your trainer counts pairs across the ends of words: it does not split the text "
                "into words, or joins them again."
            ),
            lambda: _joined(run.corpus, documents, specials),
        )


def _counter(
    corpus: Corpus,
) -> Callable[[list[str], str, Iterable[str]], dict[str, int]]:
    """A function that counts words of texts like the corpus, but with any split."""
    to_word = byte_level if is_byte_level(corpus.split) else str

    def counts(texts: list[str], split: str, specials: Iterable[str]) -> dict[str, int]:
        found = count_words(texts, split, corpus.normalization, specials)
        mark = "▁" if corpus.split == split == "metaspace" else ""
        return {mark + to_word(word): count for word, count in found.items()}

    return counts


def _joined(corpus: Corpus, documents: list[str], specials: Iterable[str]) -> dict[str, int]:
    """Each document with its words joined to one word."""
    joined: dict[str, int] = {}
    for document in documents:
        for text in split_at(document, specials) if specials else [document]:
            text = normalize(text, corpus.normalization)
            if corpus.split == "metaspace":
                word = "".join("▁" + part for part in text.split())
            else:
                word = byte_level(text) if is_byte_level(corpus.split) else "".join(text.split())
            if word:
                joined[word] = joined.get(word, 0) + 1
    return joined


def _with_counts(corpus: Corpus, counts: dict[str, int]) -> Corpus:
    """A corpus with other words."""
    return Corpus(MappingProxyType(counts), corpus.split, corpus.normalization)


def _later(corpus: Corpus, words: Words) -> Callable[[], Corpus]:
    return lambda: _with_counts(corpus, words())


def _ordered(corpus: Callable[[], Corpus], order: str) -> Callable[[], Iterator[Pair]]:
    return lambda: ordered_merges(corpus(), order)


def _counted(
    corpus: Corpus, order: str, counting: str, update: str
) -> Callable[[], Iterator[Pair]]:
    return lambda: plain_merges(corpus, order, counting, update)

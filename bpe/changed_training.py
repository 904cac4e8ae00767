"""Changed trainings: what a trainer may do differently, each as a change of the same training.

Changes of different kinds can be combined, because somebody can make two mistakes at once. See
`variations` for the changed trainers.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache, partial
from types import MappingProxyType

from bpe.byte_characters import byte_level
from bpe.cause_sentences import COUNT_CAUSES, NORMALIZATION_CAUSES, SPLIT_CAUSES, TIE_CAUSES
from bpe.changed_texts import Texts, changed_texts
from bpe.corpus import Corpus
from bpe.counting import count_words, split_at
from bpe.errors import Remark, values
from bpe.normalization import normalize
from bpe.records import Pair
from bpe.run import Run
from bpe.split_patterns import OWN, PATTERNS, is_byte_level
from bpe.variations import ORDERS, characters_of, ordered_merges, plain_merges

SPECIAL = re.compile(r"<\|\w{1,40}\|>")  # what special tokens often look like
SET = re.compile(r"\[[^\]]*\]")
LAST_SPACE = r"|\s+(?!\S)"  # leaves the last of several spaces to the word after them
CONTRACTIONS = re.compile(r"^'\(\?i?:[^)]*\)\|")  # the first part of GPT-2's pattern
MAX_MISSING = 5
MAX_KEPT = 200_000  # characters of distinct words, up to which changed corpora are kept


@dataclass(frozen=True)
class Changed:
    """A training with changes.

    corpus: what it reads. weigh: changes the counts of the words, if given. order: of tied pairs.
    counting, update, first: as in `PlainTrainer`. is_plain: whether pairs are met in its order.
    """

    corpus: Callable[[], Corpus]
    order: str
    weigh: Callable[[Mapping[str, int]], dict[str, int]] | None = None
    counting: str = "all"
    update: str = "again"
    first: Callable[[str], list[str]] = list
    is_plain: bool = False

    def merges(self) -> Iterator[Pair]:
        """The merges of this training."""
        corpus = self.corpus()
        if self.weigh:
            corpus = _with_counts(corpus, self.weigh(corpus.counts))
        if self.is_plain:
            return plain_merges(corpus, self.order, self.counting, self.update, self.first)
        return ordered_merges(corpus, self.order)

    def combined(self, other: "Changed", unchanged: "Changed") -> "Changed | None":
        """Both changes of an unchanged training in one; None if they change the same.

        >>> none = Changed(lambda: Corpus.from_counts({"ab": 1, "cd": 1}), "first")
        >>> rare, least = replace(none, weigh=repeated), replace(none, order="least")
        >>> rare.combined(least, none).order, rare.combined(rare, none)
        ('least', None)
        """
        mine, theirs = (
            {
                each.name: getattr(changed, each.name)
                for each in fields(Changed)
                if getattr(changed, each.name) != getattr(unchanged, each.name)
            }
            for changed in (self, other)
        )
        if (mine.keys() & theirs.keys()) - {"is_plain"}:
            return None
        return replace(unchanged, **{**mine, **theirs})


Change = tuple[str, Remark, Changed]


def unchanged(run: Run) -> Changed:
    """A training itself, as something to change."""
    return Changed(lambda: run.corpus, run.ties)


def trainer_changes(run: Run, base: Changed) -> Iterator[Change]:
    """What a student's trainer may do differently: an id, a sentence, and the changed training.

    base: the training itself, see `unchanged`.
    """
    is_bytes = is_byte_level(run.corpus.split)
    for order in ORDERS:
        if order != run.ties and (order != "characters" or is_bytes):
            yield f"ties:{order}", TIE_CAUSES[order], replace(base, order=order)
    for name, order in (("counted", "first"), ("last", "last")):
        yield f"ties:{name}", TIE_CAUSES[name], replace(base, order=order, is_plain=True)
    for (counting, update), remark in COUNT_CAUSES.items():
        name = f"counts:{counting}" if update == "again" else f"counts:{update}"
        yield name, remark, replace(base, counting=counting, update=update, is_plain=True)
    yield (
        "counts:words",
        Remark("Your trainer counts each different word once, and not as often as it occurs."),
        replace(base, weigh=lambda counts: dict.fromkeys(counts, 1)),
    )
    yield (
        "words:rare",
        Remark("Your trainer leaves out words that occur only once."),
        replace(base, weigh=repeated),
    )
    if is_bytes:
        yield (
            "characters",
            Remark("Your trainer starts with characters and not with bytes: é is one token."),
            replace(base, first=characters_of, is_plain=True),
        )


def text_changes(run: Run, base: Changed, documents: list[str]) -> Iterator[Change]:
    """What a student may do differently with the text; little without documents."""
    for name, remark, words in changed_words(run, documents):
        yield name, remark, replace(base, corpus=_later(run.corpus, words))


def pattern_changes(run: Run, base: Changed, documents: list[str]) -> Iterator[Change]:
    """Other patterns with which a student may split the text; nothing without documents."""
    if not documents:
        return
    counts, own = _counter(run.corpus), run.corpus.split
    source = PATTERNS.get(own, "")
    tried = {
        f"pattern:{split}": (split, remark)
        for split, remark in SPLIT_CAUSES.items()
        if split != own
    }
    if LAST_SPACE in source:
        tried["pattern:spaces"] = (
            OWN + source.replace(LAST_SPACE, ""),
            Remark(
                "Your trainer's pattern has no look-ahead for white space: of several spaces, the "
                "last one then doesn't belong to the word after it."
            ),
        )
    if CONTRACTIONS.match(source):
        tried["pattern:contractions"] = (
            OWN + CONTRACTIONS.sub("", source),
            Remark(
                "Your trainer's pattern lacks the part for endings such as 's and 'll, which are "
                "words of their own."
            ),
        )
    if r"\p{L}" in source:
        tried["pattern:ascii"] = (
            OWN + ascii_pattern(source),
            Remark("Your trainer's pattern knows only the letters a to z and the digits 0 to 9."),
        )
    for name, (split, remark) in tried.items():
        words = partial(counts, documents, split, run.special_tokens)
        yield name, remark, replace(base, corpus=_later(run.corpus, words))


def ascii_pattern(source: str) -> str:
    r"""A pattern in which letters and digits are only those of ASCII.

    >>> ascii_pattern(r" ?\p{L}+|[^\s\p{L}\p{N}]+")
    ' ?[a-zA-Z]+|[^\\sa-zA-Z0-9]+'
    """
    in_sets = SET.sub(
        lambda found: found[0].replace(r"\p{L}", "a-zA-Z").replace(r"\p{N}", "0-9"), source
    )
    return in_sets.replace(r"\p{L}", "[a-zA-Z]").replace(r"\p{N}", "[0-9]")


Words = Callable[[], dict[str, int]]


def changed_words(run: Run, documents: list[str]) -> Iterator[tuple[str, Remark, Words]]:
    """The words of a text that is handled differently: an id, a sentence, and the words."""
    split, specials = run.corpus.split, run.special_tokens
    counts = _counter(run.corpus)
    is_split = any(token in text for text in documents for token in specials)
    if is_split:
        yield (
            "special_tokens",
            Remark(
                "Your trainer does not split the text at the special tokens, so it counts their "
                "characters too."
            ),
            lambda: counts(documents, split, ()),
        )
    if missing := missing_specials(documents, specials):
        yield (
            "special_tokens:missing",
            Remark(
                "Your trainer splits the text at {tokens}, and these settings do not. Add it to "
                "their special tokens.",
                values(tokens=" ".join(missing)),
            ),
            lambda: counts(documents, split, (*specials, *missing)),
        )
    if documents and is_byte_level(split):
        yield (
            "spaces",
            Remark(
                "Your trainer drops the space before a word, so the word is the same as at the "
                "start of a text."
            ),
            lambda: _without_spaces(counts(documents, split, specials)),
        )
    for form, remark in NORMALIZATION_CAUSES.items() if documents else ():
        if form != run.corpus.normalization:
            yield (
                f"normalization:{form}",
                remark,
                partial(counts, documents, split, specials, form),
            )
    parts = [part for text in documents for part in split_at(text, specials)]
    if is_split and len(documents) == 1 < len(parts):
        yield (
            "texts:last_part",
            Remark("Your trainer leaves out the text after the last special token."),
            lambda: counts(parts[:-1], split, ()),
        )
    if any(part != part.strip() for part in parts):
        yield (
            "texts:stripped",
            Remark("Your trainer strips white space at both ends of each document."),
            lambda: counts([part.strip() for part in parts], split, ()),
        )
    for name, remark, texts in changed_texts(documents):
        yield name, remark, _counted(counts, texts, split, specials)
    if is_split:
        yield (
            "special_tokens:joined",
            Remark(
                "Your trainer removes the special tokens before it splits the text, so the text "
                "before and after them becomes one."
            ),
            lambda: counts(["".join(split_at(text, specials)) for text in documents], split, ()),
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


def missing_specials(documents: Iterable[str], specials: Iterable[str]) -> list[str]:
    """The texts like <|endoftext|> in documents that are no special tokens, at most MAX_MISSING.

    >>> missing_specials(["a<|end|>b<|pad|>"], ["<|pad|>"])
    ['<|end|>']
    """
    found = dict.fromkeys(match[0] for text in documents for match in SPECIAL.finditer(text))
    return [each for each in found if each not in specials][:MAX_MISSING]


def _counter(corpus: Corpus) -> Callable[..., dict[str, int]]:
    """A function that counts words of texts like the corpus, but with any split."""
    to_word = byte_level if is_byte_level(corpus.split) else str

    def counts(
        texts: list[str], split: str, specials: Iterable[str], form: str = corpus.normalization
    ) -> dict[str, int]:
        found = count_words(texts, split, form, specials)
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


def _without_spaces(counts: dict[str, int]) -> dict[str, int]:
    """The words without spaces at their ends."""
    found: dict[str, int] = {}
    for word, count in counts.items():
        if bare := word.strip("Ġ"):
            found[bare] = found.get(bare, 0) + count
    return found


def repeated(counts: Mapping[str, int]) -> dict[str, int]:
    """The words that occur more than once.

    >>> repeated({"hug": 2, "pug": 1})
    {'hug': 2}
    """
    return {word: count for word, count in counts.items() if count > 1}


def _with_counts(corpus: Corpus, counts: dict[str, int]) -> Corpus:
    """A corpus with other words."""
    return Corpus(MappingProxyType(counts), corpus.split, corpus.normalization)


def _counted(
    counts: Callable[..., dict[str, int]], texts: Texts, split: str, specials: Iterable[str]
) -> Words:
    return lambda: counts(texts(), split, specials)


def is_kept(corpus: Corpus) -> bool:
    """Whether changed versions of a corpus are kept: about fifty of a large one would fill memory.

    >>> is_kept(Corpus.from_counts({"hug": 10}))
    True
    """
    return sum(map(len, corpus.counts)) <= MAX_KEPT


def _later(corpus: Corpus, words: Words) -> Callable[[], Corpus]:
    """A function that makes a corpus of other words when it is asked for, of a small one once."""

    def make() -> Corpus:
        return _with_counts(corpus, words())

    return cache(make) if is_kept(corpus) else make

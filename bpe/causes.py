"""Why the merges of somebody's own trainer differ: each likely cause is found by trying it.

The training is repeated with one thing changed, and its merges are compared with the given ones.
See `variations` for the changed trainers.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from bpe.byte_characters import byte_level
from bpe.changed_texts import Texts, changed_texts, to_form
from bpe.corpus import Corpus
from bpe.counting import count_words, split_at
from bpe.errors import InputError, Remark
from bpe.given_causes import Attempt, form_changes, list_changes
from bpe.normalization import normalize
from bpe.records import Pair
from bpe.run import Run
from bpe.split_patterns import OWN, PATTERNS, is_byte_level
from bpe.training import train
from bpe.variations import ORDERS, TooMuchWork, characters_of, ordered_merges, plain_merges

SPECIAL = re.compile(r"<\|\w{1,40}\|>")  # what special tokens often look like
SET = re.compile(r"\[[^\]]*\]")
LAST_SPACE = r"|\s+(?!\S)"  # leaves the last of several spaces to the word after them
MAX_MISSING = 5
ALL_BYTES = 256
MAX_LEARNED = 20_000_000  # characters of all tokens of a training
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
    "counted": Remark(
        "Among pairs with the same count, your trainer takes the one that came into its table of "
        "counts first, as max() of a dictionary does."
    ),
    "last": Remark(
        "Among pairs with the same count, your trainer takes the one that came into its table of "
        "counts last, as a loop with >= does."
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
    ("all", "once"): Remark(
        "Your trainer merges a pair only at its first place in each word, and not everywhere."
    ),
    ("all", "from_right"): Remark(
        "Your trainer merges a pair from the end of each word. In aaa, it joins the last two "
        "instead of the first two."
    ),
    ("all", "old_tokens"): Remark(
        "Your trainer updates counts wrongly where two merges are adjacent, as in aaaa or abab: "
        "after the first merge, the neighbor of the second is the new token."
    ),
    ("all", "every_place"): Remark(
        "Your trainer updates counts wrongly in a run such as aaa: it finds a + a at two places "
        "that overlap, but only one of them is merged."
    ),
    ("all", "only_added"): Remark(
        "After a merge, your trainer counts the pairs with the new token, but does not lower the "
        "counts of the pairs that they replace."
    ),
    ("all", "no_left"): Remark(
        "After a merge, your trainer does not count the pair of the token before it and the new "
        "token."
    ),
    ("all", "no_right"): Remark(
        "After a merge, your trainer does not count the pair of the new token and the token after "
        "it."
    ),
}


MODELS = {  # whose pattern a split is
    "gpt2": "GPT-2",
    "cl100k": "GPT-4 (cl100k)",
    "o200k": "GPT-4o (o200k)",
    "llama3": "Llama 3",
}
SPLIT_CAUSES = {
    **{
        split: Remark(
            "Your trainer splits the text with the pattern of {model}.", (("model", model),)
        )
        for split, model in MODELS.items()
    },
    "digits": Remark(
        "Your trainer splits the text with GPT-2's pattern, but each digit is a word of its own."
    ),
    "digits3": Remark(
        "Your trainer splits the text with GPT-2's pattern, but its numbers are words of up to "
        "three digits."
    ),
    "whitespace": Remark("Your trainer splits the text at white space."),
    "punctuation": Remark("Your trainer splits the text at white space and punctuation."),
}
NORMALIZATION_CAUSES = {
    "none": Remark("Your trainer does not normalize the text."),
    "nfc": to_form("NFC"),
    "nfkc": to_form("NFKC"),
    "lower": Remark("Your trainer changes the text to lower case."),
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


def values(**values: object) -> tuple[tuple[str, object], ...]:
    """The values of a remark.

    >>> values(rank=1)
    (('rank', 1),)
    """
    return tuple(values.items())


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


def find_causes(
    run: Run, given: list[Pair], agreeing: int, documents: list[str] | None
) -> tuple[list[Cause], list[str]]:
    """The causes that give more of the merges than the training, the best first; and the untried.

    Other forms of the tokens are tried first, then changes of the trainer, of the text and of the
    pattern, then a merge more or less. If a cause gives all merges, the others are left out, and
    later ones are not tried.
    """
    causes, untried = [], []
    in_list = list_changes(run, given, agreeing)
    for group in (
        form_changes(run),
        trainer_changes(run),
        text_changes(run, documents),
        pattern_changes(run, documents),
        in_list,
    ):
        for name, remark, merges in group:
            try:
                agrees = count_agreeing(given, merges())
            except (TooMuchWork, InputError):
                untried.append(name)
                continue
            complete = agrees == len(given)
            if complete or (agrees > agreeing and group is not in_list):
                causes.append(Cause(name, remark, agrees, complete))
        if all_merges := [cause for cause in causes if cause.complete]:
            return all_merges, untried
    return sorted(causes, key=lambda cause: -cause.agrees), untried


def length_causes(run: Run, given: list[Pair]) -> Iterator[Cause]:
    """Why there are more or fewer merges than expected, if all that both have are equal."""
    here, expected = len(given), len(run.merges)
    if not given:
        yield Cause("list:empty", Remark("Your list has no merges."), 0, True)
        return
    whole = train(
        run.corpus,
        None,
        run.ties,
        run.special_tokens,
        should_continue=lambda done: done <= max(here, expected),
        max_characters=MAX_LEARNED,
    )
    agrees = count_agreeing(given, iter(whole.rules))
    if agrees < here:
        return
    is_rare = here < expected and run.merges[here].count < whole.merges[here - 1].count
    if is_rare:
        yield Cause(
            "min_count",
            Remark(
                "Your trainer stops earlier, as if pairs with the count {count} were too rare.",
                values(count=run.merges[here].count),
            ),
            agrees,
            True,
        )
    if here > expected and run.stopped == "min_count":
        yield Cause(
            "min_count",
            Remark(
                "Your trainer goes on with pairs that occur less than {count} times.",
                values(count=run.min_count),
            ),
            agrees,
            True,
        )
    specials, alphabet = len(run.special_tokens), len(run.corpus.alphabet)
    first = len(run.first_tokens)
    ends = whole.stopped == "no_pairs" and len(whole.merges) == here
    larger = {  # sizes that give these merges
        size
        for size in (specials, first, first + specials, first - alphabet)
        if size and (expected + size == here or (ends and expected + size > here > expected))
    }
    if run.stopped == "vocabulary" and specials in larger:
        yield Cause(
            "vocab_size",
            Remark("Your vocabulary size does not include the special tokens."),
            agrees,
            True,
        )
    if run.stopped == "vocabulary" and larger - {specials}:
        yield Cause(
            "vocab_size",
            Remark("Your vocabulary size does not include all single characters or bytes."),
            agrees,
            True,
        )
    elif is_byte_level(run.corpus.split) and 0 < expected - here == ALL_BYTES - first:
        yield Cause(
            "alphabet",
            Remark(
                "Your vocabulary starts with all 256 bytes, and this one with those of the corpus. "
                "Choose all 256 bytes as the alphabet."
            ),
            agrees,
            True,
        )
    elif here < expected - 1 and run.stopped == "vocabulary" and not is_rare:
        yield Cause(
            "list:short",
            Remark(
                "Your trainer stops after merge {count}. This vocabulary size needs {expected}.",
                values(count=here, expected=expected),
            ),
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


def trainer_changes(run: Run) -> Iterator[Attempt]:
    """What a student's trainer may do differently: an id, a sentence, and the changed training."""
    corpus = run.corpus
    for order in ORDERS:
        if order != run.ties and (order != "characters" or is_byte_level(corpus.split)):
            yield f"ties:{order}", TIE_CAUSES[order], _ordered(lambda: corpus, order)
    for name, order in (("counted", "first"), ("last", "last")):
        yield f"ties:{name}", TIE_CAUSES[name], partial(plain_merges, corpus, order)
    for (counting, update), remark in COUNT_CAUSES.items():
        name = f"counts:{counting}" if update == "again" else f"counts:{update}"
        yield name, remark, partial(plain_merges, corpus, run.ties, counting, update)
    yield (
        "counts:words",
        Remark("Your trainer counts each different word once, and not as often as it occurs."),
        _ordered(lambda: _with_counts(corpus, dict.fromkeys(corpus.counts, 1)), run.ties),
    )
    yield (
        "words:rare",
        Remark("Your trainer leaves out words that occur only once."),
        _ordered(lambda: _with_counts(corpus, _repeated(corpus.counts)), run.ties),
    )
    if is_byte_level(corpus.split):
        yield (
            "characters",
            Remark("Your trainer starts with characters and not with bytes: é is one token."),
            partial(plain_merges, corpus, run.ties, first=characters_of),
        )


def text_changes(run: Run, documents: list[str] | None) -> Iterator[Attempt]:
    """What a student may do differently with the text; nothing without documents."""
    for name, remark, words in changed_words(run, documents or []):
        yield name, remark, _ordered(_later(run.corpus, words), run.ties)


def pattern_changes(run: Run, documents: list[str] | None) -> Iterator[Attempt]:
    """Other patterns with which a student may split the text; nothing without documents."""
    if not documents:
        return
    counts, own = _counter(run.corpus), run.corpus.split
    tried = {
        f"pattern:{split}": (split, remark)
        for split, remark in SPLIT_CAUSES.items()
        if split != own
    }
    if LAST_SPACE in PATTERNS.get(own, ""):
        tried["pattern:spaces"] = (
            f"{OWN}{PATTERNS[own].replace(LAST_SPACE, '')}",
            Remark(
                "Your trainer's pattern has no look-ahead for white space: of several spaces, the "
                "last one then doesn't belong to the word after it."
            ),
        )
    if r"\p{L}" in PATTERNS.get(own, ""):
        tried["pattern:ascii"] = (
            OWN + ascii_pattern(PATTERNS[own]),
            Remark("Your trainer's pattern knows only the letters a to z and the digits 0 to 9."),
        )
    for name, (split, remark) in tried.items():
        words = partial(counts, documents, split, run.special_tokens)
        yield name, remark, _ordered(_later(run.corpus, words), run.ties)


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


def _repeated(counts: Mapping[str, int]) -> dict[str, int]:
    """The words that occur more than once."""
    return {word: count for word, count in counts.items() if count > 1}


def _with_counts(corpus: Corpus, counts: dict[str, int]) -> Corpus:
    """A corpus with other words."""
    return Corpus(MappingProxyType(counts), corpus.split, corpus.normalization)


def _counted(
    counts: Callable[..., dict[str, int]], texts: Texts, split: str, specials: Iterable[str]
) -> Words:
    return lambda: counts(texts(), split, specials)


def _later(corpus: Corpus, words: Words) -> Callable[[], Corpus]:
    return lambda: _with_counts(corpus, words())


def _ordered(corpus: Callable[[], Corpus], order: str) -> Callable[[], Iterator[Pair]]:
    return lambda: ordered_merges(corpus(), order)

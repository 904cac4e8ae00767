"""Settings: everything a learner chose that a link contains, apart from the step.

They are nested by subject. `replace` and `get` take the flat names that the URL uses. `defaults`
has the settings that suit a corpus; `url` reads and writes the URL.
"""

import dataclasses
from dataclasses import dataclass, field
from functools import partial

import bpe
from bpe import Corpus, Run, unigram, wordpiece
from bpe.formats import tiktoken_file
from bpe.inspection.two_vocabularies import CATEGORIES
from bpe.inspection.vocabulary import MAX_QUERY, ORDERS, WAYS
from bpe.unigram import Run as UnigramRun
from pages.jobs.chosen_tokenizers import (
    MAX_COMPARED,
    TRAINED,
    parse_by_tokenizer,
    parse_other,
    parse_price,
    parse_tokenizer,
    parse_tokenizers,
    value_of_tokenizer,
)
from pages.jobs.memory import MAX_TOKEN_CHARACTERS
from pages.jobs.named_tokenizers import NAMED
from pages.jobs.unigram_training import UnigramArgs, train_unigram
from pages.state import parse
from pages.state.corpus import CorpusSettings
from pages.state.parse import Parameter, setting
from pages.storage.file_store import parse_upload
from pages.storage.secret import cache_key
from pages.storage.typed import MAX_COUNT
from pages.translations.language import LANGUAGES

MAX_VOCAB = 50_000  # tokens of BPE or WordPiece
MAX_PIECES = 10_000  # of Unigram, whose rounds take more memory
LAST_ROUND = MAX_PIECES  # of any training: a greater number than it has rounds
MAX_SPECIAL = 200
MAX_SENTENCE = 200
MAX_FIND = 40
WORDS = ("first", "frequent", "find")  # which words are shown if there are too many
SHOWS = ("both", "word", "rounds", "comparison", "text")  # the views of the Unigram page
# The section below a stage that a link opens: two tie rules, the check of an own trainer, two
# merge orders, or decoding. It is drawn without an expander, so Present can show it alone.
SECTIONS = ("", "rules", "check", "orders", "decode")
OPTIONS = ("rules", "fuse", "specials", "whole", "as_text")  # see `encoding.contents.encoder_of`
PATTERNS = ("", *tiktoken_file.PATTERNS)  # that split a text for a tiktoken file
MAX_INPUT = 600
MAX_PASSAGE = 2_000
MAX_IDS = 600  # characters of typed ids
MAX_LESSON = 6_000  # characters of a lesson in a link
MAX_MERGES = 500_000
MAX_WORD = 30
LISTS = ("vocabulary", "special", "merges", "two")  # of the inspector
MAX_PAGES = 1_000_000  # of a list
MAX_SEED_PIECES = 1_000_000
MAX_PRUNE = 90  # percent
MAX_RANDOM_SEED = 999_999
# The corpus before the merge; only the words that the merge changed; a question before each step;
# the reader's own choices instead of the steps; the stage alone, for a projector.
VIEWS = ("before", "changed", "predict", "by_hand", "projector")


@dataclass(frozen=True, slots=True)
class BpeSettings:
    """How BPE is trained, or WordPiece, which ignores ties, min_count and alphabet.

    min_count: pairs that occur less often are not merged. special: the special tokens. alphabet:
    the tokens that training starts with; "bytes" only with a byte-level split.
    """

    algorithm: str = setting("bpe", parse.one, "bpe", "wordpiece")
    split: str = setting("gpt2", parse.split, always=True)  # the pre-tokenization
    ties: str = setting("first", parse.one, *bpe.TIES, always=True)  # the tie rule
    vocab: int = setting(50, parse.integer, 1, MAX_VOCAB, always=True)  # the vocabulary size
    min_count: int = setting(1, parse.integer, 1, MAX_COUNT, old="min", always=True)
    special: str = setting("<|endoftext|>", parse.words, MAX_SPECIAL, always=True)
    alphabet: str = setting("corpus", parse.one, *bpe.ALPHABETS)

    @property
    def special_tokens(self) -> tuple[str, ...]:
        """The special tokens, each by itself."""
        return tuple(self.special.split())

    @property
    def args(self) -> tuple[int, str, tuple[str, ...], int, str]:
        """The arguments of `bpe.train` after the corpus."""
        return self.vocab, self.ties, self.special_tokens, self.min_count, self.alphabet


@dataclass(frozen=True, slots=True)
class UnigramSettings:
    """How Unigram is trained. The course uses another pre-tokenization than for BPE.

    stop_after: how often training asks whether to continue until it stops early; 0 for never.
    """

    method: str = setting("course", parse.one, *unigram.METHODS)
    split: str = setting("metaspace", parse.one, *bpe.SPLITS, name="unigram_split", old="cut")
    vocab: int = setting(100, parse.integer, 1, MAX_PIECES, name="unigram_vocab", old="size")
    seeds: str = setting("frequent", parse.one, *unigram.SEEDS)
    max_seeds: int = setting(300, parse.integer, 1, MAX_SEED_PIECES, old="most")
    prune: int = setting(10, parse.integer, 1, MAX_PRUNE)  # percent
    start: str = setting("zero", parse.one, "one", "zero")  # first score; 1 in the course's code
    shares: str = setting("digamma", parse.one, "digamma", "plain")  # of an M step of EM
    stop_after: int = setting(0, parse.integer, 0, MAX_PIECES, old="upto")

    @property
    def args(self) -> UnigramArgs:
        """The arguments of `unigram_training.train_unigram`."""
        seeds = self.seeds, self.max_seeds, self.prune
        quirks = self.start == "one", self.shares == "plain"
        return UnigramArgs(self.method, self.vocab, *seeds, *quirks, self.stop_after)


@dataclass(frozen=True, slots=True)
class EncodingSettings:
    """How a text is encoded."""

    input: str = setting("", parse.text, MAX_INPUT)  # empty for the watched sentence
    tokenizer: str = setting("", parse_tokenizer)  # its name; empty for the trained one
    pattern: str = setting("", parse.one, *PATTERNS)  # of it; empty for the one that fits
    max_merges: int = setting(MAX_MERGES, parse.integer, 0, MAX_MERGES, old="first")  # used ones
    options: tuple[str, ...] = setting((), parse.some, *OPTIONS, old="how")
    dropout: int = setting(0, parse.integer, 0, 100)  # percent
    dropout_seed: int = setting(1, parse.integer, 0, 9_999, old="dice")


@dataclass(frozen=True, slots=True)
class ComparisonSettings:
    """Which tokenizers are compared: trained ones, and the names of uploaded ones; and on what.

    compared: on the passage ("text"), the same sentence in many languages, or an uploaded file.
    """

    tokenizers: tuple[str, ...] = setting(
        ("bpe", "unigram"), parse_tokenizers, MAX_COMPARED, (*TRAINED, *NAMED), kept=True
    )
    compared: str = setting("text", parse.one, "text", "languages", "lines", kept=True)
    lines: str = setting("", parse_upload, kept=True)  # the name of that file; or none
    # For each tokenizer the pattern that splits a text, and the price of a million tokens.
    patterns: tuple[str, ...] = setting(
        (), parse_by_tokenizer, MAX_COMPARED, (), partial(parse.one, limits=PATTERNS), kept=True
    )
    prices: tuple[str, ...] = setting(
        (), parse_by_tokenizer, MAX_COMPARED, tuple(NAMED), parse_price, kept=True
    )

    def pattern_of(self, name: str) -> str:
        """The pattern that was chosen for a tokenizer; empty for the one that fits."""
        return value_of_tokenizer(self.patterns, name)

    def price_of(self, name: str) -> str:
        """The price of a million tokens of a tokenizer; empty if the reader has entered none.

        >>> Settings().replace(prices=("gpt2:0.50",)).comparison.price_of("gpt2")
        '0.50'
        """
        return value_of_tokenizer(self.prices, name)


@dataclass(frozen=True, slots=True)
class InspectorSettings:
    """What the inspector lists of a tokenizer, and the token that it shows.

    search: in the list. way, order: as in `bpe.inspection.vocabulary.FindTokens`. page: of the
    list, from 1. token: its id; empty for none. other: the tokenizer to compare with, or
    TRAINED_HERE; empty for the first one. differences: which tokens of both are listed.
    """

    list: str = setting("vocabulary", parse.one, *LISTS, kept=True)
    search: str = setting("", parse.text, MAX_QUERY, kept=True)
    way: str = setting("text", parse.one, *WAYS, name="search_by", kept=True)
    order: str = setting("id", parse.one, *ORDERS, kept=True)
    page: int = setting(1, parse.integer, 1, MAX_PAGES, name="list_page")
    token: str = setting("", parse.number)
    other: str = setting("", parse_other, kept=True)
    differences: str = setting("first", parse.one, *CATEGORIES, kept=True)


@dataclass(frozen=True, slots=True)
class ViewSettings:
    """What a page shows of what was trained.

    sentence: the watched sentence, tokenized with the merges so far. round: the vocabulary after it
    segments the words of the Unigram page; by default the last. position: the step of a stage other
    than BPE's, or the number of a practice question. quiz_words: the language of the words of
    questions. It is not that of the page: a link shows the same question in every language, and
    links from before this setting an English one.
    """

    sentence: str = setting(
        "This is not a token.", parse.text, MAX_SENTENCE, old="watch", always=True
    )
    words: str = setting("first", parse.one, *WORDS, of_stage=True)
    find: str = setting("", parse.text, MAX_FIND, of_stage=True)  # what the shown words contain
    switches: tuple[str, ...] = setting(
        (), parse.some, *VIEWS, name="view", kept=True, of_stage=True
    )
    lesson: str = setting("", parse.packed, MAX_LESSON, kept=True)  # a teacher's
    show: str = setting("both", parse.one, *SHOWS, always=True, kept=True)
    section: str = setting("", parse.one, *SECTIONS, kept=True)
    # The other tie rule that is compared; empty for the first one.
    against: str = setting("", parse.one, "", *bpe.TIES, kept=True)
    merges: str = setting("", parse_upload, kept=True)  # stored ones of an own trainer, to check
    ids: str = setting("", parse.text, MAX_IDS)  # typed ones to decode; empty for those of the text
    decoder: str = setting("bpe", parse.one, "bpe", "unigram")
    word: str = setting("", parse.text, MAX_WORD)  # whose lattice is drawn
    round: int = setting(LAST_ROUND, parse.integer, 0, LAST_ROUND, always=True)
    passage: str = setting("", parse.text, MAX_PASSAGE)  # empty for the watched sentence
    position: int = setting(0, parse.integer, 0, MAX_VOCAB, old="at", of_stage=True)
    practice: str = setting("questions", parse.one, "questions", "course")  # ours or the course's
    quiz_seed: int = setting(0, parse.integer, 0, MAX_RANDOM_SEED, old="seed")  # 0: one's own
    quiz_words: str = setting("en", parse.one, *LANGUAGES)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a learner chose that a link contains, apart from the step.

    >>> settings = Settings().replace(corpus="hug", vocab=10, unigram_vocab=8)
    >>> settings.bpe.vocab, settings.unigram.vocab, settings.get("unigram_vocab")
    (10, 8, 8)
    """

    corpus: CorpusSettings = field(default_factory=CorpusSettings)
    bpe: BpeSettings = BpeSettings()
    unigram: UnigramSettings = UnigramSettings()
    encoding: EncodingSettings = EncodingSettings()
    comparison: ComparisonSettings = ComparisonSettings()
    inspector: InspectorSettings = InspectorSettings()
    view: ViewSettings = ViewSettings()
    lang: str = setting("en", parse.language, always=True, kept=True)

    def get(self, name: str) -> object:
        """The value of a setting, by its URL parameter."""
        subject, attribute = FIELDS[name]
        return getattr(getattr(self, subject) if subject else self, attribute)

    def replace(self, **values: object) -> "Settings":
        """A copy with other values, by their URL parameters. Raises TypeError for unknown names."""
        changes: dict[str, dict[str, object]] = {}
        for name, value in values.items():
            if name not in FIELDS:
                raise TypeError(f"no setting {name!r}")
            subject, attribute = FIELDS[name]
            changes.setdefault(subject, {})[attribute] = value
        top = changes.pop("", {})
        for subject, fields in changes.items():
            top[subject] = dataclasses.replace(getattr(self, subject), **fields)
        return dataclasses.replace(self, **top)  # type: ignore[arg-type]

    def without_stage(self) -> "Settings":
        """These settings without those that the browser owns, because only the stage needs them."""
        plain = Settings()
        return self.replace(
            **{name: plain.get(name) for name, each in PARAMETERS.items() if each.is_of_stage}
        )

    @property
    def key(self) -> str:
        """The key of the BPE or WordPiece run that these settings describe.

        >>> [Settings().key == Settings().replace(**{name: 9}).key for name in ("word", "vocab")]
        [True, False]
        """
        used = self.bpe
        if self.is_wordpiece:
            used = BpeSettings("wordpiece", used.split, vocab=used.vocab, special=used.special)
        return cache_key("bpe", repr(self.corpus), repr(used))

    @property
    def is_wordpiece(self) -> bool:
        """Whether the training page trains WordPiece."""
        return self.bpe.algorithm == "wordpiece"

    @property
    def unigram_key(self) -> str:
        """The key of the Unigram run that these settings describe."""
        return cache_key("unigram", repr(self.corpus), repr(self.unigram))

    @property
    def text_key(self) -> str:
        """The key of the encoded text that these settings describe."""
        encoding = dataclasses.replace(self.encoding, input=self.text)
        if not encoding.dropout or "rules" in encoding.options:  # the seed has no effect
            encoding = dataclasses.replace(encoding, dropout=0, dropout_seed=1)
        return cache_key("text", self.key, repr(encoding))

    @property
    def text(self) -> str:
        """The text to encode."""
        return self.encoding.input or self.view.sentence

    def read_corpus(self) -> Corpus:
        """The corpus that BPE is trained on. Raises bpe.InputError if it cannot be used."""
        return self.corpus.read(self.bpe.split, self.bpe.special_tokens)

    def train(self) -> Run:
        """Train BPE. Raises bpe.InputError if the learner's own corpus cannot be used."""
        return bpe.train(self.read_corpus(), *self.bpe.args, max_characters=MAX_TOKEN_CHARACTERS)

    def train_wordpiece(self) -> wordpiece.Run:
        """Train WordPiece. Raises bpe.InputError if the learner's own corpus cannot be used."""
        corpus, special, most = self.read_corpus(), self.bpe.special_tokens, MAX_TOKEN_CHARACTERS
        return wordpiece.train(corpus, self.bpe.vocab, special, max_characters=most)

    def train_unigram(self) -> UnigramRun:
        """Train Unigram. Raises bpe.InputError if the learner's own corpus cannot be used."""
        return train_unigram(self.corpus.read(self.unigram.split), self.unigram.args)


# By URL parameter: the subject and the field, and what the URL has of it.
FIELDS: dict[str, tuple[str, str]] = {}
PARAMETERS: dict[str, Parameter] = {}
for _top in dataclasses.fields(Settings):
    _kind = type(getattr(Settings(), _top.name))
    for _field in dataclasses.fields(_kind) if dataclasses.is_dataclass(_kind) else [_top]:
        _declared: Parameter = _field.metadata["url"]
        _name = _declared.name or _field.name
        FIELDS[_name] = ("" if _field is _top else _top.name, _field.name)
        PARAMETERS[_name] = _declared

"""Settings: everything a learner chose that a link contains, apart from the step.

They are nested by subject. `replace` and `get` take the flat names that the URL uses. `defaults`
has the settings that suit a corpus; `url` reads and writes the URL.
"""

import dataclasses
from dataclasses import dataclass, field

import bpe
from bpe import Corpus, Run, unigram, wordpiece
from bpe.formats import tiktoken_file
from bpe.unigram import Run as UnigramRun
from pages.jobs.cost import UNKNOWN_COST, Cost, bpe_cost, unigram_cost, wordpiece_cost
from pages.jobs.job import BpeJob, UnigramJob, WordPieceJob
from pages.jobs.memory import MAX_TOKEN_CHARACTERS
from pages.jobs.unigram_training import UnigramArgs, train_unigram
from pages.state import parse
from pages.state.corpus import CorpusSettings
from pages.state.parse import Parameter, setting
from pages.storage.secret import keyed_hash
from pages.storage.typed import MAX_COUNT
from pages.translations.language import LANGUAGES

MAX_VOCAB = 10_000
LARGE_VOCAB = 2_000
MAX_SPECIAL = 200
MAX_SENTENCE = 200
MAX_FIND = 40
WORDS = ("first", "frequent", "find")  # which words are shown if there are too many
SHOWS = ("both", "word", "rounds", "comparison", "text")  # the views of the Unigram page
# The section below a stage that a link opens: two tie rules, two merge orders, or decoding. It is
# the only one that is drawn without an expander, so Present can show it alone.
SECTIONS = ("", "rules", "orders", "decode")
QUIZ_WORDS = tuple(LANGUAGES)  # whose words practice questions are about
OPTIONS = ("rules", "fuse", "specials", "whole")  # see `encoding.contents.encoder_of`
PATTERNS = ("", *tiktoken_file.PATTERNS)  # that split a text for a tiktoken file
MAX_INPUT = 600
MAX_PASSAGE = 2_000
MAX_IDS = 600  # characters of typed ids
MAX_LESSON = 6_000  # characters of a lesson in a link
MAX_MERGES = 500_000
MAX_WORD = 30
TRAINED = ("bpe", "unigram", "wordpiece")  # tokenizers that are trained here, to compare
MAX_COMPARED = 4  # tokenizers
MAX_SEED_PIECES = 1_000_000
MAX_PRUNE = 90  # percent
MAX_RANDOM_SEED = 999_999
# The corpus before the merge; only the words that the merge changed; a question before each step;
# the reader's own choices instead of the steps; the stage alone, for a projector.
VIEWS = ("before", "changed", "predict", "by_hand", "projector")


def cache_key(*parts: str) -> str:
    """A key that nobody can guess or read, made from what readers chose and typed.

    Another server has other keys, unless both are configured with the same secret.

    >>> len(cache_key("hug", "10")), cache_key("a", "b") == cache_key("ab")
    (24, False)
    """
    return keyed_hash("run", repr(parts).encode())


@dataclass(frozen=True, slots=True)
class BpeSettings:
    """How BPE is trained, or WordPiece, which merges too.

    algorithm: merges the pair by count or by score; WordPiece ignores ties, min_count and alphabet.
    split: the pre-tokenization. ties: the tie rule. vocab: the vocabulary size in tokens.
    min_count: pairs that occur less often are not merged. special: space-separated special tokens.
    alphabet: the tokens that training starts with; "bytes" only with the split "gpt2".
    """

    algorithm: str = setting("bpe", parse.one, "bpe", "wordpiece")
    split: str = setting("gpt2", parse.one, *bpe.SPLITS, always=True)
    ties: str = setting("first", parse.one, *bpe.TIES, always=True)
    vocab: int = setting(50, parse.integer, 1, MAX_VOCAB, always=True)
    min_count: int = setting(1, parse.integer, 1, MAX_COUNT, old="min", always=True)
    special: str = setting("<|endoftext|>", parse.words, MAX_SPECIAL, always=True)
    alphabet: str = setting("corpus", parse.one, *bpe.ALPHABETS)

    @property
    def special_tokens(self) -> tuple[str, ...]:
        """The special tokens, each by itself."""
        return tuple(self.special.split())


@dataclass(frozen=True, slots=True)
class UnigramSettings:
    """How Unigram is trained.

    split: the pre-tokenization (the course uses another one than for BPE). vocab: the vocabulary
    size in pieces. max_seeds: the maximum number of seeds. prune: in percent. start: the first
    score of a segmentation: 1, as in the course's code; or 0. stop_after: how often training asks
    whether to continue until it stops early; 0 for never.
    """

    method: str = setting("course", parse.one, *unigram.METHODS)
    split: str = setting("metaspace", parse.one, *bpe.SPLITS, name="unigram_split", old="cut")
    vocab: int = setting(100, parse.integer, 1, MAX_VOCAB, name="unigram_vocab", old="size")
    seeds: str = setting("frequent", parse.one, *unigram.SEEDS)
    max_seeds: int = setting(300, parse.integer, 1, MAX_SEED_PIECES, old="most")
    prune: int = setting(10, parse.integer, 1, MAX_PRUNE)
    start: str = setting("zero", parse.one, "one", "zero")
    stop_after: int = setting(0, parse.integer, 0, MAX_VOCAB, old="upto")

    @property
    def args(self) -> UnigramArgs:
        """The arguments of `unigram_training.train_unigram`."""
        return UnigramArgs(
            self.method,
            self.vocab,
            self.seeds,
            self.max_seeds,
            self.prune,
            start_at_1=self.start == "one",
            stop_after=self.stop_after,
        )


@dataclass(frozen=True, slots=True)
class EncodingSettings:
    """How a text is encoded.

    input: the text; empty for the watched sentence. tokenizer: the name of an uploaded tokenizer;
    empty for the trained one. pattern: empty for the one that fits its file. max_merges: the number
    of merges that are used. dropout: in percent, with the random seed dropout_seed.
    """

    input: str = setting("", parse.text, MAX_INPUT)
    tokenizer: str = setting("", parse.upload)
    pattern: str = setting("", parse.one, *PATTERNS)
    max_merges: int = setting(MAX_MERGES, parse.integer, 0, MAX_MERGES, old="first")
    options: tuple[str, ...] = setting((), parse.some, *OPTIONS, old="how")
    dropout: int = setting(0, parse.integer, 0, 100)
    dropout_seed: int = setting(1, parse.integer, 0, 9_999, old="dice")

    def pattern_of(self, tokenizer: str) -> str:
        """The pattern that was chosen for an uploaded tokenizer; empty if none was."""
        return self.pattern if tokenizer == self.tokenizer else ""


@dataclass(frozen=True, slots=True)
class ComparisonSettings:
    """Which tokenizers are compared, and on what.

    tokenizers: each one of TRAINED or the name of an uploaded one. compared: the passage ("text"),
    the same sentence in many languages, or the lines of an uploaded file. lines: the name of that
    file; empty if there is none.
    """

    tokenizers: tuple[str, ...] = setting(
        ("bpe", "unigram"), parse.tokenizers, MAX_COMPARED, TRAINED
    )
    compared: str = setting("text", parse.one, "text", "languages", "lines")
    lines: str = setting("", parse.upload)


@dataclass(frozen=True, slots=True)
class ViewSettings:
    """What a page shows of what was trained.

    sentence: the watched sentence, tokenized with the merges so far. find: what the shown words
    contain. word: the word whose lattice is drawn, under the vocabulary after `round` rounds.
    passage: the text that is shown under both methods; empty for the watched sentence. ids: typed
    ids to decode; empty for those of the text. position: the step of a stage other than BPE's, or
    the number of a practice question. practice: our questions, or the course's exercises.
    quiz_seed: the seed of the questions; 0 for the learner's own. quiz_words: the language of their
    words. It is not that of the page: a link shows the same question in every language, and links
    from before this setting an English one. lesson: a teacher's lesson, packed.
    """

    sentence: str = setting(
        "This is not a token.", parse.text, MAX_SENTENCE, old="watch", always=True
    )
    words: str = setting("first", parse.one, *WORDS)
    find: str = setting("", parse.text, MAX_FIND)
    switches: tuple[str, ...] = setting((), parse.some, *VIEWS, name="view")
    lesson: str = setting("", parse.packed, MAX_LESSON)
    show: str = setting("both", parse.one, *SHOWS, always=True)
    section: str = setting("", parse.one, *SECTIONS)
    ids: str = setting("", parse.text, MAX_IDS)
    decoder: str = setting("bpe", parse.one, "bpe", "unigram")
    word: str = setting("", parse.text, MAX_WORD)
    round: int = setting(0, parse.integer, 0, MAX_VOCAB)
    passage: str = setting("", parse.text, MAX_PASSAGE)
    position: int = setting(0, parse.integer, 0, MAX_VOCAB, old="at")
    practice: str = setting("questions", parse.one, "questions", "course")
    quiz_seed: int = setting(0, parse.integer, 0, MAX_RANDOM_SEED, old="seed")
    quiz_words: str = setting("en", parse.one, *LANGUAGES)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a learner chose that a link contains, apart from the step.

    >>> settings = Settings().replace(corpus="hug", vocab=10, unigram_vocab=8)
    >>> settings.bpe.vocab, settings.unigram.vocab
    (10, 8)
    >>> settings.get("unigram_vocab")
    8
    """

    corpus: CorpusSettings = field(default_factory=CorpusSettings)
    bpe: BpeSettings = BpeSettings()
    unigram: UnigramSettings = UnigramSettings()
    encoding: EncodingSettings = EncodingSettings()
    comparison: ComparisonSettings = ComparisonSettings()
    view: ViewSettings = ViewSettings()
    lang: str = setting("en", parse.language, always=True)

    def get(self, name: str) -> object:
        """The value of a setting, by its URL parameter."""
        subject, attribute = FIELDS[name]
        return getattr(getattr(self, subject) if subject else self, attribute)

    def replace(self, **values: object) -> "Settings":
        """A copy with other values, by their URL parameters. Raises TypeError for unknown names.

        >>> Settings().replace(vocab=10, ties="lowest").bpe.vocab
        10
        """
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
        """These settings without those that the browser keeps, because only the stage needs them.

        >>> Settings().replace(view=("before",), position=3).without_stage() == Settings()
        True
        """
        return self.replace(position=0, view=(), words="first", find="")

    @property
    def key(self) -> str:
        """The key of the BPE or WordPiece run that these settings describe.

        >>> one, two = Settings().replace(word="hug"), Settings().replace(vocab=9)
        >>> one.key == Settings().key, two.key == Settings().key
        (True, False)
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
        """The key of the encoded text that these settings describe.

        >>> Settings().text_key == Settings().replace(dropout_seed=2).text_key
        True
        """
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
        return self.corpus.read(self.bpe.split)

    def train(self) -> Run:
        """Train BPE. Raises bpe.InputError if the learner's own corpus cannot be used."""
        return bpe.train(
            self.read_corpus(),
            self.bpe.vocab,
            self.bpe.ties,
            self.bpe.special_tokens,
            self.bpe.min_count,
            self.bpe.alphabet,
            max_characters=MAX_TOKEN_CHARACTERS,
        )

    def train_wordpiece(self) -> wordpiece.Run:
        """Train WordPiece. Raises bpe.InputError if the learner's own corpus cannot be used."""
        corpus, used = self.read_corpus(), self.bpe
        most = MAX_TOKEN_CHARACTERS
        return wordpiece.train(corpus, used.vocab, used.special_tokens, max_characters=most)

    def train_unigram(self) -> UnigramRun:
        """Train Unigram. Raises bpe.InputError if the learner's own corpus cannot be used."""
        return train_unigram(self.corpus.read(self.unigram.split), self.unigram.args)

    def job(self) -> BpeJob | WordPieceJob:
        """The BPE or WordPiece training for a worker."""
        source, used = self.corpus.source(self.bpe.split), self.bpe
        if self.is_wordpiece:
            return WordPieceJob(source, used.vocab, used.special_tokens)
        special = used.special_tokens
        return BpeJob(source, used.vocab, used.ties, special, used.min_count, used.alphabet)

    def unigram_job(self) -> UnigramJob:
        """The Unigram training for a worker."""
        return UnigramJob(self.corpus.source(self.unigram.split), self.unigram.args)

    def cost(self) -> Cost:
        """What training BPE or WordPiece costs. Raises bpe.InputError for an unusable corpus.

        >>> [Settings().replace(corpus=name).cost().is_large for name in ("hug", "python")]
        [False, True]
        """
        if self.corpus.is_large:
            return UNKNOWN_COST
        cost = wordpiece_cost if self.is_wordpiece else bpe_cost
        return cost(self.read_corpus().counts, self.bpe.vocab)

    def unigram_cost(self) -> Cost:
        """What training Unigram costs. Raises bpe.InputError if the corpus cannot be used."""
        if self.corpus.is_large:
            return UNKNOWN_COST
        return unigram_cost(self.corpus.read(self.unigram.split).counts, self.unigram.args)


SUBJECTS = {
    "corpus": CorpusSettings,
    "bpe": BpeSettings,
    "unigram": UnigramSettings,
    "encoding": EncodingSettings,
    "comparison": ComparisonSettings,
    "view": ViewSettings,
    "": Settings,  # the language belongs to no subject
}
# By URL parameter, the subject and the field; and what the URL has of it.
FIELDS: dict[str, tuple[str, str]] = {}
PARAMETERS: dict[str, Parameter] = {}
for _subject, _kind in SUBJECTS.items():
    for _field in dataclasses.fields(_kind):
        if _declared := _field.metadata.get("url"):
            _name = _declared.name or _field.name
            FIELDS[_name], PARAMETERS[_name] = (_subject, _field.name), _declared

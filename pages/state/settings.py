"""Settings: everything a learner chose that a link contains, apart from the step.

They are nested by subject. `replace` and `get` take the flat names that the URL uses. `defaults`
has the settings that suit a corpus; `url` reads and writes the URL.
"""

import dataclasses
from dataclasses import dataclass, field

import bpe
from bpe import Corpus, Run, wordpiece
from bpe.formats import tiktoken_file
from bpe.unigram import Run as UnigramRun
from pages.jobs.cost import UNKNOWN_COST, Cost, bpe_cost, unigram_cost, wordpiece_cost
from pages.jobs.job import BpeJob, UnigramJob, WordPieceJob
from pages.jobs.memory import MAX_TOKEN_CHARACTERS
from pages.jobs.unigram_training import UnigramArgs, train_unigram
from pages.state.corpus import CorpusSettings
from pages.storage.secret import keyed_hash
from pages.translations.language import LANGUAGES

ALGORITHMS = ("bpe", "wordpiece")  # of the training page: which merges the pair by count or score
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
PRACTICES = ("questions", "course")  # on the practice page: our questions, the course's exercises
QUIZ_WORDS = tuple(LANGUAGES)  # whose words practice questions are about
STARTS = ("one", "zero")  # a segmentation's first score: 1, as in the course's code; or 0
OPTIONS = ("rules", "fuse", "specials", "whole")  # see `encoding.contents.encoder_of`
PATTERNS = ("", *tiktoken_file.PATTERNS)  # that split a text for a tiktoken file
DECODERS = ("bpe", "unigram")  # which decodes ids on the encoding page
MAX_INPUT = 600
MAX_PASSAGE = 2_000
MAX_IDS = 600  # characters of typed ids
MAX_LESSON = 6_000  # characters of a lesson in a link
MAX_MERGES = 500_000
MAX_WORD = 30
TRAINED = ("bpe", "unigram", "wordpiece")  # tokenizers that are trained here, to compare
MAX_COMPARED = 4  # tokenizers
COMPARED = ("text", "languages", "lines")  # what they are compared on: see ComparisonSettings
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

    algorithm: one of ALGORITHMS; WordPiece ignores ties, min_count and alphabet. split: the
    pre-tokenization, one of bpe.SPLITS. ties: the tie rule, one of bpe.TIES. vocab: the vocabulary
    size in tokens. min_count: pairs that occur less often are not merged. special:
    space-separated special tokens. alphabet: the tokens that training starts with, one of
    bpe.ALPHABETS; "bytes" only with the split "gpt2".
    """

    algorithm: str = "bpe"
    split: str = "gpt2"
    ties: str = "first"
    vocab: int = 50
    min_count: int = 1
    special: str = "<|endoftext|>"
    alphabet: str = "corpus"


@dataclass(frozen=True, slots=True)
class UnigramSettings:
    """How Unigram is trained.

    method: one of unigram.METHODS. split: the pre-tokenization (the course uses another one than
    for BPE). vocab: the vocabulary size in pieces. seeds: one of unigram.SEEDS; max_seeds: the
    maximum number of them. prune: in percent. start: one of STARTS. stop_after: how often training
    asks whether to continue until it stops early; 0 for never.
    """

    method: str = "course"
    split: str = "metaspace"
    vocab: int = 100
    seeds: str = "frequent"
    max_seeds: int = 300
    prune: int = 10
    start: str = "zero"
    stop_after: int = 0


@dataclass(frozen=True, slots=True)
class EncodingSettings:
    """How a text is encoded.

    input: the text; empty for the watched sentence. tokenizer: the name of an uploaded tokenizer;
    empty for the trained one. pattern: one of PATTERNS, empty for the one that fits its file.
    max_merges: the number of merges that are used. options: some of OPTIONS. dropout: in percent,
    with the random seed dropout_seed.
    """

    input: str = ""
    tokenizer: str = ""
    pattern: str = ""
    max_merges: int = MAX_MERGES
    options: tuple[str, ...] = ()
    dropout: int = 0
    dropout_seed: int = 1

    def pattern_of(self, tokenizer: str) -> str:
        """The pattern that was chosen for an uploaded tokenizer; empty if none was.

        >>> settings = EncodingSettings(tokenizer="one", pattern="gpt2")
        >>> settings.pattern_of("one"), settings.pattern_of("another")
        ('gpt2', '')
        """
        return self.pattern if tokenizer == self.tokenizer else ""


@dataclass(frozen=True, slots=True)
class ComparisonSettings:
    """Which tokenizers are compared, and on what.

    tokenizers: at most MAX_COMPARED, each one of TRAINED or the name of an uploaded one. compared:
    the passage ("text"), the same sentence in many languages, or the lines of an uploaded file.
    lines: the name of that file; empty if there is none.
    """

    tokenizers: tuple[str, ...] = ("bpe", "unigram")
    compared: str = "text"
    lines: str = ""


@dataclass(frozen=True, slots=True)
class ViewSettings:
    """What a page shows of what was trained.

    sentence: the watched sentence, tokenized with the merges so far. words: one of WORDS; find:
    what the shown words contain. switches: some of VIEWS. show: one of SHOWS. word: the word
    whose lattice is drawn, under the vocabulary after `round` rounds. passage: the text that is
    shown under both methods; empty for the watched sentence. section: one of SECTIONS.
    ids: typed ids to decode; empty for those of the text. decoder: one of DECODERS.
    position: the step of a stage other than BPE's, or the number of a practice question.
    practice: one of PRACTICES. quiz_seed: the seed of the questions; 0 for the learner's own.
    quiz_words: the language of their words, one of QUIZ_WORDS. It is not that of the page: a link
    shows the same question in every language, and links from before this setting an English one.
    lesson: a teacher's lesson, packed.
    """

    sentence: str = "This is not a token."
    words: str = "first"
    find: str = ""
    switches: tuple[str, ...] = ()
    lesson: str = ""
    show: str = "both"
    section: str = ""
    ids: str = ""
    decoder: str = "bpe"
    word: str = ""
    round: int = 0
    passage: str = ""
    position: int = 0
    practice: str = "questions"
    quiz_seed: int = 0
    quiz_words: str = "en"


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
    lang: str = "en"

    def get(self, name: str) -> object:
        """The value of a setting, by its URL parameter.

        >>> Settings().get("vocab")
        50
        """
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
            usual = BpeSettings()
            used = dataclasses.replace(
                used, ties=usual.ties, min_count=usual.min_count, alphabet=usual.alphabet
            )
        return cache_key("bpe", repr(self.corpus), repr(used))

    @property
    def is_wordpiece(self) -> bool:
        """Whether the training page trains WordPiece.

        >>> Settings().is_wordpiece, Settings().replace(algorithm="wordpiece").is_wordpiece
        (False, True)
        """
        return self.bpe.algorithm == "wordpiece"

    @property
    def unigram_key(self) -> str:
        """The key of the Unigram run that these settings describe.

        >>> Settings().unigram_key == Settings().replace(vocab=9).unigram_key
        True
        """
        return cache_key("unigram", repr(self.corpus), repr(self.unigram))

    @property
    def text_key(self) -> str:
        """The key of the encoded text that these settings describe.

        >>> Settings().text_key == Settings().replace(input="hug").text_key
        False
        >>> Settings().text_key == Settings().replace(dropout_seed=2).text_key
        True
        """
        encoding = self.encoding
        if not encoding.dropout or "rules" in encoding.options:  # the seed has no effect
            encoding = dataclasses.replace(encoding, dropout=0, dropout_seed=1)
        encoding = dataclasses.replace(encoding, input=self.text)
        return cache_key("text", self.key, repr(encoding))

    @property
    def text(self) -> str:
        """The text to encode.

        >>> Settings().text, Settings().replace(input="hug").text
        ('This is not a token.', 'hug')
        """
        return self.encoding.input or self.view.sentence

    def read_corpus(self) -> Corpus:
        """The corpus that BPE is trained on. Raises bpe.InputError if it cannot be used.

        >>> list(Settings().replace(corpus="hug", split="whitespace").read_corpus().counts)
        ['hug', 'pug', 'pun', 'bun', 'hugs']
        """
        return self.corpus.read(self.bpe.split)

    def train(self) -> Run:
        """Train BPE. Raises bpe.InputError if the learner's own corpus cannot be used.

        >>> Settings().replace(corpus="hug", vocab=10).train().merges[0].token
        'ug'
        """
        return bpe.train(
            self.read_corpus(),
            vocab_size=self.bpe.vocab,
            ties=self.bpe.ties,
            special_tokens=tuple(self.bpe.special.split()),
            min_count=self.bpe.min_count,
            alphabet=self.bpe.alphabet,
            max_characters=MAX_TOKEN_CHARACTERS,
        )

    def train_wordpiece(self) -> wordpiece.Run:
        """Train WordPiece. Raises bpe.InputError if the learner's own corpus cannot be used.

        >>> settings = Settings().replace(corpus="hug", split="whitespace", vocab=10, special="")
        >>> settings.train_wordpiece().merges[0].token
        '##gs'
        """
        return wordpiece.train(
            self.read_corpus(),
            vocab_size=self.bpe.vocab,
            special_tokens=tuple(self.bpe.special.split()),
            max_characters=MAX_TOKEN_CHARACTERS,
        )

    def job(self) -> BpeJob | WordPieceJob:
        """The BPE or WordPiece training for a worker.

        >>> Settings().replace(corpus="hug", vocab=10).job().vocab_size
        10
        """
        source, special = self.corpus.source(self.bpe.split), tuple(self.bpe.special.split())
        if self.is_wordpiece:
            return WordPieceJob(source, self.bpe.vocab, special)
        return BpeJob(
            source,
            self.bpe.vocab,
            self.bpe.ties,
            special,
            self.bpe.min_count,
            self.bpe.alphabet,
        )

    def train_unigram(self) -> UnigramRun:
        """Train Unigram. Raises bpe.InputError if the learner's own corpus cannot be used.

        >>> len(Settings().replace(corpus="hug", unigram_vocab=14).train_unigram().model.pieces)
        14
        """
        return train_unigram(self.corpus.read(self.unigram.split), self.unigram_args())

    def unigram_args(self) -> UnigramArgs:
        """The arguments of `unigram_training.train_unigram`.

        >>> Settings().unigram_args().prune
        10
        """
        return UnigramArgs(
            method=self.unigram.method,
            vocab_size=self.unigram.vocab,
            seeds=self.unigram.seeds,
            max_seeds=self.unigram.max_seeds,
            prune=self.unigram.prune,
            start_at_1=self.unigram.start == "one",
            stop_after=self.unigram.stop_after,
        )

    def unigram_job(self) -> UnigramJob:
        """The Unigram training for a worker.

        >>> Settings().replace(corpus="hug", unigram_vocab=14).unigram_job().args.vocab_size
        14
        """
        return UnigramJob(self.corpus.source(self.unigram.split), self.unigram_args())

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
        """What training Unigram costs. Raises bpe.InputError if the corpus cannot be used.

        >>> [Settings().replace(corpus=name).unigram_cost().is_large for name in ("hug", "python")]
        [False, True]
        """
        if self.corpus.is_large:
            return UNKNOWN_COST
        return unigram_cost(self.corpus.read(self.unigram.split).counts, self.unigram_args())


# URL parameters that differ from the name of the field.
PARAMETERS = {
    ("corpus", "name"): "corpus",
    ("unigram", "split"): "unigram_split",
    ("unigram", "vocab"): "unigram_vocab",
    ("view", "switches"): "view",
}
SUBJECTS = {
    "corpus": CorpusSettings,
    "bpe": BpeSettings,
    "unigram": UnigramSettings,
    "encoding": EncodingSettings,
    "comparison": ComparisonSettings,
    "view": ViewSettings,
}
# By URL parameter, the subject and the field; the language belongs to no subject.
FIELDS = {
    PARAMETERS.get((subject, each.name), each.name): (subject, each.name)
    for subject, kind in SUBJECTS.items()
    for each in dataclasses.fields(kind)
} | {"lang": ("", "lang")}

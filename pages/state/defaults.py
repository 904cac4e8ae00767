"""The default settings of each corpus: those that show it best."""

from functools import lru_cache

import bpe
from bpe.split_patterns import is_byte_level
from pages.state.corpus import DEFAULT_CORPUS, OWN_COUNTS, OWN_TEXT, PYTHON
from pages.state.settings import MAX_SEED_PIECES, MAX_VOCAB, PARAMETERS, Settings

DEFAULT_OWN = {
    OWN_TEXT: "The cat sat on the mat.\nThat fat cat chatted with the other cats.",
    OWN_COUNTS: "low 5\nlower 2\nnewest 6\nwidest 3",
}
OWN_COUNTS_PIECES = 12  # of the default word counts; 100 would be too many
LARGE_VOCAB = 2_000  # of a corpus that a worker reads
COURSE_TEXTS = ("course", "notebook", "chinese-page")
COMPARED_CORPUS = "english"  # of a page of tokenizers without any settings in its link
# Special tokens of WordPiece: an unknown word needs [UNK]. Chapter 6.6 of the course has all five.
UNKNOWN, COURSE_SPECIAL = "[UNK]", "[PAD] [UNK] [CLS] [SEP] [MASK]"
COURSE_VOCAB = 70
EM_DEFAULTS = {"method": "em", "seeds": "repeated", "max_seeds": MAX_SEED_PIECES, "prune": 25}


@lru_cache(maxsize=64)  # a page asks many times
def defaults(corpus: str = DEFAULT_CORPUS) -> Settings:
    """The default settings of a corpus, one of CORPORA or OWN_FILE."""
    settings = Settings().replace(corpus=corpus)
    sample = bpe.SAMPLES.get(corpus)
    if sample:
        settings = settings.replace(
            split=sample.split,
            vocab=sample.vocab_size,
            special=" ".join(sample.special_tokens),
            sentence=sample.watch,
            ties=sample.ties,
        )
    elif settings.corpus.is_large:
        sentence = "def tokenize(text):" if corpus == PYTHON else settings.view.sentence
        settings = settings.replace(ties="lowest", vocab=LARGE_VOCAB, sentence=sentence)
        return settings.replace(unigram_split="gpt2", unigram_vocab=1000, **EM_DEFAULTS)
    else:
        settings = settings.replace(
            own=DEFAULT_OWN[corpus],
            split="gpt2" if corpus == OWN_TEXT else "whitespace",
            special="",
            sentence="That cat." if corpus == OWN_TEXT else "lowest",
        )
    if sample and sample.seed_size:
        return settings.replace(
            unigram_split=sample.split,
            unigram_vocab=sample.vocab_size,
            seeds="bpe",
            max_seeds=sample.seed_size,
            prune=5,
            word=sample.watch.split()[0],
        )
    split = settings.bpe.split
    settings = settings.replace(
        unigram_split="metaspace" if split == "gpt2" else split,
        seeds="repeated" if corpus == "chinese" else "frequent",
    )
    if corpus == OWN_COUNTS or (sample and sample.counts):
        settings = settings.replace(seeds="substrings", unigram_vocab=OWN_COUNTS_PIECES)
    if not sample:
        return settings
    return settings.replace(
        unigram_split=sample.unigram_split or settings.unigram.split,
        unigram_vocab=sample.unigram_vocab_size,
        word=sample.word,
    )


def for_corpus(corpus: str, old: Settings, **more: object) -> Settings:
    """The settings of a corpus that a reader chooses, with the old ones that no corpus decides.

    more: other values, by URL parameter.

    >>> for_corpus(PYTHON, defaults()).bpe.alphabet, defaults(PYTHON).bpe.alphabet
    ('bytes', 'corpus')
    """
    kept = {name: old.get(name) for name, each in PARAMETERS.items() if each.is_kept}
    new = defaults(corpus).replace(**kept, **more)
    method = old.unigram.method
    if method != defaults(old.corpus.name).unigram.method:  # the reader has chosen it
        new = choose_method(new, method)
    return with_algorithm(with_first_alphabet(new), old.bpe.algorithm)


def with_first_alphabet(settings: Settings) -> Settings:
    """The settings with the alphabet that suits the corpus and the pre-tokenization.

    A tokenizer that is trained on megabytes is meant to be used, so it gets all 256 bytes: then it
    can write every text. The samples and a typed text are there to watch the first merges: there,
    256 bytes would hide the few that the text has, and not leave room in a small vocabulary.
    `defaults` has the alphabet of links that name none, which must show what they always did.

    >>> with_first_alphabet(defaults(PYTHON)).bpe.alphabet
    'bytes'
    >>> with_first_alphabet(defaults(PYTHON).replace(split="whitespace")).bpe.alphabet
    'corpus'
    """
    is_used = settings.corpus.is_large and is_byte_level(settings.bpe.split)
    return settings.replace(alphabet="bytes" if is_used else "corpus")


def with_method(settings: Settings, method: str) -> Settings:
    """The settings with a method of Unigram; a new method comes with its own defaults."""
    if method == settings.unigram.method:
        return settings
    usual = defaults(settings.corpus.name).unigram
    if method == "em":
        kept: dict[str, object] = {}
        if usual.seeds == "substrings":
            kept = {"seeds": usual.seeds}
        elif usual.seeds == "bpe":
            kept = {
                "seeds": usual.seeds,
                "max_seeds": usual.max_seeds,
                "prune": usual.prune,
                "shares": "plain",  # digamma is for the curious
            }
        return settings.replace(**EM_DEFAULTS | kept)
    is_large = settings.corpus.is_large
    return settings.replace(
        method=method,
        seeds="frequent" if is_large else usual.seeds,
        max_seeds=3 * settings.unigram.vocab if is_large else usual.max_seeds,
        prune=10 if is_large else usual.prune,
        shares=usual.shares,
    )


def choose_method(settings: Settings, method: str) -> Settings:
    """The settings with a method that a reader chooses.

    On a small corpus, EM divides plainly. Where the sample says so, it learns fewer pieces, so that
    it prunes. `with_method` has what a link means that names only the method.

    >>> choose_method(defaults("hug"), "em").unigram.shares
    'plain'
    >>> em = choose_method(defaults("unigram-en"), "em")
    >>> em.unigram.vocab, choose_method(em, "course").unigram.vocab
    (14, 15)
    """
    new = with_method(settings, method)
    if method == settings.unigram.method:
        return new
    if method == "em" and new.unigram.seeds == "substrings":
        new = new.replace(shares="plain")
    sample = bpe.SAMPLES.get(settings.corpus.name)
    if sample and sample.em_vocab_size:
        before, after = sample.vocab_size, sample.em_vocab_size
        if method != "em":
            before, after = after, before
        if new.unigram.vocab == before:
            new = new.replace(unigram_vocab=after)
    return new


def with_algorithm(settings: Settings, algorithm: str) -> Settings:
    """The settings with another algorithm of the training page, and its own defaults.

    WordPiece marks no spaces, so it splits at punctuation instead. It has room for as many merges.

    >>> course = with_algorithm(defaults("course"), "wordpiece")
    >>> course.bpe.split, course.bpe.vocab, course.bpe.special
    ('punctuation', 70, '[PAD] [UNK] [CLS] [SEP] [MASK]')
    >>> with_algorithm(course, "bpe") == defaults("course")
    True
    """
    if algorithm == settings.bpe.algorithm:
        return settings
    usual, split = defaults(settings.corpus.name).bpe, settings.bpe.split
    new = settings.replace(algorithm=algorithm)
    if algorithm == "bpe":
        split = usual.split if split == "punctuation" else split
        new = new.replace(split=split, vocab=usual.vocab, special=usual.special)
        return with_first_alphabet(new)
    split = "punctuation" if is_byte_level(split) or split == "metaspace" else split
    new = new.replace(split=split, special=UNKNOWN, alphabet="corpus")
    if settings.corpus.name in COURSE_TEXTS:
        return new.replace(special=COURSE_SPECIAL, vocab=COURSE_VOCAB)
    try:
        return _with_room(settings, new)
    except bpe.InputError:  # the corpus cannot be used; the page says so
        return new


def with_alphabet(settings: Settings, alphabet: str) -> Settings:
    """The settings with another alphabet, and a vocabulary size with room for the same merges.

    Raises bpe.InputError if this pre-tokenization cannot have the alphabet.

    >>> with_alphabet(defaults("course"), "bytes").bpe.vocab
    276
    """
    return _with_room(settings, settings.replace(alphabet=alphabet))


def _with_room(old: Settings, new: Settings) -> Settings:
    """The new settings with a vocabulary size that gives as many merges as the old settings.

    The size stays the same if only a worker reads the corpus.
    """
    if new.corpus.is_large:
        return new
    more = _tokens_at_first(new) - _tokens_at_first(old)
    return new.replace(vocab=max(1, min(old.bpe.vocab + more, MAX_VOCAB)))


def _tokens_at_first(settings: Settings) -> int:
    """The number of tokens that BPE or WordPiece starts with."""
    corpus, specials = settings.read_corpus(), len(settings.bpe.special_tokens)
    if not settings.is_wordpiece:
        return specials + len(corpus.first_tokens(settings.bpe.alphabet))
    inside = set().union(*(word[1:] for word in corpus.counts))  # with ## they are other tokens
    return specials + len({word[0] for word in corpus.counts}) + len(inside)

"""The settings that show a corpus best: what holds where a learner or a link says nothing else."""

from dataclasses import replace
from typing import Any

import bpe
from pages.state.settings import (
    LARGE_VOCAB,
    MAX_SEEDS,
    OWN_COUNTS,
    OWN_FILE,
    OWN_TEXT,
    PYTHON,
    Settings,
)

DEFAULT_OWN = {
    OWN_TEXT: "The cat sat on the mat.\nThat fat cat chatted with the other cats.",
    OWN_COUNTS: "low 5\nlower 2\nnewest 6\nwidest 3",
}
COURSE_TEXTS = ("course", "notebook", "chinese-page")
SIZES = {  # of a Unigram vocabulary, where 100 pieces would be too few or too many
    "hug": 10,
    "sennrich": 15,
    "aaabdaaabac": 8,
    "aaaa": 2,
    "chinese": 220,
    "korean": 190,
    "emoji": 150,
    OWN_COUNTS: 12,
}
WORDS_SHOWN = {"hug": "unhug", "sennrich": "lowest·", "aaaa": "aaaa"}
OF_EM: dict[str, Any] = {"seeds": "repeated", "most": MAX_SEEDS, "prune": 25}


def defaults(corpus: str) -> Settings:
    """The settings that show a corpus best."""
    if corpus in bpe.SAMPLES:
        sample = bpe.SAMPLES[corpus]
        settings = Settings(
            corpus=corpus,
            split=sample.split,
            vocab=sample.vocab_size,
            special=" ".join(sample.special_tokens),
            watch=sample.watch,
        )
    elif corpus in (PYTHON, OWN_FILE):
        watch = "def tokenize(text):" if corpus == PYTHON else "This is not a token."
        settings = Settings(corpus=corpus, ties="lowest", vocab=LARGE_VOCAB, watch=watch)
    else:
        split = "gpt2" if corpus == OWN_TEXT else "whitespace"
        watch = "That cat." if corpus == OWN_TEXT else "lowest"
        own = DEFAULT_OWN[corpus]
        settings = Settings(corpus=corpus, own=own, split=split, special="", watch=watch)
    return replace(settings, **unigram_defaults(settings))  # type: ignore[arg-type]


def for_corpus(corpus: str, old: Settings, **more: object) -> Settings:
    """The settings that show a corpus best, after others: what is not about a corpus stays."""
    kept = {name: getattr(old, name) for name in ("lang", "view", "show", "lesson")}
    return replace(defaults(corpus), **kept, **more)  # type: ignore[arg-type]


def unigram_defaults(settings: Settings) -> dict[str, object]:
    """The settings that show Unigram best: those of the course, where the corpus is its own."""
    corpus = settings.corpus
    if settings.is_large:
        return {"method": "em", "cut": "gpt2", "size": 1000, **OF_EM}
    counted = corpus == OWN_COUNTS or (corpus in bpe.SAMPLES and bpe.SAMPLES[corpus].counts)
    return {
        "cut": "metaspace" if settings.split == "gpt2" else settings.split,
        "size": SIZES.get(corpus, 100),
        "seeds": "substrings" if counted else "frequent",
        "start": "one" if corpus in COURSE_TEXTS else "zero",
        "word": "Hopefully" if corpus in COURSE_TEXTS else WORDS_SHOWN.get(corpus, ""),
    }


def with_method(settings: Settings, method: str) -> Settings:
    """The settings under a method of Unigram, with what belongs to it where it is another one."""
    if method == settings.method:
        return settings
    if method == "em":
        return replace(settings, method=method, **OF_EM)
    seeds = "frequent" if settings.is_large else defaults(settings.corpus).seeds
    most = 3 * settings.size if settings.is_large else 300
    return replace(settings, method=method, seeds=seeds, most=most, prune=10)

"""Questions for the tests of practice: many of every kind, from every corpus."""

import gettext
from functools import cache

import bpe
from pages.quiz import exercises, rounds
from pages.quiz.material import material
from pages.quiz.questions import Question
from pages.state.corpus import OWN_COUNTS
from pages.state.defaults import defaults, with_alphabet, with_method
from pages.state.settings import Settings
from tests.support.cases import seeds

T = gettext.NullTranslations()
OWN = {
    "twice": "banana 3\nanan 5\nnab 2\naba 4",
    "less": "hug 10\npug 5",
    "same": "hug 10\npug 10\nhugs 10\nbugs 10\nbun 10",
    "special": "<a> 3\n** 4\n$x$ 2\n=1+1 5\n``` 2",
}


def own(name: str) -> Settings:
    return defaults(OWN_COUNTS).replace(own=OWN[name])


ALL = {
    **{name: defaults(name) for name in bpe.SAMPLES},
    **{f"own {name}": own(name) for name in OWN},
    "greatest": defaults("course").replace(ties="greatest"),
    "lowest": defaults("hug").replace(ties="lowest"),
    "in pieces": defaults("english").replace(split="metaspace"),
    "em": with_method(defaults("hug"), "em"),
    "bytes": with_alphabet(defaults("course"), "bytes"),
}


@cache
def drawn(name: str) -> tuple[Question, ...]:
    of = material(ALL[name])
    return tuple(question for seed in seeds(10) for question in rounds.draw(of, seed, T))


def every():
    for name in ALL:
        for question in drawn(name):
            yield ALL[name], question


def of_kind(*kinds: str):
    found = [(settings, question) for settings, question in every() if question.kind in kinds]
    assert len(found) > 40
    return found


@cache
def replayed(settings: Settings, k: int):
    """The words after k merges, with the merges. Each merge is applied in every word."""
    corpus = settings.read_corpus()
    merges = reference(settings.replace(sentence="", lang="en"))
    splits = {word: list(word) for word in corpus.counts}
    for merge in merges[:k]:
        splits = {
            word: bpe.reference.merge_pair(tokens, merge.left, merge.right)
            for word, tokens in splits.items()
        }
    return corpus, merges, splits


@cache
def reference(settings: Settings):
    return bpe.reference.train(
        settings.read_corpus(),
        vocab_size=settings.bpe.vocab,
        ties=settings.bpe.ties,
        special_tokens=tuple(settings.bpe.special.split()),
        min_count=settings.bpe.min_count,
        alphabet=settings.bpe.alphabet,
    )


def words_of(question: Question) -> list[tuple[tuple[str, ...], int]]:
    """The words that a question shows."""
    (fact,) = (fact for fact in question.facts if fact.kind == "words")
    return [(tokens, int(count.replace(",", ""))) for tokens, count in fact.rows]


def exercise_questions() -> list[Question]:
    of = material(exercises.settings("en"))
    return [question for box in exercises.boxes(of, T).values() for question in box]

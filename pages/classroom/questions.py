"""What a lecturer asks a class: as data without the answer, and the result with it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import bpe
from pages.classroom import votes
from pages.classroom.asked import Asked, Malformed
from pages.classroom.own_question import MAX_PROMPT, of_part, own, own_spec, text
from pages.classroom.places import MAX_QUERY, Place
from pages.classroom.practice_question import practice
from pages.classroom.split_question import split_of
from pages.classroom.word_question import suggestion
from pages.practice.draw import KINDS, draw
from pages.runs.kinds import Kind, kind_of
from pages.runs.pages import BY_PATH, find_part
from pages.stage.record import Record
from pages.state.settings import MAX_RANDOM_SEED, MAX_VOCAB, MAX_WORD, Settings
from pages.translations.language import LANGUAGES, translation

MAX_INDEX = 9_999  # of a question of Practice
COMPLETE = {"predict": ("step",), "split": ("word",)}  # what a complete specification has


def result_of(asked: Asked, rounds: Sequence[Counter[str]]) -> Record:
    """Return the result of a question. rounds: its votes by group, for the first and second vote.

    Bars are left out if fewer than `votes.ENOUGH` have voted.

    >>> asked = ask({"kind": "predict", "page": "", "query": "corpus=hug", "step": 1}, "en")
    >>> result = result_of(asked, [Counter({"4": 5}), Counter({"4": 2})])
    >>> [each["answered"] for each in result["rounds"]], result["rounds"][1]["bars"]
    ([5, 2], None)
    """
    shown: list[Record] = []
    for counts in rounds:
        bars = asked.bars(counts) if votes.shown(counts) is not None else {"bars": None}
        shown.append({"answered": counts.total(), **bars})
    return {**asked.solution(), "rounds": shown}


def ask(spec: Record, lang: str) -> Asked:
    """Return the question of a specification, see `specify`, in a language.

    Raises bpe.InputError if there is none, and Waiting while a worker trains the run.

    >>> ask({"kind": "word"}, "en").public()["max"]
    30
    """
    kind, t = spec["kind"], translation(lang)
    if kind == "word":
        return suggestion(t, str(spec.get("prompt", "")))
    if kind == "own":
        return own(spec, lang, t)
    if kind == "part":
        return of_part(str(spec["part"]), str(spec.get("words", "")), lang, t)
    if kind == "practice":
        question = draw(
            int(str(spec["seed"])),
            str(spec["skill"]),
            int(str(spec["level"])),
            int(str(spec["index"])),
            lang,
            str(spec.get("words", "en")),
        )
        asked = practice(question, lang, t)
        return replace(asked, extra={**asked.extra, "similar": bool(spec.get("similar"))})
    place = Place(str(spec["page"]), str(spec["query"]), 0)
    settings = place.settings(lang)
    if kind == "split":
        return split_of(settings, str(spec["word"]), t)
    kind = kind_at(place, settings)
    step = int(str(spec["step"]))
    quiz = kind.question(step, t) if kind else None
    if not kind or not quiz:
        raise bpe.InputError("There is nothing to predict here.")
    return Asked(question=quiz, extra={"step": step}, values=kind.values_of_choices(step, t))


def kind_at(place: Place, settings: Settings) -> Kind | None:
    """Return what the stage of a place steps through; None if it has no stage.

    Raises Waiting while a worker trains, and bpe.InputError if the settings cannot be used.
    """
    shown = BY_PATH[place.page].shown
    found = shown(settings) if shown else None
    return kind_of(found[1]) if found else None


def specify(wanted: object, place: Place) -> Record:
    """Return the specification of a question that somebody wants to ask at a place.

    It is complete: `ask` makes the same question from it on any server. Raises Malformed, and
    bpe.InputError if there is no such question.

    >>> specify({"kind": "predict"}, Place("", "corpus=hug", 2))["step"]
    3
    """
    if not isinstance(wanted, dict):
        raise Malformed
    kind = wanted.get("kind")
    here: Record = {"page": place.page, "query": place.query}
    if kind == "word":
        prompt = text(wanted.get("prompt", ""), MAX_PROMPT)
        return {"kind": kind, "prompt": prompt} if prompt else {"kind": kind}
    if kind == "own":
        return own_spec(wanted)
    if kind == "part":
        if not isinstance(wanted.get("part"), str) or find_part(str(wanted["part"]), "en") is None:
            raise Malformed
        return {"kind": kind, "part": wanted["part"], **words_of(wanted)}
    if kind == "practice":
        if wanted.get("skill") not in tuple(KINDS):  # it may be a list, which has no hash
            raise Malformed
        limits = {"level": (1, 3), "seed": (0, MAX_RANDOM_SEED), "index": (0, MAX_INDEX)}
        numbers: Record = {name: int_field(wanted, name, *limits[name]) for name in limits}
        words = words_of(wanted)  # English in older ones
        similar = {"similar": True} if wanted.get("similar") is True else {}
        return {"kind": kind, "skill": wanted["skill"], **numbers, **words, **similar}
    if kind == "split":
        if place.page != "unigram" and "page" not in wanted:  # earlier versions asked it anywhere
            raise bpe.InputError("Open a word on the Unigram page first.")
        word = wanted["word"] if "word" in wanted else place.settings("en").view.word
        if not isinstance(word, str) or len(word) == 1 or len(word) > MAX_WORD:
            raise bpe.InputError("A word to split has 2 to {most} characters.", most=MAX_WORD)
        return {"kind": kind, **here, "word": word}
    if kind == "predict":
        if "step" in wanted:
            return {"kind": kind, **here, "step": int_field(wanted, "step", 1, MAX_VOCAB)}
        return {"kind": kind, **here, "step": next_question(place)}
    raise Malformed


def words_of(wanted: Record) -> Record:
    """The language of the words that a question is about, if it is given. Raises Malformed.

    >>> words_of({"words": "ko"}), words_of({})
    ({'words': 'ko'}, {})
    """
    if "words" not in wanted:
        return {}
    if wanted["words"] not in tuple(LANGUAGES):  # it may be a list, which has no hash
        raise Malformed
    return {"words": wanted["words"]}


def is_specification(spec: object) -> bool:
    """Whether an object from outside is one that `specify` can return. Reads no settings.

    >>> is_specification({"kind": "word"}), is_specification({"kind": "practice", "skill": "x"})
    (True, False)
    """
    if not isinstance(spec, dict):
        return False
    complete = COMPLETE.get(str(spec.get("kind")), ())  # what `specify` would have to compute
    page, query = spec.get("page", ""), spec.get("query", "")
    if not isinstance(page, str) or page not in BY_PATH or not isinstance(query, str):
        return False
    if len(query) > MAX_QUERY or not all(name in spec for name in complete):
        return False
    try:
        return specify(spec, Place(page, query)) == spec
    except (bpe.InputError, Malformed):
        return False


def int_field(values: Record, name: str, low: int, high: int) -> int:
    """Return a whole number of an object. Raises Malformed for another value.

    >>> int_field({"level": 2}, "level", 1, 3)
    2
    """
    value = values.get(name)
    if type(value) is not int or not low <= value <= high:
        raise Malformed
    return value


def next_question(place: Place) -> int:
    """Return the first step after a place that has a question. Raises bpe.InputError without one.

    >>> next_question(Place("", "corpus=hug", 0))
    1
    """
    settings = place.settings("en")
    kind = kind_at(place, settings)
    last = kind.last if kind else 0
    for step in range(place.step + 1, min(last, place.step + 200) + 1):
        if kind and kind.question(step, translation("en")):
            return step
    raise bpe.InputError("There is nothing to predict here.")

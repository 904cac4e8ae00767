"""What a class leaves behind: its questions with their date and place, and all their votes."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from urllib.parse import parse_qs, urlencode

from pages.classroom.asked import Asked
from pages.classroom.places import Place
from pages.classroom.saved_class import Poll
from pages.practice import ladder
from pages.practice.presentation import kind_name
from pages.settings.setting_names import titles
from pages.stage.record import Record
from pages.state.settings import MAX_RANDOM_SEED
from pages.translations.language import Translation, known_language, translation


def is_cancelled(poll: Poll, shown: Poll | None) -> bool:
    """Whether a question disappeared before its answer was revealed. shown: the open question.

    >>> is_cancelled(Poll("x", {}, state="closed"), None)
    True
    """
    return poll.state != "revealed" and poll is not shown


def where(poll: Poll, lang: str) -> Record:
    """Return {at, corpus, step}: when and about what a question was asked.

    at: in milliseconds since 1970; 0 if that is not known. corpus: its title; of a question of
    Practice, its skill and level. step: that of the question, or where the lecturer was; None
    without a stage.

    >>> spec = {"kind": "predict", "page": "", "query": "corpus=hug", "step": 3}
    >>> where(Poll("x", spec, at=5), "en")
    {'at': 5, 'corpus': 'Five words (Hugging Face)', 'step': 3}
    """
    t, spec = translation(lang), poll.spec
    if "query" in spec:
        settings = Place(str(spec.get("page", "")), str(spec["query"])).settings(lang)
        corpus = titles(t).get(settings.corpus.name, titles(t)["text"])  # an uploaded one is text
        return {"at": poll.at, "corpus": corpus, "step": spec.get("step", poll.step)}
    if level := level_of(spec, t):
        return {"at": poll.at, "corpus": level, "step": None}
    return {"at": poll.at, "corpus": titles(t).get(poll.corpus, ""), "step": poll.step}


def level_of(spec: Record, t: Translation) -> str:
    """Return the skill and the level of a question of Practice; empty for another question.

    >>> level_of({"skill": "count", "level": 1}, Translation())
    'Count a pair, level 1 of 3'
    """
    if spec.get("skill") not in ladder.SKILLS:
        return ""
    return t.gettext("{skill}, level {level} of {levels}").format(
        skill=kind_name(str(spec["skill"]), t), level=spec["level"], levels=ladder.LEVELS
    )


def all_votes(asked: Asked, rounds: Sequence[Counter[str]]) -> list[Record]:
    """Return the votes of each round, also of few voters: only the lecturer gets them."""
    return [{"answered": counts.total(), **asked.bars(counts)} for counts in rounds]


def homework(code: str, place: Place) -> str:
    """Return the query of the practice questions that a class gets as homework.

    The set follows from the code, so that phones have the link as well. The words of the questions
    are in the language of the lecturer.

    >>> homework("K7M2QX", Place(query="corpus=hug&lang=ko")).partition("&")[2]
    'quiz_words=ko'
    """
    digest = hashlib.sha256(code.encode()).digest()
    seed = 1 + int.from_bytes(digest[:8], "big") % MAX_RANDOM_SEED
    lang = known_language(parse_qs(place.query).get("lang", [""])[-1]) or "en"
    return urlencode({"quiz_seed": seed, "quiz_words": lang})

"""What a lecturer asks a class: as data without the answer, and the result with it.

A vote is kept as the group of answers that it belongs to, for example the number of a choice, or a
known mistake. Groups are the same in every language, and nobody's own words are kept.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import bpe
from bpe.unigram import Lattice
from pages.classroom import votes
from pages.classroom.stages import Place, content_of, last_step, quiz_of, ready
from pages.i18n.language import Translation, translation
from pages.quiz import presentation
from pages.quiz.answers import MAX_TYPED, Choice
from pages.quiz.draw import KINDS, draw
from pages.quiz.questions import Question
from pages.quiz.unigram_mistakes import format_tokens
from pages.serving import runs
from pages.state.settings import MAX_RANDOM_SEED, MAX_VOCAB, MAX_WORD, Settings
from pages.view.bpe import records as bpe_records
from pages.view.prediction import CHOICES
from pages.view.stage import Record
from pages.view.tokens import chip, number, probability, quoted, visible

MAX_SUGGESTION = 30  # characters of a word that somebody suggests
MAX_SPLITS = 8  # segmentations that get a bar of their own
MAX_INDEX = 9_999  # of a question of Practice
_HIDDEN = re.compile(r"[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")


class Malformed(ValueError):
    """What our pages never send."""


class Unreadable(bpe.InputError):
    """An answer that does not count. Whoever typed it can correct it."""


class Asked(Protocol):
    """A question in a language."""

    def public(self) -> Record:
        """Return what phones get before the reveal: the question without its answer."""
        ...

    def group(self, answer: object) -> str:
        """Return the group of an answer. Raises Malformed or Unreadable."""
        ...

    def bars(self, counts: Counter[str]) -> Record:
        """Return {bars} for the votes of a round by group; for a split word also {arcs}."""
        ...

    def solution(self) -> Record:
        """Return {right, explanation, feedback}: the right choices, why, and a text for each."""
        ...

    def verdict(self, answer: object) -> Record:
        """Return {right, reason} for an answer. Raises Malformed or Unreadable."""
        ...


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
        return Suggestion(t)
    if kind == "practice":
        question = draw(
            int(str(spec["seed"])),
            str(spec["skill"]),
            int(str(spec["level"])),
            int(str(spec["index"])),
            lang,
        )
        return Practice(question, lang, t)
    place = Place(str(spec["page"]), str(spec["query"]), 0)
    settings = place.settings(lang)
    if kind == "split":
        return split_of(settings, str(spec["word"]), t)
    found = content_of(place.page, settings)
    step = int(str(spec["step"]))
    quiz = quiz_of(found[1], step, settings, t) if found else {}
    if not found or not quiz:
        raise bpe.InputError("There is nothing to predict here.")
    values: list[str] = []
    if isinstance(found[1], bpe.Run):
        values = counts_of_choices(found[1], step)
    return Prediction(quiz, step, values)


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
        return {"kind": kind}
    if kind == "practice":
        if wanted.get("skill") not in KINDS:
            raise Malformed
        limits = {"level": (1, 3), "seed": (0, MAX_RANDOM_SEED), "index": (0, MAX_INDEX)}
        numbers: Record = {name: whole(wanted, name, *limits[name]) for name in limits}
        return {"kind": kind, "skill": wanted["skill"], **numbers}
    if kind == "split":
        word = wanted.get("word", place.settings("en").view.word)
        if not isinstance(word, str) or not 1 < len(word) <= MAX_WORD:
            raise bpe.InputError("A word to split has 2 to {most} characters.", most=MAX_WORD)
        return {"kind": kind, **here, "word": word}
    if kind == "predict":
        if "step" in wanted:
            return {"kind": kind, **here, "step": whole(wanted, "step", 1, MAX_VOCAB)}
        return {"kind": kind, **here, "step": next_question(place)}
    raise Malformed


def is_specification(spec: object) -> bool:
    """Whether an object from outside is one that `specify` can return.

    >>> is_specification({"kind": "word"}), is_specification({"kind": "practice", "skill": "x"})
    (True, False)
    """
    if not isinstance(spec, dict) or (spec.get("kind") == "predict" and "step" not in spec):
        return False
    page, query = spec.get("page", ""), spec.get("query", "")
    if not isinstance(page, str) or not isinstance(query, str):
        return False
    try:
        return specify(spec, Place(page, query)) == spec
    except (bpe.InputError, Malformed):
        return False


def whole(values: Record, name: str, low: int, high: int) -> int:
    """Return a whole number of an object. Raises Malformed for another value.

    >>> whole({"level": 2}, "level", 1, 3)
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
    found = content_of(place.page, settings)
    last = last_step(found[1]) if found else 0
    for step in range(place.step + 1, min(last, place.step + 200) + 1):
        if found and quiz_of(found[1], step, settings, translation("en")):
            return step
    raise bpe.InputError("There is nothing to predict here.")


def one_of(answer: object, count: int) -> str:
    """Return the group of a choice by its index. Raises Malformed for other values.

    >>> one_of(2, 6)
    '2'
    """
    if type(answer) is not int or not 0 <= answer < count:
        raise Malformed
    return str(answer)


@dataclass(frozen=True, slots=True)
class Prediction:
    """What Predict asks before a step. values: the true count of each choice, if it has one."""

    quiz: Record
    step: int
    values: list[str]

    @property
    def choices(self) -> list[tuple[list[object], bool, str]]:
        """The choices: parts, whether it is right, feedback."""
        return list(self.quiz["choices"])  # type: ignore[call-overload,no-any-return]

    def public(self) -> Record:
        """See `Asked`."""
        parts = [each for each, _, _ in self.choices]
        return {"ask": self.quiz["ask"], "choices": parts, "step": self.step}

    def group(self, answer: object) -> str:
        """See `Asked`."""
        return one_of(answer, len(self.choices))

    def bars(self, counts: Counter[str]) -> Record:
        """See `Asked`."""
        bars = [
            {"label": parts, "votes": counts[str(i)], "right": right, "reason": feedback}
            for i, (parts, right, feedback) in enumerate(self.choices)
        ]
        for bar, value in zip(bars, self.values, strict=False):
            bar["value"] = value
        return {"bars": bars}

    def solution(self) -> Record:
        """See `Asked`."""
        right = [i for i, each in enumerate(self.choices) if each[1]]
        return {
            "right": right,
            "explanation": self.choices[right[0]][2] if right else "",
            "feedback": [feedback for _, _, feedback in self.choices],
        }

    def verdict(self, answer: object) -> Record:
        """See `Asked`."""
        _, right, feedback = self.choices[int(self.group(answer))]
        return {"right": right, "reason": feedback}


def counts_of_choices(run: bpe.Run, step: int) -> list[str]:
    """Return the counts of the pairs that Predict offers before a step, in their order.

    >>> from pages.state.defaults import defaults
    >>> counts_of_choices(defaults("hug").train(), 1)
    ['4', '5', '15', '17', '20', '16']
    """
    (table,) = run.tables(step, step + 1, bpe_records.limit(run))
    leaders = sorted(table.leaders[:CHOICES], key=lambda each: (each.left, each.right))
    return [number(each.count) for each in leaders]


@dataclass(frozen=True, slots=True)
class Practice:
    """A question of Practice: typed, or with choices."""

    question: Question
    lang: str
    t: Translation

    @property
    def options(self) -> int:
        """The number of choices; 0 if the answer is typed."""
        form = self.question.form
        return len(form.options) if isinstance(form, Choice) else 0

    def public(self) -> Record:
        """See `Asked`."""
        record = presentation.question_record(self.question, self.lang, self.t)
        return {
            "ask": self.question.prompt,
            "form": "choice" if self.options else "typed",
            "record": record,
            "hint": presentation.help_text(self.question, self.t),
            "join": presentation.separator(self.question),
            "choices": [self.label(f"{i}") for i in range(self.options)],
        }

    def group(self, answer: object) -> str:
        """See `Asked`."""
        if self.options:
            return one_of(answer, self.options)
        if not isinstance(answer, str) or len(answer) > MAX_TYPED:
            raise Malformed
        question, given = self.question, self.question.form.read(answer)
        if given is None:
            raise Unreadable("This answer can't be read. Expected: {hint}.", hint=question.hint)
        if question.check(answer).right:
            return "right"
        for i, mistake in enumerate(question.known):
            if question.form.same(given, mistake.answer):
                return f"known {i}"
        return "other"

    def is_right(self, group: str) -> bool:
        """Whether the answers of a group are right."""
        if not self.options:
            return group == "right"
        return self.question.check(chr(ord("A") + int(group))).right

    def label(self, group: str) -> str:
        """A group in words."""
        question = self.question
        if self.options:
            return presentation.describe_answer(question, chr(ord("A") + int(group)))
        if group == "right":
            return question.shown
        if group.startswith("known "):
            return describe(question.known[int(group[6:])].answer)
        return self.t.gettext("Other answers")

    def reason(self, group: str) -> str:
        """Why the answers of a group are right or wrong."""
        question = self.question
        if self.is_right(group):
            return question.because
        if self.options:
            return question.check(chr(ord("A") + int(group))).reason
        return question.known[int(group[6:])].reason if group.startswith("known ") else ""

    def bars(self, counts: Counter[str]) -> Record:
        """See `Asked`."""
        if self.options:
            groups = [str(i) for i in range(self.options)]
        else:
            known = [each for each, _ in counts.most_common() if each.startswith("known ")]
            groups = ["right", *known, *(["other"] if counts["other"] else [])]
        return {
            "bars": [
                {
                    "label": self.label(each),
                    "votes": counts[each],
                    "right": self.is_right(each),
                    "reason": self.reason(each),
                }
                for each in groups
            ]
        }

    def solution(self) -> Record:
        """See `Asked`."""
        groups = [str(i) for i in range(self.options)]
        return {
            "right": [i for i, each in enumerate(groups) if self.is_right(each)],
            "answer": self.question.shown,
            "explanation": self.question.because,
            "feedback": [self.reason(each) for each in groups],
        }

    def verdict(self, answer: object) -> Record:
        """See `Asked`."""
        group = self.group(answer)
        if group == "other" and isinstance(answer, str):
            return {"right": False, "reason": self.question.check(answer).reason}
        return {"right": self.is_right(group), "reason": self.reason(group)}


def describe(answer: object) -> str:
    """Return a known answer as text.

    >>> describe(("u", "g")).count("u"), describe(20)
    (1, '20')
    """
    if isinstance(answer, tuple):
        return format_tokens(map(str, answer))
    return number(answer) if isinstance(answer, int) else str(answer)


def split_of(settings: Settings, word: str, t: Translation) -> "Split":
    """Return the question how to split a word under the vocabulary of a Unigram page.

    Raises bpe.InputError if no segmentation has a probability, and Waiting while a worker trains.
    """
    run = ready(runs.unigram_run_of(settings))
    lattice = runs.word_of(settings.replace(word=word), run)[1].lattice
    if lattice.best is None or lattice.text != word:
        raise bpe.InputError("This vocabulary has no segmentation of this word.")
    return Split(lattice, t)


@dataclass(frozen=True, slots=True)
class Split:
    """How to split a word into pieces. An answer is a list of gaps; gap i is after character i."""

    lattice: Lattice
    t: Translation

    @property
    def word(self) -> str:
        """The word."""
        return self.lattice.text

    def public(self) -> Record:
        """See `Asked`."""
        question = self.t.gettext("Unigram: which segmentation of {word} is the most probable?")
        return {
            "ask": question.format(word=quoted(self.word)),
            "characters": [visible(each) for each in self.word],
        }

    def group(self, answer: object) -> str:
        """See `Asked`."""
        gaps = answer if isinstance(answer, list) else [None]
        if not all(type(each) is int and 0 < each < len(self.word) for each in gaps):
            raise Malformed
        return ",".join(map(str, sorted(set(gaps))))

    def tokens(self, group: str) -> tuple[str, ...]:
        """The pieces of a group."""
        cuts = [0, *(int(each) for each in group.split(",") if each), len(self.word)]
        return tuple(self.word[a:b] for a, b in pairwise(cuts))

    @property
    def right(self) -> list[tuple[str, ...]]:
        """The best segmentations: several if they are equally probable."""
        return [each.tokens for each, _ in zip(self.lattice.ties(), range(50), strict=False)]

    def reason(self, tokens: tuple[str, ...]) -> str:
        """Why a segmentation is right or wrong."""
        best = self.lattice.best
        assert best
        found = self.lattice.segmentation(tokens)
        if found is None or not all(found.known):
            known = {arc.piece for arc in self.lattice.arcs if arc.known}
            token = next((each for each in tokens if each not in known), tokens[0])
            text = self.t.gettext("{token} is not in the vocabulary, or not in this word.")
            return text.format(token=quoted(token))
        if tokens in self.right:
            text = self.t.gettext("{product} = {value}. No other segmentation is more probable.")
            value = probability(found.probability)
            return text.format(product=f"p({format_tokens(tokens)})", value=value)
        text = self.t.gettext(
            "{tokens} has the probability {value}. The best segmentation has {best}."
        )
        values = probability(found.probability), probability(best.probability)
        return text.format(tokens=format_tokens(tokens), value=values[0], best=values[1])

    def bars(self, counts: Counter[str]) -> Record:
        """See `Asked`."""
        right, arcs = self.right, Counter[tuple[int, int]]()
        bars: list[Record] = []
        for group, votes_of_group in counts.most_common():
            tokens, start = self.tokens(group), 0
            for token in tokens:
                arcs[start, start + len(token)] += votes_of_group
                start += len(token)
            if len(bars) < MAX_SPLITS:
                bars.append(
                    {
                        "label": [chip(token, {}) for token in tokens],
                        "votes": votes_of_group,
                        "right": tokens in right,
                        "reason": self.reason(tokens),
                    }
                )
        return {"bars": bars, "arcs": [[*arc, arcs[arc]] for arc in sorted(arcs)]}

    def solution(self) -> Record:
        """See `Asked`."""
        best, start = [], 0
        for token in self.right[0]:
            best.append([start, start + len(token)])
            start += len(token)
        explanation = self.reason(self.right[0])
        return {"right": [], "explanation": explanation, "feedback": [], "best": best}

    def verdict(self, answer: object) -> Record:
        """See `Asked`."""
        tokens = self.tokens(self.group(answer))
        return {"right": tokens in self.right, "reason": self.reason(tokens)}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Asks for a word. Its group is the word; only the lecturer sees it."""

    t: Translation

    def public(self) -> Record:
        """See `Asked`."""
        return {"ask": self.t.gettext("Suggest a word to encode."), "max": MAX_SUGGESTION}

    def group(self, answer: object) -> str:
        """See `Asked`."""
        return clean_word(answer)

    def bars(self, counts: Counter[str]) -> Record:
        """See `Asked`."""
        return {"bars": None}

    def solution(self) -> Record:
        """See `Asked`."""
        return {"right": [], "explanation": "", "feedback": []}

    def verdict(self, answer: object) -> Record:
        """See `Asked`."""
        return {"right": None, "reason": ""}


def clean_word(answer: object) -> str:
    """Return a suggested word. Raises Unreadable for anything else.

    >>> clean_word("  unhug ")
    'unhug'
    """
    word = unicodedata.normalize("NFC", answer).strip() if isinstance(answer, str) else ""
    if not 0 < len(word) <= MAX_SUGGESTION or _HIDDEN.search(word):
        raise Unreadable(
            "A word has at most {most} characters that can be seen.", most=MAX_SUGGESTION
        )
    return word


def in_order(counts: Iterable[tuple[str, int]], name: Callable[[str], str]) -> list[Record]:
    """Return suggested words for the lecturer. name: gives a word its id.

    >>> in_order([("hug", 2)], str.upper)
    [{'id': 'HUG', 'text': 'hug', 'count': 2}]
    """
    return [{"id": name(word), "text": word, "count": count} for word, count in counts]

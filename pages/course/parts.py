"""What the guided course is made of: chapters, parts, and the forms of their questions.

A part opens a place in the app and asks for one thing. Right and wrong answers are computed by
the engine; a part never contains a number that somebody typed.
"""

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pages.practice.answers import ROUNDED
from pages.practice.questions import Place as Place
from pages.stage.question import Form, Mistake, Question
from pages.stage.question_types import Choice
from pages.stage.record import Record

# Reach a step of the stage; click a pair or a token ("pair 3 5", "token 7", with ids), where the
# click may remove a piece; click two tokens next to each other in the corpus ("3 5").
STEP, PICK, REMOVE, MERGE = map(Form, ("step", "pick", "remove", "merge"))
# Type a number, a share that may be rounded, or the tokens of a word. TEXT: of a teacher's lesson.
NUMBER, SHARE = Form("number"), Form("number", ROUNDED)
TOKENS, TEXT = Form("tokens"), Form("text")
MAX_WORD = 30  # characters
# In `hides`: what the course explains later; controls that no task needs; and, until the answer,
# all but the words and what the part marks.
UNEXPLAINED, CONTROLS, REST = "unexplained", "controls", "rest"
NO_REASONS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Word(Form):
    """Type a word with a property, which the server checks.

    rule: why a word does not have the property; "" if it has it. about: what is said about a word
    that has it, before the sentence for all words.
    """

    rule: Callable[[str], str]
    about: Callable[[str], str] | None = None
    kind = "word"

    def read(self, typed: str) -> str:
        """Return the word. If it is wrong as typed, full-width letters count as plain ones."""
        plain = unicodedata.normalize("NFKC", typed)[:MAX_WORD]
        return plain if self.rule(typed) and not self.rule(plain) else typed

    def same(self, one: object, other: object) -> bool:
        """Whether a word has the property, as another one does."""
        return not self.rule(str(one))

    def explain(self, word: str) -> Mistake:
        """Return why a word does not have the property."""
        return Mistake("", word, self.rule(word))


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a chapter.

    name: its id in links and in the browser's storage; it never changes. text: two to four
    sentences, each on its own line. They are one message, so that translators see all of them.
    task: the question, asked on the stage or below the sentences.
    marks: what the text talks about, highlighted on the stage: "pairs", "merge", "corpus",
    "transport", "watched", "merges", "pair 3 5", "token 7", "word hug", "text", "lattice",
    "result", "pieces", "words" (of a round), "shares".
    hides: what `guide_marks.js` hides on the stage until the task is answered. "later" are the
    merges after the step, which stay hidden, because they answer the next parts; UNEXPLAINED and
    CONTROLS stay hidden, too.
    keeps: what of this stays hidden after the answer, because it answers the next part.
    done_marks: what is highlighted, too, once it is answered.
    is_question: one of the three at the end.
    example: another task of this kind, worked out in full or up to its last step; "" without one.
    after: the step that the answer leads to; None: the stage stays where it is.
    in_class: what a class is asked in place of a task that is done on the stage.
    """

    name: str
    title: str
    text: str
    place: Place
    task: Question
    marks: tuple[str, ...] = ()
    hides: tuple[str, ...] = ()
    keeps: tuple[str, ...] = ()
    done_marks: tuple[str, ...] = ()
    is_question: bool = False
    example: str = ""
    after: int | None = None
    in_class: Question | None = None

    @property
    def sentences(self) -> list[str]:
        """The sentences."""
        return self.text.split("\n")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of about ten minutes.

    can_do: what a learner can do now, in one sentence. free: where to go on with own words.
    """

    name: str
    title: str
    can_do: str
    parts: tuple[Part, ...]
    free: Place | None = None


def ask(
    prompt: str,
    form: Form | None = None,
    reasons: Mapping[str, str] = NO_REASONS,
    *,
    hint: str,
    worked: str,
    answers: tuple[str, ...] = (),
    done: str | None = None,
    hint_marks: tuple[str, ...] = (),
) -> Question:
    """A question of the course.

    reasons: why known wrong answers are wrong, as they are typed. Without a form they are the two
    to six choices, and the right one has no reason. answers: of a word, an example.

    >>> ask("Go on?", reasons={"No": "Why not?", "Yes": ""}, hint="", worked="").right
    [1]
    """
    if form is None:
        choices = tuple(Choice(text, not reason, reason) for text, reason in reasons.items())
        known: tuple[Mistake, ...] = ()
    else:
        choices = ()
        known = explained(reasons)
    return Question(
        prompt=prompt,
        choices=choices,
        form=form,
        answers=answers,
        known=known,
        hint=hint,
        hint_marks=hint_marks,
        worked=worked,
        done=done,
        explain=form.explain if form else None,
    )


def ask_class(prompt: str, reasons: Mapping[str, str], why: str) -> Question:
    """A question that a class is asked, with choices. why: of the right one, which has no reason.

    >>> ask_class("Go on?", {"No": "Why not?", "Yes": ""}, "It is fun.").choices[1].why
    'It is fun.'
    """
    choices = (Choice(text, not why_not, why_not or why) for text, why_not in reasons.items())
    return Question(prompt=prompt, choices=tuple(choices), worked=why)


def explained(reasons: Mapping[str, str]) -> tuple[Mistake, ...]:
    """Known wrong answers as they are typed, each with why it is wrong."""
    return tuple(Mistake("", typed, reason) for typed, reason in reasons.items())


def record_of(part: Part) -> Record:
    """What the browser gets of a part.

    >>> from pages.state.defaults import defaults
    >>> task = Question(prompt="Go to step 1.", form=STEP, answers=("1",), worked="Step 1.")
    >>> record_of(Part("first", "A step", "Press.", Place(defaults("hug")), task))["name"]
    'first'
    """
    return {
        "name": part.name,
        "title": part.title,
        "sentences": part.sentences,
        "example": part.example,
        "page": part.place.page,
        "query": part.place.query,
        "step": part.place.step,
        "marks": list(part.marks),
        "hides": list(part.hides),
        "keeps": list(part.keeps),
        "done_marks": list(part.done_marks),
        "is_question": part.is_question,
        "after": part.place.step if part.after is None else part.after,
        "is_for_class": part.in_class is not None,
        "task": part.task.record(),
    }

"""What a session remembers of the practice page."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Skill:
    """How far a learner is with a skill.

    level: from 1 to 3. streak: answers in a row at this level that were right at once. asked: the
    number of questions so far, by level. due: how many questions of all skills come before this
    one returns, counted from the first question; 0 if it was not missed.
    """

    level: int = 1
    streak: int = 0
    asked: tuple[int, int, int] = (0, 0, 0)
    due: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """How a question of a set ended.

    question: its number. outcome: "right" or "shown". tries: 1 if it was right at once. mistakes:
    the known mistakes in the wrong answers, each with its explanation.
    """

    question: int
    outcome: str
    tries: int
    mistakes: tuple[tuple[str, str], ...] = ()


Skills = Mapping[str, Skill]  # by the skill's name; a skill that is missing has not been asked


@dataclass(slots=True)
class Practice:
    """The open question, the answers to it, and the skills. Sections use the methods.

    question: the number of the open question in the URL, see `ladder`; 0 until one is chosen.
    is_chosen: whether the page chose it, and not a link or the learner. offered: the questions that
    the page chose. typed: the last answer that was checked. wrong: the wrong answers to the open
    one. has_hint: whether the learner asked for the hint. outcome: "" while it is open; then
    "right" or "shown". skills: by seed. course_answers: the answers to the course's exercises, by
    name.
    """

    question: int = 0
    is_chosen: bool = False
    offered: set[int] = field(default_factory=set)
    typed: str = ""
    wrong: tuple[str, ...] = ()
    has_hint: bool = False
    outcome: str = ""
    skills: dict[int, Skills] = field(default_factory=dict)
    is_unreadable: bool = False  # the answer that was just typed
    course_answers: dict[str, str] = field(default_factory=dict)
    mistakes: tuple[tuple[str, str], ...] = ()  # in the wrong answers to the open question
    results: dict[int, tuple[Result, ...]] = field(default_factory=dict)  # by seed

    def open_question(self, question: int, is_chosen: bool = False) -> None:
        """Go to a question by its number; 0 lets the page choose one.

        is_chosen: whether the page has chosen it.

        >>> practice = Practice(question=3, wrong=("5",))
        >>> practice.open_question(4)
        >>> practice.question, practice.wrong
        (4, ())
        """
        self.question, self.is_chosen = question, is_chosen
        self.wrong, self.has_hint, self.outcome, self.mistakes = (), False, "", ()
        self.typed = ""
        if is_chosen:
            self.offered.add(question)

    @property
    def is_untouched(self) -> bool:
        """Whether the learner has done nothing about the open question.

        >>> Practice(question=3).is_untouched, Practice(question=3, has_hint=True).is_untouched
        (True, False)
        """
        return not (self.wrong or self.has_hint or self.outcome)

    def miss(self, typed: str, mistake: str = "", reason: str = "") -> None:
        """Note a wrong answer; the same one again does not count.

        mistake: the name of the known mistake in it, with its explanation.

        >>> practice = Practice()
        >>> practice.miss("5")
        >>> practice.miss("5")
        >>> practice.wrong
        ('5',)
        """
        if typed not in self.wrong:
            self.wrong = (*self.wrong, typed)
            self.mistakes += ((mistake, reason),) if mistake else ()

    def ask_for_hint(self) -> None:
        """Show the hint.

        >>> practice = Practice()
        >>> practice.ask_for_hint()
        >>> practice.has_hint
        True
        """
        self.has_hint = True

    def finish(self, outcome: str, seed: int, skills: Skills) -> None:
        """Note how the question ended, and the skills after it. outcome: "right" or "shown".

        >>> practice = Practice()
        >>> practice.finish("right", 0, {"count": Skill(2)})
        >>> practice.skills_of(0)["count"].level
        2
        """
        self.outcome = outcome
        self.keep_skills(seed, skills)
        tries = len(self.wrong) + (outcome == "right")
        result = Result(self.question, outcome, tries, self.mistakes)
        self.results = {seed: (*self.results.get(seed, ()), result)}

    def skills_of(self, seed: int) -> Skills:
        """The skills in the questions of a seed.

        >>> Practice().skills_of(7)
        {}
        """
        return self.skills.get(seed, {})

    def keep_skills(self, seed: int, skills: Skills) -> None:
        """Keep the skills of a seed, besides the learner's own, which have the seed 0.

        >>> practice = Practice(skills={0: {}, 5: {}})
        >>> practice.keep_skills(7, {})
        >>> list(practice.skills)
        [0, 7]
        """
        self.skills = {0: self.skills_of(0), seed: skills}

    def answer_exercise(self, name: str, typed: str) -> None:
        """Keep the answer to one of the course's exercises.

        >>> practice = Practice()
        >>> practice.answer_exercise("unhug_0", "un hug")
        >>> practice.course_answers
        {'unhug_0': 'un hug'}
        """
        self.course_answers[name] = typed

    def note_unreadable(self) -> None:
        """Note that the answer that was just typed can't be read."""
        self.is_unreadable = True

    def pop_unreadable(self) -> bool:
        """Whether the answer that was just typed can't be read; true only once.

        >>> practice = Practice()
        >>> practice.note_unreadable()
        >>> practice.pop_unreadable(), practice.pop_unreadable()
        (True, False)
        """
        was_unreadable, self.is_unreadable = self.is_unreadable, False
        return was_unreadable

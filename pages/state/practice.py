"""What a session remembers of the practice page."""

from collections.abc import Mapping
from dataclasses import dataclass, field

PATH = "practice"  # of the page


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
    """How a question of a set ended: "right" or "shown". tries: 1 if it was right at once."""

    question: int
    outcome: str
    tries: int
    mistakes: tuple[tuple[str, str], ...] = ()  # as in Practice


Skills = Mapping[str, Skill]  # by the skill's name; a skill that is missing has not been asked


@dataclass(slots=True)
class Practice:
    """The open question, the answers to it, and the skills. Sections use the methods."""

    question: int = 0  # its number in the URL, see `ladder`; 0 until one is chosen
    skill: str = ""  # that the learner chose
    is_chosen: bool = False  # by the page, and not by a link or the learner
    begun: int = 0  # the last chapter that the learner has begun; 0 without the course
    offered: set[int] = field(default_factory=set)  # the questions that the page chose
    typed: str = ""  # the last answer that was checked
    is_unreadable: bool = False  # the answer that was just typed
    wrong: tuple[str, ...] = ()  # answers to the open question
    mistakes: tuple[tuple[str, str], ...] = ()  # known ones in them, each with its explanation
    has_hint: bool = False  # whether the learner asked for it
    outcome: str = ""  # "right" or "shown" once the question is no longer open
    skills: dict[int, Skills] = field(default_factory=dict)  # by seed; 0 for the learner's own
    results: dict[int, tuple[Result, ...]] = field(default_factory=dict)  # by seed
    course_answers: dict[str, str] = field(default_factory=dict)  # by exercise

    def open_question(self, question: int, is_chosen: bool = False) -> None:
        """Go to a question by its number; 0 lets the page choose one. is_chosen: by the page."""
        self.question, self.is_chosen, self.typed = question, is_chosen, ""
        self.wrong, self.has_hint, self.outcome, self.mistakes = (), False, "", ()
        if is_chosen:
            self.offered.add(question)

    @property
    def is_untouched(self) -> bool:
        """Whether the learner has done nothing about the open question."""
        return not (self.wrong or self.has_hint or self.outcome)

    def miss(self, typed: str, mistake: str = "", reason: str = "") -> None:
        """Note a wrong answer; the same one again does not count.

        mistake: the name of the known mistake in it, with its explanation.
        """
        if typed not in self.wrong:
            self.wrong = (*self.wrong, typed)
            self.mistakes += ((mistake, reason),) if mistake else ()

    def ask_for_hint(self) -> None:
        """Show the hint."""
        self.has_hint = True

    def finish(self, outcome: str, seed: int, skills: Skills) -> None:
        """Note how the question ended, and the skills after it."""
        self.outcome = outcome
        self.keep_skills(seed, skills)
        tries = len(self.wrong) + (outcome == "right")
        result = Result(self.question, outcome, tries, self.mistakes)
        self.results = {seed: (*self.results.get(seed, ()), result)}

    def skills_of(self, seed: int) -> Skills:
        """The skills in the questions of a seed."""
        return self.skills.get(seed, {})

    def keep_skills(self, seed: int, skills: Skills) -> None:
        """Keep the skills of a seed, besides the learner's own."""
        self.skills = {0: self.skills_of(0), seed: skills}

    def pop_unreadable(self) -> bool:
        """Whether the answer that was just typed can't be read; true only once."""
        was_unreadable, self.is_unreadable = self.is_unreadable, False
        return was_unreadable

"""What a session remembers of the practice page."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Practice:
    """The open question and the answers. Sections change them through the methods.

    question: the index of the open question. round: the key of the round. given: the question's
    index -> the answer, "" for none. course_answers: the same for the course's exercises, by name.
    """

    part: str = "questions"
    question: int = 0
    round: tuple[str, ...] | None = None
    given: dict[int, str] = field(default_factory=dict)
    is_unreadable: bool = False  # the answer that was just typed
    course_answers: dict[str, str] = field(default_factory=dict)

    def open_part(self, part: str) -> None:
        """Go to the questions, or to the course's exercises.

        >>> practice = Practice()
        >>> practice.open_part("course")
        >>> practice.part
        'course'
        """
        self.part = part

    def open_round(self, key: tuple[str, ...], questions: int) -> bool:
        """Begin a round, or go on with it. Return whether it is not the one that was open.

        questions: their number. A link opens a round at a question, but another round begins with
        the first one, and so does a round whose review has no answers to show.

        >>> practice = Practice(question=3)
        >>> practice.open_round(("a",), 5), practice.question
        (True, 3)
        >>> practice.open_round(("b",), 5), practice.question
        (True, 0)
        """
        is_first, is_other = self.round is None, self.round != key
        if is_other:
            self.round, self.given = key, {}
        if (is_other and not is_first) or (self.question >= questions and not self.given):
            self.question = 0
        return is_other

    def answer(self, question: int, typed: str) -> None:
        """Keep the answer to a question; an empty one if the reader gives up.

        >>> practice = Practice()
        >>> practice.answer(2, "ug")
        >>> practice.given
        {2: 'ug'}
        """
        self.given[question] = typed

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

"""Exercises that ask for a line of the readable code. It is judged by its form, and never runs."""

import ast
import builtins
import textwrap
from dataclasses import dataclass
from functools import cached_property

from bpe import reference
from bpe.complete import fast_training
from pages.practice.code.code_blanks import Functions, source
from pages.practice.code.line_forms import Unreadable, form, is_value, names, parse, target
from pages.stage.messages import Message, message, render
from pages.stage.tokens import isolated
from pages.translations.language import Translation
from pages.translations.texts import tables

FUNCTIONS: dict[str, Functions] = {
    "pairs": (reference.count_pairs,),
    "merged": (reference.merge_pair,),
    "changes": (fast_training.steps,),
}
BLANK = "____________"  # in the code, in place of the line


@dataclass(frozen=True)
class LineExercise:
    """A line to type. accepted: right lines, that of the code first. wrong: line -> its effect.

    adds_numbers: whether what the line adds are numbers. start, size: how the first of the lines
    that are shown starts, and how many these are; by default, all.
    """

    title: str
    task: str
    functions: Functions
    accepted: tuple[str, ...]
    wrong: dict[str, str]
    adds_numbers: bool
    start: str = ""
    size: int | None = None

    @property
    def code(self) -> str:
        """The code with a blank for the line.

        >>> exercises(Translation())["changes"].code.splitlines()[0]
        'for word in sorted(places.pop(pair)):'
        >>> exercises(Translation())["merged"].code.splitlines()[4].strip()
        '____________'
        """
        lines = source(self.functions).replace(self.accepted[0], BLANK).splitlines()
        first = next(i for i, line in enumerate(lines) if line.strip().startswith(self.start))
        return textwrap.dedent("\n".join(lines[first:][: self.size]))

    @cached_property
    def known(self) -> frozenset[str]:
        """The names that the line can use."""
        tree = ast.parse(source(self.functions))
        used = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name)}
        given = {each.arg for each in ast.walk(tree) if isinstance(each, ast.arg)}
        return frozenset(used | given | set(dir(builtins)))

    def form(self, line: str) -> str:
        """The form of a line. Raises Unreadable."""
        return form(line, adds_numbers=self.adds_numbers)

    def is_right(self, line: str) -> bool:
        """Whether a line does what the line of the code does. Raises Unreadable.

        >>> exercises(Translation())["merged"].is_right("merged[-1] += right")
        True
        """
        return self.form(line) in map(self.form, self.accepted)

    def why_wrong(self, line: str, t: Translation) -> str:
        """What is wrong with a line that is not right. Raises Unreadable.

        >>> exercises(Translation())["merged"].why_wrong("left + right", Translation())[:40]
        'This line computes a value, but nothing '
        """
        given = self.form(line)
        for each, effect in self.wrong.items():
            if self.form(each) == given:
                return effect
        return render(self.hint(line), t)

    def hint(self, line: str) -> Message:
        """A hint on a wrong line that is no known mistake."""
        if unknown := sorted(names(line) - self.known):
            return message("This function has no name {name}.").format(name=isolated(unknown[0]))
        changed, wanted = target(line), target(self.accepted[0])
        if not changed and is_value(line):
            return message("This line computes a value, but nothing keeps it.")
        if not changed:
            other = message("Write the line with = or +=. It must change {wanted}.")
            return other.format(wanted=isolated(wanted))
        if changed != wanted:
            other = message("This line changes {changed}. It must change {wanted}.")
            return other.format(changed=isolated(changed), wanted=isolated(wanted))
        return message("This line changes {wanted}, as it must, but not by what is asked.").format(
            wanted=isolated(wanted)
        )


def exercises(t: Translation) -> dict[str, LineExercise]:
    """The exercises that ask for a line, by name.

    >>> list(exercises(Translation()))
    ['pairs', 'merged', 'changes']
    """
    say, found = t.gettext, {}
    for name, table in tables("practice/code/typed_lines.toml").items():
        code, mistakes = table["code"], table["mistakes"]
        found[name] = LineExercise(
            title=say(table["title"]),
            task=say(table["task"]),
            functions=FUNCTIONS[name],
            accepted=tuple(code["accepted"]),
            wrong={line: say(each["effect"]) for each in mistakes for line in each["code"]},
            adds_numbers=code["adds_numbers"],
            start=code.get("start", ""),
            size=code.get("size"),
        )
    return found


def verdict(exercise: LineExercise, line: str, t: Translation) -> tuple[str, str, list[str]]:
    """What the page says about a line: "right" or "wrong", a title, and sentences.

    >>> merged = exercises(Translation())["merged"]
    >>> verdict(merged, "merged[-1] = left + right", Translation())[:2]
    ('right', 'Correct')
    >>> verdict(merged, "merged[-1] = (left", Translation())[2][0]
    'A bracket is opened, but not closed.'
    """
    try:
        if exercise.is_right(line):
            return "right", t.gettext("Correct"), [as_in_code(exercise, line, t)]
        return "wrong", t.gettext("Not correct"), [exercise.why_wrong(line, t)]
    except Unreadable as error:
        why = render(error.message, t)
        if not error.said:  # Python could read it
            return "wrong", t.gettext("This line is not judged"), [why]
        said = t.gettext("Python says: {error}").format(error=isolated(error.said))
        return "wrong", t.gettext("Python can’t read this line"), [why, said]


def as_in_code(exercise: LineExercise, line: str, t: Translation) -> str:
    """What the page says about a right line.

    >>> merged = exercises(Translation())["merged"]
    >>> as_in_code(merged, "merged[-1] = left+right", Translation())
    'This is the line of the readable version.'
    """
    right = exercise.accepted[0]
    if ast.unparse(parse(line)) == ast.unparse(parse(right)):
        return t.gettext("This is the line of the readable version.")
    return t.gettext("The readable version does the same with {line}.").format(line=isolated(right))

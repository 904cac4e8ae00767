"""Parts of the course whose sentences are in `chapter_*.toml`, under the name of the part.

A table has the sentences of a part: title, text, example, prompt, hint, worked and done; `reasons`,
why known wrong answers are wrong; `choices`, each with why it is wrong, or "". A sentence can be a
list, or a table with one sentence for each language. `marks`, `hint_marks`, `hides` and `keeps` are
those of `Part` and `Question`. A part gives values for the placeholders of all its sentences:
texts, whole numbers, and lists of them.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from pages.course.parts import Chapter, Part, Place, ask, explained
from pages.stage.messages import fill
from pages.stage.question import Form, Question, written
from pages.stage.tokens import without_isolates
from pages.translations.language import Translation
from pages.translations.texts import tables

Values = Mapping[str, object]
# Why a wrong answer is wrong: the key of a sentence and the values that are not those of the part.
Reason = str | tuple[str, Values]
Marks = tuple[str, ...]
Make = Callable[[Translation, str], Part]
FILES = "course/chapters/chapter_?.toml"
SENTENCES = ("prompt", "hint", "worked", "done")
NONE: Mapping[object, Reason] = MappingProxyType({})
NO_VALUES: Values = MappingProxyType({})
NO_OWN: Mapping[str, Values] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Say:
    """Says the sentences of a part in a language."""

    t: Translation
    lang: str
    values: Values

    def __call__(self, text: Any, own: Values = NO_VALUES) -> str:
        """A sentence, one of several languages, or each sentence of a list on a line of its own."""
        if isinstance(text, dict):
            text = text[self.lang]
        return fill(text, {**self.values, **own}, self.t)


def part(
    name: str, t: Translation, place: Place, form: Form | None = None, answer: object = "", *,
    task: Question | None = None, values: Values = NO_VALUES, own: Mapping[str, Values] = NO_OWN,
    reasons: Mapping[object, Reason] = NONE, marks: Marks = (), hint_marks: Marks = (),
    hides: Marks = (), keeps: Marks = (), leads_to: int | None = None,
) -> Part:  # fmt: skip
    """A part with the sentences of its table.

    task: made elsewhere; the sentences of the table replace its own. own: by key of a sentence,
    values that are not those of the part. reasons: by wrong answer; without a form, by choice.
    leads_to: `after` of the part. The other arguments are those of `Part` and `Question`.

    >>> from pages.state.defaults import defaults
    >>> part("question-words", Translation(), Place(defaults("hug"))).task.right
    [1]
    """
    table = tables(FILES)[name]
    say = Say(t, place.settings.lang, values)
    said: dict[str, Any] = {
        key: say(table[key], own.get(key, {})) for key in SENTENCES if key in table
    }
    if "worked" in table:
        said.setdefault("done", None)
    why = {say(choice): say(each) for choice, each in table.get("choices", {}).items()}
    for given, reason in reasons.items():
        key, *other = (reason,) if isinstance(reason, str) else reason
        why[written(given)] = say(table["reasons"][key], *other) if key else ""
    if task is None:
        task = ask(form=form, reasons=why, answers=(written(answer),) if form else (), **said)
        why = {}
    hint_marks = hint_marks or tuple(table.get("hint_marks", task.hint_marks))
    return Part(
        name=name,
        title=without_isolates(say(table["title"])),
        text=say(table["text"]),
        example=say(table["example"]) if "example" in table else "",
        place=place,
        task=replace(
            task,
            **said,
            known=(*task.known, *explained(why)),
            hint_marks=hint_marks,
        ),
        marks=marks or tuple(table.get("marks", ())),
        hides=hides or tuple(table.get("hides", ())),
        keeps=keeps or tuple(table.get("keeps", ())),
        after=leads_to,
    )


def chapter_of(
    name: str, parts: Iterable[Make], questions: Iterable[Make], t: Translation, lang: str,
    hides: Marks = (),
) -> Chapter:  # fmt: skip
    """A chapter with the title and the sentence of its table.

    questions: its last parts. hides: what all its parts hide.
    """
    table, say = tables(FILES)[name], Say(t, lang, NO_VALUES)
    made = [make(t, lang) for make in parts]
    asked = [replace(make(t, lang), is_question=True) for make in questions]
    all_parts = tuple(replace(each, hides=(*each.hides, *hides)) for each in (*made, *asked))
    return Chapter(name, say(table["title"]), say(table["can_do"]), all_parts)

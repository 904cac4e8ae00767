"""The ready lecture as the text of a lesson, in a language.

No number in it is typed: `values.py` asks the engine, and `MINUTES` decides the timing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from pages.course.lecture import places, values
from pages.course.lecture.places import VOTES, Query, link
from pages.practice.class_labels import of_lecturer
from pages.stage.messages import fill
from pages.stage.question_types import Choice
from pages.stage.tokens import without_isolates
from pages.translations.language import Translation, translation
from pages.translations.texts import tables

FILE = "course/lecture/lecture.toml"
MINUTES: Mapping[str, int] = MappingProxyType(
    {
        "letters": 4,
        "costs": 4,
        "count": 3,
        **{f"vote-{number}": 2 for number in range(1, VOTES + 1)},
        "encode": 3,
        "words": 5,
        "segmentations": 3,
        "best": 3,
        "prune": 3,
        "both": 3,
        "end": 2,
    }
)
TOTAL = 45


@dataclass(frozen=True, slots=True)
class Made:
    """A part: its page, its link, and the values of its sentences.

    until: the last step to present; None for all. hides: whether the page covers the answer.
    """

    page: str
    query: Query
    values: Mapping[str, object] = field(default_factory=dict)
    until: int | None = None
    hides: bool = False


def lecture(lang: str) -> str:
    r"""The text of the lesson. Nobody sees isolates in a text that is written, so it has none.

    >>> lecture("en").split("\n")[0].partition(" ")[0]
    '/encode?corpus=english&split=whitespace&input=lighthouse'
    """
    t = translation(lang)
    lines, start = [], 0
    for name, minutes in MINUTES.items():
        lines += part_lines(name, made(name, lang, t), (start, start + minutes), t)
        start += minutes
    return without_isolates("\n".join(lines)).replace("\u00a0", " ")


def made(name: str, lang: str, t: Translation) -> Made:
    """A part by its name.

    >>> made("vote-2", "en", Translation()).until
    2
    """
    if name.startswith("vote-"):
        return vote(int(name.removeprefix("vote-")), lang)
    return PARTS[name](lang, t)


def letters(lang: str, t: Translation) -> Made:
    """A word before its encoding, which Page Down shows after the answer."""
    query = places.hidden_letters(lang)
    last = values.last_step(places.settings_at(query, lang))
    return Made("encode", query, values.letters(lang), last, hides=True)


def costs(lang: str, t: Translation) -> Made:
    """One sentence in many languages."""
    return Made("tokenizers", places.languages(), values.costs(lang, t), hides=True)


def count(lang: str, t: Translation) -> Made:
    """The corpus before the first merge."""
    return Made("", places.counted(lang), values.pair_count(lang), until=0, hides=True)


def vote(number: int, lang: str) -> Made:
    """The corpus before a merge, which Page Down makes."""
    query = {**places.counted(lang), "step": number - 1}
    return Made("", query, values.vote(lang, number), until=number, hides=True)


def encode(lang: str, t: Translation) -> Made:
    """A new word."""
    query = {**places.counted(lang), "input": places.EXAMPLES[lang].new}
    return Made("encode", query, values.encoded(lang), hides=True)


def words(lang: str, t: Translation) -> Made:
    """The words of the class. The labels are those of its dialog."""
    labels = of_lecturer(t)
    query = {**places.counted(lang), "input": places.EXAMPLES[lang].new}
    shown = {"give": labels["ask_word"], "encode": labels["encode"]}
    return Made("encode", query, shown)


def segmentations(lang: str, t: Translation) -> Made:
    """The lattice of the short word."""
    query = {**places.unigram(lang), "show": "word", "word": places.short_word(lang)}
    return Made("unigram", query, values.segmentations(lang), until=0, hides=True)


def best(lang: str, t: Translation) -> Made:
    """Viterbi's algorithm in the long word. Its steps come after the answer: they show it."""
    query = {**places.unigram(lang), "show": "word", "word": places.whole_word(lang)}
    return Made("unigram", query, values.best(lang, t), hides=True)


def prune(lang: str, t: Translation) -> Made:
    """The first round of the training, which Page Down makes."""
    query = {**places.unigram(lang), "show": "rounds"}
    return Made("unigram", query, values.pruned(lang, t), until=1, hides=True)


def both(lang: str, t: Translation) -> Made:
    """The step that compares both algorithms."""
    found = values.both(lang)
    query = {**places.unigram(lang), "show": "both", "position": int(str(found["last"]))}
    return Made("unigram", query, found)


def end(lang: str, t: Translation) -> Made:
    """All words under both algorithms. The stage of the page before is out of sight: no steps."""
    return Made("unigram", {**places.unigram(lang), "show": "comparison"}, until=0)


PARTS: Mapping[str, Callable[[str, Translation], Made]] = MappingProxyType(
    {
        "letters": letters,
        "costs": costs,
        "count": count,
        "encode": encode,
        "words": words,
        "segmentations": segmentations,
        "best": best,
        "prune": prune,
        "both": both,
        "end": end,
    }
)


def part_lines(name: str, part: Made, minutes: tuple[int, int], t: Translation) -> list[str]:
    """The lines of a part in the text of the lesson.

    >>> part_lines("end", end("en", Translation()), (43, 45), Translation())[1]
    '* Summary and homework'
    """
    texts = tables(FILE)[name]
    shown = {**part.values, "again": of_lecturer(t)["again"]}

    def say(text: Any) -> str:
        return fill(text, shown, t)

    timing = t.gettext("Minutes {start} to {end}.").format(start=minutes[0], end=minutes[1])
    lines = [
        f"{link(part.page, part.query)} {say(texts['sentence'])}",
        f"* {say(texts['title'])}",
        f"# {timing}",
        *(f"# {line}" for line in say(texts["note"]).split("\n")),
    ]
    if part.until is not None:
        lines.append(f"> {part.until}")
    if "question" in texts or "answer" in part.values:
        question = texts.get("question") or tables(FILE)["vote"]["question"]
        lines += [
            f"? {say(question)}",
            *answer_lines(part.values),
            f"+ {say(texts['explanation'])}",
        ]
    return [*lines, "-"] if part.hides else lines


def answer_lines(values: Mapping[str, object]) -> list[str]:
    """The lines of a question's choices, or of its accepted answers.

    >>> answer_lines({"choices": [Choice("un", False, "It is rare."), Choice("hu", True, "")]})
    ['~ un | It is rare.', '~ * hu']
    """
    choices = values.get("choices")
    if not isinstance(choices, list):
        return [f"= {' | '.join(answers(values['answer']))}"]
    return list(map(choice_line, choices))


def choice_line(choice: Choice) -> str:
    """The line of a choice; without why it is right, which the explanation says.

    >>> choice_line(Choice("un", True, "It is frequent."))
    '~ * un'
    """
    right, why = f"~ * {choice.content}", f"~ {choice.content} | {choice.why}"
    return right if choice.is_right else why


def answers(answer: object) -> list[str]:
    """The accepted forms of an answer.

    >>> answers(("u", "g")), answers(20)
    (['u g', 'u+g', 'u + g'], ['20'])
    """
    if isinstance(answer, tuple):
        return list(dict.fromkeys(sign.join(answer) for sign in (" ", "+", " + ")))
    return [str(answer)]

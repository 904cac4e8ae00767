"""How the parts of the course read on paper, where nothing can be clicked or typed."""

from functools import reduce

from bpe.encoder import UNKNOWN
from pages.course.chapters import chapter_4_size, chapter_5, chapter_5_questions
from pages.course.parts import Part
from pages.practice.unigram_mistakes import format_tokens
from pages.stage.messages import fill
from pages.stage.question import written
from pages.stage.record import sentences
from pages.stage.tokens import quoted
from pages.translations.language import Translation
from pages.translations.texts import Table, tables

PARTS = tables("course/paper.toml")


def on_paper(part: Part) -> Table:
    """What is different on paper: the table of a part in `paper.toml`."""
    table: Table = PARTS.get(part.name, {})
    return table


def prompt_of(part: Part, t: Translation) -> str:
    """What to do on paper.

    >>> from pages.course.course import chapters
    >>> [prompt_of(part, Translation()) for part in chapters("en")[1].parts[-1:]]
    ['Which pair is merged next? Underline it in the corpus.']
    """
    if part.task.kind == "merge":
        return t.gettext("Which pair is merged next? Underline it in the corpus.")
    if "prompt" not in on_paper(part):
        return part.task.prompt
    settings = part.place.settings
    word = settings.view.word if part.place.page == "unigram" else settings.text
    solution = written(part.task.answer).replace(" ", "")
    values: dict[str, object] = {
        "word": quoted(word),
        "piece": quoted(word),
        "unknown": quoted(UNKNOWN),
        "position": len(solution),  # the answer is the best segmentation up to there
        "tokens": format_tokens(chapter_5.two_of(settings.lang)),
        "all": chapter_5_questions.characters(t, settings.lang),
        "n": chapter_5_questions.SHORTEST,
    }
    if part.name == "merge-everywhere":
        values["word"] = quoted(solution)
    if part.name == "byte-word":
        values["n"] = chapter_4_size.CHARACTERS
    if part.name == "viterbi-end":  # the answer is the last piece
        values["position"] = len(word)
    return fill(on_paper(part)["prompt"], values, t)


def introduction(part: Part, t: Translation) -> str:
    """The sentences of a part, if its question needs them; otherwise empty.

    >>> from pages.course.course import chapters
    >>> introduction(chapters("en")[0].parts[0], Translation())
    ''
    """
    if not on_paper(part).get("needs_text"):
        return ""
    return reduce(lambda text, each: sentences(text, each, t), part.sentences)

"""The questions of a chapter and of a lesson as items: those of their worksheets."""

from pages.course import paper
from pages.course.bpe_tasks import trained
from pages.course.course import chapters
from pages.course.learning_platform.item import Item
from pages.course.learning_platform.of_question import Tokens, item_of, tokens_of
from pages.course.lesson import task_of
from pages.course.lesson_text import read
from pages.course.parts import Chapter, Part
from pages.course.worksheet import of_lesson, of_part
from pages.stage.question import written
from pages.storage.typed import unpack
from pages.translations.language import Translation, translation


def chapter_items(name: str, lang: str) -> tuple[str, list[Item]] | None:
    """The title of a chapter and its questions for paper; None if there is no such chapter.

    >>> chapter_items("no such chapter", "en")
    """
    for chapter in chapters(lang):
        if chapter.name == name:
            return chapter.title, of_chapter(chapter, translation(lang))
    return None


def of_chapter(chapter: Chapter, t: Translation) -> list[Item]:
    """The questions of a chapter, without those that only the app shows.

    >>> [item.name for item in of_chapter(chapters("en")[0], Translation())][-1]
    'question-vocabulary'
    """
    on_paper = [part for part in chapter.parts if part.task.kind != "step"]
    return [of_course(part, t) for part in on_paper if not paper.on_paper(part).get("needs_app")]


def of_course(part: Part, t: Translation) -> Item:
    """A question of the course. What is clicked in the app is typed.

    >>> part = next(part for part in chapters("en")[1].parts if part.name == "first-merge")
    >>> item = of_course(part, Translation())
    >>> item.prompt, item.forms[:2]
    ('Which pair is merged next?', ('u g', 'u+g'))
    """
    printed = of_part(part, t)
    is_merge = part.task.kind == "merge"
    blank = Item(
        name=part.name,
        title=part.title,
        kind="essay",
        prompt=t.gettext("Which pair is merged next?") if is_merge else printed["prompt"],
        about=tuple(filter(None, (printed["introduction"], printed["given"]))),
        help=help_for(part, t),
    )
    return item_of(part.task, blank, t, lambda answer: clicked(part, answer))


def help_for(part: Part, t: Translation) -> str:
    """How to type the answer."""
    kind = part.task.kind
    if kind == "merge":
        return t.gettext("Type the two tokens with a space between them.")
    if kind == "tokens":
        return t.gettext("Type the tokens with spaces between them.")
    return t.gettext("Type one token.") if kind in ("pick", "remove") else ""


def clicked(part: Part, answer: object) -> Tokens | None:
    """The tokens of an answer that is clicked in the app; None if it is something else.

    >>> part = next(part for part in chapters("en")[1].parts if part.name == "first-merge")
    >>> clicked(part, "6 1")
    ('u', 'g')
    """
    kind, text = part.task.kind, written(answer)
    if kind == "merge":
        tokens = {number: token for token, number in trained(part.place.settings).ids.items()}
        numbers = text.split(" ")
        known = all(each.isdigit() and int(each) in tokens for each in numbers)
        return tuple(tokens[int(each)] for each in numbers) if known else None
    if kind in ("pick", "remove"):
        return (text.removeprefix("token "),) if text.startswith("token ") else None
    return tokens_of(answer)


def lesson_items(packed: str, lang: str) -> list[Item]:
    r"""The questions of a packed lesson. Raises ValueError for anything else.

    >>> from pages.storage.typed import pack
    >>> lesson = pack("/?corpus=hug Look.\n? How often is u followed by g?\n= 20 | 2*10")
    >>> [(item.name, item.kind, item.forms) for item in lesson_items(lesson, "en")]
    [('question-1', 'number', ('20', '2*10'))]
    """
    t = translation(lang)
    parts = [part for part in read(unpack(packed)) if part.question]
    found = []
    for number, part in enumerate(parts, 1):
        printed = of_lesson(part, lang, t)
        blank = Item(
            name=f"question-{number}",
            title=printed["title"],
            kind="essay",
            prompt=part.question,
            about=tuple(filter(None, (part.sentence, printed["given"]))),
        )
        found.append(item_of(task_of(part, t), blank, t))
    return found

"""The questions of Practice as items."""

from pages.course.learning_platform.item import Item, Table
from pages.course.learning_platform.of_question import item_of
from pages.practice import ladder
from pages.practice.draw import draw
from pages.practice.presentation import kind_name
from pages.practice.questions import Exercise, Fact
from pages.translations.language import Translation, translation

MAX_QUESTIONS = 30  # of a file


def practice_items(
    seed: int, skill: str, level: int, count: int, lang: str, words: str
) -> list[Item]:
    """The first questions of a skill and level. words: the language of the words they are about.

    >>> [item.name for item in practice_items(7, "count", 1, 2, "en", "en")]
    ['count-1-7-1', 'count-1-7-2']
    """
    t, title = translation(lang), title_of(skill, level, translation(lang))
    questions = [draw(seed, skill, level, i, lang, words) for i in range(count)]
    return [
        of_exercise(each, f"{skill}-{level}-{seed}-{i}", f"{title} ({i})", t)
        for i, each in enumerate(questions, 1)
    ]


def title_of(skill: str, level: int, t: Translation) -> str:
    """A skill and a level in words.

    >>> title_of("count", 1, Translation())
    'Count a pair, level 1 of 3'
    """
    return t.gettext("{skill}, level {level} of {levels}").format(
        skill=kind_name(skill, t), level=level, levels=ladder.LEVELS
    )


def of_exercise(question: Exercise, name: str, title: str, t: Translation) -> Item:
    """A question of Practice. Tables whose rows are only the choices are left out.

    >>> of_exercise(draw(7, "next", 1, 0, "en"), "a", "A", Translation()).kind
    'text'
    """
    facts = [fact for fact in question.facts if fact.kind != "choice" or len(fact.columns) > 1]
    blank = Item(
        name=name,
        title=title,
        kind="essay",
        prompt=question.prompt,
        about=tuple(map(table_of, facts)),
        help=question.help,
    )
    return item_of(question, blank, t)


def table_of(fact: Fact) -> Table:
    """What a question shows. The count of a word follows a sign.

    >>> table_of(Fact("Words", (), ((("h", "ug"), "10"),), "words")).rows
    ((('h', 'ug'), '× 10'),)
    """
    rows = fact.rows
    if fact.kind == "words":
        rows = tuple((tokens, f"× {count}") if count else (tokens,) for tokens, count in rows)
    return Table(fact.title, fact.columns, rows)

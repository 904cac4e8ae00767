"""A small course with each kind of task, and how a reader answers in its panel."""

from pages.course.course import chapters, course_record
from pages.course.parts import MERGE, PICK, STEP, TOKENS, Chapter, Part, Place, Word, ask, record_of
from pages.stage.question import Form, Question
from pages.state.defaults import defaults

HUG = defaults("hug")
LAST = len(HUG.train().merges)
IDS = {text: i for i, text in enumerate(HUG.train().vocab)}
HELP = {"prompt": "Do it.", "hint": "A hint.", "worked": "It is so.", "done": "Well done."}


def pair(left: str, right: str) -> str:
    return f"{IDS[left]} {IDS[right]}"


def part(name: str, task: Question, **more) -> Part:
    place = more.pop("place", Place(HUG))
    text = more.pop("text", "A text that fills the panel of a phone. " * 12)
    return Part(name, f"Title of {name}", text, place, task, **more)


PARTS = (
    part("step", ask(**HELP, form=STEP, answers=(str(LAST),)), marks=("transport",)),
    part(
        "pick",
        ask(
            **HELP,
            form=PICK,
            answers=(f"pair {pair('u', 'g')}",),
            reasons={f"pair {pair('h', 'u')}": "15."},
        ),
        hides=("counts",),
        marks=("pairs", "nonsense"),
    ),
    part(
        "token",
        ask(**HELP, form=PICK, answers=(f"token {IDS['ug']}",)),
        place=Place(HUG, step=1),
    ),
    part(
        "merge",
        ask(**HELP, form=MERGE, answers=(pair("u", "n"),), reasons={pair("h", "ug"): "Only 15."}),
        hides=("pairs", "merge", "later"),
        place=Place(HUG, step=1),
        after=2,
    ),
    part(
        "number",
        ask(
            **HELP,
            form=Form("number", tolerance=0.01),
            answers=("20/210",),
            reasons={"3": "Words occur more often."},
            hint_marks=(f"pair {pair('u', 'g')}",),
        ),
        marks=("corpus",),
    ),
    part(
        "tokens",
        ask(**HELP, form=TOKENS, answers=("b ug",), reasons={"bu g": "Rank 1 is u+g."}),
        text="A short text.",
    ),
    part("word", ask(**HELP, form=Word(lambda word: ""), answers=("mug",))),
    part(
        "choice",
        ask(**HELP, reasons={"one": "No.", "two": "", "three": "Not this one."}),
        is_question=True,
        place=Place(HUG.replace(input="bug"), "encode"),
    ),
)
CHAPTER = Chapter("first", "A chapter", "Now you can test.", PARTS)


def record(lang: str = "en") -> dict:
    chapter = {"name": CHAPTER.name, "title": CHAPTER.title, "can_do": CHAPTER.can_do}
    parts = [record_of(each) for each in PARTS]
    return {**course_record(lang), "chapters": [{**chapter, "parts": parts}]}


def click_pair(tab, left: str, right: str) -> None:
    """Click two tokens of the first word in which they are adjacent."""
    found = tab.page.locator(".after .word").all()
    for word in found:
        tokens = word.locator(".token").all_inner_texts()
        for i in range(len(tokens) - 1):
            if tokens[i : i + 2] == [left, right]:
                word.locator(".token").nth(i).click()
                word.locator(".token").nth(i + 1).click()
                return
    raise AssertionError(f"no {left}+{right}")


def type_answer(tab, text: str) -> None:
    tab.page.locator(".guide input").fill(text)
    tab.page.locator(".guide input").press("Enter")


def option(tab, letter: str) -> None:
    tab.page.keyboard.press(letter)


def query_of_part(name: str, lang: str = "en") -> str:
    (found,) = (each for chapter in chapters(lang) for each in chapter.parts if each.name == name)
    return found.place.query

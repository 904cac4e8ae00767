"""A worksheet to print: the tasks of a chapter or a lesson, and their answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl

from pages.corpora.typed import unpack
from pages.guide.course import chapters
from pages.guide.lesson import worked_answer
from pages.guide.parts import Choice, Merge, Part, Place, ReachStep
from pages.i18n.language import Translation, translation
from pages.serving import runs
from pages.state.settings import Settings
from pages.state.url import from_query
from pages.view import lesson as lessons
from pages.view.stage import Record
from pages.view.tokens import number, pair_name, quoted

LETTERS = "ABCDEF"
MAX_QUESTIONS = 20
MAX_LISTED = 24  # words, merges or pieces
MAX_CORPUS = 1_000  # characters of a typed corpus that is trained for a worksheet


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it is printed. given: what it is about; answer: its line in the key."""

    title: str
    given: str
    prompt: str
    answer: str
    options: tuple[str, ...] = ()


def chapter_worksheet(name: str, lang: str) -> Record | None:
    """The worksheet of a chapter by its name; None if there is no such chapter.

    >>> chapter_worksheet("no such chapter", "en")
    """
    t = translation(lang)
    for chapter in chapters(lang):
        if chapter.name == name:
            on_paper = [part for part in chapter.parts if not isinstance(part.task, ReachStep)]
            return worksheet(chapter.title, [of_part(part, t) for part in on_paper], lang)
    return None


def of_part(part: Part, t: Translation) -> Question:
    """The question of a part of the course.

    >>> of_part(chapters("en")[1].parts[-1], Translation()).prompt
    'Which pair is merged next?'
    """
    task = part.task
    prompt = t.gettext("Which pair is merged next?") if isinstance(task, Merge) else task.prompt
    options = task.options if isinstance(task, Choice) else ()
    letter = f"{LETTERS[options.index(task.answer)]}. " if isinstance(task, Choice) else ""
    return Question(part.title, given(part.place, t), prompt, letter + task.worked, options)


def lesson_worksheet(packed: str, lang: str) -> Record:
    r"""The worksheet of a packed lesson. Raises ValueError for anything else.

    >>> from pages.corpora.typed import pack
    >>> lesson = pack("/?corpus=hug Look.\n? How often is u followed by g?\n= 20")
    >>> lesson_worksheet(lesson, "en")["answers"]
    ['The answer is \u206820\u2069.']
    """
    t = translation(lang)
    parts = [part for part in lessons.read(unpack(packed)) if part.question]
    return worksheet(t.gettext("Lesson"), [of_lesson(part, lang, t) for part in parts], lang)


def of_lesson(part: lessons.Part, lang: str, t: Translation) -> Question:
    """The question of a part of a lesson.

    >>> part = lessons.Part("Look.", "practice", "corpus=hug", question="Why?", answers=("so",))
    >>> of_lesson(part, "en", Translation()).title
    'Look.'
    """
    settings, step, _ = from_query(dict(parse_qsl(part.query)), lang)
    place = Place(settings, part.page, step)
    title = part.title or part.sentence
    return Question(title, given(place, t), part.question, worked_answer(part, t))


def worksheet(title: str, questions: Sequence[Question], lang: str) -> Record:
    """A worksheet as the browser gets it.

    >>> worksheet("Pairs", [], "en")["questions"]
    []
    """
    t = translation(lang)
    asked = questions[:MAX_QUESTIONS]
    return {
        "lang": lang,
        "title": title,
        "labels": {
            "worksheet": t.gettext("Worksheet"),
            "key": t.gettext("Answer key"),
            "name": t.gettext("Name"),
        },
        "questions": [
            {
                "title": each.title,
                "given": each.given,
                "prompt": each.prompt,
                "options": list(each.options),
            }
            for each in asked
        ],
        "answers": [each.answer for each in asked],
    }


def given(place: Place, t: Translation) -> str:
    """What the stage shows at a place, if that fits on a line; else it is empty.

    >>> from pages.state.defaults import defaults
    >>> given(Place(defaults("hug"), "practice"), Translation())
    ''
    """
    settings = place.settings
    if settings.corpus.is_file or len(settings.corpus.own) > MAX_CORPUS or settings.corpus.is_large:
        return ""
    if place.page == "":
        return words_after(settings, place.step, t)
    if place.page == "encode" and not settings.encoding.tokenizer:
        text = t.gettext("Text: {text}").replace("{text}", quoted(settings.text))
        return f"{text}  {merges_of(settings, t)}".strip()
    if place.page == "unigram" and settings.view.show in ("word", "both"):
        return pieces_of(settings, t)
    return ""


def words_after(settings: Settings, step: int, t: Translation) -> str:
    """The tokens of each word of the corpus after some merges."""
    run = runs.run_of(settings)
    words = list(run.at(min(step, len(run.merges))).words) if run else []
    listed = [f"{' '.join(map(quoted, tokens))} × {number(count)}" for tokens, count in words]
    return line(t.gettext("Corpus: {list}"), listed, t)


def merges_of(settings: Settings, t: Translation) -> str:
    """The learned merges in order."""
    run = runs.run_of(settings)
    merges = run.merges[: settings.encoding.max_merges] if run else ()
    listed = [f"{each.rank} {pair_name(each.left, each.right)}" for each in merges]
    return line(t.gettext("Merges with their ranks: {list}"), listed, t)


def pieces_of(settings: Settings, t: Translation) -> str:
    """The pieces of the word whose lattice is shown, with their counts."""
    run = runs.unigram_run_of(settings)
    if not run or settings.view.round > len(run.rounds):
        return ""
    before = settings.view.round
    model = run.rounds[before - 1].result if before else run.seeds
    if model.counts is None or model.total is None:
        return ""
    counts = dict(zip(model.pieces, model.counts, strict=True))
    pieces = dict.fromkeys(arc.piece for arc in model.lattice(settings.view.word).arcs)
    listed = [
        f"{quoted(piece)} {number(int(counts[piece]))}" for piece in pieces if piece in counts
    ]
    text = t.gettext("Word: {word}. Counts of its pieces: {list} (all pieces: {total})")
    text = text.replace("{total}", number(int(model.total)))
    return line(text.replace("{word}", quoted(settings.view.word)), listed, t)


def line(text: str, listed: Sequence[str], t: Translation) -> str:
    """A line with a list; empty if the list is empty or too long.

    >>> line("Corpus: {list}", ["hug × 10", "pug × 5"], Translation())
    'Corpus: hug × 10, pug × 5'
    """
    if not 0 < len(listed) <= MAX_LISTED:
        return ""
    return text.replace("{list}", t.gettext(", ").join(listed))

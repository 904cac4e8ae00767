"""A worksheet to print: the tasks of a chapter or a lesson, and their answers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl

from bpe import wordpiece
from pages.corpora.typed import unpack
from pages.guide import paper
from pages.guide.course import chapters
from pages.guide.lesson import worked_answer
from pages.guide.parts import Choice, Part, Place, ReachStep
from pages.i18n.language import Translation, translation
from pages.serving import runs
from pages.state.settings import Settings
from pages.state.url import from_query
from pages.view import lesson as lessons
from pages.view.stage import Record
from pages.view.tokens import number, pair_name, quoted

LETTERS = "ABCDEF"
MAX_LISTED = 24  # words, merges or pieces
MAX_CORPUS = 1_000  # characters of a typed corpus that is trained for a worksheet


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it is printed.

    given: what the stage shows; answer: its line in the key; told: sentences before the prompt.
    needs_app: whether only the app shows what it is about. is_last: whether it ends a chapter.
    """

    title: str
    given: str
    prompt: str
    answer: str
    options: tuple[str, ...] = ()
    told: str = ""
    needs_app: bool = False
    is_last: bool = False


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

    >>> of_part(chapters("en")[1].parts[-1], Translation()).needs_app
    False
    """
    task = part.task
    letter = f"{LETTERS[task.options.index(task.answer)]}. " if isinstance(task, Choice) else ""
    shows_result = "result" not in part.hides
    return Question(
        part.title,
        "" if part.name in paper.WITHOUT_STAGE else given(part.place, t, shows_result),
        paper.prompt_of(part, t),
        letter + task.worked,
        task.options if isinstance(task, Choice) else (),
        paper.told(part, t),
        part.name in paper.NEED_THE_APP,
        part.is_question,
    )


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
    return {
        "lang": lang,
        "title": title,
        "labels": labels(t),
        "questions": [
            {
                "title": each.title,
                "told": each.told,
                "given": each.given,
                "prompt": each.prompt,
                "options": list(each.options),
                "needs_app": each.needs_app,
                "is_last": each.is_last,
            }
            for each in questions
        ],
        "answers": [each.answer for each in questions],
    }


def labels(t: Translation) -> dict[str, str]:
    """The texts of a worksheet, and of the dialog in which its questions are chosen.

    >>> labels(Translation())["print"]
    'Print'
    """
    return {
        "worksheet": t.gettext("Worksheet: {title}"),
        "key": t.gettext("Answer key: {title}"),
        "name": t.gettext("Name"),
        "choose": t.gettext(
            "Choose the questions. They are printed on one page, and the answers on a second page."
        ),
        "needs_app": t.gettext("only with the app"),
        "fit": t.gettext("The selected questions fit on the page."),
        "left_out": t.gettext("These questions are left out because they do not fit: {list}."),
        "too_many": t.gettext("The selected questions do not fit on one page. Deselect some."),
        "none": t.gettext("Select at least one question."),
        "no_questions": t.gettext("There are no questions to print. Add a task to a part."),
        "print": t.gettext("Print"),
        "close": t.gettext("Close"),
    }


def given(place: Place, t: Translation, shows_result: bool = False) -> str:
    """What the stage shows at a place, if that fits on a line; else it is empty.

    shows_result: whether the tokens of an encoded text can be shown.

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
        if shows_result and place.step and (found := tokens_of(settings, t)):
            return found
        text = t.gettext("Text: {text}").replace("{text}", quoted(settings.text))
        return f"{text}  {merges_of(settings, t)}".strip()
    if place.page == "unigram" and settings.view.show in ("word", "both"):
        return pieces_of(settings, t)
    if place.page == "unigram" and settings.view.show == "rounds" and not place.step:
        return first_pieces(settings, t)
    return ""


def words_after(settings: Settings, step: int, t: Translation) -> str:
    """The tokens of each word of the corpus after some merges."""
    run = runs.training_of(settings)
    words: Iterable[tuple[tuple[str, ...], int]] = ()
    if run:
        k = min(step, len(run.merges))
        words = run.words_at(k) if isinstance(run, wordpiece.Run) else run.at(k).words
    listed = [f"{' '.join(map(quoted, tokens))} × {number(count)}" for tokens, count in words]
    return line(t.gettext("Corpus: {list}"), listed, t)


def merges_of(settings: Settings, t: Translation) -> str:
    """The learned merges in order; empty for WordPiece, which encodes without them."""
    run = None if settings.is_wordpiece else runs.run_of(settings)
    merges = run.merges[: settings.encoding.max_merges] if run else ()
    listed = [f"{each.rank} {pair_name(each.left, each.right)}" for each in merges]
    return line(t.gettext("Merges with their ranks: {list}"), listed, t)


def tokens_of(settings: Settings, t: Translation) -> str:
    """The tokens of the text, with their ids."""
    run = runs.run_of(settings)
    encoding = run.encode(settings.text) if run else None
    listed = [
        f"{quoted(token)} {'–' if token_id is None else number(token_id)}"
        for token, token_id in (zip(encoding.tokens, encoding.ids, strict=True) if encoding else ())
    ]
    return line(t.gettext("Tokens with their ids: {list}"), listed, t)


def first_pieces(settings: Settings, t: Translation) -> str:
    """The pieces with which a Unigram training starts, and their counts."""
    run = runs.unigram_run_of(settings)
    if not run or run.seeds.counts is None:
        return ""
    pairs = zip(run.seeds.pieces, run.seeds.counts, strict=True)
    listed = [f"{quoted(piece)} {number(int(count))}" for piece, count in pairs]
    return line(t.gettext("Pieces with their counts: {list}"), listed, t)


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

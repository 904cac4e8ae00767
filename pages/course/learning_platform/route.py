"""The HTTP routes of the files for learning platforms. They are made on request."""

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.course.learning_platform.item import Item
from pages.course.learning_platform.moodle import moodle_xml
from pages.course.learning_platform.of_course import chapter_items, lesson_items
from pages.course.learning_platform.of_practice import MAX_QUESTIONS, practice_items, title_of
from pages.course.learning_platform.qti import qti_package
from pages.practice.ladder import LEVELS, SKILLS
from pages.resources.turns import Busy, Turns, visitor
from pages.state.settings import MAX_LESSON, MAX_RANDOM_SEED
from pages.translations.language import LANGUAGES, known_language, translation

# Questions may train for each of them, so nothing else waits for that.
TURNS = Turns(max_running=1, max_waiting=100, max_per_client=50)
BUSY = Response(status_code=503, headers={"Retry-After": "1"})
ENDINGS = {"moodle": "xml", "qti": "zip"}
TYPES = {"xml": "application/xml", "zip": "application/zip"}


class Found(NamedTuple):
    """Questions with the start of their file's name, and the title of them all."""

    name: str
    title: str
    items: Sequence[Item]


Find = Callable[[QueryParams, str], Found | None]


def practice(query: QueryParams, lang: str) -> Found | None:
    """Questions of Practice. Query: seed, skill, level, count, and words, their language.

    >>> practice(QueryParams("seed=7&skill=count&level=1&count=2"), "en").name
    'practice-count-level-1-set-7'
    """
    skill, words = query.get("skill"), query.get("words", "en")
    seed = number(query.get("seed"), MAX_RANDOM_SEED)
    level, count = number(query.get("level"), LEVELS), number(query.get("count"), MAX_QUESTIONS)
    if skill not in SKILLS or words not in LANGUAGES or not (seed and level and count):
        return None
    items = practice_items(seed, skill, level, count, lang, words)
    name = f"practice-{skill}-level-{level}-set-{seed}"
    return Found(name, title_of(skill, level, translation(lang)), items)


def number(text: str | None, most: int) -> int:
    """A whole number from 1 to a limit; 0 for anything else.

    >>> number("12", 99), number("120", 99), number("x", 99)
    (12, 0, 0)
    """
    if not text or not text.isascii() or not text.isdigit() or len(text) > len(str(most)):
        return 0
    return int(text) if int(text) <= most else 0


def worksheet(query: QueryParams, lang: str) -> Found | None:
    """The worksheet of a chapter. Query: its name."""
    name = query.get("chapter", "")
    found = chapter_items(name, lang)
    return found and Found(f"worksheet-{name}", *found)


def lesson(query: QueryParams, lang: str) -> Found | None:
    """The questions of a lesson. Query: the packed lesson. Raises ValueError for anything else."""
    packed = query.get("lesson", "").strip()
    if not 0 < len(packed) <= MAX_LESSON:
        raise ValueError("no lesson")
    name = hashlib.sha256(packed.encode()).hexdigest()[:8]  # tells two lessons apart
    return Found(f"lesson-{name}", translation(lang).gettext("Lesson"), lesson_items(packed, lang))


KINDS: dict[str, Find] = {"practice": practice, "worksheet": worksheet, "lesson": lesson}


async def get_file(request: Request) -> Response:
    """Answer GET platform/{lang}/{kind}-{platform} with a file.

    kind: "practice", "worksheet" or "lesson". platform: "moodle" or "qti". Answers 404 for anything
    else and for what does not exist, 400 for a lesson that cannot be read, and 503 if too many
    requests wait.
    """
    kind, platform = request.path_params["kind"], request.path_params["platform"]
    lang = known_language(request.path_params["lang"])
    if not lang or kind not in KINDS or platform not in ENDINGS:
        return Response(status_code=404)
    find = partial(KINDS[kind], request.query_params, lang)
    try:
        found = await TURNS.run(visitor(request), partial(written, find, platform, lang))
    except Busy:
        return BUSY
    except ValueError:
        return Response(status_code=400)
    if found is None:
        return Response(status_code=404)
    name, body = found
    headers = {
        "Cache-Control": "private, no-store",
        "Content-Disposition": f'attachment; filename="{name}"',
    }
    return Response(body, 200, headers, TYPES[ENDINGS[platform]])


def written(find: Callable[[], Found | None], platform: str, lang: str) -> tuple[str, bytes] | None:
    """The name of a file and its content; None if there are no questions.

    >>> written(lambda: Found("lesson", "Lesson", []), "qti", "en")
    """
    found = find()
    if found is None or not found.items:
        return None
    name = f"{found.name}-{lang}-{platform}.{ENDINGS[platform]}"
    if platform == "moodle":
        return name, moodle_xml(found.items, found.title)
    return name, qti_package(found.items, found.title, lang)


def route(path: str) -> Route:
    """Return the route of `get_file` under a path.

    >>> route("/stage").path
    '/stage/platform/{lang}/{kind}-{platform}'
    """
    return Route(path + "/platform/{lang}/{kind}-{platform}", get_file)

"""The HTTP routes of the course: its chapters, worksheets, lessons, and the check of a word."""

import asyncio
import gzip
import json
from collections.abc import Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pages.course.course import course_record, find_part
from pages.course.lesson import lesson_record
from pages.course.parts import MAX_WORD, Word
from pages.course.worksheet import chapter_worksheet, lesson_worksheet
from pages.hosting.compressed import compressed_json
from pages.resources.cache import SingleFlightCache
from pages.resources.turns import Busy, Turns, visitor
from pages.stage.record import Record
from pages.state.settings import MAX_LESSON
from pages.translations.language import known_language

COURSES: SingleFlightCache[bytes] = SingleFlightCache(10_000_000, len)
TURNS = Turns(max_running=1, max_waiting=100, max_per_client=50)
# A worksheet may train for each of its questions, so nothing else waits for it.
WORKSHEETS = Turns(max_running=1, max_waiting=100, max_per_client=50)


async def get_course(request: Request) -> Response:
    """Answer GET guide/{lang}/course with all chapters, or with 404 for an unknown language.

    Answers 503 if too many requests wait.
    """
    lang = known_language(request.path_params["lang"])
    if not lang:
        return Response(status_code=404)
    if cached := COURSES.future((lang,)):
        body = (await asyncio.wrap_future(cached))[0]
    else:
        try:
            body = await TURNS.run(visitor(request), partial(serialized, lang))
        except Busy:
            return busy()
    return await compressed_json(request, body, {"Cache-Control": "private, max-age=3600"})


def serialized(lang: str) -> bytes:
    """Return the record of the course as JSON compressed with gzip, from the cache if it is there.

    >>> json.loads(gzip.decompress(serialized("en")))["lang"]
    'en'
    """

    def make() -> bytes:
        text = json.dumps(course_record(lang), ensure_ascii=False, separators=(",", ":"))
        return gzip.compress(text.encode(), 6, mtime=0)

    return COURSES.get((lang,), make)


async def get_lesson(request: Request) -> Response:
    """Answer GET guide/{lang}/lesson?lesson=... with a packed lesson as a course of one chapter."""
    return await answer_record(request, "lesson", lesson_record, TURNS)


async def get_worksheet(request: Request) -> Response:
    """Answer GET guide/{lang}/worksheet?chapter=... or ?lesson=... with a worksheet."""
    if "chapter" in request.query_params:
        return await answer_record(request, "chapter", chapter_worksheet, WORKSHEETS)
    return await answer_record(request, "lesson", lesson_worksheet, WORKSHEETS)


async def answer_record(
    request: Request,
    param: str,
    make: Callable[[str, str], Record | None],
    turns: Turns,
    most: int = MAX_LESSON,
) -> Response:
    """Answer with what is made of a parameter and the language. most: characters of the parameter.

    Answers 404 for an unknown language or chapter, 400 for a lesson that cannot be read, and 503 if
    too many requests wait.
    """
    lang = known_language(request.path_params["lang"])
    value = request.query_params.get(param, "").strip()
    if not lang:
        return Response(status_code=404)
    if not 0 < len(value) <= most:
        return Response(status_code=400)
    try:
        record = await turns.run(visitor(request), partial(make, value, lang))
    except Busy:
        return busy()
    except ValueError:
        return Response(status_code=400)
    if record is None:
        return Response(status_code=404)
    return JSONResponse(record, headers={"Cache-Control": "private, no-store"})


async def get_check(request: Request) -> Response:
    """Answer GET guide/{lang}/check/{part}?word=... with {"right", "message"}.

    Answers 404 for an unknown language and for a part without such a task, 400 for a word that is
    empty or too long, and 503 if too many requests wait.
    """

    def check(word: str, lang: str) -> Record | None:
        return checked(request.path_params["part"], lang, word)

    return await answer_record(request, "word", check, TURNS, MAX_WORD)


def checked(name: str, lang: str, word: str) -> Record | None:
    """Return whether a word solves a part, and what is said about it; None if no word can.

    If the word as typed is wrong, its full-width letters count as plain ones.

    >>> checked("no such part", "en", "hug")
    >>> checked("whole-words", "en", "ｐｕｎｓ")
    {'right': True, 'message': ''}
    """
    part = find_part(name, lang)
    form = part.task.form if part else None
    if not part or not isinstance(form, Word):
        return None
    reason = part.task.check(word).reason
    about = form.about(form.read(word)) if form.about and not reason else ""
    return {"right": not reason, "message": reason or about}


def busy() -> Response:
    """Return the answer to a client that should try again after a while."""
    return Response(status_code=503, headers={"Retry-After": "1"})


def routes(path: str) -> tuple[Route, ...]:
    """Return the routes of the course under a path.

    >>> [route.path for route in routes("/stage")]  # doctest: +NORMALIZE_WHITESPACE
    ['/stage/guide/{lang}/course', '/stage/guide/{lang}/check/{part}',
     '/stage/guide/{lang}/lesson', '/stage/guide/{lang}/worksheet']
    """
    return (
        Route(path + "/guide/{lang}/course", get_course),
        Route(path + "/guide/{lang}/check/{part}", get_check),
        Route(path + "/guide/{lang}/lesson", get_lesson),
        Route(path + "/guide/{lang}/worksheet", get_worksheet),
    )

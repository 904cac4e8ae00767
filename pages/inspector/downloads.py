"""The HTTP route of the whole vocabulary, or of all differences from another one, as CSV."""

import re
from collections.abc import Iterator
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import bpe
from bpe.inspection.two_vocabularies import ComparedVocabularies, CompareVocabularies
from bpe.inspection.vocabulary import FindTokens, FoundTokens, Token
from pages.inspector.subject import Subject, of_kind, subject_of, with_other
from pages.inspector.token_records import categories, hexadecimal
from pages.resources.cache import SingleFlightCache
from pages.resources.machine import scaled
from pages.resources.turns import Busy, Turns, visitor
from pages.runs.runs import RUNS
from pages.stage.inspection_types import TableFile
from pages.stage.tables import as_csv
from pages.stage.tokens import shorten, visible
from pages.state.settings import Settings
from pages.state.url import from_query, query_of
from pages.storage.secret import cache_key
from pages.translations.language import Translation, translation

AT_ONCE = 20_000  # tokens that another process is asked for, so that others need not wait long
MAX_CELL = 500  # characters or bytes of a token; a file of long ones would be large
MAX_NAME = 60  # characters of a tokenizer's name in that of a file
# A file is as large as a vocabulary, so one is made at a time. A class often wants the same one.
FILES: SingleFlightCache[bytes] = SingleFlightCache(scaled(50_000_000), len, max_making=1)
TURNS = Turns(max_running=1, max_waiting=100, max_per_client=50)


def key_of(name: str, query: str) -> str:
    """The key of a file. It proves that the page has given its address to a reader.

    Otherwise, everybody could ask for the vocabulary of a guessed text.

    >>> key_of("vocabulary", "corpus=hug") == key_of("differences", "corpus=hug")
    False
    """
    return cache_key("vocabulary file", name, query)


def address(name: str, settings: Settings) -> str:
    """The address of a file, below the folder of our files. name: "vocabulary" or "differences".

    >>> from pages.state.defaults import defaults
    >>> address("vocabulary", defaults("hug")).partition("?")[0].rpartition("/")[2]
    'vocabulary.csv'
    """
    query = query_of(settings)
    return f"downloads/{key_of(name, query)}/{name}.csv?{query}"


def link(label: str, name: str, settings: Settings, t: Translation) -> TableFile:
    """The link to a file. name: see `address`.

    >>> from pages.state.defaults import defaults
    >>> link("CSV", "vocabulary", defaults("hug"), Translation()).busy
    'The server is busy. Try again in a few seconds.'
    """
    return TableFile(
        label,
        address(name, settings),
        t.gettext("Preparing the file …"),
        t.gettext("The server is busy. Try again in a few seconds."),
        t.gettext("Couldn't load the file. Reload the page, then try again."),
    )


async def get_file(request: Request) -> Response:
    """Answer GET downloads/{key}/{name}.csv, with 404 for a wrong key, or what is no longer here.

    Query: that of the page.
    """
    key, name = (request.path_params[part] for part in ("key", "name"))
    if key != key_of(name, request.url.query):
        return Response(status_code=404)

    def find() -> tuple[str, bytes] | None:
        settings, _, refused = from_query(request.query_params)
        return None if refused else file(name, settings, translation(settings.lang))

    try:
        found = await TURNS.run(visitor(request), find)
    except (Busy, bpe.InputError):  # the other process has no time now
        return Response(status_code=503, headers={"Retry-After": "5"})
    if found is None:
        return Response(status_code=404)
    title, data = found
    headers = {
        "Cache-Control": "private, max-age=3600",
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(title)}",
    }
    return Response(data, 200, headers, "text/csv")


def file(name: str, settings: Settings, t: Translation) -> tuple[str, bytes] | None:
    """The name of a file and its content; None if what was trained is no longer in the cache.

    Raises bpe.InputError if an uploaded tokenizer does not answer now.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> _ = subject_of(hug, Translation())
    >>> title, data = file("vocabulary", hug, Translation())
    >>> title, data.decode().splitlines()[-1]
    ('vocabulary-hug-BPE.csv', '13,bun,62 75 6E,3,7,')
    """
    chosen = [settings]
    if name == "differences":
        chosen.append(with_other(settings, settings.inspector.other))
    subjects = [found for each in chosen if is_here(each) and (found := subject_of(each, t))]
    if len(subjects) < len(chosen):
        return None
    names = [
        subject.title if each.encoding.tokenizer else f"{each.corpus.name}-{subject.title}"
        for each, subject in zip(chosen, subjects, strict=True)
    ]
    first, last = subjects[0], subjects[-1]
    key = cache_key(name, settings.lang, first.key, last.key)
    data = FILES.get(
        key, lambda: vocabulary(first, t) if name == "vocabulary" else differences(first, last, t)
    )
    return file_name([name, *names]), data


def is_here(settings: Settings) -> bool:
    """Whether the tokenizer that settings choose needs no training."""
    key = settings.unigram_key if settings.view.decoder == "unigram" else settings.key
    return bool(settings.encoding.tokenizer) or RUNS.find(key) is not None


def file_name(parts: list[str]) -> str:
    """A file's name, made of names that can contain anything, without their extensions.

    >>> file_name(["vocabulary", "vocab.json + merges.txt"]), file_name(["a", '../"詞.json'])
    ('vocabulary-vocab-merges.csv', 'a-詞.csv')
    """
    plain = (re.sub(r"\.\w+(?= |$)", "", each) for each in parts)
    safe = (re.sub(r"[^\w.]+", "-", each).strip("-.")[:MAX_NAME] for each in plain)
    return "-".join(filter(None, safe)) + ".csv"


def vocabulary(subject: Subject, t: Translation) -> bytes:
    """All tokens of a tokenizer as CSV.

    >>> from pages.state.defaults import defaults
    >>> hug = subject_of(defaults("hug"), Translation())
    >>> vocabulary(hug, Translation()).decode("utf-8-sig").splitlines()[0]
    'Id,Token,Bytes,Length,Rank,Added or special'
    """
    is_unigram = subject.kind == "unigram"
    kinds = {"added": t.gettext("added"), "special": t.gettext("special")}
    heads = [
        t.gettext("Id"),
        t.gettext("Token"),
        t.gettext("Bytes"),
        t.gettext("Length"),
        t.gettext("Log probability") if is_unigram else t.gettext("Rank"),
        t.gettext("Added or special"),
    ]
    rows = (
        (
            each.id,
            shorten(visible(each.token), MAX_CELL),
            hexadecimal(each.bytes, MAX_CELL),
            each.length,
            each.score if is_unigram else each.rank or None,
            kinds.get(each.kind),
        )
        for each in tokens_of(subject)
    )
    return as_csv(heads, rows)


def tokens_of(subject: Subject) -> Iterator[Token]:
    """All tokens of a tokenizer, by id."""
    start, size = 0, 1
    while start < size:
        found = of_kind(FoundTokens, subject.answer(FindTokens(start=start, most=AT_ONCE)))
        yield from found.tokens
        start, size = start + AT_ONCE, found.all


def differences(first: Subject, second: Subject, t: Translation) -> bytes:
    """All differences between two vocabularies as CSV.

    >>> from pages.state.defaults import defaults
    >>> hug = subject_of(defaults("hug"), Translation())
    >>> differences(hug, hug, Translation()).decode("utf-8-sig").splitlines()
    ['Difference,Text,Bytes,Id in BPE,Id in BPE']
    """
    question = CompareVocabularies("all", most=10**9)
    found = of_kind(ComparedVocabularies, second.compared_with(first, question))
    names = categories(first.title, second.title, t)
    heads = [
        t.gettext("Difference"),
        t.gettext("Text"),
        t.gettext("Bytes"),
        t.gettext("Id in {name}").format(name=first.title),
        t.gettext("Id in {name}").format(name=second.title),
    ]
    rows = (
        (
            names["second" if each.first is None else "first" if each.second is None else "ids"],
            shorten(visible(each.bytes.decode(errors="replace")), MAX_CELL),
            hexadecimal(each.bytes, MAX_CELL),
            each.first,
            each.second,
        )
        for each in found.tokens
    )
    return as_csv(heads, rows)


def route(path: str) -> Route:
    """Return the route of `get_file` under a path.

    >>> route("/stage").path
    '/stage/downloads/{key}/{name}.csv'
    """
    return Route(path + "/downloads/{key}/{name}.csv", get_file)

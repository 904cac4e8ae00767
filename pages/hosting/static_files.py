"""Static files, compressed once: Streamlit's, the stage's modules, and the HTML of each page.

Streamlit serves its files uncompressed, because compressing each response costs too much CPU time.
Here a file is compressed when it is first requested, and the result stays in memory: all who do not
read it share it. The names of all files are known from the start, so no request can reach another
file. Files are sent whole: a request for a part of one gets all of it.
"""

import asyncio
import gzip
import hashlib
import mimetypes
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

import brotli
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from pages.hosting.components import base_path, files_path
from pages.hosting.files import files, names
from pages.hosting.first_paint import FirstPaint, page_html
from pages.hosting.modules import browser_module
from pages.hosting.streamlit_patches import index_html
from pages.hosting.styles import style_sheet

SUFFIXES = (".js", ".css", ".svg", ".json")  # fonts and images are compressed already
FOREVER = "public, immutable, max-age=31536000"  # a changed file gets another URL
BROTLI_QUALITY = 7  # 9 takes much longer, and saves another 1%
GZIP_LEVEL = 6


@dataclass(frozen=True, slots=True)
class File:
    """What is served under a URL."""

    read: Callable[[], bytes]
    media_type: str
    cache_control: str = FOREVER


@dataclass(frozen=True, slots=True)
class Encoded:
    """A file's content in an encoding, with its ETag."""

    content: bytes
    etag: str


class CompressedFiles:
    """ASGI middleware that serves static files compressed, and passes on all other requests.

    pages: what the HTML of each page loads first.
    """

    def __init__(self, app: ASGIApp, pages: Iterable[FirstPaint]) -> None:
        self.app = app
        self.files = dict(find_files(pages))
        self.encoded: dict[tuple[str, str], asyncio.Future[Encoded]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a file, or pass the request on."""
        is_read = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        file = self.files.get(scope["path"]) if is_read else None
        if file is None:
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        encoding = best_encoding(headers.get("accept-encoding", ""))
        encoded = await self.encode(scope["path"], file, encoding)
        response = respond(headers, file, encoded, encoding)
        await response(scope, receive, send)

    async def encode(self, path: str, file: File, encoding: str) -> Encoded:
        """Return a file in an encoding; the first request compresses it, in a thread."""
        key = (path, encoding)
        future = self.encoded.get(key)
        if future is None:
            future = asyncio.ensure_future(asyncio.to_thread(encode, file, encoding))
            self.encoded[key] = future
        try:
            return await asyncio.shield(future)  # others may wait for it too
        except Exception:
            self.encoded.pop(key, None)
            raise


def find_files(pages: Iterable[FirstPaint]) -> Iterator[tuple[str, File]]:
    """Yield all static files: the path of the URL, and what is served there."""
    for path in (index_html.STATIC / "static").rglob("*"):
        if path.suffix in SUFFIXES:
            url = f"{base_path()}/{path.relative_to(index_html.STATIC).as_posix()}"
            yield url, File(path.read_bytes, media_type(path.name))
    for name, path in files().items():
        if path.suffix not in (".js", ".css"):
            yield f"{files_path()}/{name}", File(path.read_bytes, media_type(name))
    for suffix, read in ((".js", module), (".css", styles)):
        for name in names(suffix):
            file = File(partial(read, name), media_type(name))
            yield f"{files_path()}/{name}", file
    for page in pages if index_html.has_place() else ():
        html = File(partial(page_html, page), "text/html; charset=utf-8", "no-cache")
        yield f"{base_path()}/{page.path}", html


def module(name: str) -> bytes:
    """Return a module of the stage with everything that it imports."""
    return browser_module(name).encode()


def styles(name: str) -> bytes:
    """Return a style sheet of the stage with everything that it imports."""
    return style_sheet(name).encode()


def media_type(name: str) -> str:
    """Return the media type of a text file by its name.

    >>> media_type("stage.css")
    'text/css; charset=utf-8'
    """
    kind = mimetypes.guess_type(name)[0] or "text/plain"
    return f"{kind}; charset=utf-8"


def encode(file: File, encoding: str) -> Encoded:
    """Read and compress a file. encoding: "br", "gzip" or "identity"."""
    raw = file.read()
    if encoding == "br":
        content = brotli.compress(raw, quality=BROTLI_QUALITY)
    elif encoding == "gzip":
        content = gzip.compress(raw, GZIP_LEVEL, mtime=0)
    else:
        content = raw
    return Encoded(content, f'"{hashlib.sha256(raw).hexdigest()[:20]}-{encoding}"')


def best_encoding(accepted: str) -> str:
    """Return the encoding for an Accept-Encoding header: "br", "gzip" or "identity".

    >>> best_encoding("gzip, deflate, br"), best_encoding("gzip;q=0.5, br;q=0"), best_encoding("")
    ('br', 'gzip', 'identity')
    """
    names = accepted_encodings(accepted)
    return next((each for each in ("br", "gzip") if each in names), "identity")


def accepted_encodings(accepted: str) -> set[str]:
    """Return the encodings that an Accept-Encoding header names and does not exclude.

    >>> accepted_encodings("GZIP;q=0.5, br;q=0")
    {'gzip'}
    """
    names = set()
    for part in accepted.lower().split(","):
        name, *options = (each.strip() for each in part.split(";"))
        if not any(each.startswith("q=") and not each[2:].strip("0.") for each in options):
            names.add(name)
    return names


def respond(headers: Headers, file: File, encoded: Encoded, encoding: str) -> Response:
    """Return the response, without a body if the browser has this content already."""
    own = {"cache-control": file.cache_control, "etag": encoded.etag, "vary": "Accept-Encoding"}
    known = headers.get("if-none-match", "")  # an ETag with its quotes is in no other one
    if encoded.etag in known or known == "*":
        return Response(status_code=304, headers=own)
    if encoding != "identity":
        own["content-encoding"] = encoding
    return Response(encoded.content, 200, own, file.media_type)

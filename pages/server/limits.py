"""What sessions may take of the server's memory before their page's script has a say: files that
come in, websockets that are open.

But: a single file's size is bounded by Streamlit's option maxUploadSize, texts that are kept and
trainings that wait are bounded in `pages.corpora.file_store` and `pages.jobs.queue`.
"""

import re
from collections import Counter

import streamlit as st
from starlette.datastructures import Headers
from starlette.formparsers import MultiPartParser
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

UPLOAD = re.compile(r"/_stcore/upload_file/([^/]+)/[^/]+")
FILES_OF_SESSION = 2  # of the greatest size: what one page may bring before it is taken in
FILES_OF_SERVER = 16
MOST_SOCKETS = 1_000


class Bounds:
    """ASGI middleware that refuses files and websockets where they would be too much.

    What is on its way counts as large as it says, or as it may be.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.coming: Counter[str] = Counter()  # bytes, by the session
        # Files end in memory anyway: no detour over a disk that may take nothing.
        MultiPartParser.spool_max_size = most_bytes()
        self.sockets = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        upload = scope["type"] == "http" and UPLOAD.search(scope["path"])
        if scope["type"] == "websocket":
            await self.join(scope, receive, send)
        elif upload and scope["method"] == "PUT":
            await self.bring(upload[1], scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def join(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a websocket be opened, if there are not too many."""
        if self.sockets >= MOST_SOCKETS:
            await receive()
            await send({"type": "websocket.close", "code": 1013})  # "try again later"
            return
        self.sockets += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.sockets -= 1

    async def bring(self, session: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a file come in, if it and those that are here already are not too much."""
        most = most_bytes()
        length = Headers(scope=scope).get("content-length", "")
        size = int(length) if length.isascii() and length.isdigit() and len(length) < 16 else most
        mine = held(session) + self.coming[session] + size
        everybodys = held() + self.coming.total() + size
        if mine > FILES_OF_SESSION * most or everybodys > FILES_OF_SERVER * most:
            await PlainTextResponse("Too many files at once.\n", 413)(scope, receive, send)
            return
        self.coming[session] += size
        try:
            await self.app(scope, receive, send)
        finally:
            self.coming[session] -= size
            self.coming += Counter()  # without those of whom nothing comes


def most_bytes() -> int:
    """The greatest file that Streamlit lets in."""
    return int(st.get_option("server.maxUploadSize")) * 2**20


def held(session: str | None = None) -> int:
    """The bytes of the files that Streamlit has in memory, of one session or of all."""
    kept = runtime.get_instance().uploaded_file_mgr.file_storage
    of = list(kept.values()) if session is None else [kept.get(session, {})]
    return sum(len(file.data) for files in of for file in list(files.values()))


def let_go(files: list[UploadedFile]) -> None:
    """Have Streamlit forget files that were taken in; else they stay as long as their session."""
    context = get_script_run_ctx()
    if context:
        for file in files:
            context.uploaded_file_mgr.remove_file(context.session_id, file.file_id)

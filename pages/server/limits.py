"""Limits on the memory that sessions use: uploads in progress and WebSockets.

Other limits are elsewhere: Streamlit's option maxUploadSize limits a single file,
`pages.corpora.file_store` limits stored texts, and `pages.jobs.queue` limits trainings.
"""

import re
from collections import Counter

import streamlit as st
from starlette.datastructures import Headers
from starlette.formparsers import MultiPartParser
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

UPLOAD_PATH = re.compile(r"/_stcore/upload_file/([^/]+)/[^/]+")
MAX_FILES_PER_SESSION = 2  # files of the largest size in memory
MAX_FILES = 16  # the same for all sessions
MAX_WEBSOCKETS = 1_000


class RequestLimits:
    """ASGI middleware that rejects uploads and WebSockets above the limits.

    An upload in progress counts with its declared size, or with the largest size if it has none.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.bytes_in_progress: Counter[str] = Counter()  # by session
        # Streamlit keeps files in memory anyway, so do not write them to a disk first.
        MultiPartParser.spool_max_size = max_upload_bytes()
        self.websockets = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or reject it."""
        upload = scope["type"] == "http" and UPLOAD_PATH.search(scope["path"])
        if scope["type"] == "websocket":
            await self.open_websocket(scope, receive, send)
        elif upload and scope["method"] == "PUT":
            await self.upload(upload[1], scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def open_websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Open a WebSocket unless there are too many."""
        if self.websockets >= MAX_WEBSOCKETS:
            await receive()
            await send({"type": "websocket.close", "code": 1013})  # "try again later"
            return
        self.websockets += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.websockets -= 1

    async def upload(self, session: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Accept an upload unless the session or the server would have too many bytes in memory."""
        largest = max_upload_bytes()
        length = Headers(scope=scope).get("content-length", "")
        is_number = length.isascii() and length.isdigit() and len(length) < 16
        size = int(length) if is_number else largest
        of_session = bytes_in_memory(session) + self.bytes_in_progress[session] + size
        of_all = bytes_in_memory() + self.bytes_in_progress.total() + size
        if of_session > MAX_FILES_PER_SESSION * largest or of_all > MAX_FILES * largest:
            await PlainTextResponse("Too many files at once.\n", 413)(scope, receive, send)
            return
        self.bytes_in_progress[session] += size
        try:
            await self.app(scope, receive, send)
        finally:
            self.bytes_in_progress[session] -= size
            self.bytes_in_progress += Counter()  # drops zero counters


def max_upload_bytes() -> int:
    """Return the size in bytes of the largest file that Streamlit accepts (in units of 2^20).

    >>> max_upload_bytes() % 2**20
    0
    """
    return int(st.get_option("server.maxUploadSize")) * 2**20


def bytes_in_memory(session: str | None = None) -> int:
    """Return the size of the uploads that Streamlit has in memory, of one session or of all."""
    manager = runtime.get_instance().uploaded_file_mgr
    assert isinstance(manager, MemoryUploadedFileManager)
    stored = manager.file_storage
    sessions = list(stored.values()) if session is None else [stored.get(session, {})]
    return sum(len(file.data) for files in sessions for file in list(files.values()))


def release_uploads(files: list[UploadedFile]) -> None:
    """Delete uploads from Streamlit's memory; otherwise they stay as long as their session."""
    context = get_script_run_ctx()
    if context and isinstance(context.uploaded_file_mgr, MemoryUploadedFileManager):
        for file in files:
            context.uploaded_file_mgr.remove_file(context.session_id, file.file_id)

"""A student without a browser: one session of the app over Streamlit's WebSocket protocol.

Acts like the page in a browser: loads it, opens the WebSocket, fetches records like the stage,
keeps the step, and sends changed settings and files. It draws nothing and does not send the values
of controls that it never touched. tests/browser/test_classroom.py compares it with a browser.
"""

import asyncio
import gzip
import json
import re
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from typing import Self, TypeVar
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

T = TypeVar("T")
PATIENCE = 30  # seconds until an answer counts as missing
BROKEN = ForwardMsg.FINISHED_WITH_COMPILE_ERROR
FINISHED = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)


def finish(doings: Coroutine[object, object, None]) -> None:
    """Run a coroutine to its end."""
    in_a_thread(lambda: asyncio.run(doings))


def in_a_thread(does: Callable[[], T]) -> T:
    """Call a function in a thread of its own, because a browser may own this event loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(does).result()


@lru_cache(500)  # each student has a device of their own to read them
def sizes(compressed: bytes) -> dict[str, int]:
    """What a student needs of a head (last step, block size) or a block (first step, steps)."""
    record = json.loads(gzip.decompress(compressed))
    if "last" in record:
        return {"last": record["last"], "size": record["size"]}
    return {"first": record["first"], "steps": len(record["steps"])}


class Failure(Exception):
    """A failure that a student would notice: an error on the page, or a wrong response."""


class Student:
    """One session. Times are in seconds. Any failure raises an exception."""

    def __init__(self, url: str, query: str = "", page: str = "", address: str = "") -> None:
        self.host = urlsplit(url).netloc
        self.query = query
        self.path = page  # the URL path of the page that the link opens
        self.address = (address, 0) if address else None  # where its connections come from
        self.headers: dict[str, str] = {}  # that a proxy adds to each request
        self.cookies: SimpleCookie = SimpleCookie()
        self.socket: ClientConnection | None = None
        self.page = ""  # the script of the page that is open
        self.session = ""
        self.elements: dict[str, tuple[str, object, str]] = {}  # by id: kind, message, fragment
        self.big: dict[str, ForwardMsg] = {}  # messages that are sent once, by hash
        self.bytes = 0  # received through the WebSocket
        self.sent = 0  # messages through the WebSocket
        self.records: dict[str, dict[str, int]] = {}  # by URL, like the cache of the browser
        self.requested: list[str] = []  # the records that were not in the cache: run and part
        self.subject: str | None = None  # what the stage steps through
        self.step = 0
        self.first_message = BackMsg()

    async def open(self) -> float:
        """Open the link. Returns the time until the first records are loaded."""
        began = time.perf_counter()
        self.big.clear()
        self.page = ""
        self.subject = None
        await self.get("/")
        for path in ("health", "host-config"):
            await self.get(f"/_stcore/{path}")
        self.socket = await connect(
            f"ws://{self.host}/_stcore/stream",
            origin=f"http://{self.host}",  # type: ignore[arg-type]
            additional_headers={"Cookie": self.cookie_header(), **self.headers},
            subprotocols=["streamlit"],  # type: ignore[list-item]
            compression=None,
            local_addr=self.address,
            max_size=None,
            open_timeout=PATIENCE,
            close_timeout=1,  # late messages of the server may fill the connection
        )
        await self.send(self.first_message)
        await self.finished()
        await self.show()
        return time.perf_counter() - began

    async def reload(self) -> float:
        """Load the page again. Returns the time until the records of the step are loaded."""
        self.query = self.link()
        await self.close()
        return await self.open()

    def reconnected(self, name: str, value: int) -> Self:
        """The same page with a new session: its first message is what a page then sends.

        name, value: a number that was changed before; the page still has its control.
        """
        other = type(self)(f"http://{self.host}", self.query)
        widgets = other.first_message.rerun_script.widget_states.widgets
        widgets.add(id=self.found("number_input", key=f"-choose_{name}_")[0]).int_value = value
        address, _ = self.found("bidi_component", key="-address")
        wake = {"event": "wake", "value": {"query": self.link(), "at": 1}}
        id_ = f"$$STREAMLIT_INTERNAL_KEY_{address}__events"
        widgets.add(id=id_).json_trigger_value = json.dumps([wake])
        return other

    async def close(self) -> None:
        """Leave the page."""
        if self.socket:
            await self.socket.close()

    async def show(self) -> None:
        """Draw the stage that the server has sent: keep the step if the subject is the same."""
        stage = self.component("stage")
        if not stage:
            return
        if self.subject is None:
            asked = parse_qs(self.query).get(stage["step_param"], [""])[0]
            self.step = int(asked) if re.fullmatch("[0-9]{1,9}", asked) else 0
        elif self.subject != stage["subject"]:
            self.step = 0
        self.subject = stage["subject"]
        await self.record("head")
        await self.goto(self.step)

    async def goto(self, step: int) -> float:
        """Go to a step like the stage. The server does not hear of it.

        Returns the time until the record of the step is loaded. Then the next block is loaded too
        if the step is close to it.
        """
        began = time.perf_counter()
        head = await self.record("head")
        last, size = head["last"], head["size"]
        direction = 1 if step >= self.step else -1
        self.step = max(0, min(last, step))
        block = await self.record(self.step // size)
        if not 0 <= self.step - block["first"] < block["steps"]:
            raise Failure(f"there is no record of step {self.step}")
        taken = time.perf_counter() - began
        ahead = int(self.step + direction * size / 2) // size
        if 0 <= ahead * size <= last:
            await self.record(ahead)
        return taken

    async def record(self, part: str | int) -> dict[str, int]:
        """The sizes in a record of the stage, from the cache if possible."""
        stage = self.component("stage")
        url = f"/{stage['files']}records/{stage['run']}/{stage['lang']}/{part}"
        if url not in self.records:
            self.requested.append(f"{stage['run']}/{part}")
            self.records[url] = sizes(await self.get(url))
        return self.records[url]

    async def change(self, name: str, value: int) -> float:
        """Change a number in the sidebar. name: its URL parameter.

        Returns the time until the records of the step are loaded.
        """
        id_, _ = self.found("number_input", key=f"-choose_{name}_")
        message = BackMsg()
        message.rerun_script.widget_states.widgets.add(id=id_).int_value = value
        began = time.perf_counter()
        await self.run(message)
        await self.show()
        if parse_qs(self.link())[name] != [str(value)]:
            raise Failure(f"the page did not take {name}={value}")
        return time.perf_counter() - began

    async def press(self, label: str) -> float:
        """Press a Streamlit button. Returns the time until its run is over."""
        id_, fragment = self.found("button", label)
        message = BackMsg()
        message.rerun_script.fragment_id = fragment
        message.rerun_script.widget_states.widgets.add(id=id_).trigger_value = True
        return await self.run(message)

    async def unfold(self, label: str) -> float:
        """Open an expander. Returns the time until its content is there."""
        id_, fragment = self.found("expander", label)
        message = BackMsg()
        message.rerun_script.fragment_id = fragment
        message.rerun_script.widget_states.widgets.add(id=id_).bool_value = True
        return await self.run(message)

    async def upload(self, name: str, data: bytes, field: str = "") -> None:
        """Upload a file through the upload field whose key has this name, or the first one."""
        id_, fragment = self.found("file_uploader", key=field)
        urls = await self.put(name, data)
        message = BackMsg()
        message.rerun_script.fragment_id = fragment
        state = message.rerun_script.widget_states.widgets.add(id=id_).file_uploader_state_value
        info = state.uploaded_file_info.add(file_id=urls.file_id, name=name, size=len(data))
        info.file_urls.CopyFrom(urls)
        await self.run(message)
        await self.show()

    async def put(self, name: str, data: bytes) -> FileURLs:
        """Send a file to its upload URL without assigning it to a field."""
        request = BackMsg()
        request.file_urls_request.request_id = uuid4().hex
        request.file_urls_request.file_names.append(name)
        request.file_urls_request.session_id = self.session
        await self.send(request)
        urls = (await self.next_message("file_urls_response")).file_urls_response.file_urls[0]
        edge = uuid4().hex
        head = f'Content-Disposition: form-data; name="{name}"; filename="{name}"'
        kind = "Content-Type: application/octet-stream"
        body = (
            f"--{edge}\r\n{head}\r\n{kind}\r\n\r\n".encode() + data + f"\r\n--{edge}--\r\n".encode()
        )
        headers = {
            "Content-Type": f"multipart/form-data; boundary={edge}",
            "Origin": f"http://{self.host}",
        }
        await self.ask("PUT", urls.upload_url, body, headers)
        return urls

    def link(self) -> str:
        """The current query of the URL."""
        address = self.component("address")
        return f"{address['query']}&step={self.step}" if address else self.query

    def component(self, name: str) -> dict:
        """The latest data of one of our components, or nothing if it is not on the page."""
        for kind, element, _ in self.elements.values():
            if kind == "bidi_component" and element.component_name.endswith(name):  # type: ignore
                return json.loads(element.json)  # type: ignore[attr-defined]
        return {}

    def found(self, kind: str, label: str = "", key: str = "") -> tuple[str, str]:
        """The id and the fragment of an element, by part of its label or widget key."""
        for id_, (its, element, fragment) in self.elements.items():
            if its == kind and label in getattr(element, "label", "") and key in id_:
                return id_, fragment
        raise Failure(f"there is no {kind} {label}{key} on the page")

    async def run(self, message: BackMsg) -> float:
        """Run the script for an action. Returns the time until the run is over."""
        began = time.perf_counter()
        await self.send(message)
        await self.finished()
        return time.perf_counter() - began

    async def send(self, message: BackMsg) -> None:
        """Send a message. A message that runs the script has the URL and the cached values."""
        assert self.socket
        if message.WhichOneof("type") in (None, "rerun_script"):
            run = message.rerun_script
            run.query_string = self.query
            run.page_script_hash = self.page
            run.page_name = "" if self.page else self.path
            run.cached_message_hashes.extend(self.big)
            run.context_info.locale = "en-US"
            run.context_info.url = f"http://{self.host}/"
        self.sent += 1
        await self.socket.send(message.SerializeToString())

    async def finished(self) -> None:
        """Receive messages until the run is over."""
        while True:
            status = (await self.next_message("script_finished")).script_finished
            if status == BROKEN:
                raise Failure("the script cannot be run")
            if status in FINISHED:
                return

    async def next_message(self, kind: str) -> ForwardMsg:
        """Receive messages until one of a given kind."""
        assert self.socket
        while True:
            data = await asyncio.wait_for(self.socket.recv(), PATIENCE)
            assert isinstance(data, bytes)
            self.bytes += len(data)
            message = ForwardMsg.FromString(data)
            if message.WhichOneof("type") == "ref_hash":
                message = self.big[message.ref_hash]
            elif message.metadata.cacheable and message.hash:
                self.big[message.hash] = message
            self.take(message)
            if message.WhichOneof("type") == kind:
                return message

    def take(self, message: ForwardMsg) -> None:
        """Store what a message says about the session or adds to the page."""
        if message.WhichOneof("type") == "new_session":
            if not message.metadata.run.fragment_ids:
                self.elements.clear()
            self.page = message.new_session.page_script_hash
            self.session = message.new_session.initialize.session_id or self.session
        if message.WhichOneof("type") == "navigation":
            self.page = message.navigation.page_script_hash
        if message.WhichOneof("type") != "delta":
            return
        delta = message.delta
        if delta.WhichOneof("type") == "add_block":
            box = delta.add_block.expandable
            if box.id:
                self.elements[box.id] = ("expander", box, delta.fragment_id)
            return
        if delta.WhichOneof("type") != "new_element":
            return
        kind = delta.new_element.WhichOneof("type")
        element = getattr(delta.new_element, kind)
        if kind == "exception" or (kind == "alert" and element.format == element.ERROR):
            raise Failure(f"{kind} on the page")
        if getattr(element, "id", ""):
            self.elements[element.id] = (kind, element, delta.fragment_id)

    def cookie_header(self) -> str:
        """The Cookie header of a request."""
        return "; ".join(f"{name}={each.value}" for name, each in self.cookies.items())

    async def get(self, path: str) -> bytes:
        """The body of the response to a GET request."""
        return await self.ask("GET", path)

    async def ask(
        self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None
    ) -> bytes:
        """Send a request the same way as the WebSocket. Returns the response body."""

        def exchange() -> tuple[int, list[str], bytes]:
            connection = HTTPConnection(self.host, timeout=PATIENCE, source_address=self.address)
            try:
                cookie = {"Cookie": self.cookie_header()} if self.cookies else {}
                encoding = {"Accept-Encoding": "gzip"}  # of records, see `sizes`
                sent = {**encoding, **self.headers, **cookie, **(headers or {})}
                connection.request(method, path, body or None, sent)
                answer = connection.getresponse()
                return answer.status, answer.headers.get_all("set-cookie") or [], answer.read()
            finally:
                connection.close()

        status, cookies, data = await asyncio.to_thread(exchange)
        for cookie in cookies:
            self.cookies.load(cookie)
        if status >= 300:
            raise Failure(f"status {status} for {method} {path}")
        return data

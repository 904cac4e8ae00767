"""Attacks by requests: pipelined, in tiny chunks, with large headers, or for what nobody reads."""

import asyncio
import gzip
import random
from collections.abc import Iterable
from urllib.parse import urlsplit

from tests.support.abuse import Client, attack, letters, link
from tests.support.abuse_frames import OTHERS
from tests.support.students import Student

AT_ONCE = 256_000  # bytes, as much as a server reads at once
LARGE_HEADER = 60_000  # bytes


def head(client: Client, path: str, method: str = "GET", lines: Iterable[str] = ()) -> bytes:
    """The header of a request."""
    host = urlsplit(client.url).netloc
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {host}", *lines, "", ""]).encode()


async def pour(client: Client, data: bytes, times: int, reads: bool, address: str = "") -> None:
    """Send the same again and again on one connection."""
    loop, made = asyncio.get_running_loop(), await client.connection(address)

    async def read() -> None:
        while await loop.sock_recv(made, AT_ONCE):
            pass

    reading = asyncio.create_task(read()) if reads else None
    try:
        for _ in range(client.count(times)):
            await loop.sock_sendall(made, data)
            await asyncio.sleep(0)
        if reading:
            async with asyncio.timeout(1):
                await reading
    except OSError:
        client.seen["closed by the server"] += 1
    finally:
        if reading:
            reading.cancel()
        made.close()


async def pour_often(
    client: Client, number: int, data: bytes, times: int = 100, reads: bool = True
) -> None:
    """Send the same on many connections."""
    doings = (pour(client, data, times, reads) for _ in range(client.count(number)))
    await asyncio.gather(*doings, return_exceptions=True)
    client.seen["connections"] += client.count(number)
    client.sockets.clear()


async def ask_often(client: Client, number: int, requests: list[bytes], reads: bool = True) -> None:
    """Send requests one after the other on many connections, and read the answers, or only a bit.

    Each connection is for one request.
    """
    loop = asyncio.get_running_loop()

    async def one(request: bytes) -> None:
        made = await client.connection()
        await loop.sock_sendall(made, request)
        line = await loop.sock_recv(made, 12)
        client.seen[line.decode(errors="replace") or "closed by the server"] += 1
        while reads and await loop.sock_recv(made, AT_ONCE):
            pass
        if reads:
            client.sockets.remove(made)
            made.close()

    async def several() -> None:
        for _ in range(client.count(200)):
            await one(random.choice(requests))

    doings = (several() for _ in range(client.count(number)))
    await asyncio.gather(*doings, return_exceptions=True)
    await client.leave()


@attack()
async def pipelined_requests(client: Client) -> None:
    """Requests on 200 connections that do not wait for the answers and do not read them."""
    data = head(client, "/")
    await pour_often(client, 200, data * (AT_ONCE // len(data)), reads=False)


@attack()
async def pipelined_heads(client: Client) -> None:
    """Small requests on 100 connections that do not wait for the answers, but read them."""
    data = head(client, "/_stcore/health")
    await pour_often(client, 100, data * (AT_ONCE // len(data)), 10)


@attack()
async def tiny_chunks(client: Client) -> None:
    """Bodies in chunks of one byte, on 6 connections to a class and 6 to an upload."""
    loop = asyncio.get_running_loop()

    async def send(method: str, path: str) -> None:
        made = await client.connection()
        lines = ["Transfer-Encoding: chunked", "Content-Type: multipart/form-data; boundary=x"]
        try:
            await loop.sock_sendall(made, head(client, path, method, lines) + b"5\r\n--x\r\n\r\n")
            for _ in range(client.count(1_000)):
                await loop.sock_sendall(made, b"1\r\na\r\n" * (AT_ONCE // 6))
                await asyncio.sleep(0)
        except OSError:
            client.seen["closed by the server"] += 1

    paths = [("POST", "/class"), ("PUT", "/_stcore/upload_file/session/file")] * 6
    doings = [send(*each) for each in paths[: client.count(12)]]
    await asyncio.gather(*doings, return_exceptions=True)
    await client.leave()


@attack()
async def large_headers(client: Client) -> None:
    """Headers of 60 kB: one long line, very many lines, a long query, cookies, encodings."""
    kinds = {
        "line": ["X-A: " + "a" * LARGE_HEADER],
        "lines": [f"X{i}: a" for i in range(LARGE_HEADER // 10)],
        "cookies": ["Cookie: " + "a=b; " * (LARGE_HEADER // 5)],
        "encodings": ["Accept-Encoding: " + "br;q=0," * (LARGE_HEADER // 7)],
        "hops": ["X-Forwarded-For: " + "1.2.3.4," * (LARGE_HEADER // 8)],
    }
    requests = [head(client, "/", lines=[*each, "Connection: close"]) for each in kinds.values()]
    query = "a=b&" * (LARGE_HEADER // 4)
    requests.append(head(client, f"/?{query}", lines=["Connection: close"]))
    await ask_often(client, 40, requests)


@attack()
async def endless_header(client: Client) -> None:
    """Headers that never end, byte by byte, on 100 connections."""
    await pour_often(client, 100, b"GET / HTTP/1.1\r\nX: " + b"a" * 500_000)


async def large_files(client: Client) -> list[str]:
    """The paths of the files that a page loads, and of the page."""
    page = gzip.decompress(await Student(client.url, address=client.address).get("/")).decode()
    names = {each for each in page.split('"') if each.endswith(".js") and "static" in each}
    return ["/", *(f"/{each.lstrip('./')}" for each in sorted(names))]


@attack()
async def stale_etags(client: Client) -> None:
    """Requests on 100 connections with thousands of old ETags."""
    tags = ", ".join(f'"{i}"' for i in range(1_800))
    lines = [f"If-None-Match: {tags}", "Accept-Encoding: br", "Connection: close"]
    paths = await large_files(client)
    await ask_often(client, 100, [head(client, path, lines=lines) for path in paths])


@attack()
async def unknown_paths(client: Client) -> None:
    """Requests for paths that do not exist, on 200 connections."""
    lines = ["Connection: close"]
    paths = [f"/{letters(4)}/{letters(8)}.js" for _ in range(500)]
    await ask_often(client, 200, [head(client, path, lines=lines) for path in paths])


@attack()
async def unread_files(client: Client) -> None:
    """Large files without compression on 400 connections that do not read them."""
    paths = await large_files(client)
    await ask_often(client, 400, [head(client, path) for path in paths], reads=False)


@attack()
async def opened_at_once(client: Client) -> None:
    """A page opened 50 times at once."""
    await client.open_many([link(vocab=60 + i) for i in range(client.count(50))], at_once=50)
    await client.leave()


@attack(descriptors=256)
async def few_descriptors(client: Client) -> None:
    """Connections from five addresses, on a server that may open 256 files."""

    async def hold(address: str) -> None:
        for _ in range(client.count(1_000)):
            made = await client.connection(address)
            await asyncio.get_running_loop().sock_sendall(made, b"GET / HTTP/1.1\r\n")
            await asyncio.sleep(0.02)

    holding = [asyncio.create_task(hold(each)) for each in OTHERS]
    await asyncio.sleep(0.1 if client.quick else 2)
    await client.newcomer_waits(link(vocab=60), "another reader's page")
    await asyncio.gather(*holding, return_exceptions=True)
    await client.leave()


@attack()
async def forged_log(client: Client) -> None:
    """Requests that try to write lines of their own into the log, or very many lines."""
    forged = "a%0A2026-01-01%20INFO%20forged%20line"
    hosts = [f"127.0.0.1\r\nX-Forwarded-For: 1.2.3.4\r\nOrigin: http://b{i}.org" for i in range(9)]
    requests = [head(client, f"/_stcore/stream?{forged}", lines=[f"X: {each}"]) for each in hosts]
    requests += [b"\x00\x01 forged\n\n", b"GET /a HTTP/9.9\r\n\r\n"]
    upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Key: ?"]
    requests += [head(client, f"/_stcore/{forged}", lines=upgrade), head(client, "/", lines=["A"])]
    await ask_often(client, 50, requests, reads=False)


@attack()
async def wrong_hosts(client: Client) -> None:
    """Requests without a Host, with two, or with one that is none, on 100 connections."""
    start = b"GET /_stcore/host-config HTTP/1.1\r\n"
    hosts = (b"", b"Host: a.org\r\nHost: b.org\r\n", b"Host: \xff<script>\r\n")
    requests = [start + host + b"Connection: close\r\n\r\n" for host in hosts]
    await ask_often(client, 100, requests)


@attack()
async def unused_routes(client: Client) -> None:
    """Streamlit's routes for signing in, agents and checks, on 100 connections."""
    paths = [
        *("auth/login?provider=x", "auth/logout", "oauth2callback?code=x&state=x"),
        *("_stcore/agent/interact", "_stcore/agent/mcp", "_stcore/metrics"),
        *("_stcore/script-health-check", "_stcore/message?hash=x", "media/x", "component/x/y.js"),
        *("_stcore/bidi-components/x/..%2f..%2fapp.py", "app/static/..%2fapp.py"),
    ]
    lines = ["Connection: close", "Content-Length: 0"]
    requests = [
        head(client, f"/{path}", method, lines) for path in paths for method in ("GET", "POST")
    ]
    await ask_often(client, 100, requests)

"""The address of the client that sent a request: the connection's, or the one that a proxy reports.

Limits count per address. X-Forwarded-For counts only if the connection comes from a proxy that the
environment variable PROXIES lists, because anybody can send that header.
"""

import ipaddress
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from starlette.datastructures import Headers
from starlette.types import Scope
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

# Space-separated addresses or networks of trusted proxies, such as "127.0.0.1 10.0.0.0/8".
PROXIES = "MERGE_BY_MERGE_PROXIES"
UNKNOWN = "unknown"  # the address of a client without one, for example on a Unix socket
IPV6_NETWORK = 64  # bits of an IPv6 address that count: one client has all addresses of a network

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

WORKS_FOR: ContextVar[str] = ContextVar("WORKS_FOR", default="")  # see `works_for`


def parse(text: str) -> Address | None:
    """Return an address, an IPv4 address also if it is written as IPv6; None if it is not one.

    >>> parse("::ffff:10.0.0.7"), parse(" [2001:db8::1]:443"), parse("10.0.0.7:80"), parse("x")
    (IPv4Address('10.0.0.7'), IPv6Address('2001:db8::1'), IPv4Address('10.0.0.7'), None)
    """
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found


def name_of(address: Address | None) -> str:
    """Return the name under which limits count an address: for IPv6, its network.

    >>> name_of(parse("10.0.0.7")), name_of(parse("2001:db8::1:2:3:4")), name_of(None)
    ('10.0.0.7', '2001:db8::/64', 'unknown')
    """
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((address, IPV6_NETWORK), strict=False))
    return str(address) if address else UNKNOWN


def is_proxy(address: Address | None) -> bool:
    """Whether an address is that of a trusted proxy. Raises ValueError if PROXIES is malformed."""
    networks = map(ipaddress.ip_network, os.environ.get(PROXIES, "").split())
    return address is not None and any(address in network for network in networks)


def address_of(scope: Scope) -> str:
    """Return the name of the client's address: behind trusted proxies, the last other address.

    >>> address_of({"type": "http", "client": ("10.0.0.7", 5), "headers": []})
    '10.0.0.7'
    """
    client = scope.get("client")
    address = parse(client[0]) if client else None
    if not is_proxy(address):
        return name_of(address)
    hops = ",".join(Headers(scope=scope).getlist("x-forwarded-for")).split(",")
    for hop in map(parse, reversed(hops)):
        if hop is None:
            break
        address = hop
        if not is_proxy(hop):
            break
    return name_of(address)


@contextmanager
def works_for(client: str) -> Iterator[None]:
    """Count what this request asks for, also in its threads, for a client.

    client: an address, or the code of a live class.

    >>> with works_for("10.0.0.7"):
    ...     of_script()
    ('', '10.0.0.7')
    """
    token = WORKS_FOR.set(client)
    try:
        yield
    finally:
        WORKS_FOR.reset(token)


def of_script() -> tuple[str, str]:
    """Return the Streamlit session whose script runs, and its client's address.

    In a thread of an HTTP request, the session is empty, and the client is that of `works_for`.
    Both are empty outside of a server, for example in a test.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is None or not runtime.exists():
        return "", WORKS_FOR.get()
    client = runtime.get_instance().get_client(context.session_id)
    remote = getattr(client.client_context, "remote_ip", None) if client else None
    return context.session_id, remote if isinstance(remote, str) else UNKNOWN

"""The address of the client that sent a request: the connection's, or the one that a proxy reports.

Limits count per address. X-Forwarded-For counts only if the connection comes from a proxy that the
environment variable PROXIES lists, because anybody can send that header.

If PROXIES is empty, but a connection from a local network has a header that only proxies send, then
probably all visitors come through that proxy. They share one address, "via" the proxy. What a whole
class needs at once then counts for each visitor (`visitor_of`), and for all of them together
(`leaves_room`), because a client on a local network can send such a header without a proxy.
"""

import ipaddress
import logging
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Event

import streamlit as st
from starlette.datastructures import Headers
from starlette.types import Scope
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

# Space-separated addresses or networks of trusted proxies, such as "127.0.0.1 10.0.0.0/8".
PROXIES = "MERGE_BY_MERGE_PROXIES"
LOOPBACK = "127.0.0.1"  # to Streamlit, a client on this machine has no address
UNKNOWN = "unknown"  # the address of a client without one, for example on a Unix socket
IPV6_NETWORK = 64  # bits of an IPv6 address that count: one client has all addresses of a network
FORWARDING = ("x-forwarded-for", "forwarded", "x-real-ip")  # headers that only proxies send
# Where the proxies of a host are: on this machine, or in a network without public addresses.
LOCAL_NETWORKS = [
    ipaddress.ip_network(each)
    for each in (
        *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10"),
        *("169.254.0.0/16", "::1/128", "fc00::/7", "fe80::/10"),
    )
]
VIA = "via "
SHARE = 0.75  # of what there is for all, the most that all visitors of such a proxy may take
FORWARDED_FOR = re.compile(r'(?:^|[;,\s])for="?([^";,\s]+)', re.IGNORECASE)
MAX_HOPS = 20  # proxies that a request came through; a client that reports more has invented some
MAX_FORWARDED = 2_000  # characters of such a header, in its other form
LOG = logging.getLogger(__name__)
ADVISED = Event()

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
    >>> forwarded = [(b"x-forwarded-for", b"203.0.113.9")]
    >>> address_of({"type": "http", "client": ("10.0.0.7", 5), "headers": forwarded})
    'via 10.0.0.7'
    """
    client = scope.get("client")
    address = parse(client[0]) if client else None
    if is_unknown_proxy(address, Headers(scope=scope)):
        advise(name_of(address))
        return VIA + name_of(address)
    if not is_proxy(address):
        return name_of(address)
    hops = ",".join(Headers(scope=scope).getlist("x-forwarded-for")).split(",")[-MAX_HOPS:]
    for hop in map(parse, reversed(hops)):
        if hop is None:
            break
        address = hop
        if not is_proxy(hop):
            break
    return name_of(address)


def is_unknown_proxy(address: Address | None, headers: Headers) -> bool:
    """Whether a connection seems to come from a proxy, and PROXIES does not say of any.

    uvicorn itself trusts a proxy at 127.0.0.1, and puts the address that it reports in its place.

    >>> is_unknown_proxy(parse("10.0.0.7"), Headers({"x-real-ip": "203.0.113.9"}))
    True
    >>> is_unknown_proxy(parse("203.0.113.9"), Headers({"x-real-ip": "10.0.0.7"}))
    False
    >>> is_unknown_proxy(parse("10.0.0.7"), Headers({"x-real-ip": "10.0.0.7"}))
    False
    """
    if os.environ.get(PROXIES, "").strip() or not any(name in headers for name in FORWARDING):
        return False
    return address is None or (is_local(address) and reported(headers) != name_of(address))


def is_local(address: Address) -> bool:
    """Whether an address is not public.

    >>> is_local(parse("192.168.1.5")), is_local(parse("203.0.113.9"))
    (True, False)
    """
    return any(address in network for network in LOCAL_NETWORKS)


def advise(proxy: str) -> None:
    """Log once how to make limits count for each visitor. proxy: its address."""
    if not ADVISED.is_set():
        ADVISED.set()
        LOG.warning(
            "Requests come through a proxy at %s. If this is your proxy, set %s to its address or "
            "network: limits then count for each visitor's address. See .deploy/README.md.",
            proxy,
            PROXIES,
        )


def visitor_of(scope: Scope) -> str:
    """Return the name of a request's client, behind an unknown proxy with the address it reports.

    The scope has the name that `address_of` returns; `pages.hosting.limits` puts it there. Whoever
    can send a header can invent such an address, so use it only together with `leaves_room`.

    >>> forwarded = [(b"x-forwarded-for", b"203.0.113.9, 10.0.0.2")]
    >>> visitor_of({"type": "http", "client": ("via 10.0.0.7", 0), "headers": forwarded})
    '203.0.113.9 via 10.0.0.7'
    >>> visitor_of({"type": "http", "client": ("10.0.0.7", 0), "headers": forwarded})
    '10.0.0.7'
    """
    client = scope["client"][0] if scope.get("client") else ""
    return f"{reported(Headers(scope=scope))} {client}" if client.startswith(VIA) else client


def reported(headers: Headers) -> str:
    """Return the visitor's address according to the headers: the last one that is not local.

    >>> reported(Headers({"forwarded": 'for="[2001:db8::7]:80";proto=https, for=10.0.0.2'}))
    '2001:db8::/64'
    >>> reported(Headers({"x-real-ip": "10.0.0.9"})), reported(Headers({"forwarded": "for=_x"}))
    ('10.0.0.9', 'unknown')
    """
    hops = ",".join(headers.getlist("x-forwarded-for")).split(",")[-MAX_HOPS:]
    hops += FORWARDED_FOR.findall(",".join(headers.getlist("forwarded"))[-MAX_FORWARDED:])
    found = [each for each in map(parse, [*hops, headers.get("x-real-ip", "")]) if each]
    candidates = [each for each in found if not is_local(each)] or found
    return name_of(candidates[-1] if candidates else None)


def leaves_room(client: str, clients: Iterable[str], most: int) -> bool:
    """Whether one more of `most` places for all leaves some to those not behind the same proxy.

    client: it wants the place. clients: they have one. Only visitors of an unknown proxy share.

    >>> leaves_room("a via 10.0.0.7", ["b via 10.0.0.7"] * 3, 4), leaves_room("a", ["b"] * 3, 4)
    (False, True)
    """
    _, via, proxy = client.partition(VIA)
    taken = sum(each.endswith(VIA + proxy) for each in clients) if via else 0
    return taken < most * SHARE


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


def visitor_of_script() -> str:
    """Return the client of the running script: its session behind an unknown proxy, or its address.

    >>> visitor_of_script()
    ''
    """
    session, address = of_script()
    return f"{session} {address}" if session and address.startswith(VIA) else address


def of_script() -> tuple[str, str]:
    """Return the Streamlit session whose script runs, and its client's address.

    In a thread of an HTTP request, the session is empty, and the client is that of `works_for`.
    Both are empty outside of a server, for example in a test.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is None or not runtime.exists():
        return "", WORKS_FOR.get()
    address: object = st.context.ip_address  # in a test, it can be anything
    return context.session_id, address if isinstance(address, str) else LOOPBACK

"""The address by which a class opens this page on the local network, and its QR code.

No packet is sent to find the address: the operating system chooses a route for a socket, and the
socket then has the local address.
"""

import asyncio
import socket
from urllib.parse import urlsplit, urlunsplit

import psutil
import segno

LOOPBACK = ("localhost", "127.0.0.1", "::1", "0.0.0.0")
UNUSED_ADDRESS = "192.0.2.1"  # reserved for documentation (RFC 5737)
LINK_LOCAL = "169.254."  # of a card that got no address from its network
ACCEPTS_WITHIN = 1.0  # seconds
MAX_QR_LENGTH = 700  # characters; a longer code is too fine for the back row


def local_address() -> str | None:
    """Return the address of this machine on the local network; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((UNUSED_ADDRESS, 9))
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if found in LOOPBACK or found.startswith("127.") else found


def network_cards() -> dict[str, str]:
    """Return the names of this machine's active network cards by their IPv4 address.

    >>> "127.0.0.1" in network_cards()
    False
    """
    active = {name for name, stats in psutil.net_if_stats().items() if stats.isup}
    return {
        each.address: name
        for name, addresses in psutil.net_if_addrs().items()
        for each in addresses
        if name in active
        and each.family == socket.AF_INET
        and not each.address.startswith(("127.", LINK_LOCAL))
    }


async def accepts_connections(address: str, port: int) -> bool:
    """Whether this server accepts connections at an address of this machine."""
    try:
        async with asyncio.timeout(ACCEPTS_WITHIN):
            _, writer = await asyncio.open_connection(address, port)
    except OSError:  # a timeout is one too
        return False
    writer.close()
    return True


def reachable_url(url: str, local: str | None) -> str | None:
    """Return the URL by which others reach this page; None if they cannot.

    local: this machine's address on the network. It replaces an address such as localhost, which
    only this machine can reach.

    >>> reachable_url("http://localhost:8501/unigram", "10.0.0.7")
    'http://10.0.0.7:8501/unigram'
    >>> reachable_url("https://class.example/?a=1", None)
    'https://class.example/?a=1'
    """
    parts = urlsplit(url)
    if parts.hostname not in LOOPBACK:
        return url
    if local is None:
        return None
    host = f"[{local}]" if ":" in local else local
    netloc = f"{host}:{parts.port}" if parts.port else host
    return urlunsplit(parts._replace(netloc=netloc))


def qr_code(url: str) -> str | None:
    """Return the QR code of a URL, black on white; None if the URL is too long.

    The result is the URL of an SVG image with the data in it.

    >>> qr_code("http://10.0.0.7:8501/").partition(",")[0]
    'data:image/svg+xml;charset=utf-8'
    """
    if len(url) > MAX_QR_LENGTH:
        return None
    return segno.make(url, micro=False).svg_data_uri(
        scale=8, border=3, light="#ffffff", dark="#000000"
    )

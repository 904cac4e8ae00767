"""What a class joins by: the address of this page on the local network, and its QR code.

But: no packet is sent to find the address; a socket that is asked for a route tells it.
"""

import socket
from urllib.parse import urlsplit, urlunsplit

import segno

LOCAL = ("localhost", "127.0.0.1", "::1", "0.0.0.0")
NOWHERE = "192.0.2.1"  # an address that nobody has (RFC 5737)
MOST_IN_QR = 700  # characters; a code of more is too fine for the back row


def own_address() -> str | None:
    """The address of this machine on the local network; None where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((NOWHERE, 9))
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if found in LOCAL or found.startswith("127.") else found


def reachable(url: str, own: str | None) -> str | None:
    """An address by which others reach this page: its own, unless that is this machine's alone.

    own: this machine's address on the network. None where others cannot reach it.

    >>> reachable("http://localhost:8501/unigram", "10.0.0.7")
    'http://10.0.0.7:8501/unigram'
    >>> reachable("https://class.example/?a=1", None)
    'https://class.example/?a=1'
    """
    parts = urlsplit(url)
    if parts.hostname not in LOCAL:
        return url
    if own is None:
        return None
    host = f"[{own}]" if ":" in own else own
    netloc = f"{host}:{parts.port}" if parts.port else host
    return urlunsplit(parts._replace(netloc=netloc))


def qr_code(url: str) -> str | None:
    """An SVG of the QR code of an address, black on white; None for one that is too long."""
    if len(url) > MOST_IN_QR:
        return None
    return segno.make(url, micro=False).svg_inline(
        scale=8, border=3, light="#ffffff", dark="#000000"
    )

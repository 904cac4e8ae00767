"""What "Can a phone reach me?" says: what was checked, and what to do if phones can't connect."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypedDict

from pages.translations.language import Translation

State = Literal["waiting", "good", "bad"]  # how a check went


class Check(NamedTuple):
    """How a check went, and a sentence about it."""

    state: State
    sentence: str


class NetworkCard(NamedTuple):
    """A network card of this computer."""

    address: str
    name: str


class Advice(NamedTuple):
    """What can be wrong, and what to do."""

    problem: str
    remedy: str


class ReachData(TypedDict):
    """What `reach_check.js` shows. cards: the other network cards."""

    title: str
    checks: Sequence[Check]
    cards_label: str
    cards: Sequence[NetworkCard]
    advice_label: str
    advice: Sequence[Advice]


@dataclass(frozen=True, slots=True)
class Reach:
    """What is known about the way from other devices to this server.

    is_here: whether a browser on this machine asks; otherwise we know nothing else. address: by
    which others reach this machine, None without a network. accepts: whether the app accepts
    connections there. seen: how many seconds ago another device sent a request, None if none has.
    cards: the names of all network cards by address.
    """

    is_here: bool
    port: int
    address: str | None = None
    accepts: bool = False
    seen: int | None = None
    cards: tuple[tuple[str, str], ...] = ()


def record(found: Reach, t: Translation) -> ReachData:
    """Return what was checked, other addresses, and advice.

    >>> shown = record(Reach(True, 8501, "10.0.0.7", accepts=True), Translation())
    >>> [state for state, _ in shown["checks"]], shown["cards"]
    (['good', 'good', 'waiting'], [])
    """
    others = [NetworkCard(*each) for each in found.cards if each[0] != found.address]
    return {
        "title": t.gettext("Can a phone reach me?"),
        "checks": checks(found, t),
        "cards_label": t.gettext("Use another address of this computer:"),
        "cards": others if found.is_here else [],
        "advice_label": t.gettext("If a phone can't open the address:"),
        "advice": advice(found, t),
    }


def checks(found: Reach, t: Translation) -> list[Check]:
    """Return what was checked, in order: how it went, and a sentence. Stops at a problem."""
    if not found.is_here:
        sentence = t.gettext(
            "This page does not come directly from this computer, so we can't check the way. "
            "If its address starts with localhost, phones need another one. Otherwise, phones "
            "that can open its address can join."
        )
        return [Check("waiting", sentence)]
    if found.address is None:
        return [Check("bad", t.gettext("This computer is not on a network."))]
    done = [
        Check(
            "good",
            t.gettext("This computer has the address {address}.").format(address=found.address),
        )
    ]
    port = str(found.port)
    if not found.accepts:
        sentence = t.gettext(
            "The app does not accept connections there. Start it with the option "
            "--server.address 0.0.0.0 (uvicorn: --host 0.0.0.0)."
        )
        return [*done, Check("bad", sentence)]
    done.append(
        Check("good", t.gettext("The app accepts connections at port {port}.").format(port=port))
    )
    if found.seen is None:
        sentence = t.gettext(
            "No other device has opened the app yet. Scan the code with a phone. This line changes "
            "as soon as the phone arrives."
        )
        return [*done, Check("waiting", sentence)]
    return [*done, Check("good", t.gettext("Another device has reached the app."))]


def advice(found: Reach, t: Translation) -> list[Advice]:
    """Return what can be wrong if a phone can't open the address, and what to do.

    >>> len(advice(Reach(True, 8501), Translation()))
    4
    """
    port = str(found.port)
    return [
        Advice(
            t.gettext("The phone is on another network."),
            t.gettext("Turn off its mobile data, and choose the same Wi-Fi as this computer."),
        ),
        Advice(
            t.gettext("A firewall on this computer blocks the app."),
            t.gettext(
                "Allow incoming TCP connections to port {port}. On Windows, allow Python in "
                "private and public networks. On macOS, allow Python in the firewall's options."
            ).format(port=port),
        ),
        Advice(
            t.gettext("The Wi-Fi separates its devices."),
            t.gettext(
                "Guest and school networks often do (“client isolation”). Use the hotspot of a "
                "phone, or run the app on a server."
            ),
        ),
        Advice(
            t.gettext("This computer has several network cards, or a VPN."),
            t.gettext(
                "The address above may belong to the wrong one. Choose the address that starts "
                "like the phone's own address, or turn off the VPN."
            ),
        ),
    ]

"""How an improvement is installed, and what happens if Streamlit is not as it expects."""

import inspect
import logging
from collections.abc import Callable
from operator import attrgetter
from types import FunctionType, ModuleType
from typing import NamedTuple

import streamlit as st

LOG = logging.getLogger(__name__)


class Improvement(NamedTuple):
    """What is better with it, the version of Streamlit it was written for, and what installs it."""

    what: str
    written_for: str
    install: Callable[[], None]


ALL: list[Improvement] = []
OFF: dict[str, str] = {}  # the improvements that this Streamlit does not allow, and why


class UnexpectedError(Exception):
    """A private part of Streamlit does not look as an improvement expects."""


def improvement(what: str, written_for: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Return a decorator for the function that installs an improvement.

    The function raises an error before it changes anything if it cannot work.
    """

    def decorate(install: Callable[[], None]) -> Callable[[], None]:
        ALL.append(Improvement(what, written_for, install))
        return install

    return decorate


def install(each: Improvement) -> None:
    """Install an improvement, or log why the app runs without it."""
    try:
        each.install()
    except Exception as error:
        OFF[each.what] = f"{type(error).__name__}: {error}"
        LOG.warning(
            "Streamlit %s: off is “%s”, written for %s (%s)",
            *(st.__version__, each.what, each.written_for, OFF[each.what]),
        )


def expect(is_true: object, what: str) -> None:
    """Raise an error unless something is true. what: the expectation.

    >>> expect(True, "two is a number")
    """
    if not is_true:
        raise UnexpectedError(f"expected that {what}")


def names_in(function: Callable[..., object]) -> set[str]:
    """Return the global names and attributes that a function uses itself.

    >>> sorted(names_in(expect))
    ['UnexpectedError']
    """
    plain = inspect.unwrap(function)
    assert isinstance(plain, FunctionType)
    return set(plain.__code__.co_names)


def replace(module: ModuleType, name: str, new: object, used_by: str) -> None:
    """Replace a global of a module, if the function that should use it does.

    used_by: the function's name in the module, such as "AppSession.start".
    """
    expect(hasattr(module, name), f"{module.__name__} has {name}")
    user = attrgetter(used_by)(module)
    expect(name in names_in(user), f"{used_by} uses {name}")
    setattr(module, name, new)

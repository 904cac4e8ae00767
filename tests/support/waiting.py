"""Waiting for a condition, and Playwright's assertions, which look again every 100 ms."""

import json
import re
import time
from collections.abc import Callable
from typing import Any, cast, overload

from playwright.sync_api import Error, Locator, LocatorAssertions, Page, PageAssertions
from playwright.sync_api import expect as once

from tests.support.servers import PATIENCE

# Playwright looks after 20, 70, 170 and 270 ms, and then every 500 ms. If it may take less than
# 2.5 s, it looks every 100 ms. Most pages are ready a little after 270 ms.
ROUND = 2_000  # ms


# Hold for no element, or are about the number of elements.
OF_NONE = ("not_", "to_be_hidden", "to_be_attached", "to_have_count")


class Patient:
    """Assertions that hold at the latest after PATIENCE seconds."""

    def __init__(self, actual: Locator | Page) -> None:
        self.actual = actual

    def __getattr__(self, name: str) -> Callable[..., None]:
        check = getattr(once(self.actual), name)

        def repeated(*args: Any, **options: Any) -> None:
            until = time.monotonic() + PATIENCE
            while True:
                is_likely = wait_cheaply(self.actual, name, args)
                try:
                    check(*args, timeout=ROUND if is_likely else 1, **options)
                    return
                except AssertionError:
                    if time.monotonic() > until:
                        raise

        return repeated


@overload
def expect(actual: Locator) -> LocatorAssertions: ...
@overload
def expect(actual: Page) -> PageAssertions: ...
def expect(actual: Locator | Page) -> LocatorAssertions | PageAssertions:
    """Return the assertions about an element or a page."""
    return cast(LocatorAssertions | PageAssertions, Patient(actual))


def wait_cheaply(actual: Locator | Page, name: str, args: tuple[Any, ...]) -> bool:
    """Wait for a part of what is asserted, for at most ROUND. Returns whether it holds.

    Each time that an assertion does not hold yet, Playwright describes the whole page for its
    message, unless the assertion counts elements. That took a sixth of a journey's time.
    """
    if isinstance(actual, Page):
        if name != "to_have_url" or not isinstance(args[0], re.Pattern):
            return True
        pattern = args[0]
        return comes_true(actual, lambda: bool(pattern.search(actual.url)), ROUND / 1000)
    if name.startswith(OF_NONE):
        return True
    wanted = actual
    if name == "to_have_attribute" and isinstance(args[1], str):
        wanted = actual.and_(actual.page.locator(f"[{args[0]}={json.dumps(args[1])}]"))
    elif name in ("to_have_text", "to_contain_text") and isinstance(args[0], str) and args[0]:
        wanted = actual.filter(has_text=args[0])
    try:
        once(wanted).not_to_have_count(0, timeout=ROUND)
    except AssertionError:
        return False
    except Error:  # an element in a frame cannot be described twice
        return True
    return True


def wait_until(page: Page, true: Callable[[], bool]) -> None:
    """Wait until a condition is true. Fails after PATIENCE seconds.

    It asks again every few milliseconds of the test's clock, so a page whose clock is paused, or
    which draws no frames, does not block it.
    """
    assert comes_true(page, true, PATIENCE), "the condition never holds"


def comes_true(page: Page, true: Callable[[], bool], seconds: float) -> bool:
    """Wait until a condition is true, or until the time is over. Returns whether it is true."""
    until = time.monotonic() + seconds
    while not true():  # asked once: what is true now may be false again a moment later
        if time.monotonic() > until:
            return False
        page.wait_for_timeout(10)  # processes the browser's events
    return True

"""Waiting for a condition, and Playwright's assertions, which look again every 100 ms."""

import time
from collections.abc import Callable
from typing import Any, cast, overload

from playwright.sync_api import Locator, LocatorAssertions, Page, PageAssertions
from playwright.sync_api import expect as once

from tests.support.servers import PATIENCE

# Playwright looks after 20, 70, 170 and 270 ms, and then every 500 ms. If it may take less than
# 2.5 s, it looks every 100 ms. Most pages are ready a little after 270 ms.
ROUND = 2_000  # ms


class Patient:
    """Assertions that hold at the latest after PATIENCE seconds."""

    def __init__(self, assertions: LocatorAssertions | PageAssertions) -> None:
        self.assertions = assertions

    def __getattr__(self, name: str) -> Callable[..., None]:
        check = getattr(self.assertions, name)

        def repeated(*args: Any, **options: Any) -> None:
            until = time.monotonic() + PATIENCE
            while True:
                try:
                    check(*args, timeout=ROUND, **options)
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
    return cast(LocatorAssertions | PageAssertions, Patient(once(actual)))


def wait_until(page: Page, true: Callable[[], bool]) -> None:
    """Wait until a condition is true. Fails after PATIENCE seconds.

    It asks again every few milliseconds of the test's clock, so a page whose clock is paused, or
    which draws no frames, does not block it.
    """
    until = time.monotonic() + PATIENCE
    while not true():  # asked once: what is true now may be false again a moment later
        assert time.monotonic() < until, "the condition never holds"
        page.wait_for_timeout(10)  # processes the browser's events

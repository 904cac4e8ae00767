"""Show both sides of a failed assertion in shared test modules too."""

import pytest

SHARED = (
    "support.servers",
    "support.expectations",
    "browser.watching",
    "browser.tab",
    "browser.expected",
)
pytest.register_assert_rewrite(*(f"tests.{name}" for name in SHARED))

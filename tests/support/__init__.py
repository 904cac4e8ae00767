"""Helpers for several test folders: servers, tabs, the bare page, expected steps, students."""

import pytest

# Show both sides of a failed assertion in these modules too.
SHARED = ("servers", "network", "tab", "expected", "bare")
pytest.register_assert_rewrite(*(f"tests.support.{name}" for name in SHARED))

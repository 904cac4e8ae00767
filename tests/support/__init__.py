"""Helpers for several test folders: servers, tabs, the bare page, expected steps, students."""

import os

import pytest

# Tests compute the keys of runs that a server keeps. Set before any key is computed.
os.environ.setdefault("MERGE_BY_MERGE_SECRET", "of the tests")
# Show both sides of a failed assertion in these modules too.
SHARED = ("servers", "network", "tab", "expected", "bare")
pytest.register_assert_rewrite(*(f"tests.support.{name}" for name in SHARED))

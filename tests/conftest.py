"""Where an assertion of what tests share fails, pytest shows both sides too."""

import pytest

SHARED = ("browser.servers", "browser.watching", "browser.tab", "browser.expected")
pytest.register_assert_rewrite(*(f"tests.{name}" for name in SHARED))

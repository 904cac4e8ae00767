"""What several test folders share: servers, tabs, the bare page, expectations, students."""

import pytest

# Show both sides of a failed assertion in these modules too.
SHARED = ("servers", "watching", "tab", "expected", "expectations", "bare")
pytest.register_assert_rewrite(*(f"tests.support.{name}" for name in SHARED))

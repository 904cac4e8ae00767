"""The TypeScript declarations of the records."""

from tests.support.record_types import FILE, Types


def test_declarations_are_those_of_the_python_types():
    """`python -m tests.support.record_types` writes them."""
    assert FILE.read_text() == Types().write()

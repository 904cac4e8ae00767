"""User text in sentences that Streamlit renders as Markdown. tests/browser shows the same texts."""

import json
import re
from pathlib import Path

import pytest

import pages
from pages.storage import file_store
from pages.translations.markdown import JOINER, fill

LINK = "[Log in again](https://example.org/)"


def unescaped(markdown: str) -> str:
    """Markdown without what is escaped."""
    return re.sub(r"\\.", "", markdown).replace(JOINER, "")


def test_type_of_a_decoder_is_not_markdown(open_app):
    """A file that a stranger offers makes no link in our own warning."""
    vocab = {"a": 0, "b": 1, "ab": 2}
    model = {"type": "BPE", "vocab": vocab, "merges": ["a b"]}
    for part in ("decoder", "post_processor"):
        made = {"model": model, part: {"type": LINK}}
        name = file_store.keep(json.dumps(made).encode())
        app = open_app(tokenizer=name, input="ab", lang="en")
        app.go_to("encoding/page.py")
        warnings = [each.value for each in app.at.warning if "Log in again" in each.value]
        assert warnings
        for each in warnings:
            assert not re.search(r"[][()<>*_`:/]", unescaped(each)), each


def test_values_are_escaped_after_conversion():
    assert fill(
        "{a} of {b:.2f} and {c:04X}, not {d!r}", {"a": 1, "b": 0.5, "c": 255, "d": "*"}
    ) == (r"1 of 0.50 and 00FF, not \'\*\'")
    assert fill("{text}", {"text": "www.a.b and https://a.b"}) == (
        rf"www{JOINER}\.a\.b and https\:{JOINER}\/\/a\.b"
    )


@pytest.mark.parametrize("folder", ["sections", "."])
def test_sentences_with_values_are_filled_by_one_function(folder):
    for path in (Path(pages.__file__).parent / folder).glob("*.py"):
        assert "sentence).format" not in path.read_text(), f"{path.name}: use markdown.fill"

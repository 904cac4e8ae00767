"""What Streamlit makes of escaped user text: the same text, without links, images or emphasis."""

import json

import pytest

from pages.hosting import options
from pages.translations.markdown import JOINER
from tests.support.hostile import MARKDOWN, MARKUP
from tests.support.servers import ROOT, configure, serving

MORE = ["www.example.org", "a WWW.example.org", "HTTP://EXAMPLE.ORG", "mailto:a@b.org a@b.org"]
MORE += [":smile: :material/home: :red[x] :streamlit:", "$x^2$ $$y$$", "~~a~~ ~b~", "1. a", "# a"]
MORE += [
    "a -> b <- c -- d --- e <-> f >= g != h <= i ~= j +- k => l",
    "| a | b |\n|---|---|",
    "- a",
]
MORE += ["> q", "`a` ``b``", "ftp://example.org", "&amp; &copy; &#60;", "\\*a\\*", "[^1]", "::a::"]
TEXTS = [each for each in [*MARKUP, *MARKDOWN, *MORE] if "\0" not in each]
PAGE = """
import json
import sys

import streamlit as st

sys.path.insert(0, {root!r})
from pages.translations.markdown import fill

for i, text in enumerate(json.load(open("texts.json"))):
    with st.container(key=f"text{{i}}"):
        st.warning(fill("A {{text}} Z", {{"text": text}}))
st.container(key="end").write("The end")
"""
READ = """alerts => alerts.map((each) => {
  const tags = [...each.querySelectorAll("[data-testid=stMarkdownContainer] *")];
  return [each.innerText, ...tags.map((tag) => tag.tagName).filter((name) => name !== "P")];
})"""


@pytest.fixture
def server(tmp_path):
    configure(tmp_path, options.NEEDED)
    (tmp_path / "texts.json").write_text(json.dumps(TEXTS))
    (tmp_path / "app.py").write_text(PAGE.format(root=str(ROOT)))
    with serving(tmp_path / "log", folder=tmp_path) as server:
        yield server


def test_escaped_text_is_shown_as_it_is(visitor, server):
    page = visitor(server).page
    page.goto(server.url)
    page.get_by_text("The end").wait_for()
    alerts = page.locator("[class*=st-key-text] [role=alert]").evaluate_all(READ)
    for text, (shown, *tags) in zip(TEXTS, alerts, strict=True):
        assert not tags, text
        assert shown.replace(JOINER, "").split() == f"A {text} Z".split()

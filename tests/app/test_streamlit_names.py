"""The names of Streamlit's elements that we look for: all are listed, and Streamlit has them."""

from collections import defaultdict

from pages.hosting.streamlit_patches.index_html import STATIC
from tests.support import streamlit_names
from tests.support.streamlit_names import ATTRIBUTES, DRAWN, SELDOM

LISTED = DRAWN | SELDOM | ATTRIBUTES


def test_every_name_that_we_look_for_is_listed():
    files = defaultdict(set)
    for name, path in streamlit_names.named():
        files[name].add(path.name)
    assert {name: files[name] for name in files if name not in LISTED} == {}
    assert LISTED - set(files) == set()


def test_streamlit_has_every_name():
    assert streamlit_names.unknown(STATIC) == set()


def test_missing_name_is_found(tmp_path):
    folder = tmp_path / "static" / "js"
    folder.mkdir(parents=True)
    names = sorted(LISTED - {"stApp", "stText"})
    (folder / "index.js").write_text("".join(f'"{name}"' for name in names))
    assert streamlit_names.unknown(tmp_path) == {"stApp", "stText"}

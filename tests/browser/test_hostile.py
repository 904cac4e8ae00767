"""Hostile text in fields, file names and URL parameters.

tests/stage/test_hostile.py tests how the stage and the panels show it.
"""

import re
from urllib.parse import urlencode

from pages.state.corpus import CORPORA, OWN_TEXT
from tests.support.cases import few_or_many
from tests.support.hostile import STRINGS
from tests.support.injection import assert_unharmed, note_intrusions
from tests.support.waiting import expect

PARAMETERS = ["corpus", "norm", "vocab", "step", "view", "file", "tokenizer", "at", "how", "x<b>"]
INJECT = """() => {
  const box = document.createElement('div');
  box.innerHTML = '<img src="data:,x" onerror="window.hacked = 1">';
  const script = document.createElement('script');
  script.textContent = 'window.hacked = 2';
  const image = document.createElement('img');
  image.src = 'https://example.org/i.png';
  document.body.append(box, script, image);
}"""


def test_student_types_hostile_texts_and_uploads_files_with_hostile_names(tab):
    note_intrusions(tab)
    tab.open(urlencode(dict(zip(PARAMETERS, STRINGS, strict=False)) | {"lang": "en"}))
    expect(tab.warnings.first).to_contain_text("corpus")
    assert_unharmed(tab)
    tab.choose("corpus", CORPORA.index(OWN_TEXT))
    tab.ready()
    box = tab.control("own").locator("textarea")
    for part in (STRINGS[:70:7], STRINGS[70::9]):
        before = tab.query().get("text")
        box.fill("\n".join(part))
        box.blur()
        tab.until(lambda before=before: tab.query().get("text") != before)
        tab.ready()
        assert_unharmed(tab)
        watch = tab.open_sentence()
        watch.fill(part[0])
        watch.blur()
        tab.until(lambda part=part: tab.query().get("sentence") == part[0])
        tab.ready()
        assert_unharmed(tab)
    files = [
        {"name": f"{name}.txt", "mimeType": "text/plain", "buffer": STRINGS[i].encode() or b"a"}
        for i, name in enumerate(STRINGS)
        if not re.search(r"[\x00/\r\n]", name) and "\x00" not in STRINGS[i]
    ]
    assert len(files) > 100
    files = files[:: few_or_many(3, 1)]
    for part in (files[::2], files[1::2]):
        before = tab.query()["text"]
        tab.page.locator("input[type=file]").set_input_files(part)
        tab.until(lambda before=before: tab.query().get("text", before) != before)
        tab.ready()
        assert_unharmed(tab)

    # Even if a text became an element, the page's security policy would stop its scripts.
    with tab.watch.expecting("Content Security Policy", "https://example.org") as refused:
        tab.page.evaluate(INJECT)
        tab.settle()
        assert tab.page.evaluate("() => window.hacked") is None
    assert "failed: https://example.org/i.png csp" in refused
    assert len([each for each in refused if "console: error" in each]) == 3

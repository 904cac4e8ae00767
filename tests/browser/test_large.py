"""Journeys with a large text: upload, training in a worker, stopping and stepping."""

import random
import re
from itertools import product
from string import ascii_lowercase

import pytest

import bpe
from pages.stage.tokens import visible
from pages.state.corpus import CORPORA, OWN_TEXT
from pages.state.defaults import DEFAULT_OWN
from tests.support.waiting import expect


def text_of(size: int, different: int) -> str:
    """A text of made-up words with a given length and number of distinct words."""
    chance = random.Random(7)
    known = [
        "".join(chance.choices(ascii_lowercase, k=chance.randint(3, 11))) for _ in range(different)
    ]
    words, length = list(known), sum(map(len, known)) + different
    while length < size:
        words.append(known[int(different * chance.random() ** 3)])
        length += len(words[-1]) + 1
    return "\n".join(" ".join(words[i : i + 12]) for i in range(0, len(words), 12))


@pytest.fixture(scope="module")
def text() -> str:
    return text_of(1_800_000, 200_000)


def upload(tab, data: bytes, name: str = "text.txt") -> None:
    """Upload a file as if chosen in the file dialog."""
    file = {"name": name, "mimeType": "text/plain", "buffer": data}
    tab.page.locator("input[type=file]").set_input_files(file)


UNUSABLE = {
    "plain text": "Grüße".encode("utf-16"),
    "words": " ".join(map("".join, product(ascii_lowercase, repeat=4))).encode(),
}


def test_student_uploads_unusable_files_then_a_book_and_stops_half_way(tab, engine, text):
    tab.open()
    tab.choose("corpus", CORPORA.index(OWN_TEXT))
    own = DEFAULT_OWN[OWN_TEXT]
    expected = engine.expected(bpe.train(bpe.Corpus.from_texts(own.split("\n")), 50))
    expected.becomes(tab, 0)
    for says, data in UNUSABLE.items():
        upload(tab, data)
        expect(tab.warnings.first).to_contain_text(says)
        expected.becomes(tab, 0)
        tab.press("ArrowRight")
        tab.at(1)
        tab.press("ArrowLeft")
    tab.ready()
    upload(tab, text.encode())
    bar = tab.page.get_by_test_id("stProgress")
    expect(bar).to_contain_text(re.compile("Counting|Merging"))
    expect(bar).to_contain_text(re.compile(r"Merging: \d[\d,]+ of"))  # ten or more, see below
    tab.page.get_by_role("button", name="Stop").click()
    tab.ready()
    vocab = int(tab.query()["vocab"])
    assert 28 < vocab < 2_000
    corpus = bpe.Corpus.from_texts(text.split("\n"))
    run = bpe.train(corpus, vocab, "lowest", ("<|endoftext|>",), alphabet="bytes")
    assert tab.last == len(run.merges)
    tab.press("End")
    tab.at(tab.last)
    box = tab.scrubber.bounding_box()
    tab.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tab.settle()
    middle = tab.target
    for k in (middle, middle + 1, middle + 2, middle + 1):
        tab.at(k)
        merge = run.merges[k - 1]
        [(_, cells)] = [row for row in tab.rows() if row[0] == (merge.left, merge.right)][:1]
        assert f"{merge.count:,}" in cells
        shown = [[text for text, _ in word] for word in tab.words()[:20]]
        step = run.at(k)
        assert shown == [[visible(token) for token in step.words[i][0]] for i in range(20)]
        tab.press("ArrowRight" if k != middle + 2 else "ArrowLeft")

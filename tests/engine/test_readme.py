"""The README's examples do what it says, and it is short."""

import doctest
import re
from pathlib import Path

import pytest

import bpe

README = Path(__file__).parents[2] / "README.md"
TEXT = README.read_text()
BLOCKS = re.findall("```python\n(.*?)```", TEXT, re.DOTALL)


def test_readme_is_for_users():
    assert len(TEXT.splitlines()) <= 130


def test_example_runs():
    # the closing fence of the block would be read as output
    text = TEXT.replace("```", "")
    example = doctest.DocTestParser().get_doctest(text, {}, "README", str(README), 0)
    assert len(example.examples) == 6
    assert doctest.DocTestRunner().run(example).failed == 0


def test_lines_for_a_notebook_show_tables():
    run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), vocab_size=6)
    lines = BLOCKS[1].splitlines()
    assert len(lines) == 3
    for line in lines:
        assert "<td>" in eval(line, {"run": run})._repr_html_()


def test_lines_for_a_test_find_what_is_wrong():
    texts = ["low low low low low lower lower widest<|endoftext|>"]
    run = bpe.train(
        bpe.Corpus.from_texts(texts, special_tokens=["<|endoftext|>"]),
        vocab_size=500,
        ties="greatest",
        special_tokens=["<|endoftext|>"],
    )
    right = [(merge.left, merge.right) for merge in run.merges]
    given = {}
    scope = {"bpe": bpe, "texts": texts, "my_trainer": lambda texts, vocab_size: given["merges"]}
    exec(BLOCKS[2], scope)
    given["merges"] = right
    scope["test_my_trainer"]()
    for wrong in ([], right[:-1], [("l", "o"), ("lo", "w"), *right[2:]]):
        given["merges"] = wrong
        with pytest.raises(
            AssertionError, match=r"(?s)(Merge 1 differs|Your merges end before merge)"
        ):
            scope["test_my_trainer"]()

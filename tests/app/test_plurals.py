"""A number that can be 1 has a singular, by `ngettext` or as a text of its own for the browser."""

import re

import pytest

from tests.app.test_translations import KEYWORDS as KEYWORDS_OF_MESSAGES
from tests.app.test_translations import ROOT, extract_from_dir

NOUNS = (
    "words|tokens|pieces|merges|pairs|characters|bytes|counts|steps|people|votes|students|questions"
    "|lines|files|rows|arcs|segmentations|boundaries|tokenizers|levels|parts|times|rounds|positions"
    "|places|seconds|minutes|choices|seeds|removals|digits|occurrences"
)
BETWEEN = "more|different|most|frequent|training|special|tied"
COUNTED = re.compile(
    rf"\{{(\w+)[^}}]*\}} (?:(?:{BETWEEN}) )*(?:{NOUNS})\b|(?:There are|these) \{{(\w+)"
)
# The numbers of a chapter, of a course text, and of a file that is too large are always above 1.
FIXED = ("pages/course/", "pages/figures/", "bpe/formats/")
ABOVE_ONE = {"most", "all", "length", "longest"}  # limits, and more than what is shown
NEVER_ONE = {  # start of the message -> why its number is above 1
    "The different words in this text have": "above a limit",
    "There are too many words to train on": "limits",
    "This server keeps up to": "a limit",
    "Your trainer reads the text in": "2 and more",
    "Your trainer reads {size} characters": "512 and more",
    "There were {count} pieces too many": "one piece has its own sentence",
    "It was among the {count} pieces without": "one piece has its own sentence",
    "This training has too many rounds": "above a limit",
    "Training was stopped after": "a limit",
    "This tokenizer was stopped after": "a limit",
    "You subtracted only the characters": "256",
    "Measured on the first": "a constant",
    "There is no room for merges: special tokens and the 256": "256 and more",
    "one of {tied}": "only said of a tie",
    "{word} has {size} characters. The limit": "above the limit of a tokenizer",
    "Unigram's path is": "a ratio with a decimal",
    "The first segmentation is {ratio}": "a ratio with a decimal",
    "This word has {count} segmentations": "too many to list",
    "Only the first {searched}": "a constant",
    "Removing {count} pieces costs least": "of one, another sentence tells",
    "It was a tie: without any one of {count}": "only said of a tie",
    "Your trainer goes on with pairs": "a minimum above 1",
    "This line has {size} characters": "above a limit",
    "{character} is one character, but it has {n} bytes": "above ASCII",
    "{character} has {n} bytes": "above ASCII",
    "Both words look the same. The first one has {syllables}": "of an example",
}
ALONE = {  # for the browser: of several -> of one
    "{votes} votes, {percent}": "1 vote, {percent}",
    "{n} people are here": "1 person is here",
    "You asked {n} questions.": "You asked 1 question.",
    "{n} people answered.": "1 person answered.",
    "{n} of {all} students": "{n} of 1 student",
    "{n} questions are due": "1 question is due",
    "{n} files are left out, because they are of another set than {seed}. "
    "Read them by themselves.": (
        "1 file is left out, because it is of another set than {seed}. Read it by itself."
    ),
    **{f"{{n}} more {noun}s": f"1 more {noun}" for noun in ("row", "word", "piece", "token")},
}


def messages() -> dict[str, str]:
    """message -> its file, for each message without a plural form."""
    found = {}
    for folder in ("bpe", "pages"):
        methods = [("**.py", "python"), ("**.toml", "pages.translations.texts:extract")]
        every = extract_from_dir(ROOT / folder, methods, keywords=KEYWORDS_OF_MESSAGES)
        found |= {text: f"{folder}/{file}" for file, _, text, *_ in every if isinstance(text, str)}
    return found


def is_counted(message: str) -> bool:
    names = {one or other for one, other in COUNTED.findall(message)}
    return bool(names - ABOVE_ONE)


def test_messages_with_a_number_have_a_singular():
    missing = [
        message
        for message, file in messages().items()
        if is_counted(message)
        and not file.startswith(FIXED)
        and message not in ALONE
        and not message.startswith(tuple(NEVER_ONE))
    ]
    assert not missing


def test_texts_for_the_browser_have_both_forms():
    assert {*ALONE, *ALONE.values()} <= messages().keys()


def test_exceptions_are_still_needed():
    every = [message for message in messages() if is_counted(message)]
    assert not [start for start in NEVER_ONE if not any(m.startswith(start) for m in every)]


@pytest.mark.parametrize(
    "message",
    [
        "BPE has {bpe} tokens, and more",
        "There are {special}.",
        "in the {n} words",
        "{a} more pieces",
    ],
)
def test_number_before_a_plural_is_found(message):
    assert is_counted(message)

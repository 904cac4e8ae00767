"""Comparing an own trainer's merges: the first difference, and input that is refused."""

from dataclasses import replace

import pytest

import bpe
from bpe import comparing
from bpe.byte_characters import byte_level
from bpe.causes import Cause
from bpe.errors import Remark


def test_handout_of_cs336():
    counts = {"low": 5, "lower": 2, "widest": 3, "newest": 6}
    merges = [("s", "t"), ("e", "st"), ("o", "w"), ("l", "ow"), ("w", "est"), ("n", "e")]
    corpus = bpe.Corpus.from_counts(counts)
    assert list(bpe.train(corpus, ties="greatest").rules[:6]) == merges
    as_bytes = [(left.encode(), right.encode()) for left, right in merges]
    text = " ".join(word for word, count in counts.items() for _ in range(count))
    for pairs in (merges, as_bytes):
        assert bpe.compare_merges(pairs, corpus) is None
        assert bpe.compare_merges(pairs, [text], split="whitespace") is None
        assert bpe.compare_merges(pairs, [text], split=r"pattern:\S+") is None


def test_difference_has_counts_places_and_the_rest():
    corpus = bpe.Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    difference = bpe.compare_merges([("u", "g"), ("h", "ug"), ("u", "n"), ("p", "un")], corpus)
    assert (difference.rank, difference.yours, difference.expected) == (2, ("h", "ug"), ("u", "n"))
    assert (difference.yours_count, difference.expected_count, difference.tied) == (15, 16, False)
    assert difference.yours_places == (
        bpe.Place("hug", 10, ("h", "ug")),
        bpe.Place("hugs", 5, ("h", "ug", "s")),
    )
    assert [place.word for place in difference.expected_places] == ["pun", "bun"]
    assert (difference.yours_later, difference.expected_later) == (3, 3)
    assert (difference.rest, difference.shared) == (3, 3)
    assert difference.run.at(2).merge.token == "un"
    assert "count 15" in str(difference)
    assert len(repr(difference)) < 2_000


def test_pair_that_does_not_occur_has_no_places():
    corpus = bpe.Corpus.from_counts({"hug": 10})
    difference = bpe.compare_merges([("x", "y"), ("h", "u")], corpus)
    assert (difference.yours_count, difference.yours_places, difference.yours_later) == (
        0,
        (),
        None,
    )
    assert "does not occur" in str(difference)
    assert difference.causes == ()


@pytest.mark.parametrize(
    ("rank", "agrees", "merges", "explained"),
    [(6, 163, 243, "most"), (6, 63, 243, "part"), (200, 201, 243, "part"), (1, 4, 6, "most")],
)
def test_cause_is_likely_if_it_explains_most_merges_from_the_first_difference_on(
    rank, agrees, merges, explained
):
    difference = bpe.compare_merges([("h", "u")], bpe.Corpus.from_counts({"hug": 2, "pug": 1}))
    cause = Cause("x", Remark("The cause."), agrees, False)
    shown = replace(difference, rank=rank, rest=merges - rank + 1, causes=(cause,))
    assert shown.explained == explained
    title = "Likely cause:" if explained == "most" else "Possible cause:"
    line = f"- The cause. This alone gives the first {agrees} of {merges} merges."
    assert str(shown).splitlines()[-2:] == [title, line]


def test_tie_is_named():
    corpus = bpe.Corpus.from_counts({"ab": 1, "cd": 1})
    difference = bpe.compare_merges([("a", "b")], corpus, causes=False)
    assert difference.tied
    assert difference.causes == ()
    assert "tie rule" in str(difference)


def test_texts_with_spaces_are_plain_texts():
    merges = [(" ", "t"), ("h", "é")]
    assert comparing.read_pairs(merges, "gpt2") == [("Ġ", "t"), ("h", byte_level("é"))]
    assert comparing.read_pairs([("Ġ", "t")], "gpt2") == [("Ġ", "t")]
    assert comparing.read_pairs([(" ", "t")], "none") == [(" ", "t")]


REFUSED = {
    "one text": (lambda: bpe.compare_merges([], "a hug"), "list of texts"),
    "counts": (lambda: bpe.compare_merges([], {"hug": 1}), "list of texts"),
    "no texts": (lambda: bpe.compare_merges([], None), "list of texts"),
    "a number as a text": (lambda: bpe.compare_merges([], [5]), "string"),
    "merges as a text": (lambda: bpe.compare_merges("s t", ["a"]), "list of pairs"),
    "merges that are none": (lambda: bpe.compare_merges(None, ["a"]), "list of pairs"),
    "ids": (lambda: bpe.compare_merges([("s", "t"), (101, 32)], ["a"]), "Merge 2"),
    "three tokens": (lambda: bpe.compare_merges([("a", "b", "c")], ["a"]), "Merge 1"),
    "an empty token": (lambda: bpe.compare_merges([(b"", b"a")], ["a"]), "Merge 1"),
    "a token as a merge": (lambda: bpe.compare_merges(["ab"], ["a"]), "Merge 1"),
    "half a surrogate": (lambda: bpe.compare_merges([("a", "\ud800")], ["a"]), "surrogate"),
    "half a character": (
        lambda: bpe.compare_merges([(b"\xc3", b"\xa9")], ["é"], split="whitespace"),
        "byte level",
    ),
    "an unknown rule": (lambda: bpe.compare_merges([], ["a"], ties="newest"), "tie rule"),
    "an unknown split": (lambda: bpe.compare_merges([], ["a"], split="gpt5"), "pattern:REGEX"),
    "special tokens as a text": (
        lambda: bpe.compare_merges([], ["a"], special_tokens="<s>"),
        "list of texts",
    ),
}


@pytest.mark.parametrize(("act", "expected"), REFUSED.values(), ids=REFUSED)
def test_bad_input_is_refused_with_a_reason(act, expected):
    with pytest.raises(bpe.InputError, match=expected):
        act()


def test_limits(monkeypatch):
    monkeypatch.setattr(comparing, "MAX_CHARACTERS", 10)
    with pytest.raises(bpe.InputError, match="more than 10 characters"):
        bpe.compare_merges([], ["a hug", "a pug hug"])
    monkeypatch.setattr(comparing, "MAX_LEARNED", 10)
    with pytest.raises(bpe.InputError, match="more than 10 characters"):
        bpe.compare_merges([], ["abcdefg"], vocab_size=300)
    monkeypatch.setattr(comparing, "MAX_CORPUS", 3)
    with pytest.raises(bpe.InputError, match="The limit is 3"):
        bpe.compare_merges([], ["abcdefg"])
    monkeypatch.setattr(comparing, "MAX_MERGES", 1)
    with pytest.raises(bpe.InputError, match="too many"):
        bpe.compare_merges([("a", "b"), ("b", "c")], ["a"])


def test_texts_of_nothing_but_line_ends_are_limited(monkeypatch):
    monkeypatch.setattr(comparing, "MAX_CHARACTERS", 1_000)

    def texts():
        for _ in range(comparing.MAX_CHARACTERS + 10):
            yield ""
        raise AssertionError("all were read")

    with pytest.raises(bpe.InputError, match="more than"):
        comparing.check_documents(texts())

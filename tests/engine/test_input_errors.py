"""Rejected input with its error sentences, and read-only results."""

import dataclasses

import pytest

import bpe

CORPUS = bpe.Corpus.from_counts({"hug": 10, "pug": 5})
RUN = bpe.train(CORPUS)
LAST = len(RUN.merges)
LONE = "ab\ud83d"

REJECTED = {
    "one text instead of a list": (lambda: bpe.Corpus.from_texts("hug"), ["list"]),
    "no list of texts": (lambda: bpe.Corpus.from_texts(None), ["list", "NoneType"]),
    "a text that is a number": (lambda: bpe.Corpus.from_texts(["hug", 5]), ["string", "int"]),
    "a text that is bytes": (lambda: bpe.Corpus.from_texts([b"hug"]), ["string", "bytes"]),
    "a word that is a number": (lambda: bpe.Corpus.from_counts({5: 1}), ["string", "int"]),
    "pairs as counts": (lambda: bpe.Corpus.from_counts([("a", 1)]), ["{'hug': 10}", "list"]),
    "an empty word": (lambda: bpe.Corpus.from_counts({"": 1}), ["at least one character"]),
    "a count of 0": (lambda: bpe.Corpus.from_counts({"a": 0}), ["at least 1", "not 0"]),
    "a negative count": (lambda: bpe.Corpus.from_counts({"a": -1}), ["at least 1", "not -1"]),
    "a broken count": (lambda: bpe.Corpus.from_counts({"a": 1.5}), ["whole number", "not 1.5"]),
    "a truth as a count": (lambda: bpe.Corpus.from_counts({"a": True}), ["whole", "not True"]),
    "a text as a count": (lambda: bpe.Corpus.from_counts({"a": "3"}), ["whole", "not '3'"]),
    "a later bad count": (lambda: bpe.Corpus.from_counts({"a": 1, "b": 0}), ["not 0"]),
    "an unknown split": (lambda: bpe.Corpus.from_texts([], "words"), [*bpe.SPLITS, "'words'"]),
    "an unknown split of counts": (
        lambda: bpe.Corpus.from_counts({}, "GPT2"),
        [*bpe.SPLITS, "'GPT2'"],
    ),
    "an unknown split of a text": (lambda: bpe.pre_tokenize("", ""), [*bpe.SPLITS, "''"]),
    "an unknown normalization": (
        lambda: bpe.Corpus.from_texts(["a"], normalization="nfd"),
        [*bpe.NORMALIZATIONS, "'nfd'"],
    ),
    "an unknown normalization of counts": (
        lambda: bpe.Corpus.from_counts({}, normalization="NFC"),
        [*bpe.NORMALIZATIONS, "'NFC'"],
    ),
    "an unknown tie rule": (lambda: bpe.train(CORPUS, ties="last"), [*bpe.TIES, "'last'"]),
    "a vocabulary of 0": (lambda: bpe.train(CORPUS, 0), ["at least 1", "not 0"]),
    "a negative vocabulary": (lambda: bpe.train(CORPUS, -5), ["at least 1", "not -5"]),
    "a negative least count": (lambda: bpe.train(CORPUS, min_count=-1), ["at least 0", "not -1"]),
    "an empty special token": (lambda: bpe.train(CORPUS, special_tokens=("a", "")), ["empty"]),
    "a text as special tokens": (lambda: bpe.train(CORPUS, special_tokens="<s>"), ["list"]),
    "a step before the first": (lambda: RUN.at(-1), ["Step -1", f"0 to {LAST}"]),
    "a step after the last": (lambda: RUN.at(LAST + 1), [f"Step {LAST + 1}", f"0 to {LAST}"]),
    "a step that is a text": (lambda: RUN.at("1"), ["Step 1", f"0 to {LAST}"]),
    "half a step": (lambda: RUN.at(0.5), ["Step 0.5"]),
    "a path instead of files": (lambda: bpe.formats.load("a.json"), ["dictionary", "str"]),
    "steps that start too early": (lambda: RUN.steps(-1, 1), ["Step -1"]),
    "steps that go too far": (lambda: RUN.steps(0, LAST + 2), [f"Step {LAST + 1}"]),
    "pairs before the first step": (lambda: RUN.pairs(-1), ["Step -1"]),
    "pairs after the last step": (lambda: RUN.pairs(LAST + 1), [f"Step {LAST + 1}"]),
    "changes of no merge": (lambda: RUN.changes(LAST + 1), [f"Step {LAST + 1}"]),
    "leaders after the last step": (lambda: RUN.leaders(LAST + 1, 3), [f"Step {LAST + 1}"]),
    "a text to encode that is none": (lambda: RUN.encode(None), ["string", "NoneType"]),
    "half a surrogate pair in a text": (
        lambda: bpe.Corpus.from_texts(["fine", LONE]),
        ["Character 3", "U+D83D"],
    ),
    "half a surrogate pair in a word": (
        lambda: bpe.Corpus.from_counts({LONE: 1}),
        ["Character 3", "U+D83D"],
    ),
    "half a surrogate pair to encode": (lambda: RUN.encode("\udc00"), ["Character 1", "U+DC00"]),
    "half a surrogate pair to split": (
        lambda: bpe.pre_tokenize(LONE, "none", "nfc"),
        ["Character 3", "U+D83D"],
    ),
    "half a surrogate pair in a special token": (
        lambda: bpe.train(CORPUS, special_tokens=(LONE,)),
        ["Character 3", "U+D83D"],
    ),
}


@pytest.mark.parametrize(("act", "expected"), REJECTED.values(), ids=REJECTED)
def test_input_error_names_problem_and_allowed_values(act, expected):
    with pytest.raises(bpe.InputError) as error:
        act()
    assert isinstance(error.value, ValueError)
    assert [part for part in expected if part not in str(error.value)] == []
    assert error.value.sentence.format(**error.value.values) == str(error.value)


def test_complete_surrogate_pairs_are_accepted():
    assert bpe.Corpus.from_texts(["😀"], split="none").alphabet == ("😀",)


FROZEN = {
    "corpus": CORPUS,
    "run": RUN,
    "step": RUN.at(1),
    "merge": RUN.merges[0],
    "leader": RUN.leaders(0, 1)[0],
    "encoding": RUN.encode("hug"),
    "applied merge": RUN.encode("hug").trace[0][0],
    "piece": bpe.pre_tokenize("hug")[0],
}


@pytest.mark.parametrize("record", FROZEN.values(), ids=FROZEN)
def test_fields_are_read_only(record):
    for field in dataclasses.fields(record):
        before = getattr(record, field.name)
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(record, field.name, None)
        with pytest.raises(dataclasses.FrozenInstanceError):
            delattr(record, field.name)
        assert getattr(record, field.name) is before


@pytest.mark.parametrize(
    "mapping",
    [CORPUS.counts, RUN.ids, RUN.ranks, RUN.at(0).pairs, RUN.at(LAST).pairs],
    ids=["counts", "ids", "ranks", "first pairs", "last pairs"],
)
def test_mappings_are_read_only(mapping):
    with pytest.raises(TypeError):
        mapping["hug"] = 1


def test_words_of_a_step_are_read_only():
    with pytest.raises(TypeError):
        RUN.at(1).words[0] = (("x",), 1)


def test_corpus_copies_its_counts():
    counts = {"hug": 1}
    corpus = bpe.Corpus.from_counts(counts)
    counts["pug"] = 2
    assert dict(corpus.counts) == {"hug": 1}


def test_pairs_are_returned_as_a_copy():
    before = dict(RUN.pairs(0))
    RUN.pairs(0).clear()
    assert RUN.pairs(0) == before
    assert dict(RUN.at(0).pairs) == before


def test_special_tokens_may_be_a_list_and_are_deduplicated():
    run = bpe.train(CORPUS, special_tokens=["<s>", "</s>", "<s>"])
    assert run.special_tokens == run.vocab[:2] == ("<s>", "</s>")

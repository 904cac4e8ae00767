"""Measuring a text gives the sums of encoding its lines one by one, however it is divided."""

from collections import Counter
from dataclasses import replace

import pytest
from tokenizer_texts import texts

import bpe
from bpe import measuring, unigram, wordpiece
from bpe.measuring import Meter, Tally
from tests.support.cases import few_or_many

LINES = [line for text in texts(few_or_many(60, 400)) for line in text.split("\n")]
LINES += [LINES[0] + "🙂" * 30, "貓🙂" * 20, "貓🙂" * 20, "the unhappy baker", ""]
LINES += ["naïve café tokenization", "aé" * 6_000, "hug " * 9]


def runs():
    sample = bpe.SAMPLES["english"]
    yield "bpe", bpe.train(sample.corpus("gpt2", "none"), 200)
    yield "bytes", bpe.train(sample.corpus("gpt2", "none"), 400, alphabet="bytes")
    yield "wordpiece", wordpiece.train(sample.corpus("punctuation", "none"), 200, ("[UNK]",))
    yield "course", unigram.train(bpe.SAMPLES["course"].corpus("metaspace", "none"), 60)
    yield "em", unigram.train(sample.corpus("metaspace", "none"), 120, "em")


RUNS = dict(runs())


def meter(run):
    return Meter(run if isinstance(run, unigram.Run) else run.encoder())


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_sums_are_those_of_encoding_line_by_line(run, monkeypatch):
    monkeypatch.setattr(measuring, "MAX_LINE", 20_000)  # no line in parts
    found = meter(run).measure(LINES, first=7)
    tokens = Counter()
    worst = []
    for number, line in enumerate(LINES, 7):
        each = run.encode(line).tokens
        tokens.update(each)
        if len(line) >= measuring.MIN_WORST and line not in LINES[: number - 7]:
            worst.append((len(line.encode()) / len(each), number, len(each)))
    assert found.tokens == sum(tokens.values())
    assert found.unknown == tokens["[UNK]"]
    if run is not RUNS["wordpiece"]:  # only its vocabulary has the unknown token
        del tokens["[UNK]"]
    assert found.counts == tokens
    assert found.bytes == len("".join(LINES).encode())
    assert (found.lines, found.words) == (len(LINES), sum(len(line.split()) for line in LINES))
    ours = [(line.bytes / line.tokens, line.number, line.tokens) for line in found.worst]
    assert ours == sorted(worst)[: measuring.WORST]


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_parts_add_up_to_the_whole(run):
    whole, parts, one = meter(run).measure(LINES), Tally(), meter(run)
    for start in range(0, len(LINES), 17):
        parts.add(one.measure(LINES[start : start + 17], start + 1))
    assert parts == whole


def test_long_line_is_encoded_in_parts():
    found = meter(RUNS["bpe"]).measure(["e" * 25_000])
    parts = [10_000, 10_000, 5_000]
    assert found.tokens == sum(len(RUNS["bpe"].encode("e" * size).ids) for size in parts)
    assert found.lines == 1


def test_equal_lines_are_listed_once():
    line = "貓🙂" * 20
    found = meter(RUNS["bytes"]).measure([line, "the old lamp in town", line])
    assert [each.number for each in found.worst] == [1, 2]


def test_unknown_token_of_a_file_is_counted_by_its_id():
    scores = {"<unk>": 0.0, "a": -1.0, "[UNK]": -2.0}
    encoder = replace(unigram.encoder.plain(scores), unk="<unk>", unk_id=0)
    found = Meter(encoder).measure(["a?a", "[UNK]"])
    assert found.unknown == 1
    assert found.counts == {"a": 2, "<unk>": 1, "[UNK]": 1}

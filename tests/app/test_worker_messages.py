"""The messages between the server and a worker process."""

import os
import pickle
from dataclasses import fields
from io import BytesIO
from types import SimpleNamespace

import pytest

import bpe
from bpe import unigram, wordpiece
from pages.jobs import messages
from pages.jobs.job import BpeJob, CorpusSource, UnigramJob, WordPieceJob
from pages.jobs.messages import Progress, Refusal
from pages.jobs.unigram_training import UnigramArgs

SOURCE = CorpusSource("gpt2", "none", {"hug": 10, "pug": 5})


def sent(message: object) -> object:
    """The message as received after sending it."""
    stream = BytesIO()
    messages.send(stream, message)
    stream.seek(0)
    received = messages.receive(stream)
    assert not stream.read()
    return received


@pytest.mark.parametrize(
    "message",
    [
        Progress("merges", 3, 10),
        Refusal("Line {number}: no.", {"number": 3}),
        BpeJob(SOURCE, 50, "first", ("<|endoftext|>",), 2),
        WordPieceJob(SOURCE, 50, ("[UNK]",)),
        UnigramJob(
            CorpusSource("none", "nfc", paths=("a", "b"), max_bytes=9),
            UnigramArgs("em", 9, "frequent", 30, 10),
        ),
    ],
)
def test_message_is_received_as_it_was_sent(message):
    assert sent(message) == message


def test_wordpiece_run_is_received_as_it_was_sent():
    run = wordpiece.train(bpe.SAMPLES["english"].corpus("punctuation", "none"), 150, ("[UNK]",))
    _ = run.ids, run.merges, run.history.ids
    received = sent(run)
    assert set(vars(received)) == {field.name for field in fields(run)}
    for name in ("corpus", "marking", "special_tokens", "rule", "merges", "ids"):
        assert getattr(received, name) == getattr(run, name), name
    last = len(run.merges)
    assert received.history.at(last) == run.history.at(last)
    assert list(received.tables(last, last + 1, 5)) == list(run.tables(last, last + 1, 5))


@pytest.mark.parametrize("ties", bpe.TIES)
@pytest.mark.parametrize("sample", bpe.SAMPLES)
def test_bpe_run_is_received_as_it_was_sent(sample, ties):
    run = bpe.train(bpe.SAMPLES[sample].corpus("gpt2", "none"), 60, ties, ("<|endoftext|>",))
    _ = run.ids, run.words  # cached values are not sent
    received = sent(run)
    assert set(vars(received)) == {field.name for field in fields(run)}
    for field in fields(run):
        assert getattr(received, field.name) == getattr(run, field.name), field.name
    assert list(received.corpus.counts.items()) == list(run.corpus.counts.items())
    last = len(run.merges)
    assert received.at(last) == run.at(last)


@pytest.mark.parametrize("method", unigram.METHODS)
def test_unigram_run_is_received_as_it_was_sent(method):
    run = unigram.train(bpe.SAMPLES["course"].corpus("metaspace", "none"), 60, method)
    received = sent(run)
    assert received == run
    assert received.loss == run.loss
    if received.rounds:
        assert received.rounds[-1].result is received.model


@pytest.mark.parametrize("value", [os.system, SimpleNamespace(a=1), bpe.train, {1, 2}.union])
def test_other_objects_are_rejected(value):
    with pytest.raises(EOFError):
        messages.receive(BytesIO(pickle.dumps(value)))


def test_incomplete_message_is_rejected():
    stream = BytesIO()
    messages.send(stream, bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}), 6))
    data = stream.getvalue()
    for length in range(0, len(data), 7):
        with pytest.raises(EOFError):
            messages.receive(BytesIO(data[:length]))

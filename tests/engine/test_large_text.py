"""A large text gives the same merges and ids as Hugging Face tokenizers."""

import json

import pytest
from engine_helpers import PRE_TOKENIZERS, pairs_of
from tokenizers import Tokenizer, models, trainers

import bpe
from tests.benchmarks import texts
from tests.support.cases import few_or_many

VOCAB = 2000
SIZE = few_or_many(600_000, 1_500_000)  # bytes


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """Lines of Python's standard library: for training, and for encoding."""
    path = tmp_path_factory.mktemp("source") / "text"
    texts.write_standard_library(path, SIZE)
    lines = texts.lines(path, SIZE)
    return lines[:-1500], lines[-1500:]


def test_large_text_matches_hugging_face(source):
    known, new = source
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = PRE_TOKENIZERS["gpt2"]
    tokenizer.train_from_iterator(
        known,
        trainers.BpeTrainer(
            vocab_size=VOCAB, special_tokens=["<|endoftext|>"], show_progress=False
        ),
    )
    run = bpe.train(bpe.Corpus.from_texts(known), VOCAB, "lowest", ("<|endoftext|>",))
    model = json.loads(tokenizer.to_str())["model"]
    assert pairs_of(run.merges) == [tuple(pair) for pair in model["merges"]]
    assert dict(run.ids) == model["vocab"]
    letters = set(run.corpus.alphabet)
    for line, encoding in zip(new, tokenizer.encode_batch(new), strict=True):
        ours = run.encode(line)
        assert [i for i in ours.ids if i is not None] == encoding.ids
        assert len(ours.ids) == len(encoding.ids) or set("".join(ours.words)) - letters

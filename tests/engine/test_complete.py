"""The complete tokenizers in one file run alone, and agree with the engine and with tiktoken."""

import random
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
import regex
import tiktoken
from tokenizer_texts import texts

import bpe
from bpe import unigram as engine_unigram
from bpe import wordpiece as engine_wordpiece
from bpe.byte_characters import token_bytes
from bpe.complete import byte_level_bpe, fast_training, unigram, unigram_em, wordpiece
from tests.support.cases import few_or_many

FILES = sorted(Path(byte_level_bpe.__file__).parent.glob("[a-z]*.py"))
TEXTS = texts(few_or_many(120, 600))
END = "<|endoftext|>"
OUTPUT = {  # how the output of each file starts
    "byte_level_bpe": "b's' + b't'\n",
    "fast_training": "s t 9",
    "unigram": "▁ 1.7\n",
    "unigram_em": "{'n': 1.5, 's': 2.74",
    "wordpiece": "[UNK] ##g ##n",
}
COURSE = bpe.SAMPLES["course"].texts


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_file_runs_alone_with_regex_only(file, tmp_path):
    (tmp_path / "pasted.py").write_text(file.read_text())
    (tmp_path / "regex").symlink_to(Path(regex.__file__).parent)
    run = "import runpy, sys; sys.path[:0] = ['.']; runpy.run_path('pasted.py', {}, '__main__')"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-X", "utf8", "-c", run],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(OUTPUT[file.stem])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_file_is_short_enough_to_read(file):
    assert len(file.read_text().splitlines()) <= 150


def test_byte_level_bpe_learns_and_encodes_like_the_engine():
    words = byte_level_bpe.count_words(TEXTS, [END])
    merges = byte_level_bpe.train(words, 257 + 150, [END])
    corpus = bpe.Corpus.from_texts(TEXTS, special_tokens=[END])
    run = bpe.train(corpus, 257 + 150, "greatest", [END], alphabet="bytes")
    as_bytes = [tuple(token_bytes(token, "gpt2") for token in pair) for pair in run.rules]
    assert merges == as_bytes
    tokenizer = byte_level_bpe.Tokenizer(merges, [END])
    for text in TEXTS:
        ids = tokenizer.encode(text)
        assert [tokenizer.tokens[id_] for id_ in ids] == [
            token.encode() if token == END else token_bytes(token, "gpt2")
            for token in run.encoder().encode(text, specials=True).tokens
        ]
        assert tokenizer.decode(ids) == text


def test_byte_level_bpe_encodes_like_tiktoken():
    merges = byte_level_bpe.train(byte_level_bpe.count_words(TEXTS), 256 + 200)
    ours = byte_level_bpe.Tokenizer(merges)
    library = tiktoken.Encoding(
        "own", pat_str=byte_level_bpe.GPT2, mergeable_ranks=ours.ids, special_tokens={}
    )
    for text in TEXTS:
        assert ours.encode(text) == library.encode_ordinary(text), text


def slow_counts(tokens, times):
    counts = Counter()
    for word, count in zip(tokens, times, strict=True):
        for pair in pairwise(word):
            counts[pair] += count
    return counts


@pytest.mark.parametrize("seed", range(few_or_many(20, 400)))
def test_fast_training_changes_what_the_slow_one_counts_again(seed):
    draw = random.Random(seed)
    words = {
        "".join(draw.choices("abc", k=draw.randint(1, 8))): draw.randint(1, 5)
        for _ in range(draw.randint(1, 8))
    }
    tokens, times = [list(word) for word in words], list(words.values())
    counts = slow_counts(tokens, times)
    found = list(fast_training.steps(words))
    for step in found:
        assert (step.count, step.pair) == max((count, pair) for pair, count in counts.items())
        after = [fast_training.merge(word, step.pair) for word in tokens]
        assert step.words == tuple(i for i, word in enumerate(after) if word != tokens[i])
        tokens = after
        new = slow_counts(tokens, times)
        changes = {pair: new[pair] - counts[pair] for pair in {*new, *counts}}
        assert dict(step.changes) == {pair: each for pair, each in changes.items() if each}
        counts = new
    assert not +counts
    corpus = bpe.Corpus.from_counts(words, "none")
    run = bpe.train(corpus, ties="greatest")
    assert [step.pair for step in found] == list(run.rules)


def some_texts(seed):
    """The course's text first, then random ones."""
    if not seed:
        return list(COURSE)
    draw = random.Random(seed)
    return [
        "".join(draw.choices("aaabbcdé .,#", k=draw.randint(1, 40)))
        for _ in range(draw.randint(1, 6))
    ] + ["ab"]


NEW_TEXTS = [
    "",
    "abba é, dab.",
    "This is the Hugging Face course.",
    "a" * 100,
    "a" * 101,
    "zz(a",
    *TEXTS,
]


@pytest.mark.parametrize("seed", range(few_or_many(20, 300)))
def test_wordpiece_learns_and_encodes_like_the_engine(seed):
    given = some_texts(seed)
    words = wordpiece.count_words(given)
    corpus = bpe.Corpus.from_texts(given, "punctuation")
    assert words == corpus.counts
    size = 100 if not seed else 12 + seed
    run = engine_wordpiece.train(corpus, size, ("[UNK]",))
    vocab = wordpiece.train(words, size)
    assert vocab == list(run.vocab)
    tokenizer = wordpiece.Tokenizer(vocab)
    for text in [*given, *NEW_TEXTS]:
        ids = tokenizer.encode(text)
        assert ids == list(run.encode(text).ids)
        assert tokenizer.decode(ids) == run.decode(ids)


@pytest.mark.parametrize("seed", range(few_or_many(12, 200)))
def test_unigram_learns_and_encodes_like_the_engine(seed):
    given = some_texts(seed)
    corpus = bpe.Corpus.from_texts(given, "metaspace")
    size = 100 if not seed else len(corpus.alphabet) + seed % 7
    run = engine_unigram.train(corpus, size, seed_size=300 if not seed else 60, quirks=())
    words = Counter(word for text in given for word in unigram.split(text))
    seeds = dict(zip(run.seeds.pieces, run.seeds.counts, strict=True))
    assert list(unigram.seed_vocabulary(words, len(seeds)).items()) == list(seeds.items())
    costs = unigram.train(words, size, 300 if not seed else 60)
    assert list(costs) == list(run.model.pieces)
    assert costs == pytest.approx({piece: -each for piece, each in run.model.scores.items()})
    assert_encodes_alike(unigram.Tokenizer(costs), run, given)


@pytest.mark.parametrize("seed", range(few_or_many(12, 200)))
def test_unigram_em_learns_and_encodes_like_the_engine(seed):
    given = some_texts(seed)
    corpus = bpe.Corpus.from_texts(given, "metaspace")
    size = 60 if not seed else len(corpus.alphabet) + seed % 7
    run = engine_unigram.train(corpus, size, "em")
    words = Counter(word for text in given for word in unigram_em.split(text))
    seeds = dict(zip(run.seeds.pieces, run.seeds.counts, strict=True))
    assert list(unigram_em.seed_vocabulary(words).items()) == list(seeds.items())
    costs = unigram_em.train(words, size)
    assert costs == pytest.approx({piece: -each for piece, each in run.model.scores.items()})
    assert_encodes_alike(unigram_em.Tokenizer(costs), run, given)


def assert_encodes_alike(tokenizer, run, given):
    for text in [*given, *NEW_TEXTS]:
        ids = tokenizer.encode(text)
        assert [tokenizer.tokens[id_] for id_ in ids] == list(run.encode(text).tokens), text
        theirs = [None if not id_ else run.model.ids[tokenizer.tokens[id_]] for id_ in ids]
        assert tokenizer.decode(ids) == run.decode(theirs)

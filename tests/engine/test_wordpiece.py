"""WordPiece training equals the course's code, and its files work in Hugging Face tokenizers."""

from collections import defaultdict
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

import bpe
from bpe import formats, wordpiece
from tests.support.cases import against_library, of_values

# The corpus and the vocabulary that chapter 6.6 of the course prints.
COURSE = (
    "This is the Hugging Face Course.",
    "This chapter is about tokenization.",
    "This section shows several tokenizer algorithms.",
    "Hopefully, you will be able to understand how they are trained and generate tokens.",
)
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
PUBLISHED = (
    "##a ##b ##c ##d ##e ##f ##g ##h ##i ##k ##l ##m ##n ##o ##p ##r ##s ##t ##u ##v ##w ##y ##z "
    ", . C F H T a b c g h i s t u w y ab ##fu Fa Fac ##ct ##ful ##full ##fully Th ch ##hm cha "
    "chap chapt ##thm Hu Hug Hugg sh th is ##thms ##za ##zat ##ut"
)


def published_code(word_freqs, vocab_size):
    """The code of chapter 6.6: the vocabulary after the special tokens, and the merges."""
    splits = {word: [c if i == 0 else f"##{c}" for i, c in enumerate(word)] for word in word_freqs}
    vocab = sorted({token for split in splits.values() for token in split})
    merges = []
    while len(vocab) < vocab_size:
        letter_freqs, pair_freqs = defaultdict(int), defaultdict(int)
        for word, freq in word_freqs.items():
            split = splits[word]
            if len(split) == 1:
                letter_freqs[split[0]] += freq
                continue
            for i in range(len(split) - 1):
                letter_freqs[split[i]] += freq
                pair_freqs[split[i], split[i + 1]] += freq
            letter_freqs[split[-1]] += freq
        best, max_score = None, None
        for (a, b), freq in pair_freqs.items():
            score = freq / (letter_freqs[a] * letter_freqs[b])
            if max_score is None or max_score < score:
                best, max_score = (a, b), score
        if best is None:
            break
        a, b = best
        for word in word_freqs:
            split, i = splits[word], 0
            while i < len(split) - 1:
                if split[i] == a and split[i + 1] == b:
                    split = [*split[:i], a + (b[2:] if b.startswith("##") else b), *split[i + 2 :]]
                else:
                    i += 1
            splits[word] = split
        merges.append((a, b))
        vocab.append(a + (b[2:] if b.startswith("##") else b))
    return vocab, merges


# A word that starts with ## would have tokens that are spelled like those inside other words.
words = st.text(st.sampled_from("aabbcd#é"), min_size=1, max_size=8).filter(
    lambda word: word[:2] != "##"
)
word_counts = st.dictionaries(words, st.integers(1, 30), min_size=1, max_size=12)


def test_course_corpus_has_the_published_vocabulary():
    corpus = bpe.Corpus.from_texts(COURSE, split="punctuation")
    run = wordpiece.train(corpus, vocab_size=70, special_tokens=SPECIAL)
    assert " ".join(run.vocab) == f"{' '.join(SPECIAL)} {PUBLISHED}"
    assert run.stopped == "vocabulary"
    assert run.encode("Hugging").tokens == ("Hugg", "##i", "##n", "##g")
    assert run.encode("HOgging").tokens == ("[UNK]",)
    text = "This is the Hugging Face course!"
    expected = "Th ##i ##s is th ##e Hugg ##i ##n ##g Fac ##e c ##o ##u ##r ##s ##e [UNK]"
    assert run.encode(text).tokens == tuple(expected.split())


@against_library
@given(counts=word_counts, size=st.integers(1, 60))
def test_training_equals_the_published_code(counts, size):
    run = wordpiece.train(bpe.Corpus.from_counts(counts), size)
    vocab, merges = published_code(counts, size)
    assert [(merge.left, merge.right) for merge in run.merges] == merges
    assert list(run.vocab) == vocab


@of_values
@given(counts=word_counts)
def test_steps_have_the_counts_and_scores_of_the_reference(counts):
    corpus = bpe.Corpus.from_counts(counts)
    run = wordpiece.train(corpus)
    vocab, merges = wordpiece.reference.train(corpus, 1_000)
    assert list(run.vocab) == vocab
    assert [(m.left, m.right, m.token, m.score) for m in run.merges] == merges
    splits = {word: [c if i == 0 else f"##{c}" for i, c in enumerate(word)] for word in counts}
    for merge in run.merges:
        scores = wordpiece.reference.pair_scores(splits, corpus)
        pairs = run.pairs(merge.rank - 1)
        assert {pair: score for pair, (_, score) in pairs.items()} == scores
        assert merge.tied == list(scores.values()).count(max(scores.values()))
        assert pairs[merge.left, merge.right] == (merge.count, merge.score)
        splits = {
            word: wordpiece.reference.merge_pair(split, merge.left, merge.right)
            for word, split in splits.items()
        }
        assert [list(tokens) for tokens, _ in run.words_at(merge.rank)] == list(splits.values())


def pairs_in_order(run, j):
    """All pairs after j merges as (left, right, count, score), in the order in which they win."""
    met = {}
    for tokens, _ in run.words_at(j):
        met |= dict.fromkeys(pairwise(tokens))
    pairs = run.pairs(j)
    return sorted(((*pair, *pairs[pair]) for pair in met), key=lambda each: -each[3])


@of_values
@given(counts=word_counts, data=st.data())
def test_tables_of_any_steps_have_the_first_pairs(counts, data):
    run = wordpiece.train(bpe.Corpus.from_counts(counts))
    last = len(run.merges)
    a = data.draw(st.integers(0, last))
    b = data.draw(st.integers(a, last + 1))
    limit = data.draw(st.integers(1, 9))
    tables = list(run.tables(a, b, limit))
    assert [table.k for table in tables] == list(range(a, b))
    for table in tables:
        j = max(table.k - 1, 0)
        expected, tokens = pairs_in_order(run, j), run.token_counts(j)
        found = [(pair.left, pair.right, pair.count, pair.score) for pair in table.leaders]
        assert found == expected[:limit]
        assert table.size == len(expected)
        assert table.merge == (run.merges[table.k - 1] if table.k else None)
        if table.merge:
            assert found[0][:2] == (table.merge.left, table.merge.right)
        frequent = table.frequent
        assert (frequent.count if frequent else 0) == max((each[2] for each in expected), default=0)
        for pair in (*table.leaders, *([frequent] if frequent else [])):
            assert (pair.left_count, pair.right_count) == (tokens[pair.left], tokens[pair.right])
            assert run.vocab[pair.left_id] == pair.left
            assert run.vocab[pair.right_id] == pair.right
        for pair in table.leaders:
            split = next(
                tokens
                for tokens, _ in run.words_at(j)
                if "".join(token.removeprefix("##") for token in tokens) == pair.word
            )
            assert (pair.left, pair.right) in pairwise(split)


def test_library_trains_by_counts_instead_of_scores():
    corpus = bpe.Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 6})
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.WordPieceTrainer(vocab_size=99, special_tokens=[], show_progress=False)
    tokenizer.train_from_iterator((w for w, n in corpus.counts.items() for _ in range(n)), trainer)
    ids = tokenizer.get_vocab()
    learned = [token for token in sorted(ids, key=ids.get) if len(token.removeprefix("##")) > 1]
    by_count = wordpiece.train(corpus, rule="count")
    assert [merge.token for merge in by_count.merges] == learned
    assert [merge.token for merge in wordpiece.train(corpus).merges] != learned
    # There, the alphabet also has each character without ##, whether it starts a word or not.
    assert ids.keys() - set(by_count.vocab) == {"g", "n", "s", "u"}


@pytest.mark.parametrize("split", ["whitespace", "punctuation", "none", "gpt2", "metaspace"])
def test_exported_file_encodes_and_decodes_like_the_run(split):
    corpus = bpe.Corpus.from_texts(COURSE, split=split, normalization="nfc")
    run = wordpiece.train(corpus, vocab_size=120, special_tokens=("[UNK]", "[SEP]"))
    file = formats.tokenizer_json(run)
    theirs = Tokenizer.from_str(file.decode())
    back = formats.load({"tokenizer.json": file})
    assert back.kind == "wordpiece"
    assert back.unsupported == ()
    for text in (*COURSE, "This is a section, trained.", "été the shows", "This[SEP]is"):
        encoding = run.encoder().encode(text, specials=True)
        ids = theirs.encode(text).ids
        assert list(encoding.ids) == list(back.encoder.encode(text, specials=True).ids) == ids
        expected = theirs.decode(ids, skip_special_tokens=False)
        assert back.encoder.decode(ids) == expected
        if split in ("whitespace", "punctuation"):
            assert run.decode(ids) == expected
    assert run.decode(run.encode(COURSE[1]).ids).replace(" .", ".") == COURSE[1]


@against_library
@given(counts=word_counts, size=st.integers(1, 60), words=st.lists(words, max_size=9))
def test_readable_encoder_equals_the_fast_one_and_the_library(counts, size, words):
    run = wordpiece.train(bpe.Corpus.from_counts(counts), size)
    ids = {**run.ids, "[UNK]": len(run.vocab)}
    library = Tokenizer(models.WordPiece(ids, unk_token="[UNK]"))
    encoder = run.encoder()
    for word in (*counts, *words):
        expected = library.encode(word).tokens
        assert wordpiece.reference.encode_word(word, run.vocab) == expected
        assert list(encoder.encode_word(word).tokens) == expected


def test_tokens_with_one_spelling_have_their_own_scores():
    # A word that starts with ## has tokens that are spelled like those inside other words.
    counts = {"##xy": 3, "axy": 5, "a##xy": 2, "#x": 2, "bx": 1}
    run = wordpiece.train(bpe.Corpus.from_counts(counts))
    assert run.vocab.count("##x") == 2
    for table in run.tables(1, len(run.merges) + 1, 99):
        expected: dict = {}
        for each in table.leaders:
            score = each.count / (each.left_count * each.right_count)
            expected.setdefault((each.left, each.right), (each.count, score))
        assert run.pairs(table.k - 1) == expected
    assert run.pairs(4)["##x", "##y"] == (3, 3 / (3 * 10))  # of ##xy; 7 / (10 * 10) elsewhere
    assert run.token_counts(4)["##x"] == 3 + 10


def test_every_look_at_a_word_is_listed():
    encoder = wordpiece.train(bpe.Corpus.from_counts({"hug": 10, "hugs": 5})).encoder()
    assert [(a.token, a.found) for a in encoder.attempts("hugx")] == [
        ("hugx", False), ("hug", True), ("##x", False)
    ]  # fmt: skip
    assert encoder.encode("hugx").tokens == ("[UNK]",)
    assert list(encoder.attempts("h" * 101)) == []


def test_wrong_settings_get_a_sentence():
    corpus = bpe.Corpus.from_counts({"hug": 10})
    for options in ({"rule": "odd"}, {"vocab_size": 0}, {"special_tokens": "[UNK]"}):
        with pytest.raises(bpe.InputError):
            wordpiece.train(corpus, **options)
    with pytest.raises(bpe.InputError, match="100 characters"):
        wordpiece.train(bpe.Corpus.from_counts({"abcdefgh" * 9: 1}), max_characters=100)

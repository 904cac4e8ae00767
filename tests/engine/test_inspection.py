"""Looking into tokenizers: each step, the vocabulary and the trees, compared with the libraries."""

import json
from base64 import b64decode, b64encode

import pytest
import regex
import tiktoken
from formats_helpers import KINDS
from tokenizer_texts import texts

import bpe
from bpe import wordpiece
from bpe.formats import load, tiktoken_file
from bpe.inspection import vocabulary
from bpe.inspection.merges import FindMerges, FindTree
from bpe.inspection.stages import Stage, stages
from bpe.inspection.two_vocabularies import CompareVocabularies, written_ids
from bpe.inspection.vocabulary import MAX_SHOWN, FindTokens, Token, by_pattern, id_range, maker

TEXTS = texts(300)


def loaded(tokenizer):
    return load({"tokenizer.json": tokenizer.to_str().encode()}).encoder


def parts_of(stage: Stage) -> list[str]:
    return [part.text for part in stage.parts]


def last(found: tuple[Stage, ...], kind: str) -> Stage | None:
    return next((each for each in reversed(found) if each.kind == kind), None)


@pytest.mark.parametrize("name", KINDS)
def test_each_stage_matches_the_library(name):
    tokenizer = KINDS[name]()
    encoder = loaded(tokenizer)
    for text in TEXTS:
        found = stages(encoder, text)
        theirs = tokenizer.encode(text, add_special_tokens=False)
        model = last(found, "model")
        if None not in [part.id for part in model.parts]:
            assert [part.id for part in model.parts] == theirs.ids, text
            ids = tokenizer.encode(text).ids if last(found, "post") else theirs.ids
            if post := last(found, "post"):
                assert [part.id for part in post.parts] == ids
        if any(each.kind == "added" for each in found) or not text:
            continue  # the library's parts do not know added tokens
        normal = tokenizer.normalizer.normalize_str(text) if tokenizer.normalizer else text
        if step := last(found, "normalizer"):
            assert step.text == normal, text
        if step := last(found, "split"):
            words = tokenizer.pre_tokenizer.pre_tokenize_str(normal) if normal else []
            assert parts_of(step) == [word for word, _ in words], text


@pytest.mark.parametrize("name", ["gpt2", "llama 2", "metaspace", "o200k"])
def test_last_stage_is_the_decoded_text(name):
    tokenizer = KINDS[name]()
    encoder = loaded(tokenizer)
    for text in TEXTS:
        found = stages(encoder, text)
        ids = [part.id for part in last(found, "model").parts]
        if None not in ids:
            theirs = tokenizer.decode(ids, skip_special_tokens=False)
            assert found[-1].text == theirs == encoder.decode(ids)


def test_step_that_splits_a_ligature_is_named():
    found = stages(loaded(KINDS["nfkd"]()), "The ﬁn")
    assert next(each.name for each in found if "fi" in each.text) == "NFKD"
    # BERT's pre-tokenizer drops the space
    assert [each.name for each in found if each.changed] == ["NFKD", "BertPreTokenizer"]
    kept = stages(loaded(KINDS["nfc"]()), "The ﬁn")
    assert not [each for each in kept if each.changed and each.kind == "normalizer"]


@pytest.mark.parametrize("split", ["gpt2", "cl100k", "o200k", "llama3", "digits", "digits3"])
def test_parts_of_the_pattern_are_those_that_match(split):
    """Tried one by one at each place, which is what the pattern as a whole does."""
    run = bpe.train(bpe.Corpus.from_texts(TEXTS[:20], split=split), 400)
    whole = regex.compile(bpe.split_patterns.pattern_source(split))
    for text in TEXTS:
        split_stage = next((s for s in stages(run.encoder(), text) if s.kind == "split"), None)
        if split_stage is None:
            continue
        assert parts_of(split_stage) == whole.findall(text) or whole.groups
        start = 0
        for part in split_stage.parts:
            alone = [regex.compile(each).match(text, start) for each in split_stage.patterns]
            first = next(i for i, match in enumerate(alone) if match)
            assert part.pattern == first
            assert alone[first][0] == part.text
            start += len(part.text)
        assert start == len(text)


def test_special_tokens_are_found_only_if_asked():
    run = bpe.train(bpe.Corpus.from_texts(["a hug"]), special_tokens=("<s>",))
    with_specials, without = (stages(run.encoder(), "<s>hug", each) for each in (True, False))
    assert [part.added for part in with_specials[1].parts] == [True, False]
    assert "added" not in [each.kind for each in without]
    assert last(with_specials, "model").parts[0].id == run.ids["<s>"]


@pytest.mark.parametrize("name", ["gpt2", "llama 2", "nfd and stripped", "roberta"])
def test_vocabulary_is_that_of_the_library(name):
    tokenizer = KINDS[name]()
    found = FindTokens(most=10**6).answer(loaded(tokenizer))
    assert {each.token: each.id for each in found.tokens} == tokenizer.get_vocab()
    assert found.all == tokenizer.get_vocab_size()
    specials = FindTokens(most=10**6, only="special").answer(loaded(tokenizer))
    assert {each.id for each in specials.tokens} == set(tokenizer.get_added_tokens_decoder())


def byte_ranks() -> bytes:
    """A tiktoken file, trained here."""
    run = bpe.train(bpe.Corpus.from_texts(TEXTS), 600, alphabet="bytes")
    return bpe.formats.tiktoken_ranks(run)


def test_bytes_of_tokens_are_those_of_tiktoken():
    data = byte_ranks()
    ranks = {b64decode(token): int(rank) for token, rank in map(bytes.split, data.splitlines())}
    theirs = tiktoken.Encoding(
        "test", pat_str=tiktoken_file.CL100K, mergeable_ranks=ranks, special_tokens={}
    )
    encoder = load({"a.tiktoken": data}).encoder
    found = FindTokens(most=10**6).answer(encoder).tokens
    assert len(found) == theirs.n_vocab
    for each in found:
        assert each.bytes == theirs.decode_single_token_bytes(each.id)
        assert each.text == each.bytes.decode(errors="replace")


def test_wordpiece_tokens_are_as_long_as_their_characters():
    counts = {"hug": 10, "hugs": 5, "日本": 3}
    run = wordpiece.train(bpe.Corpus.from_counts(counts), special_tokens=("[CLS]",))
    for each in FindTokens(most=100).answer(run.encoder()).tokens:
        assert each.text == each.token.removeprefix("##")
        assert (each.bytes, each.length) == (each.text.encode(), len(each.text.encode()))


def test_searches_find_what_a_slow_search_finds():
    encoder = bpe.train(bpe.Corpus.from_texts(TEXTS), 500, alphabet="bytes").encoder()
    everything = list(map(maker(encoder), encoder.names))
    slow = {
        ("th", "text"): [e.id for e in everything if "th" in e.text or "th" in e.token],
        ("^ t", "regex"): [e.id for e in everything if e.text.startswith(" t")],
        ("300-310", "id"): list(range(300, 311)),
        ("0xC3", "byte"): [e.id for e in everything if b"\xc3" in e.bytes],
        ("", "text"): [e.id for e in everything],
    }
    for (query, way), expected in slow.items():
        found = FindTokens(query, way, most=10**6).answer(encoder)
        assert sorted(expected) == [e.id for e in found.tokens]
        assert found.all == len(expected) > 0
        paged = [
            each.id
            for start in range(0, found.all, 7)
            for each in FindTokens(query, way, "id", start, 7).answer(encoder).tokens
        ]
        assert paged == sorted(expected)
    lengths = [len(e.bytes) for e in FindTokens(order="length", most=900).answer(encoder).tokens]
    assert lengths == sorted(lengths, reverse=True)


@pytest.mark.parametrize(
    ("query", "way", "reason"),
    [
        ("[", "regex", "not valid"),
        ("(a+)+b", "regex", "repeats a group"),
        ("x", "id", "Enter an id"),
        ("XY", "byte", "hexadecimal"),
        ("5-x", "id", "Enter an id"),
    ],
)
def test_invalid_search_says_why(query, way, reason):
    encoder = bpe.train(bpe.Corpus.from_counts({"hug": 10})).encoder()
    with pytest.raises(bpe.InputError, match=reason):
        FindTokens(query, way).answer(encoder)


@pytest.mark.parametrize("kind", ["trained", "tokenizer.json", "tiktoken"])
def test_tree_of_a_token_is_made_by_its_merges(kind):
    if kind == "trained":
        encoder = bpe.train(bpe.Corpus.from_texts(TEXTS), 500).encoder()
    elif kind == "tiktoken":
        encoder = load({"a.tiktoken": byte_ranks()}).encoder
    else:
        encoder = loaded(KINDS["gpt2"]())
    ids = encoder.ids
    for token, id_ in ids.items():
        nodes = list(FindTree(id_).answer(encoder).nodes)
        assert "".join(node.token for node in nodes if not node.rank) == token
        for i, node in enumerate(nodes):
            if node.rank:
                right = next(n for n in nodes[i + 2 :] if n.depth == node.depth + 1)
                left = nodes[i + 1]
                assert (left.depth, left.token + right.token) == (node.depth + 1, node.token)
                assert max(left.rank, right.rank) < node.rank
                assert encoder.merges[node.rank - 1] == (left.token, right.token)


def test_merges_are_listed_in_the_order_of_their_ranks():
    run = bpe.train(bpe.Corpus.from_texts(TEXTS), 400)
    found = FindMerges(most=10**6).answer(run.encoder())
    assert [(each.left, each.right) for each in found.merges] == [
        (m.left, m.right) for m in run.merges
    ]
    assert [each.rank for each in found.merges] == list(range(1, len(run.merges) + 1))
    some = FindMerges("th", most=10**6).answer(run.encoder())
    assert [e.rank for e in some.merges] == [m.rank for m in run.merges if "th" in m.token]
    spaced = FindMerges(" th", most=10**6).answer(run.encoder()).merges
    assert [e.rank for e in spaced] == [m.rank for m in run.merges if "Ġth" in m.token]
    pairs = FindMerges("t h", most=10**6).answer(run.encoder()).merges
    assert [e.rank for e in pairs] == [m.rank for m in run.merges if "t h" in f"{m.left} {m.right}"]
    assert spaced
    assert pairs
    model = bpe.unigram.encoder.plain({"u": -1.0})
    assert FindMerges().answer(model).all == 0


def test_merges_of_ranks_are_found_by_their_pair():
    ids = {bytes([byte]): byte for byte in range(256)} | {b"th": 256, b" th": 257, b"the": 258}
    data = "\n".join(f"{b64encode(token).decode()} {id_}" for token, id_ in ids.items())
    encoder = load({"a.tiktoken": data.encode()}).encoder
    found = {query: FindMerges(query).answer(encoder).merges for query in ("t h", " th", "th e")}
    assert {query: [each.id for each in rules] for query, rules in found.items()} == {
        "t h": [256],
        " th": [257],
        "th e": [258],
    }


def test_list_of_ids_is_no_range():
    assert id_range("1,200") == (1200, 1200)
    for query in ("7,8", "7, 8", "1,2000", "7 8"):
        with pytest.raises(bpe.InputError, match="Enter an id"):
            id_range(query)


def test_vocabularies_are_compared_by_what_tokens_write():
    """A byte-level token with Ġ, a piece with ▁ and a WordPiece token at the start are equal."""
    corpora = {
        "bytes": bpe.Corpus.from_texts(["low lower lowest new newer"] * 3),
        "marks": bpe.Corpus.from_texts(["low lower lowest new newer"] * 3, split="metaspace"),
    }
    one, two = (bpe.train(corpus, 30).encoder() for corpus in corpora.values())
    texts_of = [
        {token.replace(mark, " ").encode() for token in encoder.ids}
        for encoder, mark in ((one, "Ġ"), (two, "▁"))
    ]
    found = {
        category: CompareVocabularies(category, most=10**6, other=written_ids(two)).answer(one)
        for category in ("first", "second", "ids")
    }
    assert {each.bytes for each in found["first"].tokens} == texts_of[0] - texts_of[1]
    assert {each.bytes for each in found["second"].tokens} == texts_of[1] - texts_of[0]
    both = texts_of[0] & texts_of[1]
    moved = {key for key in both if written_ids(one)[key] != written_ids(two)[key]}
    assert {each.bytes for each in found["ids"].tokens} == moved
    assert found["ids"].both == len(both) > 0
    assert found["ids"].same_id == len(both) - len(moved)


def test_answers_have_only_the_beginning_of_a_long_token():
    halves = ["a" * 5_000, "b" * 5_000]
    vocab = {"a": 0, **{half: i for i, half in enumerate(halves, 1)}, "".join(halves): 3}
    model = {"type": "BPE", "vocab": vocab, "merges": [halves]}
    encoder = load({"tokenizer.json": json.dumps({"model": model}).encode()}).encoder
    for question in (FindTokens(), FindTokens("b"), FindTokens("a*b", "regex", "length")):
        token = next(each for each in question.answer(encoder).tokens if each.id == 3)
        assert (len(token.token), len(token.text), len(token.bytes)) == (MAX_SHOWN,) * 3
        assert token.length == 10_000
    rule = FindMerges().answer(encoder).merges[0]
    assert (len(rule.left), len(rule.right), rule.id) == (MAX_SHOWN, MAX_SHOWN, 3)
    tree = FindTree(3).answer(encoder)
    assert tree.token.length == 10_000
    assert [each.id for each in tree.nodes] == [3, 1, 2]
    assert {len(each.token) for each in tree.nodes} == {MAX_SHOWN}
    (new,) = CompareVocabularies("first", other={b"a": 0}, most=1).answer(encoder).tokens
    assert len(new.bytes) == MAX_SHOWN


def test_regular_expression_has_one_time_limit_for_all_tokens(monkeypatch):
    matches, token = by_pattern("a+b"), Token(1, "aa", "aa", b"aa")
    assert not matches(token)
    times = iter((0.0, vocabulary.OWN_SECONDS, 3.0, 3.0))
    monkeypatch.setattr(vocabulary, "process_time", lambda: next(times))
    assert not matches(token)
    with pytest.raises(bpe.InputError, match="takes more than 2 seconds"):
        matches(token)

"""Objects in a notebook: short texts, and escaped, limited HTML."""

import json
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from library_files import litellm

import bpe
from bpe import formats, unigram, wordpiece
from bpe.short_repr import MAX_LENGTH, short

NASTY = "<script>alert(1)</script>&\"'` \n\t\x00{}%s"
LONG = [f"word{number}" + "é" * 50 for number in range(3_000)] + ["x" * 5_000]


@cache
def corpus():
    return bpe.Corpus.from_texts([" ".join(LONG)])


@cache
def trained():
    return bpe.train(corpus(), 2_000)


@cache
def unigram_run():
    return unigram.train(bpe.Corpus.from_texts([" ".join(LONG[:300])]), 800, "em")


@cache
def wordpiece_run():
    return wordpiece.train(bpe.Corpus.from_texts([" ".join(LONG[:300])]), 400)


@cache
def lattice():
    return unigram_run().model.lattice("word1" * 200)


LARGE = {  # each is made in its test: every process of a run imports this module
    "corpus": corpus,
    "run": trained,
    "first step": lambda: trained().at(0),
    "step": lambda: trained().at(300),
    "words of a step": lambda: trained().at(3).words,
    "pair table": lambda: next(trained().tables(1, 2, limit=5_000)),
    "encoder": lambda: trained().encoder(),
    "encoding": lambda: trained().encode(" ".join(LONG)),
    "encoded word": lambda: trained().encoder().encode_word("x" * 5_000),
    "pre-token": lambda: bpe.pre_tokenize("x" * 100_000)[0],
    "merge of long tokens": lambda: bpe.Merge(1, "x" * 10**6, "y" * 10**6, "xy" * 10**6, 1, 1),
    "word state": lambda: next(trained().encoder().walk("word12" * 500)),
    "added token": lambda: bpe.AddedToken("<" * 10_000, 0),
    "remark": lambda: bpe.Remark("{text}", (("text", "x" * 10_000),)),
    "sample": lambda: bpe.SAMPLES["english"],
    "difference": lambda: bpe.compare_merges(
        [("x", "y")], bpe.Corpus.from_counts({"xy" * 9_999: 1, "z": 1})
    ),
    "comparison with places": lambda: bpe.compare_merges(
        [("x", "y")], bpe.Corpus.from_counts({"xy" * 500: 1, "zzz" * 500: 1}), causes=False
    ),
    "merge list": lambda: formats.read_merges({"a": formats.merges_txt(trained())}),
    "loaded": lambda: formats.load({"a": formats.tokenizer_json(trained())}),
    "loaded tiktoken": lambda: formats.load(
        {"a": formats.tiktoken_ranks(trained(), complete=True)}
    ),
    "pipeline": lambda: (
        formats.load({"a": formats.tokenizer_json(trained())}).encoder.pre_tokenizer
    ),
    "ranks": lambda: formats.load({"a": formats.tiktoken_ranks(trained(), True)}).encoder.ranks,
    "recovered merges": lambda: (
        formats.load({"a": formats.tiktoken_ranks(trained(), True)}).encoder.merges
    ),
    "unigram run": unigram_run,
    "unigram round": lambda: unigram_run().rounds[0],
    "unigram model": lambda: unigram_run().model,
    "unigram encoding": lambda: unigram_run().encode(" ".join(LONG[:300])),
    "unigram encoder": lambda: formats.load({"a": formats.tokenizer_json(unigram_run())}).encoder,
    "lattice": lattice,
    "segmentation": lambda: lattice().best,
    "position": lambda: lattice().best_at[500],
    "wordpiece run": wordpiece_run,
    "wordpiece encoder": lambda: wordpiece_run().encoder(),
}


@pytest.mark.parametrize("make", LARGE.values(), ids=LARGE)
def test_text_of_large_objects_is_short(make):
    value = make()
    assert 0 < len(repr(value)) <= MAX_LENGTH
    assert len(repr([value])) <= MAX_LENGTH + 2


def test_text_of_a_real_tokenizer_is_short():
    loaded = formats.load({"tokenizer.json": litellm("deepseek_tokenizer.json")})
    assert len(loaded.encoder.ids) > 100_000
    for value in (loaded, loaded.encoder, loaded.encoder.pre_tokenizer):
        assert len(repr(value)) <= MAX_LENGTH


def test_text_of_small_objects_is_complete():
    run = bpe.train(bpe.Corpus.from_counts({"hug": 10}), special_tokens=("<s>",))
    assert repr(run.merges[0]) == "Merge(rank=1, left='h', right='u', token='hu', count=10, tied=2)"
    assert repr(run.at(1).words) == "((('hu', 'g'), 10),)"
    assert repr(run.corpus).startswith("Corpus(counts=mappingproxy({'hug': 10}), split=")
    assert eval(repr(run.encode("hug")), vars(bpe)) == run.encode("hug")


@pytest.mark.parametrize(
    "value",
    [(), [], {}, set(), frozenset(), (1,), [1, 2], {"a": (1, [2])}, {3}, frozenset({4}), b"a", "é"],
)
def test_short_values_have_their_usual_text(value):
    assert short(value) == repr(value)


class Tags(HTMLParser):
    """Checks that tags are closed, and collects them and the text."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.text = [], set(), []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.tags.add(tag)
        assert {name for name, _ in attrs} <= {"style"}

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def parsed(value):
    html = value._repr_html_()
    assert len(html) < 60_000
    tags = Tags()
    tags.feed(html)
    tags.close()
    assert tags.open == []
    assert tags.tags <= {"p", "b", "table", "tr", "th", "td", "span"}
    return tags


SHOWN = (
    "corpus",
    "run",
    "first step",
    "step",
    "encoding",
    "unigram run",
    "unigram encoding",
    "lattice",
)


@pytest.mark.parametrize("name", [*SHOWN, "wordpiece run"])
def test_html_of_large_objects_is_limited(name):
    assert any("more" in text for text in parsed(LARGE[name]()).text)


def loaded():
    """Files whose added tokens, names of steps and remarks have everything in them."""
    added = [{"id": 1 + i, "content": NASTY + str(i), "special": True} for i in range(300)]
    for model in (
        {"type": "BPE", "vocab": {"a": 0}, "merges": []},
        {"type": "WordPiece", "vocab": {"a": 0}, "unk_token": "a"},
        {"type": "Unigram", "vocab": [["a", 0.0]], "unk_id": 0},
    ):
        data = {"model": model, "added_tokens": added, "decoder": {"type": NASTY},
                "normalizer": {"type": "NFC"}, "padding": {}}  # fmt: skip
        found = formats.load({"a": json.dumps(data).encode()})
        yield found
        yield found.encoder


def nasty_objects():
    run = bpe.train(bpe.Corpus.from_texts([NASTY * 2], "none"), special_tokens=("<b>",))
    small = unigram.train(bpe.Corpus.from_texts([NASTY * 2], "none"), 60)
    pieces = wordpiece.train(bpe.Corpus.from_texts([NASTY * 2], "none"))
    return [run, run.corpus, run.encoder(), *loaded(), run.at(0), *run.steps(1, len(run.merges)),
            run.encode(NASTY + "日"), small, small.encode(NASTY), small.model.lattice(NASTY),
            pieces]  # fmt: skip


def test_html_is_escaped():
    for value in nasty_objects():
        parsed(value)
        assert "<script" not in value._repr_html_()


def test_html_has_the_numbers():
    run = bpe.train(bpe.Corpus.from_counts({"hug": 10, "pug": 5}))
    text = parsed(run).text
    assert text[:7] == ["BPE: 7 tokens, 3 merges, stopped: no_pairs", "merge", "left", "right",
                        "token", "count", "tied"]  # fmt: skip
    assert text[7:13] == ["1", "u", "g", "ug", "15", "1"]
    step = parsed(run.at(2)).text
    assert step[0] == "Step 2: h + ug = hug, count 10"
    assert step[step.index("h") :][:4] == ["h", "ug", "10", "merged"]
    assert "p ug" in step
    assert parsed(run.encode("hugs")).text[:3] == ["2 tokens", "hug", "[UNK]"]
    model = unigram.Model.from_counts({"h": 1, "u": 2, "g": 2, "ug": 9})
    assert parsed(model.lattice("hug")).text[:3] == ["Best segmentation", "h", "ug"]
    text = parsed(run.corpus).text
    assert text[0] == "Corpus: 2 different words, 15 in all, split: whitespace"
    assert text[3:5] == ["hug", "10"]
    assert "There is no segmentation." in parsed(unigram.Lattice("ab", ())).text


def test_html_of_a_tokenizer_has_its_steps():
    file = litellm("deepseek_tokenizer.json")
    text = parsed(formats.load({"tokenizer.json": file})).text
    assert text[:7] == ["Loaded from tokenizer.json", "kind", "bpe", "tokens", "129,280", "merges",
                        "127,741"]  # fmt: skip
    assert text[text.index("decoder") + 1] == "ByteLevel"
    assert "Split, ByteLevel" in text
    assert "<｜begin▁of▁sentence｜>" in text
    encoder = bpe.train(bpe.Corpus.from_texts(["Hug"], normalization="lower")).encoder()
    text = parsed(encoder).text
    assert [text[text.index(name) + 1] for name in ("normalizer", "pre-tokenizer")] == [
        "lower", "gpt2"]  # fmt: skip


def test_type_checkers_find_the_types():
    assert (Path(bpe.__file__).parent / "py.typed").exists()

"""The export files: their contents, their notes, and unavailable exports."""

import csv
import io
import json
from base64 import b64decode
from xml.etree import ElementTree

import pytest
import tiktoken
from tokenizers import Tokenizer

import bpe
from bpe import formats
from bpe.split_patterns import OWN, PATTERNS
from pages.encoding.contents import encoder_of
from pages.jobs import tokenizer_file
from pages.runs import runs
from pages.settings import exports
from pages.state.corpus import OWN_TEXT
from pages.state.defaults import defaults, with_alphabet
from pages.training import training_charts
from pages.training.exports import files_of
from pages.translations.language import LANGUAGES, translation
from tests.support.cases import combined

T = translation("en")


def offered(settings, lang: str = "en") -> tuple[bpe.Run, dict[str, bytes], list[str]]:
    """A run, its export files by name, and all notes."""
    run = settings.train()
    groups = files_of(run, "x", translation(lang))
    made = {file.name: file.make() for group in groups for file in group.files}
    return run, made, [note for group in groups for note in group.notes]


def test_export_files_match_the_engine():
    run, made, _ = offered(defaults("course"))
    assert made["tokenizer.json"] == formats.tokenizer_json(run)
    assert made["vocab.json"] == formats.vocab_json(run)
    assert made["merges.txt"] == formats.merges_txt(run)
    assert made["x.tiktoken"] == formats.tiktoken_ranks(run, complete=True)
    heads, *rows = csv.reader(io.StringIO(made["curves-x.csv"].decode("utf-8-sig")))
    assert heads == ["Step", "Tokens per word", "Bytes per token"]
    assert [int(row[0]) for row in rows] == list(range(len(run.merges) + 1))
    assert [float(row[1]) for row in rows] == training_charts.tokens_per_word(run)
    assert [float(row[2]) for row in rows] == training_charts.compression(run)


def test_unavailable_exports_are_explained():
    _, made, notes = offered(defaults("chinese"))
    assert "x.tiktoken" not in made
    assert any("tiktoken works on bytes" in note for note in notes)
    _, made, notes = offered(defaults("course").replace(norm="nfkc"))
    assert "x.tiktoken" not in made
    assert any("tiktoken does not normalize" in note for note in notes)
    spaced = defaults(OWN_TEXT).replace(own="a b a b a b", split="none")
    _, made, notes = offered(spaced)
    assert "tokenizer.json" in made
    assert not {"vocab.json", "merges.txt"} & set(made)
    assert any("merges.txt cannot store" in note for note in notes)


def test_missing_bytes_are_reported():
    _, _, notes = offered(defaults("course"))
    assert any("all 256 bytes" in note for note in notes)


@pytest.mark.parametrize(("corpus", "lang"), combined(bpe.SAMPLES, LANGUAGES))
def test_differences_of_the_library_are_listed_next_to_its_file(corpus, lang):
    t = translation(lang)
    run, made, notes = offered(defaults(corpus), lang)
    assert {"tokenizer.json", "curves-x.csv", "curves-x.svg"} <= set(made)
    picture = ElementTree.fromstring(made["curves-x.svg"])
    assert picture.tag.endswith("svg")
    text = made["curves-x.svg"].decode()
    assert "NaN" not in text
    assert "var(" not in text  # colors that only a style sheet would set
    texts = {"".join(each.itertext()) for each in picture.iter() if each.tag.endswith("text")}
    assert translation(lang).gettext("Tokens per word") in texts
    lines = [each for each in picture.iter() if "mark-line" in each.get("class", "")]
    assert len(lines) == 2
    curves = [line[0] for line in lines]
    for curve in curves:  # one stair up or down for each step
        assert curve.get("d", "").count("L") >= len(run.merges)
    for remark in formats.differences(run):
        assert t.gettext(remark.sentence).format(**dict(remark.values)) in notes


def test_unigram_run_is_exported():
    settings = defaults("course")
    run = settings.train_unigram()
    group = exports.tokenizer(run, T)
    (file,) = group.files
    assert file.make() == formats.tokenizer_json(run)
    assert {str(remark) for remark in formats.differences(run)} <= set(group.notes)
    assert Tokenizer.from_str(file.make().decode()).get_vocab_size() == len(run.model.pieces) + 1


def test_unigram_export_rejects_piece_equal_to_unknown_token():
    settings = defaults(OWN_TEXT).replace(
        own="[UNK] [UNK]", unigram_split="none", seeds="substrings", unigram_vocab=100
    )
    run = settings.train_unigram()
    assert "[UNK]" in run.model.ids
    group = exports.tokenizer(run, T)
    assert not group.files
    assert "is already a piece" in group.notes[0]


TOKENIZER, TWO_FILES = ("tokenizer.json",), ("vocab.json", "merges.txt")


@pytest.mark.parametrize(
    ("corpus", "wanted"),
    [
        ("course", TOKENIZER),
        ("hug", TOKENIZER),
        ("chinese", TOKENIZER),
        ("korean", TOKENIZER),
        ("course", TWO_FILES),
        ("english", TWO_FILES),
    ],
)
def test_exported_files_can_be_uploaded_and_encode_the_same(corpus, wanted):
    settings = defaults(corpus)
    run, made, _ = offered(settings)
    name = tokenizer_file.keep({each: made[each] for each in wanted})
    encoder = encoder_of(settings.replace(tokenizer=name))
    for text in (settings.view.sentence, *settings.corpus.texts()):
        assert encoder.encode(text).tokens == run.encode(text).tokens
        assert encoder.encode(text).ids == run.encode(text).ids


def test_encoding_page_opens_exported_tokenizer(open_app, shown):
    run = defaults("english").train()
    name = tokenizer_file.keep({"tokenizer.json": formats.tokenizer_json(run)})
    app = open_app(corpus="course", tokenizer=name, input="The lighthouse keeper")
    app.go_to("encoding/page.py")
    text = runs.RUNS.find(app.stage["run"])
    assert list(text.encoding.tokens) == list(run.encode("The lighthouse keeper").tokens)
    assert any(f"{len(run.vocab)} tokens" in each.value for each in app.at.caption)


def labels(app) -> list[str]:
    return [each.label for each in app.at.get("download_button")]


def test_training_page_offers_exports_once_expanded(open_app):
    app = open_app(corpus="course")
    assert labels(app) == []
    app.at.session_state["take_away"] = True
    app.run()
    assert set(labels(app)) >= {
        "tokenizer.json",
        "vocab.json",
        "merges.txt",
        "Ranks for tiktoken",
        "Curves as CSV",
        "Curves as SVG",
    }
    assert any("Hugging Face" in each.value for each in app.at.text)


def test_unigram_page_offers_one_export(open_app):
    app = open_app(corpus="course")
    app.go_to("unigram/page.py")
    app.at.session_state["take_away"] = True
    app.run()
    assert "tokenizer.json" in labels(app)


def test_exported_tokenizer_has_the_ids_of_the_run():
    run, made, _ = offered(defaults("course").replace(special="<a> <b>"))
    model = json.loads(made["tokenizer.json"])["model"]
    assert model["vocab"] == dict(run.ids)


@pytest.mark.parametrize("split", [*PATTERNS, f"{OWN}" + r"\p{L}+|\s+|[^\p{L}\s]+"])
def test_tiktoken_with_the_shown_pattern_gives_the_ids_of_the_app(split):
    run = with_alphabet(defaults("course"), "bytes").replace(split=split).train()
    (group,) = (each for each in files_of(run, "x", T) if each.code)
    (file,) = group.files
    lines = [line.split() for line in file.make().splitlines()]
    library = tiktoken.Encoding(
        "x",
        pat_str=group.code,
        mergeable_ranks={b64decode(token): int(rank) for token, rank in lines},
        special_tokens={},
    )
    encoder = run.encoder()
    for text in ("It's 12345 cafés,\n\n  isn't IT?", "HELLO World's  x_1\t"):
        shift = encoder.encode_ids(text)[0] - library.encode_ordinary(text)[0]
        assert encoder.encode_ids(text) == [each + shift for each in library.encode_ordinary(text)]
    assert any("leaves out" in note for note in group.notes) == split.startswith(OWN)

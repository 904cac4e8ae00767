"""Tokenizers side by side: their boundaries, what each makes of the texts, and what is refused."""

import csv
import io
import unicodedata
from itertools import pairwise

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

import bpe
from bpe import unigram
from bpe.formats import tiktoken_file
from pages.jobs import tokenizer_file
from pages.side_by_side import blocks, tables
from pages.side_by_side import compute as side_by_side
from pages.side_by_side.agreement import summary
from pages.side_by_side.boundaries import Agreement, boundaries, boundaries_before
from pages.side_by_side.column import Column
from pages.side_by_side.compared import Compared
from pages.side_by_side.lines import (
    MAX_CHARACTERS,
    MAX_LINE,
    MAX_LINES,
    Line,
    Lines,
    in_all_languages,
)
from pages.side_by_side.tokenized import Tokenized
from pages.stage.tokens import without_isolates
from pages.state.defaults import defaults
from pages.state.url import from_query, query_of
from pages.translations.language import LANGUAGES, translation
from pages.translations.sentences import SENTENCES
from pages.unigram.comparing import comparison
from tests.app.side_by_side_helpers import (
    STALE,
    T,
    compare,
    opened_first,
    small_file,
    tiktoken_lines,
)

TEXTS = (
    "The unhappy baker retells it.",
    "Ünder the  lamp\n\tin town 2024!",
    "貓 喝水。🙂 é e\u0301",
)
texts = st.text(st.sampled_from("ab \n\u3000é字"), max_size=12)


@st.composite
def tokenized(draw) -> tuple[str, list[tuple[int, int]]]:
    """A text, and offsets of tokens: in order, but they may overlap, repeat and leave gaps."""
    text = draw(texts)
    pairs = st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))
    offsets = draw(st.lists(pairs.map(sorted).map(tuple), max_size=8))
    return text, sorted(offsets)


def slow_boundaries(text: str, offsets: list[tuple[int, int]]) -> set[int]:
    """The boundaries, place by place: no token contains the characters on both sides."""
    letters = [i for i, character in enumerate(text) if character.strip()]
    sides = enumerate(pairwise(letters), 1)
    return {
        place
        for place, (left, right) in sides
        if not any(start <= left and right < end for start, end in offsets)
    }


@given(tokenized())
def test_boundaries_are_where_no_token_has_both_sides(made):
    text, offsets = made
    assert boundaries(text, offsets) == slow_boundaries(text, offsets)


@given(texts, st.lists(st.integers(0, 12), max_size=6), st.lists(st.integers(0, 12), max_size=6))
def test_each_boundary_is_marked_once_before_its_token(text, ends, others):
    def split(places: list[int]) -> list[tuple[int, int]]:
        inner = {place for place in places if 0 < place < len(text)}
        bounds = sorted({0, *inner, len(text)})
        return list(pairwise(bounds))

    one, two = split(ends), split(others)
    found = boundaries(text, one)
    starts = boundaries_before(text, one, found)
    assert [start for start in starts if start] == sorted(found)
    for (start, _), boundary in zip(one, starts, strict=True):
        assert not boundary or boundary == sum(
            not character.isspace() for character in text[:start]
        )
    agreement = Agreement.of([found, boundaries(text, two)])
    assert agreement.every == set(slow_boundaries(text, one)) & set(slow_boundaries(text, two))
    assert agreement.single == set(slow_boundaries(text, one)) ^ set(slow_boundaries(text, two))


def library_tokenizers() -> dict[str, Tokenizer]:
    """A trained tokenizer of the library for each kind of model."""
    corpus = bpe.SAMPLES["english"].texts
    byte_level = Tokenizer(models.BPE())
    byte_level.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    byte_level.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    byte_level.train_from_iterator(
        corpus, trainers.BpeTrainer(vocab_size=400, initial_alphabet=alphabet, show_progress=False)
    )
    pieces = Tokenizer(models.Unigram())
    pieces.pre_tokenizer = pre_tokenizers.Metaspace()
    pieces.train_from_iterator(
        corpus, trainers.UnigramTrainer(vocab_size=150, unk_token="<unk>", special_tokens=["<unk>"])
    )
    words = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    words.normalizer = normalizers.BertNormalizer()
    words.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    words.train_from_iterator(
        corpus, trainers.WordPieceTrainer(vocab_size=200, special_tokens=["[UNK]"])
    )
    return {"bpe": byte_level, "unigram": pieces, "wordpiece": words}


def test_tokens_and_boundaries_are_those_of_the_library():
    libraries = library_tokenizers()
    names = [
        tokenizer_file.keep({"tokenizer.json": each.to_str().encode()})
        for each in libraries.values()
    ]
    settings = defaults("hug").replace(tokenizers=tuple(names))
    compared, members = compare(settings, TEXTS)
    assert [each.ready.column.kind for each in members] == list(libraries)
    for found, library in zip(compared.results, libraries.values(), strict=True):
        for text, ours in zip(TEXTS, found, strict=True):
            theirs = library.encode(text)
            assert list(ours.ids) == theirs.ids
            pairs = zip(ours.tokens, theirs.tokens, ours.kinds, strict=True)
            assert all(one == other for one, other, kind in pairs if kind == "token")
            assert (
                boundaries(text, ours.offsets)
                == boundaries(text, theirs.offsets)
                == slow_boundaries(text, theirs.offsets)
            )
    assert summary(compared, T).startswith("All 3 tokenizers share ")


def test_bpe_and_unigram_differ_in_the_first_example():
    settings = opened_first()
    compared, _ = compare(settings, [settings.view.passage])
    ours, theirs = (each[0].tokens for each in compared.results)
    assert len(settings.train().vocab) - len(settings.train_unigram().model.pieces) in (0, 1, 2)
    assert "Ġunh" in ours
    assert "▁un" in theirs
    assert "unknown" not in {kind for each in compared.results for kind in each[0].kinds}


def test_sentence_is_in_many_languages_and_scripts():
    scripts = {
        unicodedata.name(character).split()[0]
        for text in SENTENCES.values()
        for character in text
        if character.isalpha()
    }
    assert len(set(SENTENCES.values())) == len(SENTENCES) >= 16
    assert scripts >= {"LATIN", "GREEK", "CYRILLIC", "ARABIC", "HEBREW", "DEVANAGARI", "TAMIL"}
    assert scripts >= {"THAI", "CJK", "HIRAGANA", "HANGUL", "ETHIOPIC", "GEORGIAN", "BENGALI"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_language_of_the_reader_comes_right_after_english(lang):
    codes = [line.lang for line in in_all_languages(translation(lang), lang)]
    assert codes[:2] == (["en", lang] if lang != "en" else ["en", "de"])
    assert sorted(codes) == sorted(SENTENCES)


def test_cost_of_a_language_is_its_tokens_over_those_of_english():
    settings = defaults("english").replace(alphabet="bytes", vocab=400, tokenizers=("bpe",))
    lines = in_all_languages(T, "en")
    compared, _ = side_by_side.compare(side_by_side.members(settings), lines)
    rows = [cells for cells, _ in tables.by_line(compared, T)["rows"]]
    encoder = settings.train().encoder()
    counts = [len(encoder.encode(line.text).tokens) for line in lines]
    assert tables.by_line(compared, T)["note"].endswith("with that of English.")
    assert [row[0] for row in rows] == [line.name for line in lines]
    assert [row[3] for row in rows] == [f"{n} (×{n / counts[0]:.1f})" for n in counts]
    assert counts[0] < min(counts[1:])


def test_texts_with_unknown_tokens_are_not_compared_with_english():
    compared, _ = side_by_side.compare(
        side_by_side.members(opened_first()), in_all_languages(T, "en")
    )
    note = tables.by_line(compared, T)["note"]
    assert note.endswith("BPE has no unknown tokens with the alphabet “All 256 bytes”.")
    (greek,) = (cells for cells, _ in tables.by_line(compared, T)["rows"] if cells[0] == "Greek")
    assert greek[3].endswith("*")
    assert greek[4].endswith("*")


def test_files_contain_every_line_token_and_tokenizer():
    compared, _ = compare(opened_first(), ["=1+1", "hug\tpug", "emoji 🙂"])
    counts = list(csv.DictReader(io.StringIO(tables.counts_csv(compared, T).decode("utf-8-sig"))))
    tokens = list(csv.DictReader(io.StringIO(tables.tokens_csv(compared, T).decode("utf-8-sig"))))
    assert [(row["Line"], row["Tokenizer"]) for row in counts] == [
        (f"Line {i}", name) for i in (1, 2, 3) for name in ("A: BPE", "B: Unigram")
    ]
    assert counts[0]["Text"] == "'=1+1"  # not a formula
    for row in counts:
        mine = [each for each in tokens if all(each[n] == row[n] for n in ("Line", "Tokenizer"))]
        assert len(mine) == int(row["Tokens"])
    assert {row["Text"] for row in tokens} >= {"🙂"}


def test_file_of_tokens_shortens_long_tokens():
    """One unknown token can stand in every row of 60,000."""
    unknown, text = "u" * 1_000, "t" * 900
    found = Tokenized(
        text, (unknown, "ttt"), (None, 1), ((0, 897), (897, 900)), ("unknown", "token")
    )
    compared = Compared((Column("A", "bpe", "", 2),), (Line(text, "Line 1"),), ((found,),))
    file = io.StringIO(tables.tokens_csv(compared, T).decode("utf-8-sig"))
    long, short = csv.DictReader(file)
    assert (long["Token"], long["Text"]) == ("u" * 200 + "…", "t" * 200 + "…")
    assert (long["Start"], long["End"]) == ("0", "897")
    assert (short["Token"], short["Text"]) == ("ttt", "ttt")


def test_long_files_are_shortened_and_say_so():
    found = Lines.of("\n".join(["hug"] * (MAX_LINES + 5)), T)
    assert (len(found.compared), found.all) == (MAX_LINES, MAX_LINES + 5)
    assert found.note(T) == "The first 500 of 505 lines are compared."
    found = Lines.of("\n".join(["a" * (MAX_LINE + 1)] * 50), T)
    assert sum(len(line.text) for line in found.compared) <= MAX_CHARACTERS
    assert "are longer than 1,000 characters" in found.note(T)
    assert found.note(T).startswith("The first 30 of 50 lines are compared. ")


def test_lines_that_normalization_makes_long_are_refused_by_that_tokenizer_only():
    settings = defaults("english").replace(norm="nfkc", unigram_vocab=200)
    plain = tokenizer_file.keep({"tokenizer.json": small_file()})
    settings = settings.replace(tokenizers=("bpe", "unigram", plain))
    compared, members = compare(settings, ["\ufdfa" * 1_000] * 30)
    assert [column.letter for column in compared.columns] == ["C"]
    for member in members[:2]:
        assert "After normalization" in member.error.sentence


def test_words_of_all_lines_are_limited_in_every_tokenizer(monkeypatch):
    monkeypatch.setattr(side_by_side, "MAX_SYMBOLS_IN_ALL", 15_000)
    file = small_file(normalizer={"type": "NFKC"})
    names = ("bpe", "unigram", "wordpiece", tokenizer_file.keep({"tokenizer.json": file}))
    settings = defaults("english").replace(norm="nfkc", unigram_vocab=200, tokenizers=names)
    line = "\ufb03" * 1_000  # 3,000 characters: ffi
    fits, too_long = [line] * 4, [line] * 6
    assert len(compare(settings, fits)[0].columns) == 4
    compared, members = compare(settings, too_long)
    assert not compared.columns
    for member in members:
        assert str(member.error).endswith("15,000 characters in total. Compare fewer lines.")


def test_lookups_of_long_pieces_are_limited_in_each_text_and_in_total():
    run = unigram.train(bpe.Corpus.from_counts({"a" * 600: 1}), vocab_size=600)
    assert run.model.longest == 300
    line = "b" * 1_000
    assert len(side_by_side.encode_all_with_pieces(run, (line,) * 3)) == 3
    for texts_of_b in ((line,) * 4, (line * 2,)):
        with pytest.raises(bpe.InputError, match="Too many pieces"):
            side_by_side.encode_all_with_pieces(run, texts_of_b)
    other = bpe.train(bpe.Corpus.from_counts({"a": 1}))
    with pytest.raises(bpe.InputError, match="Too many pieces"):  # on the page of Unigram
        comparison.text_data(other, run, lambda word: comparison.Links("", ""), line * 2, T)


def test_number_of_drawn_tokens_is_bounded():
    settings = defaults("hug").replace(tokenizers=("bpe",))
    compared, _ = compare(settings, ["x" * 160] * 300)
    page = blocks.page(compared, False, T)
    drawn = [len(row["chips"]) for block in page["blocks"] for row in block["rows"]]
    assert len(drawn) == blocks.MAX_BLOCKS
    assert max(drawn) == blocks.MAX_CHIPS_OF_SEVERAL == 120
    assert page["blocks"][0]["rows"][0]["rest"] == "and 40 more"
    assert "first 24 of 300 lines" in page["hidden"]


def test_texts_are_encoded_once_for_everybody(monkeypatch):
    settings = opened_first()
    compare(settings, ["Encoded once."])
    asked = []
    monkeypatch.setattr(Tokenized, "of", lambda *args: asked.append(args))
    compare(settings.replace(lang="ko"), ["Encoded once."])
    assert not asked


def test_links_with_impossible_tokenizers_use_the_default():
    for value in ("bpe unigram nothing", f"bpe unigram {STALE} {STALE[::-1]} {STALE[1:]}0"):
        settings, _, invalid = from_query({"corpus": "hug", "tokenizers": value})
        assert settings.comparison.tokenizers == ("bpe", "unigram")
        assert invalid == ("tokenizers",)
    for names in ((), ("unigram",), ("unigram", STALE)):
        settings = defaults("hug").replace(tokenizers=names, compared="languages")
        query = dict(pair.split("=") for pair in query_of(settings).replace("+", " ").split("&"))
        assert from_query({**query, "special": "", "sentence": ""})[0].comparison == (
            settings.comparison
        )


def test_pattern_of_the_encoding_page_applies_to_its_own_tokenizer_only():
    """One pattern keeps 12345 together, the other one splits it into 123 and 45."""
    bytes_ = {bytes((i,)): i for i in range(256)}
    vocabularies = [{**bytes_, b"34": 256}, {**bytes_, b"34": 256, b"th": 257}]
    names = [tokenizer_file.keep({"x": tiktoken_lines(each)}) for each in vocabularies]
    chosen = defaults("hug").replace(tokenizer=names[0], tokenizers=tuple(names))
    for pattern, at in (("", []), ("gpt2", ["34"])):
        compared, _ = compare(chosen.replace(pattern=pattern), ["the 12345"])
        for (found,), name, ranks in zip(
            compared.results, (pattern or "cl100k", "cl100k"), vocabularies, strict=True
        ):
            library = tiktoken.Encoding(
                "x",
                pat_str=tiktoken_file.KNOWN[name].pattern,
                mergeable_ranks=ranks,
                special_tokens={},
            )
            assert list(found.ids) == library.encode(found.text)
        assert [token for token in compared.results[0][0].tokens if token == "34"] == at


@pytest.mark.parametrize("value", ["gpt2:cl100k", "0123:x", ":gpt2", f"{'0' * 32}:cl100k:x"])
def test_pattern_of_no_uploaded_tokenizer_is_rejected(value):
    assert from_query({"patterns": value})[2] == ("patterns",)


def test_marks_of_spaces_and_long_unknown_tokens_are_explained():
    shown, _ = compare(opened_first(), ["The baker"])
    data = blocks.page(shown, is_spelled=False, t=T)
    assert without_isolates(data["labels"]["space"]) == "Ġ and ▁ stand for a space"
    assert "covers several characters" not in data["summary"]
    hug = defaults("hug").replace(tokenizers=("bpe", "unigram"))
    shown, _ = compare(hug, ["thug"])
    data = blocks.page(shown, is_spelled=False, t=T)
    assert data["labels"]["space"] == ""
    assert data["summary"].endswith("B: Unigram: one [UNK] covers several characters.")

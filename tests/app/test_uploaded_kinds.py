"""Uploaded tokenizers of every kind, through the other process: their tokens, steps and errors."""

import gzip
import io
import json
from base64 import b64encode
from uuid import uuid4

import pytest
import sentencepiece
import tiktoken
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers

import bpe
from bpe.formats import tiktoken_file
from bpe.wordpiece.encoder import plain
from pages.encoding import longest_match, match_explanations, match_question, uploads
from pages.encoding.contents import encoder_of, text_of, tokenizer_of
from pages.encoding.encoded_text import encode_text
from pages.encoding.segmented import Segmented
from pages.encoding.stage_data import of_text
from pages.jobs import stored_files, tokenizer_file, tokenizer_worker
from pages.runs import records
from pages.stage.tokens import visible
from pages.state.defaults import defaults
from pages.storage import file_store
from pages.translations.language import translation
from tests.support.visit import Visit, changed

TEXTS = list(bpe.SAMPLES["english"].texts)
INPUTS = (
    "The unhappiest lighthouse keeper, 1984!",
    "the the ☃ naïve",
    "a  b\n\nc ",
    "<s>x</s>",
    "夜市裡的人很多。",
)
SPECIAL = ["<unk>", "<s>", "</s>"]


def trained(model, trainer, normalizer, splitter) -> Tokenizer:
    tokenizer = Tokenizer(model)
    tokenizer.normalizer, tokenizer.pre_tokenizer = normalizer, splitter
    tokenizer.train_from_iterator(TEXTS, trainer)
    return tokenizer


def word_piece() -> Tokenizer:
    trainer = trainers.WordPieceTrainer(vocab_size=150, special_tokens=SPECIAL, show_progress=False)
    model = models.WordPiece(unk_token="<unk>")
    return trained(model, trainer, normalizers.Lowercase(), pre_tokenizers.BertPreTokenizer())


def word_level() -> Tokenizer:
    trainer = trainers.WordLevelTrainer(special_tokens=SPECIAL, show_progress=False)
    model = models.WordLevel(unk_token="<unk>")
    return trained(model, trainer, normalizers.NFC(), pre_tokenizers.Whitespace())


def pieces() -> Tokenizer:
    trainer = trainers.UnigramTrainer(
        vocab_size=120, special_tokens=SPECIAL, unk_token="<unk>", show_progress=False
    )
    return trained(models.Unigram(), trainer, normalizers.NFKC(), pre_tokenizers.Metaspace())


TOKENIZERS = {"wordpiece": word_piece, "wordlevel": word_level, "unigram": pieces}


def sentencepiece_model() -> bytes:
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(TEXTS * 3),
        model_writer=model,
        vocab_size=120,
        hard_vocab_limit=False,
        minloglevel=2,
        num_threads=1,
    )
    return model.getvalue()


RANKS = b"\n".join(
    b64encode(token) + b" %d" % rank
    for rank, token in enumerate([*(bytes((i,)) for i in range(256)), b"th", b"the", b" the"])
)


def settings_of(files: dict[str, bytes], text: str = INPUTS[0], **others):
    name = tokenizer_file.keep(files)
    return defaults("course").replace(tokenizer=name, input=text, **others)


def shown_of(settings):
    return text_of(settings, encoder_of(settings))


def part(content, name: str) -> dict:
    data = records.serialized(content, f"test {uuid4()}", "en", name)
    return json.loads(gzip.decompress(data))


def last_words(content) -> list[list[str]]:
    """The tokens that the last step shows, by word."""
    block = part(content, str(content.last // content.block))
    return [[chip[0] for chip in versions[-1][1]] for versions in block["words"]]


@pytest.mark.parametrize("kind", TOKENIZERS)
def test_tokenizer_encodes_like_the_library(kind):
    library = TOKENIZERS[kind]()
    settings = settings_of({"x.json": library.to_str().encode()})
    for text in INPUTS:
        shown = shown_of(settings.replace(input=text, options=("specials",)))
        expected = library.encode(text)
        assert list(shown.encoding.ids) == expected.ids, text
        assert shown.decoded is not None
        if not isinstance(shown, Segmented):
            drawn = [token for word in last_words(shown) for token in word]
            assert drawn == [visible(token) for token in expected.tokens]


def test_attempts_are_those_of_the_longest_match():
    """Each attempt is looked up in the library's vocabulary, and the longest token there wins."""
    library = word_piece()
    vocab = library.get_vocab()
    settings = settings_of({"x.json": library.to_str().encode()}, "Unhappiest keepers ☃ z1 theqa")
    shown = shown_of(settings)
    steps = [
        step for i in range(shown.last // shown.block + 1) for step in part(shown, str(i))["steps"]
    ]
    assert len(steps) == shown.last + 1
    k = 0
    for which, place in enumerate(shown.occurrences):
        word, start, found = shown.encoding.words[place], 0, []
        while start < len(word):
            ends = range(len(word), start, -1)
            spelled = ["##"[: 2 * bool(start)] + word[start:end] for end in ends]
            hit = next((i for i, token in enumerate(spelled) if token in vocab), None)
            for i in range(len(spelled) if hit is None else hit + 1):
                k += 1
                rows = steps[k]["rows"]
                assert [row[0][0][0][0] for row in rows] == spelled[: i + 1]
                assert [row[0][2] for row in rows] == [
                    "yes" if j == hit else "no" for j in range(i + 1)
                ]
                assert steps[k]["current"] == [place]
            if hit is None:
                found = ["<unk>"]
                assert "[UNK]" not in steps[k]["why"]
                break
            found.append(spelled[hit])
            start += len(word) - start - hit
        end = shown.token_range(place)
        assert list(shown.encoding.tokens[slice(*end)]) == found == library.encode(word).tokens
        assert shown.steps_of(which)[1] == k
    assert k == shown.last
    assert any("makes the whole word unknown" in step["why"] for step in steps)


def test_lattice_lists_the_best_segmentations_of_sentencepiece():
    data = sentencepiece_model()
    processor = sentencepiece.SentencePieceProcessor(model_proto=data)
    settings = settings_of({"x.model": data}, "unhappiest keeper tokens")
    shown = shown_of(settings)
    assert shown.words == ("▁unhappiest", "▁keeper", "▁tokens")
    for word in shown.words:
        (data, content) = of_text(settings.replace(word=word), encoder_of(settings))
        assert data["words"]["word"] == word == content.text
        rows = part(content, "head")["segmentations"]["rows"]
        ours = [[token for token, _ in row[0][1]] for row in rows][:5]
        theirs = processor.nbest_encode_as_pieces(word.removeprefix("▁"), 5)
        assert sorted(ours) == sorted(theirs)
        assert ours[0] == processor.encode(word.removeprefix("▁"), out_type=str)


def test_long_word_is_shown_in_parts_with_the_same_tokens():
    settings = settings_of({"x.model": sentencepiece_model()}, "unhappiest" * 12)
    shown = shown_of(settings)
    assert max(map(len, shown.words)) <= 30 < len(shown.encoding.words[0])
    tokens = [token for word in shown.words for token in shown.lattice_of(word).lattice.best.tokens]
    assert set(tokens) == set(shown.encoding.tokens)


@pytest.mark.parametrize("pattern", tiktoken_file.PATTERNS)
def test_pattern_of_a_tiktoken_file_is_chosen(pattern):
    settings = settings_of({"x": RANKS}, "It's the 12345 thesis", pattern=pattern)
    ranks = {bytes((i,)): i for i in range(256)} | {b"th": 256, b"the": 257, b" the": 258}
    library = tiktoken.Encoding(
        "x",
        pat_str=tiktoken_file.KNOWN[pattern].pattern,
        mergeable_ranks=ranks,
        special_tokens={},
    )
    assert list(shown_of(settings).encoding.ids) == library.encode(settings.text)


def test_page_lets_a_reader_choose_the_pattern(open_app):
    name = tokenizer_file.keep({"x": RANKS})
    app = open_app(corpus="hug", tokenizer=name, input="the 12345", lang="en")
    app.go_to("encoding/page.py")
    assert app.widget("pattern").value == "cl100k"
    assert any("pattern of cl100k" in each for each in app.warnings)
    app.set(pattern="gpt2")
    assert app.query()["pattern"] == "gpt2"
    assert any("pattern of gpt2" in each for each in app.warnings)
    settings = app.at.session_state["session"].settings
    assert shown_of(settings).encoding.words == ("the", "Ġ12345")


def test_page_offers_only_what_applies_to_the_kind(open_app):
    """A tokenizer without merges has no merge order; its page keeps every other setting."""
    files = {"x.json": pieces().to_str().encode()}
    name = tokenizer_file.keep(files)
    query = {"max_merges": "3", "options": "rules fuse whole specials", "dropout": "20"}
    app = open_app(corpus="hug", tokenizer=name, input="the keepers", lang="en", **query)
    app.go_to("encoding/page.py")
    assert not app.warnings
    assert app.stage["kind"] == "lattice"
    app.set(word="▁the")
    assert app.stage["words"]["word"] == "▁the"
    for gone in ("max_merges", "option_rules", "dropout", "option_whole"):
        with pytest.raises(LookupError):
            app.widget(gone)
    title = "Merge order: by rank, or rule by rule"
    assert title not in [each.label for each in app.at.expander]
    trained_here = open_app(corpus="hug", lang="en", input="the keepers")
    trained_here.go_to("encoding/page.py")
    assert title in [each.label for each in trained_here.at.expander]
    again = open_app(**app.query())
    again.go_to("encoding/page.py")
    assert again.stage["run"] == app.stage["run"]


def test_link_shows_the_same_after_each_kind_in_one_session():
    """Settings of one kind stay when another is uploaded, and do no harm there."""
    visit = Visit("encode", "corpus=hug&max_merges=3&options=rules+whole&dropout=20&word=hug")
    uploads = {
        "unigram": {"a.json": pieces().to_str().encode()},
        "tiktoken": {"ranks": RANKS},
        "wordpiece": {"a.json": JSON},
        "nothing": {"photo.png": b"\x89PNG\r\n\x1a\n"},
        "wordlevel": {"a.json": word_level().to_str().encode()},
    }
    for name, files in uploads.items():
        (field,) = [each for each in visit.controls() if each.kind == "file_uploader"]
        visit.upload(field, files)
        assert not visit.complaints(), name
        for control in visit.controls():
            if control.kind == "selectbox" and "-choose_lang" not in control.id:
                visit.send(changed(control, control.options[-1]))
                assert not visit.complaints(), name


def test_tokenizer_stored_by_an_earlier_version_works():
    vocab, merges = b'{"u": 0, "g": 1, "ug": 2}', b"u g"
    header = b"merge-by-merge: vocab.json and merges.txt, after %d bytes\n" % len(vocab)
    name = file_store.keep(header + vocab + merges)
    assert tokenizer_of(name).encode("ug").ids == (2,)


@pytest.mark.parametrize("letter", ["🤗", "é", "\x01", "\ud800"])
def test_files_with_long_names_are_found_again(letter):
    contents = [b'{"u": 0}', b"u g\n"]
    stored = stored_files.join(dict(zip((letter * 60, letter * 59), contents, strict=True)))
    assert list(stored_files.split(stored).values()) == contents[::-1]


MODEL = sentencepiece_model()
JSON = word_piece().to_str().encode()
BAD_FILES = [
    ({"photo.png": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40}, "photo.png is not a tokenizer"),
    (
        {"notes.txt": b"A text with some words.\nAnd more of them.\n"},
        "notes.txt is not a tokenizer",
    ),
    ({"a.json": b"[1, 2, 3]"}, "a.json is not a tokenizer"),
    ({"a.json": b"[" * 100_000}, "a.json is not a tokenizer"),
    ({"a.json": b'{"model": {"a": ' * 10_000}, "nested|valid JSON"),
    ({"a.json": JSON[: len(JSON) // 2]}, "not valid JSON"),
    ({"a.json": b'{"model": {"type": "Other"}}'}, "a Other model, which is not supported"),
    ({"a.model": MODEL[: len(MODEL) // 2]}, "not a complete SentencePiece model"),
    ({"a.model": b"\n\x05\n\x01a" + b"\n\x00" * 4_900_000}, "4900000 tokens. The limit is 300000"),
    ({"ranks": RANKS[: len(RANKS) // 2]}, "Use another file"),
    ({"a.json": JSON, "b.json": JSON}, "are not the files of one tokenizer"),
    ({"a.model": MODEL, "ranks": RANKS}, "are not the files of one tokenizer"),
    ({"a": b"", "b": b"", "c": b""}, "a, b, c are not the files of one tokenizer"),
    ({"vocab.json": b'{"a": 0}'}, "vocab.json is a vocabulary without merges"),
    ({"vocab.json": b'{"a": 0}', "merges.txt": b"a b c\n"}, "merges.txt is not a tokenizer"),
    ({"a.json": b"x" * 20_000_001}, "limit is 20 MB"),
    ({"empty": b""}, "empty is empty"),
]


def test_bad_files_get_a_sentence():
    """Each goes through the other process, which then still answers."""
    for files, message in BAD_FILES:
        with pytest.raises(bpe.InputError, match=message):
            tokenizer_file.keep(files)
    settings = settings_of({"x.json": JSON}, "the")
    assert shown_of(settings).encoding.tokens == ("the",)


def test_text_with_too_many_pieces_is_refused():
    vocab = [["a" * length, -float(length)] for length in range(1, 400)]
    file = json.dumps({"model": {"type": "Unigram", "vocab": vocab, "unk_id": 0}}).encode()
    with pytest.raises(bpe.InputError, match="Too many pieces"):
        shown_of(settings_of({"x.json": file}, "a" * 600))
    assert tokenizer_worker.MAX_ARCS < 600 * 399 - 399 * 200


def test_wordpiece_with_long_words_and_tokens_is_refused(monkeypatch):
    """The other process refuses it, so that the server does not repeat so many attempts."""
    replaces = {"type": "Replace", "pattern": {"String": "x"}, "content": "a" * 9}
    vocab = {"[UNK]": 0, "a": 1, "##a": 2, "##" + "a" * 1_000 + "b": 3}
    model = {"type": "WordPiece", "vocab": vocab, "max_input_chars_per_word": 10**9}
    file = json.dumps({"normalizer": replaces, "model": model}).encode()
    looked = []
    monkeypatch.setattr(longest_match, "attempts", lambda *of_word: looked.append(of_word))
    with pytest.raises(bpe.InputError, match="too many attempts"):
        shown_of(settings_of({"x.json": file}, "x" * 100 + "b"))
    assert not looked


def test_question_of_a_long_word_looks_at_no_other_position(monkeypatch):
    """There are as many questions as characters, so each of them has to be cheap."""
    word = "hug" * 20
    shown = encode_text(plain("h", "##u", "##g", "##hug"), word)
    attempts = shown.attempts(0)
    monkeypatch.setattr(match_question, "attempts", None)
    for k in range(1, len(attempts)):
        asked = match_question.question(shown, word, attempts[:k], translation("en"))
        right = [content for content, is_right, _ in asked.choices if is_right]
        assert right == [[(attempts[k - 1].token, 0)]]


def test_quiz_offers_the_longest_token_or_none():
    shown = shown_of(settings_of({"x.json": JSON}, "unhappiest ☃a"))
    asked = [step["quiz"] for step in part(shown, "0")["steps"][1:] if step["quiz"]]
    for quiz in asked:
        assert sum(is_right for _, is_right, _ in quiz["choices"]) == 1, quiz["prompt"]
    *right, last = [
        content for quiz in asked for content, is_right, _ in quiz["choices"] if is_right
    ]
    assert last == "No token"
    tokens = [visible(token) for token in shown.encoding.tokens]
    assert [content[0][0] for content in right] == tokens[: len(right)]
    assert len(right) >= len(tokens) - 2


def test_rwkv_vocabulary_takes_the_longest_tokens():
    lines = [f"{byte + 1} {bytes([byte])!r} 1" for byte in range(256)]
    data = "\n".join([*lines, "257 'hug' 3", "258 'hugs and' 8"]).encode()
    name = tokenizer_file.keep({"vocab.txt": data})
    settings = defaults("hug").replace(tokenizer=name, input="hugs an hug")
    text = text_of(settings, encoder_of(settings))
    assert text.encoding.ids == (257, 116, 33, 98, 111, 33, 257)
    rule = match_explanations.start(text, translation("en"))
    assert "The tokenizer looks for the longest token at the start" in rule
    assert "Inside a word" not in rule
    about = tokenizer_of(name).about
    for lang, kind in (("en", "Longest match"), ("zh-Hant", "最長匹配"), ("ko", "최장 일치")):
        assert kind in uploads.describe(about, translation(lang))

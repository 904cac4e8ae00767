"""The encoding page: each step matches the merges applied by hand."""

import gzip
import io
import json
import re
import unicodedata
from uuid import uuid4

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

import bpe
from pages.course.chapters import chapter_1_cost
from pages.encoding import encoded_text, explanations, merge_orders, result
from pages.encoding import examples as encoding_examples
from pages.encoding.contents import encoder_of, text_of
from pages.encoding.encoded_text import encode_text
from pages.encoding.walk import Text
from pages.jobs import tokenizer_file
from pages.runs import records, runs
from pages.stage.tokens import visible, without_isolates
from pages.state.corpus import OWN_TEXT
from pages.state.defaults import defaults
from pages.state.settings import OPTIONS
from pages.state.url import from_query
from pages.storage import file_store
from pages.translations.language import LANGUAGES, translation
from tests.support.cases import combined

T = translation("en")
INPUTS = {
    "course": "This is not a token. This is the tokenizer, é!",
    "hug": "mug thug unhug bugs",
    "sennrich": "lowest· newer· ☃",
    "aaaa": "aaaaa",
    "english": "The lighthouse keeper listened.\nNobody else did.",
    "chinese": "夜市裡的人很多。",
    "korean": "시장에서 사람들",
    "arabic": "المدينة القديمة",
    "emoji": "👩🏽‍🚀 ❤️",
    "code": "def tokenize(self):\n        return 1",
}


def shown_of(settings) -> Text:
    return text_of(settings, encoder_of(settings))


def part(shown, name: str, lang: str = "en") -> dict:
    data = records.serialized(shown, f"test {uuid4()}", lang, name)
    return json.loads(gzip.decompress(data))


def blocks_of(shown) -> tuple[list[dict], list[list]]:
    """The records of all steps, and the displayed words of each step."""
    steps, words = [], []
    for i in range(shown.last // shown.block + 1):
        block = part(shown, str(i))
        for k, record in enumerate(block["steps"], block["first"]):
            steps.append(record)
            now = [
                max((v for v in each if v[0] <= k), key=lambda v: v[0]) for each in block["words"]
            ]
            words.append([chips for _, chips in now])
    return steps, words


def by_hand(tokens: list[str], pair: tuple[str, str], nth: int) -> list[str]:
    """The tokens after merging the nth occurrence of a pair."""
    indices = [i for i in range(len(tokens) - 1) if tuple(tokens[i : i + 2]) == pair]
    i = indices[nth]
    return [*tokens[:i], "".join(pair), *tokens[i + 2 :]]


@pytest.mark.parametrize("options", [(), ("rules",), ("fuse",)])
@pytest.mark.parametrize("corpus", INPUTS)
def test_each_step_merges_one_pair_in_one_word(corpus, options):
    settings = defaults(corpus).replace(input=INPUTS[corpus], options=options)
    shown = shown_of(settings)
    run = runs.run_of(settings)
    steps, words = blocks_of(shown)
    assert len(steps) == part(shown, "head")["last"] + 1
    known = [[c if c in run.alphabet else "?" for c in word] for word in shown.encoding.words]
    assert [[chip[0] for chip in word] for word in words[0]] == [
        [visible(c) for c in word] for word in shown.encoding.words
    ]
    for record, drawn in zip(steps[1:], words[1:], strict=True):
        if "parts" in record:
            left, right = record["parts"][0][0], record["parts"][2][0]
            for word in record["current"]:
                raw = [(a, b) for a, b in zip(known[word], known[word][1:], strict=False)]
                pair = next(p for p in raw if (visible(p[0]), visible(p[1])) == (left, right))
                ranks = [run.ranks[p] for p in raw if p in run.ranks]
                if "rules" not in options:
                    assert run.ranks[pair] == min(ranks)
                known[word] = by_hand(known[word], pair, 0)
        else:
            for word in record["current"]:
                if "rules" not in options:
                    pairs = zip(known[word], known[word][1:], strict=False)
                    assert not any(p in run.ranks for p in pairs)
        for word in record["current"]:
            tokens = [t for t in known[word] if t != "?"]
            assert [c[0] for c in drawn[word] if c[2] != "unknown"] == [visible(t) for t in tokens]
    ends = shown.encoding.word_ends
    final = [
        [visible(t) for t in shown.encoding.tokens[a:b]]
        for a, b in zip([0, *ends], ends, strict=False)
    ]
    assert [[chip[0] for chip in word] for word in words[-1]] == final


def test_only_merges_up_to_the_limit_apply(open_app):
    settings = defaults("course").replace(input="This is a token.")
    sizes = []
    for k in range(20):
        found = shown_of(settings.replace(max_merges=k)).encoding
        sizes.append(len(found.tokens))
        assert all(applied.rank <= k for word in found.trace for applied in word)
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == 16
    assert sizes[-1] == 5


def test_whole_words_are_kept_only_if_allowed_merges_make_them():
    settings = defaults("hug").replace(special="pig", input="hug pig", options=("whole",))
    run = runs.run_of(settings)
    for k in range(len(run.merges) + 1):
        shown = shown_of(settings.replace(max_merges=k))
        made = {*run.corpus.alphabet, *(merge.token for merge in run.merges[:k])}
        steps, _ = blocks_of(shown)
        whole = [step for step in steps if "the whole word becomes" in step["why"]]
        assert len(whole) == ("hug" in made), k
        assert "pig" not in shown.encoding.tokens


def test_course_pitfalls_give_the_documented_tokens():
    shown = {
        name: shown_of(settings.replace(input=example.text))
        for settings in (defaults("hug"), defaults("course"))
        for name, example in encoding_examples.examples(settings, T).items()
        if example.lesson
    }
    tokens = {name: text.encoding.tokens for name, text in shown.items()}
    assert tokens["bug"] == ("b", "ug")
    assert tokens["mug"] == ("[UNK]", "ug")
    assert tokens["thug"] == ("[UNK]", "hug")
    assert tokens["unhug"] == ("un", "hug")
    assert tokens["not"] == ("This", "Ġis", "Ġ", "n", "o", "t", "Ġa", "Ġtoken", ".")
    steps, _ = blocks_of(shown["mug"])
    unhug, _ = blocks_of(shown["unhug"])
    assert [r["parts"][0][0] + "+" + r["parts"][2][0] for r in unhug[1:]] == ["u+g", "u+n", "h+ug"]
    assert "neighbor" not in steps[1]["why"]


@pytest.mark.parametrize(
    ("corpus", "script"), [("chinese", "\u4e00-\u9fff"), ("korean", "\uac00-\ud7af")]
)
def test_examples_are_in_the_language_of_the_corpus_and_mostly_known(corpus, script):
    settings = defaults(corpus)
    examples = encoding_examples.examples(settings, T)
    examples.pop("jamo", None)  # its jamo are unknown on purpose
    examples = examples.values()
    assert len(examples) > 2
    for example in examples:
        assert re.fullmatch(f"[{script}\\s。.]+", example.text)
        kinds = shown_of(settings.replace(input=example.text)).encoding.kinds
        assert kinds.count("unknown") < len(kinds) / 3, example.text


def test_korean_word_in_jamo_is_unknown_until_it_is_composed():
    settings = defaults("korean")
    example = encoding_examples.examples(settings, T)["jamo"]
    syllables, letters = example.text.split()
    assert (len(syllables), len(letters)) == (3, 7)
    assert unicodedata.normalize("NFC", letters) == syllables
    assert " 3 characters: its syllables" in example.lesson
    assert " 7 characters: its letters" in example.lesson
    given = settings.replace(input=example.text)
    assert shown_of(given).encoding.kinds.count("unknown") == 7
    assert "unknown" not in shown_of(given.replace(input=syllables)).encoding.kinds
    composed = shown_of(given.replace(norm="nfc")).encoding.tokens
    assert composed == ("▁도서관", "▁도서관")


@pytest.mark.parametrize(
    ("corpus", "text", "decoded", "note"),
    [
        ("course", "This is not a token.", "This is not a token.", "This is the text again."),
        ("korean", "동생은 바다에 가요.", "동생은 바다에 가요.", "This is the text again."),
        ("hug", "hug bugs", "hugbugs", "Pre-tokenization dropped the spaces"),
        ("hug", "mug", "[UNK]ug", "[UNK] stands for m, which decoding cannot restore."),
    ],
)
def test_result_is_decoded_again(corpus, text, decoded, note):
    shown = shown_of(defaults(corpus).replace(input=text))
    found = result.result(shown, T)
    assert found["decoded"] == decoded
    assert without_isolates(found["note"]).startswith(note)
    ids = [token_id for _, token_id in found["tokens"]]
    assert ids == ["no id" if each is None else str(each) for each in shown.encoding.ids]
    steps, _ = blocks_of(shown)
    assert decoded in steps[-1]["announce"]
    assert "Decoded" not in steps[-2]["announce"]


def test_list_has_every_merge_or_those_that_the_text_can_use(monkeypatch):
    settings = defaults("english").replace(input="the unhappiest baker")
    run = runs.run_of(settings)
    listed = part(shown_of(settings), "head")["merges"]
    pairs = [[rank, visible(a), visible(b)] for (a, b), rank in run.ranks.items()]
    assert [[rank, a[0], b[0]] for rank, a, b, _ in listed] == pairs
    monkeypatch.setattr(encoded_text, "MAX_LISTED", 10)
    shown = shown_of(settings.replace(input="the unhappiest bakers"))
    head = part(shown, "head")
    ranks = [rank for rank, *_ in head["merges"]]
    assert ranks == sorted(ranks)
    assert len(ranks) < len(run.merges)
    assert f"{len(ranks)} of {len(run.merges)}" in head["merges_note"]
    steps, _ = blocks_of(shown)
    assert {rank for step in steps for rank in (step["rank"], *step["waiting"])} - {0} <= {*ranks}
    assert [step["rank"] for step in steps if step["rank"]] == [
        applied.rank for trace in shown.encoding.trace for applied in trace
    ]


@pytest.mark.parametrize("options", [(), ("fuse",)])
def test_unknown_characters_are_counted_not_their_bytes(options):
    shown = shown_of(defaults("course").replace(input="a é 字 🙂", options=options))
    sentence = explanations.start(shown, translation("en"))
    assert sentence.endswith("3 characters of this text are not in the vocabulary.")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_result_has_all_tokens_of_the_sentences_of_the_course(lang):
    settings = chapter_1_cost.place_of(lang).settings
    assert 80 < len(shown_of(settings).encoding.tokens) <= result.MAX_TOKENS


def test_unknown_character_is_explained():
    steps, words = blocks_of(shown_of(defaults("hug").replace(vocab=10, input="m")))
    assert "is not in the vocabulary" in steps[1]["why"]
    assert words[1][0][0][0] == "[UNK]"


BYTE_TOKENS = tuple(f"<0x{byte:02X}>" for byte in range(256))


@pytest.mark.parametrize(
    ("text", "special", "choices", "expected"),
    [
        ("mt", ("[UNK]",), {}, "m and t are not in the vocabulary. Each becomes [UNK],"),
        ("mt", ("[UNK]",), {"fuse_unk": True}, "Adjacent unknown characters become one [UNK],"),
        ("mht", ("[UNK]",), {"fuse_unk": True}, "Each becomes [UNK],"),
        ("é", BYTE_TOKENS, {"byte_fallback": True}, "for each of its bytes: <0xC3> <0xA9>."),
        ("é", BYTE_TOKENS[:0xC3], {"byte_fallback": True}, "It becomes [UNK],"),
    ],
)
def test_step_says_what_unknown_characters_become(text, special, choices, expected):
    run = bpe.train(bpe.Corpus.from_counts({"hug": 10}), special_tokens=special)
    shown = encode_text(run.encoder(**choices), text)
    library = Tokenizer.from_str(bpe.formats.tokenizer_json(run, **choices).decode())
    if "[UNK]" in special or special == BYTE_TOKENS:
        assert list(shown.encoding.tokens) == library.encode(text).tokens
    steps, words = blocks_of(shown)
    assert expected in without_isolates(steps[1]["why"])
    tooltips = [chip[3] for chip in words[0][0] if chip[2] == "unknown"]
    assert ["<0xC3>" in tooltip for tooltip in tooltips] == [
        "<0xC3>" in shown.encoding.tokens for _ in tooltips
    ]


def test_special_tokens_are_recognized_only_if_enabled():
    settings = defaults("course").replace(input="a<|endoftext|>b")
    plain = shown_of(settings).encoding
    found = shown_of(settings.replace(options=("specials",))).encoding
    assert "<|endoftext|>" not in plain.tokens
    assert found.tokens == ("a", "<|endoftext|>", "b")


def test_dropout_is_reproducible_and_matches_its_steps():
    settings = defaults("english").replace(input="The lighthouse keeper and the keeper", dropout=40)
    drawn = {shown_of(settings.replace(dropout_seed=i)).encoding.tokens for i in range(8)}
    assert len(drawn) > 1
    one, other = (shown_of(settings.replace(dropout_seed=3)) for _ in range(2))
    assert one.encoding == other.encoding
    _, words = blocks_of(one)
    flat = [chip[0] for word in words[-1] for chip in word]
    assert flat == [visible(token) for token in one.encoding.tokens]


def test_merge_orders_differ_on_untrained_merge_lists():
    (abcd, abab) = (merge_orders.encoder_of(merges) for _, merges in merge_orders.ODD_LISTS)
    assert abcd.encode("abcd").tokens == ("abcd",)
    assert abcd.encode("abcd", "rules").tokens == ("abc", "d")
    assert abab.encode("abab").tokens == ("aba", "b")
    assert abab.encode("abab", "rules").tokens == ("ab", "ab")
    settings = defaults("course").replace(input="This is")
    data = merge_orders.comparison(shown_of(settings), encoder_of(settings), False, T)
    assert "give the same result" in data["tables"][0]["note"]
    assert len(data["tables"]) == 3


def made_tokenizer(vocab: int = 400) -> Tokenizer:
    """A tokenizer trained by the library itself."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=vocab,
        special_tokens=["<|endoftext|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(bpe.SAMPLES["english"].texts, trainer)
    return tokenizer


def two_files(tokenizer: Tokenizer) -> dict[str, bytes]:
    model = json.loads(tokenizer.to_str())["model"]
    merges = "#version: 0.2\n" + "\n".join(" ".join(pair) for pair in model["merges"])
    return {"vocab.json": json.dumps(model["vocab"]).encode(), "merges.txt": merges.encode()}


@pytest.mark.parametrize("kind", ["one", "two"])
def test_uploaded_tokenizer_encodes_like_the_library(kind):
    tokenizer = made_tokenizer()
    files = two_files(tokenizer) if kind == "two" else {"x.json": tokenizer.to_str().encode()}
    name = tokenizer_file.keep(files)
    for text in [*INPUTS.values(), "naïve ☃ ships", "  two  spaces\n\n"]:
        shown = shown_of(defaults("course").replace(input=text, tokenizer=name))
        expected = tokenizer.encode(text)
        assert list(shown.encoding.ids) == expected.ids
        assert list(shown.encoding.tokens) == expected.tokens
        assert list(shown.encoding.offsets) == expected.offsets
        _, words = blocks_of(shown)
        flat = [chip[0] for word in words[-1] for chip in word]
        assert flat == [visible(token) for token in expected.tokens]


def test_tokenizer_link_works_while_the_file_is_stored(open_app):
    name = tokenizer_file.keep({"x.json": made_tokenizer().to_str().encode()})
    found, _, invalid = from_query({"tokenizer": name})
    assert (found.encoding.tokenizer, invalid) == (name, ())
    _, _, invalid = from_query({"tokenizer": "f" * 24})
    assert invalid == ("tokenizer",)
    app = open_app(tokenizer=name, input="The lighthouse")
    app.go_to("encoding/page.py")
    assert app.query()["tokenizer"] == name
    with pytest.raises(LookupError):
        app.widget("corpus")


@pytest.mark.parametrize(("corpus", "lang"), combined(INPUTS, LANGUAGES))
def test_page_opens_in_every_language(open_app, lang, corpus):
    app = open_app(corpus=corpus, lang=lang, input=INPUTS[corpus], at="1")
    app.go_to("encoding/page.py")
    assert not app.errors
    assert any(
        "static_tables" in each.proto.component_name for each in app.at.get("bidi_component")
    )
    shown = runs.RUNS.find(app.stage["run"])
    for name in ("head", "0"):
        assert part(shown, name, lang)


def sheets(app) -> dict[str, list]:
    """The tables below the stage, by title."""
    drawn = [json.loads(each.proto.json) for each in app.at.get("bidi_component")]
    return {each["title"]: each["tables"] for each in drawn if "title" in each and "tables" in each}


@pytest.mark.parametrize("options", ["specials", "rules specials", ""])
def test_lines_are_counted_like_the_whole_text(open_app, options):
    line = "This<|endoftext|>is"
    app = open_app(corpus="course", lang="en", input=f"{line}\n{line}", options=options)
    app.go_to("encoding/page.py")
    settings = app.at.session_state["session"].settings.replace(input=line)
    tokens = text_of(settings, encoder_of(settings)).encoding.tokens
    (table,) = sheets(app)["Lines compared"]
    assert [cells[3] for cells, _ in table["rows"]] == [str(len(tokens))] * 2
    app.at.session_state["orders"] = True
    app.run()
    orders, *_ = sheets(app)["Merge order: by rank, or rule by rule"]
    for cells, _ in orders["rows"]:
        assert ("<|endoftext|>" in [text for text, *_ in cells[1]]) == ("specials" in options)


def test_tokens_can_be_downloaded():
    shown = shown_of(defaults("course").replace(input="This is =1"))
    rows = io.StringIO(result.tokens_csv(shown, T).decode("utf-8-sig")).read().splitlines()
    assert rows[0] == "Token,Id,Start,End"
    assert len(rows) == len(shown.encoding.tokens) + 1


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("text", ["\0", "a" * 150, "\n\n", " ", "=1+1", "‮abc", "<b>**x**</b>"])
def test_unusual_texts_are_displayed(text, option):
    for corpus in ("course", "aaaa"):
        shown = shown_of(defaults(corpus).replace(input=text, options=(option,)))
        assert blocks_of(shown)
    own = defaults(OWN_TEXT).replace(own="a b", input=text)
    assert blocks_of(shown_of(own))


def test_missing_tokenizer_keeps_other_settings(open_app):
    name = tokenizer_file.keep({"x.json": made_tokenizer(300).to_str().encode()})
    app = open_app(corpus="hug", vocab="9", tokenizer=name)
    app.go_to("encoding/page.py")
    assert not app.warnings
    file_store.path_of(name).unlink()
    app.run()
    app.run()
    assert any("no longer on this server" in each for each in app.warnings)
    settings = app.at.session_state["session"].settings
    assert (settings.corpus.name, settings.bpe.vocab, settings.encoding.tokenizer) == ("hug", 9, "")


def test_cached_text_does_not_keep_its_tokenizer():
    settings = defaults("english").replace(input="The lighthouse")
    text, encoder = shown_of(settings), encoder_of(settings)
    assert len(text.encoder.ids) < 30 < len(encoder.ids)
    assert text.encoder.pre_tokenizer is not encoder.pre_tokenizer

"""Settings and the URL: valid values survive, and invalid ones are rejected."""

import base64
import random
import re
import tracemalloc
import zlib
from pathlib import Path
from urllib.parse import parse_qs, parse_qsl, urlencode

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import bpe
import pages
from pages.settings import setting_names
from pages.state.corpus import DEFAULT_CORPUS, OWN_COUNTS, OWN_TEXT, PYTHON
from pages.state.defaults import DEFAULT_OWN, choose_method, defaults, for_corpus, with_method
from pages.state.settings import (
    FIELDS,
    LAST_ROUND,
    MAX_SPECIAL,
    MAX_VOCAB,
    PARAMETERS,
    Settings,
)
from pages.state.url import ALIASES, from_query, query_of
from pages.storage.typed import (
    MAX_COUNT,
    MAX_PACKED,
    MAX_TYPED,
    check_typed,
    pack,
    read_counts,
    unpack,
)
from pages.translations.language import LANGUAGES, translation

TEXT = "The cat sat on the mat.\nThat fat cat chatted – ☃ 👩‍👩‍👧."
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

character = st.characters(exclude_categories=["Cs"])
texts = st.text(character, max_size=400).filter(lambda text: text.strip())
words = st.text(character, min_size=1, max_size=12).filter(lambda w: len(w.split()) == 1)
words = words.map(lambda word: word.split()[0])
counts = st.lists(st.tuples(words, st.integers(1, MAX_COUNT)), min_size=1, max_size=20)
counts = counts.map(lambda lines: "\n".join(f"{word} {count}" for word, count in lines))
specials = st.lists(words, max_size=8).map(" ".join).filter(lambda s: len(s) <= MAX_SPECIAL)
corpora = st.one_of(
    st.tuples(st.sampled_from(tuple(bpe.SAMPLES)), st.just("")),
    st.tuples(st.just(OWN_TEXT), texts),
    st.tuples(st.just(OWN_COUNTS), counts),
)


@st.composite
def anything(draw) -> Settings:
    corpus, own = draw(corpora)
    return Settings().replace(
        corpus=corpus,
        own=own,
        norm=draw(st.sampled_from(bpe.NORMALIZATIONS)),
        split=draw(st.sampled_from(bpe.SPLITS)),
        ties=draw(st.sampled_from(bpe.TIES)),
        vocab=draw(st.integers(1, MAX_VOCAB)),
        min_count=draw(st.integers(1, MAX_COUNT)),
        special=draw(specials),
        lang=draw(st.sampled_from(tuple(LANGUAGES))),
    )


def parameters_of(settings: Settings) -> dict[str, str]:
    """The parameters as a browser would send them."""
    return dict(parse_qsl(query_of(settings), keep_blank_values=True, strict_parsing=True))


@given(anything(), st.integers(0, MAX_VOCAB))
def test_settings_survive_the_url(settings, step):
    query = {**parameters_of(settings), "step": str(step)}
    assert from_query(query) == (settings, step, ())
    assert all(len(values) == 1 for values in parse_qs(query_of(settings)).values())


@given(anything(), anything())
def test_different_settings_have_different_urls_and_runs(one, other):
    assume(one != other)
    assert query_of(one) != query_of(other)
    if one.replace(lang="en") != other.replace(lang="en"):
        assert one.key != other.key


def test_language_does_not_affect_the_run():
    assert defaults("course").replace(lang="ko").key == defaults("course").key
    assert query_of(defaults("course").replace(lang="ko")) != query_of(defaults("course"))


def test_url_values_are_plain_ids():
    query = query_of(defaults(OWN_TEXT).replace(own=TEXT))
    assert query.isascii()
    assert not set(query) - set(LETTERS) - set("=&.~%+")


@given(anything())
def test_partial_url_uses_defaults_for_the_rest(settings):
    query = parameters_of(settings)
    usual = defaults(settings.corpus.name)
    for name in ("norm", "split", "ties", "vocab", "min_count", "special"):
        kept, _, invalid = from_query({n: v for n, v in query.items() if n != name})
        assert not invalid
        assert kept == settings.replace(**{name: usual.get(name)})


def damaged(packed: str):
    """The packed text with one letter changed, removed or inserted, and each prefix of it."""
    others = random.Random(7)
    for index in range(len(packed)):
        yield packed[:index]
        yield packed[:index] + packed[index + 1 :]
        for letter in {*others.sample(LETTERS, 12), "é", " ", "=", "%", "\x00"} - {packed[index]}:
            yield packed[:index] + letter + packed[index + 1 :]
    for index in range(len(packed) + 1):
        yield packed[:index] + others.choice(LETTERS) + packed[index:]


def damaged_bytes(packed: str):
    """The packed text with one bit flipped."""
    data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
    for index in range(len(data)):
        for bit in range(8):
            wrong = data[:index] + bytes([data[index] ^ 1 << bit]) + data[index + 1 :]
            yield base64.urlsafe_b64encode(wrong).decode().rstrip("=")


@pytest.mark.parametrize("damage", [damaged, damaged_bytes])
@pytest.mark.parametrize(("name", "text"), [(OWN_TEXT, TEXT), (OWN_COUNTS, "hug 10\npug 5")])
def test_damaged_own_corpus_is_rejected(name, text, damage):
    refusals = 0
    for wrong in damage(pack(text)):
        settings, _, invalid = from_query({"corpus": "own", name: wrong})
        if not invalid:  # zlib and base64 can write some texts in more than one way
            assert settings == defaults(name).replace(own=text)
            continue
        refusals += 1
        assert invalid == (name,)
        assert settings == defaults(DEFAULT_CORPUS)
    assert refusals > 100


def armour(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def bomb(megabytes: int) -> bytes:
    """A compressed block of NULs, in megabytes, created without allocating it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    megabyte = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    check = (megabytes << 20) % 65521 << 16 | 1
    return b"\x78\xda" + megabyte * megabytes + packer.flush() + check.to_bytes(4, "big")


def largest_that_fits() -> bytes:
    """The most NULs that fit in a parameter of maximum length."""
    size = 6 << 20
    while len(armour(zlib.compress(bytes(size), 9))) > MAX_PACKED:
        size -= 100_000
    return zlib.compress(bytes(size), 9)


def test_compression_bomb_expands():
    assert len(zlib.decompressobj().decompress(bomb(2))) == 2 << 20


@pytest.mark.parametrize(
    "packed",
    [armour(bomb(1024)), armour(bomb(7)), armour(largest_that_fits())],
    ids=["a gigabyte", "seven megabytes", "what fits"],
)
def test_compression_bomb_is_rejected_within_memory_limit(packed):
    query = {"corpus": "own", OWN_TEXT: packed}
    from_query(query)
    tracemalloc.start()
    try:
        settings, _, invalid = from_query(query)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (settings, invalid) == (defaults(DEFAULT_CORPUS), (OWN_TEXT,))
    assert peak < 500_000


def test_own_text_limit_is_exact():
    for letter in ("a", "é", "👩"):
        most = defaults(OWN_TEXT).replace(own=letter * MAX_TYPED)
        assert from_query(parameters_of(most))[0] == most
        more = {"corpus": "own", OWN_TEXT: pack(letter * (MAX_TYPED + 1))}
        assert from_query(more) == (defaults(DEFAULT_CORPUS), 0, (OWN_TEXT,))


def test_every_allowed_text_fits_in_a_link():
    text = "".join(map(chr, range(0x4E00, 0x4E00 + MAX_TYPED)))
    with pytest.raises(bpe.InputError):
        check_typed(text)
    while len(pack(text)) > MAX_PACKED:
        text = text[: len(text) * 99 // 100]
    check_typed(text)
    assert unpack(pack(text)) == text
    with pytest.raises(bpe.InputError):
        check_typed(" \n\t ")


def test_packed_binary_data_is_rejected():
    for data in (b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\x80", "ü".encode("latin-1")):
        packed = armour(zlib.compress(data))
        assert from_query({"corpus": "own", OWN_TEXT: packed})[2] == (OWN_TEXT,)
    for data in (b"", b" \n"):
        packed = armour(zlib.compress(data))
        assert from_query({"corpus": "own", OWN_TEXT: packed})[2] == (OWN_TEXT,)
    for packed in (armour(zlib.compress(b"abc") + b"more"), armour(b"abc"), "", "=", "===="):
        assert from_query({"corpus": "own", OWN_TEXT: packed})[2] == (OWN_TEXT,)


NOT_NUMBERS = ["", " ", "abc", "-1", "+5", " 5", "5 ", "5.0", "1e3", "0x10", "1_0", "٥٠", "²"]
NOT_NUMBERS += ["５０", "9" * 12, "9" * 5000, "NaN", "None", "True", "5\n", "5\x00"]


@pytest.mark.parametrize("name", ["vocab", "min", "min_count", "step"])
def test_invalid_numbers_are_rejected(name):
    for value in NOT_NUMBERS:
        assert from_query({name: value}) == (defaults(DEFAULT_CORPUS), 0, (name,)), value


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [("vocab", 1, MAX_VOCAB), ("min_count", 1, MAX_COUNT), ("step", 0, MAX_VOCAB)],
)
def test_numbers_out_of_range_are_rejected(name, low, high):
    for value in (low, high):
        settings, step, invalid = from_query({name: str(value)})
        assert not invalid
        assert (step if name == "step" else settings.get(name)) == value
    for value in (low - 1, high + 1):
        assert from_query({name: str(value)}) == (defaults(DEFAULT_CORPUS), 0, (name,))


@pytest.mark.parametrize("name", ["corpus", "norm", "split", "ties", "lang"])
def test_unknown_ids_are_rejected(name):
    for value in ("", "zzz", "NONE", "first ", "None", "__class__", "text", "é"):
        assert from_query({name: value}) == (defaults(DEFAULT_CORPUS), 0, (name,)), value


@pytest.mark.parametrize(
    ("tags", "lang"),
    [
        ("zh-Hant zh-TW zh-tw zh_TW zh-HK ZH-hant-tw zh-Hant-HK zh", "zh-Hant"),
        ("zh-CN zh-Hans zh-Hans-CN zh-SG", "zh-Hant"),  # nearer than English
        ("ko ko-KR KO-kr ko-Kore-KR ko-KP", "ko"),
        ("en en-US EN-gb en-US-posix", "en"),
    ],
)
def test_language_tags_open_the_nearest_language(tags, lang):
    for tag in tags.split():
        settings, _, invalid = from_query({"lang": tag}, "ko" if lang == "en" else "en")
        assert (settings.lang, invalid) == (lang, ()), tag
        assert parameters_of(settings)["lang"] == lang


@pytest.mark.parametrize("tag", ["fr", "zhx", "koala", "ko-", "-ko", "ko KR", "zh-台灣", "ko<b>"])
def test_other_languages_keep_that_of_the_browser(tag):
    settings, _, invalid = from_query({"lang": tag}, "ko")
    assert (settings.lang, invalid) == ("ko", ("lang",))


def test_invalid_parameters_are_named_and_others_kept():
    query = {"corpus": "hug", "ties": "zzz", "vocab": "x", "min": "3", "step": "-1"}
    settings, step, invalid = from_query(query)
    assert set(invalid) == {"ties", "vocab", "step"}
    assert (settings, step) == (defaults("hug").replace(min_count=3), 0)


def test_missing_own_corpus_is_named():
    assert from_query({"corpus": "own"}) == (defaults(DEFAULT_CORPUS), 0, ("corpus",))
    assert from_query({OWN_TEXT: pack(TEXT)}) == (defaults(DEFAULT_CORPUS), 0, ())


@given(st.dictionaries(st.sampled_from([*FIELDS, *ALIASES]), st.text(), max_size=9))
def test_any_url_is_parsed_without_error(query):
    settings, step, invalid = from_query(query)
    assert set(invalid) <= {*query, OWN_TEXT, OWN_COUNTS}
    assert from_query({**parameters_of(settings), "step": str(step)}) == (settings, step, ())


# A link that the app made before these parameters were renamed.
OLD_LINK = (
    "corpus=hug&norm=none&split=whitespace&ties=first&vocab=20&min=3&special="
    "&watch=unhug+the+pug&view=before&method=em&cut=none&size=12&seeds=frequent&most=40"
    "&prune=20&upto=2&input=mug&first=7&how=rules&dice=5&show=rounds&word=hugs"
    "&round=1&at=4&seed=99&lang=ko&step=2"
)


def test_old_link_opens_as_it_did():
    settings, step, invalid = from_query(dict(parse_qsl(OLD_LINK)))
    assert (step, invalid) == (2, ())
    assert settings == defaults("hug").replace(
        min_count=3,
        sentence="unhug the pug",
        view=("before",),
        method="em",
        unigram_split="none",
        unigram_vocab=12,
        seeds="frequent",
        max_seeds=40,
        prune=20,
        stop_after=2,
        input="mug",
        max_merges=7,
        options=("rules",),
        dropout_seed=5,
        show="rounds",
        word="hugs",
        round=1,
        position=4,
        quiz_seed=99,
        lang="ko",
    )
    assert set(ALIASES) <= set(dict(parse_qsl(OLD_LINK)))


def test_old_value_opens_the_same_view_and_is_rewritten():
    settings, _, invalid = from_query(dict(parse_qsl("corpus=hug&show=beside")))
    assert (settings, invalid) == (defaults("hug").replace(show="comparison"), ())
    assert "show=comparison" in query_of(settings)


@pytest.mark.parametrize(("old", "new"), ALIASES.items())
def test_old_parameter_means_the_same_and_is_rewritten(old, new):
    value = dict(parse_qsl(OLD_LINK))[old]
    settings, _, invalid = from_query({"corpus": "hug", old: value})
    assert not invalid
    assert settings == from_query({"corpus": "hug", new: value})[0]
    assert settings != defaults("hug")
    written = parameters_of(settings)
    assert written[new] == value
    assert old not in written


def test_new_name_wins_over_the_old_one():
    for query in ({"min": "2", "min_count": "3"}, {"min_count": "3", "min": "2"}):
        assert from_query(query)[0].bpe.min_count == 3


def test_invalid_value_is_reported_under_the_name_in_the_link():
    assert from_query({"at": "x"})[2] == ("at",)


def test_too_many_special_tokens_are_rejected():
    most = "x" * MAX_SPECIAL
    assert from_query({"special": most})[0].bpe.special == most
    assert from_query({"special": most + "x"})[2] == ("special",)
    assert from_query({"special": "  a \t b\n"})[0].bpe.special == "a b"
    assert from_query({"special": "\ud800"})[2] == ("special",)
    assert urlencode({"special": "<|a|>"}) in query_of(defaults("hug").replace(special="<|a|>"))


def test_another_corpus_keeps_what_no_corpus_decides():
    old = defaults("hug").replace(
        lang="ko", section="rules", show="word", vocab=15, word="hugs", tokenizers=("unigram",)
    )
    new = for_corpus("english", old)
    assert (new.lang, new.view.section, new.view.show) == ("ko", "rules", "word")
    assert new.comparison.tokenizers == ("unigram",)
    assert (new.bpe, new.view.word) == (defaults("english").bpe, defaults("english").view.word)


def test_another_corpus_keeps_the_method_that_the_reader_has_chosen():
    old = with_method(defaults("unigram-ko"), "em")
    for corpus in ("hug", "course", OWN_TEXT):
        new = for_corpus(corpus, old)
        assert new.unigram == choose_method(defaults(corpus), "em").unigram
        assert for_corpus("hug", new).unigram.method == "em"
    assert for_corpus("hug", for_corpus(PYTHON, defaults("hug"))).unigram.method == "course"


def test_old_link_to_a_lattice_shows_the_first_pieces():
    for query in ({"show": "word"}, {"word": "hug"}):
        assert from_query({"corpus": "hug", **query})[0].view.round == 0
        assert from_query({"corpus": "unigram-en", **query})[0].view.round == LAST_ROUND
    assert from_query({"corpus": "hug", "show": "both"})[0].view.round == LAST_ROUND
    new = defaults("hug").replace(show="word")
    assert from_query(parameters_of(new))[0] == new


def test_browser_owns_the_same_parameters_on_both_sides():
    """It also owns the step, which no setting has."""
    steps = (Path(pages.__file__).parent / "stage/core/steps.js").read_text()
    owned = re.search(r"export const OWNED = \[(.*)\];", steps)
    assert owned
    named = {name for name, each in PARAMETERS.items() if each.is_of_stage}
    assert set(re.findall(r'"(\w+)"', owned[1])) == {"step", *named}
    changed = Settings().replace(
        position=3, view=("changed",), words="find", find="hug", word="hug"
    )
    assert changed.without_stage() == Settings().replace(word="hug")


@pytest.mark.parametrize("corpus", [*bpe.SAMPLES, *DEFAULT_OWN])
def test_defaults_survive_the_url(corpus):
    assert from_query(parameters_of(defaults(corpus))) == (defaults(corpus), 0, ())


LEARNED = {  # named in the description of a sample: its tokens
    "sennrich": ["est·"],
    "english": ["ing", "er"],
    "chinese": ["夜市", "湯，"],
    "chinese-words": ["夜市"],
    "korean": ["어요.", "에서"],
    "arabic": ["ال"],
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_descriptions_of_samples_name_tokens_that_are_learned(lang):
    for corpus, tokens in LEARNED.items():
        _, description = setting_names.samples(translation(lang))[corpus]
        learned = {merge.token for merge in defaults(corpus).train().merges}
        assert learned >= set(tokens)
        assert [token for token in tokens if token not in description] == []


BAD_LINES = ["hug", "10", "hug -1", "hug 0", "hug +1", "hug 1.5", "hug 1e3", "hug 1_000", "hug 1,0"]
BAD_LINES += ["hug ٣", "hug ５", "hug ²", "hug 10x", "hug {0}", "hug 1000000001"]
BAD_LINES += ["hug " + "9" * 5000, "hug\u00a010", "hug 10 ."]


@pytest.mark.parametrize("line", BAD_LINES)
def test_invalid_counts_line_is_named(line):
    for number in (1, 2, 5, 117):
        check_line_is_named(line, number)


def check_line_is_named(line, number):
    before = ["", "hug 10", "  ", "pug\t5", *[""] * 200][: number - 1]
    with pytest.raises(bpe.InputError, match=rf"\b{number}\b") as caught:
        read_counts("\n".join([*before, line, "also bad"]))
    assert caught.value.values["number"] == number
    assert len(str(caught.value)) < 200


def test_counts_survive_writing_and_reading():
    text = "hug 10\n\n pug\t5 \r\nhug 007\nhot dog 3\nb\u00a0c 1\n1 2\n"
    assert read_counts(text) == {"hug": 17, "pug": 5, "hot dog": 3, "b\u00a0c": 1, "1": 2}
    assert list(read_counts("b 1\na 1\nb 1")) == ["b", "a"]
    assert read_counts("夜\u3000市\u300010\n人 \u3000 2") == {"夜\u3000市": 10, "人": 2}
    assert read_counts(f"x {MAX_COUNT}") == {"x": MAX_COUNT}


@given(counts)
def test_repeated_word_counts_are_added(text):
    pairs = [line.rsplit(" ", 1) for line in text.split("\n")]
    totals: dict[str, int] = {}
    for word, count in pairs:
        totals[word] = totals.get(word, 0) + int(count)
    assert read_counts(text) == totals

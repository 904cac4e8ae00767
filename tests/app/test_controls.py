"""The settings in the sidebar. The stage shows exactly the training that they describe."""

from collections import Counter
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

import bpe
from pages.state.corpus import CORPORA, OWN_COUNTS, OWN_TEXT, PYTHON
from pages.state.defaults import defaults
from pages.storage.typed import MAX_PACKED, pack
from pages.training.corpus_words import WORDS
from tests.support.cases import combined, few_or_many
from tests.support.visit import Visit

NASTY = {
    "markdown": "**bold** _it_ `code` $x^2$ [a](http://example.org) ![i](http://example.org/i.png)",
    "html": "<img src=x onerror=alert(1)> <script>alert(1)</script> &amp; </span></p>",
    "braces": "{0} {x} {} {{ }} {step} {pair!r} %s %(name)s {0.__class__}",
    "nul and controls": "a\x00b a\x00b \x00 \x01\x1b[31m \x7f\x85 \x0b\x0c",
    "right to left": "שלום עולם مرحبا بالعالم \u202eabc\u202c \u200fabc",
    "joined emoji": "👩‍👩‍👧‍👦 👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽👍🏽 🇰🇷🇹🇼",
    "lone marks": "\u0301 \u0301\u0301 e\u0301e\u0301 \u0e31\u0e31 \ufe0f \u200d\u200d",
    "lines": "\n\n a  a \r\n\u2028b\u2029b\n\t\t\n",
    "one letter": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "one character": "x",
    "beyond the BMP": "𝒳𝒳𝒴 𐍈𐍈 \U0010ffff\U0010ffff \ue000\ue000 \ufdd0",
    "line separators of Python": "a\x1cb\x1db\x1ea \x85a\x85a",
    "Ġ and ▁ themselves": "ĠĠ Ġa ▁▁ ▁a Ċ Ã©",
    "numbers": "1,234 1.234 ٣٣ ५५ ½½ -0",
    "Streamlit's directives": ":red[a] :material/home: :smile: :blue-background[b] -> <- --",
}


@pytest.mark.parametrize(
    ("corpus", "ties"), combined([name for name in CORPORA if name != PYTHON], bpe.TIES)
)
def test_every_corpus_trains_under_every_tie_rule(open_app, check_stage, corpus, ties):
    app = open_app()
    app.set(corpus=corpus, ties=ties)
    most = len(app.corpus().alphabet) + few_or_many(40, 10_000)
    app.set(vocab=min(app.widget("vocab").value, most))
    shown = check_stage(app)
    assert (shown.run.ties, app.widget("corpus").value) == (ties, corpus)
    assert shown.last > 2


@pytest.mark.parametrize("corpus", [name for name in CORPORA if name != PYTHON])
def test_last_step_matches_encoding_of_new_text(open_app, shown, corpus):
    app = open_app()
    app.set(corpus=corpus)
    stage = shown(app.stage)
    run = bpe.train(app.corpus(), **app.arguments())
    words = list(app.corpus().counts)[:WORDS]
    for (tokens, _), word in zip(stage.words(stage.last), words, strict=True):
        text = word.removeprefix("▁") if run.corpus.split == "metaspace" else word
        if run.corpus.split == "gpt2":
            text = bpe.token_bytes(word, "gpt2").decode()
        encoding = run.encode(text)
        assert encoding.words == (word,)
        assert "".join(tokens) == "".join(stage.write([run.ids[t] for t in encoding.tokens]))
        assert tokens == stage.write(list(encoding.ids))


@pytest.mark.parametrize(
    "choice",
    [
        {"vocab": 1},
        {"vocab": 32},
        {"vocab": 10_000},
        {"min_count": 2, "vocab": 200},
        {"min_count": 1_000_000_000},
        {"split": "metaspace"},
        {"split": "whitespace"},
        {"split": "none"},
        {"alphabet": "bytes"},
        {"alphabet": "bytes", "vocab": 50},
        {"norm": "lower"},
        {"norm": "nfkc"},
        {"special": ""},
        {"special": "<pad> <unk> <pad> T is"},
        {"special": "**a** {0} <b>"},
    ],
    ids=str,
)
def test_every_setting_reaches_training(open_app, check_stage, choice):
    app = open_app(corpus="course")
    before = app.stage["run"]
    app.set(**choice)
    check_stage(app)
    assert app.stage["run"] != before
    address = dict(parse_qsl(app.address["query"], keep_blank_values=True))
    assert {name: address[name] for name in choice} == {n: str(v) for n, v in choice.items()}


def test_run_key_depends_on_its_settings(open_app):
    one, other = open_app(), open_app(ties="lowest")
    assert one.stage["run"] != other.stage["run"]
    other.set(ties="first")
    assert one.stage["run"] == other.stage["run"]


def test_stage_keeps_its_subject_until_the_corpus_changes(open_app):
    app = open_app(corpus="course", vocab="50")
    before = app.stage["subject"]
    app.set(ties="lowest", vocab=40)
    assert app.stage["subject"] == app.address["training"] == before
    app.set(corpus="hug")
    assert app.stage["subject"] == app.address["training"] != before


def test_settings_survive_visiting_another_page(open_app):
    app = open_app(ties="greatest", vocab="44", step="5")
    before = app.stage, app.address
    app.go_to("algorithm/page.py")
    assert app.address["query"] == before[1]["query"]
    app.go_to("training/page.py")
    opened = before[1]["opened_pages"] + 2
    assert (app.stage, app.address) == (before[0], before[1] | {"opened_pages": opened})


def test_unchanged_stage_gets_the_same_data(open_app):
    app = open_app(step="3")
    before = app.stage
    app.run()
    assert app.stage == before


def noise(length: int) -> str:
    """A text that does not compress well."""
    state, letters = 1, []
    for _ in range(length):
        state = state * 48271 % (2**31 - 1)
        letters.append(chr(0x4E00 + state % 20_000))
    return "".join(letters)


def emptied():
    """Report a change of both fields again after their files were released."""
    import streamlit as st

    from pages.settings import callbacks, corpus_callbacks
    from pages.state import session

    session.settings()
    st.session_state.files_0 = st.session_state.tokenizer_0 = []
    corpus_callbacks.take_files()
    callbacks.take_tokenizer()
    st.session_state.kept = session.current().error


def test_cleared_upload_field_is_not_an_empty_file():
    app = AppTest.from_function(emptied).run(timeout=60)
    assert not app.exception
    assert app.session_state["kept"] is None


def test_own_text_is_restored_when_its_corpus_is_chosen_again(open_app):
    app = open_app(lang="en")
    app.set(corpus=OWN_TEXT, own="banana bandana")
    app.set(corpus=OWN_COUNTS)
    app.set(corpus="hug")
    app.set(corpus=OWN_TEXT)
    assert app.widget("own").value == "banana bandana"
    assert app.query()["corpus"] == "own"


@pytest.mark.parametrize(
    ("corpus", "own", "sentence"),
    [
        (OWN_TEXT, "夜市裡的人很多。\n夜市很大。", "夜市裡的人很多。 夜市很大。"),
        (OWN_COUNTS, "시장 5\n사람 3", "시장 사람"),
        (OWN_TEXT, "That is a cat.", "That cat."),
    ],
)
def test_watched_sentence_suits_the_own_corpus(open_app, corpus, own, sentence):
    app = open_app(lang="en")
    app.set(corpus=corpus, own=own)
    assert app.query()["sentence"] == sentence


def test_watched_sentence_that_began_a_text_follows_it(open_app):
    app = open_app(lang="en")
    app.set(corpus=OWN_TEXT, own="banana bandana")
    assert app.query()["sentence"] == "banana bandana"
    app.set(own="a ban on a banana")
    assert app.query()["sentence"] == "a ban on a banana"


@pytest.mark.parametrize("corpus", [name for name in CORPORA if name != PYTHON])
def test_most_of_the_watched_sentence_is_known(corpus):
    settings = defaults(corpus)
    encoding = settings.train().encode(settings.view.sentence)
    assert 2 * encoding.tokens.count("[UNK]") < len(encoding.tokens)


@pytest.mark.parametrize(
    ("corpus", "bad"),
    [
        (OWN_TEXT, ""),
        (OWN_TEXT, " \n\t\n "),
        (OWN_COUNTS, noise(5_000) + " 1"),
        (OWN_COUNTS, ""),
        (OWN_COUNTS, "hug"),
        (OWN_COUNTS, "hug 10\npug"),
        (OWN_COUNTS, "hug 10\npug -5"),
        (OWN_COUNTS, "hug 10\npug 0"),
        (OWN_COUNTS, "hug 10\npug 1.5"),
        (OWN_COUNTS, "hug 10\npug ٣"),
        (OWN_COUNTS, "hug 10\npug {0} {x}"),
        (OWN_COUNTS, "hug 99999999999999999999"),
    ],
)
def test_invalid_own_corpus_keeps_the_previous_one(open_app, corpus, bad):
    typed = {OWN_TEXT: {"text": pack("a b")}, OWN_COUNTS: {"counts": pack("a 1")}}
    app = open_app(corpus="own", vocab="30", **typed[corpus])
    assert not app.errors
    before = app.stage, app.address
    app.set(own=bad)
    (sentence,) = app.errors
    assert len(sentence.split()) > 4
    assert sentence.endswith((".", "hug 10"))
    assert (app.stage, app.address) == before
    assert app.widget("own").value == bad
    app.set(ties="lowest")
    assert app.address["query"] == before[1]["query"].replace("ties=first", "ties=lowest")
    app.set(own="hug 7\npug 7")
    assert not app.errors
    assert app.stage["run"] != before[0]["run"]


def test_invalid_own_corpus_error_names_the_problem(open_app):
    app = open_app()
    app.set(corpus=OWN_COUNTS, own="hug 10\n\npug five")
    assert "3" in app.errors[0]
    app.set(corpus=OWN_TEXT)
    assert not app.errors
    app.set(corpus=OWN_COUNTS, own=noise(5_000) + " 1")
    assert f"{MAX_PACKED}" in app.errors[0].replace(",", "")


@pytest.mark.parametrize(("name", "split"), combined(NASTY, bpe.SPLITS))
def test_any_text_is_trained_unchanged(open_app, check_stage, name, split):
    text = NASTY[name]
    app = open_app(corpus="own", text=pack("a b"), split=split, vocab="300")
    app.set(own=text)
    assert not app.errors
    check_stage(app)
    assert dict(parse_qsl(app.address["query"]))["text"] == pack(text.replace("\r\n", "\n"))


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_any_word_can_have_a_count(open_app, check_stage, text):
    app = open_app(corpus="own", counts=pack("a 1"))
    words = list(dict.fromkeys(text.split()))
    app.set(own="\n".join(f"{w} {i}" for i, w in enumerate(words, 1)))
    assert not app.errors
    check_stage(app)


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
def test_any_special_tokens_are_accepted(open_app, check_stage, text):
    app = open_app(vocab="100")
    app.set(special=text)
    check_stage(app)


@pytest.mark.parametrize(
    ("text", "ties"),
    [("ab" * 9_500, "first"), ("a" * 19_000, "lowest"), ("low lower lowest " * 1_100, "greatest")],
    ids=["ab", "a", "words"],
)
def test_line_of_nineteen_thousand_characters_is_trained(open_app, shown, text, ties):
    app = open_app()
    app.set(corpus=OWN_TEXT, split="none", ties=ties, own=text)
    assert not app.errors
    stage = shown(app.stage)
    run = bpe.train(app.corpus(), **app.arguments())
    merges = [(m.left, m.right, m.token) for m in run.merges]
    assert [stage.merge(k) for k in range(1, stage.last + 1)] == [
        tuple(part.replace(" ", "␣") for part in merge) for merge in merges
    ]
    (tokens, _), *more = stage.words(stage.last)
    assert not more
    assert text.replace(" ", "␣").startswith("".join(tokens))
    assert len(tokens) >= min(10, len(run.at(stage.last).words[0][0]))


@pytest.fixture(scope="module")
def usual(open_app):
    """The page that opens without a query."""
    return open_app()


@pytest.mark.parametrize(
    "query",
    [
        {"vocab": "abc"},
        {"ties": "zzz"},
        {"vocab": "-1"},
        {"min": "0"},
        {"split": "GPT2"},
        {"norm": "**nfc**"},
        {"corpus": "nothing"},
        {"corpus": "own"},
        {"corpus": "own", "text": "eJw"},
        {"corpus": "own", "counts": "%%%"},
        {"special": "x" * 500},
        {"lang": "xx"},
        {"step": "-1"},
        {"step": "9" * 40},
        {"vocab": "{0}", "ties": "{x}", "min": "**1**", "step": "<b>"},
    ],
    ids=str,
)
def test_invalid_link_shows_defaults_and_a_warning(open_app, query, usual):
    app = open_app(**query)
    (warning,) = app.warnings
    wrong = [name for name in query if name != "corpus" or len(query) == 1]
    assert all(name in warning for name in wrong)
    assert not any(value in warning for value in query.values() if not value.isalpha())
    assert app.stage["run"] == usual.stage["run"]
    assert app.address == usual.address
    app.set(ties="lowest")
    assert not app.warnings


def test_unknown_url_parameters_are_ignored(open_app):
    app = open_app(utm_source="mail", fbclid="x", text="junk", counts="junk")
    assert not app.warnings
    assert app.address == open_app().address


def test_algorithm_page_shows_the_code_that_runs(open_app):
    app = open_app()
    app.go_to("algorithm/page.py")
    names: list[dict] = [{"__name__": "pasted"} for _ in range(9)]
    files = [each.value for each in app.at.code if each.value.startswith('"""')]
    for code, defined in zip(files, names, strict=True):
        exec(code, defined)
    corpus = bpe.Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12})
    assert names[0]["train"](corpus) == bpe.train(corpus).merges
    assert names[1]["train"](names[1]["count_words"](["low low"]), 258) == [
        (b"o", b"w"),
        (b"l", b"ow"),
    ]
    assert next(names[2]["steps"](corpus.counts)).pair == ("p", "u")
    assert names[3]["train"](corpus, 9)[0] == list(bpe.wordpiece.train(corpus, 9).vocab)
    words = Counter(corpus.counts)
    run = bpe.wordpiece.train(corpus, 9, ("[UNK]",))
    assert names[4]["train"](words, 9) == list(run.vocab)
    costs = names[5]["costs_of"](names[5]["frequencies"](corpus.counts))
    run = bpe.unigram.train(corpus, 8, quirks=())
    assert list(names[6]["train"](words, 8)) == list(run.model.pieces)
    run = bpe.unigram.train(corpus, 8, seeds="substrings", quirks=())
    assert names[5]["compute_loss"](corpus.counts, costs) == run.rounds[0].loss
    seeds = names[5]["seed_vocabulary"](corpus.counts, 10)
    assert seeds == bpe.unigram.frequent_substrings(corpus, 10)
    assert names[5]["tokenize"]("pug gun x", costs, corpus.split) == ["p", "ug", "g", "un", "[UNK]"]
    em = bpe.unigram.train(corpus, 8, "em", seeds="substrings")
    trained = names[7]["train"](corpus.counts, bpe.unigram.all_substrings(corpus), 8)
    assert trained == {piece: -score for piece, score in em.model.scores.items()}
    em = bpe.unigram.train(corpus, 8, "em")
    trained = names[8]["train"](words, 8)
    assert trained == {piece: -score for piece, score in em.model.scores.items()}


def test_late_message_does_not_revert_settings(open_app):
    app = open_app()
    app.widget("corpus").set_value("hug")
    message = app.at._tree.get_widget_states()
    for _ in range(2):  # the second as if sent before the page had the answer to the first
        app.at._run(message)
        app.check()
        assert app.at.session_state.session.settings == defaults("hug")
    assert app.widget("special").value == ""
    assert app.widget("vocab").value == defaults("hug").bpe.vocab


def test_other_pre_tokenization_goes_back_to_the_corpus_alphabet(open_app, check_stage):
    app = open_app(corpus="course")
    app.set(alphabet="bytes")
    assert app.widget("vocab").value == 276
    app.set(split="metaspace")
    assert (app.widget("alphabet").value, app.widget("vocab").value) == ("corpus", 50)
    assert app.widget("alphabet").disabled
    check_stage(app)


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("", "corpus=hug&vocab=13&ties=lowest&sentence=a+hug"),
        ("unigram", "corpus=hug&show=rounds&unigram_vocab=12"),
        ("", "corpus=own_counts&own=1hug+10"),
        ("encode", "corpus=hug&vocab=13&options=specials&dropout=30"),
        ("tokenizers", "corpus=hug&vocab=13&compared=text"),
        ("practice", "practice=course"),
    ],
)
def test_browser_that_missed_a_response_shows_the_values_of_the_next(path, query):
    """A run that another one follows at once may never reach the browser."""
    visit = Visit(path, query)
    shown = visit.values()
    assert shown
    visit.send()
    visit.memory.clear()
    visit.draw()
    assert visit.values() == shown

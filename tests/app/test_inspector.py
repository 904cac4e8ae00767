"""The inspector: it shows each step and the vocabulary of tokenizers of every kind."""

import json

import pytest
from tokenizers import (
    AddedToken,
    Regex,
    Tokenizer,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)

import bpe
from bpe.inspection.questions import FindTokens
from bpe.inspection.two_vocabularies import CompareVocabularies
from bpe.inspection.vocabulary import FoundTokens
from pages.inspector import downloads, subject
from pages.inspector.subject import of_name, subject_of
from pages.jobs import tokenizer_file
from pages.jobs.helper_process import Busy
from pages.resources.cache import SingleFlightCache
from pages.state.defaults import defaults, with_algorithm
from pages.state.url import from_query
from pages.translations.language import Translation

T = Translation()


def upload() -> str:
    """A tokenizer whose normalizer replaces ligatures."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>"))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Lowercase(), normalizers.NFKC()])
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    trainer = trainers.BpeTrainer(vocab_size=90, special_tokens=["<unk>"], show_progress=False)
    tokenizer.train_from_iterator(list(bpe.SAMPLES["english"].texts), trainer)
    return tokenizer_file.keep({"fin.json": tokenizer.to_str().encode()})


def opened(open_app, **query):
    app = open_app(lang="en", **query)
    app.go_to("inspector/page.py")
    return app


def drawn(app) -> dict[str, dict]:
    """What the components of the inspector draw: stages, tokens, tree."""
    found = {}
    for each in app.at.get("bidi_component"):
        if "inspector" in each.proto.component_name:
            data = json.loads(each.proto.json)
            found |= {name: data[name] for name in ("stages", "tokens", "tree") if data[name]}
    return found


def choose(app, label: str, value: str) -> None:
    widget = next(
        each
        for kind in ("selectbox", "button_group", "text_input")
        for each in app.at.get(kind)
        if each.label == label
    )
    widget.set_value(value).run()
    app.check()


def test_step_that_changes_a_ligature_is_marked(open_app):
    app = opened(open_app, tokenizer=upload(), input="The ﬁn")
    steps = drawn(app)["stages"]["stages"]
    shown = [(each["title"], each["badge"]) for each in steps]
    assert ("Normalizer: NFKC", "changes the text") in shown
    assert [part[0][0] for part in steps[1]["parts"]] == ["the␣ﬁn"]
    assert [part[0][0] for part in steps[2]["parts"]] == ["the␣fin"]


def test_step_that_changes_what_nobody_sees_says_so(open_app):
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>"))
    tokenizer.normalizer = normalizers.NFD()
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex("[\r\n]+"), "isolated")
    name = tokenizer_file.keep({"nfd.json": tokenizer.to_str().encode()})
    app = opened(open_app, tokenizer=name, input="fiancé")
    _, normalized, split, *_ = drawn(app)["stages"]["stages"]
    assert normalized["badge"].endswith("how it looks (characters: 6 → 7)")
    assert split["patterns"][0][0] == r"[\r\n]+"


def test_ids_are_also_copied_with_those_of_the_post_processor(open_app):
    tokenizer = Tokenizer(models.WordPiece({"[CLS]": 0, "[SEP]": 1, "hug": 2}, unk_token="[CLS]"))
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 1), ("[CLS]", 0))
    name = tokenizer_file.keep({"bert.json": tokenizer.to_str().encode()})
    app = opened(open_app, tokenizer=name, input="hug")
    assert [each.value for each in app.at.code] == ["[2]", str(tokenizer.encode("hug").ids)]


def test_added_tokens_are_counted(open_app):
    tokenizer = Tokenizer(models.WordPiece({"hug": 0, "<s>": 1}, unk_token="hug"))
    tokenizer.add_special_tokens(["<s>", "<e>"])
    name = tokenizer_file.keep({"added.json": tokenizer.to_str().encode()})
    app = opened(open_app, tokenizer=name, input="hug")
    assert app.at.caption[0].value.endswith("3 tokens.")
    assert tokenizer.get_vocab_size() == 3


def test_file_name_is_shown(open_app):
    app = opened(open_app, tokenizer=upload())
    captions = [each.value for each in app.at.caption]
    assert [each for each in captions if each.startswith("**fin\\.json**")]
    assert app.widget("tokenizer").format_func
    assert "fin.json" in app.widget("tokenizer").options


@pytest.mark.parametrize("decoder", ["bpe", "unigram"])
@pytest.mark.parametrize("algorithm", ["bpe", "wordpiece"])
def test_trained_tokenizers_are_shown(open_app, algorithm, decoder):
    app = opened(open_app, corpus="hug", algorithm=algorithm, decoder=decoder, input="hugs pug")
    found = drawn(app)
    settings = with_algorithm(defaults("hug"), algorithm)
    run = settings.train_unigram() if decoder == "unigram" else None
    run = run or (settings.train_wordpiece() if algorithm == "wordpiece" else settings.train())
    size = len(run.model.pieces) if decoder == "unigram" else len(run.vocab)
    assert found["tokens"]["title"] == f"{size} tokens"
    model = next(each for each in found["stages"]["stages"] if each["title"].startswith("Model"))
    assert len(model["parts"]) == len(run.encode("hugs pug").tokens)


def test_ids_can_be_copied(open_app):
    app = opened(open_app, tokenizer="gpt2", input="A hug.<|endoftext|>")
    assert "[32, 16225, 13, 50256]" in [each.value for each in app.at.code]
    cells = [row[0][0] for row in drawn(app)["tokens"]["rows"]]
    assert cells == [str(i) for i in range(50)]


def test_search_and_pages(open_app):
    app = opened(open_app, tokenizer="gpt2")
    choose(app, "Search", "tokeniz")
    assert drawn(app)["tokens"]["title"] == "0 tokens"
    assert drawn(app)["tokens"]["note"] == "No token matches."
    choose(app, "Search", "token")
    assert {row[0][2] for row in drawn(app)["tokens"]["rows"]} >= {"␣token", "␣tokens"}
    choose(app, "Search by", "regex")
    choose(app, "Search", "^ tok")
    assert all(row[0][2].startswith("␣tok") for row in drawn(app)["tokens"]["rows"])
    choose(app, "Search", "(a+)+")
    assert [each for each in app.warnings if "repeats a group" in each]
    choose(app, "Search by", "id")
    choose(app, "Search", "50200-50300")
    app.set(list_page=2)
    assert drawn(app)["tokens"]["rows"][0][0][0] == "50250"
    assert drawn(app)["tokens"]["rows"][-1][0][0] == "50256"


def test_token_opens_with_its_tree(open_app):
    app = opened(open_app, tokenizer="gpt2")
    app.set(token=16225)
    assert app.query()["token"] == "16225"
    tree = drawn(app)["tree"]
    assert ["Text", "␣hug"] in tree["facts"]
    assert [(node[0], node[1][0]) for node in tree["nodes"]] == [
        (0, "Ġhug"),
        (1, "Ġh"),
        (2, "Ġ"),
        (2, "h"),
        (1, "ug"),
        (2, "u"),
        (2, "g"),
    ]
    app.set(token=99_999)
    assert [each for each in app.warnings if "No token has the id 99999" in each]


def test_merges_and_special_tokens_are_listed(open_app):
    app = opened(open_app, tokenizer="gpt2")
    choose(app, "List", "merges")
    assert drawn(app)["tokens"]["title"] == "50,000 merges"
    first = drawn(app)["tokens"]["rows"][0][0]
    assert (first[0], [chip[0] for chip in first[1]], first[3]) == ("1", ["Ġ", "t"], "256")
    choose(app, "List", "special")
    assert [row[0][0] for row in drawn(app)["tokens"]["rows"]] == ["50256"]


def test_options_of_added_tokens_are_listed(open_app):
    tokenizer = Tokenizer(models.WordPiece({"hug": 0}, unk_token="hug"))
    tokenizer.add_special_tokens([AddedToken("<mask>", lstrip=True, normalized=False)])
    tokenizer.add_tokens([AddedToken("pug", single_word=True), AddedToken("<x>", normalized=False)])
    name = tokenizer_file.keep({"added.json": tokenizer.to_str().encode()})
    app = opened(open_app, tokenizer=name, input="hug")
    choose(app, "List", "special")
    shown = drawn(app)["tokens"]
    assert shown["heads"][-1][1] == "Options"
    assert {row[0][1][0][0]: row[0][-1] for row in shown["rows"]} == {
        "<mask>": "special, lstrip",
        "pug": "single_word, normalized",
        "<x>": "–",
    }


def test_two_vocabularies_in_every_combination():
    trained, named = subject_of(defaults("course"), T), of_name("gpt2", "", T)
    other, everything = of_name("cl100k", "", T), FindTokens(most=10**6)
    for one, two in ((trained, named), (named, trained), (named, other), (trained, trained)):
        first, second = (
            {token.bytes: token.id for token in each.ask(everything, FoundTokens).tokens}
            for each in (one, two)
        )
        for category, expected in (
            ("first", first.keys() - second.keys()),
            ("second", second.keys() - first.keys()),
            ("ids", {k for k in first.keys() & second.keys() if first[k] != second[k]}),
        ):
            found = one.compare(CompareVocabularies(category, most=10**6), two)
            assert {each.bytes for each in found.tokens} == expected
            assert found.both == len(first.keys() & second.keys())
            for each in found.tokens[:50]:
                assert (each.first, each.second) == (first.get(each.bytes), second.get(each.bytes))


def test_page_compares_vocabularies(open_app):
    app = opened(open_app, tokenizer="gpt2")
    choose(app, "List", "two")
    assert drawn(app)["tokens"]["heads"][2][1] == "Id in GPT-2"


def test_page_offers_the_whole_list_as_a_file(open_app):
    app = opened(open_app, tokenizer="gpt2", search="token")
    settings = from_query({**app.query(), "lang": "en"})[0]
    label, address, *_ = drawn(app)["tokens"]["file"]
    assert (label, address) == (
        "Whole vocabulary as CSV",
        downloads.address("vocabulary", settings),
    )
    choose(app, "List", "special")
    assert drawn(app)["tokens"]["file"] is None
    choose(app, "List", "two")
    label, address, *_ = drawn(app)["tokens"]["file"]
    assert label == "All differences as CSV"
    assert "other=here" in address


def test_no_page_gets_the_whole_vocabulary(open_app):
    app = opened(open_app, tokenizer="o200k")
    assert not app.warnings
    size = sum(len(each.proto.json) for each in app.at.get("bidi_component"))
    assert size < 60_000
    assert drawn(app)["tokens"]["title"] == "200,000 tokens"


def test_encoding_page_opens_the_inspector(open_app):
    app = open_app(corpus="hug", tokenizer="gpt2", input="hug", lang="en")
    app.go_to("encoding/page.py")
    (button,) = (each for each in app.at.button if each.label == "Inspect this tokenizer")
    button.click().run()
    app.check()
    assert drawn(app)["stages"]["stages"][0]["parts"][0][0][0] == "hug"


def other_file(app):
    fields = app.at.get("file_uploader")
    return next(each for each in fields if "other_tokenizer" in each.proto.id)


def test_another_file_is_uploaded_to_compare_it(open_app):
    """The first tokenizer stays, and Side by side is not needed."""
    app = opened(open_app, tokenizer=upload())
    choose(app, "List", "two")
    data = json.dumps({"model": {"type": "BPE", "vocab": {"zebra": 0}, "merges": []}}).encode()
    other_file(app).set_value([("other.json", data, "text/plain")]).run()
    app.check()
    rows = drawn(app)["tokens"]
    assert rows["title"].startswith("Only in fin.json")
    choose(app, "Show", "second")
    assert "zebra" in json.dumps(drawn(app)["tokens"]["rows"])
    assert "side" not in app.query()
    other_file(app).set_value([("broken.json", b"{", "text/plain")]).run()
    assert [each.value.partition(".")[0] for each in app.at.warning] == [
        "The file is not valid JSON"
    ]
    assert "zebra" in json.dumps(drawn(app)["tokens"]["rows"]), "what was there stays"


def raises_busy(*_: object) -> None:
    raise Busy


@pytest.mark.parametrize("shown", ["vocabulary", "special", "merges", "two"])
def test_list_whose_process_did_not_answer_can_be_asked_for_again(open_app, monkeypatch, shown):
    app = opened(open_app, tokenizer=upload(), list=shown)
    rows = drawn(app)["tokens"]["rows"]
    monkeypatch.setattr(
        subject, "ANSWERS", SingleFlightCache(1_000_000, lambda found: len(repr(found)))
    )
    with monkeypatch.context() as patch:
        patch.setattr(tokenizer_file.PROCESS, "ask", raises_busy)
        app.run()
        assert "tokens" not in drawn(app)
        assert len([each for each in app.warnings if "Try again in a moment" in each]) == 2
    buttons = [each for each in app.at.button if each.label == "Try again"]
    buttons[-1].click().run()
    assert drawn(app)["tokens"]["rows"] == rows


def test_link_shows_the_same_list_search_and_token(open_app):
    app = opened(open_app, tokenizer="gpt2")
    app.set(search="^ tok", search_by="regex", order="length", token=16225)
    again = opened(open_app, **without_lang(app.query()))
    assert drawn(again) == drawn(app)
    assert again.widget("search").value == "^ tok"
    choose(app, "List", "two")
    app.set(other="cl100k", differences="ids", list_page=3)
    again = opened(open_app, **without_lang(app.query()))
    assert drawn(again) == drawn(app)
    assert drawn(again)["tokens"]["title"].startswith("In both, with different ids")
    app.set(other="here")
    again = opened(open_app, **without_lang(app.query()))
    assert drawn(again)["tokens"] == drawn(app)["tokens"]
    assert drawn(app)["tokens"]["heads"][3][1] == "Id in BPE"


def test_another_search_starts_at_its_first_page(open_app):
    app = opened(open_app, tokenizer="gpt2", list_page="7", token="5")
    assert drawn(app)["tokens"]["rows"][0][0][0] == "300"
    app.set(search="a")
    assert "list_page" not in app.query()
    assert app.query()["token"] == "5"
    app.set(tokenizer="cl100k")  # its ids are others
    assert "token" not in app.query()


@pytest.mark.parametrize("value", ["x", "-1", "99999999999", "1.5"])
def test_invalid_token_is_rejected(value):
    assert from_query({"token": value})[2] == ("token",)


def without_lang(query: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in query.items() if name != "lang"}


@pytest.mark.parametrize("name", ["vocabulary", "differences"])
def test_file_of_long_tokens_is_not_larger_than_a_few_of_its_characters(name):
    """Each zero-width space is written with eight characters."""
    vocab = {"[UNK]": 100} | {"\u200b" * 3_000 + str(i): i for i in range(100)}
    data = json.dumps({"model": {"type": "WordPiece", "vocab": vocab, "unk_token": "[UNK]"}})
    settings = defaults("hug").replace(
        tokenizer=tokenizer_file.keep({"long.json": data.encode()}), other="gpt2"
    )
    _, found = downloads.file(name, settings, T)
    lines = [line for line in found.decode().splitlines() if "U+200B" in line]
    assert len(lines) >= 100
    assert max(map(len, lines)) < 5 * downloads.MAX_CELL

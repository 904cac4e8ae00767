"""The section that compares the merges of a reader's own trainer with the training."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event
from urllib.parse import parse_qsl

import pytest

import bpe
from bpe.variations import ordered_merges
from pages.jobs.helper_process import Busy
from pages.state.defaults import defaults
from pages.state.url import query_of
from pages.storage import file_store
from pages.training import trainer_check, trainer_check_report
from pages.training.trainer_check import DifferenceData
from pages.training.trainer_check_worker import as_dict, compare
from pages.translations.language import Translation

HANDOUT = [("s", "t"), ("e", "st"), ("o", "w"), ("l", "ow"), ("w", "est"), ("n", "e")]


def literals(pairs) -> str:
    return str([(left.encode(), right.encode()) for left, right in pairs])


def paste(app, text):
    app.at.text_area(key="pasted_merges").set_value(text)
    app.run()
    return app


@pytest.fixture
def section(open_app):
    return open_app(corpus="handout", section="check")


def warnings(app) -> list[str]:
    return [each.value.replace("\\", "") for each in app.at.warning]


def test_same_merges_are_reported_as_equal(section):
    app = paste(section, literals(HANDOUT))
    assert [each.value for each in app.at.success] == [
        "All 6 merges are the same as those of this training."
    ]


def test_first_difference_has_counts_places_causes_and_a_way_to_its_step(section):
    app = paste(section, literals([("e", "s"), ("es", "t"), ("l", "o"), ("lo", "w")]))
    assert warnings(app) == [
        "Merge 1 differs: yours is 'e' + 's' (count 9), expected is 's' + 't' (count 9)."
    ]
    texts = " ".join(each.value for each in app.at.markdown)
    assert "Both have the same count, so the tie rule decides." in texts
    assert "takes the one that it meets first" in texts
    shown = app.component("static_tables")
    (table,) = shown["tables"]
    assert [row[0][2] for row in table["rows"]] == ["9", "9"]
    assert shown["go"][1] == 1


def test_cause_of_few_merges_is_not_called_likely(section):
    app = paste(section, literals([("e", "s"), *([("x", "y")] * 3)]))
    texts = " ".join(each.value for each in app.at.markdown)
    assert "Likely cause" not in texts
    assert "explains only a part of your merges" in texts
    assert "Perhaps there are several mistakes." in texts
    assert "learns only the first of your 4 merges" in texts


def test_two_mistakes_are_named_with_what_both_explain(section):
    counts = {"low": 5, "lower": 2, "widest": 3, "newest": 6, "owes": 1, "stew": 1}
    corpus = bpe.Corpus.from_counts({word: n for word, n in counts.items() if n > 1})
    rules = list(ordered_merges(corpus, "least"))
    difference = bpe.compare_merges(rules, bpe.Corpus.from_counts(counts))
    shown = DifferenceData(**json.loads(json.dumps(as_dict(difference))))
    listed = " ".join(trainer_check_report.causes(shown, len(rules), Translation()))
    assert "leaves out words that occur only once" in listed
    assert "takes the least one" in listed
    assert f"With both changes, the training learns all of your {len(rules)} merges." in listed
    assert trainer_check_report.heading(shown, Translation()).startswith("Likely causes")


def test_list_that_is_shorter_than_the_training_says_so(open_app):
    app = paste(open_app(corpus="handout", section="check", vocab="15"), literals(HANDOUT[:4]))
    assert len(app.at.success) == 1
    assert "A vocabulary of 15 needs 5 merges here." in [each.value for each in app.at.caption]


def test_settings_of_cs336_are_one_press_away(open_app):
    text = "low low lower\n\nwidest newest<|endoftext|>newest\n" * 3
    own = defaults("text").replace(own=text).corpus.own
    app = open_app(corpus="handout")
    label = "Use the settings of Stanford CS336"
    for press in ("Check your own trainer", label):
        next(each for each in app.at.button if each.label == press).click().run()
        app.check()
    assert app.query()["corpus"] == "own"
    assert app.query()["section"] == "check"
    app.set(own=own)
    assert label not in [each.label for each in app.at.button]
    corpus = bpe.Corpus.from_texts([text], special_tokens=["<|endoftext|>"])
    run = bpe.train(corpus, 500, "greatest", ["<|endoftext|>"], alphabet="bytes")
    app = paste(app, literals([map(gpt2_text, pair) for pair in run.rules]))
    assert len(app.at.success) == 1


def test_settings_stay_when_a_text_is_typed_in_place_of_an_uploaded_one(open_app):
    name = file_store.keep(b"low lower newest\n" * 9)
    settings = defaults("file").replace(
        own=name, ties="greatest", documents="whole", min_count=2, vocab=60
    )
    app = open_app(**dict(parse_qsl(query_of(settings))))
    back = next(each for each in app.at.button if each.label == "Type a text instead")
    back.click().run()
    app.check()
    query = app.query()
    assert query["corpus"] == "own"
    assert (query["ties"], query["documents"], query["min_count"]) == ("greatest", "whole", "2")


def gpt2_text(token: str) -> str:
    return bpe.token_bytes(token, "gpt2").decode()


def test_numbers_have_separators(section):
    app = paste(section, literals([("e", "s"), *([("x", "y")] * 1_300)]))
    assert "(1,301)" in " ".join(each.value.replace("\\", "") for each in app.at.markdown)


@pytest.mark.parametrize(("special", "vocab"), [("", "12"), ("<s> <t>", "14")])
def test_more_merges_than_the_stage_has_can_be_trained(open_app, special, vocab):
    app = open_app(corpus="handout", section="check", vocab=vocab, special=special)
    app = paste(app, literals([*HANDOUT[:2], ("l", "o")]))
    (button,) = [each for each in app.at.button if each.label.startswith("Train up to merge 3")]
    button.click()
    app.run()
    assert app.component("static_tables")["go"][1] == 3


@pytest.mark.parametrize(
    ("pasted", "reason"),
    [
        ("s t u", "Line 1 is not two tokens separated by one space: 's t u'."),
        ("[(b's', x)]", "Line 1 is not a list of pairs"),
        ("[(b's', b't', b'e')]", "odd number of tokens"),
        ('{"s": 0}', "This is a vocabulary, as in a vocab.json"),
        ("[]", "There are no merges in this list."),
        ("#version: 0.2", "There are no merges in this list."),
    ],
)
def test_what_is_no_list_of_merges_is_refused_with_a_reason(section, pasted, reason):
    app = paste(section, pasted)
    assert reason in " ".join(warnings(app))
    assert len(app.at.success) == 0


def test_merges_that_are_gone_are_asked_for_again():
    settings = defaults("handout").replace(merges=file_store.name_of(b"gone"))
    with pytest.raises(bpe.InputError, match="no longer on this server"):
        trainer_check.check(settings, must_fit=False)


def test_hostile_tokens_stay_text(section):
    app = paste(section, literals([("**x**", "[a](http://b)")]))
    (warning,) = app.at.warning
    assert "**x**" not in warning.value
    assert "**x**" in warning.value.replace("\\", "")


@pytest.mark.parametrize("corpus", ["course", "hug", "text", "counts", "korean"])
def test_every_kind_of_corpus_agrees_with_its_own_training(corpus):
    settings = defaults(corpus)
    run = settings.train()
    merges = [[merge.left, merge.right] for merge in run.merges]
    name = file_store.keep(str(merges).replace("'", '"').encode())
    reply = trainer_check.check(settings.replace(merges=name), must_fit=True)
    assert (reply.merges, reply.difference) == (len(merges), None)


@pytest.mark.parametrize("documents", ["lines", "whole"])
def test_uploaded_text_is_split_into_documents_as_for_the_training(documents):
    text = "low\nlow\n\n\n\nlow\r\nlow lower\n" * 20
    file = file_store.keep(text.encode())
    settings = defaults("text").replace(corpus="file", documents=documents)
    settings = replace(settings, corpus=replace(settings.corpus, own=file))
    (whole,) = bpe.split_documents(text.replace("\r\n", "\n"), "whole")
    texts = [whole] if documents == "whole" else whole.split("\n")
    corpus = bpe.Corpus.from_texts(texts, settings.bpe.split)
    merges = [list(pair) for pair in bpe.train(corpus, *settings.bpe.args).rules]
    assert ("Ċ" in str(merges)) == (documents == "whole")
    name = file_store.keep(json.dumps(merges).encode())
    assert trainer_check.check(settings.replace(merges=name), must_fit=False).difference is None


def test_number_of_merges_counts_only_if_asked(section):
    app = paste(section, literals(HANDOUT[:4]))
    assert len(app.at.success) == 1
    app.at.checkbox(key="check_must_fit").check()
    app.run()
    assert warnings(app) == ["Your merges end before merge 5: expected is 'w' + 'est' (count 6)."]


def test_worker_reads_stored_texts_and_counts(tmp_path):
    merges = tmp_path / "merges"
    merges.write_text("s t\n")
    text = tmp_path / "text"
    text.write_text("st st\nst")
    request = {
        "merges": str(merges),
        "texts": [],
        "counts": None,
        "paths": [str(text)],
        "max_bytes": 100,
        "is_whole": False,
        "settings": {
            "split": "whitespace",
            "normalization": "none",
            "ties": "first",
            "special_tokens": [],
            "min_count": 1,
            "alphabet": "corpus",
            "vocab_size": None,
        },
    }
    assert compare(request)["difference"] is None
    counts = file_store.COUNTS_HEADER.decode() + "ts 2"
    text.write_text(counts)
    assert compare(request)["difference"]["expected"] == ("t", "s")


def test_too_slow_comparison_says_what_to_do(monkeypatch):
    monkeypatch.setattr(trainer_check.PROCESS, "max_seconds", 0.0)
    settings = defaults("english").replace(merges=file_store.keep(b"q z\n"))
    with pytest.raises(bpe.InputError, match="took more than"):
        trainer_check.check(settings, must_fit=False)


def test_slow_comparison_gives_way_to_that_of_another_client(monkeypatch):
    process = trainer_check.PROCESS
    assert process.fair_seconds
    monkeypatch.setattr(process, "fair_seconds", process.fair_seconds / 20)
    begun = Event()

    def send(stream, request):
        begun.set()
        trainer_check.send(stream, request)

    monkeypatch.setattr(process, "_send", send)
    used = trainer_check.TrainingArgs("gpt2", "none", "first", [], 1, "corpus", None)

    def ask(client, texts):
        merges = file_store.path_of(file_store.keep(b"q z\n"))
        request = trainer_check.CheckRequest(str(merges), texts, None, [], 0, False, used)
        return process.ask(request, client)

    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(ask, "a", ["the quick brown fox jumps, over 123 lazy dogs"] * 100_000)
        begun.wait()
        assert ask("b", ["a hug"]).difference
        with pytest.raises(Busy):
            slow.result()

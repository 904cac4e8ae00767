"""The Unigram page: its three views match the engine."""

import random
from functools import partial
from math import isclose, prod
from urllib.parse import parse_qsl, urlsplit

import pytest

import bpe
from bpe import unigram
from pages.jobs.queue import TRAININGS
from pages.runs import runs
from pages.runs.trainings import unigram_cost_of, unigram_job_of
from pages.stage.tokens import probability, visible
from pages.state.corpus import OWN_TEXT
from pages.state.settings import MAX_WORD
from pages.state.url import from_query
from pages.translations.language import LANGUAGES
from pages.unigram import training_records
from pages.unigram.comparing import comparison_section
from tests.app.unigram_helpers import (
    SAMPLES,
    T,
    cut_of,
    every_cut,
    part,
    plural,
    settings_of,
    word_of,
)
from tests.support.cases import combined
from tests.support.trainings import finish
from tests.support.visit import Visit, told


@pytest.mark.parametrize("method", unigram.METHODS)
@pytest.mark.parametrize("corpus", SAMPLES)
def test_every_lattice_step_matches_brute_force(corpus, method):
    shown = word_of(settings_of(corpus, method))
    model = shown.model
    head, block = part(shown, "head"), part(shown, "0")
    assert head["text"] == [visible(letter) for letter in shown.text]
    known = {
        (a, b)
        for a in range(len(shown.text))
        for b in range(a + 1, len(shown.text) + 1)
        if shown.text[a:b] in model.scores
    }
    assert {tuple(arc[:2]) for arc in head["arcs"] if arc[5]} == known
    assert len(block["steps"]) == head["last"] + 1
    for end in range(1, len(shown.text) + 1):
        record = block["steps"][shown.intro + end]
        label, cell, value = record["best"][end - 1][0]
        assert label.startswith(f"{end} ")
        weighted = [
            (prod(model.probability(token) for token in tokens), tokens)
            for tokens in every_cut(shown.text[:end])
            if all(token in model.scores for token in tokens)
        ]
        if not weighted:
            continue  # an unknown character has a price of its own
        best = max(chance for chance, _ in weighted)
        mine = {tuple(map(visible, tokens)): chance for chance, tokens in weighted}
        assert isclose(mine[cut_of(cell)], best, rel_tol=1e-9)
        assert value == probability(shown.lattice.best_at[end - 1].probability)
        assert [row[1] for row in record["rows"]].count("chosen") == 1
        for earlier in block["steps"][: shown.intro + end]:
            assert earlier["best"][end - 1][1] == "yet"
    final = block["steps"][-1]
    if shown.lattice.best:
        path = sorted(final["path"], key=lambda i: head["arcs"][i][0])
        tokens = [head["arcs"][i][2] for i in path]
        assert tokens == [visible(token) for token in shown.lattice.best.tokens]


@pytest.mark.parametrize("corpus", ["hug", "course", "english", "chinese"])
def test_comparison_with_bpe_matches_the_engine(open_app, corpus):
    app = open_app(corpus=corpus, show="comparison")
    app.go_to("unigram/page.py")
    data = app.component("comparison")
    settings = settings_of(corpus)
    run = runs.unigram_run_of(settings)
    words = settings.corpus.read(settings.unigram.split)
    other = bpe.train(words, len(run.model.pieces))
    for i, (row, word) in enumerate(zip(data["rows"], words.counts, strict=False)):
        ours = other.at(len(other.merges)).words[i][0]
        best = run.model.encode_word(word)
        assert cut_of(row["bpe"]) == tuple(map(visible, ours))
        assert cut_of(row["unigram"]) == tuple(map(visible, best.tokens))
        assert (row["kind"] == "same") == (tuple(ours) == best.tokens)
        to_bpe, to_word = row["links"]
        found, _, invalid = read(to_word)
        assert not invalid
        assert found.view.word == word[:MAX_WORD]
        assert found.view.round >= len(run.rounds)
        found, step, invalid = read(to_bpe)
        assert not invalid
        again = runs.run_of(found)
        assert again.merges == other.merges
        assert step == max(other.merge_ranks(i), default=0)


def read(link: str):
    """The settings and the step of a link, and its invalid parameters."""
    return from_query(dict(parse_qsl(urlsplit(link).query, keep_blank_values=True)))


def test_chosen_view_and_word_are_in_the_link(open_app):
    app = open_app(corpus="course")
    app.go_to("unigram/page.py")
    assert app.query()["show"] == "both"
    app.set(show="rounds")
    assert app.query()["show"] == "rounds"
    assert app.stage["run"] == settings_of("course").unigram_key
    app.set(method="em")
    assert app.query()["method"] == "em"
    assert "seeds" not in app.query()  # as is usual with EM
    assert app.stage["run"] == settings_of("course", "em").unigram_key
    app.set(show="word", word="▁tokens.")
    assert app.query()["word"] == "▁tokens."
    app.set(round=3)  # the first M step
    assert app.query()["round"] == "3"


@pytest.mark.parametrize("ties", bpe.TIES)
@pytest.mark.parametrize("corpus", ["hug", "course", "korean", "aaaa"])
def test_compared_bpe_has_the_same_vocabulary_size(open_app, corpus, ties):
    app = open_app(corpus=corpus, show="comparison", ties=ties)
    app.go_to("unigram/page.py")
    shown = app.component("comparison")
    settings = settings_of(corpus, ties=ties)
    pieces = len(runs.unigram_run_of(settings).model.pieces)
    run = bpe.train(settings.corpus.read(settings.unigram.split), pieces, ties)
    assert (
        f"BPE has {plural(len(run.vocab), 'token')}, and Unigram has {plural(pieces, 'piece')}."
        in shown["summary"]
    )
    for i, row in enumerate(shown["rows"]):
        tokens = run.tokens(i, len(run.merges))
        assert [each[0] for each in row["bpe"]] == [visible(token) for token in tokens]
        assert row["links"][0].endswith(f"&step={max(run.merge_ranks(i), default=0)}")
    watched = run.encode(settings.view.sentence)
    drawn = next((chips for name, chips, _ in shown["texts"] if name == "BPE"), [])
    assert [chip[0] for chip in drawn] == [visible(token) for token in watched.tokens]


@pytest.mark.parametrize(
    ("show", "lang", "corpus"),
    [
        (show, lang, corpus)
        for show in ("word", "rounds", "comparison")
        for lang, corpus in combined(LANGUAGES, ["hug", "course", "korean"])
    ],
)
def test_page_opens_in_every_language(open_app, lang, corpus, show):
    app = open_app(corpus=corpus, lang=lang, show=show, at="2")
    app.go_to("unigram/page.py")
    assert not app.errors
    assert not app.warnings
    name = "comparison" if show == "comparison" else "stage"
    assert app.component(name)
    if lang == "ko":
        assert not any("Unigram" in each.proto.json for each in app.at.get("bidi_component"))


def test_stage_keeps_its_subject_until_something_else_is_shown(open_app):
    app = open_app(corpus="course", lang="en", show="rounds")
    app.go_to("unigram/page.py")
    assert app.address["has_position"]
    before = app.stage["subject"]
    app.set(unigram_vocab=90)
    assert app.stage["subject"] == before
    subjects = [before]
    for change in ({"show": "word"}, {"round": 1}, {"method": "em"}, {"corpus": "hug"}):
        app.set(**change)
        assert app.stage["subject"] not in subjects
        subjects.append(app.stage["subject"])
    app.go_to("encoding/page.py")
    assert app.stage["subject"] not in subjects


@pytest.mark.parametrize(
    "change", [{"norm": "lower"}, {"unigram_vocab": 90}, {"unigram_split": "whitespace"}]
)
def test_new_training_does_not_inherit_the_stop(open_app, change):
    app = open_app(corpus="course", lang="en", method="em", upto="1")
    app.go_to("unigram/page.py")
    assert runs.unigram_run_of(app.at.session_state["session"].settings).stopped == "user"
    app.set(**change)
    assert runs.unigram_run_of(app.at.session_state["session"].settings).stopped != "user"


def test_vocabulary_is_at_least_the_alphabet():
    settings = settings_of("chinese", unigram_vocab=3)
    run = runs.unigram_run_of(settings)
    assert len(run.model.pieces) == len(run.corpus.alphabet)


@pytest.mark.parametrize("method", unigram.METHODS)
@pytest.mark.parametrize("text", ["a", "a" * 100, "\0", "👩🏽‍🚀 é", "مدينة"])
def test_unusual_texts_are_displayed(text, method):
    settings = settings_of(OWN_TEXT, method, own=text, word="ab ☃")
    run = runs.unigram_run_of(settings)
    for lang in LANGUAGES:
        for name in ("head", "0"):
            assert part(run, name, lang)
            assert part(word_of(settings), name, lang)


def test_word_of_a_round_uses_the_vocabulary_of_that_round():
    settings = settings_of("course", word="This")
    run = runs.unigram_run_of(settings)
    for number in range(len(run.rounds) + 1):
        shown = word_of(settings.replace(round=number))
        after = run.rounds[number - 1].result if number else run.seeds
        assert shown.model == after
    beyond = word_of(settings.replace(round=99))
    assert beyond.model == run.model


def long_words(count: int, length: int) -> str:
    chance = random.Random(5)
    return "\n".join("".join(chance.choices("abcdefgh", k=length)) for _ in range(count))


@pytest.mark.parametrize(
    "before", [(), ("unigram/page.py", "training/page.py")], ids=["first", "again"]
)
def test_own_corpus_survives_a_method_that_cannot_use_it(open_app, before):
    own = long_words(20, 300)
    app = open_app()
    for page in before:
        app.go_to(page)
    app.set(corpus=OWN_TEXT, own=own)
    app.go_to("unigram/page.py")
    asked = app.at.session_state["session"].settings
    finish(TRAININGS.get_or_start(asked.unigram_key, partial(unigram_job_of, asked)))
    app.run()
    app.run()
    assert any("too long to use all their substrings" in each for each in app.warnings)
    settings = app.at.session_state["session"].settings
    assert (settings.corpus.own, settings.unigram.method) == (own, "em")
    assert app.stage["run"]
    app.go_to("training/page.py")
    assert app.at.session_state["session"].settings.corpus.own == own


def test_many_seeds_are_computed_in_a_worker():
    settings = settings_of(
        OWN_TEXT, own=long_words(1, 170), unigram_split="none", seeds="substrings"
    )
    assert unigram_cost_of(settings).is_large
    assert not unigram_cost_of(settings_of(OWN_TEXT, own=long_words(6, 20))).is_large
    assert runs.unigram_run_of(settings) is None
    finish(TRAININGS.get_or_start(settings.unigram_key, partial(unigram_job_of, settings)))
    run, expected = runs.unigram_run_of(settings), settings.train_unigram()
    assert run.rounds == expected.rounds
    assert run.model.pieces == expected.model.pieces
    assert dict(run.corpus.counts) == dict(expected.corpus.counts)


def test_link_can_take_the_tokens_of_bpe_as_seeds():
    link = "corpus=english&unigram_split=metaspace&seeds=bpe&max_seeds=300"
    settings = from_query(dict(parse_qsl(link)))[0]
    run = runs.unigram_run_of(settings)
    assert run.seeds.pieces == bpe.train(run.corpus, 300).vocab
    why = training_records.record(run, 0, T)["why"]
    assert f"300 pieces, its seeds: the {len(run.corpus.alphabet)} characters of the" in why
    assert "and tokens of BPE (another way: substrings of words)" in why


def test_error_disappears_with_the_next_change(open_app):
    app = open_app()
    app.set(corpus=OWN_TEXT, own="")
    assert app.warnings
    app.go_to("unigram/page.py")
    app.set(method="em")
    assert not app.warnings


def test_bar_of_a_presented_page_opens_em():
    visit = Visit("unigram", "corpus=unigram-en&show=rounds&view=projector")

    def bar():
        named = (each for each in visit.controls() if each.kind == "bidi_component")
        return next(each for each in named if each.proto.component_name.endswith("address"))

    assert bar().data["present"]["page"] == "rounds"
    visit.send(*told(bar(), "present", {"page": "em", "at": 1}))
    assert bar().data["present"]["page"] == "em"
    assert "method=em" in bar().data["query"]
    visit.send(*told(bar(), "present", {"page": "both em", "at": 2}))
    present = bar().data["present"]
    assert (present["page"], present["chosen"]) == ("both", "both em")
    assert "method=em" in bar().data["query"]
    visit.send(*told(bar(), "present", {"page": "comparison", "at": 3}))
    present = bar().data["present"]
    assert (present["page"], present["chosen"]) == ("comparison", "comparison")
    assert "method=em" not in bar().data["query"], "EM is not kept for what names no method"
    visit.send(*told(bar(), "present", {"page": "rounds", "at": 4}))
    assert bar().data["present"]["page"] == "rounds"


@pytest.mark.parametrize("cache", [comparison_section.COMPARISONS, comparison_section.TEXTS])
def test_comparisons_are_kept_up_to_a_size(cache):
    before = cache.weight
    cache.get("a comparison with long links", lambda: "?text=" * 1_000)
    assert cache.weight - before > 5_000

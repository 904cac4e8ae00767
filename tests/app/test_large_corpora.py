"""Large corpora: stored texts, training in a worker, and what the stage shows."""

import random
from dataclasses import replace
from functools import lru_cache, partial
from types import SimpleNamespace
from urllib.parse import parse_qsl

import pytest

import bpe
from pages.jobs import queue, training
from pages.jobs.messages import SENDING, Progress
from pages.jobs.queue import Trainings
from pages.jobs.training import Training
from pages.runs import records, runs
from pages.runs.trainings import job_of, unigram_job_of
from pages.settings import corpus_callbacks
from pages.state import session
from pages.state.corpus import DEFAULT_CORPUS, OWN_FILE, OWN_TEXT, PYTHON
from pages.state.defaults import defaults, with_first_alphabet
from pages.state.url import from_query, query_of
from pages.storage import file_store
from pages.storage.typed import MAX_WORDS
from pages.training import corpus_words, record_parts
from pages.training.kind import training_kind
from pages.training.pair_sums import MANY_WORDS
from pages.translations.language import LANGUAGES, translation
from tests.support.servers import PATIENCE
from tests.support.trainings import finish

T = translation("en")


def prose(words: int, different: int, seed: int = 1) -> str:
    """A text of made-up words; the first are the most frequent."""
    chance = random.Random(seed)
    known = [
        "".join(chance.choices("abcdefghijklmnop", k=chance.randint(2, 8)))
        for _ in range(different)
    ]
    drawn = [known[int(different * chance.random() ** 3)] for _ in range(words)]
    return "\n".join(" ".join(drawn[i : i + 10]) for i in range(0, words, 10))


def settings_of(text: str, **changes: object):
    return defaults(OWN_FILE).replace(own=file_store.keep(text.encode()), **changes)


@pytest.mark.parametrize("ties", bpe.TIES)
def test_worker_run_equals_engine_run(ties):
    text = prose(6_000, 900)
    settings = settings_of(text, ties=ties, vocab=300)
    work = finish(Trainings().get_or_start("one", partial(job_of, settings)))
    corpus = bpe.Corpus.from_texts(text.split("\n"))
    expected = bpe.train(corpus, 300, ties, ("<|endoftext|>",))
    assert work.run.merges == expected.merges
    assert work.run.vocab == expected.vocab
    assert dict(work.run.corpus.counts) == dict(corpus.counts)
    assert work.run.stopped == "vocabulary"


def test_same_request_shares_one_training():
    settings = settings_of(prose(3_000, 500))
    all_trainings = Trainings()
    works = [all_trainings.get_or_start(settings.key, partial(job_of, settings)) for _ in range(5)]
    assert len({id(work) for work in works}) == 1
    finish(works[0])


def test_stopped_training_keeps_its_merges(monkeypatch):
    monkeypatch.setattr(training, "STOP_SECONDS", PATIENCE)
    text = prose(120_000, 60_000)
    settings = settings_of(text, vocab=10_000)
    received = []

    class Watched(Training):
        def on_message(self, message):
            end = super().on_message(message)
            received.append(message)
            if self.phase == "merges" and self.done and not self.stopping:
                self.stop()
            return end

    work = Watched(job_of(settings))
    work.start(queue.turns())
    finish(work)
    assert [m.phase for m in received if isinstance(m, Progress)][-2:] == ["merges", SENDING]
    assert work.run.stopped == "user"
    assert 0 < len(work.run.merges) < 9_000
    corpus = bpe.Corpus.from_texts(text.split("\n"))
    expected = bpe.train(corpus, len(work.run.vocab), "lowest", ("<|endoftext|>",))
    assert work.run.merges == expected.merges


def test_training_stopped_before_start_has_no_run():
    work = Training(job_of(settings_of(prose(100, 20))))
    work.stop()
    work.start(queue.turns())
    finish(work)
    assert work.run is None
    assert "stopped before its first step" in str(work.error())


def test_worker_rejects_too_many_distinct_words():
    text = "\n".join(f"{i:x}" for i in range(MAX_WORDS + 10))
    work = finish(
        Trainings().get_or_start("many", partial(job_of, settings_of(text, split="whitespace")))
    )
    assert work.run is None
    assert f"{MAX_WORDS}" in str(work.error())
    assert "too many different words" in str(work.error())


def test_worker_rejects_too_many_characters():
    text = "ab" * 3_000_000
    work = finish(
        Trainings().get_or_start("long", partial(job_of, settings_of(text, split="none")))
    )
    assert work.run is None
    assert "characters" in str(work.error())


def test_missing_file_is_reported():
    settings = settings_of(prose(50, 20))
    job = job_of(settings)
    job = replace(job, corpus=replace(job.corpus, paths=("/nowhere/at/all",)))
    work = finish(Trainings().get_or_start("gone", lambda: job))
    assert "Training failed unexpectedly" in str(work.error())


def test_queue_length_is_limited(monkeypatch):
    monkeypatch.setattr(Training, "start", lambda self, slots: None)
    all_trainings = Trainings()
    for i in range(queue.MAX_RUNNING + queue.MAX_WAITING):
        all_trainings.get_or_start(str(i), dict)
    with pytest.raises(bpe.InputError, match="waiting"):
        all_trainings.get_or_start("one more", dict)
    assert all_trainings.get_or_start("3", dict)
    assert all_trainings.count_ahead(all_trainings.get_or_start("3", dict)) == 3


def test_files_are_stored_by_content():
    name = file_store.keep(b"D" * 90)
    assert file_store.path_of(name).read_bytes() == b"D" * 90
    assert file_store.keep(b"D" * 90) == name
    for wrong in ("", "../etc/passwd", name + "/..", name.upper() + "x", "0" * 24):
        assert file_store.path_of(wrong) is None


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ([b""], "empty"),
        ([], "empty"),
        ([b" \n \n"], "empty"),
        ([b"\xff\xfet\0e\0"], "plain text"),
        ([b"\x7fELF\0\0"], "plain text"),
        (["Grüße".encode("latin-1")], "byte 3"),
        ([b"x" * 20_000_001], "limit is 20 MB"),
        ([b"x" * 11_000_000] * 2, "limit is 20 MB"),
    ],
)
def test_invalid_text_files_are_rejected(files, message):
    with pytest.raises(bpe.InputError, match=message):
        file_store.decode_texts(files)


@pytest.mark.parametrize("corpus", [OWN_TEXT, OWN_FILE])
def test_larger_text_keeps_the_settings_that_were_chosen_for_an_own_text(monkeypatch, corpus):
    old = with_first_alphabet(defaults(corpus).replace(own=file_store.keep(b"a hug")))
    taken = []
    chosen = {"ties": "greatest", "documents": "whole", "vocab": 10_000, "special": "<s>"}
    monkeypatch.setattr(session, "settings", lambda: old.replace(**chosen))
    monkeypatch.setattr(session, "change", taken.append)
    corpus_callbacks.take_checked(prose(20_000, 5_000))
    (new,) = taken
    assert new.corpus.name == OWN_FILE
    assert {name: new.get(name) for name in chosen} == chosen
    assert (new.bpe.alphabet, new.unigram.method) == ("bytes", "em"), "what nobody has chosen"


def test_larger_text_after_a_sample_has_the_settings_of_a_large_one(monkeypatch):
    old, taken = defaults("hug").replace(ties="greatest", vocab=30), []
    monkeypatch.setattr(session, "settings", lambda: old)
    monkeypatch.setattr(session, "change", taken.append)
    corpus_callbacks.take_checked(prose(20_000, 5_000))
    assert (taken[0].bpe.ties, taken[0].bpe.vocab) == ("lowest", 2_000)


def test_several_files_become_one_text():
    files = [b"\xef\xbb\xbfone\r\ntwo", "drei ☃".encode()]
    assert file_store.decode_texts(files) == "one\ntwo\ndrei ☃"


def test_text_link_works_while_the_file_is_stored():
    settings = settings_of("a b c")
    query = dict(pair.split("=") for pair in f"corpus=own&file={settings.corpus.own}".split("&"))
    found, _, invalid = from_query(query)
    assert (found.corpus.name, found.corpus.own, invalid) == (OWN_FILE, settings.corpus.own, ())
    found, _, invalid = from_query({**query, "file": "f" * 24})
    assert (found.corpus.name, invalid) == (DEFAULT_CORPUS, ("file",))


@pytest.fixture(scope="module")
def large() -> bpe.Run:
    corpus = bpe.Corpus.from_texts(prose(15_000, 4_000).split("\n"))
    return bpe.train(corpus, 400, "lowest")


def test_displayed_words_follow_the_setting(large):
    counts = large.corpus.counts
    assert corpus_words.words_to_show(large, ("first", "")) == list(range(corpus_words.WORDS))
    frequent = corpus_words.words_to_show(large, ("frequent", ""))
    least = min(counts[large.words[i]] for i in frequent)
    assert sum(count > least for count in counts.values()) <= corpus_words.WORDS == len(frequent)
    found = corpus_words.words_to_show(large, ("find", " ba"))
    assert found
    assert all("Ġba" in large.words[i] for i in found)
    wanted = sum("Ġba" in word for word in large.words)
    assert len(found) == min(wanted, corpus_words.WORDS)
    assert corpus_words.words_to_show(large, ("find", "☃")) == []


def test_words_changed_by_a_merge_are_complete(large):
    block = training_kind(large).block(1, T)
    at = lru_cache(maxsize=2)(lambda k: list(large.at(k).words))  # after one is before the next
    for record in block["steps"]:
        k = large.merges[record_rank(record, large) - 1].rank
        before, after = at(k - 1), at(k)
        changed = [i for i in range(len(large.words)) if before[i] != after[i]]
        shown = record["changed"]
        assert len(shown) == min(len(changed), corpus_words.CHANGED)
        assert ("hidden" in record) == (len(changed) > corpus_words.CHANGED)
        counts = [after[i][1] for i in changed]
        tops = sorted(counts, reverse=True)[: len(shown)]
        for (was, now, fresh, times, _), count in zip(shown, tops, strict=True):
            assert times == f"×{count:,}"
            assert len(was) > len(now)
            assert all(large.vocab[now[i]] == large.merges[k - 1].token for i in fresh)


def record_rank(record, run) -> int:
    left, right, _ = record["merge"]
    return run.ranks[run.vocab[left], run.vocab[right]]


def test_requested_sum_equals_the_pair_count(large):
    k = 5
    merge = large.merges[k - 1]
    part = f"sum-{k}-{large.ids[merge.left]}-{large.ids[merge.right]}"
    assert record_parts.has(large, part)
    assert training_kind(large).detail(part, T).endswith(f" = {merge.count:,}")
    for wrong in ("sum-1-2", "sum-1-2-99999999", "sum-9999-1-1", "sum--1-1-1", "sum-1-1-1-1", "x"):
        assert not record_parts.has(large, wrong)
    for j in (0, 3, 50):
        for pair, count in list(large.pairs(j).items())[:200]:
            assert large.count(pair, j) == count
    assert large.count(("a", "☃"), 3) == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_record_block_of_a_large_run_is_small(large, lang):
    data = records.serialized(large, "large", lang, "1")
    assert len(data) < 100_000
    assert len(large.words) > MANY_WORDS
    assert training_kind(large).block(0, translation(lang))["sums"] == {}


def test_python_source_code_can_be_a_corpus():
    paths = job_of(defaults(PYTHON)).corpus.paths
    assert len(paths) > 100
    assert paths == tuple(sorted(paths))
    assert all(path.endswith(".py") for path in paths)


def test_text_too_long_for_a_link_is_stored_on_the_server(open_app):
    app = open_app()
    app.set(corpus=OWN_TEXT)
    text = prose(5_000, 3_000)
    app.set(own=text)
    query = app.address["query"]
    assert "corpus=own" in query
    assert "file=" in query
    key = app.at.session_state.session.settings.key
    work = queue.TRAININGS.find(key)
    if work:
        finish(work)
    app.run()
    run = runs.RUNS.find(key)
    assert run.corpus.counts == bpe.Corpus.from_texts(text.split("\n")).counts
    assert app.stage["run"] == key


@pytest.fixture
def idle(monkeypatch) -> Trainings:
    """Trainings that start only when a test starts them."""
    monkeypatch.setattr(Training, "start", lambda self, slots: None)
    return queue.TRAININGS


def end(work: Training, stopped: str) -> bpe.Run:
    """End a training as a worker would."""
    work.run = bpe.train(bpe.Corpus.from_counts({"hug": 5}), 4)
    work.run = replace(work.run, stopped=stopped)
    work.phase = "end"
    return work.run


def begun(work: Training) -> Training:
    """A training that a worker has started."""
    work.process = SimpleNamespace(stdin=None)
    return work


def stop_buttons(app) -> list:
    return [each for each in app.at.button if "Stop" in each.label]


def test_only_waiting_user_can_stop_and_keep_merges(open_app, idle):
    settings = settings_of(prose(300, 90, seed=11))
    app = open_app(**dict(parse_qsl(query_of(settings))))
    work = begun(idle.get_or_start(settings.key, partial(job_of, settings)))
    stop_buttons(app)[0].click()
    app.run()
    assert work.stopping
    run = end(work, "user")
    app.run()
    app.run()
    assert app.at.session_state["session"].settings.bpe.vocab == len(run.vocab)
    kept = runs.RUNS.find(app.stage["run"])
    assert (kept.merges, kept.vocab_size, kept.stopped) == (
        run.merges,
        len(run.vocab),
        "vocabulary",
    )


def test_queued_training_can_be_canceled(open_app, idle):
    settings = settings_of(prose(300, 90, seed=15))
    app = open_app(**dict(parse_qsl(query_of(settings))))
    stop_buttons(app)[0].click()
    for _ in range(3):
        app.run()
    assert any("stopped before its first step" in each for each in app.warnings)
    assert app.at.session_state["session"].settings.corpus.name == DEFAULT_CORPUS
    assert not stop_buttons(app)


@pytest.mark.parametrize("page", ["training/page.py", "encoding/page.py", "unigram/page.py"])
def test_rejected_training_is_not_restarted(open_app, idle, page):
    settings = settings_of(prose(300, 90, seed=16))
    app = open_app(**dict(parse_qsl(query_of(settings))))
    app.go_to(page)
    pieces = page == "unigram/page.py"
    key = settings.unigram_key if pieces else settings.key
    work = idle.get_or_start(key, partial(unigram_job_of if pieces else job_of, settings))
    work.refusal, work.phase = bpe.InputError("Upload it again, said the worker."), "end"
    for _ in range(3):
        app.run()
    assert app.at.session_state["session"].settings.corpus.name == DEFAULT_CORPUS
    assert app.stage["run"]
    assert "Upload it again, said the worker." in app.warnings
    assert idle.find(key) is None


def test_shared_training_cannot_be_stopped(open_app, idle):
    settings = settings_of(prose(300, 90, seed=12))
    one = open_app(**dict(parse_qsl(query_of(settings))))
    assert stop_buttons(one)
    other = open_app(**dict(parse_qsl(query_of(settings))))
    one.run()
    for app in (one, other):
        assert not stop_buttons(app)
        assert any("Other people are waiting" in each.value for each in app.at.caption)
    run = end(idle.get_or_start(settings.key, partial(job_of, settings)), "vocabulary")
    for app in (one, other):
        app.run()
        app.run()
        assert runs.RUNS.find(app.stage["run"]) is run


def test_new_visitor_of_a_stopped_training_gets_a_complete_one(open_app, idle):
    settings = settings_of(prose(300, 90, seed=13))
    app = open_app(**dict(parse_qsl(query_of(settings))))
    first = begun(idle.get_or_start(settings.key, partial(job_of, settings)))
    stop_buttons(app)[0].click()
    app.run()
    end(first, "user")
    visitor = open_app(**dict(parse_qsl(query_of(settings))))
    visitor.run()
    again = idle.get_or_start(settings.key, partial(job_of, settings))
    assert again is not first
    run = end(again, "vocabulary")
    visitor.run()
    visitor.run()
    assert visitor.at.session_state["session"].settings == settings
    assert runs.RUNS.find(visitor.stage["run"]) is run


def test_failed_training_of_one_tie_rule_is_reported(open_app, idle):
    settings = settings_of(prose(300, 90, seed=14))
    runs.keep(settings.key, bpe.train(bpe.Corpus.from_counts({"hug": 5}), 4, "lowest"))
    app = open_app(**dict(parse_qsl(query_of(settings))))
    app.at.session_state["rules"] = True
    app.run()
    other = settings.replace(ties="first")
    work = idle.get_or_start(other.key, partial(job_of, other))
    work.refusal = bpe.InputError("Training on this text needs more memory. Use a part of it.")
    work.phase = "end"
    app.run()
    assert any("more memory" in each for each in app.warnings)
    assert app.at.session_state["session"].settings == settings

"""Fixtures and helpers for tests of the app without a browser."""

import gzip
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from urllib.parse import parse_qsl

import hypothesis
import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.scriptrunner import script_cache
from streamlit.testing.v1 import AppTest, app_test, local_script_runner

import bpe
from pages.classroom.hub import Hub
from pages.hosting import errors, options, streamlit_patches
from pages.runs import records, runs
from pages.stage.tokens import visible
from pages.state.corpus import OWN_COUNTS, OWN_TEXT
from pages.training.corpus_words import WORDS
from tests.support import cases
from tests.support.errors import ERRORS, mistakes
from tests.support.expected import new_token_indices, recount, replay
from tests.support.live_class import Lecturer, serving_classes

hypothesis.settings.register_profile("app", cases.of_values)
hypothesis.settings.load_profile("app")
options.install()  # AppTest runs the pages without app.py
streamlit_patches.install()
errors.install()
FRAME = Path(__file__).parents[2] / "pages" / "frame.py"


class App:
    """One session of the app: its controls by name, and the data of its components."""

    def __init__(self, **query: str) -> None:
        self.at = AppTest.from_file(str(FRAME), default_timeout=60)
        self.at.query_params.update(query)
        self.at.session_state["more"] = True  # the expander of the sidebar
        self.run()

    def run(self) -> None:
        self.at.run()
        self.check()

    def check(self) -> None:
        """Fail if the page shows the error sentence or an error was logged."""
        assert not mistakes(self.at)

    def widget(self, name: str):
        key = re.compile(rf"choose_{name}_en(_\d+)?")
        for kind in ("selectbox", "number_input", "text_input", "text_area", "button_group"):
            for widget in self.at.get(kind):
                if widget.key and key.fullmatch(widget.key):
                    return widget
        raise LookupError(name)

    def set(self, **values: object) -> None:
        """Set controls by name, one after the other."""
        for name, value in values.items():
            self.widget(name).set_value(value).run()
            self.check()

    def go_to(self, page: str) -> None:
        self.at.switch_page(page).run()
        self.check()

    def component(self, name: str) -> dict:
        """The data of one of our components."""
        (found,) = (
            each.proto
            for each in self.at.get("bidi_component")
            if name in each.proto.component_name
        )
        return json.loads(found.json)

    @property
    def stage(self) -> dict:
        return self.component("stage")

    @property
    def address(self) -> dict:
        """The data of the component that writes the URL, without the name of the session."""
        return {k: v for k, v in self.component("address").items() if k != "session"}

    def query(self) -> dict[str, str]:
        """The query of the URL without what the browser adds: the step, and what is shown."""
        return dict(parse_qsl(self.address["query"], keep_blank_values=True))

    @property
    def errors(self) -> list[str]:
        return [each.value for each in self.at.error]

    @property
    def warnings(self) -> list[str]:
        return [each.value for each in self.at.warning]

    def corpus(self) -> bpe.Corpus:
        """The corpus that the controls describe, built from their values."""
        name = self.widget("corpus").value
        split, norm = self.widget("split").value, self.widget("norm").value
        if name == OWN_TEXT:
            lines = self.widget("own").value.replace("\r\n", "\n").split("\n")
            return bpe.Corpus.from_texts(lines, split, norm)
        if name == OWN_COUNTS:
            counts: dict[str, int] = {}
            for line in self.widget("own").value.splitlines():
                *word, count = line.split()
                counts[" ".join(word)] = counts.get(" ".join(word), 0) + int(count)
            return bpe.Corpus.from_counts(counts, split, norm)
        sample = bpe.SAMPLES[name]
        if sample.counts:
            return bpe.Corpus.from_counts(dict(sample.counts), split, norm)
        return bpe.Corpus.from_texts(sample.texts, split, norm)

    def arguments(self) -> dict:
        """The arguments of training according to the controls."""
        return {
            "vocab_size": self.widget("vocab").value,
            "ties": self.widget("ties").value,
            "special_tokens": tuple(self.widget("special").value.split()),
            "min_count": self.widget("min_count").value,
            "alphabet": self.widget("alphabet").value,
        }


class Shown:
    """The records of a stage, each decoded when it is needed, like the stage does."""

    def __init__(self, stage: dict) -> None:
        self.key, self.lang = stage["run"], stage["lang"]
        self.run = runs.RUNS.find(self.key)
        assert self.run is not None, "the stage is told to show a run that is not there"
        self.head = self.part("head")
        self.last = self.head["last"]
        self.blocks: dict[int, dict] = {}

    def part(self, name: str) -> dict:
        return json.loads(gzip.decompress(records.serialized(self.run, self.key, self.lang, name)))

    def block(self, k: int) -> dict:
        """The block that contains a step."""
        size = self.head["size"]
        which = k // size
        if which not in self.blocks:
            block = self.blocks[which] = self.part(str(which))
            assert block["first"] == which * size
            assert len(block["steps"]) == min(size, self.last + 1 - block["first"])
        return self.blocks[which]

    def step(self, k: int) -> dict:
        """The record of a step."""
        block = self.block(k)
        return block["steps"][k - block["first"]]

    def write(self, ids: list[int]) -> tuple[str, ...]:
        """Tokens as displayed on the page."""
        return tuple(self.head["tokens"][token][0] for token in ids)

    def merge(self, k: int) -> tuple[str, ...] | None:
        """The equation of a step: left, right, new token."""
        record = self.step(k)
        return self.write(record["merge"]) if "merge" in record else None

    def table(self, k: int) -> list[tuple[tuple[str, ...], int]]:
        """The pairs that still occur with their counts, in table order."""
        rows = self.step(k)["rows"]
        return [(self.write(row[:2]), row[2]) for row in rows if row[2]]

    def marked(self, k: int, mark: str) -> list[tuple[tuple[str, ...], int]]:
        """The rows with a mark: "chosen" or "tied"."""
        return [(self.write(row[:2]), row[2]) for row in self.step(k)["rows"] if mark in row[5:]]

    def words(self, k: int) -> list[tuple[tuple[str, ...], list[int]]]:
        """The words of the corpus at a step: tokens, and the indices of new ones."""
        shown = []
        for versions in self.block(k)["words"]:
            since, ids, *fresh = max(v for v in versions if v[0] <= k)
            shown.append((self.write(ids), fresh[0] if fresh and since == k else []))
        return shown

    def vocabulary(self, k: int) -> int:
        """The vocabulary size shown next to the equation."""
        (text,) = (text for text, kind in self.step(k)["facts"] if kind == "vocab")
        return next(int(part.replace(",", "")) for part in text.split() if part[0].isdigit())


def replayed(run: bpe.Run):
    """For each step, the pair counts before its merge and the words after it, computed slowly."""
    before = next(replay(run))
    for words in replay(run):
        each = zip(before, words, strict=True)
        yield (
            recount(before),
            [(list(new), new_token_indices(old, new)) for (old, _), (new, _) in each],
        )
        before = words


seen = cache(visible)


def written(tokens) -> tuple[str, ...]:
    return tuple(map(seen, tokens))


def compare(app: App) -> Shown:
    """Compare the records of the stage, step by step, with new trainings."""
    shown, corpus, arguments = Shown(app.stage), app.corpus(), app.arguments()
    run = bpe.train(corpus, **arguments)
    assert run.merges == bpe.reference.train(corpus, **arguments)
    assert shown.last == len(run.merges)
    first_tokens = corpus.first_tokens(arguments["alphabet"])
    vocab = list(dict.fromkeys([*arguments["special_tokens"], *first_tokens]))
    for k, (pairs, words) in enumerate(replayed(run)):
        merge = run.merges[k - 1] if k else None
        if merge is None:
            assert shown.merge(0) is None
            assert not shown.marked(0, "chosen")
        else:
            assert shown.merge(k) == written((merge.left, merge.right, merge.token))
            assert shown.marked(k, "chosen") == [(written((merge.left, merge.right)), merge.count)]
            vocab += [merge.token] if merge.token not in vocab else []
        compare_table(shown, k, pairs, merge)
        first = words[:WORDS]
        assert shown.words(k) == [(written(tokens), fresh) for tokens, fresh in first]
        assert shown.vocabulary(k) == len(vocab)
    return shown


def compare_table(shown: Shown, k: int, pairs: dict, merge: bpe.Merge | None) -> None:
    """Check that the table has the correct counts in descending order."""
    rows = shown.table(k)
    counts = [count for _, count in rows]
    assert counts == sorted(pairs.values(), reverse=True)[: len(rows)]
    true = sorted((written(pair), count) for pair, count in pairs.items())
    if len(rows) == len(true):
        assert sorted(rows) == true
    else:
        assert len(rows) >= 10
        assert set(rows) <= set(true)
        assert "more" in shown.step(k)
    if merge:
        tied = shown.marked(k, "tied")
        assert all(count == merge.count for _, count in tied)
        assert len(tied) == min(merge.tied, len(rows)) - 1
        assert rows[0] == shown.marked(k, "chosen")[0]


@pytest.fixture(scope="session", autouse=True)
def one_scan() -> Iterator[None]:
    """Scan the installed packages for components once instead of for every app.

    AppTest does so whenever an app is opened; it takes most of the time.
    """
    found = manifest_scanner.scan_component_manifests()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", lambda: found)
        yield


@pytest.fixture(scope="session", autouse=True)
def one_compilation() -> Iterator[None]:
    """Compile each page once, as a server does; AppTest does so at every run of a script."""
    compiled = script_cache.ScriptCache()
    with pytest.MonkeyPatch.context() as patch:
        for module in (app_test, local_script_runner):
            patch.setattr(module, "ScriptCache", lambda: compiled)
        yield


@pytest.fixture(scope="session", autouse=True)
def no_polling() -> Iterator[None]:
    """Wait for the thread of a script; AppTest asks every millisecond, which slows the script."""
    give_up = local_script_runner.require_widgets_deltas

    def wait(runner: local_script_runner.LocalScriptRunner, timeout: float = 3) -> None:
        runner._script_thread.join(timeout)
        if not runner.script_stopped():
            give_up(runner, 0)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local_script_runner, "require_widgets_deltas", wait)
        yield


@pytest.fixture(autouse=True)
def clean_log() -> Iterator[None]:
    """Fail a test if an error is logged, unless it uses the fixture `provoked`."""
    with ERRORS.listening():
        yield
        assert not ERRORS.unexpected()


@pytest.fixture
def provoked(clean_log) -> None:
    """Allow unexpected errors in a test that provokes them."""
    ERRORS.expected = True


@pytest.fixture(scope="session")
def open_app() -> Callable[..., App]:
    """Open the app. The arguments are the URL parameters."""
    return App


@pytest.fixture
def shown() -> type[Shown]:
    return Shown


@pytest.fixture
def check_stage() -> Callable[[App], Shown]:
    """Compare the data of a stage with trainings by the engine and the reference."""
    return compare


@pytest.fixture(scope="module")
def front() -> Iterator[tuple[str, Hub]]:
    """A server of classes behind a proxy that reports addresses, and its hub."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MERGE_BY_MERGE_PROXIES", "127.0.0.1")
        with serving_classes() as found:
            yield found


@pytest.fixture(scope="module")
def lecturer(front) -> Lecturer:
    """A lecturer at step 2 of the training page."""
    lecturer = Lecturer(front[0], "10.0.0.1")
    lecturer.go("", "corpus=hug", 2)
    return lecturer

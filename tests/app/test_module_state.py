"""What modules keep: each thing is in a list with its reason, and no import has an effect.

State belongs to what owns it: a mounted stage, an element, a session, the server that `app.py`
makes. What is left is what a page of the browser, or a process, has exactly one of.
"""

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VARIABLE = re.compile(r"^(?:export )?(?:let|var) (.+?)(?: =|;)", re.MULTILINE)
OBJECT = re.compile(r"^(?:export )?const (\w+) = new (\w+)", re.MULTILINE)
LITERAL = re.compile(r"^(?:export )?const (\w+) = [{\[]", re.MULTILINE)
CHANGE = r"\b{0}(?:\.\w+|\[[^\]]+\]) (?:[-+*/|?&]+)?=(?!=) |\b{0}\.(?:push|splice|shift|pop)\("
STATELESS = {"EventTarget", "MutationObserver", "CSSStyleSheet", "BroadcastChannel"}
BY_KEY = {"WeakMap", "WeakSet"}  # what they keep goes with the element, the event, that it is about

IN_THE_BROWSER = {  # reason -> what is kept
    "the page that the server has drawn, and the place that it opens": (
        *("address.drawn", "address.place", "address.asked"),
        *("address.writing", "address.waiting"),  # browsers limit how often the only URL may change
    ),
    "the page has one step, one open stage, and one link that it was loaded with": (
        *("steps.link", "steps.stages", "steps.opened", "steps.words"),
        *("steps.listeners", "early_presses.presses", "early_presses.served"),
    ),
    "who wants to know of a change": (
        *("present.listeners", "guide_progress.listeners", "lesson_draft.listeners"),
        "remote.takers",
    ),
    "the first visit has one screen": ("beginning.shown",),
    "the reader has one pointer and one keyboard": (
        *("keys.lastUsedPointer", "pointing.position", "left_field.leftAt"),
        *("typed_choice.before", "typed_choice.held"),
    ),
    "the page is presented at one zoom, with the words of one language": (
        *("present.zooms", "present.labels", "present.lines"),
        *("streamlit_strings.dictionary", "long_text.sentence"),
    ),
    "a tab leads one class": (
        *("class_lead.led", "class_status.classTexts"),
        "class_button.loadClass",  # `frame.js` says where its code is; the settings may not know
    ),
    "the page has one panel of the course": (
        *("guide.panel", "guide.answers", "guide_data.loaded"),
    ),
    "a tab presents one lesson": ("lesson_presenter.lesson", "lesson_presenter.notes"),
    "what the early stage has, until the server's stage takes it": (
        *("mounted_stage.received", "early.messages"),
    ),
    "lasts longer than a stage: until the reader leaves the page": (
        *("questions.inARow", "code.isOpen", "practice.hasKept"),
    ),
    "the only way to what the browser has stored": ("storage.ofTab", "storage.ofBrowser"),
    "never changes": ("app_root.ROOT", "embedded.values"),
}
ON_THE_SERVER = {
    "a cache of what a key decides, next to its limit": (
        *("pages.charts.pictures.PICTURES", "pages.classroom.frames.PREPARED"),
        "pages.classroom.frames.PANELS",
        *("pages.course.route.COURSES", "pages.encoding.contents.LINES"),
        *("pages.encoding.contents.TOKENIZERS", "pages.inspector.subject.ANSWERS"),
        "pages.inspector.downloads.FILES",
        "pages.runs.records.RECORDS",
        *("pages.runs.runs.RUNS", "pages.side_by_side.compute.RESULTS"),
        "pages.side_by_side.measuring_kept.KEPT",
        *("pages.training.stage_data.WATCHED", "pages.training.trainer_check.REPLIES"),
        "pages.unigram.comparing.comparison_section.COMPARISONS",
        "pages.unigram.comparing.comparison_section.TEXTS",
    ),
    "the turns of all readers for the same processors, next to their limit": (
        *("pages.course.route.TURNS", "pages.course.route.WORKSHEETS"),
        "pages.course.learning_platform.route.TURNS",
        *("pages.hosting.invite.DRAWING", "pages.hosting.script_turns.TURNS"),
        *("pages.jobs.queue.TRAININGS", "pages.report.route.REPORTS"),
        "pages.inspector.downloads.TURNS",
        "pages.settings.uploads.READING",
        *("pages.runs.by_hand.TURNS", "pages.runs.early_stage.TURNS", "pages.runs.records.TURNS"),
        "pages.hosting.loop_shares.SHARES",  # of the only event loop
    ),
    "a process that starts at the first question, and ends when nobody asks": (
        *("pages.charts.renderer.RENDERER", "pages.jobs.tokenizer_file.PROCESS"),
        *("pages.report.report_blocks.PROCESS", "pages.training.trainer_check.PROCESS"),
        "pages.side_by_side.measuring.PROCESS",
    ),
    "the connections and visits of this process, which Streamlit's own objects ask for": (
        *("pages.hosting.connections.OPEN", "pages.hosting.other_devices.VISITS"),
        "pages.resources.client.WORKS_FOR",  # who a thread works for
        "pages.resources.turns.TURNS_OF_WORK",  # and in which turns
    ),
    "filled once while modules are imported, then only read": (
        *("pages.hosting.files.WRITTEN", "pages.runs.kinds.KINDS", "pages.runs.pages.BY_PATH"),
        *("pages.state.settings.FIELDS", "pages.state.settings.PARAMETERS"),
        *("pages.hosting.streamlit_patches.improvements.ALL",),
    ),
    "what `app.py` and the lifespan install: once in a process": (
        *("pages.hosting.errors.install()", "pages.hosting.options.install()"),
        *("pages.hosting.streamlit_patches.install()",),
        "pages.hosting.streamlit_patches.improvements.OFF",
        *("pages.hosting.stop_signals._at_exit", "pages.hosting.stop_signals._on_signal"),
    ),
    "a message that is logged once": (
        *("pages.hosting.origins.explain()", "pages.resources.client.ADVISED"),
    ),
    "the folder of what readers provide: made at the first file, deleted when the server ends": (
        *("pages.storage.file_store.folder()", "pages.storage.file_store.ledger()"),
        "pages.storage.file_store.LOCK",
    ),
    "one connection to Redis, made at the first text": (
        "pages.storage.shared_texts.shared_texts()",
    ),
    "never changes": (
        *(f"pages.course.parts.{each}" for each in ("MERGE", "NUMBER", "PICK", "REMOVE")),
        *(f"pages.course.parts.{each}" for each in ("SHARE", "STEP", "TEXT", "TOKENS")),
        *("pages.classroom.listeners.PING", "pages.figures.engine.engine()"),
        *("pages.report.downloads.BUSY", "pages.report.route.BUSY"),
        "pages.course.learning_platform.route.BUSY",
        "pages.translations.language.translation()",
    ),
}


def kept_by(script: str) -> set[str]:
    """What a module of the browser keeps: variables, objects, and literals that code changes."""
    objects = {name for name, kind in OBJECT.findall(script) if kind not in STATELESS | BY_KEY}
    changed = {each for each in LITERAL.findall(script) if re.search(CHANGE.format(each), script)}
    return objects | changed | set(VARIABLE.findall(script))


def listed(reasons: dict[str, tuple[str, ...]]) -> list[str]:
    return sorted(name for names in reasons.values() for name in names)


def imports(folder: Path, *packages: str) -> dict[str, list[str]]:
    """What importing every module of packages does, and what the modules keep."""
    script = str(ROOT / "tests" / "support" / "module_state.py")
    command = [sys.executable, "-B", script, *packages]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, check=True, timeout=60)
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


@cache
def ours() -> dict[str, list[str]]:
    return imports(ROOT, "bpe", "pages")


def test_browser_keeps_only_what_is_listed():
    paths = sorted((ROOT / "pages").glob("**/stage/**/*.js"))
    kept = [f"{path.stem}.{name}" for path in paths for name in kept_by(path.read_text())]
    assert sorted(kept) == listed(IN_THE_BROWSER)


def test_server_keeps_only_what_is_listed():
    assert sorted(ours()["singletons"]) == listed(ON_THE_SERVER)


def test_no_import_starts_or_opens_anything():
    assert ours()["effects"] == []


@pytest.mark.parametrize(
    ("script", "kept"),
    [
        ("let step = 0;", {"step"}),
        ("export let step = 0;\n  let inside = 1;", {"step"}),
        ("const state = { step: 0 };\nstate.step += 1;", {"state"}),
        ("let [step, last] = [0, 1];", {"[step, last]"}),
        ("const keys = [];\nkeys.push(1);", {"keys"}),
        ('const byName = {};\nbyName["a"] = 1;', {"byName"}),
        ("const stages = new Map();", {"stages"}),
        ("const stages = new WeakMap();\nconst LABELS = { a: 1 };\nif (LABELS.a == 1) f();", set()),
    ],
)
def test_state_of_a_script_is_found(script, kept):
    assert kept_by(script) == kept


MODULES = {  # module -> what it does when it is imported, and what it keeps
    "import threading\nthreading.Thread(target=bool).start()": ("thread", ""),
    "import socket\nsocket.socket().close()": ("socket.", ""),
    "import signal\nsignal.signal(signal.SIGTERM, lambda *args: None)": ("signals", ""),
    "open('written', 'w').close()": ("open", ""),
    "import os\nos.mkdir('made')": ("os.mkdir", ""),
    "import subprocess, sys\nsubprocess.run([sys.executable, '-c', ''])": ("subprocess.", ""),
    "import atexit\natexit.register(print)": ("atexit", ""),
    "open(__file__).close()\nLIMITS = {'a': 1}\nLIMITS |= {'b': 2}": ("", ""),
    "import threading\nLOCK = threading.Lock()": ("", "LOCK"),
    "SEEN = []\ndef see(name):\n    SEEN.append(name)": ("", "SEEN"),
    "SEEN = {}\ndef see(name):\n    SEEN[name] = 1": ("", "SEEN"),
    "import package.module_12 as other\ndef f():\n    other.NOTED.clear()": ("", ""),
    "NOTED = set()": ("", "NOTED"),
    "class Known: ...\nFIRST, SECOND = 1, Known()": ("", "SECOND"),
    "from functools import cache\n@cache\ndef begin() -> None: ...": ("", "begin()"),
    "from functools import cache\n@cache\ndef double(n: int) -> int: ...": ("", ""),
}


def test_what_a_module_does_and_keeps_is_found(tmp_path):
    (tmp_path / "package").mkdir()
    for i, script in enumerate(MODULES):
        (tmp_path / "package" / f"module_{i:02}.py").write_text(script)
    found = imports(tmp_path, "package")
    for i, (script, (effect, name)) in enumerate(MODULES.items()):
        module = f"package.module_{i:02}"
        seen = [each for each in found["effects"] if each.startswith(f"{module}: ")]
        assert bool(seen) == bool(effect), script
        assert not effect or any(each.startswith(f"{module}: {effect}") for each in seen)
        kept = [each for each in found["singletons"] if each.startswith(f"{module}.")]
        assert kept == ([f"{module}.{name}"] if name else []), script

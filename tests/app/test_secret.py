"""Nobody can find out whether a guessed text is on the server, and replicas can agree on names."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from subprocess import PIPE

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from pages.classroom import codes
from pages.runs import early_stage, runs, stage_data
from pages.state.defaults import defaults
from pages.state.url import query_of
from pages.storage import secret
from pages.storage.file_store import name_of

ROOT = Path(__file__).parents[2]
OTHERS = """
import json
from tests.app.test_secret import names
print(json.dumps([names("shared"), names(""), names("other")]))
"""


def names(configured: str) -> list[str]:
    """A subject, the keys of two runs and the name of a file in a process with this secret."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(secret.SECRET, configured)
        patch.setattr(secret, "secret", cache(secret.secret.__wrapped__))
        hug = defaults("hug").replace(vocab=12)
        return [stage_data.training_subject(hug), hug.key, hug.unigram_key, name_of(b"private")]


def test_processes_have_their_own_keys_unless_they_share_a_secret():
    """The subject is the same everywhere: who moves to another replica keeps the step."""
    done = subprocess.run([sys.executable, "-c", OTHERS], cwd=ROOT, stdout=PIPE, check=True)
    shared, *others = json.loads(done.stdout)
    assert shared == names("shared")
    each_process = [names(""), *others, shared]
    subjects, *keys = zip(*each_process, strict=True)
    assert len(set(subjects)) == 1
    assert all(len(set(each)) == 4 for each in keys)


def test_early_stage_confirms_no_guessed_text():
    client = TestClient(Starlette(routes=[early_stage.route("")]))
    sample, own = defaults("hug"), defaults("hug").replace(corpus="text", own="a private text")
    for settings in (sample, own):
        runs.run_of(settings)
    assert client.get(f"/early?{query_of(sample)}").status_code == 200
    assert client.get(f"/early?{query_of(own)}").status_code == 204


CODE = "from pages.classroom.codes import code_of; print(code_of('a key'))"


def test_code_without_a_secret_depends_on_the_installation(monkeypatch):
    """Two processes of a machine agree, so a class survives a restart. Other servers differ."""
    monkeypatch.delenv(secret.SECRET, raising=False)
    ours = codes.code_of("a key")
    done = subprocess.run([sys.executable, "-c", CODE], cwd=ROOT, stdout=PIPE, check=True)
    assert done.stdout.decode().strip() == ours
    for machine in ("another machine", ""):
        monkeypatch.setattr(secret, "read", lambda path, machine=machine: machine)
        monkeypatch.setattr(codes, "installation", secret.installation.__wrapped__)
        assert str(ROOT).encode() in codes.installation()
        assert codes.code_of("a key") != ours or not machine

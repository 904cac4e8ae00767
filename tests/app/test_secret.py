"""Nobody can find out whether a guessed text is on the server, and replicas can agree on names."""

import os
import subprocess
import sys

from starlette.applications import Starlette
from starlette.testclient import TestClient

from pages.corpora.file_store import name_of
from pages.serving import early_stage, runs, stage_data
from pages.state.defaults import defaults
from pages.state.url import query_of

NAMES = """
from pages.corpora.file_store import name_of
from pages.serving.stage_data import training_subject
from pages.state.defaults import defaults
hug = defaults("hug")
print(training_subject(hug), hug.key, hug.unigram_key, name_of(b"a private text"))
"""


def names(secret: str) -> list[str]:
    """A subject, the keys of two runs and the name of a file in a new process."""
    environment = {**os.environ, "MERGE_BY_MERGE_SECRET": secret}
    command = [sys.executable, "-c", NAMES]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_processes_have_their_own_keys_unless_they_share_a_secret():
    """The subject is the same everywhere: who moves to another replica keeps the step."""
    hug = defaults("hug")
    one = [stage_data.training_subject(hug), hug.key, hug.unigram_key, name_of(b"a private text")]
    shared, other = names("shared"), names("")
    assert shared == names("shared")
    of_each = zip(one[1:], other[1:], names("other")[1:], shared[1:], strict=True)
    assert all(len(set(each)) == 4 for each in of_each)
    assert one[0] == other[0]


def test_early_stage_confirms_no_guessed_text():
    client = TestClient(Starlette(routes=[early_stage.route("")]))
    sample, own = defaults("hug"), defaults("hug").replace(corpus="text", own="a private text")
    for settings in (sample, own):
        runs.run_of(settings)
    assert client.get(f"/early?{query_of(sample)}").status_code == 200
    assert client.get(f"/early?{query_of(own)}").status_code == 204

"""Nobody can find out whether a guessed text is on the server, and replicas can agree on names."""

import os
import subprocess
import sys

from starlette.applications import Starlette
from starlette.testclient import TestClient

from pages.serving import early_stage, runs, stage_data
from pages.state.defaults import defaults
from pages.state.url import query_of

NAMES = """
from pages.serving.stage_data import training_subject
from pages.state.defaults import defaults
hug = defaults("hug")
print(hug.key, hug.unigram_key, training_subject(hug))
"""


def names(secret: str) -> list[str]:
    """The keys of two runs and a subject in a new process."""
    environment = {**os.environ, "MERGE_BY_MERGE_SECRET": secret}
    command = [sys.executable, "-c", NAMES]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_processes_have_their_own_keys_unless_they_share_a_secret():
    first, second = names(""), names("")
    assert first[0] != second[0]
    assert first[1] != second[1]
    assert names("shared") == names("shared")
    assert names("shared")[0] != names("other")[0]


def test_a_reader_who_moves_to_another_replica_keeps_the_step():
    assert names("")[2] == names("")[2] == stage_data.training_subject(defaults("hug"))


def test_early_stage_confirms_no_guessed_text():
    client = TestClient(Starlette(routes=[early_stage.route("")]))
    sample, own = defaults("hug"), defaults("hug").replace(corpus="text", own="a private text")
    for settings in (sample, own):
        runs.run_of(settings)
    assert client.get(f"/early?{query_of(sample)}").status_code == 200
    assert client.get(f"/early?{query_of(own)}").status_code == 204

"""The commands that measure a class run without errors, on one server and on two.

Needs haproxy, so `tests/run quick` leaves it out. It checks no times.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def command(module: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", f"tests.benchmarks.{module}", "--quick", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stdout + done.stderr
    return done.stdout


def test_server_follows_every_press_of_a_class():
    rows = [line.split("|") for line in command("classroom").splitlines() if "MB" in line]
    names = [row[1].strip() for row in rows]
    assert names == ["Merge by Merge", "Merge by Merge with uvicorn", "one button"]
    assert [row[5:7] for row in rows] == [[" 20 ", " 0 "]] * 3


def test_no_session_fails_as_sessions_come_and_go():
    assert "0 of 80 sessions failed" in command("classroom", "--soak", "40")


def test_sessions_and_uploads_survive_loss_of_a_replica():
    said = command("replicas")
    assert "30 students, 10 with an uploaded text" in said
    assert re.search("killed: its 1[0-9] students are back on replica [ab]", said)
    assert "and text" in said

"""The files under .deploy: the lock, and the examples for systemd and HAProxy."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".deploy"
LOCK = FOLDER / "requirements.lock"
INSTALLED = "/opt/merge-by-merge/.venv/bin/streamlit"  # in the unit
SEARCHED = f"{os.environ['PATH']}:/usr/sbin"  # where Debian has haproxy


def requirements(text: str) -> Iterator[str]:
    """The requirements in a file, with their options, each as one line."""
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line


def locked() -> dict[str, list[tuple[Requirement, Version, list[str]]]]:
    """By package, each pinned version with its hashes. Markers may select one of several."""
    pins: dict[str, list[tuple[Requirement, Version, list[str]]]] = {}
    for line in requirements(LOCK.read_text()):
        pinned, *options = re.split(r"\s+--hash=", line)
        requirement = Requirement(pinned)
        (version,) = re.findall(r"^==(\S+)$", str(requirement.specifier))
        name = canonicalize_name(requirement.name)
        pins.setdefault(name, []).append((requirement, Version(version), options))
    return pins


def test_lock_satisfies_every_direct_requirement():
    pins = locked()
    for line in requirements((ROOT / "requirements.txt").read_text()):
        wanted = Requirement(line)
        versions = pins.get(canonicalize_name(wanted.name), [])
        assert versions, f"{wanted.name} is not in the lock: make it again"
        for _, version, _ in versions:
            assert wanted.specifier.contains(version, prereleases=True), (line, str(version))


def test_lock_has_hashes_and_names_no_host():
    pins = locked()
    assert len(pins) > 30
    for versions in pins.values():
        for requirement, _, hashes in versions:
            assert hashes, str(requirement)
            assert all(re.fullmatch("sha256:[0-9a-f]{64}", each.strip()) for each in hashes)
    text = LOCK.read_text()
    assert not re.search(r"://|^-|index-url|find-links|file:", text, re.MULTILINE)


def has(program: str) -> bool:
    return bool(shutil.which(program, path=SEARCHED))


def run(*command: str) -> None:
    """Run a command, which may not complain."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stdout + done.stderr
    assert not re.search("warning|error", done.stdout + done.stderr, re.IGNORECASE)


@pytest.mark.skipif(not has("haproxy"), reason="needs haproxy")
def test_haproxy_accepts_its_configuration():
    program = shutil.which("haproxy", path=SEARCHED)
    assert program
    run(program, "-c", "-q", "-f", str(FOLDER / "haproxy.cfg"))


@pytest.mark.skipif(not has("systemd-analyze"), reason="needs systemd-analyze")
def test_systemd_accepts_its_unit(tmp_path):
    unit = (FOLDER / "merge-by-merge@.service").read_text()
    assert unit.count(INSTALLED) == 1
    (tmp_path / "merge-by-merge@.service").write_text(unit.replace(INSTALLED, "/bin/true"))
    run("systemd-analyze", "verify", f"{tmp_path}/merge-by-merge@8501.service")


def test_every_variable_of_haproxy_is_documented():
    said = (FOLDER / "README.md").read_text()
    names = re.findall("presetenv (\\S+)", (FOLDER / "haproxy.cfg").read_text())
    assert len(names) > 5
    assert not [name for name in names if name not in said]

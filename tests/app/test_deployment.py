"""The files under .deploy: the lock, and the examples for systemd and HAProxy."""

import re
from collections.abc import Iterator
from configparser import ConfigParser
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".deploy"
LOCK = FOLDER / "requirements.lock"
INSTALLED = "/opt/merge-by-merge/.venv/bin/streamlit"  # in the unit


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


def test_unit_has_limits_and_starts_the_app():
    """`systemd-analyze verify` checks the rest; not every machine has it."""
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(FOLDER / "merge-by-merge@.service")
    service = unit["Service"]
    assert INSTALLED in service["ExecStart"]
    assert {"MemoryMax", "LimitNOFILE", "Restart"} <= set(service)


def test_every_environment_variable_is_documented():
    said = (FOLDER / "README.md").read_text()
    names = re.findall("presetenv (\\S+)", (FOLDER / "haproxy.cfg").read_text())
    for path in (ROOT / "pages").rglob("*.py"):
        names += re.findall('"(MERGE_BY_MERGE_[A-Z_]+)"', path.read_text())
    assert len(names) > 10
    assert not [name for name in names if name not in said]

"""The files that start the app elsewhere: a container, a Space, Codespaces and Binder.

No container engine is needed: a linter reads the Dockerfile, and the app starts from the folder
that it copies.
"""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.servers import serving

ROOT = Path(__file__).parents[2]
SPACE = ROOT / ".deploy" / "space.py"


def instructions(dockerfile: str) -> list[tuple[str, str]]:
    """The instructions of a Dockerfile with their arguments, without comments."""
    text = re.sub(r"^#.*\n", "", dockerfile, flags=re.MULTILINE).replace("\\\n", " ")
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line]
    return [(name, what) for name, what in lines]


def write_space(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, SPACE, folder], capture_output=True, text=True)


@pytest.fixture(scope="module")
def space(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("space") / "new"
    done = write_space(folder)
    assert done.returncode == 0, done.stderr
    return folder


def test_linter_accepts_the_dockerfiles(space):
    for dockerfile in (ROOT / ".deploy" / "Dockerfile", space / "Dockerfile"):
        hadolint = Path(sys.executable).with_name("hadolint")
        done = subprocess.run([hadolint, dockerfile], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout


def test_dockerfile_copies_what_exists_and_ends_as_a_user(space):
    for folder, place in ((ROOT, ".deploy"), (space, "")):
        dockerfile = folder / place / "Dockerfile"
        found = instructions(dockerfile.read_text())
        sources = [what.split()[0] for name, what in found if name == "COPY"]
        assert {"app.py", "bpe", "pages", ".streamlit"} < set(sources)
        assert all((folder / source).exists() for source in sources)
        names = [name for name, _ in found]
        assert names.index("USER") < names.index("CMD")
        assert "--require-hashes" in dockerfile.read_text()
        assert "HEALTHCHECK" in names


def test_space_has_its_front_matter_and_may_be_framed_by_its_page(space):
    _, front, _ = (space / "README.md").read_text().split("---\n")
    said = dict(line.split(": ") for line in front.splitlines())
    commands = dict(instructions((space / "Dockerfile").read_text()))
    assert said["sdk"] == "docker"
    assert said["app_port"] == commands["EXPOSE"]
    assert said["app_port"] in json.loads(commands["CMD"])
    assert commands["USER"] == "1000"  # who runs a Space
    assert "MERGE_BY_MERGE_FRAME_ANCESTORS=https://huggingface.co" in commands["ENV"]


def test_app_starts_from_the_folder_of_a_space(space, tmp_path):
    with serving(tmp_path / "log", space) as server:
        assert server.get("/_stcore/health")[0] == 200
        assert b"Streamlit" in server.get("/encode")[2]


def test_space_is_not_written_over_other_files(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    done = write_space(tmp_path)
    assert done.returncode != 0
    assert "not empty" in done.stderr
    assert [each.name for each in tmp_path.iterdir()] == ["mine.txt"]


def test_codespace_and_binder_start_the_app_with_files_that_exist():
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text())
    (lock,) = re.findall(r"-r (\S+)", container["postCreateCommand"])
    assert (ROOT / lock).exists()
    (port,) = container["forwardPorts"]
    assert shlex.split(container["postAttachCommand"])[-1] == str(port)
    for line in (ROOT / ".binder" / "requirements.txt").read_text().splitlines():
        if line.startswith("-r "):
            assert (ROOT / ".binder" / line[3:]).exists()
    start = (ROOT / ".binder" / "postBuild").read_text()
    assert (ROOT / re.findall(r"^cp (\S+)", start, re.MULTILINE)[0]).exists()

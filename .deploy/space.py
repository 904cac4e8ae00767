"""Write the folder of a Hugging Face Space: python .deploy/space.py FOLDER

The folder has everything that a Space with the Docker SDK needs: the app, a README with its
front matter, and the Dockerfile at the top. Commit it to the repository of your Space.
"""

import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPIED = ("app.py", "bpe", "pages", ".streamlit", ".deploy/requirements.lock")
README = """---
title: Merge by Merge
emoji: 🔠
colorFrom: indigo
colorTo: blue
sdk: docker
app_port: 8501
pinned: false
short_description: Watch a tokenizer being trained, merge by merge
---

An interactive page that shows how a tokenizer is trained: Byte-Pair Encoding merge by merge,
and Unigram with Viterbi.
"""
# The Space's own page shows the app in a frame.
HOME = "ENV HOME=/tmp"
FRAME = " \\\n    MERGE_BY_MERGE_FRAME_ANCESTORS=https://huggingface.co"


def write_space(folder: Path) -> None:
    """Write a Space into a new or empty folder. Raises FileExistsError if it has files."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty")
    for name in COPIED:
        source, target = ROOT / name, folder / name
        target.parent.mkdir(exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    dockerfile = (ROOT / ".deploy" / "Dockerfile").read_text()
    (folder / "Dockerfile").write_text(dockerfile.replace(HOME, HOME + FRAME))
    (folder / "README.md").write_text(README)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        write_space(Path(sys.argv[1]))
    except OSError as error:
        sys.exit(str(error))

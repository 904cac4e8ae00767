"""The benchmark commands run and check that the merges are the same. No test checks a time."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks import encoding, texts, training

ROOT = Path(__file__).parents[2]
TEXT = "".join(f"Line {i} is number {i * i}, naïve – and so on.\n" for i in range(2000))


def command(*arguments, module="training"):
    done = subprocess.run(
        [sys.executable, "-m", f"tests.benchmarks.{module}", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr
    return done.stdout


def test_benchmark_measures_a_file_and_draws_the_chart(tmp_path):
    file, picture = tmp_path / "text.txt", tmp_path / "curve.svg"
    file.write_text(TEXT)
    sizes = ("--size", "0.02", "--sizes", "0.02", "--vocab", "150")
    said = command(str(file), "--quick", *sizes, "--chart", str(picture))
    assert said.count(" merges are the same as those of tokenizers") == 1
    for row in ("| Merge by Merge |", "| rustbpe |", "| any step", "| any block", "| 0.02 MB |"):
        assert row in said
    assert "size of the text" in picture.read_text()


def test_default_text_has_the_requested_size(tmp_path):
    path = tmp_path / "text.txt"
    texts.write_standard_library(path, 100_000)
    assert path.stat().st_size == 100_000
    longer = tmp_path / "longer.txt"
    texts.write_standard_library(longer, 150_000)
    assert longer.read_bytes().startswith(path.read_bytes())


def test_lines_keep_line_ends_and_drop_a_partial_character(tmp_path):
    path = tmp_path / "text.txt"
    path.write_bytes("a\r\n\x0cb\né".encode())
    assert texts.lines(path, 7) == ["a\r\n", "\x0cb\n"]
    path.write_bytes(b"\xff" * 9)
    with pytest.raises(SystemExit, match="not a text"):
        texts.lines(path, 9)


def test_different_merges_abort_the_benchmark():
    with pytest.raises(SystemExit, match="differ from those of tokenizers"):
        training.verified({"digest": "a"}, {"digest": "b"})


def test_loading_is_measured_next_to_the_library(tmp_path):
    file = tmp_path / "tokenizer.json"
    file.write_text(
        '{"model": {"type": "BPE", "vocab": {"u": 0, "g": 1, "ug": 2}, "merges": ["u g"]}}'
    )
    said = command(str(file), "--quick", module="loading")
    assert "| tokenizer.json | 0.0 MB | 3 | Merge by Merge |" in said
    assert "| tokenizer.json | 0.0 MB | 3 | tokenizers |" in said


def test_encoding_is_measured_next_to_the_libraries(tmp_path):
    file = tmp_path / "text.txt"
    file.write_text(TEXT)
    for arguments in ((), (str(file),)):
        said = command(*arguments, "--quick", module="encoding")
        for row in (
            "| gpt2 | tokenizers |",
            "| o200k | Merge by Merge, `encode_ids` |",
            "tiktoken",
        ):
            assert row in said


def test_different_ids_abort_the_benchmark():
    with pytest.raises(SystemExit, match="tiktoken differ from those of tokenizers"):
        encoding.verified({"tokenizers": [1], "tiktoken": [2]})

"""The vocabularies, and the differences between two, that the inspector offers as CSV."""

import csv
import io
import json
from urllib.parse import unquote

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from tokenizers import Tokenizer, models

import bpe
from bpe import formats
from pages.inspector import downloads
from pages.jobs import tokenizer_file
from pages.jobs.named_tokenizers import NAMED, read
from pages.runs import runs
from pages.stage.tokens import visible
from pages.state.defaults import defaults
from pages.state.settings import Settings

CLIENT = TestClient(Starlette(routes=[downloads.route("")]))
HUG = defaults("hug")


def get(name: str, settings: Settings) -> tuple[str, list[list[str]]]:
    """The name of a file, and its rows."""
    answer = CLIENT.get("/" + downloads.address(name, settings))
    assert answer.status_code == 200
    _, _, title = answer.headers["content-disposition"].partition("attachment; filename*=UTF-8''")
    return unquote(title), list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def upload(file_name: str, tokens: list[str]) -> str:
    """Upload a tokenizer without merges, and return its name."""
    model = models.BPE({token: i for i, token in enumerate(tokens)}, [])
    return tokenizer_file.keep({file_name: Tokenizer(model).to_str().encode()})


def expected_rows(data: bytes) -> list[list[str]]:
    """The rows of a byte-level BPE tokenizer, by its library."""
    tokenizer = Tokenizer.from_str(data.decode())
    ranks: dict[str, int] = {}
    for rank, merge in enumerate(json.loads(data)["model"]["merges"], 1):
        pair = merge.split(" ") if isinstance(merge, str) else merge
        ranks.setdefault("".join(pair), rank)
    added = {
        id_: "special" if token.special else "added"
        for id_, token in tokenizer.get_added_tokens_decoder().items()
    }
    rows = []
    for token, id_ in sorted(tokenizer.get_vocab().items(), key=lambda item: item[1]):
        rank = "" if id_ in added else str(ranks.get(token, ""))
        rows.append([str(id_), visible(token), rank, added.get(id_, "")])
    return rows


def check_vocabulary(settings: Settings, data: bytes) -> None:
    """Compare a file with what the library says of a byte-level tokenizer.json."""
    heads, *rows = get("vocabulary", settings)[1]
    assert heads == ["Id", "Token", "Bytes", "Length", "Rank", "Added or special"]
    shown = [[id_, token.removeprefix("'"), rank, kind] for id_, token, _, _, rank, kind in rows]
    expected = [[i, token.removeprefix("'"), *rest] for i, token, *rest in expected_rows(data)]
    assert shown == expected
    ids = [[int(row[0])] for row in rows]
    texts = Tokenizer.from_str(data.decode()).decode_batch(ids, skip_special_tokens=False)
    for text, (_, _, written, length, _, _) in zip(texts, rows, strict=True):
        assert bytes.fromhex(written).decode(errors="replace") == text
        assert int(length) == len(bytes.fromhex(written))


def test_vocabulary_of_a_file_is_that_of_its_library():
    files = read(NAMED["deepseek"])
    name = tokenizer_file.keep(files)
    check_vocabulary(HUG.replace(tokenizer=name), files["tokenizer.json"])


def test_vocabulary_of_a_trained_tokenizer_is_that_of_its_library():
    settings = defaults("english")
    check_vocabulary(settings, formats.tokenizer_json(runs.run_of(settings)))


def test_vocabulary_of_unigram_has_log_probabilities():
    settings = HUG.replace(decoder="unigram")
    scores = runs.unigram_run_of(settings).model.scores
    title, (heads, *rows) = get("vocabulary", settings)
    assert (title, heads[4]) == ("vocabulary-hug-Unigram.csv", "Log probability")
    assert {row[1]: float(row[4]) for row in rows} == dict(scores)


@pytest.mark.parametrize("trained", [0, 1, None])
def test_differences_are_those_of_the_libraries(trained):
    lists = [["h", "hug", "z"], ["hug", "h", "y"]]
    names = [upload(f"{name}.json", each) for name, each in zip("ab", lists, strict=True)]
    titles, files = ["a.json", "b.json"], ["a", "b"]
    if trained is not None:
        lists[trained], names[trained] = list(runs.run_of(HUG).vocab), ["", "here"][trained]
        titles[trained], files[trained] = "BPE", "hug-BPE"
    first, second = ({token: str(id_) for id_, token in enumerate(each)} for each in lists)
    title, (heads, *rows) = get("differences", HUG.replace(tokenizer=names[0], other=names[1]))
    assert title == f"differences-{files[0]}-{files[1]}.csv"
    assert heads[3:] == [f"Id in {each}" for each in titles]
    kinds = {(True, False): f"Only in {titles[0]}", (False, True): f"Only in {titles[1]}"}
    expected = {
        (
            kinds.get((token in first, token in second), "In both, with different ids"),
            token,
            token.encode().hex(" ").upper(),
            first.get(token, ""),
            second.get(token, ""),
        )
        for token in first.keys() | second.keys()
        if first.get(token) != second.get(token)
    }
    assert set(map(tuple, rows)) == expected
    assert len(rows) == len(expected)
    assert len({row[0] for row in rows}) == 3


def test_hostile_tokens_and_names_are_data():
    tokens = ["=1+1", "+1", "-1", "@x", "\t=1", '"\r\n=1,2', "<b>", "\u202eabc", "詞"]
    name = upload('=1";x="\r\n詞.json', tokens)
    settings = HUG.replace(tokenizer=name, other=upload("two.json", ["a"]), lang="ko")
    title, (_, *rows) = get("vocabulary", settings)
    assert title == "vocabulary-1-x-詞.csv"
    assert [row[1] for row in rows[:4]] == ["'=1+1", "'+1", "'-1", "'@x"]
    assert [bytes.fromhex(row[2]).decode() for row in rows] == tokens
    assert all(row[1].isprintable() for row in rows)
    _, (heads, *rows) = get("differences", settings)
    cells = [cell for row in (heads, *rows) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]


def test_no_file_without_its_key():
    """A key comes from a page that shows the tokenizer; a guessed text is not confirmed."""
    settings = HUG.replace(tokenizer=upload("own.json", ["a"]))
    address = "/" + downloads.address("vocabulary", settings)
    key = address.split("/")[2]
    assert CLIENT.get(address).status_code == 200
    for wrong in (
        address.replace(key, "0" * 24),
        address.replace(key, settings.key),
        address.replace("vocabulary", "differences"),
        address.replace("vocabulary", "other"),
        address + "&search=a",
    ):
        assert CLIENT.get(wrong).status_code == 404


def test_no_file_of_what_is_gone():
    for settings in (HUG.replace(tokenizer="0" * 24), HUG.replace(vocab=19)):
        address = "/" + downloads.address("vocabulary", settings)
        assert CLIENT.get(address).status_code == 404


def test_busy_server_says_when_to_try_again(monkeypatch):
    settings = HUG.replace(tokenizer=upload("busy.json", ["a"]))

    def refuse(*_):
        raise bpe.InputError("The server is busy.")

    monkeypatch.setattr(tokenizer_file, "answer", refuse)
    answer = CLIENT.get("/" + downloads.address("vocabulary", settings))
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")

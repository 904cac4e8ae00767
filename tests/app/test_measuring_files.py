"""A whole uploaded file is measured part by part: its numbers, the progress, stop, and errors."""

import csv
import io
import json
from collections import Counter

import pytest
from streamlit.testing.v1 import AppTest

import bpe
from pages.charts.pictures import picture
from pages.jobs import tokenizer_file
from pages.side_by_side import compute, measuring, measuring_section, measuring_tables
from pages.side_by_side import measuring_worker as worker
from pages.side_by_side.measuring_kept import TOKEN_WEIGHT, KeptMeasurements
from pages.state.defaults import defaults
from pages.state.url import from_query
from pages.storage import file_store
from pages.translations.language import Translation
from pages.translations.markdown import plain

T = Translation()
LINES = [f"the unhappy baker tells story {i} to 貓🙂 in town" for i in range(9_000)] + ["zz" * 30]
TEXT = "\n".join(LINES) + "\n"


def own_tokenizer() -> str:
    """An uploaded tokenizer of bytes with one merge."""
    run = bpe.train(bpe.Corpus.from_texts(["the the"]), 257, alphabet="bytes")
    return tokenizer_file.keep({"tokenizer.json": bpe.formats.tokenizer_json(run)})


def started(text: str, *tokenizers: str, **more: object) -> measuring.Measuring:
    settings = defaults("english").replace(
        tokenizers=tokenizers, compared="lines", lines=file_store.keep(text.encode()), **more
    )
    now = measuring.start(settings, compute.members(settings))
    assert now is not None
    return now


def finished(now: measuring.Measuring) -> measuring.Measuring:
    while not now.ended:
        before = now.done
        step(now)
        assert now.error or before < now.done
    return now


def step(now: measuring.Measuring) -> None:
    """Ask each tokenizer once."""
    for _ in now.measured:
        now.step()


def test_parts_of_a_file_add_up_to_encoding_every_line():
    now = finished(started(TEXT, "bpe", "unigram", "wordpiece", own_tokenizer()))
    assert (now.error, now.done) == (None, len(TEXT.encode()))
    assert now.size > 2 * worker.PART
    for each in now.measured:
        settings = now.settings
        if each.name in ("bpe", "unigram", "wordpiece"):
            encode = measuring.run_of(settings, each.name).encode
        else:
            encode = tokenizer_file.encoder_of(tokenizer_file.stored(each.name)).encode
        step = 1 if len(each.name) < 10 else 900  # the uploaded one asks a process each time
        for line in LINES[::step][:10]:
            assert set(encode(line).tokens) <= {*each.tally.counts, "[UNK]"}
        assert each.tally.lines == len(LINES)
        assert each.tally.bytes == len(TEXT.encode()) - len(LINES)
        assert each.tally.words == len(TEXT.split())
        if each.name == "bpe":
            tokens = Counter(token for line in LINES for token in encode(line).tokens)
            assert each.tally.unknown == tokens.pop("[UNK]")
            assert each.tally.counts == tokens
            assert each.frequent[0][1] == max(tokens.values())
            assert each.unused == each.column.tokens - len(tokens)
    numbers = {each.name: each.tally.worst[0].number for each in now.measured}
    assert numbers["bpe"] == len(LINES)  # zz… is in no merge


def test_file_in_one_long_line_is_measured():
    now = finished(started("hugs 貓 " * 80_000, "bpe"))
    tally = now.measured[0].tally
    assert (now.error, tally.bytes) == (None, now.size)
    assert tally.characters == len("hugs 貓 " * 80_000)


def test_special_tokens_are_found_as_in_the_comparison():
    text = "hug<|endoftext|>hug\n"
    found = started(text, "bpe", "gpt2", special="<|endoftext|>", vocab=300)
    as_text = started(text, "bpe", "gpt2", special="<|endoftext|>", vocab=300, options=("as_text",))
    for each in finished(found).measured:
        assert each.tally.counts["<|endoftext|>"] == 1
    for each in finished(as_text).measured:
        assert "<|endoftext|>" not in each.tally.counts


def test_deleted_file_and_slow_part_keep_the_results_so_far(monkeypatch):
    now = started(TEXT, "bpe", "wordpiece")
    step(now)
    tokens = [each.tally.tokens for each in now.measured]
    (file_store.folder().path / now.settings.comparison.lines).unlink()
    now.step()
    assert str(now.error) == "This text is no longer on this server. Upload it again."
    assert now.ended
    assert [each.tally.tokens for each in now.measured] == tokens
    now = started(TEXT, "bpe", "wordpiece")
    step(now)

    def too_slow(request: object, client: str = "") -> measuring.Reply:
        raise measuring.TooSlow

    monkeypatch.setattr(measuring.PROCESS, "ask", too_slow)
    now.step()
    assert str(now.error).startswith("This part took too long")
    assert now.done


def test_tables_and_file_have_the_numbers():
    now = finished(started("hug hug hug hug hug hug\nhug\n", "bpe", own_tokenizer()))
    totals = measuring_tables.totals(now.measured, T)
    few, many = (each.tally.tokens for each in now.measured)
    fewest = min(few, many)
    assert [row.cells[1:3] for row in totals["rows"]] == [
        [str(few), f"×{few / fewest:.2f}"],
        [str(many), f"×{many / fewest:.2f}"],
    ]
    assert [row.cells[4] for row in totals["rows"]] == [f"{few / 7:.2f}", f"{many / 7:.2f}"]
    worst = measuring_tables.worst(now.measured, T)
    assert [row.cells[1] for row in worst["rows"]] == ["1", "1"]
    text = measuring_tables.measured_csv(now.measured, T).decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text)))
    assert ["A: BPE", "Tokens", "", str(few)] in rows
    assert ["A: BPE", "Words", "", "7"] in rows
    for row in measuring_tables.frequent(now.measured, T)["rows"]:
        assert len(row.cells) == 3


def measured_tables(app) -> list:
    data = (json.loads(each.proto.json) for each in app.at.get("bidi_component"))
    (found,) = (each["tables"] for each in data if each.get("title") == "The whole file")
    return found


def press(app, label: str) -> None:
    (button,) = (each for each in app.at.button if each.label == label)
    button.click().run()
    app.check()


def labels(app) -> list[str]:
    return [each.label for each in app.at.button]


def opened(open_app, text: str = TEXT):
    name = file_store.keep(text.encode())
    app = open_app(lang="en", corpus="hug", compared="lines", lines=name)
    app.go_to("side_by_side/page.py")
    return app


def bar(at: AppTest) -> int:
    (found,) = at.get("progress")
    return found.proto.value


@pytest.fixture
def no_moment(monkeypatch):
    """Ask one tokenizer in each run of the progress."""
    monkeypatch.setattr(measuring_section, "MOMENT", -1)


@pytest.mark.usefixtures("no_moment")
def test_page_measures_with_progress_until_the_end(open_app):
    app = opened(open_app)
    press(app, "Measure the whole file")
    seen = []
    while app.at.get("progress"):
        seen.append(bar(app.at))
        app.run()
    assert len(seen) > 1
    assert seen == sorted(seen)
    tables = measured_tables(app)
    assert tables[0]["rows"][0][0][0] == "A: BPE"
    assert not app.warnings
    assert "Measure the whole file" not in labels(app)
    press(app, "Remove B")  # other tokenizers: measure again
    assert "Measure the whole file" in labels(app)


def test_stop_while_tokenizers_load_asks_no_other(open_app, monkeypatch):
    asked = []

    def ask(now: measuring.Measuring, each: measuring.Measured, first: int) -> measuring.Reply:
        asked.append(each.column.letter)
        return measuring.Reply(measuring.Tally())

    app = opened(open_app)
    monkeypatch.setattr(measuring, "ask", ask)
    press(app, "Measure the whole file")
    (progress,) = app.at.get("progress")
    assert plain(progress.proto.text) == "Loading A: BPE"
    press(app, "Stop and show the results so far")
    assert asked == ["A"]
    assert "Nothing of the file was measured." in [each.value for each in app.at.caption]


@pytest.mark.usefixtures("no_moment")
def test_stop_shows_the_results_so_far(open_app):
    app = opened(open_app)
    press(app, "Measure the whole file")
    app.run()
    app.run()
    press(app, "Stop and show the results so far")
    now = app.at.session_state[measuring_section.KEY]
    assert 0 < now.done < now.size
    percent = 100 * now.done // now.size
    captions = [each.value for each in app.at.caption]
    assert f"Only the first {percent} % of the file was measured." in captions
    assert measured_tables(app)[0]["rows"][0][0][1] != "0"
    press(app, "Measure the whole file")  # again, from the beginning
    while app.at.get("progress"):
        app.run()
    assert "Measure the whole file" not in labels(app)


def test_counts_of_all_sessions_are_bounded(monkeypatch):
    def tables(now: measuring.Measuring) -> list:
        return [measuring_tables.measured_csv(now.measured, T), [e.unused for e in now.measured]]

    monkeypatch.setattr(measuring, "KEPT", KeptMeasurements(0))
    ended = started("the baker\n" * 9, "bpe")
    ended.step()
    assert ended.error is None
    assert (ended.done, ended.weight) == (ended.size, 0)
    assert len(ended.measured[0].tally.counts) <= measuring.FREQUENT
    monkeypatch.setattr(measuring, "KEPT", KeptMeasurements())
    whole = finished(started("the baker\n" * 9, "bpe"))
    assert whole.weight > TOKEN_WEIGHT * len(whole.measured[0].tally.counts) > 0
    assert tables(ended) == tables(whole)


def test_measurement_that_waits_longest_ends_if_there_is_no_room(monkeypatch):
    older, newer = started(TEXT, "bpe"), started(TEXT, "bpe")
    older.step()
    monkeypatch.setattr(measuring, "KEPT", KeptMeasurements(older.weight))
    measuring.KEPT.add(older)
    assert older.error is None
    newer.step()
    assert (older.weight, newer.error) == (0, None)
    assert "server is busy" in str(older.error)
    done = older.done
    older.step()
    assert older.done == done > 0


def test_price_of_a_text_is_its_tokens_times_the_price(open_app):
    app = opened(open_app, "hug " * 250_000)
    press(app, "GPT-2")
    press(app, "Measure the whole file")
    while app.at.get("progress"):
        app.run()
    heads = [each[1] for each in measured_tables(app)[0]["columns"]]
    assert "Price of this text" not in heads
    app.set(price_of_gpt2=" 2.5 ")
    assert app.query()["prices"] == "gpt2:2.5"
    rows = measured_tables(app)[0]["rows"]
    tokens = int(rows[2][0][1].replace(",", ""))
    assert rows[2][0][-2:] == [f"{2.5 * tokens / 1e6:.2f}"] * 2  # the text has 1 MB
    assert rows[0][0][-2:] == ["–", "–"]
    now = app.at.session_state[measuring_section.KEY]
    text = measuring_tables.measured_csv(now.measured, T, settings().comparison).decode("utf-8-sig")
    assert ["C: GPT-2", "Price of 1 MB", "", rows[2][0][-1]] in list(csv.reader(io.StringIO(text)))
    app.set(price_of_gpt2="two")
    assert app.query()["prices"] == "gpt2:2.5"
    assert [each for each in (*app.errors, *app.warnings) if "such as 2.50" in each]
    app.set(price_of_gpt2="")
    assert "prices" not in app.query()


def settings():
    return defaults("hug").replace(prices=("gpt2:2.5",))


@pytest.mark.parametrize("value", ["bpe:1", "gpt2:-1", "gpt2:1e9", "gpt2:", "gpt2", "x:1"])
def test_invalid_price_is_rejected(value):
    assert from_query({"prices": value})[2] == ("prices",)


def test_chart_has_the_bytes_per_token_of_the_table():
    now = finished(started(TEXT, "bpe", "gpt2"))
    chart = measuring_tables.chart(now.measured, T)
    cells = [row.cells[3] for row in measuring_tables.totals(now.measured, T)["rows"]]
    assert [f"{value:.2f}" for _, value in chart.bars] == cells
    drawn = picture(chart)
    assert all(f">{cell}<" in drawn for cell in cells)

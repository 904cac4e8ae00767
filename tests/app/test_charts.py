"""The charts: their values are the engine's, and a value's place is known from the record."""

import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import exp
from xml.etree import ElementTree

import pytest

import bpe
from pages.charts import renderer
from pages.charts.chart import POINTS, Axis, BarChart, Line, LineChart, log_ticks, round_axis, thin
from pages.charts.renderer import Renderer
from pages.encoding import line_chart
from pages.jobs.helper_process import Unavailable
from pages.runs.kinds import kind_of
from pages.state.defaults import defaults, with_method
from pages.training import training_charts
from pages.translations.language import LANGUAGES, translation
from pages.unigram import training_charts as unigram_charts
from pages.unigram.comparing import comparison_chart
from tests.support.hostile import STRINGS
from tests.support.servers import PATIENCE

T = translation("en")
SVG = "{http://www.w3.org/2000/svg}"
PLACE = re.compile(r"translate\(([-.\d]+), ?([-.\d]+)\)")


def record_of(run, lang: str = "en") -> dict:
    """The record of a run's charts, as the browser gets it."""
    shown = kind_of(run)
    assert shown.has("charts")
    return json.loads(json.dumps(shown.record("charts", translation(lang), lang)))


def steps_of(run) -> list[dict]:
    """All steps of a run."""
    shown, steps, block = kind_of(run), [], 0
    while shown.has(str(block)):
        steps += shown.record(str(block), T, "en")["steps"]
        block += 1
    return steps


@pytest.fixture(scope="module")
def english_em():
    return with_method(defaults("english"), "em").train_unigram()


@pytest.mark.parametrize("corpus", bpe.SAMPLES)
def test_values_of_a_training_are_those_of_the_engine(corpus):
    run = defaults(corpus).train()
    for k, step in enumerate(steps_of(run)):
        (words, words_text), (size, size_text), (count, count_text) = step["values"]
        per_word, per_token = (
            run.token_totals[k] / run.word_total,
            run.token_totals[0] / run.token_totals[k],
        )
        assert words == pytest.approx(per_word, abs=1e-4)
        assert size == pytest.approx(per_token, abs=1e-4)
        assert (words_text, size_text) == (f"{per_word:.2f}", f"{per_token:.2f}")
        assert count == (run.merges[k - 1].count if k else None)
        assert count_text == f"{run.merges[max(k, 1) - 1].count:,}"


@pytest.mark.parametrize("method", ["course", "em"])
def test_values_of_rounds_are_those_of_the_engine(method):
    run = defaults("course").replace(method=method).train_unigram()
    steps = steps_of(run)
    assert [step["values"][1][0] for step in steps] == [
        len(run.seeds.pieces),
        *(len(each.result.pieces) for each in run.rounds),
    ]
    for step, each in zip(steps[1:], run.rounds, strict=True):
        shown, text = step["values"][0]
        if each.loss is None:
            assert shown is None
        else:
            assert shown == pytest.approx(each.loss, abs=1e-4)
            best_only = " (best segmentation only)" * (method == "em" and each.phase == "prune")
            assert text == f"{each.loss:,.2f}{best_only}"
    first = next(each.loss for each in run.rounds if each.loss is not None)
    assert steps[0]["values"][0] == (None, f"{first:,.2f}")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_record_has_a_picture_a_caption_and_true_points(lang):
    run = defaults("course").replace(vocab=120).train()
    charts = record_of(run, lang)["charts"]
    exact = training_charts.values(run)
    assert len(charts) == len(exact) == len(kind_of(run).record("head", T, lang)["charts"])
    for chart, points in zip(charts, exact, strict=True):
        by_step = dict(points)
        assert all(y == pytest.approx(by_step[x], abs=1e-4) for x, y in chart["points"])
        assert chart["points"][0][0] == points[0][0]
        assert chart["points"][-1][0] == points[-1][0]
        assert "{now}" in chart["caption"]
        low, high, _ = chart["y"]
        assert low <= min(by_step.values()) <= max(by_step.values()) <= high


def test_plot_is_where_the_record_says(english_em):
    """Root and frame of the picture, and the first and last corner of the line."""
    for run in (defaults("course").train(), defaults("course").train_unigram(), english_em):
        for chart in record_of(run)["charts"]:
            picture = ElementTree.fromstring(chart["svg"])
            _, _, wide, high = map(float, picture.get("viewBox").split())
            left, top = map(float, PLACE.search(picture[0].get("transform")).groups())
            frame = picture.find(f".//{SVG}path[@class='background']").get("d")
            plot_wide, plot_high = map(float, re.fullmatch(r"M0,0h(\d+)v(\d+)h.*Z", frame).groups())
            assert chart["plot"] == pytest.approx(
                [left / wide, top / high, (left + plot_wide) / wide, (top + plot_high) / high],
                abs=1e-4,
            )
            assert wide / high == pytest.approx(360 / 210)  # as stage.css has it
            lines = [g for g in picture.iter(f"{SVG}g") if "mark-line" in g.get("class", "")]
            corners = re.findall(r"([-.\d]+),([-.\d]+)", lines[0][0].get("d"))
            x, y = map(float, corners[-1])
            (low, top_value, is_log), (_, last, _) = chart["y"], chart["x"]
            assert x == pytest.approx(plot_wide * chart["points"][-1][0] / last, abs=0.1)
            if not is_log:
                value = chart["points"][-1][1]
                assert y == pytest.approx(
                    plot_high * (top_value - value) / (top_value - low), abs=0.1
                )


def test_picture_serves_every_theme_and_has_no_inline_style():
    for chart in record_of(defaults("course").train())["charts"]:
        colors = set(re.findall(r'(?:fill|stroke)="([^"]+)"', chart["svg"]))
        assert colors <= {"none", "currentColor", "var(--chart-line)", "var(--chart-grid)"}
        assert set(re.findall(r'font-family="([^"]+)"', chart["svg"])) == {"inherit"}
        assert "style=" not in chart["svg"]
        assert "NaN" not in chart["svg"]


def test_long_curve_is_thinned_by_less_than_one_percent():
    curve = [(k, 1 + 3 / (1 + k / 50)) for k in range(5001)]
    kept = thin(curve)
    assert len(kept) <= POINTS
    for k, value in curve:
        before = max((point for point in kept if point[0] <= k), key=lambda point: point[0])
        assert abs(before[1] - value) < 0.01 * 3
    zipf = [(k, 1e6 / k) for k in range(1, 5001)]
    assert thin(zipf, log=True)[:2] == ((1, 1e6), (2, 5e5))
    assert len(thin(zipf, log=True)) <= POINTS
    assert len(thin([(k, k % 2) for k in range(10_000)])) <= POINTS


@pytest.mark.parametrize(
    "values",
    [[1.0], [1.0, 1.0], [0.0, 3.0], [5.5, 1.04], [300, 98], [7], [1e6, 2.5e6], [0.1, 0.11]],
)
def test_round_axis_includes_all_values(values):
    axis = round_axis("", values, integers=isinstance(values[0], int))
    assert axis.low <= min(values) <= max(values) <= axis.high
    assert axis.low < axis.high
    assert axis.high - axis.low <= 3 * max(max(values) - min(values), 1)


def test_logarithmic_axis_has_at_least_two_ticks_or_is_short():
    for low in (1, 2, 3, 7, 40):
        for high in (2 * low, 15 * low, 99 * low, 100 * low, 12_345 * low):
            ticks = log_ticks(Axis("", low, high, log=True))
            assert ticks
            assert all(low <= tick <= high for tick in ticks)
            assert len(ticks) > 1 or high < 5 * low


def test_run_without_merges_has_charts():
    run = bpe.train(bpe.Corpus.from_counts({"a": 3}), 1)
    assert not run.merges
    assert [chart["x"][:2] for chart in record_of(run)["charts"]] == [[0, 1], [0, 1], [1, 2]]
    empty = bpe.train(bpe.Corpus.from_counts({}), 1)
    assert len(record_of(empty)["charts"]) == 3


def test_hostile_lines_are_texts_in_the_picture():
    lines = [line for text in STRINGS for line in text.split("\n") if line.strip()]
    lines += ['<script>alert(1)</script>"', "]]>&amp;<x/>", "a\ud800b\ufffe", "${alert(1)}"]
    for first in range(0, len(lines), line_chart.MOST):
        part = lines[first : first + line_chart.MOST]
        chart = line_chart.chart(part, range(len(part)))
        (svg,) = renderer.RENDERER.render([chart])
        picture = ElementTree.fromstring(svg)
        assert {each.tag for each in picture.iter()} <= {
            f"{SVG}{name}" for name in ("svg", "g", "path", "line", "text")
        }
        assert not [name for each in picture.iter() for name in each.attrib if name[:2] == "on"]
        shown = {each.text for each in picture.iter(f"{SVG}text")}
        for label, _ in chart.bars:
            assert re.sub("[\ud800-\udfff]", "\ufffd", label) in shown


def test_bars_of_lines_have_short_labels():
    chart = line_chart.chart(["tokenization is fun", "a\nb"[:1]], [5, 1])
    assert [label for label, _ in chart.bars] == ["1 tokenization␣is␣f…", "2 a"]


def test_each_tokenizer_has_bars_of_its_color():
    bars = tuple((f"{line}{letter}", n) for line in (1, 2) for n, letter in enumerate("ABCD", 3))
    for colors in (1, 2, 3, 4):
        (svg,) = renderer.RENDERER.render([BarChart("", bars, colors)])
        fills = [each.get("fill", "") for each in ElementTree.fromstring(svg).iter(f"{SVG}path")]
        shown = [fill for fill in fills if "--chart-bar" in fill or "--chart-line" in fill]
        expected = [f"var(--chart-bar-{i % colors})" for i in range(len(bars))]
        assert shown == (expected if colors > 1 else ["var(--chart-line)"] * len(bars))


def test_comparison_chart_has_a_line_for_each_method():
    settings = defaults("course")
    run = settings.replace(split=settings.unigram.split, vocab=300, special="").train()
    other = settings.train_unigram()
    curve = comparison_chart.curve(run, other, ("BPE", "Unigram"))
    chart = comparison_chart.chart(curve, T)
    assert [line.name for line in chart.lines] == ["BPE", "Unigram"]
    assert sorted(point for line in chart.lines for point in line.points) == sorted(
        (point.size, point.value) for point in curve
    )
    (svg,) = renderer.RENDERER.render([chart])
    assert svg.count('role="graphics-object"')
    assert {"BPE", "Unigram"} <= set(re.findall(">([^<]+)</text>", svg))


def line(n: int = 3) -> LineChart:
    return LineChart(Axis("x", 0, n), Axis("y", 0, n), (Line(tuple((k, k) for k in range(n))),))


class Echo(Renderer):
    """Starts like a renderer, but its process answers with the request."""

    def __init__(self, idle: float = renderer.IDLE) -> None:
        super().__init__(idle)
        self.module = "tests.support.echo"


@contextmanager
def ended(made: Echo) -> Iterator[Echo]:
    """A renderer whose process ends with a `with` block."""
    yield made
    made.stop()


def test_process_that_was_killed_is_replaced():
    made = renderer.RENDERER
    first = made.render([line()])
    made.process.kill()
    made.process.wait()
    assert made.render([line()]) == first


def test_process_ends_when_it_is_not_needed_and_starts_again():
    with ended(Echo(idle=0.1)) as made:
        first = made.render([line()])
        process = made.process
        until = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < until:
            time.sleep(0.01)
        assert process.poll() is not None
        assert made.render([line()]) == first


def test_too_many_requests_are_refused():
    with ended(Echo()) as made:
        with made._lock:  # a request that takes long
            waiting = [
                threading.Thread(target=made.render, args=([line()],))
                for _ in range(renderer.MAX_WAITING)
            ]
            for each in waiting:
                each.start()
            until = time.monotonic() + PATIENCE
            while made._turns.requests.total() < len(waiting) and time.monotonic() < until:
                time.sleep(0.01)
            with pytest.raises(Unavailable):
                made.render([line()])
        for each in waiting:
            each.join()
        made.render([line()])


def test_server_process_loads_neither_altair_nor_vega():
    code = """
import sys
import pages.registry
from pages.translations.language import translation
from pages.jobs.helper_process import Unavailable
from pages.runs.kinds import kind_of
from pages.state.defaults import defaults
assert kind_of(defaults("hug").train()).record("charts", translation("en"), "en")["charts"]
print([name for name in ("altair", "vl_convert") if name in sys.modules])
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_losses_of_em_are_two_named_lines(english_em, lang):
    run = english_em
    t = translation(lang)
    loss, _ = unigram_charts.charts(run, t)
    phases = {"e_step": t.gettext("All segmentations"), "prune": t.gettext("Best segmentation")}
    for line, (phase, name) in zip(loss.lines, phases.items(), strict=True):
        assert line.name == name
        rounds = [each for each in run.rounds if each.phase == phase]
        assert list(line.points) == [(each.number, each.loss) for each in rounds]
    record = record_of(run, lang)["charts"][0]
    assert set(phases.values()) <= set(re.findall(">([^<]+)</text>", record["svg"]))
    assert [step for step, _ in record["points"]] == [
        each.number for each in run.rounds if each.phase in phases
    ]
    note = unigram_charts.headings(run, t)[0]["note"]
    assert f"{sum(map(exp, run.model.log_probabilities)):.3f}" in note


def test_probabilities_add_up_to_one_only_with_the_course_method(english_em):
    for each in defaults("course").train_unigram().rounds:
        assert sum(map(exp, each.result.log_probabilities)) == pytest.approx(1)
    for each in english_em.rounds[2:]:
        assert sum(map(exp, each.result.log_probabilities)) < 0.97


def test_loss_chart_is_absent_without_a_loss():
    run = defaults("hug").train_unigram()
    assert len(unigram_charts.charts(run, T)) == len(unigram_charts.headings(run, T)) == 2
    assert unigram_charts.headings(run, T)[0]["note"].startswith("The loss can fall")

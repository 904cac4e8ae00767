"""Tokens per word under BPE and Unigram, by the size of the vocabulary."""

from itertools import islice, takewhile
from typing import NamedTuple

from bpe import Run, unigram
from pages.charts.chart import Axis, Line, LineChart, round_axis
from pages.charts.chart_records import format_value
from pages.stage.record import sentences
from pages.translations.language import Translation

MEASURED = 300  # words that the curve is measured on
WIDE = 12  # times as large as the smallest size: from here on the axis is logarithmic


class CurvePoint(NamedTuple):
    """Tokens per word of a method with a vocabulary of this size."""

    method: str
    size: int
    value: float


def curve(run: Run, other: unigram.Run, names: tuple[str, str]) -> list[CurvePoint]:
    """Tokens per word of both methods by vocabulary size, on the first MEASURED words.

    The sizes are those of Unigram's vocabularies.

    >>> from pages.state.defaults import defaults
    >>> hug = defaults("hug")
    >>> curve(hug.train(), hug.train_unigram(), ("BPE", "Unigram"))[0].method
    'Unigram'
    """
    counts = dict(islice(run.corpus.counts.items(), MEASURED))
    total = sum(counts.values()) or 1
    models = {len(other.seeds.pieces): other.seeds}
    models |= {len(each.result.pieces): each.result for each in other.rounds}
    points = []
    for size, model in sorted(models.items()):
        segmentations = [(model.encode_word(word), count) for word, count in counts.items()]
        if all(best for best, _ in segmentations):
            value = sum(len(best.tokens) * count for best, count in segmentations if best) / total
            points.append(CurvePoint(names[1], size, value))
        k = max((k for k, n in enumerate(run.vocab_sizes) if n <= size), default=None)
        if k is not None and run.vocab_sizes[k] == size:
            tokens = sum(len(run.tokens(i, k)) * n for i, n in enumerate(counts.values()))
            points.append(CurvePoint(names[0], size, tokens / total))
    return points


def chart(curve: list[CurvePoint], t: Translation) -> LineChart:
    """What the chart shows.

    >>> curve = [CurvePoint("BPE", 7, 3.2), CurvePoint("BPE", 10, 2.5)]
    >>> chart(curve, Translation()).lines
    (Line(points=((7, 3.2), (10, 2.5)), name='BPE'),)
    """
    title = t.gettext("Size of the vocabulary")
    sizes = [point.size for point in curve]
    least, most = min(sizes), max(sizes)
    is_log = most > WIDE * least
    x = (
        Axis(title, least, most, log=True, integers=True)
        if is_log
        else round_axis(title, sizes, integers=True)
    )
    y = round_axis(t.gettext("Tokens per word"), [point.value for point in curve])
    return LineChart(x, y, lines(curve), "dots")


def lines(curve: list[CurvePoint]) -> tuple[Line, ...]:
    """A line for each method, in alphabetical order."""
    return tuple(
        Line(
            tuple(sorted((point.size, point.value) for point in curve if point.method == method)),
            method,
        )
        for method in sorted({point.method for point in curve})
    )


def describe(curve: list[CurvePoint], t: Translation) -> str:
    """The chart in words.

    >>> curve = [CurvePoint("BPE", 7, 3.2), CurvePoint("BPE", 10, 2.5)]
    >>> describe(curve, Translation())
    'BPE: 3.20 for a vocabulary of 7, 2.50 for 10'
    """
    values = t.gettext("; ").join(
        t.gettext("{method}: {first} for a vocabulary of {least}, {last} for {most}").format(
            method=line.name,
            first=format_value(line.points[0][1]),
            last=format_value(line.points[-1][1]),
            least=format_value(line.points[0][0]),
            most=format_value(line.points[-1][0]),
        )
        for line in lines(curve)
    )
    flat = [
        t.gettext("{method}: from a vocabulary of {size} on, the line is flat.").format(
            method=line.name, size=format_value(start)
        )
        for line in lines(curve)
        if (start := flat_from(line)) is not None
    ]
    if not flat:
        return values
    ends = t.gettext("{values}.").format(values=values)
    why = t.gettext(
        "Where a line is flat, more tokens leave the average number of tokens per word as it is."
    )
    for sentence in (*flat, why):
        ends = sentences(ends, sentence, t)
    return ends


def flat_from(line: Line) -> float | None:
    """The size from which all values are the same as they are written; None if the last two differ.

    >>> flat_from(Line(((5, 3.2), (7, 2.5), (10, 2.5)), "BPE"))
    7
    >>> flat_from(Line(((7, 3.2), (10, 2.5)), "BPE"))
    """
    last = format_value(line.points[-1][1])
    same = list(takewhile(lambda point: format_value(point[1]) == last, reversed(line.points)))
    return same[-1][0] if len(same) > 1 else None

"""The charts of a Unigram training: the loss, and the number of pieces."""

from bpe import unigram
from pages.charts.chart import Axis, LineChart, Point, round_axis
from pages.i18n.language import Translation
from pages.view.chart_records import charts_record, curve_chart, format_value, value_record
from pages.view.stage import Record


def losses(run: unigram.Run) -> list[Point]:
    """(round, loss before it) of each round with a loss.

    >>> from pages.state.defaults import defaults
    >>> [(k, round(loss, 2)) for k, loss in losses(defaults("hug").train_unigram())[:2]]
    [(1, 169.8), (2, 165.21)]
    """
    return [(each.number, float(each.loss)) for each in run.rounds if each.loss is not None]


def sizes(run: unigram.Run) -> list[Point]:
    """(round, number of pieces after it), from the seeds on.

    >>> from pages.state.defaults import defaults
    >>> sizes(defaults("hug").train_unigram())[:2]
    [(0, 15), (1, 14)]
    """
    models = [run.seeds, *(each.result for each in run.rounds)]
    return [(k, len(model.pieces)) for k, model in enumerate(models)]


def values(run: unigram.Run) -> list[list[Point]]:
    """The points of each chart. Without any loss there is only the second chart."""
    return [points for points in (losses(run), sizes(run)) if points]


def headings(run: unigram.Run, t: Translation) -> list[Record]:
    """The titles of the charts, and notes below them, for the head.

    >>> from pages.state.defaults import defaults
    >>> headings(defaults("hug").train_unigram(), Translation())[1]
    {'title': 'Pieces after each step'}
    """
    loss: Record = {
        "title": t.gettext("Loss before each step"),
        "note": t.gettext(
            "The loss can fall even though pieces are removed. Probabilities always add "
            "up to 1, so the remaining pieces become more probable."
        ),
    }
    pieces: Record = {"title": t.gettext("Pieces after each step")}
    return [loss, pieces] if losses(run) else [pieces]


def charts(run: unigram.Run, t: Translation) -> list[LineChart]:
    """What the charts show.

    >>> from pages.state.defaults import defaults
    >>> charts(defaults("hug").train_unigram(), Translation())[1].shape
    'dots'
    """
    steps = Axis(t.gettext("Step"), 0, max(len(run.rounds), 1), integers=True)
    return [
        curve_chart(
            steps,
            round_axis("", [value for _, value in points], isinstance(points[0][1], int)),
            points,
            "dots",
        )
        for points in values(run)
    ]


def record(run: unigram.Run, t: Translation) -> Record:
    """The record "charts": see `charts_record`."""
    return charts_record(charts(run, t), values(run), t)


def values_at(run: unigram.Run, k: int) -> list[list[object]]:
    """The value of each chart at step k: [number, text].

    A step without a loss has the text of the last one before it, and no number.
    """
    result = []
    for points in values(run):
        before = [value for number, value in points if number <= max(k, points[0][0])]
        here = dict(points).get(k)
        result.append(value_record(here, format_value(before[-1])))
    return result

"""The charts of a Unigram training: the loss, and the number of pieces.

EM has two losses, which are not comparable: an E step adds up all segmentations of a word, a
pruning takes only the best one. So each has a line of its own.
"""

from bpe import unigram
from pages.charts.chart import Axis, Line, LineChart, Point, round_axis, thin
from pages.charts.chart_records import charts_record, curve_chart, format_value, value_record
from pages.stage.chart_types import ChartHeading, ChartsRecord, ChartValue
from pages.stage.record import sentences
from pages.translations.language import Translation
from pages.unigram.em_explanations import is_plain, sum_of_probabilities


def losses(run: unigram.Run) -> list[Point]:
    """(round, loss before it) of each round with a loss.

    >>> from pages.state.defaults import defaults
    >>> [(k, round(loss, 2)) for k, loss in losses(defaults("hug").train_unigram())[:2]]
    [(1, 169.8), (2, 165.21)]
    """
    return [(each.number, float(each.loss)) for each in run.rounds if each.loss is not None]


def loss_lines(run: unigram.Run, t: Translation) -> tuple[Line, ...]:
    """The losses as lines: one for each kind of loss.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("english").replace(method="em").train_unigram()
    >>> [(line.name, len(line.points)) for line in loss_lines(run, Translation())]
    [('All segmentations', 10), ('Best segmentation', 4)]
    """
    if run.method == "course":
        return (Line(thin(losses(run))),)
    names = {"e_step": t.gettext("All segmentations"), "prune": t.gettext("Best segmentation")}
    found = [
        (name, [point for point in losses(run) if run.rounds[int(point[0]) - 1].phase == phase])
        for phase, name in names.items()
    ]
    return tuple(Line(thin(points), name) for name, points in found if points)


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


def headings(run: unigram.Run, t: Translation) -> list[ChartHeading]:
    """The titles of the charts, and notes below them, for the head.

    >>> from pages.state.defaults import defaults
    >>> headings(defaults("hug").train_unigram(), Translation())[1]
    {'title': 'Pieces after each step'}
    """
    note = (
        note_on_em(run, t)
        if run.method == "em"
        else t.gettext(
            "The loss can fall even though pieces are removed. Probabilities always add "
            "up to 1, so the remaining pieces become more probable."
        )
    )
    loss: ChartHeading = {"title": t.gettext("Loss before each step"), "note": note}
    pieces: ChartHeading = {"title": t.gettext("Pieces after each step")}
    return [loss, pieces] if losses(run) else [pieces]


def note_on_em(run: unigram.Run, t: Translation) -> str:
    """What the two losses of EM are, and what its probabilities add up to.

    >>> from pages.state.defaults import defaults
    >>> run = defaults("english").replace(method="em").train_unigram()
    >>> note_on_em(run, Translation()).rpartition(". ")[2]
    'At the last step, they add up to 0.918.'
    """
    two_losses = t.gettext(
        "An E step adds up the probabilities of all segmentations of a word. A pruning takes only "
        "the best segmentation. So the loss of a pruning is never lower than that of an E step "
        "with the same probabilities."
    )
    total = sum_of_probabilities(run.model)
    if round(total, 3) == 1:
        return two_losses
    below = (
        t.gettext(
            "With EM, a pruning and the last step leave the probabilities of the other pieces as "
            "they are. Only an M step computes them again. Pruning alone, without EM, computes "
            "them again after each round. At the last step, they add up to {total}."
        )
        if all(is_plain(each) for each in run.rounds if each.phase == "m_step")
        else t.gettext(
            "With EM, probabilities do not add up to 1: the digamma function lowers them, and a "
            "pruning leaves those of the other pieces as they are until the next M step. At the "
            "last step, they add up to {total}."
        )
    )
    return sentences(two_losses, below.format(total=f"{total:.3f}"), t)


def charts(run: unigram.Run, t: Translation) -> list[LineChart]:
    """What the charts show.

    >>> from pages.state.defaults import defaults
    >>> charts(defaults("hug").train_unigram(), Translation())[1].shape
    'dots'
    """
    steps = Axis(t.gettext("Step"), 0, max(len(run.rounds), 1), integers=True)
    found = []
    if loss := losses(run):
        axis = round_axis("", [value for _, value in loss])
        found.append(LineChart(steps, axis, loss_lines(run, t), "dots"))
    size = sizes(run)
    axis = round_axis("", [value for _, value in size], integers=True)
    return [*found, curve_chart(steps, axis, size, "dots")]


def record(run: unigram.Run, t: Translation) -> ChartsRecord:
    """The record "charts": see `charts_record`."""
    return charts_record(charts(run, t), values(run), t)


def values_at(run: unigram.Run, k: int, t: Translation) -> list[ChartValue]:
    """The value of each chart at step k.

    A step without a loss has the text of the last one before it, and no number. A pruning of EM
    says that its loss is another one.
    """
    result = []
    for points in values(run):
        number, value = [each for each in points if each[0] <= max(k, points[0][0])][-1]
        text = format_value(value)
        phase = run.rounds[int(number) - 1].phase if number else ""
        if run.method == "em" and phase == "prune" and isinstance(value, float):
            text = t.gettext("{loss} (best segmentation only)").format(loss=text)
        result.append(value_record(dict(points).get(k), text))
    return result

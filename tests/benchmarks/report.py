"""The measurements as lines of Markdown tables."""

from statistics import median, quantiles

from tests.benchmarks.trainers import Result

DIFFERENCES = (
    "All trainers get the same lines. The other three may use two threads. The comparison is not "
    "exact: sentencepiece normalizes (NFKC), splits only at white space and merges characters "
    "instead of bytes; rustbpe breaks ties by raw bytes; none of the three keeps a history."
)


def number(value: float | None, unit: str) -> str:
    """A value with three significant digits, or a dash if it is None.

    >>> number(0.51234, "s"), number(68.42, "MB"), number(312.6, "MB"), number(None, "MB")
    ('0.512 s', '68.4 MB', '313 MB', '–')
    """
    if value is None:
        return "–"
    digits = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3
    return f"{value:.{digits}f} {unit}"


def middle(results: list[Result], field: str) -> float | None:
    """The median of a field, or None if it was not measured."""
    values = [result[field] for result in results]
    return None if None in values else median(values)


def main_table(by_name: dict[str, list[Result]], repeat: int) -> list[str]:
    """The times of every trainer on the first text, compared with ours."""
    ours, *_ = by_name
    mine = middle(by_name[ours], "seconds")
    lines = [
        f"| | median of {repeat} | fastest to slowest | our time ÷ its time "
        "| memory above the text |",
        "|---|--:|--:|--:|--:|",
    ]
    for name, results in by_name.items():
        seconds = middle(results, "seconds")
        taken = [result["seconds"] for result in results]
        lines.append(
            f"| {name} | {number(seconds, 's')} | {min(taken):.2f} to {max(taken):.2f} s "
            f"| {mine / seconds:.2f} | {number(middle(results, 'memory'), 'MB')} |"
        )
    counting, training = (middle(by_name[ours], field) for field in ("counting", "training"))
    words, merges = by_name[ours][0]["words"], by_name[ours][0]["merges"]
    return [
        *lines,
        "",
        f"Ours: {number(counting, 's')} to count {words:,} distinct words, "
        f"{number(training, 's')} for {merges:,} merges with their history. {DIFFERENCES}",
    ]


def history_table(history: Result) -> list[str]:
    """The times for any step and any block, and the memory of the run."""
    names = {
        "step": "any step, in random order",
        "shown": "the same with its 60 leading pairs and the first 200 words",
        "block": "any block of 64 steps, as JSON",
    }
    lines = ["| history | median | 95th percentile | slowest |", "|---|--:|--:|--:|"]
    for field, name in names.items():
        taken = history[field]
        late = quantiles(taken, n=20, method="inclusive")[-1] if len(taken) > 1 else taken[0]
        cells = " | ".join(f"{1000 * v:.1f} ms" for v in (median(taken), late, max(taken)))
        lines.append(f"| {name} | {cells} |")
    return [*lines, "", f"The run with its complete history: {number(history['memory'], 'MB')}."]


def curve_table(rows: list[dict[str, object]]) -> list[str]:
    """The time and memory of every trainer at every size."""
    names = list(dict.fromkeys(row["trainer"] for row in rows))
    cells: dict[object, list[str]] = {}
    for row in rows:
        line = cells.setdefault(row["MB"], [f"{row['MB']:.3g} MB", f"{row['words']:,}"])
        line.append(f"{number(row['seconds'], 's')}, {number(row['memory'], 'MB')}")
    head = ["text", "distinct words", *names]
    return [
        f"| {' | '.join(head)} |",
        "|" + "--:|" * len(head),
        *(f"| {' | '.join(line)} |" for line in cells.values()),
    ]

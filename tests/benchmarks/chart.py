"""Time and memory against the size of the corpus and its distinct words, as one picture."""

from pathlib import Path

import altair as alt
import pandas as pd

INK, FAINT = "#1f2933", "#e4e7eb"
COLOURS = {
    "Merge by Merge": "#c2410c",
    "tokenizers": "#1d4ed8",
    "rustbpe": "#047857",
    "sentencepiece": "#7c3aed",
}
ACROSS = {"MB": "size of the text (MB)", "words": "distinct words"}
UP = {"seconds": "time to train (s)", "memory": "peak memory above the text (MB)"}


def panel(data: pd.DataFrame, x: str, y: str) -> alt.LayerChart:
    """One curve for each trainer, named at its end."""
    least, most = data[x].min(), data[x].max()
    base = alt.Chart(data).encode(
        x=alt.X(
            f"{x}:Q",
            title=ACROSS[x],
            scale=alt.Scale(type="log", domain=[least, most * (most / least) ** 0.3], nice=False),
            axis=alt.Axis(values=sorted(data[x].unique()), format="~s" if x == "words" else "~g"),
        ),
        y=alt.Y(f"{y}:Q", title=UP[y], scale=alt.Scale(type="log"), axis=alt.Axis(format="~g")),
        color=alt.Color(
            "trainer:N",
            legend=None,
            scale=alt.Scale(domain=list(COLOURS), range=list(COLOURS.values())),
        ),
    )
    curves = base.mark_line(point=alt.OverlayMarkDef(size=36), strokeWidth=2)
    names = (
        base.transform_filter(alt.datum[x] == most)
        .mark_text(align="left", dx=8, fontSize=12, fontWeight=600)
        .encode(text="trainer:N")
    )
    return alt.layer(curves, names).properties(width=360, height=250)


def picture(rows: list[dict[str, object]], vocab_size: int) -> alt.VConcatChart:
    """Rows of trainer, MB, words, seconds, memory; memory is left out where it is not known."""
    data = pd.DataFrame(rows)
    known = [y for y in UP if data[y].notna().all()]
    lines = [alt.hconcat(*(panel(data, x, y) for x in ACROSS), spacing=32) for y in known]
    title = alt.TitleParams(
        f"Training BPE to a vocabulary of {vocab_size:,}",
        subtitle="Medians, taken in turn in one run; both axes are logarithmic",
        anchor="start",
        fontSize=18,
        subtitleFontSize=13,
        offset=16,
    )
    return (
        alt.vconcat(*lines, title=title, background="white", padding=16, spacing=24)
        .configure(font="sans-serif")
        .configure_axis(
            labelColor=INK, titleColor=INK, gridColor=FAINT, labelFontSize=12, titleFontSize=13
        )
        .configure_view(stroke=None)
    )


def draw(rows: list[dict[str, object]], vocab_size: int, path: Path) -> None:
    """Write the picture; the ending of the path says as what."""
    picture(rows, vocab_size).save(str(path))

"""The views of the Unigram page that compare it with BPE: on the corpus, and on free text."""

from functools import partial
from typing import NamedTuple

import streamlit as st

import bpe
from bpe import unigram
from pages.charts.chart_records import picture_record
from pages.charts.pictures import picture
from pages.hosting.components import common, static_tables
from pages.hosting.components import comparison as comparison_panel
from pages.resources.cache import SingleFlightCache
from pages.resources.machine import scaled
from pages.runs import runs
from pages.settings.controls import passage
from pages.settings.training_progress import progress
from pages.stage.table_types import TableData
from pages.stage.tokens import number
from pages.state.settings import MAX_WORD, Settings
from pages.state.url import query_of
from pages.storage.secret import cache_key
from pages.translations.language import Translation
from pages.translations.markdown import fill
from pages.unigram.comparing import comparison as records
from pages.unigram.comparing import comparison_chart, vocabulary_overlap
from pages.unigram.comparing.comparison_chart import CurvePoint
from pages.unigram.comparing.comparison_words import Links
from pages.unigram.contents import bpe_settings_for, long_bpe_settings, used_of
from pages.unigram.record_types import ComparisonData


class Comparison(NamedTuple):
    """A comparison of BPE and Unigram."""

    table: ComparisonData
    overlap: TableData
    curve: list[CurvePoint]


# Each of their many links has the whole own text.
COMPARISONS: SingleFlightCache[Comparison] = SingleFlightCache(
    scaled(20_000_000), lambda found: len(repr(found))
)
TEXTS: SingleFlightCache[ComparisonData] = SingleFlightCache(
    scaled(20_000_000), lambda found: len(repr(found))
)


def comparison(settings: Settings, run: unigram.Run, t: Translation) -> None:
    """Compare BPE and Unigram on the same words."""
    bpe_settings = bpe_settings_for(settings, run)
    long_settings = long_bpe_settings(settings, run)
    long_run = runs.run_of(long_settings)
    if long_run is None:
        progress(long_settings, drawn=settings)
        return
    key = cache_key(query_of(settings.replace(position=0)))  # its links have all of it
    shown = COMPARISONS.get(key, partial(compare, settings, bpe_settings, long_run, run, t))
    data = {**common(), "text_lang": settings.corpus.language, **shown.table}
    comparison_panel(key="comparison", data=data)
    notes = [comparison_chart.describe(shown.curve, t)]
    if len(run.corpus.counts) > comparison_chart.MEASURED:
        notes.append(
            t.gettext("Measured on the first {words} different words.").format(
                words=number(comparison_chart.MEASURED)
            )
        )
    svg = picture(comparison_chart.chart(shown.curve, t))
    chart = picture_record(t.gettext("Tokens per word by vocabulary size"), svg, notes)
    tables = [shown.overlap]
    static_tables(key="curve", data={**common(), "tables": tables, "charts": [chart]})


def free_text(settings: Settings, run: unigram.Run, t: Translation) -> None:
    """Compare BPE and Unigram on a text that the reader types."""
    bpe_settings = bpe_settings_for(settings, run)
    bpe_run = runs.run_of(bpe_settings)
    if bpe_run is None:
        progress(bpe_settings, drawn=settings)
        return
    text = passage(settings, t, height=110)
    key = cache_key("passage", query_of(settings.replace(position=0)))
    try:
        used = used_of(settings, run)
        made = TEXTS.get(key, lambda: compare_text(settings, bpe_run, used, text, t))
    except bpe.InputError as error:
        st.warning(fill(t.gettext(error.sentence), error.values))
        return
    comparison_panel(key="passage", data={**common(), "text_lang": "", **made})


def compare_text(
    settings: Settings, bpe_run: bpe.Run, run: unigram.Run, text: str, t: Translation
) -> ComparisonData:
    """The data of the comparison on a text. bpe_run: that of `bpe_settings_for`."""
    links = partial(links_to_views, settings.replace(passage=""))
    return records.text_data(bpe_run, run, links, text, t)


def links_to_views(settings: Settings, word: str) -> Links:
    """The addresses of a word under both methods, and of its lattice."""
    if len(word) > MAX_WORD:
        return Links("", "")
    of_word = settings.replace(position=0, word=word)
    both, lattice = of_word.replace(show="both"), of_word.replace(show="word")
    return Links(f"./unigram?{query_of(both)}", f"./unigram?{query_of(lattice)}")


def compare(
    settings: Settings, bpe_settings: Settings, long_run: bpe.Run, run: unigram.Run, t: Translation
) -> Comparison:
    """The data of the comparison.

    bpe_settings: the settings of BPE with as many tokens as Unigram has at its end; long_run: a BPE
    run with as many as Unigram has at its start, which begins with the same merges.
    """
    k, used = records.merges_for_size(long_run, bpe_settings.bpe.vocab), used_of(settings, run)
    links = {}
    for i, each in enumerate(list(long_run.corpus.counts)[: records.WORDS]):
        step = max((rank for rank in long_run.merge_ranks(i) if rank <= k), default=0)
        watch = each.replace("▁", " ").strip()[:200]
        training = f"./?{query_of(bpe_settings.replace(sentence=watch), step)}"
        of_word = settings.replace(show="word", word=each[:MAX_WORD])
        links[each] = Links(training, f"./unigram?{query_of(of_word.replace(position=0))}")
    return Comparison(
        table=records.data(
            long_run,
            k,
            used,
            links.__getitem__,
            partial(links_to_views, settings.replace(round=0)),
            settings.view.sentence,
            t,
        ),
        overlap=vocabulary_overlap.table(long_run, k, used, t),
        curve=comparison_chart.curve(long_run, run, ("BPE", t.gettext("Unigram"))),
    )

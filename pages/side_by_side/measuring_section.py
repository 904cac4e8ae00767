"""The section that measures a whole uploaded file: a button, the progress, and the results."""

import time
from collections.abc import Sequence

import streamlit as st

from pages.charts.chart_records import picture_record
from pages.charts.pictures import picture
from pages.hosting.components import common, static_tables
from pages.hosting.errors import error_boundary
from pages.jobs.chosen_tokenizers import MAX_COMPARED, TRAINED
from pages.settings import widgets
from pages.side_by_side import measuring, measuring_tables
from pages.side_by_side.callbacks import take_price
from pages.side_by_side.compute import Member
from pages.side_by_side.measuring import Measuring
from pages.state.settings import Settings
from pages.translations.language import Translation, translation
from pages.translations.markdown import fill

KEY = "measuring"  # in Streamlit's session state: the file that is measured
MAX_PRICE = 12  # characters of a price
INTERVAL = 0.1  # seconds between two runs of the progress
MOMENT = 0.5  # seconds after which such a run asks no other tokenizer


def measure_file(settings: Settings, members: Sequence[Member], t: Translation) -> None:
    """Draw the section. members: the tokenizers, as they are after the comparison."""
    new = measuring.start(settings, members)
    if new is None:
        return
    now: Measuring | None = widgets.value(KEY)
    if now is None or now.key != new.key:
        offer(new, t)
    elif not now.ended:
        st.fragment(go_on, run_every=INTERVAL)(now, settings.lang)
    else:
        if now.done < now.size:
            offer(new, t)
        show(now, settings, t)


def offer(new: Measuring, t: Translation) -> None:
    """Draw the button that starts to measure a file from its beginning."""
    st.button(
        t.gettext("Measure the whole file"),
        key="measure_file",
        on_click=widgets.set_value,
        args=(KEY, new),
        help=t.gettext(
            "Counts the tokens of all lines, the unused and the most frequent tokens, and finds "
            "the lines that cost most. This can take a minute."
        ),
    )


def go_on(now: Measuring, lang: str) -> None:
    """Draw how far the measuring is, go on for a moment, and run the page again at the end.

    A press on the button waits until this returns, so only one tokenizer is loaded in a moment.
    """
    t = translation(lang)
    with error_boundary(t):
        place = st.empty()
        st.button(t.gettext("Stop and show the results so far"), on_click=stop, args=(now,))
        until = time.monotonic() + MOMENT
        while not now.ended:
            place.progress(now.done / now.size, progress_text(now, t))
            now.step()
            if not now.done or time.monotonic() > until:
                break
    if now.ended:
        st.rerun()


def progress_text(now: Measuring, t: Translation) -> str:
    """Return, as Markdown, what is being loaded, or how much of the file is measured."""
    if not now.done:
        return fill(t.gettext("Loading {tokenizer}"), {"tokenizer": now.next.column.name(t)})
    percent = 100 * now.done // now.size
    return t.gettext("Measuring: {percent} %").format(percent=percent)


def stop(now: Measuring) -> None:
    """Measure no further part."""
    now.stopped = True


def ask_prices(settings: Settings, now: Measuring, t: Translation) -> None:
    """Draw a field for the price of each tokenizer that was not trained here."""
    asked = [each for each in now.measured if each.name not in TRAINED]
    if not asked:
        return
    st.caption(
        t.gettext(
            "What do a million tokens cost? Type a price, in any currency, to see what this text "
            "costs."
        )
    )
    for place, each in zip(st.columns(MAX_COMPARED), asked, strict=False):
        name = f"price_of_{each.name}"
        price = settings.comparison.price_of(each.name)
        with place:
            st.text_input(
                each.column.name(t),
                max_chars=MAX_PRICE,
                value=price,
                placeholder=t.gettext("no price"),
                key=widgets.key_for(name, settings, price),
                on_change=take_price,
                args=(each.name, settings.lang),
            )


def show(now: Measuring, settings: Settings, t: Translation) -> None:
    """Draw the results."""
    if now.error:
        st.warning(fill(t.gettext(now.error.sentence), now.error.values))
    if not now.done:
        st.caption(t.gettext("Nothing of the file was measured."))
    elif now.done < now.size:
        st.caption(
            t.gettext("Only the first {percent} % of the file was measured.").format(
                percent=100 * now.done // now.size
            )
        )
    if now.done:
        ask_prices(settings, now, t)
        compared = settings.comparison
        shown = [
            measuring_tables.totals(now.measured, t, compared),
            measuring_tables.frequent(now.measured, t),
            measuring_tables.worst(now.measured, t),
        ]
        svg = picture(measuring_tables.chart(now.measured, t))
        chart = picture_record(t.gettext("Bytes per token"), svg, [])
        data = {"title": shown[0]["title"], "tables": shown[:1]}
        static_tables(key="measured_totals", data={**common(), **data, "charts": [chart]})
        data = {"title": shown[1]["title"], "tables": shown[1:]}
        static_tables(key="measured_file", data={**common(), **data})
        st.download_button(
            t.gettext("Measurements as CSV"),
            measuring_tables.measured_csv(now.measured, t, compared),
            file_name="tokenizers-measurements.csv",
            mime="text/csv",
            on_click="ignore",
        )

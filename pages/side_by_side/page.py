"""Page: up to four tokenizers side by side, on the same text."""

import streamlit as st

from pages.settings.training_progress import progress
from pages.side_by_side import compute as side_by_side
from pages.side_by_side.measuring_section import measure_file
from pages.side_by_side.sections import choose_texts, choose_tokenizers, show
from pages.state import session
from pages.translations.language import translation

settings = session.settings()
t = translation(settings.lang)
members = side_by_side.members(settings)
top = st.container()
texts = choose_texts(settings, t)
waiting = next((each for each in members if not (each.ready or each.error)), None)
compared = None
if waiting is None:
    session.mark_valid()
    compared, members = side_by_side.compare(members, texts)
with top:
    choose_tokenizers(settings, members, t)
if compared is not None:
    if settings.comparison.compared == "lines":
        measure_file(settings, members, t)
    show(compared, t)
elif waiting is not None:
    used = side_by_side.settings_of(settings, waiting.name)
    drawn = None if used == settings else settings
    progress(used, drawn, is_unigram=waiting.name == "unigram", page_tells=True)

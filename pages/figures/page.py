"""Page: the course's figures, recomputed."""

import streamlit as st

from pages.figures import contents as course_page
from pages.hosting.components import common, figures
from pages.state import session
from pages.state.defaults import defaults, with_algorithm
from pages.state.url import query_of
from pages.translations.language import translation

settings = session.settings()
t = translation(settings.lang)
st.title(t.gettext("The Hugging Face chapters, recomputed"))
st.markdown(
    t.gettext(
        "Five texts teach these algorithms with worked examples. This page compares each value "
        "printed in a text with the value that this app computes. If they differ, a note says why. "
        "“Show” opens the step in the app."
    )
)
course = defaults("course").replace(lang=settings.lang)
link = f"./?{query_of(with_algorithm(course, 'wordpiece'))}"
st.markdown(
    t.gettext(
        "Chapter 6.6 teaches WordPiece, which merges the pair with the highest score instead of "
        "the highest count. [See it trained on the sentences of the chapter.]({link})"
    ).format(link=link)
)
drawn = course_page.serialized(settings.lang)
figures(key="figures", data={**common(), "page": drawn})

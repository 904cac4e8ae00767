"""The notices in front of a page: what is wrong with the link, and why a change was rejected."""

import streamlit as st

from pages.state import session
from pages.state.corpus import OWN_FILE
from pages.translations.language import Translation
from pages.translations.markdown import fill

UPLOADS = {OWN_FILE, "tokenizer", "tokenizers", "other", "lines", "merges"}  # parameters


def show_notices(t: Translation) -> None:
    """Draw the notices, and a button that removes them."""
    now = session.current()
    error, names = now.error, now.invalid_parameters
    is_error_shown = error is not None and not error.is_dismissed
    if error and is_error_shown:
        st.warning(fill(t.gettext(error.sentence), error.values))
        st.caption(t.gettext("The previous content is still shown."))
    if names:
        sentence = t.ngettext(
            "Part of the link is not valid: {names}. The default is used instead.",
            "Parts of the link are not valid: {names}. The defaults are used instead.",
            len(names),
        )
        warning = fill(sentence, {"names": t.gettext(", ").join(names)})
        if UPLOADS.intersection(names):
            warning += " " + t.gettext(
                "If a file was uploaded, this server does not have it any more. Upload it again."
            )
        with st.container(key="link_notice"):  # not presented
            st.warning(warning)
    if is_error_shown or names:
        st.button(t.gettext("Dismiss"), key="dismiss", on_click=session.dismiss_notices)

"""Sharing: the button that copies the link, and the panel with its QR code."""

import streamlit as st

from pages.i18n.language import Translation
from pages.server import network_address
from pages.server.components import common, share
from pages.state import session
from pages.state.settings import Settings
from pages.state.url import query_of

MAX_CHAT_LINK = 2_000  # characters of a link; some chat tools cut longer ones


def show(settings: Settings, t: Translation) -> None:
    """Draw the buttons."""
    share(
        key="share",
        data={
            **common(),
            "copy": t.gettext("Copy link"),
            "copied": t.gettext("Copied"),
            "failed": t.gettext("Press Ctrl+C to copy"),
        },
    )
    if st.button(t.gettext("Share with a class"), width="stretch"):
        join(settings, t)
    link = query_of(settings)
    if settings.corpus.is_file or settings.encoding.tokenizer:
        st.caption(t.gettext("The link works only while this server keeps your file."))
    elif len(link) > MAX_CHAT_LINK:
        st.caption(
            t.gettext(
                "The link contains your text and has {length} characters. Browsers can open it, "
                "but some chat tools cut off links longer than 2,000 characters. Send it by "
                "email, or shorten the text."
            ).format(length=f"{len(link):,}")
        )


def join(settings: Settings, t: Translation) -> None:
    """Open the panel with the address and its QR code."""

    @st.dialog(t.gettext("Open this page on other devices"), width="large")
    def panel() -> None:
        draw(settings, t)

    panel()


def draw(settings: Settings, t: Translation) -> None:
    """Draw the panel."""
    base = st.context.url or ""
    url = network_address.reachable_url(
        f"{base}?{query_of(settings)}", network_address.local_address()
    )
    if url is None:
        st.warning(
            t.gettext(
                "This computer is not on a network, so other devices cannot reach it. Connect it "
                "to the same network as your class, then open this panel again."
            )
        )
        return
    code = network_address.qr_code(url)
    short = url.partition("?")[0]
    if code is None:
        st.info(
            t.gettext(
                "The full link is too long for a QR code. This code opens the page without your "
                "settings."
            )
        )
        code = network_address.qr_code(short)
    left, right = st.columns([1, 1], vertical_alignment="center")
    if code:
        left.image(code, width="stretch")
    right.markdown(t.gettext("Scan the QR code with a phone, or type:"))
    right.code(short, language=None)
    right.markdown(
        t.gettext(
            "The QR code opens what you see now. After that, everyone works on their own. Phones "
            "must be on the same network as this computer."
        )
    )

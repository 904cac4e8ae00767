"""Sharing: the buttons that copy the link and open the dialog for a class."""

from typing import TypedDict

import streamlit as st

from pages.hosting.components import common, share
from pages.jobs.chosen_tokenizers import is_upload
from pages.runs.pages import Page
from pages.state.settings import Settings
from pages.state.url import query_of
from pages.translations.language import Translation

MAX_CHAT_LINK = 2_000  # characters of a link; some chat tools cut longer ones


def show(settings: Settings, t: Translation, page: Page) -> None:
    """Draw the buttons, and below them whom the link may not reach."""
    data: ShareData = {**labels(t), "can_add": page.is_part}
    share(key="share", data={**common(), **data})
    link = query_of(settings)
    if needs_upload(settings, page):
        st.caption(t.gettext("The link works only while this server keeps your file."))
    elif len(link) > MAX_CHAT_LINK:
        st.caption(
            t.gettext(
                "The link contains your text and has {length} characters. Browsers can open it, "
                "but some chat tools cut off links longer than 2,000 characters. Send it by "
                "email, or shorten the text."
            ).format(length=f"{len(link):,}")
        )


def needs_upload(settings: Settings, page: Page) -> bool:
    """Return whether the link of a page works only while this server keeps a file."""
    is_uploaded = settings.corpus.is_file or is_upload(settings.encoding.tokenizer)
    return is_uploaded or page.needs_upload(settings)


class CopyLabels(TypedDict):
    """The texts of a button that copies."""

    copy: str
    copied: str
    failed: str


class LinkLabels(CopyLabels):
    """The texts of a button that copies a link."""

    copied_here: str  # instead of "copied", if others cannot reach this computer


class ShareLabels(LinkLabels):
    """The texts of the buttons and of the dialog."""

    present: str
    embed: str
    embed_copied: str
    add: str
    added: str
    full: str
    join: str
    join_short: str
    start_class: str
    class_short: str
    title: str
    close: str
    unreachable: str
    too_long: str
    qr_code: str
    scan: str
    copy_address: str
    explanation: str
    load_error: str


class ShareData(ShareLabels):
    """What the buttons need."""

    can_add: bool  # whether the page can be a part of a lesson


def labels(t: Translation) -> ShareLabels:
    """Return the texts of the buttons and of the dialog.

    >>> labels(Translation())["copy"]
    'Copy link'
    """
    return {
        "copy": t.gettext("Copy link"),
        "copied": t.gettext("Copied"),
        "copied_here": t.gettext("Copied; opens only on this computer"),
        "present": t.gettext("Present"),
        "embed": t.gettext("Copy embed code"),
        "embed_copied": t.gettext("Copied. Paste it into the HTML of your page."),
        "add": t.gettext("Add to my lesson"),
        "added": t.gettext("Added as part {n}"),
        "full": t.gettext("The lesson is full"),
        "failed": t.gettext("Press Ctrl+C to copy"),
        "join": t.gettext("Share with a class"),
        "join_short": t.gettext("Join"),
        "start_class": t.gettext("Start a class"),
        "class_short": t.gettext("Class"),
        "title": t.gettext("Open this page on other devices"),
        "close": t.gettext("Close"),
        "unreachable": t.gettext(
            "Other devices cannot open this page at its address. Connect this computer to the "
            "same network as your class, then open this panel again."
        ),
        "too_long": t.gettext(
            "The full link is too long for a QR code. This code opens the page without your "
            "settings."
        ),
        "qr_code": t.gettext("QR code"),
        "scan": t.gettext("Scan the QR code with a phone, or type:"),
        "copy_address": t.gettext("Copy to clipboard"),
        "explanation": t.gettext(
            "The QR code opens what you see now. After that, everyone works on their own. Phones "
            "must be on the same network as this computer."
        ),
        "load_error": t.gettext("Couldn't load the address. Check your connection."),
    }

"""The sidebar: the settings of the page, and the language."""

from pages.runs.pages import Page
from pages.settings.controls import choice
from pages.state.settings import Settings
from pages.translations.language import LANGUAGES, Translation

MORE = "more"  # the key of the box with the settings that are rarely needed


def show(settings: Settings, t: Translation, page: Page) -> None:
    """Draw the controls of a page."""
    page.sidebar(settings, t)
    choice("lang", t.gettext("Language"), LANGUAGES, settings)

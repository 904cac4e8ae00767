"""The page with the source code of the algorithms, for the registry."""

from pages.runs.pages import Page
from pages.training import sidebar

PAGE = Page(
    path="algorithm",
    script="algorithm/page.py",
    title=lambda t: t.gettext("The algorithm"),
    sidebar=sidebar.of_training,
)

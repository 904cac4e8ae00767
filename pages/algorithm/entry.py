"""The page with the source code of the algorithms, for the registry."""

from pages.sections import sidebar
from pages.serving.pages import Page

PAGE = Page(
    path="algorithm",
    script="algorithm/page.py",
    title=lambda t: t.gettext("The algorithm"),
    sidebar=sidebar.of_training,
)

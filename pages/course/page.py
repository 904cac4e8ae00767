"""Page: the course, lessons and the glossary."""

from pages.i18n.language import translation
from pages.sections.lesson import show, write
from pages.state import session

settings = session.settings()
t = translation(settings.lang)
show(settings, t)
write(settings, t)

"""Page: a lesson, part by part."""

from pages.i18n.language import translation
from pages.sections.lesson import parts, write
from pages.state import session

settings = session.settings()
t = translation(settings.lang)
parts(settings, t)
write(settings, t)

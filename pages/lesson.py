"""Page: a lesson, link by link."""

from pages import session
from pages.language import translation
from pages.lesson_sections import parts, write

settings = session.settings()
t = translation(settings.lang)
parts(settings, t)
write(settings, t)

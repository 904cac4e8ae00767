"""Page: the course, lessons and the glossary."""

from pages.course.lesson_page import show, write
from pages.state import session
from pages.translations.language import translation

settings = session.settings()
t = translation(settings.lang)
show(settings, t)
write(settings, t)

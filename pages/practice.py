"""Page: questions to answer, each with the reason where an answer is wrong."""

from pages import session
from pages.language import translation
from pages.practice_sections import choose_part, course, questions

settings = session.settings()
t = translation(settings.lang)
if choose_part(t) == "course":
    course(settings, t)
else:
    questions(settings, t)

"""Page: practice questions that get harder, with an explanation for each wrong answer."""

from pages.i18n.language import translation
from pages.sections.course_exercises import course
from pages.sections.practice import choose_part, practice_ladder
from pages.state import session

settings = session.settings()
t = translation(settings.lang)
if choose_part(t) == "course":
    course(settings, t)
else:
    practice_ladder(settings, t)

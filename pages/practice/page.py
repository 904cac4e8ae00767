"""Page: practice questions that get harder, with an explanation for each wrong answer."""

from pages.i18n.language import translation
from pages.sections.course_exercises import course
from pages.sections.practice import choose_practice, practice_ladder
from pages.state import session

settings = session.settings()
t = translation(settings.lang)
choose_practice(settings, t)
if settings.view.practice == "course":
    course(settings, t)
else:
    practice_ladder(settings, t)

"""Page: practice questions that get harder, with an explanation for each wrong answer."""

from pages.practice.course_exercises import course
from pages.practice.sections import choose_practice, practice_ladder
from pages.state import session
from pages.translations.language import translation

settings = session.settings()
t = translation(settings.lang)
choose_practice(settings, t)
if settings.view.practice == "course":
    course(settings, t)
else:
    practice_ladder(settings, t)

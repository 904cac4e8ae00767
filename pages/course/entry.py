"""The page of the course, lessons and the glossary, for the registry."""

from pages.course.course import find_part
from pages.course.lecture.translated import in_language
from pages.runs.pages import Page

PAGE = Page(
    path="lesson",
    script="course/page.py",
    title=lambda t: t.gettext("Lesson"),
    files=("lesson.js", "stage.css"),
    is_part=False,
    find_part=find_part,
    in_language=in_language,
)

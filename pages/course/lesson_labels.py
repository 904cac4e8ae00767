"""The texts of the lesson page: the overview, the editor and its help."""

from pages.runs.pages import BY_PATH
from pages.settings.platform_labels import labels as platform_labels
from pages.translations.language import Translation


def labels(t: Translation) -> dict[str, str]:
    """Return the texts of the page.

    >>> labels(Translation())["start"]
    'Start here'
    """
    return {
        "loading": t.gettext("Loading …"),
        "failed_load": t.gettext("Couldn't load this. Check your connection."),
        "course": t.gettext("The course"),
        "course_about": t.gettext(
            "Six chapters of about ten minutes. Each part has a task that the app checks."
        ),
        "start": t.gettext("Start here"),
        "continue": t.gettext("Continue: chapter {n}"),
        "kept": t.gettext("Your progress stays in this browser."),
        "export": t.gettext("Save progress as a file"),
        "import": t.gettext("Load progress from a file"),
        "damaged": t.gettext("This file contains no progress of this course."),
        "finished": t.gettext("Course finished"),
        "reset": t.gettext("Reset progress"),
        "reset_question": t.gettext("Press again to reset"),
        "worksheet": t.gettext("Print a worksheet"),
        "lesson": t.gettext("Your teacher's lesson"),
        "lesson_about": t.gettext(
            "A teacher wrote this lesson. The link to this page contains all of it."
        ),
        "open": t.gettext("Open"),
        "start_lesson": t.gettext("Start this lesson"),
        "present": t.gettext("Present this lesson"),
        "glossary": t.gettext("Glossary"),
        "see": t.gettext("See it in the app"),
        "lecture": t.gettext("A lecture, ready to present"),
        "lecture_about": t.gettext(
            "45 minutes, with six votes, notes for you and the time of each part. It is an "
            "ordinary lesson: present it as it is, or change it first."
        ),
        "open_lecture": t.gettext("Open the ready lecture"),
        "results": t.gettext("Results of your students"),
        "results_about": t.gettext(
            "Students who answer a set of practice questions can send you a file. Read all files "
            "of a set here. They are not sent anywhere."
        ),
        **platform_labels(t),
        **editor_labels(t),
    }


def editor_labels(t: Translation) -> dict[str, str]:
    """Return the texts of the editor.

    >>> editor_labels(Translation())["note"]
    'Note for you'
    """
    return {
        "editor": t.gettext("Write your own lesson"),
        "editor_about": t.gettext(
            "Open any page, and press “Add to my lesson” in the sidebar. Come back here to write "
            "a sentence for each part. The draft stays in this browser until you make a link."
        ),
        "empty": t.gettext("There are no parts yet."),
        "no_parts": t.gettext("Add a part first."),
        "no_sentence": t.gettext("Part {number} needs a sentence."),
        **page_titles(t),
        "title": t.gettext("Title (optional)"),
        "sentence": t.gettext("Sentence"),
        "note": t.gettext("Note for you"),
        "task": t.gettext("Task (optional)"),
        "question": t.gettext("Question"),
        "answers": t.gettext("Accepted answers, with | between them"),
        "explanation": t.gettext("Explanation"),
        "until": t.gettext("Present up to step"),
        "hides": t.gettext("Hide counts and results until it is answered"),
        "up": t.gettext("Move up"),
        "down": t.gettext("Move down"),
        "delete": t.gettext("Delete this part"),
        "clear": t.gettext("Delete all parts"),
        "edit_this": t.gettext("Edit the lesson of this link"),
        "replace": t.gettext("Press again to discard your draft"),
        "make": t.gettext("Make the link"),
        "made": t.gettext("The link of this page now contains your lesson."),
        "copy": t.gettext("Copy link"),
        "copied": t.gettext("Copied"),
        "copied_here": t.gettext("Copied; opens only on this computer"),
        "failed": t.gettext("Press Ctrl+C to copy"),
        **field_help(t),
    }


def page_titles(t: Translation) -> dict[str, str]:
    """Return the titles of the pages that a part of a lesson can open.

    >>> page_titles(Translation())["page_encode"]
    'Encoding'
    """
    return {f"page_{each.path}": each.title(t) for each in BY_PATH.values() if each.is_part}


def field_help(t: Translation) -> dict[str, str]:
    """Return what the fields of the editor are for.

    >>> sorted(field_help(Translation()))[:2]
    ['answers_help', 'field_help']
    """
    return {
        "field_help": t.gettext("What the fields are for"),
        "sentence_help": t.gettext(
            "It is next to the page. In a class, phones show your titles, sentences and questions "
            "as you wrote them, and everything else in the language of the phone."
        ),
        "note_help": t.gettext(
            "“Present this lesson” shows it in a second window, with a clock. Whoever edits the "
            "lesson of the link can read it, too."
        ),
        "task_help": t.gettext(
            "A question that the app checks. Whoever is wrong three times sees the answer."
        ),
        "answers_help": t.gettext(
            "The answers that are right, for example: 20 | twenty. Upper and lower case are the "
            "same."
        ),
        "hides_help": t.gettext(
            "What answers the question is covered on the page: the counts, the merge and the "
            "results. When you present, Page Down shows the answer and uncovers them."
        ),
        "until_help": t.gettext(
            "When you present, Page Down goes through the steps of the page up to this one, and "
            "then to the next part. Leave it empty for all steps."
        ),
    }

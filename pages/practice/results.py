"""The results of a set of practice questions, which a student can download for the lecturer.

The browser keeps them and makes the file, so nothing leaves the student's computer by itself. The
lecturer's page of a class reads the files (`class_homework.js`).
"""

from collections.abc import Mapping

from pages.practice import ladder
from pages.stage.record import Record
from pages.state.practice import Result
from pages.translations.language import Translation

FORMAT = "merge-by-merge results"


def of_set(results: Mapping[int, tuple[Result, ...]], seed: int, t: Translation) -> Record:
    """Return what the browser needs to keep and download the results of a seed.

    Empty for the questions of one learner alone, whose seed is 0.

    >>> of_set({}, 0, Translation())
    {}
    >>> found = of_set({7: (Result(1, "right", 1),)}, 7, Translation())
    >>> found["results"]["questions"][0]["skill"]
    'count'
    """
    if not seed:
        return {}
    questions = [as_json(each) for each in results.get(seed, ())]
    return {
        "results": {
            "format": FORMAT,
            "seed": seed,
            "questions": questions,
            "labels": {
                "name": t.gettext("Your name (optional)"),
                "download": t.gettext("Download my results"),
                "about": t.gettext("A file for your lecturer. It contains only what is here."),
            },
        }
    }


def as_json(result: Result) -> Record:
    """Return a result as it is in the file.

    >>> as_json(Result(1, "shown", 2, (("once", "You counted it once."),)))["mistakes"]
    [['once', 'You counted it once.']]
    """
    at = ladder.rung(result.question)
    return {
        "question": result.question,
        "skill": at.skill,
        "level": at.level,
        "outcome": result.outcome,
        "tries": result.tries,
        "mistakes": [list(each) for each in result.mistakes],
    }

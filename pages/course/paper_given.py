"""What the stage shows at a place of the course or a lesson, as a line on paper."""

from pages.course.parts import Place
from pages.runs.pages import BY_PATH
from pages.translations.language import Translation

MAX_CORPUS = 1_000  # characters of a typed corpus that is trained for a worksheet


def given(place: Place, t: Translation, shows_result: bool = False) -> str:
    """What the stage shows at a place, if that fits on a line; else it is empty.

    shows_result: whether the tokens of an encoded text can be shown.

    >>> from pages.state.defaults import defaults
    >>> given(Place(defaults("hug"), "practice"), Translation())
    ''
    """
    corpus = place.settings.corpus
    if corpus.is_file or len(corpus.own) > MAX_CORPUS or corpus.is_large:
        return ""
    return BY_PATH[place.page].on_paper(place.settings, place.step, shows_result, t)

"""All pages, in the order of the menu. Whatever lists pages or kinds of stages asks this list.

A page is a folder with its script and an `entry.py`, which says all that others must know of it.
"""

from pages.algorithm import entry as algorithm
from pages.course import entry as course
from pages.encoding import entry as encoding
from pages.figures import entry as figures
from pages.practice import entry as practice
from pages.runs.pages import register
from pages.side_by_side import entry as side_by_side
from pages.training import entry as training
from pages.unigram import entry as unigram

PAGES = (
    training.PAGE,
    encoding.PAGE,
    unigram.PAGE,
    side_by_side.PAGE,
    practice.PAGE,
    course.PAGE,
    algorithm.PAGE,
    figures.PAGE,
)
register(*PAGES)

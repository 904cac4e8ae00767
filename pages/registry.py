"""All pages, in the order of the menu. Whatever lists pages or kinds of stages asks this list.

A page is a folder with its script and an `entry.py`, which says all that others must know of it.
"""

from importlib import import_module

from pages.runs.pages import Page, register

FOLDERS = (
    "training",
    "encoding",
    "unigram",
    "side_by_side",
    "inspector",
    "practice",
    "course",
    "algorithm",
    "fast_training",
    "figures",
)
PAGES: tuple[Page, ...] = tuple(import_module(f"pages.{each}.entry").PAGE for each in FOLDERS)
register(*PAGES)

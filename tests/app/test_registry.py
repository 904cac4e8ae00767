"""The registry: what each page says of itself is there, and everything that lists pages has it."""

import re
from dataclasses import replace

import pytest

from pages.classroom.frames import frames_of
from pages.classroom.places import Place
from pages.course.lesson import lesson_record
from pages.hosting import files
from pages.hosting.modules import with_imports
from pages.hosting.styles import style_sheet
from pages.registry import PAGES
from pages.runs.kinds import KINDS, kind_of
from pages.runs.pages import Page
from pages.settings.present import targets
from pages.state.settings import SECTIONS, SHOWS
from pages.storage.typed import pack
from pages.translations.language import Translation

SECRETS = {"merges", "result", "segmentations", "second", "verdict"}
STEPPED = [each for each in PAGES if each.stage]
LINKED = [each for each in PAGES if each.is_part]


def title(page: Page) -> str:
    return page.title(Translation())


@pytest.mark.parametrize("page", PAGES, ids=title)
def test_page_has_its_script_and_its_files(page):
    assert (files.PAGES / page.script).is_file()
    assert set(page.files) <= files.files().keys()


def test_no_two_pages_or_targets_have_the_same_name():
    assert len({each.path for each in PAGES}) == len(PAGES)
    assert len({each.script for each in PAGES}) == len(PAGES)
    assert len(targets()) == sum(len(each.targets) for each in PAGES)


def test_url_knows_what_the_pages_can_show():
    shown = [each for page in PAGES for each in page.targets]
    assert set(SECTIONS) == {each.section for each in shown}
    assert set(SHOWS) == {each.show for each in shown} - {""}


@pytest.mark.parametrize("kind", KINDS.values(), ids=[each.__name__ for each in KINDS.values()])
def test_browser_can_draw_every_kind(kind):
    if not kind.renderer:
        return
    assert re.search(rf"^export function {kind.name}\(", files.text(kind.renderer), re.MULTILINE)
    assert f'from "./{kind.renderer}"' in files.text("renderers.js")
    assert kind.renderer in with_imports("class_follow.js")
    for name in kind.styles:
        assert style_sheet(name) in style_sheet("class_follow.css")


def test_phones_can_draw_the_panels_of_every_page():
    drawers = [each for page in PAGES for each in page.drawers.items()]
    assert len(drawers) == len(dict(drawers)) >= 3
    for name, file in drawers:
        assert re.search(r"^export function draw\(", files.text(file), re.MULTILINE)
        assert f'{{ draw as {name} }} from "./{file}"' in files.text("drawers.js")
        assert file in with_imports("class_panels.js")


@pytest.mark.parametrize("page", STEPPED, ids=title)
@pytest.mark.parametrize("show", ["both", "word", "rounds"])
def test_class_learns_no_secret_at_the_first_step(page, show):
    """The secrets of a kind are parts of its head, and a class gets them step by step."""
    place = Place(page.path, f"corpus=hug&show={show}")
    data, content = page.shown(place.settings("en"))
    kind = kind_of(content)
    assert (data["kind"], data["stage"]) == (kind.name, page.stage)
    assert kind.head(Translation(), "en")["kind"] == kind.name
    (frame,) = frames_of(place, ["en"]).values()
    assert not SECRETS & frame.head.keys()
    (end,) = frames_of(replace(place, step=kind.last), ["en"]).values()
    assert set(end.step["late"]) == set(kind.secrets)


@pytest.mark.parametrize("page", LINKED, ids=title)
def test_part_of_a_lesson_can_be_on_every_page(page):
    record = lesson_record(pack(f"/{page.path}?corpus=hug Look."), "en")
    assert record["chapters"][0]["parts"][0]["page"] == page.path

"""The link to the table of the step."""

import re
from pathlib import Path

import pytest

from pages.runs import runs
from pages.runs.kinds import kind_of
from pages.state.defaults import defaults
from pages.translations.language import translation
from pages.unigram.round_tables import pieces_csv
from tests.support.waiting import expect

HUG = defaults("hug")


def taken(tab, label: str) -> tuple[str, bytes]:
    """The name and content of the file that a link downloads."""
    with tab.page.expect_download() as download:
        tab.page.get_by_role("link", name=label, exact=True).click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def test_link_downloads_the_pairs_of_the_step(tab):
    run, t = runs.run_of(HUG), translation("en")
    tab.open("corpus=hug&step=2")
    for k in (2, 3):
        name, data = taken(tab, f"Pairs at step {k} as CSV")
        assert name == f"pairs-hug-first-step-{k}.csv"
        assert data == kind_of(run).table("pairs", k, t)[1]
        tab.press("ArrowRight")
    tab.show("corpus=hug&ties=lowest&lang=ko")
    run = runs.run_of(HUG.replace(ties="lowest"))
    name, data = taken(tab, "4단계의 쌍(CSV)")
    assert name == "pairs-hug-lowest-step-4.csv"
    assert data == kind_of(run).table("pairs", 4, translation("ko"))[1]


@pytest.mark.parametrize("method", ["course", "em"])
def test_link_downloads_the_pieces_of_the_step(tab, method):
    tab.open(f"corpus=hug&show=rounds&position=1&method={method}", "/unigram")
    link = tab.page.locator("a.download").last
    expect(link).to_have_attribute("href", re.compile("pieces-1.csv"))
    key = link.get_attribute("href").split("/")[-3]
    run = runs.RUNS.find(key)
    assert run.method == method
    tab.press("ArrowRight")
    name, data = taken(tab, "Pieces at step 2 as CSV")
    assert name == f"pieces-hug-{method}-step-2.csv"
    assert data == pieces_csv(run, 2, translation("en"))


def test_missing_table_does_not_replace_the_page(tab):
    tab.page.route("**/downloads/**", lambda route: route.fulfill(status=404))
    tab.open("corpus=hug&step=2")
    expect(tab.page.locator("a.download").last).to_have_text("Pairs at step 2 as CSV")
    with tab.watch.expecting("404"):
        tab.page.locator("a.download").last.click()
        tab.press("ArrowRight")
        tab.at(3)

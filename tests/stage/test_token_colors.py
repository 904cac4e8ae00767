"""A token has the same color everywhere, and a visible edge in a gray print."""

import re

import pytest

from pages.course.course import chapters
from pages.hosting.components import files_path
from pages.translations.language import LANGUAGES
from tests.support.page_checks import PAPERS
from tests.support.waiting import expect

TRAINING = (
    "/?step=6",
    "/?step=18",
    "/encode?at=9",
    "/comparison?cut=gpt2",
    "/tokens?",
    "/rules?",
)
UNIGRAM = (
    "/unigram?show=word&at=8&cut=gpt2&word=Ġtokenizer",
    "/unigram?show=rounds&cut=gpt2&at=0",
    "/unigram?show=rounds&cut=gpt2&at=1",
)
FIVE_WORDS = (
    "/?step=7",
    "/encode?at=99&input=hugs+pug+bun",
    "/unigram?show=both&at=99&word=hugs",
    "/comparison?",
    "/tokenizers?passage=hugs+pug+bun&tokenizers=bpe,unigram",
)
FORCES = "(wanted) => matchMedia(`(forced-colors: ${wanted})`).matches"
LOOKS = """(all) => all.map((e) => {
  const {backgroundColor, borderBottomColor, borderBottomStyle} = getComputedStyle(e);
  return [e.textContent, [backgroundColor, borderBottomColor, borderBottomStyle].join(" ")];
})"""


def looks(tab, address: str, css: str = ".token:not(.unknown)") -> list[tuple[str, str]]:
    """Texts of chips, and how they look."""
    path, query = address.split("?")
    tab.go(f"{query}&corpus=course", path)
    expect(tab.page.locator(".stage .token").first).to_be_attached()
    if path in ("/", "/encode", "/unigram"):
        tab.ready()  # a stage first shows the text, and then draws its step in its place
    tab.rested()
    tab.settle()
    return tab.page.locator(f".stage {css}").evaluate_all(LOOKS)


@pytest.mark.parametrize("addresses", [TRAINING, UNIGRAM], ids=["BPE", "Unigram"])
def test_token_has_one_color_in_the_whole_run(tab, addresses):
    """In every table, list and text, at every step."""
    colors: dict[str, set[str]] = {}
    places: dict[str, set[str]] = {}
    for address in addresses:
        css = ".bpe .token" if address.startswith("/comparison") else ".token:not(.unknown)"
        for text, color in looks(tab, address, css):
            colors.setdefault(text, set()).add(color)
            places.setdefault(text, set()).add(address)
    everywhere = [text for text, where in places.items() if len(where) > 2 and len(text) > 1]
    assert len(everywhere) > 3
    assert {text: found for text, found in colors.items() if len(found) > 1} == {}


def test_text_has_one_color_on_all_pages(tab):
    """Of the five words: training, encoding, both methods on one word and on all, side by side."""
    colors: dict[str, dict[str, set[str]]] = {}
    for address in FIVE_WORDS:
        path, query = address.split("?")
        tab.go(f"{query}&corpus=hug", path)
        chips = tab.page.locator(".stage .token:not(.unknown)")
        expect(chips.first).to_be_attached()
        tab.rested()
        tab.settle()
        for text, color in chips.evaluate_all(LOOKS):
            if len(text) > 1:
                colors.setdefault(text, {}).setdefault(color, set()).add(path)
    assert len([each for each in colors.values() if len(set().union(*each.values())) > 2]) > 2
    assert {text: found for text, found in colors.items() if len(found) > 1} == {}


def test_twenty_tokens_have_twenty_colors(tab):
    """The tokens of the first 20 merges differ, and characters have no color."""
    tab.open("corpus=english&step=20")
    expect(tab.page.locator(".merge-entry.now")).to_be_attached()
    entries = tab.page.locator(".vocab .token").evaluate_all(LOOKS)
    characters = {look for text, look in entries if len(text) == 1}
    made = [look for text, look in entries if len(text) > 1][:20]
    assert (len(characters), len(made)) == (1, 20)
    assert len({*made, *characters}) == 21


def test_arcs_have_the_colors_of_their_pieces(tab):
    tab.open("show=word&cut=gpt2&word=Ġtokenizer&at=13", "/unigram")
    fill = "getComputedStyle(e.querySelector('rect')).fill"
    arcs = tab.page.locator(".arc").evaluate_all(f"(all) => all.map((e) => [e.dataset.id, {fill}])")
    chips = tab.page.locator(".body .token").evaluate_all(
        "(all) => all.map((e) => [e.textContent, getComputedStyle(e).backgroundColor])"
    )
    drawn = dict(chips)
    pieces = {text: color for text, color in arcs if text in drawn and len(text) > 1}
    assert len(pieces) > 3
    assert pieces == {text: drawn[text] for text in pieces}


def test_merge_is_marked_by_lines(tab, subtests):
    """The two tokens and the new one are marked without color, also where colors are replaced."""
    tab.open("corpus=course&step=12")
    outline = "(e) => getComputedStyle(e).outlineStyle"
    marked = {
        ".merge .made": "solid",
        ".merge .token:not(.made)": "dashed",
        ".pairs .chosen .token": "dashed",
        ".layer.after .fresh": "solid",
        ".pairs .row:not(.chosen) .token": "none",
    }
    for forced in ("none", "active"):
        tab.page.emulate_media(forced_colors=forced)
        tab.until(lambda now=forced: tab.page.evaluate(FORCES, now))
        with subtests.test(forced=forced):
            for css, expected in marked.items():
                assert tab.page.locator(css).first.evaluate(outline) == expected, css
            lines = tab.page.locator(".list .double").first
            expect(lines).to_have_css("border-bottom-style", "double")


EDGES = """(all) => all.filter((e) => e.checkVisibility({visibilityProperty: true})).map((e) => {
  const look = getComputedStyle(e);
  return [e.textContent, look.borderTopWidth, look.borderTopColor, look.backgroundColor]; })"""


def gray(color: str) -> float:
    """The luminance of a computed color, as in a gray print."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", color)[:3]]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@pytest.mark.parametrize("address", ["/?corpus=english&step=60", "/encode?corpus=course&at=5"])
def test_tokens_have_edges_in_a_gray_print(tab, address, subtests):
    tab.page.goto(tab.url + address)
    tab.ready()
    color = "(e) => getComputedStyle(e).color"
    for scheme in ("light", "dark"):
        tab.page.emulate_media(media="screen", color_scheme=scheme)
        expect(tab.page.locator("body")).to_have_css("background-color", PAPERS[scheme])
        tab.page.emulate_media(media="print")
        with subtests.test(scheme):
            expect(tab.transport).to_be_hidden()
            tokens = tab.page.locator(".body .token").evaluate_all(EDGES)
            assert len(tokens) > 10
            for text, width, edge, inside in tokens:
                assert float(width[:-2]) >= 1, text
                for neighbor in (gray(inside), 1):
                    assert (neighbor + 0.05) / (gray(edge) + 0.05) >= 3, (text, edge, inside)
            for css in (".why", ".corpus h2"):
                assert gray(tab.page.locator(css).first.evaluate(color)) < 0.1


COLORS_OF = """async ([file, samples]) => {
  const {colorOf} = await import(file);
  return samples.map((numbers) => numbers.map(colorOf));
}"""


def test_different_tokens_of_a_sample_of_the_course_have_different_colors(tab):
    samples = []
    for chapter in [each for lang in LANGUAGES for each in chapters(lang)[:4]]:
        for part in chapter.parts:
            settings = part.place.settings
            is_encoded = part.place.page == "encode"
            text = settings.encoding.input if is_encoded else settings.view.sentence
            run = settings.train()
            ranks = {merge.token: merge.rank for merge in run.merges}
            samples.append(sorted({ranks[t] for t in run.encode(text).tokens if t in ranks}))
    tab.go("")
    drawn = tab.page.evaluate(COLORS_OF, [f"{files_path()}/colors.js", samples])
    assert max(map(len, samples)) >= 10
    for colors in drawn:
        assert len(set(colors)) == len(colors)

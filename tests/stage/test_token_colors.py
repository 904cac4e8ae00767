"""A token has the same color everywhere, and a visible edge in a gray print."""

import re

import pytest
from playwright.sync_api import expect

ADDRESSES = (
    ("/", "step=6"),
    ("/", "step=18"),
    ("/encode", "at=9"),
    ("/unigram", "at=5&cut=gpt2&word=Ġtokenizer"),
    ("/unigram", "show=rounds&cut=gpt2&at=1"),
)


def test_token_has_one_color_everywhere(tab):
    """In every renderer, at every step, and in the chips of sentences."""
    tint = "getComputedStyle(e).getPropertyValue('--tint')"
    look = f"(all) => all.map((e) => [e.textContent, {tint}])"
    seen: dict[str, set[str]] = {}
    pages: dict[str, set[str]] = {}
    for path, query in ADDRESSES:
        tab.open(f"corpus=course&{query}", path)
        for text, color in tab.page.locator(".body .token[class*=tint]").evaluate_all(look):
            seen.setdefault(text, set()).add(color)
            pages.setdefault(text, set()).add(path + query)
    everywhere = [text for text, where in pages.items() if len(where) > 2 and len(text) > 1]
    assert len(everywhere) > 5
    assert all(color for colors in seen.values() for color in colors)
    assert {text: colors for text, colors in seen.items() if len(colors) > 1} == {}


EDGES = """(all) => all.filter((e) => e.checkVisibility({visibilityProperty: true})).map((e) => {
  const look = getComputedStyle(e);
  return [e.textContent, look.borderTopWidth, look.borderTopColor, look.backgroundColor]; })"""


def gray(color: str) -> float:
    """The luminance of a computed color, as in a gray print."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", color)[:3]]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", ["/?corpus=english&step=60", "/encode?at=5"])
def test_tokens_have_edges_in_a_gray_print(visitor, server, address, scheme):
    tab = visitor(server, color_scheme=scheme)
    tab.page.goto(tab.url + address)
    tab.ready()
    tab.page.emulate_media(media="print")
    tokens = tab.page.locator(".body .token").evaluate_all(EDGES)
    assert len(tokens) > 10
    for text, width, edge, inside in tokens:
        assert float(width[:-2]) >= 1, text
        for neighbor in (gray(inside), 1):
            assert (neighbor + 0.05) / (gray(edge) + 0.05) >= 3, (text, edge, inside)
    for css in (".why", ".corpus h2"):
        assert gray(tab.page.locator(css).evaluate("(e) => getComputedStyle(e).color")) < 0.1
    expect(tab.transport).to_be_hidden()

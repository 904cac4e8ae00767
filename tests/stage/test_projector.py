"""The projector view: large, with strong contrast, and kept in the link."""

import pytest
from playwright.sync_api import expect

LUMINANCE = """(e) => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const lightness = (color) => {
    canvas.fillStyle = '#fff'; canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
      .map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  let back = e;
  const of = (node, name) => getComputedStyle(node)[name];
  const clear = (node) => ['rgba(0, 0, 0, 0)', 'transparent'].includes(of(node, 'backgroundColor'));
  while (clear(back)) back = back.parentElement ?? back.getRootNode().host ?? document.body;
  const [one, other] = [lightness(of(e, 'color')), lightness(of(back, 'backgroundColor'))];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05); }"""


def test_projector_view_is_large_and_kept_in_the_link(tab):
    tab.open("corpus=course&step=3")
    tab.page.locator(".projector-switch").click()
    tab.address_has(view="projector")
    expect(tab.page.get_by_test_id("stSidebar")).to_be_hidden()
    size = tab.page.locator(".equation .token").first.evaluate(
        "(e) => parseFloat(getComputedStyle(e).fontSize)"
    )
    assert size >= 60
    tab.press("PageDown")
    tab.at(4)
    tab.address_has(step=4, view="projector")
    tab.page.reload()
    tab.ready()
    tab.at(4)
    expect(tab.page.get_by_test_id("stSidebar")).to_be_hidden()
    tab.page.locator(".projector-switch").click()
    expect(tab.page.get_by_test_id("stSidebar")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast_on_a_projector_is_at_least_seven(visitor, server, scheme):
    tab = visitor(server, color_scheme=scheme).open("corpus=course&step=9&view=projector")
    tab.at(9)
    texts = ".why, .fact, .title, .pairs td.count .number, .pairs h2, .corpus h2, .watched .count"
    shown = [each for each in tab.page.locator(texts).all() if each.is_visible()]
    assert len(shown) > 10
    for each in shown:
        assert each.evaluate(LUMINANCE) >= 7, each.inner_text()

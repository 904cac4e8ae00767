"""The language of a page, including Streamlit's own texts."""

from pages.translations import streamlit_strings
from tests.support.waiting import expect

SAID = """() => { const said = new Set();
  for (const e of document.querySelectorAll('body *:not(script, style, noscript)')) {
    for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-roledescription'])
      if (e.hasAttribute(name)) said.add(e.getAttribute(name).trim());
    for (const n of e.childNodes) if (n.nodeType === Node.TEXT_NODE) said.add(n.nodeValue.trim());
  }
  return [...said]; }"""


def test_student_in_taiwan_reads_chinese_and_changes_to_english(visitor, server, tmp_path):
    """Fields, lists, menus and the uploader use the browser's language, then the selected one."""
    tab = visitor(server, locale="zh-TW")
    ours = streamlit_strings.dictionary("zh-Hant")
    theirs = {word for word in ours if "{it}" not in word}
    page, read_out = tab.page, []
    html = page.locator("html")

    def listen(wanted: str) -> None:
        tab.until(lambda: ours[wanted] in page.evaluate(SAID))
        read_out.extend(page.evaluate(SAID))

    tab.open("corpus=course&at=1", "/encode")
    expect(html).to_have_attribute("lang", "zh-Hant")
    page.locator("textarea").first.click()
    page.keyboard.type("a")
    listen("Press Ctrl+Enter to apply")
    listen("Upload")
    too_large = tmp_path / "t.json"
    too_large.write_bytes(b"1" * 21_000_000)
    page.locator("input[type=file]").set_input_files(too_large)
    tab.until(lambda: any("20.0MB" in each for each in page.evaluate(SAID)))
    read_out += page.evaluate(SAID)
    tab.open("corpus=course&step=7")
    expect(tab.transport.locator(".title")).to_contain_text("第 7 步")
    listen("Increment")
    assert theirs.isdisjoint(read_out)
    assert not any("or smaller" in each for each in read_out)

    page.locator("[class*=st-key-choose_lang]").get_by_role("combobox").click()
    tab.options.nth(0).click()
    tab.until(lambda: "Increment" in page.evaluate(SAID))
    expect(html).to_have_attribute("lang", "en")
    tab.at(7)
    tab.address_has(lang="en", step=7)
    tab.until(lambda: set(ours.values()).isdisjoint(page.evaluate(SAID)))
    tab.press("ArrowRight")
    tab.at(8)
    tab.address_has(step=8)
    page.reload()
    tab.at(8)
    expect(html).to_have_attribute("lang", "en")

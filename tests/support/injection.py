"""Detects injected text on a page: as an element, an event handler or a request."""

from tests.support.errors import SENTENCES

ALIVE = """
() => {
  const found = [];
  const look = (root) => {
    for (const e of root.querySelectorAll('*')) {
      if (e.shadowRoot) look(e.shadowRoot);
      const foreign = ['href', 'src', 'srcset', 'action', 'data', 'poster'].some((name) => {
        const to = new URL(e.getAttribute(name) ?? '', location.href);
        return to.host !== location.host && !/^(data:image|data:,$|blob:)/.test(to.href);
      });
      const handlers = [...e.attributes].some((each) => /^on/i.test(each.name));
      const unexpected = e.matches('marquee, object, base, dialog:not(.shortcuts, .join), iframe, '
        + 'math, .katex, kbd, blockquote, form[action], meta[http-equiv=refresh], svg animate, '
        + '[data-step="99"]');
      if (foreign || handlers || unexpected) found.push(e.outerHTML.slice(0, 200));
    }
  };
  look(document);
  if (window.hacked !== undefined) found.push('hacked');
  if (/example|hacked/.test(document.title)) found.push(document.title);
  return found;
}
"""


def assert_unharmed(tab) -> None:
    """Check that nothing was injected into the page and no part of it failed."""
    tab.settle()
    assert tab.page.evaluate(ALIVE) == []
    text = tab.page.locator("body").inner_text()
    assert not any(sentence in text for sentence in SENTENCES)
    assert "Traceback" not in text


def note_intrusions(tab) -> None:
    """Make the test fail at its end if a text opened a window or a download."""
    tab.page.on("popup", lambda page: tab.watch.seen.append(f"opened: {page.url}"))
    tab.page.on("download", lambda each: tab.watch.seen.append(f"download: {each.url}"))

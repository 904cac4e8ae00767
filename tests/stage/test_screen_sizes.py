"""The step counter in the middle of the transport is never cut. Widths: test_accessibility.py."""

from tests.support.cases import combined

# The controls that lie over the step counter.
COVERED = """
(node) => {
  const title = node.querySelector(".title").getBoundingClientRect();
  return [...node.querySelectorAll("button, select, input")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width > 0 && box.left < title.right && title.left < box.right
      && box.top < title.bottom && title.top < box.bottom;
  }).map((each) => each.title || each.textContent);
}
"""


def test_step_counter_is_never_cut(tab, subtests):
    queries = ("corpus=english&vocab=200&step=100", "corpus=notebook")
    for lang, query in combined(("en", "zh-Hant", "ko"), queries):
        tab.go(f"{query}&lang={lang}")
        tab.ready()
        for width in (1210, 1280, 1366):
            with subtests.test(query, lang=lang, width=width):
                tab.resize((width, 720))
                assert tab.transport.evaluate(COVERED) == []

"""The lattice of a word: Viterbi position by position, and the path back."""

from tests.support.waiting import expect


def state(tab) -> dict[str, list[str]]:
    """The arcs of the lattice by state, and the current position."""
    return tab.page.locator(".lattice").evaluate(
        """(svg) => {
          const labels = [...svg.querySelectorAll('.point.now .position')];
          const states = {now: labels.map((label) => label.textContent)};
          for (const arc of svg.querySelectorAll('.arc')) {
            (states[arc.dataset.state ?? ''] ??= []).push(arc.querySelector('.piece').textContent);
          }
          return states; }"""
    )


def rows(tab, css: str) -> list[list[str]]:
    """The texts of the visible cells of a table; hidden cells are empty."""
    return tab.page.locator(f"{css} tbody tr:visible").evaluate_all(
        """(rows) => rows.map((row) => [...row.cells].map((cell) =>
          getComputedStyle(cell).visibility === 'hidden' ? '' : cell.textContent))"""
    )


def test_viterbi_steps_forward_and_traces_back(tab):
    tab.open("corpus=hug&show=word&word=unhug", "/unigram")
    tab.at(0)
    assert tab.last == 10
    assert len(rows(tab, ".every")) == 8
    for k, path in enumerate((["hug", "un"], list("ghnuu")), 1):
        tab.press("ArrowRight")
        tab.at(k)
        assert sorted(state(tab)["path"]) == path
        assert len(rows(tab, ".segmentations")) == k
    tab.press("ArrowRight")
    tab.at(3)
    assert rows(tab, ".segmentations")[0][0] == "unhug"
    assert len(rows(tab, ".segmentations")) == 8
    for k in range(1, 6):
        tab.press("ArrowRight")
        tab.at(3 + k)
        assert state(tab)["now"] == [str(k)]
        best = rows(tab, ".best")
        assert [row[1] != "" for row in best] == [i < k for i in range(5)]
    assert state(tab)["chosen"] == ["hug"]
    assert best[4][1:] == ["unhug", "0.005442"]
    tab.press("PageDown")
    tab.at(9)
    assert state(tab)["path"] == ["hug"]
    tab.press("End")
    tab.at(10)
    assert sorted(state(tab)["path"]) == ["hug", "un"]
    expect(tab.page.locator(".equation")).to_have_text("unhug=0.005442")
    tab.address_has(position=10, corpus="hug")
    tab.page.reload()
    tab.ready()
    tab.at(10)
    tab.press("Home")
    tab.at(0)
    assert "path" not in state(tab)


def test_viterbi_tie_is_shown(tab):
    tab.open("corpus=hug&show=word&word=pug", "/unigram")
    tab.act("stop")
    tab.at(6)
    shown = state(tab)
    assert (shown["chosen"], shown["tied"]) == (["ug"], ["g"])
    assert [row[0] for row in rows(tab, ".candidates")] == ["pug", "pugtied"]
    expect(tab.page.locator(".why")).to_contain_text("equally good")


def test_hovered_piece_shows_its_probability(tab):
    tab.open("corpus=hug&show=word&word=unhug&at=8", "/unigram")
    tab.at(8)
    tab.page.locator(".arc[data-id=hu] .piece").hover()
    expect(tab.page.locator(".detail")).to_contain_text("15/210 = 0.071429")
    tab.page.mouse.move(5, 5)
    expect(tab.page.locator(".detail")).to_be_hidden()


def test_another_word_shows_its_own_lattice(tab):
    tab.open("corpus=hug&show=word&word=unhug", "/unigram")
    tab.show("corpus=hug&show=word&word=huggun", "/unigram")
    tab.until(lambda: tab.last == 3 + 6 + 3)
    tab.press("End")
    tab.at(12)
    expect(tab.page.locator(".equation")).to_have_text("huggun=0.00051830")


def test_unknown_character_is_labeled(tab):
    tab.open("corpus=hug&show=word&word=thug", "/unigram")
    assert tab.last == 4
    tab.press("End")
    expect(tab.page.locator(".why")).to_contain_text("[UNK]")


def test_long_product_wraps_within_its_box(tab, subtests):
    tab.open("corpus=hug&show=word&word=hubupsbgbgpn&at=25", "/unigram")
    line = tab.page.locator(".equation")
    for size in ((1366, 768), (1024, 768), (390, 844)):
        with subtests.test(size=size):
            tab.resize(size)
            assert line.evaluate("(e) => parseFloat(getComputedStyle(e).fontSize)") > 16.5
            outside = line.evaluate(
                """(e) => { const outer = e.closest('.merge').getBoundingClientRect();
                  return [...e.children].map((part) => part.getBoundingClientRect()).filter(
                    (box) => box.top < outer.top || box.bottom > outer.bottom ||
                      box.left < outer.left || box.right > outer.right).length; }"""
            )
            assert outside == 0


def test_best_piece_is_in_sight_on_a_projector(tab):
    """Its row, also if the table has little room."""
    tab.resize((1280, 720))
    tab.open("corpus=course&show=word&view=projector", "/unigram")
    for step in range(1, tab.last):  # the positions; the last step traces back
        tab.press("ArrowRight")
        tab.at(step)
        cut = tab.page.locator(".candidates .scroll").evaluate(
            """(scroll) => {
              const box = scroll.getBoundingClientRect();
              const row = scroll.querySelector('tr.chosen')?.getBoundingClientRect();
              return row && (row.bottom > box.bottom + 2 || row.top < box.top - 2); }"""
        )
        assert not cut, step


# What of the lattice and its tables is out of sight: arcs without a label, rows, and regions.
OUT_OF_SIGHT = """() => {
  const stage = [...document.querySelectorAll('*')].map((e) => e.shadowRoot ?? e).flatMap(
    (root) => [...root.querySelectorAll('.viterbi')])[0];
  const hidden = [...stage.querySelectorAll('.arc .piece')].filter((e) => !e.checkVisibility());
  const faults = hidden.map((piece) => `arc ${piece.textContent}`);
  for (const css of ['.picture', '.candidates .scroll', '.best .scroll']) {
    const region = stage.querySelector(css);
    const { bottom, right } = region.getBoundingClientRect();
    if (bottom > innerHeight || right > innerWidth) faults.push(`${css} is below the fold`);
    const isCut = region.scrollHeight > region.clientHeight + 1;
    if (isCut) faults.push(`${css} ${region.scrollHeight} ${region.clientHeight}`);
  }
  return faults; }"""


PLACES = """(arcs) => arcs.map((arc) => {
  const { left, top } = arc.querySelector('rect').getBoundingClientRect();
  return [Math.round(left), Math.round(top)]; })"""


def test_lattice_candidates_and_table_share_the_screen(tab, subtests):
    """For a word of ten characters, at each position."""
    for size, view in (((1366, 768), ""), ((1280, 720), "projector"), ((1920, 1080), "projector")):
        with subtests.test(size=size):
            tab.resize(size)
            tab.open(f"corpus=unigram-en&show=word&word=understand&at=4&view={view}", "/unigram")
            drawn = tab.page.locator(".arc").evaluate_all(PLACES)
            for step in range(4, 14):
                tab.at(step)
                assert tab.page.evaluate(OUT_OF_SIGHT) == [], step
                assert tab.page.locator(".arc").evaluate_all(PLACES) == drawn
                tab.press("ArrowRight")


def test_position_of_a_long_word_is_in_sight(tab, subtests):
    word = "startereddeereasterstand"
    for size, view in (((1366, 768), ""), ((1280, 720), "projector"), ((390, 844), "")):
        with subtests.test(size=size):
            tab.resize(size)
            tab.open(f"corpus=unigram-en&show=word&word={word}&at=4&view={view}", "/unigram")
            for step in range(4, 4 + len(word)):
                tab.at(step)
                picture = tab.page.locator(".picture").bounding_box()
                now = tab.page.locator(".point.now circle").bounding_box()
                assert picture["x"] <= now["x"] + now["width"] / 2
                assert now["x"] + now["width"] / 2 <= picture["x"] + picture["width"]
                tab.press("ArrowRight")


def test_candidates_are_hidden_before_the_first_position(tab):
    tab.open("corpus=unigram-en&show=word&word=start", "/unigram")
    tab.at(0)
    candidates = tab.page.locator(".viterbi .candidates")
    expect(candidates.locator("h2")).not_to_be_visible()
    tab.page.keyboard.press("End")
    expect(candidates.locator("h2")).to_contain_text("Compared before, for position")
    expect(candidates.locator("h2")).to_be_visible()


def test_legend_says_what_the_lines_of_the_step_mean(tab):
    """On one screen with the picture."""
    tab.resize((1366, 768))
    here, before = "best here", "best before"
    steps = {
        0: [],
        2: [],  # a path that is listed
        4: [here, "compared here", before],
        6: [here, "equally good", before],
        8: ["best segmentation"],
    }
    for step, texts in steps.items():
        tab.open(f"corpus=hug&show=word&word=pug&at={step}", "/unigram")
        tab.at(step)
        parts = tab.page.locator(".legend .part:visible")
        expect(parts).to_have_text(texts)
        for box in (each.bounding_box() for each in parts.all()):
            assert box["y"] + box["height"] <= 768

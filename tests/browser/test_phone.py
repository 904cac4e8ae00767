"""The app on a phone: pages are reached by visible links, and nothing covers the stage."""

from itertools import pairwise

from tests.support.page_checks import PHONE
from tests.support.waiting import expect

# Streamlit's links act in another way on what calls itself a mobile browser.
ANDROID = (
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/130.0.0.0 Mobile Safari/537.36"
)


def test_reader_visits_pages_by_visible_links_and_chooses_below_the_lattice(visitor, server):
    size = {"width": PHONE[0], "height": PHONE[1]}
    tab = visitor(server, viewport=size, has_touch=True, user_agent=ANDROID)
    tab.open("corpus=hug&vocab=18&step=3")
    expect(tab.page.get_by_test_id("stSidebar")).not_to_be_in_viewport()
    nav = tab.page.locator("nav.page-links")
    expect(nav).to_have_accessible_name("Page links")
    links = nav.get_by_role("link")
    training = nav.get_by_role("link", name="Training", exact=True)
    expect(training).to_have_attribute("aria-current", "page")
    expect(links).to_have_count(10)

    links.filter(has_text="Encoding").tap()
    text = tab.page.get_by_label("Text to encode")
    expect(text).to_be_visible()
    tab.ready()
    tab.address_has(corpus="hug", vocab=18, step=3)
    expect(tab.page.get_by_test_id("stSidebar")).not_to_be_in_viewport()
    tab.act("forward")
    tab.at(1)

    # A tap leaves the field and uses what is tapped, both in one moment.
    for example in ("thug", "mug"):
        text.fill(" bun")
        tab.page.get_by_role("radio", name=example, exact=True).tap()
        expect(text).to_have_value(example)
    text.fill("pug pug")
    training.tap()
    tab.at(3)
    tab.ready()
    tab.address_has(input=r"pug\+pug")
    tab.open_sentence().fill("pugs")
    links.filter(has_text="Encoding").tap()
    expect(text).to_have_value("pug pug")
    tab.ready()
    tab.address_has(sentence="pugs")

    tab.page.get_by_test_id("stExpandSidebarButton").tap()
    tab.page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").tap()
    expect(tab.page.get_by_test_id("stSidebar")).not_to_be_in_viewport()

    links.last.tap()  # it is out of view until the row of links is scrolled
    expect(tab.page.locator(".figures table").first).to_be_attached()
    expect(links.last).to_have_attribute("aria-current", "page")
    expect(links.last).to_be_in_viewport(ratio=0.9)
    before, last = links.nth(-2).bounding_box(), links.last.bounding_box()
    assert before["x"] + before["width"] <= last["x"]  # the open page covers no other link
    training.tap()
    tab.at(3)
    tab.page.go_back()
    expect(links.last).to_have_attribute("aria-current", "page")

    links.filter(has_text="Unigram").tap()
    lattice, controls = tab.page.locator(".picture"), tab.page.locator(".st-key-word_controls")
    tab.page.get_by_role("radio", name="Lattice").or_(
        tab.page.get_by_role("button", name="Lattice", exact=True)
    ).first.tap()
    expect(controls).to_be_visible()
    expect(lattice).to_be_visible()
    tab.ready()
    tab.act("forward")
    for size in (PHONE, (320, 640)):
        tab.resize(size)
        tab.page.evaluate("scrollTo(0, 0)")
        expect(lattice).to_be_in_viewport(ratio=1)
        expect(controls).to_be_in_viewport(ratio=1)
        boxes = [each.bounding_box() for each in (lattice, controls)]
        boxes.append(tab.page.locator(".more-controls").bounding_box())
        for above, below in pairwise(boxes):
            assert above["y"] + above["height"] <= below["y"], size
        left, right = (each.bounding_box() for each in controls.locator("label p").all())
        assert left["x"] + left["width"] + 8 <= right["x"], size
    tab.control("word").get_by_role("combobox").fill("huggun")
    tab.press("Enter")
    tab.address_has(word="huggun", vocab=18)

    tab.resize((768, 1024))  # there, Streamlit shows its own links
    expect(nav).to_be_hidden()
    expect(tab.page.get_by_test_id("stTopNavLink").first).to_be_visible()

    tab.resize(PHONE)
    tab.open("corpus=hug&show=word&word=unhug&view=by_hand&lang=ko", "/unigram")
    mode = tab.page.locator(".by-hand")  # in place of the lattice and its steps
    expect(mode.locator("button.choice")).to_be_visible()
    tab.until(lambda: bottom_of(controls) <= mode.bounding_box()["y"])
    expect(nav).to_have_accessible_name("페이지 링크")
    expect(links.first).to_have_text("학습")


def bottom_of(box) -> float:
    """The lower edge of an element; 0 if it is not drawn, or just drawn again."""
    return box.evaluate("(node) => node.getBoundingClientRect().bottom")


def test_table_of_a_part_follows_the_lattice_and_nothing_is_above_it(visitor, server):
    tab = visitor(server, viewport={"width": 390, "height": 844}, has_touch=True)
    tab.page.goto(f"{tab.url}/unigram?part=viterbi-middle&lang=en")
    expect(tab.page.locator(".guide input")).to_be_visible()
    tab.ready()
    expect(tab.page.locator(".st-key-unigram_controls")).to_be_hidden()
    rows = tab.page.locator(".best tr.row:visible")
    expect(rows).to_have_count(3)  # the asked one and those before it
    panel = tab.page.locator(".guide").bounding_box()
    for row in rows.all():
        box = row.bounding_box()
        assert box["y"] + box["height"] <= panel["y"]
        assert box["height"] < 44  # one line
    tab.page.locator(".guide .close").tap()
    tab.arrived()
    tab.address_has(corpus="hug")  # what a reader sees who began with the course


def test_step_of_an_own_text_is_in_sight(visitor, server):
    """The text, its examples and options fill the screen above the stage."""
    tab = visitor(server, viewport={"width": 360, "height": 640}, has_touch=True)
    tab.open("corpus=hug&input=hugs+pun", "/encode")
    tab.page.locator(".main-controls .last").tap()
    expect(tab.page.locator(".text-columns .corpus .token").first).to_be_in_viewport(ratio=1)


def test_chosen_skill_shows_its_question(visitor, server):
    tab = visitor(server, viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True)
    tab.page.goto(f"{tab.url}/practice?lang=en")
    question = tab.page.locator(".practice.question")
    tab.page.get_by_role("button", name="Best segmentation").tap()
    expect(question).to_contain_text("Best segmentation")
    expect(question.locator("h2, .prompt").first).to_be_in_viewport()


def test_low_phone_shows_the_asked_row_of_viterbi_and_follows_the_way_back(visitor, server):
    tab = visitor(server, viewport={"width": 360, "height": 640}, has_touch=True)
    panel = tab.page.locator(".guide")
    for part, position in (("viterbi-start", 2), ("viterbi-middle", 4)):
        tab.page.goto(f"{tab.url}/unigram?part={part}&lang=en")
        expect(tab.page.locator(".guide input")).to_be_visible()
        tab.ready()
        asked = tab.page.locator(".best tr.row").nth(position - 1)
        expect(asked).to_be_visible()
        tab.until(lambda row=asked: bottom_of(row) <= panel.bounding_box()["y"])
    tab.page.goto(f"{tab.url}/unigram?part=viterbi-back&lang=en")
    expect(panel.locator(".part-title")).to_have_text("Back to the start")
    tab.ready()
    piece = tab.page.locator(".picture .arc[data-id=re]")
    expect(piece).not_to_have_attribute("data-state", "path")
    for _ in range(2):
        tab.act("forward")
    expect(piece).to_have_attribute("data-state", "path")
    expect(piece).to_be_in_viewport(ratio=1)
    tab.until(lambda: bottom_of(piece) <= panel.bounding_box()["y"])


def test_part_shows_the_method_that_is_stepped(visitor, server):
    tab = visitor(server, viewport={"width": 390, "height": 844}, has_touch=True)
    tab.page.goto(f"{tab.url}/unigram?part=both-results&lang=en")
    tab.ready()
    controls = tab.page.locator(".main-controls")
    merge, piece = (tab.page.locator(each) for each in (".row.chosen", ".picture [data-id=start]"))
    for key, shown in (("ArrowRight", merge), ("End", piece), ("Home", merge)):
        tab.press(key)
        tab.until(lambda shown=shown: 0 < bottom_of(shown) <= controls.bounding_box()["y"])
        expect(shown).to_be_in_viewport(ratio=1)


def test_answered_row_of_viterbi_and_the_end_of_what_is_said_are_in_sight(visitor, server):
    tab = visitor(server, viewport={"width": 390, "height": 844}, has_touch=True)
    panel = tab.page.locator(".guide")
    tab.page.goto(f"{tab.url}/unigram?part=viterbi-start&lang=en")
    tab.ready()
    panel.locator("input").fill("re")
    tab.page.keyboard.press("Enter")
    row = tab.page.locator(".best tr.row:visible")
    expect(row).to_have_count(1)
    controls = tab.page.locator(".main-controls")
    expect(row).to_contain_text("0.032316")
    tab.until(lambda: bottom_of(row) <= controls.bounding_box()["y"])
    tab.page.goto(f"{tab.url}/unigram?part=segmentation-count&lang=en")
    tab.ready()
    panel.locator("input").fill("5")
    tab.page.keyboard.press("Enter")
    box = panel.locator(".part-box")
    hidden = "(node) => node.scrollHeight - node.clientHeight - node.scrollTop"
    tab.until(lambda: panel.locator(".said.right").is_visible() and box.evaluate(hidden) < 8)


def test_two_figures_of_a_text_stand_next_to_each_other(visitor, server):
    tab = visitor(server, viewport={"width": 360, "height": 640}, has_touch=True)
    tab.open("corpus=hug", "/encode")
    figures = tab.page.get_by_test_id("stMetric")
    expect(figures).to_have_count(6)
    tab.quiet()
    tops = [figure.bounding_box()["y"] for figure in figures.all()]
    assert tops[::2] == tops[1::2]


def test_sidebar_covers_the_way_back_to_the_course(visitor, server):
    tab = visitor(server, viewport={"width": 360, "height": 640}, has_touch=True)
    tab.page.goto(f"{tab.url}/?part=count-pair&lang=ko")
    tab.ready()
    tab.page.locator(".guide .close").tap()
    way_back = tab.page.locator(".course-return")
    expect(way_back).to_be_in_viewport()
    tab.quiet()
    edge = way_back.bounding_box()
    tab.page.get_by_test_id("stExpandSidebarButton").tap()
    sidebar = tab.page.get_by_test_id("stSidebar")
    expect(sidebar).to_be_in_viewport(ratio=1)
    point = [edge["x"] + 2, edge["y"] + edge["height"] / 2]
    assert point[0] < sidebar.bounding_box()["width"]
    assert sidebar.evaluate(
        "(node, [x, y]) => node.contains(document.elementFromPoint(x, y))", point
    )


def is_above(node, edge) -> bool:
    """Whether an element is on the screen, above the upper edge of another one."""
    box, limit = node.bounding_box(), edge.bounding_box()
    return bool(box and limit) and box["y"] >= 0 and box["y"] + box["height"] <= limit["y"]


def test_what_a_step_changes_is_in_sight_next_to_its_button(visitor, server):
    """The word and its merge; a new token far down in the corpus; one of the watched sentence."""
    tab = visitor(server, viewport={"width": 360, "height": 640}, has_touch=True)
    panel, steps = tab.page.locator(".guide"), tab.page.locator(".main-controls")
    tab.page.goto(f"{tab.url}/encode?part=until-none-fits&lang=ko")
    tab.ready()
    panel.locator("input").fill("bun hug")
    tab.page.keyboard.press("Enter")
    made, merge = tab.corpus.locator(".token.fresh"), tab.page.locator(".rules .now")
    merges = tab.page.locator(".rules .list")
    for token, rank in (("bun", "7"), ("hug", "3"), ("un", "2")):
        expect(made).to_have_text(token)
        expect(merge.locator(".rank")).to_have_text(rank)
        for shown in (made, merge):
            tab.until(lambda shown=shown: is_above(shown, steps))
        tab.until(lambda: bottom_of(merge) <= bottom_of(merges))  # the list does not cut it
        tab.act("back")

    tab.page.goto(f"{tab.url}/?part=tie-lowest&lang=ko")
    tab.arrived()
    panel.locator(".option").nth(1).tap()
    made = tab.corpus.locator(".token.fresh").first
    expect(made).to_have_text("er")
    tab.until(lambda: is_above(made, panel))

    tab.page.goto(f"{tab.url}/?part=size-tokens&lang=ko")
    tab.ready()
    tab.until(lambda: is_above(tab.page.locator(".watched"), steps))
    for _ in range(12):
        tab.act("forward")
    made = tab.page.locator(".watched .token.fresh")
    expect(made).to_have_text("Ġtoken")
    assert is_above(made, steps)

    tab.page.goto(f"{tab.url}/?part=why-tie-rule&lang=ko")
    tab.arrived()
    panel.locator(".option").nth(1).tap()
    tie = tab.page.locator(".merge .fact.tie")
    tab.until(lambda: steps.is_visible() and is_above(tie, steps))
    tab.act("back")
    tab.at(1)
    tab.settle()
    assert is_above(tab.page.locator(".merge .equation"), steps)


def test_two_choices_are_in_sight_and_no_line_is_cut_after_the_answer(visitor, server):
    tab = visitor(server, viewport={"width": 360, "height": 640}, has_touch=True)
    panel = tab.page.locator(".guide")
    body, below, options = (panel.locator(each) for each in (".part-box", ".bottom", ".option"))
    for part in ("encode?part=why-order", "?part=tie-lowest"):
        tab.page.goto(f"{tab.url}/{part}&lang=en")
        tab.ready()
        expect(options.nth(1)).to_be_visible()
        for option in options.all()[:2]:
            tab.until(lambda option=option: is_above(option, below))
        right = 0 if "why" in part else 1
        options.nth(right).tap()
        expect(panel.locator(".said.right")).to_be_visible()
        tab.quiet()
        assert is_above(panel.locator(".said.right"), below)
        top = body.bounding_box()["y"]
        for node in panel.locator(".option:visible, .prompt bdi, .reading bdi").all():
            box = node.bounding_box()
            assert not box["y"] + 1 < top < box["y"] + box["height"] - 1, part
        assert options.nth(right).bounding_box()["y"] > top


def test_tap_on_a_step_applies_the_text_and_steps(visitor, server):
    size = {"width": 360, "height": 640}
    tab = visitor(server, viewport=size, has_touch=True, is_mobile=True, user_agent=ANDROID)
    tab.open("corpus=hug&input=hugs", "/encode")
    field = tab.page.get_by_label("Text to encode")
    field.fill("pug bun")
    expect(tab.page.get_by_test_id("InputInstructions")).to_be_hidden()  # they name keys
    tab.page.locator(".main-controls .forward").tap()
    tab.address_has(input=r"pug\+bun")
    tab.at(1)
    tab.quiet()
    tab.at(1)
    expect(tab.corpus.locator(".token.fresh")).to_have_text("ug")
    field.fill("pug bun")  # as before
    tab.page.locator(".main-controls .forward").tap()
    tab.at(2)


def test_corpus_that_goes_on_says_so_and_scrolls(visitor, server):
    tab = visitor(server, viewport={"width": 360, "height": 640}, has_touch=True)
    tab.page.goto(f"{tab.url}/?part=space-pairs&lang=en")
    tab.ready()
    more, last = tab.page.get_by_role("button", name="More below"), tab.corpus.locator(".word").last
    panel = tab.page.locator(".guide")
    expect(more).to_be_visible()
    for _ in range(4):
        if more.is_visible():
            more.tap()
            tab.settle(60)
    expect(more).to_be_hidden()
    assert is_above(last, panel)
    tab.page.goto(f"{tab.url}/?part=count-pair&lang=en")
    tab.ready()
    expect(more).to_be_hidden()


def test_result_of_a_word_is_above_the_steps_and_gray_merges_are_explained(visitor, server):
    tab = visitor(server, viewport={"width": 360, "height": 640}, has_touch=True)
    panel, steps = tab.page.locator(".guide"), tab.page.locator(".main-controls")
    tab.page.goto(f"{tab.url}/encode?part=lost-letters&lang=en")
    tab.ready()
    panel.locator("input").fill("rug")
    tab.page.keyboard.press("Enter")
    expect(panel.locator(".said.right")).to_be_visible()
    tab.until(lambda: is_above(tab.page.locator(".result"), steps))
    tab.page.goto(f"{tab.url}/encode?part=lowest-rank&lang=en")
    tab.ready()
    gray = tab.page.get_by_text("Gray: fits, but waits")
    expect(gray).to_be_hidden()
    panel.locator(".option").nth(3).tap()
    expect(gray).to_be_visible()
    tab.act("last")
    expect(gray).to_be_hidden()


def test_another_page_begins_at_its_beginning(visitor, server):
    """The browser would keep in place what both pages have, far below."""
    size = {"width": PHONE[0], "height": PHONE[1]}
    tab = visitor(server, viewport=size, has_touch=True, user_agent=ANDROID)
    tab.page.goto(f"{tab.url}/practice?lang=en")
    expect(tab.page.get_by_role("button", name="Check", exact=True)).to_be_visible()
    tab.quiet()
    page = tab.page.get_by_test_id("stMain")
    page.evaluate("(e) => e.scrollTo(0, 170)")
    tab.page.locator("nav.page-links").get_by_role("link", name="Encoding").tap()
    tab.ready()
    tab.address_has(position=0)
    tab.quiet()
    assert page.evaluate("(e) => e.scrollTop") == 0

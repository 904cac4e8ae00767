"""axe, and the width of the page, for every renderer and panel: languages, schemes and screens."""

import re
from collections.abc import Iterator
from itertools import cycle, product

from pages.classroom.places import Place
from pages.practice.ladder import SKILLS, Rung
from pages.registry import PAGES
from pages.runs.kinds import KINDS, kind_of
from tests.stage.addresses import PANELS, STAGES
from tests.support.cases import LONG, combined
from tests.support.page_checks import (
    COLORS,
    CONTRAST,
    DESK,
    OVER,
    PHONE,
    broken_rules,
    broken_rules_in,
)
from tests.support.waiting import expect

TABLET = (820, 1100)
SIZES = (  # a page is opened in the first, and then made smaller
    (1920, 1080),
    DESK,
    (1000, 800),
    TABLET,
    (768, 1024),
    PHONE,
)
LARGE = {
    "training": ("/", "corpus=english&step=40"),
    "training, projector": ("/", "corpus=course&step=6&view=projector"),
    "encoding, two lines": ("/encode", "corpus=course&at=2&input=One+line%0AAnother"),
    "rounds": STAGES["rounds"],
    "comparison": PANELS["comparison"],
}
GROUPS = [  # what is checked together, on one page: a stage, or panels
    ["training", "share"],
    ["rules", "decoded"],
    ["encoding", "tokens", "orders", "lines"],
    ["matching"],
    ["word"],
    ["both"],
    ["rounds", "comparison"],
    ["fast", "figures", "text"],
    ["lesson", "tokenizers"],
    ["ladder", "question, table", "verdict"],
    ["question, options"],
    ["question, words"],
]
ADDRESSES = STAGES | PANELS
SMALL = {  # the same kinds of elements, but fewer: axe takes its time for each
    "training": ("/", "corpus=hug&step=2"),
    "rounds": ("/unigram", "corpus=hug&show=rounds&at=1"),
    "fast": ("/fast", "corpus=hug&at=2"),
    "comparison": ("/comparison", "corpus=hug"),
}


def test_every_stage_and_panel_is_checked():
    assert sorted(name for group in GROUPS for name in group) == sorted(ADDRESSES)


METHODS = ("algorithm=bpe", "algorithm=wordpiece", "method=em")  # what settings lead to a stage


def steps_of_all_views() -> Iterator[tuple[str, str, str]]:
    """Kind, page and query of the first and the last step of everything that pages step through."""
    seen = set()
    for page, method in product(PAGES, METHODS):
        for target in page.targets:
            query = f"corpus=hug&{method}&show={target.show or 'both'}"
            shown = page.shown and page.shown(Place(page.path, query).settings("en"))
            if not shown or not target.has_steps or shown[0]["run"] in seen:
                continue
            seen.add(shown[0]["run"])
            kind = kind_of(shown[1])
            for step in (0, kind.last):
                yield kind.name, f"/{page.path}", f"{query}&{page.step_param}={step}"


def test_axe_finds_no_violations_at_the_first_and_last_steps(tab, subtests):
    """Of all views of the registry. The contrast of their texts is measured above and below."""
    found = [*steps_of_all_views()]
    assert {kind for kind, _, _ in found} == {each.name for each in KINDS.values() if each.renderer}
    for kind, path, query in found:
        tab.go(query, path)
        tab.ready()
        tab.settle()  # what is below the fold is drawn after the first frame
        with subtests.test(kind, query=query):
            assert broken_rules(tab.page, some=0) == []


def draw(tab, names: list[str], more: str) -> None:
    """Show the page of the first address, and add the panels of the others to it."""
    (path, query), *others = (SMALL.get(name) or ADDRESSES[name] for name in names)
    tab.go(query + more, path)
    for path, query in others:
        tab.show(query + more, path)
    drawn = tab.page.locator("section.stage, div.stage")
    expect(drawn).to_have_count(len(names))
    if names[0] in STAGES:
        expect(tab.corpus).to_have_count(1)


def fits(tab, size: tuple[int, int]) -> None:
    """Nothing goes over the right edge of a window of this size, at the latest in a moment."""
    tab.resize(size)
    tab.until(lambda: tab.page.evaluate(OVER) == [])


def test_pages_fit_every_screen_and_axe_finds_no_violations_on_a_laptop(tab, subtests):
    """The dark scheme is checked on a phone below, and here only in a long run."""
    for names, other in combined(GROUPS, (size for size in SIZES if size not in (DESK, PHONE))):
        tab.page.emulate_media(color_scheme="light")
        sizes = [size for size in SIZES if size in (DESK, PHONE, other)]
        tab.resize(sizes[0])
        draw(tab, names, "&lang=en")
        for size in sizes:
            with subtests.test(names[0], size=size):
                fits(tab, size)
            for scheme in ("light", "dark")[: 1 + LONG] if size == DESK else ():
                with subtests.test(names[0], scheme=scheme):
                    assert broken_rules_in(tab.page, scheme, first=scheme == "light") == []


def test_pages_fit_and_axe_finds_no_violations_on_a_phone_in_chinese_and_korean(tab, subtests):
    tab.page.emulate_media(color_scheme="dark")
    for names, lang in zip(GROUPS, cycle(("zh-Hant", "ko")), strict=False):
        tab.resize(TABLET)
        draw(tab, names, f"&lang={lang}")
        for size in (TABLET, PHONE):
            with subtests.test(names[0], lang=lang, size=size):
                fits(tab, size)
        with subtests.test(names[0], lang=lang):
            assert broken_rules_in(tab.page, "dark", first=True) == []


def test_larger_pages_fit_every_screen(tab, subtests):
    """Those with more rows and wider words than the pages of the tests above."""
    for name, (lang, sizes) in combined(LARGE, (("en", SIZES), ("ko", (TABLET, PHONE)))):
        path, query = LARGE[name]
        tab.resize(sizes[0])
        tab.go(f"{query}&lang={lang}", path)
        expect(tab.page.locator(".stage").first).to_be_visible()
        if path in ("/", "/encode", "/unigram"):
            tab.ready()
        for size in sizes:
            with subtests.test(name, lang=lang, size=size):
                fits(tab, size)


def test_axe_finds_no_violations_on_a_projector(tab, subtests):
    for name, scheme in combined(STAGES, ("light", "dark")):
        tab.page.emulate_media(color_scheme=scheme)
        draw(tab, [name], "&view=projector")
        expect(tab.page.locator(".stage.projector")).to_have_count(1)
        expect(tab.page.locator(".present-bar")).to_be_visible()  # its colors are checked, too
        with subtests.test(name, scheme=scheme):
            assert broken_rules_in(tab.page, scheme, first=True) == []


def test_axe_finds_no_violations_in_the_course(tab):
    tab.page.emulate_media(color_scheme="light")
    tab.page.goto(f"{tab.url}/?part=adjacent-tokens&lang=en")
    expect(tab.page.locator(".guide .option").first).to_be_visible()
    tab.page.locator(".guide .term").first.click()
    tab.page.locator(".guide .option").first.click()
    tab.page.locator(".guide .option").nth(1).click()
    expect(tab.page.locator(".guide .hint")).to_be_visible()
    for scheme in ("light", "dark"):
        assert broken_rules_in(tab.page, scheme, first=scheme == "light") == []
    tab.page.locator(".guide .chapters").click()
    expect(tab.page.locator(".guide .entry[aria-current]")).to_be_visible()
    for scheme in ("dark", "light"):
        assert broken_rules_in(tab.page, scheme, first=scheme == "dark") == []


def test_axe_finds_no_violations_in_a_question_of_each_skill(tab, subtests):
    for skill in SKILLS:
        number = Rung(skill, 3, 0).number
        tab.go(f"seed=3&at={number}&lang=en", "/question")
        expect(tab.page.locator(".practice.question")).to_be_visible()
        with subtests.test(skill):
            assert broken_rules(tab.page, some=1) == []


def test_axe_finds_no_violations_in_a_question_and_its_verdict(tab):
    tab.page.emulate_media(color_scheme="light")
    for path, query in (("/", "corpus=hug&step=2"), ("/unigram", "corpus=hug&show=word&at=4")):
        tab.go(f"{query}&view=predict", path)
        expect(tab.page.locator(".prediction")).to_be_visible()
        assert broken_rules_in(tab.page, "light", first=True) == []
    for scheme in ("light", "dark"):
        tab.press("a")
        expect(tab.page.locator(".verdict .outcome")).to_be_visible()
        assert broken_rules_in(tab.page, scheme, first=scheme == "light") == []
        tab.page.locator(".next-question").click()


def test_axe_finds_one_pale_text_among_equal_ones(tab):
    tab.open("corpus=hug&step=2")
    count = tab.page.locator(".pairs .number:visible", has_text=re.compile("^1.$")).last
    count.evaluate("(e) => { e.style.color = '#aaa'; e.style.background = '#bbb'; }")
    assert [rule for rule, _, _ in broken_rules(tab.page, only=COLORS)] == [CONTRAST]

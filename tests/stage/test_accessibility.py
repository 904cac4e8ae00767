"""axe, for every renderer and panel: languages, color schemes, a laptop and a phone."""

from itertools import cycle

from playwright.sync_api import expect

from tests.stage.addresses import PANELS, STAGES
from tests.support.page_checks import PHONE, broken_rules_in

GROUPS = [  # what is checked together, on one page: a stage, or panels
    ["training", "share"],
    ["rules"],
    ["encoding", "tokens", "orders", "lines"],
    ["matching"],
    ["word"],
    ["both"],
    ["rounds", "comparison"],
    ["figures"],
    ["lesson", "tokenizers"],
    ["ladder", "question, table", "verdict"],
    ["question, options"],
    ["question, words"],
]
ADDRESSES = STAGES | PANELS
SMALL = {  # the same kinds of elements, but fewer: axe takes its time for each
    "training": ("/", "corpus=hug&step=2"),
    "rounds": ("/unigram", "corpus=hug&show=rounds&at=1"),
    "comparison": ("/comparison", "corpus=hug"),
}


def test_every_stage_and_panel_is_checked():
    assert sorted(name for group in GROUPS for name in group) == sorted(ADDRESSES)


def draw(tab, names: list[str], more: str) -> None:
    """Open the page of the first address, and add the panels of the others to it."""
    (path, query), *others = (SMALL.get(name) or ADDRESSES[name] for name in names)
    tab.page.goto(f"{tab.url}{path}?{query}{more}")
    for path, query in others:
        tab.show(query + more, path)
    drawn = tab.page.locator("section.stage, div.stage")
    expect(drawn).to_have_count(len(names))
    if names[0] in STAGES:
        expect(tab.corpus).to_have_count(1)


def test_axe_finds_no_violations_on_a_laptop(tab, subtests):
    for names in GROUPS:
        tab.page.emulate_media(color_scheme="light")
        draw(tab, names, "&lang=en")
        for scheme in ("light", "dark"):
            with subtests.test(names[0], scheme=scheme):
                assert broken_rules_in(tab.page, scheme, first=scheme == "light") == []


def test_axe_finds_no_violations_on_a_phone_in_chinese_and_korean(tab, subtests):
    tab.resize(PHONE)
    tab.page.emulate_media(color_scheme="dark")
    for names, lang in zip(GROUPS, cycle(("zh-Hant", "ko")), strict=False):
        draw(tab, names, f"&lang={lang}")
        with subtests.test(names[0], lang=lang):
            assert broken_rules_in(tab.page, "dark", first=True) == []


def test_axe_finds_no_violations_on_a_projector(tab, subtests):
    for name in STAGES:
        tab.page.emulate_media(color_scheme="light")
        draw(tab, [name], "&view=projector")
        expect(tab.page.locator(".stage.projector")).to_have_count(1)
        expect(tab.page.locator(".present-bar")).to_be_visible()  # its colors are checked, too
        for scheme in ("light", "dark"):
            with subtests.test(name, scheme=scheme):
                assert broken_rules_in(tab.page, scheme, first=scheme == "light") == []


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


def test_axe_finds_no_violations_in_a_question_and_its_verdict(tab):
    tab.page.emulate_media(color_scheme="light")
    for path, query in (("/", "corpus=hug&step=2"), ("/unigram", "corpus=hug&show=word&at=4")):
        tab.page.goto(f"{tab.url}{path}?{query}&view=predict")
        expect(tab.page.locator(".prediction")).to_be_visible()
        assert broken_rules_in(tab.page, "light", first=True) == []
    for scheme in ("light", "dark"):
        tab.press("a")
        expect(tab.page.locator(".verdict .outcome")).to_be_visible()
        assert broken_rules_in(tab.page, scheme, first=scheme == "light") == []
        tab.page.locator(".next-question").click()

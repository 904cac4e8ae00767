"""The inspector: an engineer looks into a tokenizer of a well-known model."""

from pathlib import Path

from tests.support.waiting import expect


def test_engineer_finds_a_token_and_how_it_is_made(tab):
    tab.page.goto(f"{tab.url}/inspect?corpus=hug&tokenizer=gpt2&input=A%20hug&lang=en")
    steps = tab.page.locator(".inspector .step")
    expect(steps.first).to_contain_text("A␣hug")
    model = steps.filter(has_text="Model: BPE")
    expect(model.locator(".id")).to_have_text(["32", "16225"])
    search = tab.page.get_by_label("Search", exact=True)
    search.fill(" hug")
    search.press("Enter")
    rows = tab.page.locator(".inspector tr.row")
    expect(rows.first).to_contain_text("Ġhug")
    tab.page.get_by_role("button", name="Show the token 16225").click()
    opened = tab.page.locator(".inspector .opened")
    expect(opened.locator("h2")).to_have_text("Token 16225")
    expect(opened.locator(".nodes .glyphs")).to_have_text(["Ġhug", "Ġh", "Ġ", "h", "ug", "u", "g"])
    opened.locator(".nodes button").filter(has_text="ug").click()
    expect(opened.locator("h2")).not_to_have_text("Token 16225")
    expect(opened.locator(".nodes .glyphs")).to_have_text(["ug", "u", "g"])


def test_every_button_of_two_vocabularies_fits_on_a_phone(tab):
    tab.page.set_viewport_size({"width": 390, "height": 844})
    tab.page.goto(f"{tab.url}/inspect?corpus=hug&tokenizer=gpt2&list=two&lang=en")
    expect(tab.page.locator(".inspector tr.row").first).to_be_visible()
    ends = tab.page.locator("[data-testid=stMain] button:visible").evaluate_all(
        "(buttons) => buttons.map((each) => each.getBoundingClientRect().right)"
    )
    assert ends
    assert max(ends) <= 390


def test_long_tokens_end_in_their_columns_on_a_small_screen(tab):
    tab.page.set_viewport_size({"width": 1024, "height": 768})
    tab.page.goto(f"{tab.url}/inspect?corpus=hug&tokenizer=gpt2&order=length&lang=en")
    rows = tab.page.locator(".inspector tr.row")
    expect(rows.first).to_be_visible()
    assert tab.page.locator(".inspector .scroll").bounding_box()["width"] > 600
    assert max(rows.evaluate_all("(rows) => rows.map((row) => row.offsetHeight)")) < 30
    rest = tab.page.locator(".inspector td .token").evaluate_all(
        "(tokens) => tokens.map((each) => each.closest('td').getBoundingClientRect().right"
        " - each.getBoundingClientRect().right)"
    )
    assert min(rest) > 5


def test_token_of_the_other_vocabulary_opens_there(tab):
    query = "corpus=hug&tokenizer=gpt2&list=two&other=cl100k&differences=second&lang=en"
    tab.page.goto(f"{tab.url}/inspect?{query}")
    tab.page.get_by_role("button", name="Show the token 257").click()
    tree = tab.page.locator(".inspector .opened")
    expect(tree.locator("h2")).to_have_text("Token 257")
    expect(tree.locator(".nodes .glyphs").first).to_have_text("ĠĠĠĠ")
    expect(tab.page.locator(".listed h2")).to_contain_text("Only in GPT-4 (cl100k)")
    tab.address_has(tokenizer="cl100k", other="gpt2", token=257)


def test_engineer_downloads_the_whole_vocabulary(tab):
    tab.page.goto(f"{tab.url}/inspect?corpus=hug&tokenizer=gpt2&search=hug&lang=en")
    with tab.page.expect_download() as found:
        tab.page.get_by_role("link", name="Whole vocabulary as CSV").click()
    assert found.value.suggested_filename == "vocabulary-GPT-2.csv"
    lines = Path(found.value.path()).read_text("utf-8-sig").splitlines()
    assert lines[16225 + 1].startswith("16225,Ġhug,20 68 75 67,4,")


def test_file_of_a_busy_server_comes_later_or_with_a_reason(tab):
    busy = {"status": 503, "headers": {"Retry-After": "0"}}
    tab.page.route("**/vocabulary.csv*", lambda route: route.fulfill(**busy))
    tab.page.goto(f"{tab.url}/inspect?corpus=hug&lang=en")
    tab.idle()
    link = tab.page.get_by_role("link", name="Whole vocabulary as CSV")
    link.click()
    reason = tab.page.locator(".downloads [role=status]")
    expect(reason).to_have_text("The server is busy. Try again in a few seconds.")
    tab.page.unroute("**/vocabulary.csv*")
    tab.page.route("**/vocabulary.csv*", lambda route: route.fulfill(**busy), times=1)
    with tab.page.expect_download() as found:
        link.click()
    assert found.value.suggested_filename == "vocabulary-hug-BPE.csv"
    expect(reason).to_be_empty()
    tab.watch.seen.clear()  # Chromium notes each answer that is an error

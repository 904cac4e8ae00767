"""The sections below the stage in projector view, in the whole app."""

from playwright.sync_api import expect


def test_lecturer_opens_tie_rules_and_orders_of_merging_in_projector_view(tab):
    tab.open("step=3&view=projector")
    box = tab.page.get_by_test_id("stExpander").filter(has_text="Compare two tie rules")
    box.locator("summary").click()
    expect(box.locator(".tie-rules .equation").first).to_be_visible()
    expect(box.get_by_role("button", name="where the rules first differ")).to_be_visible()
    expect(tab.page.get_by_test_id("stDownloadButton").first).to_be_hidden()
    expect(tab.page.locator(".charts")).to_be_hidden()

    # Streamlit looks for its server below the address of the page first.
    with tab.watch.expecting("404.*/encode/_stcore/"):
        tab.open("view=projector", "/encode")
    box = tab.page.get_by_test_id("stExpander").filter(
        has_text="Merge order: by rank, or rule by rule"
    )
    box.locator("summary").click()
    expect(box.get_by_role("table").first).to_be_visible()

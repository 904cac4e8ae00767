"""What opening a link costs, and the benchmark that measures it."""

from pages.hosting.components import files_path
from tests.benchmarks import first_paint
from tests.benchmarks.first_paint import LAPTOP, LINK, STEP, Page, open_page
from tests.support.students import Student, finish
from tests.support.waiting import expect

EARLY = f"{files_path()}/early?corpus=course&vocab=60"
MOST_REQUESTS = 100
MOST_BYTES = 1_300_000


async def train(server) -> None:
    """Open the link, so that the server has its run."""
    student = Student(server.url, "corpus=course&vocab=60&step=7&lang=en")
    await student.open()
    await student.close()


def test_first_visit_needs_few_requests_and_the_second_almost_no_bytes(chromium, server):
    finish(train(server))
    page = Page("app", server, LINK, STEP)
    context = chromium.new_context(**LAPTOP)
    try:
        first, again = (open_page(context, page) for _ in range(2))
    finally:
        context.close()
    assert again.received < 20_000
    assert first.requests <= MOST_REQUESTS
    assert first.received <= MOST_BYTES
    # No file of ours that the first step needs is discovered through another one.
    html = server.get(f"/{LINK}")[2].decode()
    ours = [
        url for url in first.urls if f"{files_path()}/" in url and url.endswith((".js", ".css"))
    ]
    assert ours
    assert not [url for url in ours if url.rpartition("/")[2] not in html]


def test_first_step_is_painted_before_streamlit_starts_and_stays(visitor, server, engine):
    finish(train(server))
    tab = visitor(server)
    held = []
    tab.page.route("**/static/js/index.*.js", lambda route: held.append(route))
    tab.page.goto(f"{tab.url}/?corpus=course&vocab=60&step=7", wait_until="commit")
    expected = engine.expected(engine.course(60))
    expected.becomes(tab, 7)
    before = tab.page.locator(".stage .transport").bounding_box()
    tab.press("ArrowRight", "ArrowRight")
    expected.becomes(tab, 9)
    field = tab.open_sentence()
    field.fill("The end")
    field.press("Enter")
    for each in held:
        each.continue_()
    expect(tab.page.locator(".early-stage")).to_have_count(0)
    tab.ready()
    expected.shown(tab, 9)
    assert tab.page.locator(".st-key-stage .transport").bounding_box() == before
    tab.address_has(step=9, vocab=60, sentence=r"The\+end")
    tab.press("ArrowLeft")
    expected.becomes(tab, 8)

    # This link names a run that the server has, but the page shows another.
    tab.page.unroute_all()
    tab.page.route("**/stage/*/early*", lambda route: route.continue_(url=f"{tab.url}{EARLY}"))
    tab.page.goto(f"{tab.url}/?corpus=python&vocab=400", wait_until="commit")
    expect(tab.page.locator(".early-stage")).to_have_count(1)
    expect(tab.page.locator(".early-stage")).to_have_count(0)


def test_keys_that_are_listed_early_stay_above_the_page(visitor, server):
    finish(train(server))
    tab = visitor(server)
    held = []
    tab.page.route("**/static/js/index.*.js", lambda route: held.append(route))
    tab.page.goto(f"{tab.url}/?corpus=course&vocab=60&step=7", wait_until="commit")
    expect(tab.corpus).to_have_attribute("data-step", "7")
    tab.press("?")
    keys = tab.page.locator("dialog.shortcuts")
    expect(keys).to_be_visible()
    for each in held:
        each.continue_()
    expect(tab.page.locator(".early-stage")).to_have_count(0)
    tab.ready()
    assert keys.evaluate("(dialog) => dialog.matches(':modal')")
    tab.press("Escape")
    expect(keys).to_be_hidden()


# Streamlit takes a page away at once if a link leads to another one. Style sheets never load there.
TAKE_AND_LEAVE = """async (files) => {
  const { update, unmount } = await import(`${files}/mount.js`);
  const { data } = await (await window.earlyStage.then((response) => fetch(response.url))).json();
  const parentElement = document.createElement("div").attachShadow({ mode: "open" });
  update({ data, parentElement, setTriggerValue() {}, setStateValue() {} });
  unmount({ parentElement });
}"""


def test_early_stage_goes_with_the_page_that_has_taken_it_over(visitor, server):
    finish(train(server))
    tab = visitor(server)
    tab.page.route("**/static/js/index.*.js", lambda _: None)  # Streamlit does not start
    tab.page.goto(f"{tab.url}/?corpus=course&vocab=60&step=7", wait_until="commit")
    expect(tab.page.locator(".early-stage [data-step='7']")).to_have_count(1)
    tab.page.evaluate(TAKE_AND_LEAVE, files_path())
    expect(tab.page.locator(".early-stage")).to_have_count(0)


def test_benchmark_runs(command):
    assert "| cold cache |" in command(first_paint)

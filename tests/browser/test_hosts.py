"""A browser on a server whose host sets other options than ours."""

import re

import pytest

from tests.support.servers import hosted
from tests.support.waiting import expect

LISTEN = """
window.refused = [];
document.addEventListener("securitypolicyviolation", (event) => {
  if (event.blockedURI.includes("://")) window.refused.push(event.blockedURI);
});
"""


@pytest.mark.parametrize("host", ["environment", "elsewhere"])
def test_browser_does_not_even_try_to_reach_another_host(visitor, tmp_path, engine, host):
    with hosted(host, tmp_path) as server:
        tab = visitor(server)
        requested: list[str] = []
        tab.page.on("request", lambda request: requested.append(request.url))
        tab.page.add_init_script(LISTEN)
        tab.open("vocab=60&step=2")
        engine.expected(engine.course(60)).shown(tab, 2)
        tab.choose("ties", 1)  # after each run, Streamlit would send its statistics
        engine.expected(engine.course(60, "lowest")).becomes(tab, 2)
        tab.quiet()
        assert tab.page.evaluate("window.refused") == []
        others = [url for url in requested if not re.match(f"({server.url}/|data:|blob:)", url)]
        assert not others
        for name in ("stMainMenu", "stAppDeployButton", "stToolbarActions"):
            expect(tab.page.get_by_test_id(name)).to_have_count(0)

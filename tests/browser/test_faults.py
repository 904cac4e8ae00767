"""The server's disk takes nothing more: a sentence says so, and the page goes on."""

import resource

from playwright.sync_api import expect

from pages.settings import CORPORA, OWN_TEXT

LEAST = 200_000  # bytes: what this server may write into one file
TEXT = b"nobody else should read this line\n" * 20_000


def test_a_server_that_cannot_keep_a_text_serves_on(visitor, fresh_server, engine):
    tab = visitor(fresh_server).open()
    tab.choose("corpus", CORPORA.index(OWN_TEXT))
    tab.ready()
    process = fresh_server.process.pid
    before = resource.prlimit(process, resource.RLIMIT_FSIZE, (LEAST, -1))
    file = {"name": "secret-name.txt", "mimeType": "text/plain", "buffer": TEXT}
    tab.page.locator("input[type=file]").set_input_files(file)
    expect(tab.errors).to_contain_text("This server has no room")
    tab.ready()
    tab.press("ArrowRight", "ArrowRight")
    tab.at(2)
    tab.told(2)
    resource.prlimit(process, resource.RLIMIT_FSIZE, before)
    tab.page.locator("input[type=file]").set_input_files(file)
    expect(tab.errors).to_have_count(0)
    tab.ready()
    tab.address_has(file="[0-9a-f]{24}")
    log = fresh_server.log.read_text()
    assert "A text cannot be kept" in log
    assert "nobody else" not in log
    assert "secret-name" not in log

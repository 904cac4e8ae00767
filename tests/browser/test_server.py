"""Journeys through a restart of the server."""

# What a browser says by itself while its server is away.
AWAY = (
    "ERR_",
    "WebSocket",
    "disconnected",
    "reaching server endpoint",
    "not responding",
    "/records/",
)


def test_stepping_works_while_the_server_restarts(mortal_server, tab, engine):
    query, run = engine.own(engine.long_text(), 250)
    expected = engine.expected(run)
    tab.open(f"{query}&step=12")
    expected.shown(tab, 12)
    tab.control("vocab").get_by_test_id("stNumberInputStepUp").click()
    tab.address_has(vocab=251)
    expected = engine.expected(engine.own(engine.long_text(), 251)[1])
    expected.becomes(tab, 12)
    tab.press("ArrowRight")
    tab.address_has(step=13)
    with tab.watch.expecting(*AWAY):
        before, heard = tab.sockets, len(tab.sent)
        mortal_server.stop()
        tab.press("ArrowRight")
        expected.shown(tab, 14)
        tab.press("End")  # records that only the new server can send
        tab.until(lambda: tab.target == expected.last)
        assert tab.step == 14
        assert tab.words() == expected.words(14)
        tab.address_has(step=expected.last)
        mortal_server.start()  # it has lost its state
        tab.until(lambda: tab.sockets > before and len(tab.sent) > heard)
        expected.shown(tab, expected.last)
        tab.quiet()
    tab.press("ArrowLeft")
    expected.shown(tab, expected.last - 1)
    tab.address_has(step=expected.last - 1, vocab=251)
    tab.control("vocab").get_by_test_id("stNumberInputStepUp").click()
    tab.address_has(vocab=252)

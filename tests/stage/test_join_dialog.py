"""The dialog by which a class opens the page on other devices."""

import re
from urllib.parse import parse_qsl, urlsplit

import pytest

from pages.hosting import network_address
from pages.hosting.other_devices import VISITS
from tests.support.network import Answered, Held
from tests.support.page_checks import broken_rules_in
from tests.support.waiting import expect

LOCAL = "192.168.1.5"
OTHER = "10.9.0.2"
SIZES = {"laptop": (1366, 768), "projector": (1920, 1080), "phone": (390, 844), "low": (844, 390)}


@pytest.fixture(autouse=True)
def network(monkeypatch):
    """The machine of the server is on a network."""
    monkeypatch.setattr(network_address, "local_address", lambda: LOCAL)


@pytest.fixture
def tab(tab):
    """A tab with a stage, and below it the buttons for sharing."""
    tab.open("corpus=hug&step=2")
    tab.show("corpus=hug", "/share")
    return tab


def button(tab):
    return tab.page.get_by_role("button", name="Share with a class")


def dialog(tab):
    return tab.page.get_by_role("dialog", name="Open this page on other devices")


def shown(tab) -> str:
    """The QR code of the open dialog, as a data URL."""
    image = dialog(tab).get_by_role("img", name="QR code")
    expect(image).to_be_visible()
    return image.get_attribute("src")


def test_qr_code_opens_the_step_that_is_shown(tab):
    tab.press("ArrowRight")
    tab.at(3)
    with tab.page.expect_request("**/join?**") as request:
        button(tab).click()
    page = dict(parse_qsl(urlsplit(request.value.url).query))["url"]
    assert page == tab.page.url
    assert dict(parse_qsl(urlsplit(page).query))["step"] == "3"
    port = urlsplit(page).port
    assert shown(tab) == network_address.qr_code(page.replace("127.0.0.1", LOCAL))
    expect(dialog(tab).locator("code")).to_have_text(f"http://{LOCAL}:{port}/")
    expect(dialog(tab)).to_contain_text("everyone works on their own")


def test_keys_stay_in_the_dialog_and_escape_closes_it(tab):
    button(tab).focus()
    tab.press("Enter")
    shown(tab)
    dialog(tab).get_by_role("heading").click()  # the focus stays in the dialog
    tab.press("ArrowRight", "End", "Space", "PageDown")
    assert tab.target == 2
    assert not tab.playing
    tab.press("Escape")
    expect(dialog(tab)).to_be_hidden()
    expect(button(tab)).to_be_focused()
    tab.press("ArrowRight")
    tab.at(3)
    button(tab).click()
    assert shown(tab)


def test_buttons_appear_where_they_stay(visitor, server):
    tab = visitor(server)
    styles = Held(tab.page, re.compile(r"/stage\.css$"))
    tab.open("corpus=hug&step=2")
    styles.start()
    tab.show("corpus=hug", "/share")
    styles.wait()
    assert not button(tab).is_visible()  # else it would move when the styles arrive
    styles.release()
    expect(button(tab)).to_be_visible()


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_close_button_stays_where_it_is_while_the_addresses_load(visitor, server, size):
    tab = visitor(server, viewport={"width": size[0], "height": size[1]})
    answers = Held(tab.page, re.compile(r"/(join|reach)\?"))
    tab.open("corpus=hug&step=2")
    tab.show("corpus=hug", "/share")
    answers.start()
    button(tab).click()
    answers.wait(1)
    close = dialog(tab).get_by_role("button", name="Close")
    before = close.bounding_box()
    answers.release()
    assert shown(tab)
    expect(dialog(tab).get_by_text("Can a phone reach me?")).to_be_visible()
    assert close.bounding_box() == before


def test_dialog_closes_by_its_button_and_by_a_click_outside(tab):
    button(tab).click()
    shown(tab)
    dialog(tab).get_by_role("button", name="Close").click()
    expect(dialog(tab)).to_be_hidden()
    button(tab).click()
    shown(tab)
    tab.page.mouse.click(5, 5)
    expect(dialog(tab)).to_be_hidden()


@pytest.mark.parametrize("is_secure", [True, False], ids=["clipboard", "selection"])
def test_short_address_is_copied(visitor, server, is_secure):
    tab = visitor(server, permissions=["clipboard-read", "clipboard-write"])
    tab.open("corpus=hug&step=2")
    tab.show("corpus=hug", "/share")
    if not is_secure:  # without HTTPS, browsers do not let a page write to the clipboard directly
        tab.page.evaluate("() => { Clipboard.prototype.writeText = () => Promise.reject(); }")
    button(tab).click()
    dialog(tab).get_by_role("button", name="Copy to clipboard").click()
    expect(dialog(tab).locator(".share.done")).to_have_text("Copied")
    address = dialog(tab).locator("code").inner_text()
    assert tab.page.evaluate("() => navigator.clipboard.readText()") == address


def test_copied_link_opens_on_other_devices(visitor, server, monkeypatch):
    tab = visitor(server, permissions=["clipboard-read", "clipboard-write"])
    tab.open("corpus=hug&step=2")
    tab.show("corpus=hug", "/share")
    copy = tab.page.locator(".sharing > .copy")
    copy.click()
    expect(copy).to_have_text("Copied")
    copied = "() => navigator.clipboard.readText()"
    assert tab.page.evaluate(copied) == tab.page.url.replace("127.0.0.1", LOCAL)
    expect(copy).to_have_text("Copy link")
    monkeypatch.setattr(network_address, "local_address", lambda: None)
    tab.page.mouse.move(0, 0)  # the address is asked for again when the pointer comes back
    with tab.page.expect_response("**/join?**") as answer:
        copy.hover()
    assert answer.value.json()["short"] is None
    copy.click()
    expect(copy).to_have_text("Copied; opens only on this computer")
    assert tab.page.evaluate(copied) == tab.page.url


def test_phone_that_arrives_is_noticed(tab, monkeypatch):
    async def accepts(address: str, port: int) -> bool:
        return address == LOCAL

    monkeypatch.setattr(network_address, "accepts_connections", accepts)
    monkeypatch.setattr(network_address, "network_cards", lambda: {LOCAL: "eth0", OTHER: "<b>wlan"})
    monkeypatch.setattr(VISITS, "last", None)
    button(tab).click()
    shown(tab)
    dialog(tab).get_by_text("Can a phone reach me?").click()
    checks = dialog(tab).locator(".checks li")
    expect(checks.last).to_contain_text("No other device has opened the app yet")
    expect(dialog(tab)).to_contain_text("client isolation")
    for scheme in ("light", "dark"):
        assert broken_rules_in(tab.page, scheme, first=scheme == "light") == []
    monkeypatch.setattr(VISITS, "last", 1.0)  # a request from another device
    expect(checks.last).to_contain_text("Another device has reached the app")
    dialog(tab).get_by_role("button", name=f"{OTHER} (<b>wlan)").click()
    port = urlsplit(tab.page.url).port
    expect(dialog(tab).locator("code")).to_have_text(f"http://{OTHER}:{port}/")
    expect(checks.last).to_contain_text("does not accept connections there")


def test_dialog_says_that_there_is_no_network(tab, monkeypatch):
    monkeypatch.setattr(network_address, "local_address", lambda: None)
    button(tab).click()
    expect(dialog(tab)).to_contain_text("Other devices cannot open this page at its address")
    expect(dialog(tab).get_by_role("img")).to_have_count(0)


@pytest.mark.parametrize("length", [900, 5000])
def test_long_link_is_explained(visitor, server, length):
    tab = visitor(server)
    tab.page.goto(f"{tab.url}/share?corpus=hug&more={'a' * length}")
    button(tab).click()
    expect(dialog(tab)).to_contain_text("The full link is too long for a QR code.")
    port = urlsplit(tab.page.url).port
    assert shown(tab) == network_address.qr_code(f"http://{LOCAL}:{port}/share")


def test_lost_connection_is_explained_and_the_next_try_works(visitor, server):
    tab = visitor(server)
    lost = Answered(tab.page, "**/join?**", lambda route: route.abort())
    tab.open("corpus=hug&step=2")
    tab.show("corpus=hug", "/share")
    with tab.watch.expecting("Failed to load|ERR_"):
        lost.start()
        button(tab).click()
        expect(dialog(tab)).to_contain_text("Couldn't load the address. Check your connection.")
        tab.press("Escape")
        lost.stop()
        button(tab).click()
        assert shown(tab)


def test_dialog_fits_every_screen_and_is_accessible(tab, subtests):
    button(tab).click()
    shown(tab)
    for name, (width, height) in SIZES.items():
        with subtests.test(name):
            tab.resize((width, height))
            box = dialog(tab).bounding_box()
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height
            assert dialog(tab).evaluate("(node) => node.scrollWidth <= node.clientWidth")
            cross = dialog(tab).get_by_role("button", name="Close").bounding_box()
            title = dialog(tab).get_by_role("heading").first.bounding_box()
            assert title["x"] + title["width"] <= cross["x"]
            code = dialog(tab).get_by_role("img").bounding_box()
            assert min(code["width"], code["height"]) >= 0.44 * min(width, height)
    for scheme in ("light", "dark"):
        with subtests.test(scheme):
            assert broken_rules_in(tab.page, scheme, first=scheme == "light") == []


def test_only_the_dialog_is_printed(tab):
    tab.page.evaluate("""() => {  // the app has the buttons in the sidebar, which is not printed
      document.querySelector("[data-testid=stSidebar]").append(
        [...document.querySelectorAll("#hosts > *")].at(-1));
    }""")
    button(tab).click()
    shown(tab)
    tab.page.emulate_media(media="print")
    expect(dialog(tab).get_by_role("img")).to_be_visible()
    expect(dialog(tab).locator("code")).to_be_visible()
    expect(dialog(tab).get_by_role("button")).to_have_count(0)
    expect(tab.corpus).to_be_hidden()
    expect(button(tab)).to_be_hidden()
    root = tab.page.locator("html[data-joining]")
    expect(root).to_have_count(1)
    tab.page.emulate_media(media="screen")
    tab.press("Escape")
    expect(dialog(tab)).to_be_hidden()
    expect(root).to_have_count(0)

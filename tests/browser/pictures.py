"""Takes the README's pictures: python -m tests.browser.pictures, with CHROMIUM as for the tests."""

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.support.browser import ARGUMENTS, find_chromium
from tests.support.servers import Server

FOLDER = Path(__file__).parent / "pictures"
WIDE, PHONE = (1366, 640), (390, 844)
PICTURES = {
    "training": ("?step=12", WIDE, "light", ""),
    "pair": ("?corpus=hug&step=1&lang=ko", WIDE, "light", "tr.row"),
    "lattice": ("unigram?corpus=hug&at=5", (1366, 768), "light", ""),
    "chinese": ("?corpus=chinese&step=60&lang=zh-Hant", WIDE, "dark", ""),
}


def main() -> None:
    """Start the app, take every picture, stop."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "log")
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        for name, (query, (width, height), scheme, hover) in PICTURES.items():
            page = browser.new_page(
                viewport={"width": width, "height": height}, color_scheme=scheme
            )
            page.goto(f"{server.url}/{query}")
            page.wait_for_selector("[data-step]")
            page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
            if hover:
                page.locator(hover).first.hover()
            page.evaluate("document.fonts.ready")
            page.wait_for_timeout(600)
            page.screenshot(path=FOLDER / f"{name}.png")
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()

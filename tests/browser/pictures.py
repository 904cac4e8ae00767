"""Takes the README's screenshot: python -m tests.browser.pictures"""

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.support.browser import ARGUMENTS, BEEN_HERE, find_chromium
from tests.support.servers import Server

PICTURE = Path(__file__).parent / "pictures" / "training.png"


def main() -> None:
    """Start the app, take the screenshot, stop."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "log")
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1366, "height": 640})
        page.add_init_script(BEEN_HERE)
        page.goto(f"{server.url}/?corpus=course&step=12")
        page.wait_for_selector("[data-step='12']")
        page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
        page.evaluate("document.fonts.ready")
        page.wait_for_function("() => document.getAnimations().every((a) => !a.pending)")
        page.screenshot(path=PICTURE, animations="disabled")
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()

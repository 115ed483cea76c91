"""Draws the icons of an installed Wisp from the mark, into static/icons/.

Needs Chromium, as the browser tests do. The ground is one colour, so that the files stay small.
"""

import os
import shutil
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ICONS = Path(__file__).parents[1] / "static" / "icons"
MARSH = "#16352b"
# Name, size in pixels, how much of it the mark takes, how round the corners are (both in %).
DRAWN = (
    ("icon-192", 192, 68, 22),
    ("icon-512", 512, 68, 22),
    ("maskable-512", 512, 48, 0),  # within the circle that every mask leaves
    ("apple-touch-180", 180, 62, 0),  # iOS rounds the corners itself
)


def draw(page: Page, name: str, size: int, share: int, corner: int) -> None:
    """Take a picture of the mark on the marsh."""
    mark = (ICONS / "mark.svg").read_text("utf-8")
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(
        f"<style>body {{ margin: 0; background: transparent }}"
        f"div {{ display: grid; place-items: center; height: 100vh; background: {MARSH};"
        f"border-radius: {corner}% }} svg {{ width: {share}% }}</style><div>{mark}</div>"
    )
    page.screenshot(path=ICONS / f"{name}.png", omit_background=True)


def main() -> None:
    """Draw them all."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        page = browser.new_page()
        for icon in DRAWN:
            draw(page, *icon)
        browser.close()


if __name__ == "__main__":
    main()

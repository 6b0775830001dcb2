"""Chromium, as the sessions of nox that look at pages use it: the system's, or the program that `CHROMIUM` names."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start Chromium without a window, and end it with the block.

    >>> with chromium() as browser:
    ...     page = browser.new_page()
    """
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        raise FileNotFoundError("no Chromium is installed; Debian's package is `chromium`")
    # As root, for example in a container, the browser cannot use its sandbox; it only opens pages on loopback.
    arguments = ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  only the sessions that use this have it

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*arguments, "--disable-gpu"])
        try:
            yield browser
        finally:
            browser.close()

"""The console of a stub in a real Chromium, with all errors and warnings of the browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tests.chromium import chromium
from trivet_stubs import AgentStub, BusStub, ChatStub, Control, Stub

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PICTURES = Path(__file__).parents[2] / "docs" / "_static" / "console"
STUBS: dict[str, type[Stub]] = {"agent": AgentStub, "bus": BusStub, "chat": ChatStub}


class Console:
    """The console of a stub in a browser page, with a client of the stub."""

    def __init__(self, page: Page, stub: Any, url: str, http: httpx.Client) -> None:
        self.page = page
        self.stub = stub
        self.url = url
        self.http = http

    def rows(self) -> list[str]:
        """Return the texts of the listed requests, the newest first."""
        return self.page.locator("#requests-rows tr").all_inner_texts()

    def open(self, view: str) -> None:
        """Open a view."""
        self.page.click(f"#tab-{view}")

    def picture(self, name: str) -> None:
        """Take a picture for the docs."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        path = PICTURES / f"{name}.png"
        self.page.screenshot(path=path, animations="disabled", caret="hide")
        assert path.stat().st_size < 150_000


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start Chromium once for all tests."""
    try:
        with chromium() as browser:
            yield browser
    except FileNotFoundError as error:
        pytest.skip(str(error))


@pytest.fixture
def open_console(browser: Browser) -> Iterator[Callable[..., Console]]:
    """Return a function that opens the console of a stub; errors and requests to other hosts fail the test."""
    complaints: list[str] = []
    closers: list[Callable[[], object]] = []

    def open_one(service: str = "chat", *, width: int = 1280, height: int = 800, **options: Any) -> Console:
        stub = STUBS[service]()
        served = stub.serve(control=Control())
        served.__enter__()
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(10_000)
        page = context.new_page()
        closers.extend([context.close, served.__exit__, stub.close])
        page.add_init_script(
            "document.addEventListener('securitypolicyviolation', (e) => console.error('policy', e.violatedDirective))"
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(f"a dialog: {dialog.message}"))
        page.on("console", lambda message: complaints.append(message.text) if _is_complaint(message) else None)
        page.on("request", lambda request: complaints.append(request.url) if served.url not in request.url else None)
        page.goto(f"{served.url}/_trivet/")
        page.wait_for_selector(".pill.live")
        http = httpx.Client(base_url=served.url, trust_env=False, timeout=10.0)
        closers.append(http.close)
        callers = list(stub.steering.callers().values())
        http.headers.update(callers[0] if callers else {})
        return Console(page, stub, served.url, http)

    yield open_one
    for close in closers:
        close()
    assert complaints == []


def _is_complaint(message: Any) -> bool:
    # The browser itself reports answers with 4xx and 5xx in its console.
    return message.type in ("error", "warning") and not message.text.startswith("Failed to load resource")

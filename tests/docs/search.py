"""Searches the built site in Chromium, as a person does: `nox -s search`.

Each word of `search_words.toml` is typed into the search field of the site. A word is found if one of its guides, or a
section of it, is among the first three results. The exit status is 1 if a word is not found.

>>> python -m tests.docs.search docs/_build
"""

from __future__ import annotations

import functools
import http.server
import sys
import threading
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.chromium import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page

WORDS: Mapping[str, list[str]] = tomllib.loads(Path(__file__).with_name("search_words.toml").read_text("utf-8"))
FIRST = 3


class _QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Print no line for each request."""


class _QuietServer(http.server.ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Print no traceback if the browser has left for the next page before it has read the last one."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on a free port of loopback, and yield its URL."""
    handler = functools.partial(_QuietHandler, directory=str(folder))
    with _QuietServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


def results(page: Page, url: str, words: str) -> list[str]:
    """Type words into the search field of the site, and return the pages of the results, in order."""
    page.goto(f"{url}/index.html")
    page.fill(".sidebar-search", words)
    page.press(".sidebar-search", "Enter")
    page.wait_for_selector(".search-summary:not(:has-text('Searching')):not(:has-text('Preparing'))")
    addresses: list[str] = page.eval_on_selector_all(
        "ul.search > li > a:first-of-type", "links => links.map(link => link.href)"
    )
    return [address.removeprefix(f"{url}/").partition(".html")[0] for address in addresses]


def main(folders: Sequence[str]) -> int:
    """Print the rank of a guide for each word, and return 1 if one is not among the first three."""
    missed = 0
    with served(Path(folders[0])) as url, chromium() as browser:
        page = browser.new_page()
        for words, guides in WORDS.items():
            found = results(page, url, words)
            rank = next((rank for rank, name in enumerate(found, 1) if name in guides), None)
            missed += rank is None or rank > FIRST
            print(f"{words:24} {rank or '-':>3}  {', '.join(found[:FIRST])}")
    print(f"{len(WORDS) - missed} of {len(WORDS)} words find their guide among the first {FIRST} results")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""A transport below the adapter that counts requests, threads and open files."""

from __future__ import annotations

import re
import threading
from collections import Counter
from contextlib import suppress
from pathlib import Path

import httpx

from trivet._async.http.connections import AsyncDefaultTransport
from trivet._async.http.environment import ConnectionSettings as AsyncConnectionSettings
from trivet._sync.http.connections import DefaultTransport
from trivet._sync.http.environment import ConnectionSettings

__all__ = ["Counting", "open_files"]


def open_files() -> list[str]:
    """Return what the open files of this process are: paths, and the kinds of the others."""
    kinds: list[str] = []
    for file in Path("/dev/fd").iterdir():
        with suppress(OSError):  # the folder that is being read
            kinds.append(re.sub(r":\[\d+\]$", "", str(file.readlink())))
    return sorted(kinds)


class Counting(httpx.AsyncBaseTransport, httpx.BaseTransport):
    """Counts requests by their method and path, and the most threads and open files at a request.

    Attributes:
        requests: The number of requests of each kind.
        threads: The most threads.
        files: The most open files.
    """

    def __init__(self, url: str) -> None:
        self.requests: Counter[str] = Counter()
        self.threads = self.files = 0
        self._lock = threading.Lock()
        self._async = AsyncDefaultTransport(AsyncConnectionSettings(), httpx.URL(url), own=True)
        self._sync = DefaultTransport(ConnectionSettings(), httpx.URL(url), own=True)

    def _count(self, request: httpx.Request) -> None:
        with self._lock:
            self.requests[f"{request.method} {re.sub('(ses|msg)_[^/]+', '{id}', request.url.path)}"] += 1
            self.threads = max(self.threads, threading.active_count())
            with suppress(OSError):
                self.files = max(self.files, len([*Path("/dev/fd").iterdir()]))

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._count(request)
        return await self._async.handle_async_request(request)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self._count(request)
        return self._sync.handle_request(request)

    async def aclose(self) -> None:
        await self._async.aclose()

    def close(self) -> None:
        self._sync.close()

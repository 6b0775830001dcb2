"""A bulk change of users by their addresses, beside a plain script that does the same at the same concurrency."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import httpx

from trivet import AsyncChatClient, ChatClient
from trivet.chat.bulk import AsyncBulk, Bulk

from .race import Limit, Race, Runner

__all__ = ["RACES"]

USERS = 3_000
CONCURRENCY = 8
PAGE = 500
EMAILS = [f"user{number:04}@example.com" for number in range(1, USERS + 1)]

SERVER = """
import sys
from trivet_stubs import ChatStub

with ChatStub(seed="empty", users=int(sys.argv[1])) as stub, stub.serve() as server:
    print(server.url, stub.admin_token, flush=True)
    sys.stdin.read()
"""
"""A stub in its own process, so that its work is not measured; it ends with this process."""


@contextmanager
def _serving() -> Generator[tuple[str, str], None, None]:
    """Yield the URL of a stub and the token of its administrator."""
    command = [sys.executable, "-c", SERVER, str(USERS)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            url, token = server.stdout.readline().split()
            yield url, token
        finally:
            server.terminate()


class _Turns:
    """Activates and deactivates in turn, so that every run changes every user."""

    def __init__(self) -> None:
        self._is_active = True

    def timed(self, change: Callable[[bool, Path], int]) -> float:
        """Return the seconds that a change of all users takes."""
        self._is_active = not self._is_active
        with TemporaryDirectory() as folder:
            start = perf_counter()
            count = change(self._is_active, Path(folder) / "journal")
            seconds = perf_counter() - start
        assert count == USERS, count
        return seconds


def _checked(answer: httpx.Response, is_active: bool) -> bool:
    answer.raise_for_status()
    return bool(answer.json()["is_active"] is is_active)


def _ids(page: Any, ids: dict[str, str]) -> None:
    ids.update((user["email"].lower(), user["id"]) for user in page["items"])


@contextmanager
def _sync() -> Generator[Mapping[str, Runner], None, None]:
    with _serving() as (url, token), ChatClient(base_url=url, token=token) as chat:
        headers, turns = {"Authorization": f"Bearer {token}"}, _Turns()
        with httpx.Client(base_url=url, headers=headers) as plain:

            def job(is_active: bool, journal: Path) -> int:
                bulk = Bulk(chat, journal=journal, concurrency=CONCURRENCY)
                return len(bulk.update_users(EMAILS, is_active=is_active).done)

            def script(is_active: bool, journal: Path) -> int:
                ids: dict[str, str] = {}
                total = PAGE
                for skip in range(0, USERS + 1, PAGE):
                    page = plain.get("/admin/users", params={"skip": skip, "limit": PAGE}).raise_for_status().json()
                    _ids(page, ids)
                    total = page["total"]
                assert len(ids) == total

                def change(email: str) -> bool:
                    answer = plain.patch(f"/admin/users/{ids[email]}", json={"is_active": is_active})
                    return _checked(answer, is_active)

                with ThreadPoolExecutor(CONCURRENCY) as threads:
                    return sum(threads.map(change, EMAILS))

            yield {"trivet": lambda: turns.timed(job), "httpx": lambda: turns.timed(script)}


@contextmanager
def _async() -> Generator[Mapping[str, Runner], None, None]:
    with _serving() as (url, token), asyncio.Runner() as loop:
        turns = _Turns()
        chat = AsyncChatClient(base_url=url, token=token)
        plain = httpx.AsyncClient(base_url=url, headers={"Authorization": f"Bearer {token}"})

        async def job(is_active: bool, journal: Path) -> int:
            bulk = AsyncBulk(chat, journal=journal, concurrency=CONCURRENCY)
            return len((await bulk.update_users(EMAILS, is_active=is_active)).done)

        async def script(is_active: bool, journal: Path) -> int:
            ids: dict[str, str] = {}
            for skip in range(0, USERS + 1, PAGE):
                answer = await plain.get("/admin/users", params={"skip": skip, "limit": PAGE})
                _ids(answer.raise_for_status().json(), ids)
            emails, changed = iter(EMAILS), 0

            async def work() -> None:
                nonlocal changed
                for email in emails:
                    answer = await plain.patch(f"/admin/users/{ids[email]}", json={"is_active": is_active})
                    changed += _checked(answer, is_active)

            async with asyncio.TaskGroup() as workers:
                for _ in range(CONCURRENCY):
                    workers.create_task(work())
            return changed

        try:
            yield {
                "trivet": lambda: turns.timed(lambda *arguments: loop.run(job(*arguments))),
                "httpx": lambda: turns.timed(lambda *arguments: loop.run(script(*arguments))),
            }
        finally:
            loop.run(chat.aclose())
            loop.run(plain.aclose())


WORK = f"a change of {USERS} users by address, {CONCURRENCY} at a time"
LIMITS = (Limit("httpx", 1.15),)
RACES = [Race("job-sync", WORK, _sync, 2, LIMITS), Race("job-async", WORK, _async, 2, LIMITS)]

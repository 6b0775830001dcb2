"""The addresses of a host, and attempts to connect to them, of which the first success counts ("happy eyeballs").

Tasks: a thread resolves the name. An attempt begins when the previous one has failed or has taken 0.25 s, and the
first success cancels the others. If packets to the first address are lost, as on a network with broken IPv6, a call
gets its answer after 0.4 s; without the staggered attempts it would fail at its timeout.
Threads: a thread resolves the name. An attempt begins when the previous one has failed: the same call gets its answer
after the timeout for connecting.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import TrivetError
from .cancellable import async_shielded, in_thread, wait_in_slices

if TYPE_CHECKING:
    import asyncio
    from concurrent.futures import Future

T = TypeVar("T")

STAGGER = 0.25
"""Seconds after which the next attempt begins, as RFC 8305 recommends."""


MOST_KNOWN = 100
"""How many names keep their addresses for the exit of the interpreter."""

_known: dict[tuple[str, int], list[str]] = {}


async def async_addresses(host: str, port: int, timeout: float | None) -> list[str]:
    """Do the same as `addresses`, without a timeout: the caller cancels it in time.

    The event loop's own `getaddrinfo` runs in a thread of its executor, for whose end `asyncio.run` waits: a program
    would end only seconds after a call whose deadline has passed.
    """
    _ = timeout
    if _is_address(host):
        return [host]
    import asyncio  # noqa: PLC0415  as in `event_loop`

    return await asyncio.wrap_future(_resolve(host, port))


def addresses(host: str, port: int, timeout: float | None) -> list[str]:
    """Return the addresses of a host, alternating between IPv6 and IPv4: one family may not be reachable.

    If the wait is interrupted or takes too long, the result of the thread is dropped.

    Raises:
        OSError: The host has no address.
        UnicodeError: The text is not the name of a host.
        TimeoutError: The resolver did not answer in time.
    """
    if _is_address(host):
        return [host]
    from concurrent.futures import wait  # noqa: PLC0415  as in `prefetch`

    future = _resolve(host, port)
    if not wait_in_slices(lambda seconds: wait([future], seconds).done, timeout):
        raise TimeoutError
    return future.result()


def _resolve(host: str, port: int) -> Future[list[str]]:
    """Resolve a name in a daemon thread, which keeps neither an event loop nor a process alive.

    Where no thread can be started, as at the exit of a Python 3.12, the addresses are those of the last time.
    """
    import socket  # noqa: PLC0415  as in `prefetch`
    from concurrent.futures import Future  # noqa: PLC0415  as in `prefetch`

    def resolve() -> list[str]:
        resolved = _in_order(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        _known[host, port] = resolved
        return resolved

    future: Future[list[str]] = Future()
    try:
        in_thread(resolve, future)
    except TrivetError:
        if (host, port) not in _known:
            raise
        future.set_result(_known[host, port])
    return future


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _in_order(entries: Iterable[tuple[Any, ...]]) -> list[str]:
    """Return each address once, beginning with the one that the system prefers, and alternating between families."""
    families: dict[object, dict[str, None]] = {}
    for family, *_, address in entries:
        families.setdefault(family, {})[str(address[0])] = None
    if not families:
        raise OSError("it has no address")
    return [address for row in zip_longest(*families.values()) for address in row if address is not None]


async def async_first_success(
    attempts: Sequence[Callable[[], Coroutine[Any, Any, T]]], discard: Callable[[T], Awaitable[object]]
) -> T:
    """Return the result of the first attempt that succeeds, or raise the exception of the last one.

    Args:
        attempts: The attempts, at least one.
        discard: Called with the result of another success, to close it.
    """
    if len(attempts) == 1:
        return await attempts[0]()
    import asyncio  # noqa: PLC0415  as in `event_loop`

    tasks: list[asyncio.Task[T]] = []
    winner: asyncio.Task[T] | None = None
    try:
        for attempt in attempts:
            tasks.append(asyncio.create_task(attempt()))
            winner = await _success(tasks, None if len(tasks) == len(attempts) else STAGGER)
            if winner is not None:
                break
        losers = [task for task in tasks if task is not winner]
        if losers:
            await async_shielded(lambda: _end(losers, discard))
    except BaseException:  # a cancelled caller takes no result, so every result is discarded
        await async_shielded(lambda: _end(tasks, discard))
        raise
    return (winner or tasks[-1]).result()


async def _success(tasks: Sequence[asyncio.Task[T]], seconds: float | None) -> asyncio.Task[T] | None:
    """Wait until a task succeeds, and return it; with `seconds`, only for so long and until a task fails."""
    import asyncio  # noqa: PLC0415  as in `event_loop`

    pending = {task for task in tasks if not task.done()}
    while pending:
        done, pending = await asyncio.wait(pending, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            if task.exception() is None:
                return task
        if seconds is not None:
            break
    return None


async def _end(tasks: Sequence[asyncio.Task[T]], discard: Callable[[T], Awaitable[object]]) -> None:
    """Cancel tasks, and discard the results of those that have succeeded all the same."""
    import asyncio  # noqa: PLC0415  as in `event_loop`

    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    for task in tasks:
        if not task.cancelled() and task.exception() is None:
            await discard(task.result())


def first_success(attempts: Sequence[Callable[[], T]], discard: Callable[[T], object]) -> T:
    """Return the result of the first attempt that succeeds, or raise the exception of the last one."""
    _ = discard
    for attempt in attempts[:-1]:
        try:
            return attempt()
        except Exception:
            continue
    return attempts[-1]()

"""The addresses of a host, in the order in which they should be tried.

Tasks: the event loop resolves the name.
Threads: a thread of its own resolves it, because the system's resolver has no timeout.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from itertools import zip_longest
from typing import Any

from .cancellable import in_thread
from .slices import wait_in_slices

__all__ = ["addresses", "async_addresses"]


async def async_addresses(host: str, port: int, timeout: float | None) -> list[str]:
    """Do the same as `addresses`, without a timeout: the caller's holds for the event loop as well."""
    _ = timeout
    if _is_address(host):
        return [host]
    import asyncio  # noqa: PLC0415  as in `event_loop`
    import socket  # noqa: PLC0415  as below

    return _in_order(await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM))


def addresses(host: str, port: int, timeout: float | None) -> list[str]:
    """Return the addresses of a host, those of the two families in turn: one of them may lead nowhere.

    A call that is interrupted or late leaves the thread to end unread.

    Raises:
        OSError: The host has no address.
        UnicodeError: It is no name of a host.
        TimeoutError: The resolver gave no answer in time.
    """
    if _is_address(host):
        return [host]
    import socket  # noqa: PLC0415  as below
    from concurrent.futures import Future, wait  # noqa: PLC0415  as in `prefetch`

    future: Future[list[str]] = Future()

    def resolve() -> list[str]:
        return _in_order(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))

    in_thread(resolve, future)
    if not wait_in_slices(lambda seconds: wait([future], seconds).done, timeout):
        raise TimeoutError
    return future.result()


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _in_order(found: Iterable[tuple[Any, ...]]) -> list[str]:
    """Return each address once, beginning with the one that the system prefers, and alternating between families."""
    families: dict[object, dict[str, None]] = {}
    for family, *_, address in found:
        families.setdefault(family, {})[str(address[0])] = None
    if not families:
        raise OSError("it has no address")
    return [each for step in zip_longest(*families.values()) for each in step if each is not None]

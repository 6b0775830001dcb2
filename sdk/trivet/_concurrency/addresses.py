"""The addresses of a host.

Tasks: the host's name alone; the library that connects resolves it and tries its addresses at once.
Threads: the addresses, because `socket.create_connection` would give each of them the whole timeout.
"""

from __future__ import annotations

import ipaddress

from .cancellable import in_thread
from .slices import wait_in_slices

__all__ = ["addresses", "async_addresses"]


async def async_addresses(host: str, port: int, timeout: float | None) -> list[str]:
    """Return the host."""
    _ = port, timeout
    return [host]


def addresses(host: str, port: int, timeout: float | None) -> list[str]:
    """Return the addresses of a host in the order in which they should be tried.

    The system's resolver has no timeout, so it runs in a thread of its own, which may outlive this call.

    Raises:
        OSError: The host has no address.
        UnicodeError: It is no name of a host.
        TimeoutError: The resolver gave no answer in time.
    """
    try:
        ipaddress.ip_address(host)
    except ValueError:
        pass
    else:
        return [host]
    import socket  # noqa: PLC0415  as below
    from concurrent.futures import Future, wait  # noqa: PLC0415  as in `prefetch`

    future: Future[list[str]] = Future()

    def resolve() -> list[str]:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        return list(dict.fromkeys(str(address[0]) for *_, address in found))

    in_thread(resolve, future)
    if not wait_in_slices(lambda seconds: wait([future], seconds).done, timeout):
        raise TimeoutError
    return future.result()

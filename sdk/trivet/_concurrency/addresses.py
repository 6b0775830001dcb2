"""The addresses of a host.

Tasks: the host's name alone; the library that connects resolves it and tries its addresses at once.
Threads: the addresses, because `socket.create_connection` would give each of them the whole timeout.
"""

from __future__ import annotations

import ipaddress

from .cancellable import in_thread

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
        TimeoutError: The resolver gave no answer in time.
    """
    try:
        ipaddress.ip_address(host)
    except ValueError:
        pass
    else:
        return [host]
    import socket  # noqa: PLC0415  as below
    from concurrent.futures import Future  # noqa: PLC0415  as in `prefetch`

    future: Future[list[str]] = Future()

    def resolve() -> list[str]:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        return list(dict.fromkeys(str(address[0]) for *_, address in found))

    in_thread(resolve, future)
    return future.result(timeout)

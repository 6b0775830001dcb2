"""From the exceptions of httpx to those of trivet."""

from __future__ import annotations

import httpx

from ...errors import APIConnectionError, APITimeoutError

__all__ = ["connection_error"]

# Other transports may raise a ConnectTimeout for a connection that was cut later; httpx-aiohttp does.
UNSENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)


def connection_error(
    operation: str, error: Exception, *, own: bool, broken: type[APIConnectionError] = APIConnectionError
) -> APIConnectionError:
    """Make the error of trivet for one of httpx.

    It is raised after the `except` block that made it. An exception of httpx holds the request, with its URL and
    credentials, and would stay reachable as the context of the new one.

    Args:
        operation: The operation's name.
        error: The exception.
        own: Whether the transport is the client's own.
        broken: The class of errors that are no timeouts.
    """
    text = str(error)
    if not own and isinstance(error, httpx.PoolTimeout):
        text = "all connections are in use of the transport that the client was given, which has limits of its own"
    reason = f"{type(error).__name__}: {text}" if text else type(error).__name__
    kind = APITimeoutError if isinstance(error, httpx.TimeoutException) else broken
    return kind(operation, reason, not isinstance(error, UNSENT if own else httpx.ConnectError))

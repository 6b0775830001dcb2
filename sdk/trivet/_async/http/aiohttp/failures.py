# Async only: aiohttp has no sync form.
"""From the exceptions of aiohttp to those of httpx, without what they hold: headers, URLs, proxies with credentials."""

from __future__ import annotations

import os

import aiohttp
import httpx

__all__ = ["body_failure", "connect_failure", "response_failure"]


class _ConnectTimeout(httpx.ConnectTimeout, httpx.ConnectError):
    """No connection in time.

    It is a `ConnectError` too, which says that nothing was sent: other transports raise `httpx.ConnectTimeout` for
    requests that may have arrived.
    """


class _ProxyError(httpx.ProxyError, httpx.ConnectError):
    """The proxy opened no connection, so nothing was sent."""


def connect_failure(error: Exception, late: str = "no connection in time") -> httpx.TransportError:
    """Return what to raise when there is no connection: always a `ConnectError`, since nothing was sent.

    Args:
        error: The exception of aiohttp.
        late: What to say of a timeout.
    """
    if isinstance(error, TimeoutError):
        return _ConnectTimeout(late)
    if isinstance(error, aiohttp.ClientHttpProxyError):
        # aiohttp keeps bytes that are not UTF-8 as half surrogates, in which no password is recognised.
        reason = error.message.encode("utf-8", "surrogateescape").decode("latin-1")
        return _ProxyError(f"{error.status} {reason}")
    if isinstance(error, aiohttp.ClientConnectorCertificateError):
        return httpx.ConnectError(str(error.certificate_error))
    if isinstance(error, aiohttp.ClientProxyConnectionError):
        return _ProxyError(f"no connection to the proxy: {error.os_error}")
    if isinstance(error, aiohttp.ClientConnectorError):
        return httpx.ConnectError(str(error.os_error))
    if isinstance(error, aiohttp.ClientResponseError | aiohttp.ServerDisconnectedError):
        return _ProxyError(f"no valid answer of the proxy ({_kind(error)})")
    return httpx.ConnectError(_kind(error))


def response_failure(error: Exception) -> httpx.TransportError:
    """Return what to raise when a request may have been sent, and no response arrived."""
    if isinstance(error, TimeoutError):
        return httpx.ReadTimeout("no response in time")
    if isinstance(error, aiohttp.ServerDisconnectedError):
        return httpx.RemoteProtocolError("the server disconnected without a response")
    if isinstance(error, OSError) and error.errno:  # aiohttp's own text may be of a URL
        return httpx.ReadError(f"[Errno {error.errno}] {os.strerror(error.errno)}")
    if isinstance(error, aiohttp.ClientConnectionError):
        return httpx.ReadError("the connection was closed")
    return httpx.RemoteProtocolError(f"the response is not valid HTTP ({_kind(error)})")


def body_failure(error: Exception) -> httpx.TransportError:
    """Return what to raise when a body ends early."""
    if isinstance(error, TimeoutError):
        return httpx.ReadTimeout("no more of the body in time")
    if isinstance(error, aiohttp.ClientPayloadError):
        return httpx.RemoteProtocolError(f"the body is incomplete or not valid HTTP ({_kind(error)})")
    return response_failure(error)


def _kind(error: BaseException) -> str:
    """Return the name of the first cause's class, as `LineTooLong`; the texts may hold what was sent."""
    while error.__cause__ is not None:
        error = error.__cause__
    return type(error).__name__

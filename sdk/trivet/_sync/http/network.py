# Derived from sdk/trivet/_async/http/network.py by `python -m codegen`; do not edit.
"""The network of one connection, on which no read or write outlives the call that holds the connection."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import httpcore

from ..._concurrency.addresses import addresses, first_success
from ..._concurrency.deadline import deadline
from ..._core.call_end import CallEnd

__all__ = ["BoundedBackend"]

PIECE = 65_536
"""Bytes that are written at a time; each write of the library below has the whole timeout again."""


class BoundedBackend(httpcore.NetworkBackend):
    """A network backend for one connection.

    httpcore passes the same timeout to each read of a head or a body. A server that sends a byte now and then would
    never exceed it.

    Attributes:
        end: The end of the call that holds the connection; None while it is idle, or for a call without an end.
    """

    def __init__(self) -> None:
        self.end: CallEnd | None = None
        self._handshake: float | None = None
        self._stream: httpcore.NetworkStream | None = None
        self._network: httpcore.NetworkBackend = httpcore.SyncBackend()

    def least(self, timeout: float | None) -> float | None:
        """Return the smaller of a timeout and the time that the call has left.

        httpcore passes no timeout while it speaks to a SOCKS proxy, which comes first; it has that of connecting then.
        """
        if timeout is None:
            timeout = self._handshake
        else:
            self._handshake = None
        return timeout if self.end is None else self.end.least(timeout)

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to the first address of a host that accepts."""
        with deadline(self.least(timeout), httpcore.ConnectTimeout):
            try:
                found = addresses(host, port, self.least(timeout))
            except TimeoutError:
                raise httpcore.ConnectTimeout(f"{host} was not resolved in time") from None
            except (OSError, UnicodeError) as error:  # the second for a label that is empty or too long
                raise httpcore.ConnectError(f"{host} cannot be resolved: {error}") from None

            def connect(address: str) -> httpcore.NetworkStream:
                left = self.least(timeout)
                if left == 0:  # as in `read`
                    raise httpcore.ConnectTimeout
                return self._network.connect_tcp(address, port, left, local_address, socket_options)

            attempts = [partial(connect, address) for address in found]
            stream = first_success(attempts, lambda unused: unused.close())
        self._handshake, self._stream = timeout, stream
        return _BoundedStream(stream, self)

    def close(self) -> None:
        """Close the socket: httpcore leaves it open when the handshake with a SOCKS proxy fails."""
        if self._stream is not None:
            self._stream.close()

    def abandon(self) -> None:
        """Close the socket of an event loop that has been closed, and can close no connection any more."""
        wrapped = None if self._stream is None else self._stream.get_extra_info("socket")
        sock = getattr(wrapped, "_sock", None)  # asyncio has no public access to it; other loops close theirs
        if sock is not None:
            sock.close()


class _BoundedStream(httpcore.NetworkStream):
    """A stream of a bounded backend."""

    def __init__(self, stream: httpcore.NetworkStream, backend: BoundedBackend) -> None:
        self._stream = stream
        self._backend = backend

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        left = self._backend.least(timeout)
        if left == 0:  # a socket with this timeout would not wait at all, and fail in another way
            raise httpcore.ReadTimeout
        return self._stream.read(max_bytes, left)

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for start in range(0, len(buffer), PIECE):
            left = self._backend.least(timeout)
            if left == 0:
                raise httpcore.WriteTimeout
            self._stream.write(buffer[start : start + PIECE], left)

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        left = self._backend.least(timeout)
        if left == 0:
            raise httpcore.ConnectTimeout
        outer: Any = self._stream.get_extra_info("socket")
        if isinstance(outer, ssl.SSLSocket):  # TLS within TLS, through a proxy that speaks it, in the sync API
            _bound(outer, self._backend)
        return _BoundedStream(self._stream.start_tls(ssl_context, server_hostname, left), self._backend)

    def close(self) -> None:
        self._stream.close()

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _bound(sock: Any, backend: BoundedBackend) -> None:
    """Let each wait of a socket end with the call: for TLS within TLS, httpcore reads as often as a record needs."""

    def bounded(wait: Callable[..., Any]) -> Callable[..., Any]:
        def until_the_end(*arguments: Any) -> Any:
            left = backend.least(sock.gettimeout())
            if left == 0:
                raise TimeoutError
            sock.settimeout(left)
            return wait(*arguments)

        return until_the_end

    sock.recv, sock.send = bounded(sock.recv), bounded(sock.send)

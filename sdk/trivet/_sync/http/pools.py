# Derived from sdk/trivet/_async/http/pools.py by `python -m codegen`; do not edit.
"""Pools of connections, and the requests that go over them."""

from __future__ import annotations

import logging
import os
import ssl
import threading
from functools import cache, partial
from typing import TypeAlias
from urllib.request import getproxies, proxy_bypass

import httpx

from ..._concurrency.event_loop import connection_owner
from ..._core.secrets import flow_secrets
from ...errors import TrivetError
from .auth_flow import send_with_auth
from .errors import translated
from .response import Response

__all__ = ["HttpxAuth", "Pools", "Transport"]

HttpxAuth: TypeAlias = httpx.Auth
Transport: TypeAlias = httpx.BaseTransport

logger = logging.getLogger("trivet")

# For each request, a pool of httpcore looks at all its connections: the cost of n in flight grows with the square of n.
POOL_SIZE = 4
POOLS = 25


class _Pool:
    """One small pool of connections, the number of its open responses, and whether it takes no more requests."""

    __slots__ = ("load", "own", "retired", "transport")

    def __init__(self, transport: Transport, *, own: bool) -> None:
        self.transport = transport
        self.own = own
        self.load = 0
        self.retired = False


class Pools:
    """The connections of a client and its copies, in several small pools for each origin.

    They belong to a process and an event loop: after a fork, and in another loop, new ones are opened.
    """

    def __init__(self, given: Transport | None) -> None:
        """Open nothing yet; a transport of the user's takes the place of all pools."""
        self.given = given
        self._open: bool = True
        self._forget_process()

    def _forget_process(self) -> None:
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._forget_owner(None)

    def _forget_owner(self, owner: object) -> None:
        self._owner = owner
        self._given = None if self.given is None else [_Pool(self.given, own=False)]
        self._origins: dict[tuple[str, str], list[_Pool]] = {}

    def open(
        self,
        operation: str,
        method: str,
        url: str,
        headers: list[tuple[bytes, bytes]],
        content: bytes | None,
        timeout: float | None,
        read_timeout: float | None,
        httpx_auth: HttpxAuth | None = None,
    ) -> Response:
        """Send a request and return the response, of any status, with its body unread; the caller closes it.

        The timeout is for connecting and sending, the read timeout for each wait for data.

        Raises:
            APIConnectionError: No response arrived.
        """
        limits = {"connect": timeout, "read": read_timeout, "write": timeout, "pool": timeout}
        try:
            request = httpx.Request(method, url, headers=headers, content=content, extensions={"timeout": limits})
        except httpx.InvalidURL as error:
            raise TrivetError(f"{operation}: the URL cannot be sent: {error}") from error
        pool = self._take(operation, request.url)
        try:
            with translated(operation, own=pool.own):
                if httpx_auth is None:
                    raw = pool.transport.handle_request(request)
                    raw.request = request
                else:
                    raw = send_with_auth(httpx_auth, request, pool.transport)
        except BaseException as error:
            self._give_back(pool, error)
            raise
        if logger.isEnabledFor(logging.DEBUG):
            logger.debug("%s: %s", operation, raw.status_code)
        secrets = (
            () if httpx_auth is None else flow_secrets(headers, raw.request.headers.raw, url, str(raw.request.url))
        )
        return Response(operation, raw, partial(self._give_back, pool), secrets)

    def close(self) -> None:
        """Close every idle connection now, and those in use as soon as their responses are closed.

        A pool is not closed while a connection is being opened in it: that connection would be left open.
        """
        with self._current_lock():
            pools = [pool for pools in self._origins.values() for pool in pools] + (self._given or [])
            idle = [pool for pool in pools if self._open and not pool.load]
            self._open = False
        for pool in idle:
            pool.transport.close()

    def _current_lock(self) -> threading.Lock:
        """Return the lock, after the pools of another process or event loop have been forgotten."""
        if self._process != os.getpid():  # after a fork; a thread of the parent may hold the old lock
            self._forget_process()
        owner = connection_owner()
        if self._owner is not owner:
            self._forget_owner(owner)
        return self._lock

    def _take(self, operation: str, url: httpx.URL) -> _Pool:
        with self._current_lock():
            if not self._open:
                raise TrivetError(f"{operation}: the client is closed")
            pools = self._given
            if pools is None:
                pools = self._origins.setdefault((url.scheme, url.netloc.decode("ascii")), [])
            pool = min(pools, key=_load) if pools else None
            if pool is None or (pool.load >= POOL_SIZE and pool.own and len(pools) < POOLS):
                pool = _Pool(_transport(url), own=True)
                pools.append(pool)
            pool.load += 1
            return pool

    def _give_back(self, pool: _Pool, error: BaseException | None = None) -> None:
        with self._lock:
            pool.load -= 1
            if pool.own and error is not None and not isinstance(error, Exception):
                # httpcore may lose a connection when it is cancelled; a pool that has lost four waits without end.
                pool.retired = True
                for pools in self._origins.values():
                    if pool in pools:
                        pools.remove(pool)
            last = not pool.load and (pool.retired or not self._open)
        if last:
            pool.transport.close()


def _load(pool: _Pool) -> int:
    return pool.load


def _transport(url: httpx.URL) -> httpx.HTTPTransport:
    limits = httpx.Limits(max_connections=POOL_SIZE, max_keepalive_connections=POOL_SIZE, keepalive_expiry=30.0)
    return httpx.HTTPTransport(verify=_ssl_context(url.scheme), limits=limits, proxy=_proxy(url))


@cache
def _ssl_context(scheme: str) -> ssl.SSLContext:
    # Loading the certificates takes 20 ms: once for all clients, and never for plain http.
    return httpx.create_ssl_context() if scheme == "https" else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _proxy(url: httpx.URL) -> str | None:
    proxies = getproxies()
    proxy = proxies.get(url.scheme) or proxies.get("all")
    if not proxy or proxy_bypass(url.netloc.decode("ascii")):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"

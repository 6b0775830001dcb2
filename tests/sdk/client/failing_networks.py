"""Networks in memory that raise an exception of a library at one stage of a request, for both APIs."""

from __future__ import annotations

import socket
import ssl
from collections.abc import AsyncIterator, Callable, Iterator
from types import ModuleType
from typing import Any

import aiohttp
import aiohttp.client_exceptions
import aiohttp.http_exceptions
import httpcore
import httpx
import idna.core
import pytest
import socksio.exceptions
from aiohttp.client_reqrep import ConnectionKey

from trivet._async.http.asyncio_backend import AsyncioBackend

STAGES = ("connect", "send", "head", "body", "close")
"""The stages of a request at which a network fails; the request has gone out before the last three."""

MODULES: tuple[ModuleType, ...] = (
    httpcore,
    aiohttp,
    aiohttp.client_exceptions,
    aiohttp.http_exceptions,
    socksio.exceptions,
    idna.core,
    ssl,
    socket,
)
KEY = ConnectionKey("host.test", 443, True, True, None, None, None)
INFO = aiohttp.RequestInfo(aiohttp.client.URL("http://host.test"), "POST", {}, aiohttp.client.URL("http://host.test"))
REFUSED = OSError(111, "refused")
ARGUMENTS: tuple[tuple[Any, ...], ...] = (
    ("broken",),
    (),
    (KEY, REFUSED),
    (INFO, ()),
    (1000, "broken"),
    ("path", KEY, REFUSED),
    (b"a", b"b", "host.test", 443),
)
"""Arguments of exceptions, of which each class takes one tuple."""

ANSWER = b"HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"


def exceptions() -> list[Exception]:
    """Return an exception of each class that the modules define."""
    kinds = {kind: None for module in MODULES for kind in vars(module).values() if _is_exception(kind)}
    return [_exception(kind) for kind in kinds]


def _is_exception(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Exception)


def _exception(kind: Callable[..., Exception]) -> Exception:
    for arguments in ARGUMENTS:
        try:
            error = kind(*arguments)
            str(error)
        except (TypeError, AttributeError):
            continue
        return error
    raise LookupError(f"no arguments for {kind}")


class Network:
    """What a request meets.

    Attributes:
        stage: The stage at which the network fails.
        error: The exception that it raises there.
        requests: The number of requests that have gone out.
    """

    def __init__(self, stage: str, error: Exception) -> None:
        self.stage = stage
        self.error = error
        self.requests = 0

    def reach(self, stage: str) -> None:
        """Fail if this is the stage to fail at."""
        if stage == self.stage:
            raise self.error


class AsyncFailingStream(httpcore.AsyncNetworkStream):
    def __init__(self, network: Network) -> None:
        self._network = network
        self._answer = [ANSWER]

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        self._network.reach("head")
        if self._answer:
            return self._answer.pop()
        self._network.reach("body")
        return b""

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._network.reach("send")
        self._network.requests += buffer.startswith(b"POST ")

    async def aclose(self) -> None:
        self._network.reach("close")

    def get_extra_info(self, info: str) -> Any:
        return None


class FailingStream(httpcore.NetworkStream):
    def __init__(self, network: Network) -> None:
        self._network = network
        self._answer = [ANSWER]

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        self._network.reach("head")
        if self._answer:
            return self._answer.pop()
        self._network.reach("body")
        return b""

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._network.reach("send")
        self._network.requests += buffer.startswith(b"POST ")

    def close(self) -> None:
        self._network.reach("close")

    def get_extra_info(self, info: str) -> Any:
        return None


def async_fail(network: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the sockets of the async client."""

    async def connect(*_: object) -> AsyncFailingStream:
        network.reach("connect")
        return AsyncFailingStream(network)

    monkeypatch.setattr(AsyncioBackend, "connect_tcp", connect)


def fail(network: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the sockets of the sync client."""

    def connect(*_: object) -> FailingStream:
        network.reach("connect")
        return FailingStream(network)

    monkeypatch.setattr(httpcore.SyncBackend, "connect_tcp", connect)


class AsyncFailingTransport(httpx.AsyncBaseTransport):
    """A transport of the user over such a network."""

    def __init__(self, network: Network) -> None:
        self._network = network

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._network.requests += 1
        for stage in ("connect", "send", "head"):
            self._network.reach(stage)
        return httpx.Response(201, headers={"content-type": "application/json"}, stream=_AsyncBody(self._network))


class _AsyncBody(httpx.AsyncByteStream):
    def __init__(self, network: Network) -> None:
        self._network = network

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield b"{"
        self._network.reach("body")

    async def aclose(self) -> None:
        self._network.reach("close")


class FailingTransport(httpx.BaseTransport):
    """A transport of the user over such a network."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self._network.requests += 1
        for stage in ("connect", "send", "head"):
            self._network.reach(stage)
        return httpx.Response(201, headers={"content-type": "application/json"}, stream=_Body(self._network))


class _Body(httpx.SyncByteStream):
    def __init__(self, network: Network) -> None:
        self._network = network

    def __iter__(self) -> Iterator[bytes]:
        yield b"{"
        self._network.reach("body")

    def close(self) -> None:
        self._network.reach("close")

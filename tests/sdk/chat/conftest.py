"""Chat stubs and their clients: sync and async, in process or on a port, for any user."""

import asyncio
import contextlib
import gc
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from operator import attrgetter
from pathlib import Path
from typing import Any

import httpx
import pytest

from trivet import AsyncChatClient, ChatClient
from trivet_stubs import ChatStub
from trivet_stubs.chat.records import Conversation


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "TRIVET_CHAT_BASE_URL", "TRIVET_CHAT_TOKEN"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture
def seed() -> str:
    """The initial state of the stub; a test may parametrise it."""
    return "small"


@pytest.fixture
def users() -> int:
    """The number of additional users; a test may parametrise it."""
    return 0


@pytest.fixture
def place() -> str:
    """How the stub is reached, in `process` or on a `port`; a test may parametrise it."""
    return "process"


@pytest.fixture
def stub(seed: str, users: int) -> Iterator[ChatStub]:
    with ChatStub(seed=seed, users=users) as stub:
        yield stub


@pytest.fixture
def url(stub: ChatStub, place: str) -> Iterator[str]:
    """The base URL of the stub."""
    with contextlib.ExitStack() as serving:
        yield "http://chat.test" if place == "process" else serving.enter_context(stub.serve()).url


class Counted(httpx.BaseTransport):
    """A transport that counts open responses."""

    def __init__(self, inner: httpx.BaseTransport) -> None:
        self.inner = inner
        self.open = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self.inner.handle_request(request)
        counted, stream = self, response.stream
        assert isinstance(stream, httpx.SyncByteStream)

        class Body(httpx.SyncByteStream):
            def __iter__(self) -> Iterator[bytes]:
                yield from stream

            def close(self) -> None:
                stream.close()
                counted.open -= 1

        self.open += 1
        return httpx.Response(response.status_code, headers=response.headers, stream=Body())


class AsyncCounted(httpx.AsyncBaseTransport):
    """The same for the async client."""

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self.inner = inner
        self.open = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await self.inner.handle_async_request(request)
        counted, stream = self, response.stream
        assert isinstance(stream, httpx.AsyncByteStream)

        class Body(httpx.AsyncByteStream):
            async def __aiter__(self) -> AsyncIterator[bytes]:
                async for chunk in stream:
                    yield chunk

            async def aclose(self) -> None:
                await stream.aclose()
                counted.open -= 1

        self.open += 1
        return httpx.Response(response.status_code, headers=response.headers, stream=Body())


@pytest.fixture
def counted(stub: ChatStub) -> Counted:
    return Counted(stub.transport())


@pytest.fixture
def async_counted(stub: ChatStub) -> AsyncCounted:
    return AsyncCounted(stub.async_transport())


def _options(stub: ChatStub, url: str, place: str, who: str, transport: Callable[[], Any], arguments: Any) -> Any:
    options = {"base_url": url, "clock": stub.clock, **arguments}
    if "token" not in arguments:
        options["token"] = stub.token(who)
    if place == "process" and "transport" not in arguments:
        options["transport"] = transport()
    return options


@pytest.fixture
def connect(stub: ChatStub, url: str, place: str) -> Callable[..., ChatClient]:
    """Return a client of the stub for a user, with the stub's clock; `token=None` is a client without credentials."""
    return lambda who="admin", **arguments: ChatClient(**_options(stub, url, place, who, stub.transport, arguments))


@pytest.fixture
def async_connect(stub: ChatStub, url: str, place: str) -> Callable[..., AsyncChatClient]:
    """The same for the async client."""
    return lambda who="admin", **arguments: AsyncChatClient(
        **_options(stub, url, place, who, stub.async_transport, arguments)
    )


@pytest.fixture
def call() -> Callable[..., Any]:
    """Call a method of a client by its name."""
    return lambda chat, name, **arguments: attrgetter(name)(chat)(**arguments)


@pytest.fixture
def finish() -> Callable[[Any], Any]:
    """Send the request of a method's result: a pager or an export is read to its end."""
    return lambda result: list(result) if hasattr(result, "page") or hasattr(result, "save") else result


@pytest.fixture
def async_finish() -> Callable[[Any], Any]:
    """The same for the async client."""

    async def finish(result: Any) -> Any:
        if hasattr(result, "page") or hasattr(result, "save"):
            return [item async for item in result]
        return await result

    return finish


@pytest.fixture
def settle() -> Callable[[], None]:
    """Let Python close unreferenced objects."""
    return lambda: gc.collect() and None


@pytest.fixture
def async_settle() -> Callable[[], Any]:
    """The same for the async client."""

    async def settle() -> None:
        gc.collect()
        for _ in range(20):
            await asyncio.sleep(0)

    return settle


@pytest.fixture
def iterate() -> Callable[[Any], Any]:
    """Return the iterator of a pager or an export, which can be closed."""
    return iter


@pytest.fixture
def async_iterate() -> Callable[[Any], Any]:
    """The same for the async client."""
    return aiter


@pytest.fixture
def together() -> Callable[..., list[Any]]:
    """Call a function a number of times at once, in threads that start together."""

    def together(count: int, function: Callable[[int], Any]) -> list[Any]:
        start = threading.Barrier(count)

        def begin(number: int) -> Any:
            start.wait(20)
            return function(number)

        with ThreadPoolExecutor(count) as threads:
            return list(threads.map(begin, range(count)))

    return together


@pytest.fixture
def async_together() -> Callable[..., Any]:
    """The same for the async client."""

    async def together(count: int, function: Callable[[int], Any]) -> list[Any]:
        return await asyncio.gather(*(function(number) for number in range(count)))

    return together


@pytest.fixture
def titled(stub: ChatStub) -> Callable[[str | None], Conversation]:
    """Return the stub's conversation with a title."""

    def titled(title: str | None) -> Conversation:
        [conversation] = [
            conversation for conversation in stub.records.conversations.values() if conversation.title == title
        ]
        return conversation

    return titled


@pytest.fixture
def travel(titled: Callable[[str], Conversation]) -> Conversation:
    """A conversation of alice that bob may view."""
    return titled("Travel plans")


@pytest.fixture
def budget(titled: Callable[[str], Conversation]) -> Conversation:
    """A conversation of alice that dave may edit."""
    return titled("Budget 100% of_last\\year")


@pytest.fixture
def nothing() -> str:
    """An id that does not exist."""
    return "ffffffff-ffff-4fff-8fff-ffffffffffff"


@pytest.fixture
def listed(stub: ChatStub) -> Callable[[], list[dict[str, str]]]:
    """The queries of all requests so far, each as a mapping."""
    return lambda: [dict(entry.query) for entry in stub.requests]


@pytest.fixture
def ids(stub: ChatStub) -> list[str]:
    """The ids of users who are not administrators, for a bulk job."""
    return [stub.user_id(name) for name in ("alice", "bob", "dave", "erin")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of the journal of a bulk job."""
    return tmp_path / "job.jsonl"


@pytest.fixture
def new_requests(stub: ChatStub) -> Callable[[], Counter[str]]:
    """The number of requests for each method and id since the last call of this function."""
    seen = 0

    def new_requests() -> Counter[str]:
        nonlocal seen
        entries, seen = list(stub.requests)[seen:], len(stub.requests)
        return Counter(f"{entry.method} {entry.path.rpartition('/')[2]}" for entry in entries)

    return new_requests

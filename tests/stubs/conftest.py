"""Ways to talk to a stub without a client of ours: in process, sync and async, and on a port."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Protocol

import httpx
import pytest

from trivet_stubs import BusStub, ChatStub


class Get(Protocol):
    """One GET with the stub's key, and its whole answer."""

    def __call__(self, path: str, **options: Any) -> httpx.Response: ...


def _options(stub: BusStub, base_url: str) -> dict[str, Any]:
    return {"base_url": base_url, "headers": {"AccountKey": stub.account_key}, "timeout": 10.0, "trust_env": False}


@pytest.fixture
def client(bus_stub: BusStub) -> Iterator[httpx.Client]:
    """A client of the stub in process."""
    with httpx.Client(transport=bus_stub.transport(), **_options(bus_stub, "http://bus.test")) as client:
        yield client


@pytest.fixture
def port_client(bus_stub: BusStub) -> Iterator[httpx.Client]:
    """A client of the stub on a port."""
    with bus_stub.serve() as served, httpx.Client(**_options(bus_stub, served.url)) as client:
        yield client


@pytest.fixture(params=["sync", "async", "port"])
def get(request: pytest.FixtureRequest, bus_stub: BusStub) -> Get:
    """A GET in each of the three ways of serving."""
    if request.param == "async":

        def get_async(path: str, **options: Any) -> httpx.Response:
            async def run() -> httpx.Response:
                shared = _options(bus_stub, "http://bus.test")
                async with httpx.AsyncClient(transport=bus_stub.async_transport(), **shared) as client:
                    return await client.get(path, **options)

            return asyncio.run(run())

        return get_async
    name = "client" if request.param == "sync" else "port_client"
    chosen: httpx.Client = request.getfixturevalue(name)
    return chosen.get


@pytest.fixture(params=["in process", "port"])
def any_client(request: pytest.FixtureRequest) -> httpx.Client:
    """A sync client, in process and on a port."""
    chosen: httpx.Client = request.getfixturevalue("client" if request.param == "in process" else "port_client")
    return chosen


class SignIn(Protocol):
    """A client of the chat stub, signed in as somebody by name; None is nobody."""

    def __call__(self, who: str | None) -> httpx.Client: ...


def _sign_in(stub: ChatStub, stack: ExitStack, **options: Any) -> SignIn:
    def sign_in(who: str | None) -> httpx.Client:
        headers = {} if who is None else {"Authorization": f"Bearer {stub.token(who)}"}
        return stack.enter_context(httpx.Client(headers=headers, timeout=10.0, trust_env=False, **options))

    return sign_in


@pytest.fixture
def sign_in(chat_stub: ChatStub) -> Iterator[SignIn]:
    """Clients of the chat stub in process."""
    with ExitStack() as stack:
        yield _sign_in(chat_stub, stack, transport=chat_stub.transport(), base_url="http://chat.test")


@pytest.fixture(params=["in process", "port"])
def sign_in_anywhere(request: pytest.FixtureRequest, chat_stub: ChatStub) -> Iterator[SignIn]:
    """Clients of the chat stub, in process and on a port."""
    with ExitStack() as stack:
        if request.param == "port":
            yield _sign_in(chat_stub, stack, base_url=stack.enter_context(chat_stub.serve()).url)
        else:
            yield _sign_in(chat_stub, stack, transport=chat_stub.transport(), base_url="http://chat.test")


@pytest.fixture
def admin(sign_in: SignIn) -> httpx.Client:
    """The administrator of the chat stub."""
    return sign_in("admin")


@pytest.fixture
def alice(sign_in: SignIn) -> httpx.Client:
    """Who owns most of the small world; bob may view her travel plans, dave edit her budget."""
    return sign_in("alice")


@pytest.fixture
def bob(sign_in: SignIn) -> httpx.Client:
    """Who lets alice view how the bicycle is fixed."""
    return sign_in("bob")


@pytest.fixture
def dave(sign_in: SignIn) -> httpx.Client:
    """Who has nothing, but may edit alice's budget."""
    return sign_in("dave")


@pytest.fixture
def erin(sign_in: SignIn) -> httpx.Client:
    """Who has nothing and sees nothing."""
    return sign_in("erin")


class Path(Protocol):
    """The path of a conversation by the beginning of its title, or of something below it."""

    def __call__(self, title: str, below: str = "") -> str: ...


@pytest.fixture
def path(chat_stub: ChatStub) -> Path:
    """Where a seeded conversation is. `{answer}` stands for its first assistant message, `{question}` for a user's."""

    def find(title: str, below: str = "") -> str:
        rows = chat_stub.records.conversations.values()
        row = next(row for row in rows if (row.title or "").startswith(title))
        ids = {message.role: message.id for message in reversed(row.messages)}
        below = below.replace("{answer}", ids.get("assistant", "")).replace("{question}", ids.get("user", ""))
        return f"/conversations/{row.id}{below}"

    return find

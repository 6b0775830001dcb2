"""The timeouts of a client: one number for all waits, or an `httpx.Timeout` with one for each kind."""

from typing import Any

import httpx
import httpx2
import pytest

from trivet import AsyncBusClient, AsyncChatClient, InvalidArgumentError, NotFoundError
from trivet_stubs import BusStub

SEVERAL = httpx.Timeout(7, connect=2, pool=None)


class Recorder(httpx.AsyncBaseTransport):
    """Remembers the timeouts of the requests, which it answers with 404."""

    def __init__(self) -> None:
        self.timeouts: list[Any] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.timeouts.append(request.extensions["timeout"])
        return httpx.Response(404)


def client(transport: Recorder, **options: Any) -> AsyncBusClient:
    return AsyncBusClient(account_key="k", base_url="http://bus.test", transport=transport, **options)


@pytest.mark.parametrize(
    ("timeout", "sent"),
    [
        (3, {"connect": 3, "read": 3, "write": 3, "pool": 3}),
        (None, {"connect": None, "read": None, "write": None, "pool": None}),
        (SEVERAL, {"connect": 2, "read": 7, "write": 7, "pool": None}),
        (httpx2.Timeout(7, connect=2, pool=None), {"connect": 2, "read": 7, "write": 7, "pool": None}),
    ],
)
async def test_each_wait_has_its_timeout(timeout: Any, sent: dict[str, float | None]):
    transport = Recorder()
    async with client(transport, timeout=timeout) as bus, client(transport) as other:
        for one in (bus, other.with_options(timeout=timeout), bus.with_options(max_retries=0)):
            with pytest.raises(NotFoundError):
                await one.arrivals.get("54009")
    assert transport.timeouts == [sent] * 3


async def test_deadline_shortens_each_wait():
    transport = Recorder()
    async with client(transport, timeout=SEVERAL, deadline=5) as bus:
        with pytest.raises(NotFoundError):
            await bus.arrivals.get("54009")
    [sent] = transport.timeouts
    assert (sent["connect"], all(value <= 5 for value in sent.values())) == (2, True)


async def test_export_takes_several_timeouts():
    transport = Recorder()
    async with AsyncChatClient(token="t", base_url="http://chat.test", transport=transport) as chat:
        for timeout in (9, SEVERAL):
            with pytest.raises(NotFoundError):
                await chat.admin.conversations.export(timeout=timeout).save("never.json")
    assert [sent["read"] for sent in transport.timeouts] == [9, 7]
    assert [sent["connect"] for sent in transport.timeouts] == [30, 2]


@pytest.mark.parametrize(
    ("timeout", "rule"),
    [
        (httpx.Timeout(5, read=-1), "timeout.read must be a number of seconds above 0, or None"),
        (httpx.Timeout(5, pool=0), "timeout.pool must be a number of seconds above 0, or None"),
        ("5", "timeout must be a number"),
    ],
)
async def test_wrong_timeout_is_refused_by_name(timeout: Any, rule: str):
    with pytest.raises(InvalidArgumentError, match=rule):
        client(Recorder(), timeout=timeout)


async def test_longest_timeout_and_deadline_get_an_answer_over_a_socket():
    with BusStub() as stub, stub.serve() as served:
        async with AsyncBusClient(
            account_key=stub.account_key, base_url=served.url, timeout=4_000_000, deadline=4_000_000
        ) as bus:
            assert len(await bus.stops.list(prefetch=2).all()) == 18

"""The parsed URLs that a client keeps: a bounded number, and none with a secret."""

import asyncio
import gc
from collections.abc import Callable

import httpx
import pytest

from trivet import AsyncBusClient, AsyncChatClient, BusClient, ChatClient
from trivet._async.http.transports import CACHED_URLS
from trivet.errors import NotFoundError
from trivet_stubs import BusStub, ChatStub

SECRET = "a-token-of-a-shared-link"


def kept(text: str) -> int:
    """Count the parsed URLs in memory that contain a text."""
    gc.collect()
    return sum(isinstance(candidate, httpx.URL) and text in str(candidate) for candidate in gc.get_objects())


def test_url_that_was_requested_before_is_kept_once():
    stub = BusStub()
    client = BusClient(account_key=stub.account_key, base_url="http://bus-a.test", transport=stub.transport())
    for _ in range(3):
        client.arrivals.get("54009")
    assert kept("http://bus-a.test/v3/BusArrival?BusStopCode=54009") == 1
    client.close()


def test_url_that_was_requested_before_is_kept_once_by_an_async_client():
    async def run() -> int:
        stub = BusStub()
        transport = stub.async_transport()
        async with AsyncBusClient(
            account_key=stub.account_key, base_url="http://bus-b.test", transport=transport
        ) as bus:
            for _ in range(3):
                await bus.arrivals.get("54009")
            return kept("http://bus-b.test/v3/BusArrival?BusStopCode=54009")

    assert asyncio.run(run()) == 1


def test_number_of_kept_urls_is_bounded():
    stub = BusStub()
    with BusClient(account_key=stub.account_key, base_url="http://bus-c.test", transport=stub.transport()) as client:
        for number in range(CACHED_URLS + 50):
            client.arrivals.get(f"{number:05}")
        assert kept("http://bus-c.test/") == CACHED_URLS


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda chat: chat.conversations.open_shared(SECRET), id="a secret argument"),
        pytest.param(lambda chat: chat.request("GET", f"/x/{SECRET}"), id="a path of the user's"),
    ],
)
def test_url_that_may_hold_a_secret_is_not_kept(call: Callable[[ChatClient], object]):
    stub = ChatStub()
    with ChatClient(token=stub.admin_token, base_url="http://chat-a.test", transport=stub.transport()) as client:
        with pytest.raises(NotFoundError):
            call(client)
        stub.requests.clear()
        assert kept(SECRET) == 0


def test_url_that_may_hold_a_secret_is_not_kept_by_an_async_client():
    async def run() -> int:
        stub = ChatStub()
        transport = stub.async_transport()
        async with AsyncChatClient(
            token=stub.admin_token, base_url="http://chat-b.test", transport=transport
        ) as client:
            with pytest.raises(NotFoundError):
                await client.conversations.open_shared(SECRET)
            stub.requests.clear()
            return kept(SECRET)

    assert asyncio.run(run()) == 0


def test_presigned_link_is_not_kept(tmp_path):
    stub = BusStub()
    with BusClient(account_key=stub.account_key, base_url="http://bus-d.test", transport=stub.transport()) as client:
        client.passenger_volume.download("by_stop", path=tmp_path)
        assert kept("http://bus-d.test/PV/Bus") == 1
        assert kept("X-Amz-Signature") == 0

"""Connection errors name the host, the port and the source of the URL, and no secret."""

import copy
import pickle
from pathlib import Path

import httpx
import pytest

from tests.sdk.bus._async.downloads import FILES
from trivet import (
    APIConnectionError,
    APITimeoutError,
    AsyncAgentClient,
    AsyncBusClient,
    AsyncChatClient,
    InvalidArgumentError,
    StreamError,
)
from trivet._core.settings import SourcedURL
from trivet_stubs import BusStub, ChatStub

KEY = "the-account-key-of-a-user"


def raise_refusal(request: httpx.Request) -> httpx.Response:
    raise httpx.ConnectError("refused", request=request)


async def refused(client: AsyncBusClient) -> APIConnectionError:
    async with client:
        with pytest.raises(APIConnectionError) as caught:
            await client.arrivals.get("83139")
    return caught.value


async def test_url_of_an_argument_is_named(closed_url: str) -> None:
    error = await refused(AsyncBusClient(account_key=KEY, base_url=f"{closed_url}/prefix", max_retries=0))
    host = closed_url.removeprefix("http://")
    assert error.server == f"{host}, from the argument base_url"
    assert str(error).endswith(f"({host}, from the argument base_url)")
    assert KEY not in str(error)
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert str(twin) == str(error)


async def test_url_of_the_environment_is_named_by_every_copy(closed_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIVET_BUS_BASE_URL", closed_url)
    client = AsyncBusClient(account_key=KEY, max_retries=0)
    monkeypatch.delenv("TRIVET_BUS_BASE_URL")
    server = f"{closed_url.removeprefix('http://')}, from TRIVET_BUS_BASE_URL"
    for copied in (pickle.loads(pickle.dumps(client)), client.with_options(timeout=7)):
        assert (await refused(copied)).server == server


async def test_default_url_is_named() -> None:
    transport = httpx.MockTransport(raise_refusal)
    async with AsyncAgentClient(transport=transport, max_retries=0) as agent:
        with pytest.raises(APIConnectionError) as caught:
            await agent.session.list().page()
    assert str(caught.value) == "session.list: ConnectError: refused (127.0.0.1:4096, the default base URL)"


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("https://bus.example/v3", "bus.example:443"),
        ("HTTP://bus.example", "bus.example:80"),
        ("http://[::1]:8080/", "[::1]:8080"),
    ],
)
async def test_port_follows_from_the_scheme(url: str, server: str) -> None:
    client = AsyncBusClient(account_key=KEY, base_url=url, transport=httpx.MockTransport(raise_refusal), max_retries=0)
    assert (await refused(client)).server == f"{server}, from the argument base_url"


async def test_program_names_the_source_that_its_user_knows(closed_url: str) -> None:
    url = SourcedURL(closed_url, "from the settings window")
    error = await refused(AsyncBusClient(account_key=KEY, base_url=url, max_retries=0))
    assert error.server.endswith(", from the settings window")


async def test_deadline_names_the_server(bus_stub: BusStub, async_bus_client: AsyncBusClient) -> None:
    bus_stub.faults.add("arrivals.get", hang=True)
    async with async_bus_client.with_options(deadline=0.01) as bus:
        with pytest.raises(APITimeoutError) as caught:
            await bus.arrivals.get("83139")
    assert caught.value.server.endswith(", from the argument base_url")


async def test_body_that_breaks_off_names_the_server(chat_stub: ChatStub, async_chat_client: AsyncChatClient) -> None:
    chat_stub.faults.add("admin.ratings.export", cut_after=50, times=None)
    async with async_chat_client as chat:
        with pytest.raises(StreamError) as caught:
            async for _ in chat.admin.ratings.export():
                pass
    assert caught.value.server.endswith(", from the argument base_url")


async def test_host_of_a_file_is_named_without_its_link(
    bus_stub: BusStub, closed_url: str, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    bus_stub.file_base_url = closed_url
    bus_stub.faults.add(FILES, drop=True, times=None)
    async with async_bus_client.with_options(max_retries=0) as bus:
        with pytest.raises(APIConnectionError) as caught:
            await bus.passenger_volume.download("by_stop", path=tmp_path)
    error = caught.value
    assert error.server == f"{closed_url.removeprefix('http://')}, from a link of the service"
    assert "Signature" not in str(error)


def test_client_without_a_url_names_the_variable() -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        AsyncChatClient(token="a-token-of-a-user")
    assert str(caught.value) == "base_url must be given, or set as TRIVET_CHAT_BASE_URL, got None"

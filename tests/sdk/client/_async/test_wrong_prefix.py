"""Wrong base URLs: the error shows the URL and a hint."""

import copy
import pickle

import httpx
import pytest

from trivet import AsyncAgentClient, AsyncBusClient, AsyncChatClient, DecodeError, NotFoundError, TrivetError

HINT = "does not seem to be a URL of the service: check base_url, which includes the prefix"


@pytest.mark.parametrize(
    "reply",
    [
        {"json": {"detail": "Not Found"}},
        {"text": "404 page not found"},
        {"html": "<html><title>404 Not Found</title></html>"},
        {"content": b""},
    ],
)
async def test_404_of_another_server_shows_the_url_and_a_hint(options, script, reply):
    async with AsyncBusClient(**options, transport=script(httpx.Response(404, **reply))) as bus:
        with pytest.raises(NotFoundError) as caught:
            await bus.arrivals.get("83139")
    error = caught.value
    assert str(error).startswith("arrivals.get: 404")
    assert str(error).endswith(f"; GET http://bus.test/api/v3/BusArrival {HINT}")
    assert "83139" not in str(error)
    assert HINT not in error.message
    for twin in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert str(twin) == str(error)


async def test_404_of_the_service_has_no_hint(script):
    body = {"error": {"code": "NOT_FOUND", "message": "Conversation not found", "details": None}}
    async with AsyncChatClient(
        base_url="http://chat.test", token="a-token", transport=script(httpx.Response(404, json=body))
    ) as chat:
        with pytest.raises(NotFoundError) as caught:
            await chat.conversations.get("5d1c1e2a-1111-4222-8333-444455556666")
    assert str(caught.value) == "conversations.get: 404 NOT_FOUND Conversation not found"
    assert caught.value.hint == ""


async def test_hint_does_not_show_a_share_token(script):
    token = "s3cret-token-of-a-link"
    async with AsyncChatClient(
        base_url="http://chat.test/wrong", token="a-token", transport=script(httpx.Response(404, text="Not Found"))
    ) as chat:
        with pytest.raises(NotFoundError) as caught:
            await chat.conversations.open_shared(token)
    assert str(caught.value).endswith(f"; GET http://chat.test/wrong/... {HINT}")
    assert token not in str(caught.value)


async def test_web_page_of_opencode_names_its_adapter(script):
    page = httpx.Response(200, html="<!doctype html><html><title>OpenCode</title></html>")
    async with AsyncAgentClient(base_url="http://agent.test", transport=script(page)) as agent:
        with pytest.raises(DecodeError) as caught:
            await agent.permission.list()
    assert str(caught.value) == (
        "permission.list: 200, but the body is text/html; charset=utf-8, not application/json; "
        "this is opencode, which needs its adapter: transport=opencode.Transport(), or --adapter opencode"
    )


async def test_web_page_with_status_200_shows_the_url_and_a_hint(script):
    page = httpx.Response(200, html="<!doctype html><title>App</title>")
    async with AsyncAgentClient(base_url="http://agent.test", transport=script(page)) as agent:
        with pytest.raises(DecodeError, match="the body is text/html") as caught:
            await agent.session.list().page()
    assert HINT in str(caught.value)
    assert "http://agent.test/" in caught.value.hint


@pytest.mark.trivet(unknown_requests="ignore")
async def test_wrong_prefix_of_a_stub_shows_the_hint(async_chat_client, chat_stub):
    await async_chat_client.aclose()
    with chat_stub.serve() as served:
        client = AsyncChatClient(base_url=f"{served.url}/wrong", **chat_stub.client_credentials())
        async with client as chat:
            with pytest.raises(TrivetError, match=f"GET {served.url}/wrong/conversations {HINT}"):
                await chat.conversations.list().all()

"""Public links: opened without credentials, in either form of the answer."""

import logging

import pytest

from trivet import APIStatusError, DecodeError, NotFoundError


@pytest.fixture
def link(travel):
    [token] = [share.share_token for share in travel.shares if share.share_token]
    return token


@pytest.mark.parametrize("place", ["process", "port"])
async def test_public_link_is_opened_without_token(stub, async_connect, travel, link):
    async with async_connect(token=None) as chat:
        shared = await chat.conversations.open_shared(link)
    assert (shared.conversation.id, shared.conversation.title) == (travel.id, "Travel plans")
    assert [message.content for message in shared.conversation.messages] == [
        message.content for message in travel.messages
    ]
    assert (shared.share.permission, shared.share.share_token) == ("view", link)
    assert "authorization" not in stub.requests[-1].headers


async def test_public_link_is_opened_without_client_credentials(stub, async_connect, link):
    fetches = []

    async def token():
        fetches.append(1)
        return stub.token("alice")

    async with async_connect("alice") as chat:
        await chat.conversations.list().page()
        await chat.conversations.open_shared(link)
        async with async_connect(token=token) as other:
            await other.conversations.open_shared(link)
            with pytest.raises(NotFoundError):
                await other.conversations.open_shared("unknown")
    assert ["authorization" in request.headers for request in stub.requests] == [True, False, False, False]
    assert fetches == []


async def test_acting_client_opens_public_link_without_token(stub, async_connect, link):
    async with async_connect() as chat, chat.acting_as(stub.user_id("bob")) as user:
        await user.conversations.open_shared(link)
    assert "authorization" not in stub.requests[-1].headers


@pytest.mark.parametrize("strict", [False, True])
async def test_both_forms_of_answer_decode_to_same_conversation(stub, async_connect, link, strict):
    async with async_connect(token=None, strict=strict) as chat:
        full = await chat.conversations.open_shared(link)
        stub.observed.bare_public_form = True
        without_share = await chat.conversations.open_shared(link)
    assert without_share.share is None
    assert full.share is not None
    one, other = full.conversation, without_share.conversation
    assert (one.id, one.title) == (other.id, other.title)
    assert [(message.id, message.role, message.content, message.created_at) for message in one.messages] == [
        (message.id, message.role, message.content, message.created_at) for message in other.messages
    ]
    assert [len(message.tool_calls) for message in without_share.conversation.messages] == [0, 0, 2]


@pytest.mark.parametrize("token", ["unknown", "a" * 43, "a/b", "..", "%2e", "ünknown", "a b"])
async def test_unknown_link_is_404(async_connect, token):
    async with async_connect(token=None) as chat:
        with pytest.raises(NotFoundError) as caught:
            await chat.conversations.open_shared(token)
    assert caught.value.operation == "conversations.open_shared"


async def test_revoked_link_is_404(async_connect, travel, link):
    async with async_connect("alice") as chat:
        assert (await chat.conversations.open_shared(link)).conversation.id == travel.id
        [share] = [share for share in await chat.conversations.shares.list(travel.id) if share.share_token]
        await chat.conversations.shares.delete(travel.id, share.id)
        with pytest.raises(NotFoundError):
            await chat.conversations.open_shared(link)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(
    "body",
    [
        b"7",
        b"null",
        b"true",
        b"[]",
        b'"conversation"',
        b"[{}]",
        b'{"conversation": 7}',
        b"{}",
        b'{"conversation": {}}',
        b'{"error": {"code": "NOT_FOUND", "message": "it is not here"}}',
    ],
)
async def test_body_of_neither_form_raises_decode_error_with_body(stub, async_connect, link, body, strict):
    stub.faults.add("conversations.open_shared", body=body, content_type="application/json")
    async with async_connect(token=None, strict=strict) as chat:
        with pytest.raises(DecodeError) as caught:
            await chat.conversations.open_shared(link)
    assert caught.value.body == body


@pytest.mark.parametrize("place", ["process", "port"])
async def test_link_token_is_in_no_error_or_log(stub, async_connect, link, caplog):
    for name in ("", "trivet", "httpx", "httpcore", "httpcore.http11", "httpcore.connection", "asyncio"):
        caplog.set_level(logging.DEBUG, name)
    echo = {"error": {"code": "NOT_FOUND", "message": f"/conversations/shared/{link} is not here", "details": None}}
    texts = []
    async with async_connect("alice", max_retries=0) as chat:
        for status in (404, 500, 200):
            stub.faults.add("conversations.open_shared", status=status, body=[echo] if status == 200 else echo)
            with pytest.raises(DecodeError if status == 200 else APIStatusError) as caught:
                await chat.conversations.open_shared(link)
            texts += [str(caught.value), repr(caught.value), caught.value.body.decode()]
    text = "".join(texts) + caplog.text + repr([record.args for record in caplog.records])
    assert "is not here" in text
    assert link not in text

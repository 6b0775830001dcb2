"""Tokens: passed as text, fetched when needed, and fetched again after a 401."""

import copy
import logging
import pickle

import pytest

from trivet import AsyncChatClient, AuthenticationError, InvalidArgumentError


@pytest.fixture
def fetched(stub):
    """The number of calls of a token source, and the tokens that it returns in turn, the last one again and again."""
    return {"times": 0, "tokens": [stub.token("alice")]}


@pytest.fixture
def async_source(fetched):
    async def source():
        fetched["times"] += 1
        tokens = fetched["tokens"]
        return tokens.pop(0) if len(tokens) > 1 else tokens[0]

    return source


async def test_token_is_sent_as_bearer(stub, async_connect):
    async with async_connect("alice") as chat:
        await chat.conversations.list().page()
    assert stub.requests[-1].headers["authorization"] == f"Bearer {stub.token('alice')}"


async def test_token_is_read_from_environment(stub, async_connect, monkeypatch):
    monkeypatch.setenv("TRIVET_CHAT_TOKEN", stub.token("bob"))
    async with async_connect(token=None) as chat, async_connect("alice") as other:
        assert {conversation.user_id async for conversation in chat.conversations.list()} == {stub.user_id("bob")}
        assert {conversation.user_id async for conversation in other.conversations.list()} == {stub.user_id("alice")}


async def test_empty_token_in_environment_is_refused(async_connect, monkeypatch):
    monkeypatch.setenv("TRIVET_CHAT_TOKEN", "")
    with pytest.raises(InvalidArgumentError, match="token must be text that is not empty"):
        async_connect(token=None)


async def test_base_url_is_read_from_environment(stub, monkeypatch):
    monkeypatch.setenv("TRIVET_CHAT_BASE_URL", "http://chat.test/")
    async with AsyncChatClient(token=stub.token("alice"), transport=stub.async_transport()) as chat:
        assert len(await chat.conversations.list().page()) == 3
    monkeypatch.delenv("TRIVET_CHAT_BASE_URL")
    with pytest.raises(InvalidArgumentError, match="base_url"):
        AsyncChatClient(token=stub.token("alice"))


@pytest.mark.parametrize("place", ["process", "port"])
async def test_token_is_fetched_once_when_first_needed(stub, async_connect, async_source, fetched, place):
    async with async_connect(token=async_source) as chat:
        assert fetched["times"] == 0
        repr(chat)
        await chat.conversations.list().page()
        assert fetched["times"] == 1
        await chat.conversations.list(limit=1).all()
        await chat.conversations.create()
        assert fetched["times"] == 1
    assert {request.headers["authorization"] for request in stub.requests} == {f"Bearer {stub.token('alice')}"}


async def test_refused_call_fetches_no_token(async_connect, async_source, fetched):
    async with async_connect(token=async_source) as chat:
        with pytest.raises(InvalidArgumentError):
            await chat.conversations.get("x")
    assert fetched["times"] == 0


@pytest.mark.parametrize("place", ["process", "port"])
async def test_401_fetches_new_token_and_retries_once(stub, async_connect, async_source, fetched, place):
    old, new = stub.token("alice", expires_in=60), stub.token("alice")
    fetched["tokens"] = [old, new]
    async with async_connect(token=async_source) as chat:
        await chat.conversations.list().page()
        stub.clock.advance(61)
        before = stub.clock.monotonic()
        created = await chat.conversations.create(title="Once")
        assert stub.clock.monotonic() == before, "a retry with a new token does not wait"
        await chat.conversations.list().page()
        assert [conversation.title async for conversation in chat.conversations.list()].count("Once") == 1
    assert created.user_id == stub.user_id("alice")
    assert fetched["times"] == 2
    sent = [(request.headers["authorization"].removeprefix("Bearer "), request.status) for request in stub.requests]
    assert sent == [(old, 200), (old, 401), (new, 201), (new, 200), (new, 200)]


async def test_second_401_raises_authentication_error(stub, async_connect, async_source, fetched):
    fetched["tokens"] = ["forged-1", "forged-2", stub.token("alice")]
    async with async_connect(token=async_source) as chat:
        with pytest.raises(AuthenticationError):
            await chat.conversations.list().page()
        assert (fetched["times"], len(stub.requests)) == (2, 2)
        assert len(await chat.conversations.list().page()) == 3
    assert fetched["times"] == 3


async def test_401_with_fixed_token_is_not_retried(stub, async_connect):
    async with async_connect(token="forged") as chat:
        with pytest.raises(AuthenticationError):
            await chat.conversations.list().page()
    assert len(stub.requests) == 1


async def test_other_errors_fetch_no_token(stub, async_connect, async_source, fetched):
    async with async_connect(token=async_source, max_retries=0) as chat:
        for status in (400, 403, 404, 409, 422, 429, 500, 503):
            stub.faults.add(status=status, body="no")
            with pytest.raises(Exception, match=str(status)):
                await chat.conversations.list().page()
    assert (fetched["times"], len(stub.requests)) == (1, 8)


async def test_401_between_pages_does_not_end_list(stub, async_connect, async_source, fetched):
    fetched["tokens"] = [stub.token("admin", expires_in=60), stub.token("admin")]
    async with async_connect(token=async_source) as chat:
        ids = []
        async for user in chat.admin.users.list(limit=2):
            ids.append(user.id)
            if len(ids) == 3:
                stub.clock.advance(61)
    assert len(set(ids)) == 7
    assert fetched["times"] == 2


async def test_401_is_retried_for_export_and_impersonation(stub, async_connect, async_source, fetched):
    fetched["tokens"] = ["forged", stub.token("admin"), "unused"]
    async with async_connect(token=async_source) as chat:
        ratings = [rating async for rating in chat.admin.ratings.export()]
        assert len(ratings) == 5
    fetched["tokens"] = ["forged", stub.token("admin"), "unused"]
    async with async_connect(token=async_source) as chat, chat.acting_as(stub.user_id("alice")) as user:
        assert len(await user.conversations.list().page()) == 3
    assert fetched["times"] == 4


async def test_copies_share_fetched_token(stub, async_connect, async_source, fetched):
    fetched["tokens"] = [stub.token("alice", expires_in=60), stub.token("alice"), "unused"]
    async with async_connect(token=async_source) as chat:
        other = chat.with_options(timeout=5)
        await other.conversations.list().page()
        await chat.conversations.list().page()
        assert fetched["times"] == 1
        stub.clock.advance(61)
        await chat.conversations.list().page()
        await other.with_options(max_retries=0).conversations.list().page()
        await other.with_response(other.conversations.create)
        assert fetched["times"] == 2


async def test_source_error_propagates_and_next_call_fetches_again(stub, async_connect):
    answers = [RuntimeError("the vault is closed"), KeyError("vault"), stub.token("alice")]

    async def source():
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async with async_connect(token=source) as chat:
        with pytest.raises(RuntimeError, match="the vault is closed"):
            await chat.conversations.list().page()
        with pytest.raises(KeyError, match="vault"):
            await chat.conversations.list().page()
        assert len(stub.requests) == 0
        assert len(await chat.conversations.list().page()) == 3


@pytest.mark.parametrize("bad", [None, 7, "", b"s3cret-token", "s3cret\r\ntoken", "s3cret token", ["s3cret"]])
async def test_source_result_other_than_a_token_is_refused(stub, async_connect, bad):
    async def source():
        return bad

    async with async_connect(token=source) as chat:
        with pytest.raises(InvalidArgumentError, match=r"^token must be ") as caught:
            await chat.conversations.list().page()
    assert "s3cret" not in f"{caught.value} {caught.value!r} {caught.value.args!r}"
    assert len(stub.requests) == 0


async def test_invalid_token_after_401_is_refused_and_fetched_again(stub, async_connect, async_source, fetched):
    fetched["tokens"] = ["forged", "", stub.token("alice")]
    async with async_connect(token=async_source) as chat:
        with pytest.raises(InvalidArgumentError, match="token"):
            await chat.conversations.list().page()
        assert len(await chat.conversations.list().page()) == 3
    assert [request.status for request in stub.requests] in ([401, 200], [401, 401, 200])


async def test_ten_concurrent_calls_fetch_one_token(stub, async_connect, async_source, fetched, async_together):
    async with async_connect(token=async_source) as chat:

        async def job(_):
            return len(await chat.conversations.list().page())

        assert await async_together(10, job) == [3] * 10
    assert fetched["times"] == 1


@pytest.mark.parametrize("place", ["port"])
async def test_client_survives_copy_and_pickle(stub, async_connect):
    async with async_connect("alice", clock=None) as chat:
        await chat.conversations.list().page()
        copies = [copy.copy(chat), copy.deepcopy(chat), pickle.loads(pickle.dumps(chat))]
        assert [repr(client) for client in copies] == [repr(chat)] * 3
        for client in copies:
            assert len(await client.conversations.list().page()) == 3
        await copies[1].aclose()
        await copies[2].aclose()
        assert len(await chat.conversations.list().page()) == 3


async def test_old_and_new_token_are_in_no_repr_error_or_log(stub, async_connect, async_source, fetched, caplog):
    caplog.set_level(logging.DEBUG)
    old, new = "s3cret/old+token==", "s3cret/new+token=="
    fetched["tokens"] = [old, new]
    echo = {"error": {"code": "AUTHENTICATION_ERROR", "message": f"bad {old} and {new}", "details": {"t": [old, new]}}}
    stub.faults.add(body=echo, status=401, headers={"x-echo": old}, times=2)
    stub.faults.add(body=echo, status=500)
    stub.faults.add(body=echo, status=200)
    stub.faults.add(body=f"{old} {new}", status=200)
    async with async_connect(token=async_source, max_retries=0) as chat:
        texts = []
        for _ in range(4):
            with pytest.raises(Exception, match="conversations") as caught:
                await chat.conversations.get("0f000000-0000-4000-8000-00000000000f")
            error = caught.value
            texts += [f"{error} {error!r}", error.body.decode()]
        texts += [repr(part) for part in (chat, chat.conversations, chat.conversations.list(), chat.with_options())]
        texts += [repr(chat.admin.ratings.export())]
    text = "".join(texts) + caplog.text + repr([record.args for record in caplog.records])
    assert "***" in text
    assert "s3cret" not in text
    assert {record.name for record in caplog.records} >= {"trivet"}
    assert [request.headers["authorization"] for request in stub.requests][:2] == [f"Bearer {old}", f"Bearer {new}"]


@pytest.mark.parametrize("place", ["port"])
async def test_logs_of_real_connection_show_no_token(stub, async_connect, place, caplog):
    for name in ("", "trivet", "httpx", "httpcore", "httpcore.http11", "httpcore.connection", "asyncio"):
        caplog.set_level(logging.DEBUG, name)
    async with async_connect("alice") as chat:
        await chat.conversations.list().all()
        stub.faults.add(status=500, body=f"bad {stub.token('alice')}")
        with pytest.raises(Exception, match=r"\*\*\*"):
            await chat.conversations.list().all()
    text = caplog.text + repr([record.args for record in caplog.records])
    assert "httpcore.http11" in {record.name for record in caplog.records}
    assert stub.token("alice") not in text

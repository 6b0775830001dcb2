# Derived from tests/sdk/chat/_async/test_tokens.py by `python -m codegen`; do not edit.
"""Tokens: passed as text, fetched when needed, and fetched again after a 401."""

import copy
import logging
import pickle

import pytest

from trivet import AuthenticationError, ChatClient, InvalidArgumentError


@pytest.fixture
def fetched(stub):
    """The number of calls of a token source, and the tokens that it returns in turn, the last one again and again."""
    return {"times": 0, "tokens": [stub.token("alice")]}


@pytest.fixture
def source(fetched):
    def source():
        fetched["times"] += 1
        tokens = fetched["tokens"]
        return tokens.pop(0) if len(tokens) > 1 else tokens[0]

    return source


def test_token_is_sent_as_bearer(stub, connect):
    with connect("alice") as chat:
        chat.conversations.list().page()
    assert stub.requests[-1].headers["authorization"] == f"Bearer {stub.token('alice')}"


def test_token_is_read_from_environment(stub, connect, monkeypatch):
    monkeypatch.setenv("TRIVET_CHAT_TOKEN", stub.token("bob"))
    with connect(token=None) as chat, connect("alice") as other:
        assert {conversation.user_id for conversation in chat.conversations.list()} == {stub.user_id("bob")}
        assert {conversation.user_id for conversation in other.conversations.list()} == {stub.user_id("alice")}


def test_empty_token_in_environment_is_refused(connect, monkeypatch):
    monkeypatch.setenv("TRIVET_CHAT_TOKEN", "")
    with pytest.raises(InvalidArgumentError, match="token must be text that is not empty"):
        connect(token=None)


def test_base_url_is_read_from_environment(stub, monkeypatch):
    monkeypatch.setenv("TRIVET_CHAT_BASE_URL", "http://chat.test/")
    with ChatClient(token=stub.token("alice"), transport=stub.transport()) as chat:
        assert len(chat.conversations.list().page()) == 3
    monkeypatch.delenv("TRIVET_CHAT_BASE_URL")
    with pytest.raises(InvalidArgumentError, match="base_url"):
        ChatClient(token=stub.token("alice"))


@pytest.mark.parametrize("place", ["process", "port"])
def test_token_is_fetched_once_when_first_needed(stub, connect, source, fetched, place):
    with connect(token=source) as chat:
        assert fetched["times"] == 0
        repr(chat)
        chat.conversations.list().page()
        assert fetched["times"] == 1
        chat.conversations.list(limit=1).all()
        chat.conversations.create()
        assert fetched["times"] == 1
    assert {request.headers["authorization"] for request in stub.requests} == {f"Bearer {stub.token('alice')}"}


def test_refused_call_fetches_no_token(connect, source, fetched):
    with connect(token=source) as chat:
        with pytest.raises(InvalidArgumentError):
            chat.conversations.get("x")
    assert fetched["times"] == 0


@pytest.mark.parametrize("place", ["process", "port"])
def test_401_fetches_new_token_and_retries_once(stub, connect, source, fetched, place):
    old, new = stub.token("alice", expires_in=60), stub.token("alice")
    fetched["tokens"] = [old, new]
    with connect(token=source) as chat:
        chat.conversations.list().page()
        stub.clock.advance(61)
        before = stub.clock.monotonic()
        created = chat.conversations.create(title="Once")
        assert stub.clock.monotonic() == before, "a retry with a new token does not wait"
        chat.conversations.list().page()
        assert [conversation.title for conversation in chat.conversations.list()].count("Once") == 1
    assert created.user_id == stub.user_id("alice")
    assert fetched["times"] == 2
    sent = [(request.headers["authorization"].removeprefix("Bearer "), request.status) for request in stub.requests]
    assert sent == [(old, 200), (old, 401), (new, 201), (new, 200), (new, 200)]


def test_second_401_raises_authentication_error(stub, connect, source, fetched):
    fetched["tokens"] = ["forged-1", "forged-2", stub.token("alice")]
    with connect(token=source) as chat:
        with pytest.raises(AuthenticationError):
            chat.conversations.list().page()
        assert (fetched["times"], len(stub.requests)) == (2, 2)
        assert len(chat.conversations.list().page()) == 3
    assert fetched["times"] == 3


def test_401_with_fixed_token_is_not_retried(stub, connect):
    with connect(token="forged") as chat:
        with pytest.raises(AuthenticationError):
            chat.conversations.list().page()
    assert len(stub.requests) == 1


def test_other_errors_fetch_no_token(stub, connect, source, fetched):
    with connect(token=source, max_retries=0) as chat:
        for status in (400, 403, 404, 409, 422, 429, 500, 503):
            stub.faults.add(status=status, body="no")
            with pytest.raises(Exception, match=str(status)):
                chat.conversations.list().page()
    assert (fetched["times"], len(stub.requests)) == (1, 8)


def test_401_between_pages_does_not_end_list(stub, connect, source, fetched):
    fetched["tokens"] = [stub.token("admin", expires_in=60), stub.token("admin")]
    with connect(token=source) as chat:
        ids = []
        for user in chat.admin.users.list(limit=2):
            ids.append(user.id)
            if len(ids) == 3:
                stub.clock.advance(61)
    assert len(set(ids)) == 7
    assert fetched["times"] == 2


def test_401_is_retried_for_export_and_impersonation(stub, connect, source, fetched):
    fetched["tokens"] = ["forged", stub.token("admin"), "unused"]
    with connect(token=source) as chat:
        ratings = [rating for rating in chat.admin.ratings.export()]
        assert len(ratings) == 5
    fetched["tokens"] = ["forged", stub.token("admin"), "unused"]
    with connect(token=source) as chat, chat.acting_as(stub.user_id("alice")) as user:
        assert len(user.conversations.list().page()) == 3
    assert fetched["times"] == 4


def test_copies_share_fetched_token(stub, connect, source, fetched):
    fetched["tokens"] = [stub.token("alice", expires_in=60), stub.token("alice"), "unused"]
    with connect(token=source) as chat:
        other = chat.with_options(timeout=5)
        other.conversations.list().page()
        chat.conversations.list().page()
        assert fetched["times"] == 1
        stub.clock.advance(61)
        chat.conversations.list().page()
        other.with_options(max_retries=0).conversations.list().page()
        other.with_response(other.conversations.create)
        assert fetched["times"] == 2


def test_source_error_propagates_and_next_call_fetches_again(stub, connect):
    answers = [RuntimeError("the vault is closed"), KeyError("vault"), stub.token("alice")]

    def source():
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    with connect(token=source) as chat:
        with pytest.raises(RuntimeError, match="the vault is closed"):
            chat.conversations.list().page()
        with pytest.raises(KeyError, match="vault"):
            chat.conversations.list().page()
        assert len(stub.requests) == 0
        assert len(chat.conversations.list().page()) == 3


@pytest.mark.parametrize("bad", [None, 7, "", b"s3cret-token", "s3cret\r\ntoken", "s3cret token", ["s3cret"]])
def test_source_result_other_than_a_token_is_refused(stub, connect, bad):
    def source():
        return bad

    with connect(token=source) as chat:
        with pytest.raises(InvalidArgumentError, match=r"^token must be ") as caught:
            chat.conversations.list().page()
    assert "s3cret" not in f"{caught.value} {caught.value!r} {caught.value.args!r}"
    assert len(stub.requests) == 0


def test_invalid_token_after_401_is_refused_and_fetched_again(stub, connect, source, fetched):
    fetched["tokens"] = ["forged", "", stub.token("alice")]
    with connect(token=source) as chat:
        with pytest.raises(InvalidArgumentError, match="token"):
            chat.conversations.list().page()
        assert len(chat.conversations.list().page()) == 3
    assert [request.status for request in stub.requests] in ([401, 200], [401, 401, 200])


def test_ten_concurrent_calls_fetch_one_token(stub, connect, source, fetched, together):
    with connect(token=source) as chat:

        def job(_):
            return len(chat.conversations.list().page())

        assert together(10, job) == [3] * 10
    assert fetched["times"] == 1


@pytest.mark.parametrize("place", ["port"])
def test_client_survives_copy_and_pickle(stub, connect):
    with connect("alice", clock=None) as chat:
        chat.conversations.list().page()
        copies = [copy.copy(chat), copy.deepcopy(chat), pickle.loads(pickle.dumps(chat))]
        assert [repr(client) for client in copies] == [repr(chat)] * 3
        for client in copies:
            assert len(client.conversations.list().page()) == 3
        copies[1].close()
        copies[2].close()
        assert len(chat.conversations.list().page()) == 3


def test_old_and_new_token_are_in_no_repr_error_or_log(stub, connect, source, fetched, caplog):
    caplog.set_level(logging.DEBUG)
    old, new = "s3cret/old+token==", "s3cret/new+token=="
    fetched["tokens"] = [old, new]
    echo = {"error": {"code": "AUTHENTICATION_ERROR", "message": f"bad {old} and {new}", "details": {"t": [old, new]}}}
    stub.faults.add(body=echo, status=401, headers={"x-echo": old}, times=2)
    stub.faults.add(body=echo, status=500)
    stub.faults.add(body=echo, status=200)
    stub.faults.add(body=f"{old} {new}", status=200)
    with connect(token=source, max_retries=0) as chat:
        texts = []
        for _ in range(4):
            with pytest.raises(Exception, match="conversations") as caught:
                chat.conversations.get("0f000000-0000-4000-8000-00000000000f")
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
def test_logs_of_real_connection_show_no_token(stub, connect, place, caplog):
    for name in ("", "trivet", "httpx", "httpcore", "httpcore.http11", "httpcore.connection", "asyncio"):
        caplog.set_level(logging.DEBUG, name)
    with connect("alice") as chat:
        chat.conversations.list().all()
        stub.faults.add(status=500, body=f"bad {stub.token('alice')}")
        with pytest.raises(Exception, match=r"\*\*\*"):
            chat.conversations.list().all()
    text = caplog.text + repr([record.args for record in caplog.records])
    assert "httpcore.http11" in {record.name for record in caplog.records}
    assert stub.token("alice") not in text

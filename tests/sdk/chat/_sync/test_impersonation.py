# Derived from tests/sdk/chat/_async/test_impersonation.py by `python -m codegen`; do not edit.
"""Impersonation: tokens for a user, and clients that act as the user in a block."""

import logging
import pickle
from datetime import timedelta

import pytest

from trivet import (
    AuthenticationError,
    DecodeError,
    InvalidArgumentError,
    NotFoundError,
    PermissionDeniedError,
    TrivetError,
)
from trivet.chat import ActingAs


@pytest.mark.parametrize("place", ["process", "port"])
def test_impersonate_returns_token_user_and_admin(stub, connect):
    with connect(strict=True) as chat:
        answer = chat.with_response(chat.admin.users.impersonate, stub.user_id("alice"))
        token = answer.value
        assert (answer.status, token.token_type, token.expires_in) == (200, "bearer", 3600)
        assert (token.impersonated_user_id, token.impersonated_by) == (stub.user_id("alice"), stub.user_id("admin"))
        with connect(token=token.access_token) as user:
            assert {conversation.user_id for conversation in user.conversations.list()} == {stub.user_id("alice")}
            with pytest.raises(PermissionDeniedError):
                user.admin.users.list().page()
            stub.clock.advance(3599)
            assert len(user.conversations.list().page()) == 3
            stub.clock.advance(1)
            with pytest.raises(AuthenticationError):
                user.conversations.list().page()


def test_token_is_in_no_repr(stub, connect):
    with connect() as chat:
        answer = chat.with_response(chat.admin.users.impersonate, stub.user_id("alice"))
    assert answer.value.access_token.startswith("stub-token-alice-")
    assert answer.value.access_token not in f"{answer!r} {answer} {answer.value!r} {answer.value}"
    assert "access_token=***" in repr(answer.value)


def test_share_token_is_in_no_repr(stub, connect, travel):
    with connect("alice") as chat:
        answer = chat.with_response(chat.conversations.shares.create, travel.id, generate_link=True)
        shared = chat.with_response(chat.conversations.open_shared, answer.value.share_token)
        shares = chat.conversations.shares.list(travel.id)
    token = answer.value.share_token
    assert token not in f"{answer!r} {answer.value!r} {shared!r} {shared.value!r} {shares!r}"
    assert shared.value.share.share_token == token


def test_decode_error_of_impersonate_shows_no_token(stub, connect):
    body = {"access_token": "s3cret-token", "token_type": "bearer", "impersonated_by": stub.user_id("admin")}
    stub.faults.add("admin.users.impersonate", body=body)
    with connect() as chat:
        with pytest.raises(DecodeError) as caught:
            chat.admin.users.impersonate(stub.user_id("alice"))
    assert "s3cret-token" not in f"{caught.value} {caught.value!r}"


@pytest.mark.parametrize("place", ["process", "port"])
def test_acting_as_yields_separate_client_of_user(stub, connect, travel):
    alice = stub.user_id("alice")
    with connect("admin", headers={"x-mine": "1"}, max_retries=0, timeout=9) as chat:
        with chat.acting_as(alice) as user:
            assert user is not chat
            assert type(user) is type(chat)
            assert {conversation.user_id for conversation in user.conversations.list()} == {alice}
            assert (user.conversations.update(travel.id, title="By support")).title == "By support"
            with pytest.raises(PermissionDeniedError):
                user.admin.users.list().page()
            assert len(chat.admin.users.list().page()) == 7, "the admin's own client still works"
            assert (chat.conversations.create()).user_id == stub.user_id("admin")
            stub.faults.add("conversations.list", status=503, body="busy")
            with pytest.raises(TrivetError, match="503"):
                user.conversations.list().page()
    assert {request.headers["x-mine"] for request in stub.requests} == {"1"}
    by = [request.headers["authorization"].removeprefix("Bearer ") for request in stub.requests]
    assert by[0] == stub.admin_token
    assert by[1].startswith("stub-token-alice-")
    assert by[4] == by[5] == stub.admin_token


def test_acting_has_admin_user_and_times(stub, connect):
    now = stub.clock.now()
    with connect("nadia") as chat:
        assert chat.acting is None
        with chat.acting_as(stub.user_id("alice")) as user:
            assert chat.acting is None
            assert user.acting == ActingAs(
                admin_id=stub.user_id("nadia"),
                user_id=stub.user_id("alice"),
                since=now,
                until=now + timedelta(seconds=3600),
            )
            assert user.with_options(timeout=1).acting == user.acting
            with pytest.raises(AttributeError):
                user.acting.until = now


def test_acting_client_cannot_impersonate_and_sends_nothing(stub, connect):
    nadia, bob = stub.user_id("nadia"), stub.user_id("bob")
    with connect() as chat, chat.acting_as(nadia) as user:
        assert len(user.admin.users.list().page()) == 7, "nadia is an administrator herself"
        before = len(stub.requests)
        for client in (user, user.with_options(timeout=1)):
            with pytest.raises(TrivetError, match="cannot impersonate another user"):
                client.admin.users.impersonate(bob)
            with pytest.raises(TrivetError, match="cannot impersonate another user"):
                client.with_response(client.admin.users.impersonate, bob)
            with pytest.raises(TrivetError, match="cannot impersonate another user"):
                with client.acting_as(bob):
                    pytest.fail("the block was entered")
        assert len(stub.requests) == before
        assert len(user.conversations.list().page()) == 0, "the client still works"


def test_client_copies_and_groups_send_nothing_after_block(stub, connect, travel):
    with connect() as chat:
        with chat.acting_as(stub.user_id("alice")) as user:
            other = user.with_options(timeout=1)
            kept = user.conversations
            others = other.conversations.messages
            begun = kept.list()
            export = user.admin.ratings.export()
            assert len(kept.list().page()) == 3
            assert len(others.list(travel.id).page()) == 3
        before = len(stub.requests)
        with pytest.raises(TrivetError, match="block"):
            user.conversations.get(travel.id)
        with pytest.raises(TrivetError, match="block"):
            other.conversations.get(travel.id)
        with pytest.raises(TrivetError, match="block"):
            user.with_options(timeout=2).conversations.get(travel.id)
        with pytest.raises(TrivetError, match="block"):
            kept.get(travel.id)
        with pytest.raises(TrivetError, match="block"):
            others.list(travel.id).all()
        with pytest.raises(TrivetError, match="block"):
            begun.all()
        with pytest.raises(TrivetError, match="block"):
            user.with_response(user.conversations.get, travel.id)
        with pytest.raises(TrivetError, match="block"):
            export.save()
        with pytest.raises(TrivetError, match="block"):
            with user.acting_as(stub.user_id("bob")):
                pytest.fail("the block was entered")
        assert len(stub.requests) == before
        assert len(chat.admin.users.list().page()) == 7, "the admin's client still works"


def test_list_begun_inside_block_ends_with_it(stub, connect):
    with connect() as chat:
        with chat.acting_as(stub.user_id("alice")) as user:
            pages = user.conversations.list(limit=1).pages()
            for page in pages:
                assert len(page) == 1
                break
        before = len(stub.requests)
        with pytest.raises(TrivetError, match="block"):
            assert [page for page in pages] == []
        assert len(stub.requests) == before


def test_error_in_block_ends_it(stub, connect):
    kept = []

    def stumble(chat):
        with chat.acting_as(stub.user_id("alice")) as user:
            kept.append(user)
            raise LookupError("of the caller's own")

    with connect() as chat:
        with pytest.raises(LookupError, match="of the caller's own"):
            stumble(chat)
        with pytest.raises(TrivetError, match="block"):
            kept[0].conversations.list().page()


def test_client_expires_with_its_token(stub, connect):
    with connect() as chat, chat.acting_as(stub.user_id("alice")) as user:
        stub.clock.advance(3599)
        assert len(user.conversations.list().page()) == 3
        before = len(stub.requests)
        stub.clock.advance(1)
        with pytest.raises(TrivetError, match="expired"):
            user.conversations.list().page()
        with pytest.raises(TrivetError, match="expired"):
            user.with_options(timeout=1).conversations.create()
        assert len(stub.requests) == before
        assert len(chat.admin.users.list().page()) == 7


def test_closing_acting_client_keeps_admin_client_open(stub, connect, counted):
    with connect(transport=counted) as chat:
        with chat.acting_as(stub.user_id("alice")) as user:
            with user:
                assert len(user.conversations.list().page()) == 3
            with pytest.raises(TrivetError, match="block"):
                user.conversations.list().page()
            user.close()
            assert len(chat.admin.users.list().page()) == 7
        assert len(chat.admin.users.list().page()) == 7


def test_closing_admin_client_closes_acting_client(stub, connect):
    with connect() as chat, chat.acting_as(stub.user_id("alice")) as user:
        chat.close()
        with pytest.raises(TrivetError, match="closed"):
            user.conversations.list().page()


def test_audit_is_called_with_acting_as_before_block(stub, connect):
    seen = []
    with connect() as chat:
        with chat.acting_as(stub.user_id("alice"), audit=seen.append) as user:
            assert seen == [user.acting]
        [acting] = seen
    assert (acting.admin_id, acting.user_id) == (stub.user_id("admin"), stub.user_id("alice"))
    assert (acting.since, acting.until - acting.since) == (stub.clock.now(), timedelta(hours=1))
    assert "stub-token" not in repr(acting)


def test_failing_audit_prevents_block(stub, connect):
    def refuse(_):
        raise PermissionError("the audit log is closed")

    with connect() as chat:
        with pytest.raises(PermissionError, match="the audit log is closed"):
            with chat.acting_as(stub.user_id("alice"), audit=refuse):
                pytest.fail("the block was entered")
        assert len(chat.admin.users.list().page()) == 7


@pytest.mark.parametrize("who", ["alice", "dave"])
def test_acting_as_is_refused_to_other_users(stub, connect, who):
    seen = []
    with connect(who) as chat:
        with pytest.raises(PermissionDeniedError):
            with chat.acting_as(stub.user_id("bob"), audit=seen.append):
                pytest.fail("the block was entered")
        with pytest.raises(PermissionDeniedError):
            chat.admin.users.impersonate(stub.user_id("bob"))
    assert seen == []


def test_acting_as_unknown_user_raises_not_found(connect, nothing):
    seen = []
    with connect() as chat:
        with pytest.raises(NotFoundError):
            with chat.acting_as(nothing, audit=seen.append):
                pytest.fail("the block was entered")
    assert seen == []


def test_impersonated_inactive_user_is_refused(stub, connect):
    with connect() as chat, chat.acting_as(stub.user_id("carol")) as user:
        with pytest.raises(AuthenticationError, match="disabled"):
            user.conversations.list().page()


def test_acting_client_cannot_be_pickled(stub, connect):
    with connect() as chat, chat.acting_as(stub.user_id("alice")) as user:
        for acting_object in (user, user.with_options(timeout=1), user.conversations):
            with pytest.raises(TypeError, match="block"):
                pickle.dumps(acting_object)


def test_impersonation_token_is_in_no_repr_error_or_log(stub, connect, caplog):
    caplog.set_level(logging.DEBUG)
    with connect() as chat, chat.acting_as(stub.user_id("alice")) as user:
        user.conversations.list().page()
        token = stub.requests[-1].headers["authorization"].removeprefix("Bearer ")
        assert token.startswith("stub-token-alice-")
        reprs = [
            repr(acting_object)
            for acting_object in (user, user.acting, user.conversations, user.with_options(timeout=1))
        ]
        reprs += [repr(vars(user))]
        stub.faults.add(status=403, body={"detail": f"not {token}"}, times=1)
        with pytest.raises(PermissionDeniedError) as caught:
            user.conversations.list().page()
        reprs += [str(caught.value), repr(caught.value), caught.value.body.decode()]
    text = "".join(reprs) + caplog.text + repr([record.args for record in caplog.records])
    assert token not in text
    assert "acts as" in caplog.text
    assert stub.user_id("alice") in caplog.text


def test_log_of_an_impersonation_shows_no_token_of_the_answer(stub, connect, caplog):
    caplog.set_level(logging.INFO)
    body = {
        "access_token": "s3cret-token",
        "token_type": "bearer",
        "expires_in": 60,
        "impersonated_user_id": stub.user_id("alice"),
        "impersonated_by": f"s3cret-token {stub.admin_token}",
    }
    stub.faults.add("admin.users.impersonate", body=body)
    with connect() as chat, chat.acting_as(stub.user_id("alice")):
        pass
    assert "*** *** acts as" in caplog.text


def test_401_of_acting_client_fetches_no_admin_token(stub, connect):
    fetches = []

    def source():
        fetches.append(1)
        return stub.admin_token

    with connect(token=source) as chat, chat.acting_as(stub.user_id("alice")) as user:
        stub.faults.add(status=401, body="no")
        with pytest.raises(AuthenticationError):
            user.conversations.list().page()
    assert len(fetches) == 1
    assert (
        stub.admin_token
        not in [request.headers["authorization"].removeprefix("Bearer ") for request in stub.requests][1:]
    )


def test_acting_as_without_token_is_refused(stub, connect):
    with connect(token=None) as chat:
        with pytest.raises(InvalidArgumentError, match="TRIVET_CHAT_TOKEN"):
            with chat.acting_as(stub.user_id("alice")):
                pytest.fail("the block was entered")
    assert len(stub.requests) == 0


@pytest.mark.parametrize(
    "change", [{"expires_in": "3600"}, {"expires_in": 2**62}, {"access_token": 7}, {"access_token": "two words\n"}]
)
def test_unusable_impersonation_raises_decode_error(stub, connect, change):
    body = {
        "access_token": "token",
        "token_type": "bearer",
        "impersonated_user_id": stub.user_id("alice"),
        "impersonated_by": stub.user_id("admin"),
        "expires_in": 3600,
    }
    stub.faults.add("admin.users.impersonate", body={**body, **change})
    with connect() as chat:
        with pytest.raises(TrivetError):
            with chat.acting_as(stub.user_id("alice")):
                pytest.fail("the block was entered")


@pytest.mark.parametrize("missing", ["access_token", "impersonated_user_id", "impersonated_by", "expires_in"])
def test_impersonation_without_field_raises_decode_error(stub, connect, missing):
    body = {
        "access_token": "t0ken",
        "token_type": "bearer",
        "impersonated_user_id": stub.user_id("alice"),
        "impersonated_by": stub.user_id("admin"),
        "expires_in": 3600,
    }
    del body[missing]
    stub.faults.add("admin.users.impersonate", body=body)
    with connect() as chat:
        with pytest.raises(DecodeError, match=missing) as caught:
            with chat.acting_as(stub.user_id("alice")):
                pytest.fail("the block was entered")
    assert b"t0ken" not in caught.value.body
    assert len(stub.requests) == 1


def test_body_of_decode_error_shows_no_token(stub, connect):
    body = {"access_token": 'to"ken', "token_type": "bearer", "impersonated_user_id": 7}
    stub.faults.add("admin.users.impersonate", body=body)
    with connect() as chat:
        with pytest.raises(DecodeError, match="impersonated_by") as caught:
            chat.admin.users.impersonate(stub.user_id("alice"))
    assert caught.value.body == b'{"access_token":"***","token_type":"bearer","impersonated_user_id":7}'

"""What a chat stub holds at first, and how tests name its people."""

import uuid
from datetime import UTC, datetime

import httpx
import pytest

from trivet_stubs import ChatStub, Clock


def admin_of(stub):
    headers = {"Authorization": f"Bearer {stub.admin_token}"}
    return httpx.Client(transport=stub.transport(), base_url="http://chat.test", headers=headers, timeout=30)


def total(stub, where):
    with admin_of(stub) as client:
        return client.get(where).json()["total"]


def test_an_empty_one_has_an_administrator_and_nothing_else():
    with ChatStub(seed="empty") as stub:
        assert total(stub, "/admin/users") == 1
        assert total(stub, "/conversations/admin-list") == total(stub, "/admin/ratings") == 0


def test_a_small_one_has_a_little_of_everything(chat_stub):
    rows = list(chat_stub.records.conversations.values())
    messages = [message for row in rows for message in row.messages]

    assert {row.is_archived for row in rows} == {True, False}
    assert {message.role for message in messages} == {"user", "assistant", "system"}
    assert any(message.tool_calls for message in messages)
    assert any(message.files for message in messages)
    comments = {rating.comment for rating in chat_stub.records.ratings.newest_first()}
    assert None in comments
    assert any(comment and comment.startswith("=") for comment in comments)
    assert {(share.permission, share.shared_with is None) for share in chat_stub.records.shares()} == {
        ("view", False),
        ("edit", False),
        ("view", True),
    }


def test_a_large_one_has_conversations_of_so_many_messages_in_turn():
    with ChatStub(seed="10x5") as stub, admin_of(stub) as client:
        document = client.get("/conversations/export").json()["conversations"]

    owners = {stub.user_id(name) for name in ("alice", "bob", "dave", "erin")}
    assert len(document) == 10
    assert {row["user_id"] for row in document} == owners
    for row in document:
        assert [message["role"] for message in row["messages"]] == ["user", "assistant", "user", "assistant", "user"]
        for message in row["messages"]:
            raters = [rating["user_id"] for rating in message["ratings"]]
            assert raters == ([row["user_id"]] if message["role"] == "assistant" else [])


@pytest.mark.parametrize("seed", ["0x0", "1x0", "1x1", "3x1"])
def test_a_large_one_may_be_small(seed):
    conversations, messages = map(int, seed.split("x"))
    with ChatStub(seed=seed) as stub:
        assert total(stub, "/conversations/admin-list") == conversations
        assert [len(row.messages) for row in stub.records.conversations.values()] == [messages] * conversations


@pytest.mark.parametrize("seed", ["small", "100x30", "1x3000"])
def test_all_of_it_is_in_the_past(seed):
    now = datetime(2030, 1, 1, tzinfo=UTC)
    with ChatStub(seed=seed, clock=Clock(now)) as stub:
        rows = list(stub.records.conversations.values())

    assert all(row.created_at <= message.created_at <= now for row in rows for message in row.messages)
    assert all(row.touched_at <= now for row in rows)
    assert all(rating.created_at <= now for rating in stub.records.ratings.newest_first())


def test_a_large_one_has_all_that_was_asked_for():
    with ChatStub(seed="10000x20", users=1000) as stub:
        assert total(stub, "/conversations/admin-list") == 10_000
        assert total(stub, "/admin/ratings") == 100_000
        assert total(stub, "/admin/users") == 1007


def test_further_users_have_names_and_tokens_of_their_own():
    with ChatStub(seed="empty", users=3) as stub:
        ids = {stub.user_id(f"user000{number}") for number in (1, 2, 3)}

        assert len(ids) == 3
        assert len({stub.token(each) for each in ids}) == 3


@pytest.mark.parametrize("seed", ["", "large", "10", "10x", "x20", "-1x2", "10X20"])
def test_an_unknown_seed_is_refused(seed):
    with pytest.raises(ValueError, match=f"seed: '{seed}' is neither empty nor small nor "):
        ChatStub(seed=seed)


def test_a_negative_number_of_users_is_refused():
    with pytest.raises(ValueError, match="users: -1 is less than 0"):
        ChatStub(users=-1)


def test_a_user_goes_by_name_email_or_id(chat_stub):
    alice = chat_stub.user_id("alice")

    assert chat_stub.user_id("alice@example.com") == chat_stub.user_id(alice) == alice
    assert chat_stub.token("alice") == chat_stub.token("alice@example.com") == chat_stub.token(alice)
    assert chat_stub.admin_token == chat_stub.token("admin")


def test_nobody_is_an_error_that_names_who_there_is(chat_stub):
    with pytest.raises(ValueError, match="who: 'zoe' is nobody here; there are admin, nadia, alice"):
        chat_stub.token("zoe")


def test_ids_are_uuids_and_no_two_are_equal():
    with ChatStub(seed="100x4") as stub:
        rows = list(stub.records.conversations.values())
        ids = [row.id for row in rows] + [message.id for row in rows for message in row.messages]

    assert len(set(ids)) == 500
    assert {(uuid.UUID(each).version, uuid.UUID(each).variant) for each in ids} == {(4, uuid.RFC_4122)}
    assert [str(uuid.UUID(each)) for each in ids] == ids

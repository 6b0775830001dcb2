"""What a chat stub holds at first."""

from datetime import UTC, datetime

import pytest

from tests.stubs.chat.helpers import (
    admin_client,
    total,
)
from trivet_stubs import ChatStub, Clock


def test_empty_seed_has_an_administrator_and_nothing_else():
    with ChatStub(seed="empty") as stub:
        assert total(stub, "/admin/users") == 1
        assert total(stub, "/conversations/admin-list") == total(stub, "/admin/ratings") == 0


def test_large_seed_gives_conversations_to_its_owners_in_turn():
    with ChatStub(seed="10x5") as stub, admin_client(stub) as client:
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
def test_seed_of_a_given_size_may_be_small(seed):
    conversations, messages = map(int, seed.split("x"))
    with ChatStub(seed=seed) as stub:
        assert total(stub, "/conversations/admin-list") == conversations
        assert [len(row.messages) for row in stub.records.conversations.values()] == [messages] * conversations


@pytest.mark.parametrize("seed", ["small", "100x30", "1x3000"])
def test_seeded_records_are_in_the_past(seed):
    now = datetime(2030, 1, 1, tzinfo=UTC)
    with ChatStub(seed=seed, clock=Clock(now)) as stub:
        rows = list(stub.records.conversations.values())

    assert all(row.created_at <= message.created_at <= now for row in rows for message in row.messages)
    assert all(row.touched_at <= now for row in rows)
    assert all(rating.created_at <= now for rating in stub.records.ratings.newest_first())


def test_large_seed_has_the_given_numbers_of_conversations_and_users():
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
def test_unknown_seed_is_refused(seed):
    with pytest.raises(ValueError, match=f"seed: '{seed}' is neither empty nor small nor "):
        ChatStub(seed=seed)


def test_negative_number_of_users_is_refused():
    with pytest.raises(ValueError, match="users: -1 is less than 0"):
        ChatStub(users=-1)

"""The data of a new chat stub."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.stubs.chat.helpers import (
    admin_client,
    total,
)
from trivet_stubs import ChatStub, Clock
from trivet_stubs.chat.records import ChatRecords
from trivet_stubs.chat.seed import add_small_data, make_users


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
    with ChatStub(seed="10000x4", users=1000) as stub:
        assert total(stub, "/conversations/admin-list") == 10_000
        assert total(stub, "/admin/ratings") == 20_000
        assert total(stub, "/admin/users") == 1007


def test_further_users_have_names_and_tokens_of_their_own():
    with ChatStub(seed="empty", users=3) as stub:
        ids = {stub.user_id(f"user000{number}") for number in (1, 2, 3)}

        assert len(ids) == 3
        assert len({stub.token(user_id) for user_id in ids}) == 3


@pytest.mark.parametrize("seed", ["", "large", "10", "10x", "x20", "-1x2", "10X20"])
def test_unknown_seed_is_refused(seed):
    with pytest.raises(ValueError, match=f"seed: '{seed}' is neither empty nor small nor "):
        ChatStub(seed=seed)


def test_negative_number_of_users_is_refused():
    with pytest.raises(ValueError, match="users: -1 is less than 0"):
        ChatStub(users=-1)


NOW = datetime(2025, 6, 16, tzinfo=UTC)


def test_small_data_has_a_little_of_everything(chat_stub):
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


def test_users_are_created_in_the_order_of_their_ids():
    records = ChatRecords()
    users = make_users(records, NOW)

    assert list(users) == ["admin", "nadia", "alice", "bob", "carol", "dave", "erin"]
    assert [user.name for user in sorted(users.values(), key=lambda user: user.created_at)] == list(users)
    assert records.users == {}


def test_small_data_is_the_same_each_time():
    first, second = ChatRecords(), ChatRecords()
    for records in (first, second):
        add_small_data(records, make_users(records, NOW), NOW)

    assert list(first.conversations) == list(second.conversations)
    assert [share.id for share in first.shares()] == [share.id for share in second.shares()]


OWN = {
    "users": [{"name": "zoe", "full_name": "<img src=x>", "role": "admin"}, {"name": "yan", "is_active": False}],
    "conversations": [
        {
            "owner": "zoe",
            "title": "<script>",
            "days_ago": 0.5,
            "is_archived": True,
            "messages": [
                {"role": "user", "content": "Hi."},
                {"role": "assistant", "content": "Yes?", "model_name": "m", "rating": -1, "comment": "No."},
            ],
            "shared_with": [{"user": "yan", "permission": "edit"}, {}],
        }
    ],
}


def test_own_records_are_added_to_the_seed():
    with ChatStub() as stub:
        stub.seed(seed="empty", records=OWN)
        [row] = stub.records.conversations.values()

        assert stub.steering.counts() == {"users": 3, "conversations": 1, "messages": 2, "ratings": 1, "shares": 2}
        assert (row.title, row.is_archived, row.user_id) == ("<script>", True, stub.user_id("zoe"))
        assert stub.clock.now() - row.created_at == timedelta(days=0.5)
        assert [share.shared_with for share in row.shares] == [stub.user_id("yan"), None]
        assert stub.token("zoe")


@pytest.mark.parametrize(
    ("own", "sentence"),
    [
        ({"users": [{"name": "alice"}]}, r"records\.users\.0\.name: there is a user alice already"),
        ({"users": [{"name": "a b"}]}, r"records\.users\.0\.name: "),
        ({"conversations": [{}]}, r"records\.conversations\.0\.owner: is required"),
        (
            {"conversations": [{"owner": "bob", "shared_with": [{"user": "zoe"}]}]},
            r"records\.conversations\.0\.shared_with\.0\.user: there is no user zoe; there are admin, ",
        ),
    ],
)
def test_wrong_record_is_named_and_nothing_is_changed(own, sentence):
    with ChatStub() as stub:
        before = stub.records
        with pytest.raises(ValueError, match=sentence):
            stub.seed(records=own)
        assert stub.records is before

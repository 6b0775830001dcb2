"""The small data of a chat stub."""

from datetime import UTC, datetime

from trivet_stubs.chat.small_data import add_small_data, make_users
from trivet_stubs.chat.store import ChatRecords

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

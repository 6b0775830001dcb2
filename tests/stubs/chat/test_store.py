"""The ids of records, and deleting what depends on them."""

import uuid

from trivet_stubs import ChatStub


def test_ids_are_uuids_and_no_two_are_equal():
    with ChatStub(seed="100x4") as stub:
        rows = list(stub.records.conversations.values())
        ids = [row.id for row in rows] + [message.id for row in rows for message in row.messages]

    assert len(set(ids)) == 500
    assert {(uuid.UUID(each).version, uuid.UUID(each).variant) for each in ids} == {(4, uuid.RFC_4122)}
    assert [str(uuid.UUID(each)) for each in ids] == ids


def test_deleted_conversation_takes_its_ratings_and_shares_with_it(chat_stub):
    records = chat_stub.records
    row = next(row for row in records.conversations.values() if row.title == "Travel plans")
    before = len(records.ratings.newest_first()), len(list(records.shares()))

    records.delete_conversation(row)

    assert (len(records.ratings.newest_first()), len(list(records.shares()))) == (before[0] - 2, before[1] - 2)
    assert row.id not in records.conversations


def test_deleted_user_takes_conversations_ratings_and_shares_with_them(chat_stub):
    records, alice = chat_stub.records, chat_stub.user_id("alice")

    records.delete_user(records.users[alice])

    assert alice not in records.users
    assert {row.user_id for row in records.conversations.values()}.isdisjoint({alice})
    assert {rating.user_id for rating in records.ratings.newest_first()}.isdisjoint({alice})
    assert [share for share in records.shares() if share.shared_with == alice] == []

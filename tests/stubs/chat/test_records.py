"""The records of the chat stub."""

import re
import uuid
from datetime import UTC, datetime, timedelta

import pytest

from trivet_stubs import ChatStub
from trivet_stubs.chat.records import Conversation, Message, Rating, Ratings, Share, User, link_token

NOW = datetime(2025, 6, 16, tzinfo=UTC)


def conversation(**fields):
    return Conversation(id="c", user_id="u", title=None, created_at=NOW, **fields)


def test_users_name_is_the_local_part_of_the_email_address():
    assert User(id="u", email="ada@example.com", full_name=None, created_at=NOW).name == "ada"


def test_conversation_is_touched_when_it_is_created_and_updated():
    later = NOW + timedelta(days=1)

    assert conversation().touched_at == NOW
    assert conversation(updated_at=later).touched_at == later


def test_conversation_finds_its_shares_and_messages():
    share = Share(
        id="s", conversation_id="c", shared_by="u", shared_with="v", share_token=None, permission="view", created_at=NOW
    )
    message = Message(id="m", conversation_id="c", role="user", content="Hi", created_at=NOW)
    row = conversation(shares=[share], messages=[message])

    assert (row.share_with("v"), row.share_with("w")) == (share, None)
    assert (row.message("m"), row.message("n")) == (message, None)


def test_link_token_is_the_same_for_a_share_and_url_safe():
    assert link_token("s") == link_token("s") != link_token("t")
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", link_token("s"))


def rating(message_id, user_id, minute):
    message = Message(id=message_id, conversation_id="c", role="assistant", content="Hi", created_at=NOW)
    at = NOW + timedelta(minutes=minute)
    return Rating(id=f"{message_id}-{user_id}", message=message, user_id=user_id, rating=1, comment=None, created_at=at)


@pytest.fixture
def ratings():
    store = Ratings()
    for row in (rating("m", "u", 1), rating("m", "v", 3), rating("n", "u", 2)):
        store.add(row)
    return store


def ids(ratings):
    return [row.id for row in ratings.newest_first()]


def test_ratings_are_found_by_message_and_newest_first(ratings):
    assert list(ratings.of("m")) == ["u", "v"]
    assert dict(ratings.of("unknown")) == {}
    assert ids(ratings) == ["m-v", "n-u", "m-u"]


def test_order_is_kept_until_a_rating_is_added_or_removed(ratings):
    assert ratings.newest_first() is ratings.newest_first()
    ratings.add(rating("n", "v", 4))
    assert ids(ratings) == ["n-v", "m-v", "n-u", "m-u"]
    ratings.remove(ratings.of("m")["v"])
    assert ids(ratings) == ["n-v", "n-u", "m-u"]


def test_ratings_of_messages_and_of_a_user_are_dropped(ratings):
    assert len(ids(ratings)) == 3
    ratings.forget_user("v")
    assert ids(ratings) == ["n-u", "m-u"]
    ratings.forget_messages(["n", "unknown"])
    assert ids(ratings) == ["m-u"]


def test_ids_are_uuids_and_no_two_are_equal():
    with ChatStub(seed="100x4") as stub:
        rows = list(stub.records.conversations.values())
        ids = [row.id for row in rows] + [message.id for row in rows for message in row.messages]

    assert len(set(ids)) == 500
    assert {(uuid.UUID(text).version, uuid.UUID(text).variant) for text in ids} == {(4, uuid.RFC_4122)}
    assert [str(uuid.UUID(text)) for text in ids] == ids


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

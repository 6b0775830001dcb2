"""The ratings of all messages."""

from datetime import UTC, datetime, timedelta

import pytest

from trivet_stubs.chat.ratings import Rating, Ratings
from trivet_stubs.chat.records import Message

NOW = datetime(2025, 6, 16, tzinfo=UTC)


def rating(message_id, user_id, minute):
    message = Message(id=message_id, conversation_id="c", role="assistant", content="Hi", created_at=NOW)
    at = NOW + timedelta(minutes=minute)
    return Rating(id=f"{message_id}-{user_id}", message=message, user_id=user_id, rating=1, comment=None, created_at=at)


@pytest.fixture
def ratings():
    found = Ratings()
    for each in (rating("m", "u", 1), rating("m", "v", 3), rating("n", "u", 2)):
        found.add(each)
    return found


def ids(ratings):
    return [each.id for each in ratings.newest_first()]


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

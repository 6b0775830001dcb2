"""The JSON objects of records and pages."""

import types
from datetime import datetime, timedelta

import pytest

from trivet_stubs.chat import wire
from trivet_stubs.chat.wire import page
from trivet_stubs.kernel.clock import SINGAPORE

NOON = datetime(2025, 6, 16, 12, 0, 0, 5, tzinfo=SINGAPORE)


def test_moment_is_in_utc_with_microseconds():
    assert wire.moment(NOON) == "2025-06-16T04:00:00.000005+00:00"


def test_messages_are_written_oldest_first_after_the_clock_was_set_back(chat_stub):
    row = next(row for row in chat_stub.records.conversations.values() if row.title == "Travel plans")
    row.messages[-1].created_at = row.messages[0].created_at - timedelta(days=1)

    written = wire.conversation_with_messages(row, chat_stub.records.ratings, None)

    assert [message["id"] for message in written["messages"]] == [row.messages[index].id for index in (2, 0, 1)]


@pytest.mark.parametrize(("reader", "own"), [("alice", 1), ("erin", None)])
def test_message_shows_the_rating_of_its_reader(chat_stub, reader, own):
    rating = next(row for row in chat_stub.records.ratings.newest_first() if row.comment == "Quick, and right.")

    written = wire.message(rating.message, chat_stub.records.ratings, chat_stub.user_id(reader))

    assert (written["user_rating"], written["rating_count"]) == (own, {"likes": 1, "dislikes": 1})


def test_rating_of_a_deleted_user_is_exported_without_their_name(chat_stub):
    rating = chat_stub.records.ratings.newest_first()[0]
    chat_stub.records.users.pop(rating.user_id)

    written = wire.admin_rating(rating, chat_stub.records)

    assert (written["user_email"], written["user_name"]) == (None, None)


@pytest.mark.rule("chat.paging.skip-is-0-by-default", "chat.paging.lists-have-items-and-total")
@pytest.mark.parametrize(
    ("query", "items"),
    [
        ({}, [0, 1]),
        ({"skip": 3}, [3, 4]),
        ({"limit": 3}, [0, 1, 2]),
        ({"skip": 4, "limit": 9}, [4]),
        ({"skip": 10**30}, []),
    ],
)
def test_page_holds_the_rows_that_are_asked_for_and_the_total(query, items):
    request = types.SimpleNamespace(query=query)

    answer = page(request, range(5), lambda row: {"row": row}, default_limit=2)

    assert answer == {"items": [{"row": row} for row in items], "total": 5}

"""All users' ratings: listing and summarizing them."""

import pytest

from tests.stubs.chat.helpers import (
    at,
    items,
)


def test_ratings_are_listed_newest_first_with_their_messages(admin, chat_stub, path):
    newest, formula, cancelled, quick, oldest = items(admin.get("/admin/ratings"))

    assert cancelled | {"id": "", "message_id": ""} == {
        "id": "",
        "message_id": "",
        "user_id": chat_stub.user_id("bob"),
        "rating": -1,
        "comment": "The 10:04 is cancelled,\nsays the station.",
        "created_at": "2025-05-27T00:07:00.000000+00:00",
        "updated_at": None,
        "conversation_id": path("Travel plans").rpartition("/")[2],
        "message_content": "Three: at 08:04, 10:04 and 12:04.",
        "message_role": "assistant",
        "user_email": "bob@example.com",
        "user_name": "Bob Brown",
    }
    times = [row["created_at"] for row in (newest, formula, cancelled, quick, oldest)]
    assert times == sorted(times, reverse=True)


def test_rating_shows_first_200_characters_of_its_message(admin, bob, path):
    content = bob.get(path("Fixing")).json()["messages"][1]["content"]

    assert len(content) > 200
    assert items(admin.get("/admin/ratings"))[0]["message_content"] == content[:200]


@pytest.mark.parametrize(
    ("query", "ratings"),
    [
        ("", [1, -1, -1, 1, 1]),
        ("rating_filter=1", [1, 1, 1]),
        ("rating_filter=-1", [-1, -1]),
        ("rating_filter=0", []),
        ("with_comments_only=true", [-1, -1, 1]),
        ("with_comments_only=false", [1, -1, -1, 1, 1]),
        ("rating_filter=1&with_comments_only=true", [1]),
    ],
)
def test_ratings_are_filtered(admin, query, ratings):
    page = admin.get(f"/admin/ratings?{query}").json()

    assert ([row["rating"] for row in page["items"]], page["total"]) == (ratings, len(ratings))
    assert admin.get(f"/admin/ratings/export?{query}").json()["ratings"] == page["items"]


def test_rating_is_listed_from_its_creation_to_its_removal(admin, alice, path):
    where = path("Fixing", "/messages/{answer}/rate")
    ids = [{row["id"] for row in items(admin.get("/admin/ratings"))}]
    rated = alice.post(where, json={"rating": 1}).json()["id"]
    ids.append({row["id"] for row in items(admin.get("/admin/ratings"))})
    alice.delete(where)
    ids.append({row["id"] for row in items(admin.get("/admin/ratings"))})

    assert ids[1] - ids[0] == {rated}
    assert ids[2] == ids[0]


def test_summary_covers_30_days_by_default_oldest_first(admin):
    assert admin.get("/admin/ratings/summary").json() == {
        "total_ratings": 4,
        "like_count": 2,
        "dislike_count": 2,
        "average_rating": 0.0,
        "with_comments": 3,
        "ratings_by_day": [
            {"date": "2025-05-27", "likes": 1, "dislikes": 1},
            {"date": "2025-06-06", "likes": 0, "dislikes": 1},
            {"date": "2025-06-13", "likes": 1, "dislikes": 0},
        ],
    }


@pytest.mark.parametrize(
    ("days", "total", "average"), [(1, 0, 0.0), (3, 1, 1.0), (10, 2, 0.0), (20, 4, 0.0), (90, 5, 0.2), (365, 5, 0.2)]
)
def test_summary_counts_the_ratings_of_its_days_only(admin, days, total, average):
    summary = admin.get(f"/admin/ratings/summary?days={days}").json()

    assert (summary["total_ratings"], summary["average_rating"]) == (total, average)
    assert summary["like_count"] + summary["dislike_count"] == total
    assert sum(day["likes"] + day["dislikes"] for day in summary["ratings_by_day"]) == total


def test_ratings_by_day_change_at_midnight_in_utc(admin, alice, bob, path, chat_stub):
    where = path("Fixing", "/messages/{answer}/rate")
    chat_stub.clock.set(at("2025-06-20T23:59:59"))
    alice.post(where, json={"rating": 1})
    chat_stub.clock.advance(1)
    admin.post(where, json={"rating": -1})

    assert admin.get("/admin/ratings/summary?days=1").json()["ratings_by_day"] == [
        {"date": "2025-06-20", "likes": 1, "dislikes": 0},
        {"date": "2025-06-21", "likes": 0, "dislikes": 1},
    ]

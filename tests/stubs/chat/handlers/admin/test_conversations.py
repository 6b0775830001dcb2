"""All users' conversations: listing and searching them."""

import pytest

from tests.stubs.chat.helpers import (
    items,
)

BUDGET = "Budget 100% of_last\\year"


ALL = ["Fixing the bicycle", None, BUDGET, "Travel plans", "Farewell", "Travel receipts", "Old recipes"]


def test_conversations_of_all_users_are_listed_with_message_counts(admin):
    rows = items(admin.get("/conversations/admin-list"))

    assert [row["title"] for row in rows] == ALL
    assert [row["message_count"] for row in rows] == [2, 0, 2, 3, 0, 0, 1]
    assert {row["latest_message"] for row in rows} == {None}
    assert not any("messages" in row for row in rows)


def test_include_archived_false_leaves_archived_conversations_out(admin):
    rows = items(admin.get("/conversations/admin-list?include_archived=false"))

    assert [row["title"] for row in rows] == ALL[:5]


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("", ALL),
        ("travel", ["Travel plans", "Travel receipts"]),
        ("ReCEI", ["Travel receipts"]),
        ("%", [BUDGET]),
        ("_", [BUDGET]),
        ("\\", [BUDGET]),
        ("0% of_l", [BUDGET]),
        ("tr_vel", []),
        ("none such", []),
    ],
)
def test_search_is_a_part_of_the_title_without_wildcards(admin, search, found):
    rows = items(admin.get("/conversations/admin-list", params={"search": search}))

    assert [row["title"] for row in rows] == found


def test_search_for_the_beginning_of_an_id_finds_it(admin, path):
    conversation_id = path("Travel plans").rpartition("/")[2]

    def found(search):
        return [row["id"] for row in items(admin.get("/conversations/admin-list", params={"search": search}))]

    assert (
        found(conversation_id[:8]) == found(conversation_id[:8].upper()) == found(conversation_id) == [conversation_id]
    )
    assert found(conversation_id[1:]) == []


def test_total_of_a_search_counts_its_matches(admin):
    page = admin.get("/conversations/admin-list?search=travel&limit=1").json()

    assert (len(page["items"]), page["total"]) == (1, 2)

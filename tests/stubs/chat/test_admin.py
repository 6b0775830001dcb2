"""The rules of administration: all conversations, ratings, their summary, and users."""

from datetime import UTC, datetime

import httpx
import pytest


def code(answer):
    return answer.status_code, answer.json()["error"]["code"]


def items(answer):
    assert answer.status_code == 200
    return answer.json()["items"]


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


BUDGET = "Budget 100% of_last\\year"
ALL = ["Fixing the bicycle", None, BUDGET, "Travel plans", "Farewell", "Travel receipts", "Old recipes"]


# Conversations.


def test_conversations_of_all_users_are_listed_with_message_counts(admin):
    rows = items(admin.get("/conversations/admin-list"))

    assert [row["title"] for row in rows] == ALL
    assert [row["message_count"] for row in rows] == [2, 0, 2, 3, 0, 0, 1]
    assert {row["latest_message"] for row in rows} == {None}
    assert not any("messages" in row for row in rows)


def test_archived_ones_are_left_out_when_asked_for(admin):
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
def test_a_search_is_part_of_the_title_in_any_case_and_knows_no_wildcards(admin, search, found):
    rows = items(admin.get("/conversations/admin-list", params={"search": search}))

    assert [row["title"] for row in rows] == found


def test_a_search_may_be_the_beginning_of_an_id(admin, path):
    conversation_id = path("Travel plans").rpartition("/")[2]

    def found(search):
        return [row["id"] for row in items(admin.get("/conversations/admin-list", params={"search": search}))]

    assert (
        found(conversation_id[:8]) == found(conversation_id[:8].upper()) == found(conversation_id) == [conversation_id]
    )
    assert found(conversation_id[1:]) == []


def test_a_search_counts_what_it_finds(admin):
    page = admin.get("/conversations/admin-list?search=travel&limit=1").json()

    assert (len(page["items"]), page["total"]) == (1, 2)


# Ratings.


def test_ratings_are_listed_newest_first_with_what_they_are_about(admin, chat_stub, path):
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


def test_a_rating_shows_the_first_200_characters_of_its_message(admin, bob, path):
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


def test_a_rating_that_comes_and_goes_is_listed_and_not(admin, alice, path):
    where = path("Fixing", "/messages/{answer}/rate")
    ids = [{row["id"] for row in items(admin.get("/admin/ratings"))}]
    rated = alice.post(where, json={"rating": 1}).json()["id"]
    ids.append({row["id"] for row in items(admin.get("/admin/ratings"))})
    alice.delete(where)
    ids.append({row["id"] for row in items(admin.get("/admin/ratings"))})

    assert ids[1] - ids[0] == {rated}
    assert ids[2] == ids[0]


def test_the_summary_is_of_the_latest_30_days_by_day_oldest_first(admin):
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
def test_every_number_of_a_summary_is_of_its_days_alone(admin, days, total, average):
    summary = admin.get(f"/admin/ratings/summary?days={days}").json()

    assert (summary["total_ratings"], summary["average_rating"]) == (total, average)
    assert summary["like_count"] + summary["dislike_count"] == total
    assert sum(day["likes"] + day["dislikes"] for day in summary["ratings_by_day"]) == total


def test_a_day_ends_at_midnight_in_utc(admin, alice, bob, path, chat_stub):
    where = path("Fixing", "/messages/{answer}/rate")
    chat_stub.clock.set(at("2025-06-20T23:59:59"))
    alice.post(where, json={"rating": 1})
    chat_stub.clock.advance(1)
    admin.post(where, json={"rating": -1})

    assert admin.get("/admin/ratings/summary?days=1").json()["ratings_by_day"] == [
        {"date": "2025-06-20", "likes": 1, "dislikes": 0},
        {"date": "2025-06-21", "likes": 0, "dislikes": 1},
    ]


# Users.

NAMES = ["erin", "dave", "carol", "bob", "alice", "nadia", "admin"]


def names(answer):
    return [row["email"].partition("@")[0] for row in items(answer)]


def test_users_are_listed_newest_first_with_what_they_hold(admin, chat_stub):
    rows = items(admin.get("/admin/users"))

    assert [row["email"].partition("@")[0] for row in rows] == NAMES
    assert [row["conversation_count"] for row in rows] == [0, 0, 1, 2, 4, 0, 0]
    assert [row["email"] for row in rows if row["role"] == "admin"] == ["nadia@example.com", "admin@example.com"]
    assert [row["email"] for row in rows if not row["is_active"]] == ["carol@example.com"]
    assert [row["email"] for row in rows if row["is_app_admin"]] == ["admin@example.com"]


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("", NAMES),
        ("ALICE", ["alice"]),
        ("evans", ["erin"]),
        ("ob", ["bob"]),
        ("@example", NAMES),
        ("%", ["erin"]),
        ("_", ["erin"]),
        ("x" * 1000, []),
    ],
)
def test_user_search_is_a_part_of_email_or_name_without_wildcards(admin, search, found):
    assert names(admin.get("/admin/users", params={"search": search})) == found


def user(stub, who="bob"):
    return f"/admin/users/{stub.user_id(who)}"


def test_a_user_is_read_by_id(admin, chat_stub):
    assert admin.get(user(chat_stub)).json() == {
        "id": chat_stub.user_id("bob"),
        "email": "bob@example.com",
        "full_name": "Bob Brown",
        "role": "user",
        "is_active": True,
        "is_app_admin": False,
        "avatar_url": None,
        "onboarding_completed_at": None,
        "created_at": "2025-03-11T00:00:00.000000+00:00",
        "updated_at": None,
    }


@pytest.mark.parametrize(
    "body", [{"role": "admin"}, {"is_active": False}, {"is_app_admin": True}, {"role": "admin", "is_active": False}]
)
def test_a_user_is_changed_as_sent_and_nothing_else(admin, chat_stub, body):
    before = admin.get(user(chat_stub)).json()
    after = admin.patch(user(chat_stub), json=body)

    assert (after.status_code, after.json()) == (
        200,
        {**before, **body, "updated_at": "2025-06-16T00:00:00.000000+00:00"},
    )
    assert admin.get(user(chat_stub)).json() == after.json()
    [row] = items(admin.get("/admin/users?search=bob"))
    assert row.items() >= body.items()


@pytest.mark.parametrize("body", [{}, {"role": "user"}, {"is_active": True, "is_app_admin": False}])
def test_what_changes_nothing_of_a_user_is_no_update(admin, chat_stub, body):
    assert admin.patch(user(chat_stub), json=body).json()["updated_at"] is None


@pytest.mark.parametrize("name", ["role", "is_active", "is_app_admin"])
@pytest.mark.parametrize("value", [None, "owner"])
def test_a_field_of_a_user_that_the_contract_does_not_know_is_422(admin, chat_stub, name, value):
    answer = admin.patch(user(chat_stub), json={name: value})

    assert (answer.status_code, answer.json()["detail"][0]["loc"]) == (422, ["body", name])


def test_a_user_who_is_not_active_is_let_in_again_when_they_are(admin, sign_in, chat_stub):
    bob = sign_in("bob")
    statuses = []
    for active in (False, True):
        admin.patch(user(chat_stub), json={"is_active": active})
        statuses.append(bob.get("/conversations").status_code)

    assert statuses == [401, 200]


def test_an_administrator_may_step_down(admin, chat_stub):
    assert admin.patch(user(chat_stub, "admin"), json={"role": "user"}).status_code == 200
    assert code(admin.get("/admin/users")) == (403, "AUTHORIZATION_ERROR")


def test_a_deleted_user_is_gone_with_all_they_had(admin, alice, dave, sign_in, path, chat_stub):
    bob_id, fixing, travel = chat_stub.user_id("bob"), path("Fixing"), path("Travel plans")
    answer = admin.delete(user(chat_stub))

    assert (answer.status_code, answer.content) == (204, b"")
    for method, below in (("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/impersonate")):
        again = admin.request(method, f"/admin/users/{bob_id}{below}", json={} if method == "PATCH" else None)
        assert code(again) == (404, "NOT_FOUND")
    assert "bob" not in names(admin.get("/admin/users"))
    assert code(admin.get(fixing)) == (404, "NOT_FOUND")
    for where in ("/admin/ratings", "/conversations/export", "/conversations/admin-list"):
        assert bob_id not in admin.get(where).text
    assert alice.get("/conversations/shared-with-me").json()["total"] == 0
    assert [share["shared_with"] for share in items(alice.get(f"{travel}/shares"))] == [None]
    assert alice.get(travel).json()["messages"][2]["rating_count"] == {"likes": 1, "dislikes": 0}


def test_an_administrator_may_delete_themselves(admin, chat_stub):
    assert admin.delete(user(chat_stub, "admin")).status_code == 204
    assert code(admin.get("/admin/users")) == (401, "AUTHENTICATION_ERROR")


# Impersonation.


def acting(stub, answer):
    headers = {"Authorization": f"Bearer {answer.json()['access_token']}"}
    with httpx.Client(transport=stub.transport(), base_url="http://chat.test", headers=headers) as client:
        return client.get("/conversations")


@pytest.mark.parametrize("who", ["bob", "nadia", "admin"])
def test_impersonation_token_of_any_user_is_valid_for_an_hour(admin, sign_in, chat_stub, who):
    answer = admin.post(f"{user(chat_stub, who)}/impersonate")

    token = answer.json()["access_token"]
    assert answer.json() == {
        "access_token": token,
        "token_type": "bearer",
        "impersonated_user_id": chat_stub.user_id(who),
        "impersonated_by": chat_stub.user_id("admin"),
        "expires_in": 3600,
    }
    assert acting(chat_stub, answer).json() == sign_in(who).get("/conversations").json()
    chat_stub.clock.advance(3599)
    assert acting(chat_stub, answer).status_code == 200
    chat_stub.clock.advance(1)
    assert code(acting(chat_stub, answer)) == (401, "AUTHENTICATION_ERROR")


def test_the_token_of_a_user_who_is_not_active_is_given_and_refused(admin, chat_stub):
    answer = admin.post(f"{user(chat_stub, 'carol')}/impersonate")

    assert answer.status_code == 200
    assert code(acting(chat_stub, answer)) == (401, "AUTHENTICATION_ERROR")


def test_each_impersonation_has_a_token_of_its_own(admin, chat_stub):
    tokens = {admin.post(f"{user(chat_stub)}/impersonate").json()["access_token"] for _ in range(3)}

    assert len(tokens) == 3
    assert chat_stub.token("bob") not in tokens

"""The operations of administrators: users, conversations, ratings, and exports in pieces."""

import csv
import io
from datetime import UTC, datetime

import httpx
import pytest

from tests.stubs.chat.helpers import (
    MISSING,
    at,
    code,
    items,
)
from trivet_stubs import ChatStub
from trivet_stubs.chat import wire

NAMES = ["erin", "dave", "carol", "bob", "alice", "nadia", "admin"]


def names(answer):
    return [row["email"].partition("@")[0] for row in items(answer)]


@pytest.mark.rule("chat.users.list-has-counts", "chat.users.list-is-newest-first")
def test_users_are_listed_newest_first_with_conversation_counts(admin, chat_stub):
    rows = items(admin.get("/admin/users"))

    assert [row["email"].partition("@")[0] for row in rows] == NAMES
    assert [row["conversation_count"] for row in rows] == [0, 0, 1, 2, 4, 0, 0]
    assert [row["email"] for row in rows if row["role"] == "admin"] == ["nadia@example.com", "admin@example.com"]
    assert [row["email"] for row in rows if not row["is_active"]] == ["carol@example.com"]
    assert [row["email"] for row in rows if row["is_app_admin"]] == ["admin@example.com"]


@pytest.mark.rule("chat.users.search-is-optional", "chat.users.search-matches-email-or-name")
@pytest.mark.parametrize(
    ("search", "matching"),
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
def test_user_search_is_a_part_of_email_or_name_without_wildcards(admin, search, matching):
    assert names(admin.get("/admin/users", params={"search": search})) == matching


def user(stub, who="bob"):
    return f"/admin/users/{stub.user_id(who)}"


def test_user_get_returns_every_field(admin, chat_stub):
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


@pytest.mark.rule("chat.users.update-changes-role-and-activity")
@pytest.mark.parametrize(
    "body", [{"role": "admin"}, {"is_active": False}, {"is_app_admin": True}, {"role": "admin", "is_active": False}]
)
def test_user_update_changes_the_fields_that_are_sent_only(admin, chat_stub, body):
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
def test_user_update_that_changes_nothing_sets_no_time(admin, chat_stub, body):
    assert admin.patch(user(chat_stub), json=body).json()["updated_at"] is None


@pytest.mark.rule("chat.users.role-is-admin-or-user")
@pytest.mark.parametrize("name", ["role", "is_active", "is_app_admin"])
@pytest.mark.parametrize("value", [None, "owner"])
def test_wrong_value_of_a_user_field_is_422(admin, chat_stub, name, value):
    answer = admin.patch(user(chat_stub), json={name: value})

    assert (answer.status_code, answer.json()["detail"][0]["loc"]) == (422, ["body", name])


@pytest.mark.rule("chat.access.token-of-an-inactive-user-is-401")
def test_deactivated_user_is_401_until_active_again(admin, sign_in, chat_stub):
    bob = sign_in("bob")
    statuses = []
    for active in (False, True):
        admin.patch(user(chat_stub), json={"is_active": active})
        statuses.append(bob.get("/conversations").status_code)

    assert statuses == [401, 200]


def test_administrator_may_give_up_their_role(admin, chat_stub):
    assert admin.patch(user(chat_stub, "admin"), json={"role": "user"}).status_code == 200
    assert code(admin.get("/admin/users")) == (403, "AUTHORIZATION_ERROR")


@pytest.mark.rule("chat.users.deletion-is-hard")
def test_deleted_user_is_gone_with_conversations_ratings_and_shares(admin, alice, dave, sign_in, path, chat_stub):
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


def test_administrator_can_delete_their_own_account(admin, chat_stub):
    assert admin.delete(user(chat_stub, "admin")).status_code == 204
    assert code(admin.get("/admin/users")) == (401, "AUTHENTICATION_ERROR")


def acting(stub, answer):
    headers = {"Authorization": f"Bearer {answer.json()['access_token']}"}
    with httpx.Client(transport=stub.transport(), base_url="http://chat.test", headers=headers) as client:
        return client.get("/conversations")


@pytest.mark.rule("chat.impersonation.answer-has-five-fields", "chat.impersonation.expires-in-is-3600")
@pytest.mark.rule("chat.impersonation.token-is-the-target-users", "chat.impersonation.token-is-valid-for-an-hour")
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


def test_impersonation_token_of_an_inactive_user_is_401(admin, chat_stub):
    answer = admin.post(f"{user(chat_stub, 'carol')}/impersonate")

    assert answer.status_code == 200
    assert code(acting(chat_stub, answer)) == (401, "AUTHENTICATION_ERROR")


def test_each_impersonation_has_a_token_of_its_own(admin, chat_stub):
    tokens = {admin.post(f"{user(chat_stub)}/impersonate").json()["access_token"] for _ in range(3)}

    assert len(tokens) == 3
    assert chat_stub.token("bob") not in tokens


@pytest.mark.parametrize(
    ("search", "observed", "expected"),
    [
        ("a_ice", False, set()),
        ("a_ice", True, {"alice"}),
        ("b%@example", False, set()),
        ("b%@example", True, {"bob"}),
        ("AL%E@", True, {"alice"}),
        ("*", True, set()),
    ],
)
def test_search_has_wildcards_as_observed(admin, chat_stub, search, observed, expected):
    chat_stub.observed.search_wildcards = observed
    users = admin.get("/admin/users", params={"search": search}).json()["items"]

    assert {row["email"].partition("@")[0] for row in users} == expected


@pytest.mark.rule("chat.users.missing-is-500-as-observed")
@pytest.mark.parametrize(("method", "where"), [("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/impersonate")])
def test_missing_user_is_a_500_as_observed(admin, chat_stub, method, where):
    path = f"/admin/users/{MISSING}{where}"
    body = {"json": {"is_active": True}} if method == "PATCH" else {}

    assert code(admin.request(method, path, **body)) == (404, "NOT_FOUND")
    chat_stub.observed.missing_user_500 = True
    answer = admin.request(method, path, **body)
    assert (answer.status_code, answer.text) == (500, "Internal Server Error")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"


@pytest.mark.rule("chat.users.missing-is-500-as-observed")
def test_token_of_a_deleted_user_is_a_500_as_observed(admin, bob, chat_stub):
    admin.delete(f"/admin/users/{chat_stub.user_id('bob')}")

    assert code(bob.get("/conversations")) == (401, "AUTHENTICATION_ERROR")
    chat_stub.observed.missing_user_500 = True
    assert bob.get("/conversations").status_code == 500


def test_app_admin_is_in_the_list_alone_and_not_changed_as_observed(admin, chat_stub):
    chat_stub.observed.listed_app_admin = True
    answer = admin.patch(user(chat_stub, "bob"), json={"is_app_admin": True, "is_active": False}).json()

    assert ("is_app_admin" in answer, answer["is_active"]) == (False, False)
    assert "is_app_admin" not in admin.get(user(chat_stub, "bob")).json()
    [listed] = admin.get("/admin/users", params={"search": "bob@"}).json()["items"]
    assert (listed["is_app_admin"], listed["is_active"]) == (False, False)


def test_imported_users_are_in_another_order_each_time_with_unstable_ties():
    with ChatStub(seed="empty", users=50) as stub:
        headers = {"Authorization": f"Bearer {stub.admin_token}"}
        with httpx.Client(transport=stub.transport(), base_url="http://chat.test", headers=headers) as client:
            orders = [[], []]
            for switch in (False, True):
                stub.observed.unstable_ties = switch
                orders[switch] = [[row["id"] for row in items(client.get("/admin/users"))] for _ in range(2)]

    assert orders[False][0] == orders[False][1]
    assert orders[True][0] != orders[True][1]


BUDGET = "Budget 100% of_last\\year"


ALL = ["Fixing the bicycle", None, BUDGET, "Travel plans", "Farewell", "Travel receipts", "Old recipes"]


@pytest.mark.rule("chat.admin-conversations.list-has-a-message-count")
def test_conversations_of_all_users_are_listed_with_message_counts(admin):
    rows = items(admin.get("/conversations/admin-list"))

    assert [row["title"] for row in rows] == ALL
    assert [row["message_count"] for row in rows] == [2, 0, 2, 3, 0, 0, 1]
    assert {row["latest_message"] for row in rows} == {None}
    assert not any("messages" in row for row in rows)


@pytest.mark.rule("chat.admin-conversations.archived-are-listed-by-default")
def test_include_archived_false_leaves_archived_conversations_out(admin):
    rows = items(admin.get("/conversations/admin-list?include_archived=false"))

    assert [row["title"] for row in rows] == ALL[:5]


@pytest.mark.rule("chat.admin-conversations.search-matches-a-part-of-the-title")
@pytest.mark.rule("chat.admin-conversations.search-matches-title-or-id-prefix")
@pytest.mark.parametrize(
    ("search", "matching"),
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
def test_search_is_a_part_of_the_title_without_wildcards(admin, search, matching):
    rows = items(admin.get("/conversations/admin-list", params={"search": search}))

    assert [row["title"] for row in rows] == matching


@pytest.mark.rule("chat.admin-conversations.search-matches-title-or-id-prefix")
def test_search_for_the_beginning_of_an_id_finds_it(admin, path):
    conversation_id = path("Travel plans").rpartition("/")[2]

    def found(search):
        return [row["id"] for row in items(admin.get("/conversations/admin-list", params={"search": search}))]

    assert (
        found(conversation_id[:8]) == found(conversation_id[:8].upper()) == found(conversation_id) == [conversation_id]
    )
    assert found(conversation_id[1:]) == []


@pytest.mark.rule("chat.paging.total-counts-every-match")
def test_total_of_a_search_counts_its_matches(admin):
    page = admin.get("/conversations/admin-list?search=travel&limit=1").json()

    assert (len(page["items"]), page["total"]) == (1, 2)


@pytest.mark.rule("chat.admin-ratings.list-is-newest-first")
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


@pytest.mark.rule("chat.admin-ratings.filter-chooses-likes-or-dislikes", "chat.admin-ratings.comments-only-by-request")
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
    rows = table(admin.get(f"/admin/ratings/export?export_format=csv&{query}"))
    assert [row["ID"] for row in rows] == [row["id"] for row in page["items"]]


def test_rating_is_listed_from_its_creation_to_its_removal(admin, alice, path):
    where = path("Fixing", "/messages/{answer}/rate")
    ids = [{row["id"] for row in items(admin.get("/admin/ratings"))}]
    rated = alice.post(where, json={"rating": 1}).json()["id"]
    ids.append({row["id"] for row in items(admin.get("/admin/ratings"))})
    alice.delete(where)
    ids.append({row["id"] for row in items(admin.get("/admin/ratings"))})

    assert ids[1] - ids[0] == {rated}
    assert ids[2] == ids[0]


@pytest.mark.rule("chat.admin-ratings.summary-covers-30-days-by-default")
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


@pytest.mark.rule("chat.admin-ratings.summary-counts-and-averages")
@pytest.mark.parametrize(
    ("days", "total", "average"), [(1, 0, 0.0), (3, 1, 1.0), (10, 2, 0.0), (20, 4, 0.0), (90, 5, 0.2), (365, 5, 0.2)]
)
def test_summary_counts_the_ratings_of_its_days_only(admin, days, total, average):
    summary = admin.get(f"/admin/ratings/summary?days={days}").json()

    assert (summary["total_ratings"], summary["average_rating"]) == (total, average)
    assert summary["like_count"] + summary["dislike_count"] == total
    assert sum(day["likes"] + day["dislikes"] for day in summary["ratings_by_day"]) == total


@pytest.mark.rule("chat.admin-ratings.summary-breaks-down-by-day")
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


HEADER = (
    "ID,Message ID,Conversation ID,User ID,Rating,Comment,Message Content,Message Role,"
    "User Email,User Name,Created At,Updated At"
)
EXPORTS = ["/conversations/export", "/admin/ratings/export", "/admin/ratings/export?export_format=csv"]


@pytest.fixture(scope="module")
def load():
    """A stub with exports of many pieces, and a client of its administrator."""
    with ChatStub(seed="400x10") as stub:
        headers = {"Authorization": f"Bearer {stub.admin_token}"}
        with httpx.Client(transport=stub.transport(), base_url="http://chat.test", headers=headers) as client:
            yield stub, client


def table(answer):
    return list(csv.DictReader(io.StringIO(answer.content.decode(), newline=""), strict=True))


# Conversations.


@pytest.mark.rule("chat.admin-conversations.export-has-everything", "chat.admin-conversations.export-is-an-attachment")
def test_conversations_are_exported_newest_first_as_a_whole(sign_in_anywhere, alice, path):
    admin = sign_in_anywhere("admin")
    answer = admin.get("/conversations/export")

    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["content-disposition"] == 'attachment; filename="conversations_export.json"'
    assert list(answer.json()) == ["conversations", "total"]
    rows = answer.json()["conversations"]
    assert len(rows) == answer.json()["total"] == 7
    created = [row["created_at"] for row in rows]
    assert created == sorted(created, reverse=True)
    travel = next(row for row in rows if row["title"] == "Travel plans")
    whole = alice.get(path("Travel plans")).json()
    assert {**travel, "messages": []} == {**{key: whole[key] for key in travel}, "messages": []}
    message = travel["messages"][2]
    assert message["content"] == "Three: at 08:04, 10:04 and 12:04."
    assert message["tool_calls"] == [
        {key: call[key] for key in ("tool_name", "args", "result", "status")}
        for call in whole["messages"][2]["tool_calls"]
    ]
    assert [(rating["user_email"], rating["rating"]) for rating in message["ratings"]] == [
        ("alice@example.com", 1),
        ("bob@example.com", -1),
    ]


def test_numbers_of_tool_calls_are_exported_exactly(chat_stub, admin):
    rows = chat_stub.state.records.conversations.values()
    call = next(call for row in rows for message in row.messages for call in message.tool_calls)
    call.args["balance"] = 10**30

    exported = admin.get("/conversations/export").json()["conversations"]
    calls = [call for row in exported for message in row["messages"] for call in message["tool_calls"]]
    assert [call["args"]["balance"] for call in calls if "balance" in call["args"]] == [10**30]


def test_empty_export_is_a_whole_document():
    with ChatStub(seed="empty") as stub:
        headers = {"Authorization": f"Bearer {stub.admin_token}"}
        with httpx.Client(transport=stub.transport(), base_url="http://chat.test", headers=headers) as client:
            answers = [client.get(where) for where in EXPORTS]

    assert answers[0].json() == {"conversations": [], "total": 0}
    assert answers[1].json() == {"ratings": [], "total": 0, "exported_at": "2025-06-16T00:00:00.000000+00:00"}
    assert answers[2].text == HEADER + "\r\n"


# Ratings.


@pytest.mark.rule("chat.admin-ratings.export-is-an-attachment")
@pytest.mark.parametrize(("kind", "content_type"), [("json", "application/json"), ("csv", "text/csv; charset=utf-8")])
def test_ratings_file_is_named_by_the_time_in_utc(admin, chat_stub, kind, content_type):
    chat_stub.clock.set(datetime(2025, 7, 1, 3, 4, 5, tzinfo=UTC))
    answer = admin.get("/admin/ratings/export", params={"export_format": kind})

    assert answer.headers["content-type"] == content_type
    assert answer.headers["content-disposition"] == f'attachment; filename="ratings_export_20250701_030405.{kind}"'


@pytest.mark.rule("chat.admin-ratings.export-is-json-by-default")
def test_ratings_are_exported_as_json_by_default(sign_in_anywhere):
    admin = sign_in_anywhere("admin")
    answer = admin.get("/admin/ratings/export").json()

    assert list(answer) == ["ratings", "total", "exported_at"]
    assert answer["total"] == 5
    assert answer["ratings"] == admin.get("/admin/ratings").json()["items"]


@pytest.mark.rule("chat.admin-ratings.export-as-csv-is-streamed")
def test_ratings_are_exported_as_csv_with_words_for_the_ratings(sign_in_anywhere):
    admin = sign_in_anywhere("admin")
    answer = admin.get("/admin/ratings/export?export_format=csv")

    assert answer.text.startswith(HEADER + "\r\n")
    assert answer.text.endswith("\r\n")
    rows = table(answer)
    listed = admin.get("/admin/ratings").json()["items"]
    assert [row["Rating"] for row in rows] == ["Like", "Dislike", "Dislike", "Like", "Like"]
    for name in ("ID", "Message ID", "Conversation ID", "User ID", "User Email", "Message Role", "Created At"):
        assert [row[name] for row in rows] == [row[name.lower().replace(" ", "_")] for row in listed]
    assert rows[0]["Comment"] == rows[0]["Updated At"] == ""


def test_line_breaks_in_a_cell_are_quoted(admin):
    rows = table(admin.get("/admin/ratings/export?export_format=csv"))

    assert rows[2]["Comment"] == "The 10:04 is cancelled,\nsays the station."


@pytest.mark.parametrize("first", ["=", "+", "-", "@"])
def test_cell_like_a_formula_gets_an_apostrophe_in_csv_only(admin, alice, path, first):
    alice.post(path("Travel plans", "/messages/{answer}/rate"), json={"rating": 1, "comment": f"{first}1+1"})

    cells = [row["Comment"] for row in table(admin.get("/admin/ratings/export?export_format=csv"))]
    fields = [row["comment"] for row in admin.get("/admin/ratings/export").json()["ratings"]]
    assert f"'{first}1+1" in cells
    assert f"{first}1+1" in fields


@pytest.mark.parametrize("first", ["\t", "\r"])
def test_cell_that_begins_with_a_tab_or_return_gets_an_apostrophe(admin, chat_stub, first):
    chat_stub.records.users[chat_stub.user_id("bob")].full_name = f"{first}Bob"

    assert table(admin.get("/admin/ratings/export?export_format=csv"))[0]["User Name"] == f"'{first}Bob"


@pytest.mark.rule("chat.admin-ratings.export-format-is-json-or-csv")
@pytest.mark.parametrize("kind", ["xml", "CSV", ""])
def test_another_format_is_422(admin, kind):
    answer = admin.get("/admin/ratings/export", params={"export_format": kind})

    assert (answer.status_code, answer.json()["detail"][0]["loc"]) == (422, ["query", "export_format"])


# In pieces.


@pytest.mark.rule("chat.admin-ratings.export-as-csv-is-streamed")
@pytest.mark.parametrize("where", EXPORTS)
def test_export_is_sent_in_pieces(load, where):
    _, client = load
    with client.stream("GET", where) as answer:
        pieces = list(answer.iter_raw())
        whole = b"".join(pieces)

    assert len(pieces) > 10
    assert max(map(len, pieces)) < len(whole) / 10
    assert "content-length" not in answer.headers


def test_pieces_of_an_export_join_to_a_whole_document(load):
    _, client = load
    conversations = client.get(EXPORTS[0]).json()
    ratings = client.get(EXPORTS[1]).json()
    rows = table(client.get(EXPORTS[2]))

    assert len(conversations["conversations"]) == conversations["total"] == 400
    assert {len(row["messages"]) for row in conversations["conversations"]} == {10}
    assert len({row["id"] for row in ratings["ratings"]}) == ratings["total"] == 2000
    assert [row["ID"] for row in rows] == [row["id"] for row in ratings["ratings"]]


@pytest.mark.parametrize("where", EXPORTS)
def test_cut_export_delivers_the_bytes_before_the_cut(sign_in_anywhere, chat_stub, where):
    admin = sign_in_anywhere("admin")
    whole = admin.get(where).content
    chat_stub.faults.add(cut_after=len(whole) - 1)
    received: list[bytes] = []
    with admin.stream("GET", where) as answer, pytest.raises(httpx.RemoteProtocolError):
        collect(answer, received)

    assert b"".join(received) == whole[:-1]


@pytest.mark.parametrize("where", EXPORTS)
@pytest.mark.parametrize("fault", [{"drop": True}, {"hang": True}])
def test_fault_replaces_or_drops_an_export(sign_in_anywhere, chat_stub, where, fault):
    admin = sign_in_anywhere("admin")
    chat_stub.faults.add(**fault)

    with pytest.raises(httpx.TransportError):
        admin.get(where, timeout=0.05)
    assert admin.get(where).status_code == 200


@pytest.mark.parametrize("where", EXPORTS)
def test_export_with_status_fault_is_refused_once(admin, chat_stub, where):
    chat_stub.faults.add(status=503, headers={"Retry-After": "1"})

    assert [admin.get(where).status_code for _ in range(2)] == [503, 200]


@pytest.mark.parametrize(
    ("where", "record", "broken"),
    [
        (EXPORTS[0], "ExportedConversation", "exported_conversation"),
        (EXPORTS[1], "AdminRating", "admin_rating"),
        (EXPORTS[2], "AdminRating", "admin_rating"),
    ],
)
def test_wrong_record_in_export_is_a_stub_bug(admin, monkeypatch, where, record, broken):
    monkeypatch.setattr(wire, broken, lambda row, records: {"id": "not a uuid"})
    answer = admin.get(where)

    assert answer.status_code == 500
    assert answer.json()["error"]["message"].startswith(f"STUB BUG: {record} was written with a wrong ")


def test_wrong_envelope_of_an_export_is_a_stub_bug(admin, monkeypatch):
    monkeypatch.setattr(wire, "moment", lambda at: "today")
    answer = admin.get("/admin/ratings/export?rating_filter=0")

    assert answer.status_code == 500
    assert answer.json()["error"]["message"].startswith("STUB BUG: RatingsExport was written with a wrong exported_at")


def test_wrong_record_late_in_an_export_cuts_the_connection(load, monkeypatch):
    stub, client = load
    right = wire.admin_rating
    last = stub.records.ratings.newest_first()[-1]
    monkeypatch.setattr(wire, "admin_rating", lambda row, records: {} if row is last else right(row, records))

    with pytest.raises(httpx.RemoteProtocolError) as broken:
        client.get("/admin/ratings/export")
    assert "STUB BUG: AdminRating was written with a wrong " in repr(broken.value.__cause__.__cause__)


def test_changes_during_an_export_do_not_break_it():
    with ChatStub(seed="400x10") as stub:
        headers = {"Authorization": f"Bearer {stub.admin_token}"}
        with httpx.Client(transport=stub.transport(), base_url="http://chat.test", headers=headers) as client:
            with client.stream("GET", "/admin/ratings/export") as answer:
                pieces = answer.iter_raw()
                first = next(pieces)
                client.delete(f"/admin/users/{stub.user_id('erin')}")
                rest = b"".join(pieces)
            document = httpx.Response(200, content=first + rest).json()

    assert len(document["ratings"]) == document["total"] == 2000


def collect(answer: httpx.Response, pieces: list[bytes]) -> None:
    for piece in answer.iter_raw():
        pieces.append(piece)  # extend would lose the pieces before an error

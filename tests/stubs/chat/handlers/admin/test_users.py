"""Users, as administrators list, change, delete and impersonate them."""

import httpx
import pytest

from tests.stubs.chat.helpers import (
    MISSING,
    code,
    items,
)
from trivet_stubs import ChatStub

NAMES = ["erin", "dave", "carol", "bob", "alice", "nadia", "admin"]


def names(answer):
    return [row["email"].partition("@")[0] for row in items(answer)]


def test_users_are_listed_newest_first_with_conversation_counts(admin, chat_stub):
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


@pytest.mark.parametrize("name", ["role", "is_active", "is_app_admin"])
@pytest.mark.parametrize("value", [None, "owner"])
def test_wrong_value_of_a_user_field_is_422(admin, chat_stub, name, value):
    answer = admin.patch(user(chat_stub), json={name: value})

    assert (answer.status_code, answer.json()["detail"][0]["loc"]) == (422, ["body", name])


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
    found = admin.get("/admin/users", params={"search": search}).json()["items"]

    assert {each["email"].partition("@")[0] for each in found} == expected


@pytest.mark.parametrize(("method", "where"), [("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/impersonate")])
def test_missing_user_is_a_500_as_observed(admin, chat_stub, method, where):
    path = f"/admin/users/{MISSING}{where}"
    body = {"json": {"is_active": True}} if method == "PATCH" else {}

    assert code(admin.request(method, path, **body)) == (404, "NOT_FOUND")
    chat_stub.observed.missing_user_500 = True
    answer = admin.request(method, path, **body)
    assert (answer.status_code, answer.text) == (500, "Internal Server Error")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"


def test_token_of_a_deleted_user_is_a_500_as_observed(admin, bob, chat_stub):
    admin.delete(f"/admin/users/{chat_stub.user_id('bob')}")

    assert code(bob.get("/conversations")) == (401, "AUTHENTICATION_ERROR")
    chat_stub.observed.missing_user_500 = True
    assert bob.get("/conversations").status_code == 500


def test_app_admin_is_in_the_list_alone_and_not_changed_as_observed(admin, chat_stub):
    chat_stub.observed.listed_app_admin = True
    found = admin.patch(user(chat_stub, "bob"), json={"is_app_admin": True, "is_active": False}).json()

    assert ("is_app_admin" in found, found["is_active"]) == (False, False)
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

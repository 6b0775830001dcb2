"""The rules by which the chat stub refuses; the request log names the rule of each refusal."""

import httpx
import pytest

from tests.stubs.chat.helpers import MISSING
from trivet_stubs import rules
from trivet_stubs.chat import ChatObserved

TRAVEL, BUDGET = "Travel plans", "Budget"
# The caller, the method, the conversation, the path below it and the body of a request, by the rule that refuses it.
REQUESTS = {
    "access.a-signed-in-user-is-needed": (None, "GET", None, "/conversations", None),
    "access.admin-operations-need-role-admin": ("alice", "GET", None, "/admin/users", None),
    "access.others-read-only-their-own": ("erin", "GET", TRAVEL, "", None),
    "requests.only-these-routes-and-methods": ("alice", "PUT", None, "/conversations", None),
    "requests.what-the-contract-forbids-is-422": ("alice", "GET", None, "/conversations?include_archived=7", None),
    "requests.unknown-inputs-are-422": ("alice", "PATCH", TRAVEL, "", {"archived": True}),
    "requests.required-inputs-are-needed": ("alice", "POST", TRAVEL, "/messages", {"role": "user"}),
    "requests.ids-are-uuids": ("alice", "GET", None, "/conversations/1", None),
    "requests.bodies-are-json": ("alice", "PATCH", TRAVEL, "", b"title=New"),
    "requests.no-further-inputs": ("alice", "DELETE", TRAVEL, "", {}),
    "paging.skip-is-at-least-0": ("alice", "GET", None, "/conversations?skip=-1", None),
    "paging.limit-is-1-to-100": ("alice", "GET", None, "/conversations?limit=101", None),
    "paging.messages-limit-is-1-to-500": ("alice", "GET", TRAVEL, "/messages?limit=501", None),
    "paging.users-limit-is-1-to-500": ("admin", "GET", None, "/admin/users?limit=501", None),
    "conversations.missing-is-404": ("alice", "GET", None, f"/conversations/{MISSING}", None),
    "conversations.only-the-owner-sets-archived": ("dave", "PATCH", BUDGET, "", {"is_archived": True}),
    "conversations.owners-and-editors-change-them": ("admin", "PATCH", TRAVEL, "", {"title": "New"}),
    "conversations.only-the-owner-archives": ("dave", "POST", BUDGET, "/archive", None),
    "conversations.only-the-owner-deletes": ("admin", "DELETE", TRAVEL, "", None),
    "messages.missing-is-404": ("alice", "DELETE", TRAVEL, f"/messages/{MISSING}/rate", None),
    "ratings.value-is-1-or-minus-1": ("alice", "POST", TRAVEL, "/messages/{answer}/rate", {"rating": 0}),
    "ratings.only-assistant-messages": ("alice", "POST", TRAVEL, "/messages/{question}/rate", {"rating": 1}),
    "ratings.unrate-removes-the-callers": ("admin", "DELETE", TRAVEL, "/messages/{answer}/rate", None),
    "shares.permission-is-view-or-edit": ("alice", "POST", TRAVEL, "/shares", {"permission": "own"}),
    "shares.view-does-not-change": ("bob", "PATCH", TRAVEL, "", {"title": "New"}),
    "shares.only-the-owner-shares": ("bob", "POST", TRAVEL, "/shares", {"generate_link": True}),
    "shares.only-the-owner-lists-them": ("bob", "GET", TRAVEL, "/shares", None),
    "shares.only-the-sharer-revokes": ("bob", "DELETE", TRAVEL, "/shares/{share}", None),
    "shares.missing-is-404": ("alice", "DELETE", TRAVEL, f"/shares/{MISSING}", None),
    "shares.recipient-exists": ("alice", "POST", TRAVEL, "/shares", {"shared_with": MISSING}),
    "shares.recipient-is-not-the-owner": ("alice", "POST", TRAVEL, "/shares", {"shared_with": "{alice}"}),
    "shares.one-share-a-recipient": ("alice", "POST", TRAVEL, "/shares", {"shared_with": "{bob}"}),
    "shares.unknown-token-is-404": (None, "GET", None, "/conversations/shared/none", None),
    "admin-conversations.search-has-at-most-100-characters": (
        *("admin", "GET", None, f"/conversations/admin-list?search={'x' * 101}", None),
    ),
    "admin-ratings.filter-is-minus-1-to-1": ("admin", "GET", None, "/admin/ratings?rating_filter=2", None),
    "admin-ratings.summary-days-are-1-to-365": ("admin", "GET", None, "/admin/ratings/summary?days=0", None),
    "admin-ratings.export-format-is-json-or-csv": ("admin", "GET", None, "/admin/ratings/export?export_format=x", None),
    "users.role-is-admin-or-user": ("admin", "PATCH", None, "/admin/users/{bob}", {"role": "owner"}),
    "users.deleting-a-missing-user-is-404": ("admin", "DELETE", None, f"/admin/users/{MISSING}", None),
    "users.missing-is-404": ("admin", "GET", None, f"/admin/users/{MISSING}", None),
}
OBSERVED = {
    "conversations.title-has-at-most-255-characters": ("alice", "PATCH", TRAVEL, "", {"title": "x" * 256}),
    "ratings.only-the-owner-rates-as-observed": ("bob", "POST", TRAVEL, "/messages/{answer}/rate", {"rating": 1}),
    "users.missing-is-500-as-observed": ("admin", "GET", None, f"/admin/users/{MISSING}", None),
}
TOKENS = {
    "access.unknown-token-is-401",
    "access.token-of-a-deleted-user-is-401",
    "access.token-of-an-inactive-user-is-401",
    "impersonation.token-is-valid-for-an-hour",
}


@pytest.fixture
def rule_of(chat_stub, sign_in, path):
    """Send a request, and return the rule that refuses it, without the service's name."""

    def rule_of(who, method, title, below, body):
        share = next(row.id for row in chat_stub.records.shares() if row.shared_with)
        for name, value in {"share": share, **{name: chat_stub.user_id(name) for name in ("alice", "bob")}}.items():
            below = below.replace(f"{{{name}}}", value)
            if isinstance(body, dict):
                body = {key: value if text == f"{{{name}}}" else text for key, text in body.items()}
        sent = {} if body is None else {"content": body} if isinstance(body, bytes) else {"json": body}
        answer = sign_in(who).request(method, path(title, below) if title else below, **sent)
        logged = chat_stub.requests[-1]
        assert answer.status_code == logged.status >= 400
        return (logged.rule or "").removeprefix("chat.")

    return rule_of


@pytest.mark.trivet(unknown_requests="ignore")
def test_each_refusal_names_its_rule(chat_stub, rule_of):
    assert {rule: rule_of(*sent) for rule, sent in REQUESTS.items()} == {rule: rule for rule in REQUESTS}
    assert chat_stub.requests.rules_exercised() == {f"chat.{rule}": 1 for rule in sorted(REQUESTS)}


def test_each_observed_refusal_names_its_rule(chat_stub, rule_of):
    chat_stub.observed = ChatObserved.all()

    assert {rule: rule_of(*sent) for rule, sent in OBSERVED.items()} == {rule: rule for rule in OBSERVED}


def test_refused_token_names_its_rule(chat_stub):
    with httpx.Client(transport=chat_stub.transport(), base_url="http://chat.test") as client:

        def rule(token):
            assert client.get("/conversations", headers={"Authorization": f"Bearer {token}"}).status_code == 401
            return chat_stub.requests[-1].rule

        headers = {"Authorization": f"Bearer {chat_stub.admin_token}"}
        where = f"/admin/users/{chat_stub.user_id('bob')}"
        refused = {rule("none")}
        expired = client.post(f"{where}/impersonate", headers=headers).json()["access_token"]
        bob = chat_stub.token("bob")
        client.patch(where, headers=headers, json={"is_active": False})
        refused.add(rule(bob))
        client.delete(where, headers=headers)
        refused.add(rule(bob))
        chat_stub.clock.advance(3600)
        refused.add(rule(expired))

    assert refused == {f"chat.{name}" for name in TOKENS}


def test_every_refusing_rule_is_listed_here():
    refused = {row.id for row in rules("chat").values() if row.refused}
    assert {f"chat.{name}" for name in (*REQUESTS, *OBSERVED, *TOKENS)} == refused


def test_answered_request_and_a_fault_name_no_rule(chat_stub, alice):
    chat_stub.faults.add(status=503, times=1)

    assert [alice.get("/conversations").status_code for _ in range(2)] == [503, 200]
    assert [request.rule for request in chat_stub.requests] == [None, None]
    assert chat_stub.requests.rules_exercised() == {}

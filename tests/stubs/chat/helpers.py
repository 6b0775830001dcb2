"""Requests of every chat operation, and readers of answers, for the tests of the chat stub."""

from datetime import UTC, datetime
from typing import Any, NamedTuple

import httpx
import pytest

MISSING = "00000000-0000-4000-8000-ffffffffffff"


class Op(NamedTuple):
    """A request of an operation on the small data; `{c}` is alice's travel plans, `{m}` an answer in them."""

    id: str
    method: str
    path: str
    body: Any = None
    status: int = 200

    @property
    def who(self) -> str:
        return "admin" if self.id.startswith("admin.") else "alice"


OPERATIONS = [
    Op("conversations.list", "GET", "/conversations"),
    Op("conversations.create", "POST", "/conversations", {}, 201),
    Op("admin.conversations.export", "GET", "/conversations/export"),
    Op("admin.conversations.list", "GET", "/conversations/admin-list"),
    Op("conversations.shared_with_me", "GET", "/conversations/shared-with-me"),
    Op("conversations.open_shared", "GET", "/conversations/shared/{t}"),
    Op("conversations.get", "GET", "/conversations/{c}"),
    Op("conversations.update", "PATCH", "/conversations/{c}", {"title": "New"}),
    Op("conversations.delete", "DELETE", "/conversations/{c}", None, 204),
    Op("conversations.archive", "POST", "/conversations/{c}/archive"),
    Op("conversations.messages.list", "GET", "/conversations/{c}/messages"),
    Op("conversations.messages.create", "POST", "/conversations/{c}/messages", {"role": "user", "content": "Hi"}, 201),
    Op("conversations.messages.rate", "POST", "/conversations/{c}/messages/{m}/rate", {"rating": 1}),
    Op("conversations.messages.unrate", "DELETE", "/conversations/{c}/messages/{m}/rate", None, 204),
    Op("conversations.shares.create", "POST", "/conversations/{c}/shares", {"generate_link": True}, 201),
    Op("conversations.shares.list", "GET", "/conversations/{c}/shares"),
    Op("conversations.shares.delete", "DELETE", "/conversations/{c}/shares/{s}", None, 204),
    Op("admin.ratings.list", "GET", "/admin/ratings"),
    Op("admin.ratings.summary", "GET", "/admin/ratings/summary"),
    Op("admin.ratings.export", "GET", "/admin/ratings/export"),
    Op("admin.users.list", "GET", "/admin/users"),
    Op("admin.users.get", "GET", "/admin/users/{u}"),
    Op("admin.users.update", "PATCH", "/admin/users/{u}", {"is_active": False}),
    Op("admin.users.delete", "DELETE", "/admin/users/{u}", None, 204),
    Op("admin.users.impersonate", "POST", "/admin/users/{u}/impersonate"),
]


SECURED = [operation for operation in OPERATIONS if operation.id != "conversations.open_shared"]


every = pytest.mark.parametrize("op", OPERATIONS, ids=lambda op: op.id)


every_secured = pytest.mark.parametrize("op", SECURED, ids=lambda op: op.id)


def names_in(stub):
    """Return the ids for the names in a path."""
    travel = next(row for row in stub.records.conversations.values() if row.title == "Travel plans")
    return {
        "c": travel.id,
        "m": next(message.id for message in travel.messages if message.role == "assistant"),
        "s": travel.shares[0].id,
        "t": travel.shares[1].share_token,
        "u": stub.user_id("bob"),
    }


def code(answer):
    return answer.status_code, answer.json()["error"]["code"]


def place(answer):
    """Return the place of the only input that the framework refuses."""
    [refused] = answer.json()["detail"]
    assert refused.keys() == {"type", "loc", "msg", "input"}
    return answer.status_code, refused["type"], refused["loc"]


PAGED = {
    "/conversations": ("alice", 100),
    "/conversations/admin-list": ("admin", 100),
    "/conversations/shared-with-me": ("alice", 100),
    "/conversations/{c}/messages": ("alice", 500),
    "/admin/ratings": ("admin", 100),
    "/admin/users": ("admin", 500),
}


def items(answer):
    assert answer.status_code == 200
    return answer.json()["items"]


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def detail(answer):
    [refused] = answer.json()["detail"]
    return answer.status_code, refused["type"], refused["loc"]


def ratings_of(client, where):
    answer = next(message for message in client.get(where).json()["messages"] if message["role"] == "assistant")
    return answer["user_rating"], answer["rating_count"]


def titles(answer):
    assert answer.status_code == 200
    return [item["title"] for item in answer.json()["items"]]


def admin_client(stub):
    headers = {"Authorization": f"Bearer {stub.admin_token}"}
    return httpx.Client(transport=stub.transport(), base_url="http://chat.test", headers=headers, timeout=30)


def total(stub, where):
    with admin_client(stub) as client:
        return client.get(where).json()["total"]

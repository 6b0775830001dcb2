"""Requests of every chat operation, and readers of answers, for the tests of the chat stub."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from tests.contract.examples import calls_of
from trivet_stubs import spec

MISSING = "00000000-0000-4000-8000-ffffffffffff"


@dataclass(frozen=True)
class Op:
    """The request of an operation's first example; `names_in` has the names in its path."""

    id: str
    method: str
    path: str
    has_body: bool = False
    status: int = 200
    about_a_record: bool = False
    """Whether it refuses the id of a record that does not exist."""

    @property
    def body(self) -> Any:
        return calls_of("chat", self.id)[0].body if self.has_body else None

    @property
    def who(self) -> str:
        return "admin" if self.id.startswith("admin.") else "alice"


OPERATIONS = [
    Op(
        operation["operationId"],
        method.upper(),
        path,
        "requestBody" in operation,
        min(int(status) for status in operation["responses"]),
        "404" in operation["responses"],
    )
    for path, item in spec("chat")["paths"].items()
    for method, operation in item.items()
]


SECURED = [operation for operation in OPERATIONS if operation.id != "conversations.open_shared"]


every = pytest.mark.parametrize("op", OPERATIONS, ids=lambda op: op.id)


every_secured = pytest.mark.parametrize("op", SECURED, ids=lambda op: op.id)


def names_in(stub):
    """Return the ids for the names in a path: alice's travel plans, an answer in them, their shares, and bob."""
    travel = next(row for row in stub.records.conversations.values() if row.title == "Travel plans")
    return {
        "conversation_id": travel.id,
        "message_id": next(message.id for message in travel.messages if message.role == "assistant"),
        "share_id": travel.shares[0].id,
        "token": travel.shares[1].share_token,
        "user_id": stub.user_id("bob"),
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
    "/conversations/{conversation_id}/messages": ("alice", 500),
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

"""The model of a walk on a chat server: a stub in process whose users are the callers of the run."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from types import TracebackType
from typing import Any, Self

from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.request import path_of, query_pairs
from trivet_stubs import ChatStub
from trivet_stubs.chat.records import ChatRecords, User
from trivet_stubs.kernel.clock import Clock
from trivet_stubs.kernel.json_text import dumps, loads
from trivet_stubs.serving.bounded_http_client import HttpClient

_FIRST = 0x7000_0000_0000
"""The number before those from which the ids of the model are made."""


@dataclass(frozen=True)
class ModelAnswer:
    """The model's answer to a step."""

    status: int
    body: bytes
    rule: str
    """The rule by which it refuses; empty if it does not."""

    @property
    def ok(self) -> bool:
        """Whether it is a success."""
        return self.status < 300

    @cached_property
    def json(self) -> Any:
        """The body, decoded; None for another body."""
        return loads(self.body) if self.body[:1] in (b"{", b"[") else None


class ChatModel:
    """A chat stub with the callers of a run alone, whose time is the real one.

        with ChatModel({"user": {"id": "6f1c…", "role": "user"}}) as model:
            model.send("user", "conversations.create", (), {}, None)

    Args:
        users: The record of each caller, as the server has shown it.
    """

    def __init__(self, users: Mapping[str, Json]) -> None:
        self.stub = ChatStub(seed="empty", clock=Clock(datetime.now(UTC)))
        self._names = users
        self.restart()
        self._client = HttpClient("http://model.test", transport=self.stub.async_transport())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._client.close()
        self.stub.close()

    def restart(self) -> None:
        """Forget all records but the users."""
        records = ChatRecords()
        records.last_number = _FIRST  # so that no id is that of a caller, if the server is a stub, too
        for name, user in self._names.items():
            records.users[user["id"]] = _user(name, user)
        self.stub.state.replace(records)

    def send(
        self, caller: str, operation: str, path: tuple[Any, ...], query: Mapping[str, Any], body: Json | None
    ) -> ModelAnswer:
        """Send a request of a caller: by name, `anonymous` without credentials, or with another token."""
        now = datetime.now(UTC)
        if now > self.stub.clock.now():
            self.stub.clock.set(now)
        described = self.stub.contract.operations[operation]
        headers = {} if body is None else {"content-type": "application/json"}
        if caller != "anonymous":
            headers["authorization"] = f"Bearer {self._token(caller)}"
        answer = self._client.send(
            described.method,
            path_of(described, path),
            query=list(query_pairs(query)),
            headers=headers,
            body=None if body is None else dumps(body),
        )
        rule = self.stub.requests[-1].rule if answer.status >= 400 else None
        return ModelAnswer(answer.status, answer.body, rule or "")

    def snapshot(self) -> ChatRecords:
        """The records, as they are now."""
        return self.stub.records.copy()

    def roll_back(self, records: ChatRecords) -> None:
        """Return to earlier records: the server has refused the last change."""
        self.stub.records = records

    def _token(self, caller: str) -> str:
        return self.stub.token(self._names[caller]["id"]) if caller in self._names else caller


def _user(name: str, shown: Json) -> User:
    email = shown.get("email")
    full_name = next((shown[key] for key in ("full_name", "username") if isinstance(shown.get(key), str)), None)
    return User(
        id=shown["id"],
        email=email if isinstance(email, str) else f"{name}@model.test",
        full_name=full_name,
        role="admin" if shown.get("role") == "admin" else "user",
        is_active=shown.get("is_active", True) is True,
        is_app_admin=shown.get("is_app_admin", False) is True,
        created_at=datetime(2020, 1, 1, tzinfo=UTC),
    )

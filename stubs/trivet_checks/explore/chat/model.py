"""The model of a walk on a chat server: a stub in process whose users are the callers of the run."""

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from trivet_checks.exchanges.exchange import Json
from trivet_checks.explore.model_answer import ModelAnswer, ask
from trivet_stubs import ChatStub, Clock
from trivet_stubs.serving.bounded_http_client import HttpClient

_FIRST = 0x7000_0000_0000
"""The number before those from which the ids of the model are made."""


class ChatModel:
    """A chat stub with the callers of a run alone, whose time is the real one.

    >>> model = ChatModel({"user": {"id": "6f1c…", "role": "user"}})
    >>> model.send("user", "conversations.create", (), {}, None).status
    201

    Args:
        users: The record of each caller, as the server has shown it.
    """

    def __init__(self, users: Mapping[str, Json]) -> None:
        self.stub: ChatStub = ChatStub(seed="empty", clock=Clock(datetime.now(UTC)))
        self._names = users
        named = {name: str(user["email"]) for name, user in users.items() if user.get("email")}
        parts = Counter(email.partition("@")[0] for email in named.values())
        self._emails = {name: email for name, email in named.items() if parts[email.partition("@")[0]] == 1}
        """The addresses by which the stub can distinguish users."""
        self.restart()
        self._client = HttpClient("http://model.test", transport=self.stub.async_transport())

    def close(self) -> None:
        """Stop the stub."""
        self._client.close()
        self.stub.close()

    def restart(self) -> None:
        """Forget all records but the users, who have the ids and the fields that the server has shown."""
        self.stub.seed(seed="empty", records={"users": [{"name": f"walks-{name}"} for name in self._names]})
        records = self.stub.records
        records.last_number = _FIRST  # so that no id is one of a caller, if the server is a stub, too
        users = {user.name: user for user in records.users.values()}
        records.users.clear()
        for name, shown in self._names.items():
            user = users[f"walks-{name}"]
            user.id = shown["id"]
            user.email = self._emails.get(name, user.email)
            user.full_name = next((shown[key] for key in ("full_name", "username") if key in shown), None)
            user.role = "admin" if shown.get("role") == "admin" else "user"
            user.is_active = shown.get("is_active", True) is True
            user.is_app_admin = shown.get("is_app_admin", False) is True
            records.users[user.id] = user

    def send(
        self, caller: str, operation: str, path: tuple[Any, ...], query: Mapping[str, Any], body: Json | None
    ) -> ModelAnswer:
        """Send a request of a caller: by name, `anonymous` without credentials, or with another token."""
        headers = {} if caller == "anonymous" else {"authorization": f"Bearer {self._token(caller)}"}
        return ask(self.stub, self._client, operation, path, query, body, headers)

    def snapshot(self) -> Any:
        """The records, as they are now."""
        return self.stub.records.copy()

    def roll_back(self, records: Any) -> None:
        """Return to earlier records: the server has refused the last change."""
        self.stub.records = records

    def _token(self, caller: str) -> str:
        return self.stub.token(self._names[caller]["id"]) if caller in self._names else caller

"""The steering of the chat stub: other records, and its way back to the start."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any, ClassVar, cast

from trivet_stubs.chat.own_records import RECORDS_SCHEMA, add_records
from trivet_stubs.chat.seed import fill
from trivet_stubs.chat.state import ChatState
from trivet_stubs.chat.store import ChatRecords
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.steering import Records, Steering

_MAX_MESSAGES = 1_000_000


class ChatSteering(Steering):
    """Fills the stub as `ChatStub(seed=…, users=…)` does, and adds records of a test's own."""

    seed_schema: ClassVar[JsonObject] = {
        "type": "object",
        "properties": {
            "seed": {"type": "string", "maxLength": 20},
            "users": {"type": "integer", "minimum": 0, "maximum": 100_000},
            "records": RECORDS_SCHEMA,
        },
        "additionalProperties": False,
    }

    def __init__(self, state: ChatState) -> None:
        super().__init__(state)
        self._chat = state

    def seed(self, body: JsonObject) -> None:
        """Take other records; tokens that expire are forgotten."""
        seed: str = body.get("seed", "small")
        size = re.fullmatch(r"([0-9]+)x([0-9]+)", seed)
        if size is not None and int(size[1]) * max(1, int(size[2])) > _MAX_MESSAGES:
            raise ValueError(f"seed: {seed} is more than {_MAX_MESSAGES} messages")
        records = ChatRecords()
        fill(records, seed, body.get("users", 0), self._chat.now())
        add_records(records, body.get("records", {}), self._chat.now())
        self._chat.replace(records)

    def callers(self) -> dict[str, dict[str, str]]:
        """The first users, by their names."""
        users = list(self._chat.records.users.values())[:12]
        return {
            each.name: {"Authorization": f"Bearer {self._chat.access.permanent_token(each)}"}
            for each in users
            if each.is_active
        }

    def kinds(self) -> Mapping[str, Records]:
        """The kinds of records, as the stub keeps them."""
        records = self._chat.records
        rows = records.conversations
        return {
            "users": lambda: map(_flat, records.users.values()),
            "conversations": lambda: map(_flat, rows.values()),
            "messages": lambda: (_flat(each) for row in rows.values() for each in row.messages),
            "ratings": lambda: ({**_flat(each), "message": each.message.id} for each in records.ratings.newest_first()),
            "shares": lambda: map(_flat, records.shares()),
        }

    def counts(self) -> dict[str, int]:
        """How many records of each kind there are."""
        records = self._chat.records
        rows = records.conversations.values()
        return {
            "users": len(records.users),
            "conversations": len(rows),
            "messages": sum(len(row.messages) for row in rows),
            "ratings": len(records.ratings.newest_first()),
            "shares": sum(len(row.shares) for row in rows),
        }

    def data(self) -> ChatRecords:
        """A copy of the records."""
        return self._chat.records.copy(numbered_apart=True)

    def restore(self, data: Any) -> None:
        """Bring records back, or fill the stub as it was made."""
        if data is not None:
            self._chat.replace(data.copy(numbered_apart=True))
            return
        records = ChatRecords()
        fill(records, *self._chat.made_with, self._chat.now())
        self._chat.replace(records)


def _flat(record: Any) -> JsonObject:
    """The fields of a record that are no records themselves; of a secret only that there is one."""
    found: JsonObject = {}
    for each in fields(record):
        value = getattr(record, each.name)
        if each.name == "share_token" and value is not None:
            value = "hidden"
        if isinstance(value, datetime):
            found[each.name] = value.isoformat()
        elif isinstance(value, list | tuple):
            found[each.name] = len(cast(Sequence[Any], value))
        elif value is None or isinstance(value, str | int | float):
            found[each.name] = value
    return found

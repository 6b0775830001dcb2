"""The records of a chat server of another make, in memory."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid1

Record = dict[str, Any]

KEYS = {"admin": "key-of-olga", "user": "key-of-piet", "other": "key-of-quin", "spare": "key-of-rosa"}
"""The keys of the callers, presented as bearer tokens."""

NEVER = datetime.max.replace(tzinfo=UTC)
"""When a key ends that does not expire."""


class Records:
    """Users, conversations, messages, ratings and shares; more of them than one page holds."""

    def __init__(self) -> None:
        self.users: dict[str, Record] = {}
        self.conversations: dict[str, Record] = {}
        self.messages: dict[str, Record] = {}
        self.ratings: dict[tuple[str, str], Record] = {}
        self.shares: dict[str, Record] = {}
        self.last = datetime.now(UTC) - timedelta(days=2)
        self.generated: list[str] = []
        self.replayed: list[str] = []
        for number, name in enumerate(["olga", "piet", "quin", "rosa", *(f"guest{index}" for index in range(70))]):
            user = self.record(username=name, email=f"{name}@other.example", is_active=True, is_app_admin=False)
            self.users[user["id"]] = {**user, "role": "user" if number else "admin"}
        owners = list(self.users.values())[:5]
        self.keys = {key: (owner["id"], NEVER) for key, owner in zip(KEYS.values(), owners, strict=False)}
        for number in range(130):
            conversation = self.conversation(owners[number % 5], f"Trip {number}")
            conversation["is_archived"] = number % 7 == 0
            if number < 60:
                self.message(conversation, "user", "Where to?")
                answer = self.message(conversation, "assistant", "To the sea.")
                answer["tool_calls"] = [{"name": "map", "arguments": {"of": "sea"}, "state": "done"}]
                self.rating(owners[number % 5], answer, -1 if number % 3 else 1, "Wet." if number % 2 else None)

    def now(self) -> str:
        """The time; no two times are equal."""
        if self.replayed:
            return self.replayed.pop(0)
        self.last = max(self.last + timedelta(microseconds=1), datetime.now(UTC) - timedelta(seconds=1))
        self.generated.append(self.last.isoformat(timespec="microseconds").replace("+00:00", "Z"))
        return self.generated[-1]

    def new_id(self) -> str:
        if self.replayed:
            return self.replayed.pop(0)
        self.generated.append(str(uuid1()))
        return self.generated[-1]

    def record(self, **fields: Any) -> Record:
        return {**fields, "id": self.new_id(), "created_at": self.now()}

    def conversation(self, owner: Record, title: str | None) -> Record:
        conversation = self.record(user_id=owner["id"], title=title, is_archived=False, language="en")
        return self.conversations.setdefault(
            conversation["id"], {**conversation, "updated_at": conversation["created_at"]}
        )

    def message(self, conversation: Record, role: str, content: str) -> Record:
        message = self.record(conversation_id=conversation["id"], role=role, content=content, tool_calls=[])
        conversation["updated_at"] = message["created_at"]
        return self.messages.setdefault(message["id"], message)

    def rating(self, user: Record, message: Record, rating: int, comment: str | None) -> Record:
        key = (message["id"], user["id"])
        rated = self.ratings.setdefault(key, self.record(message_id=message["id"], user_id=user["id"]))
        rated.update(rating=rating, comment=comment, updated_at=self.now())
        return rated

    def messages_of(self, conversation: Record) -> list[Record]:
        return [message for message in self.messages.values() if message["conversation_id"] == conversation["id"]]

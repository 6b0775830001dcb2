"""The small data of a chat stub: a few users, and a little of everything that they can create."""

from datetime import datetime, timedelta
from typing import Any, Literal

from trivet_stubs.chat.ratings import Rating
from trivet_stubs.chat.records import (
    Conversation,
    File,
    Message,
    Permission,
    Share,
    ToolCall,
    User,
    link_token,
)
from trivet_stubs.chat.store import ChatRecords

# Name, full name, role, whether active. `100%` and `_` are there for searches that must not take them for wildcards.
_USERS: tuple[tuple[str, str | None, Literal["admin", "user"], bool], ...] = (
    ("admin", "Ada Admin", "admin", True),
    ("nadia", "Nadia Nilsen", "admin", True),
    ("alice", "Alice Adams", "user", True),
    ("bob", "Bob Brown", "user", True),
    ("carol", "Carol Clark", "user", False),
    ("dave", None, "user", True),
    ("erin", "Erin 100% Evans_Ely", "user", True),
)


def make_users(records: ChatRecords, now: datetime) -> dict[str, User]:
    """The users by name, the newest last."""
    return {
        name: User(
            id=records.new_id(),
            email=f"{name}@example.com",
            full_name=full_name,
            role=role,
            is_active=is_active,
            is_app_admin=name == "admin",
            created_at=now - timedelta(days=100 - number),
        )
        for number, (name, full_name, role, is_active) in enumerate(_USERS)
    }


def add_small_data(records: ChatRecords, named: dict[str, User], now: datetime) -> None:
    """Add conversations of these users, with messages, ratings and shares."""
    add = RecordBuilder(records, named, now)
    travel = add.conversation("alice", "Travel plans", days_ago=20)
    add.message(travel, "system", "You are a helpful assistant.")
    add.message(
        travel,
        "user",
        "Which trains go to Oslo tomorrow?",
        files=(File(id="file-0001", filename="tickets.pdf", mime_type="application/pdf", file_type="document"),),
    )
    found = add.message(
        travel,
        "assistant",
        "Three: at 08:04, 10:04 and 12:04.",
        thinking="The timetable will know.",
        model_name="stub-1",
        tokens_used=57,
    )
    add.call(found, "timetable", {"to": "Oslo", "days": [1], "flags": {"direct": True}}, "3 trains")
    add.call(found, "weather", {"place": "Oslo"}, None)
    add.rate(found, "alice", 1, "Quick, and right.")
    add.rate(found, "bob", -1, "The 10:04 is cancelled,\nsays the station.")
    add.share(travel, "bob", "view")
    add.share(travel, None, "view")

    budget = add.conversation("alice", "Budget 100% of_last\\year", days_ago=10)
    add.message(budget, "user", "Add up the receipts.")
    sums = add.message(budget, "assistant", '=SUM(A1:A9) gives 1,204.50, "about" as much.', model_name="stub-1")
    add.rate(sums, "alice", -1, '=HYPERLINK("http://example.com")')
    add.share(budget, "dave", "edit")

    archived = add.conversation("alice", "Old recipes", days_ago=90)
    cake = add.message(archived, "assistant", "Flour, butter, eggs.", model_name="stub-0", tokens_used=0)
    add.rate(cake, "alice", 1, None)
    archived.is_archived = True
    add.conversation("alice", None, days_ago=5)

    fixing = add.conversation("bob", "Fixing the bicycle", days_ago=3)
    add.message(fixing, "user", "The chain is off.")
    chain = add.message(fixing, "assistant", "Lift the wheel and turn the pedals. " * 10, model_name="stub-1")
    add.rate(chain, "bob", 1, None)
    add.share(fixing, "alice", "view")
    old = add.conversation("bob", "Travel receipts", days_ago=60)
    old.is_archived = True
    add.conversation("carol", "Farewell", days_ago=40)


class RecordBuilder:
    """Adds one record after another, each a minute later than the one before."""

    def __init__(self, records: ChatRecords, named: dict[str, User], now: datetime) -> None:
        self._records = records
        self._named = named
        self._now = now
        self._at = now

    def _next(self) -> datetime:
        self._at += timedelta(minutes=1)
        return self._at

    def conversation(self, owner: str, title: str | None, *, days_ago: float) -> Conversation:
        """Add a conversation; what is added after it is later."""
        self._at = self._now - timedelta(days=days_ago)
        row = Conversation(id=self._records.new_id(), user_id=self._named[owner].id, title=title, created_at=self._at)
        self._records.conversations[row.id] = row
        return row

    def message(
        self, row: Conversation, role: Literal["user", "assistant", "system"], content: str, **more: Any
    ) -> Message:
        """Add a message to a conversation."""
        message = Message(
            id=self._records.new_id(),
            conversation_id=row.id,
            role=role,
            content=content.strip(),
            created_at=self._next(),
            **more,
        )
        row.messages.append(message)
        row.updated_at = message.created_at
        return message

    def call(self, message: Message, tool: str, args: dict[str, Any], result: str | None) -> None:
        """Add a call of a tool to a message."""
        start = self._next()
        call = ToolCall(
            id=self._records.new_id(),
            tool_call_id=f"call_{len(message.tool_calls) + 1:04d}",
            tool_name=tool,
            args=args,
            result=result,
            status="running" if result is None else "completed",
            started_at=start,
            completed_at=None if result is None else start + timedelta(milliseconds=250),
        )
        message.tool_calls = (*message.tool_calls, call)

    def rate(self, message: Message, who: str, value: int, comment: str | None) -> None:
        """Add a user's rating of a message."""
        rating = Rating(
            id=self._records.new_id(),
            message=message,
            user_id=self._named[who].id,
            rating=value,
            comment=comment,
            created_at=self._next(),
        )
        self._records.ratings.add(rating)

    def share(self, row: Conversation, recipient: str | None, permission: Permission) -> None:
        """Share a conversation with a user, or by a link."""
        share_id = self._records.new_id()
        share = Share(
            id=share_id,
            conversation_id=row.id,
            shared_by=row.user_id,
            shared_with=self._named[recipient].id if recipient else None,
            share_token=None if recipient else link_token(share_id),
            permission=permission,
            created_at=self._next(),
        )
        row.shares.append(share)

"""The small world of a chat stub: a few people, and a little of everything they can leave behind."""

from datetime import datetime, timedelta
from typing import Any, Literal

from trivet_stubs.chat.ratings import Rating
from trivet_stubs.chat.records import (
    ChatRecords,
    Conversation,
    File,
    Message,
    Permission,
    Share,
    ToolCall,
    User,
    link_token,
)

# Name, full name, role, whether active. `100%` and `_` are there for searches that must not take them for wildcards.
_PEOPLE: tuple[tuple[str, str | None, Literal["admin", "user"], bool], ...] = (
    ("admin", "Ada Admin", "admin", True),
    ("nadia", "Nadia Nilsen", "admin", True),
    ("alice", "Alice Adams", "user", True),
    ("bob", "Bob Brown", "user", True),
    ("carol", "Carol Clark", "user", False),
    ("dave", None, "user", True),
    ("erin", "Erin 100% Evans_Ely", "user", True),
)


def people(records: ChatRecords, now: datetime) -> dict[str, User]:
    """Everybody by name, the newest last."""
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
        for number, (name, full_name, role, is_active) in enumerate(_PEOPLE)
    }


def settle(records: ChatRecords, named: dict[str, User], now: datetime) -> None:
    """Let them talk, rate and share."""
    world = _World(records, named, now)
    travel = world.conversation("alice", "Travel plans", days_ago=20)
    world.say(travel, "system", "You are a helpful assistant.")
    world.say(
        travel,
        "user",
        "Which trains go to Oslo tomorrow?",
        files=(File(id="file-0001", filename="tickets.pdf", mime_type="application/pdf", file_type="document"),),
    )
    found = world.say(
        travel,
        "assistant",
        "Three: at 08:04, 10:04 and 12:04.",
        thinking="The timetable will know.",
        model_name="stub-1",
        tokens_used=57,
    )
    world.call(found, "timetable", {"to": "Oslo", "days": [1], "flags": {"direct": True}}, "3 trains")
    world.call(found, "weather", {"place": "Oslo"}, None)
    world.rate(found, "alice", 1, "Quick, and right.")
    world.rate(found, "bob", -1, "The 10:04 is cancelled,\nsays the station.")
    world.share(travel, "bob", "view")
    world.share(travel, None, "view")

    budget = world.conversation("alice", "Budget 100% of_last\\year", days_ago=10)
    world.say(budget, "user", "Add up the receipts.")
    sums = world.say(budget, "assistant", '=SUM(A1:A9) gives 1,204.50, "about" as much.', model_name="stub-1")
    world.rate(sums, "alice", -1, '=HYPERLINK("http://example.com")')
    world.share(budget, "dave", "edit")

    archived = world.conversation("alice", "Old recipes", days_ago=90)
    cake = world.say(archived, "assistant", "Flour, butter, eggs.", model_name="stub-0", tokens_used=0)
    world.rate(cake, "alice", 1, None)
    archived.is_archived = True
    world.conversation("alice", None, days_ago=5)

    fixing = world.conversation("bob", "Fixing the bicycle", days_ago=3)
    world.say(fixing, "user", "The chain is off.")
    chain = world.say(fixing, "assistant", "Lift the wheel and turn the pedals. " * 10, model_name="stub-1")
    world.rate(chain, "bob", 1, None)
    world.share(fixing, "alice", "view")
    old = world.conversation("bob", "Travel receipts", days_ago=60)
    old.is_archived = True
    world.conversation("carol", "Farewell", days_ago=40)


class _World:
    """Makes one thing after another, each a little later than the one before."""

    def __init__(self, records: ChatRecords, named: dict[str, User], now: datetime) -> None:
        self._records = records
        self._named = named
        self._now = now
        self._at = now

    def _next(self) -> datetime:
        self._at += timedelta(minutes=1)
        return self._at

    def conversation(self, owner: str, title: str | None, *, days_ago: int) -> Conversation:
        self._at = self._now - timedelta(days=days_ago)
        row = Conversation(id=self._records.new_id(), user_id=self._named[owner].id, title=title, created_at=self._at)
        self._records.conversations[row.id] = row
        return row

    def say(
        self, row: Conversation, role: Literal["user", "assistant", "system"], content: str, **more: Any
    ) -> Message:
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
        began = self._next()
        call = ToolCall(
            id=self._records.new_id(),
            tool_call_id=f"call_{len(message.tool_calls) + 1:04d}",
            tool_name=tool,
            args=args,
            result=result,
            status="running" if result is None else "completed",
            started_at=began,
            completed_at=None if result is None else began + timedelta(milliseconds=250),
        )
        message.tool_calls = (*message.tool_calls, call)

    def rate(self, message: Message, who: str, worth: int, comment: str | None) -> None:
        rating = Rating(
            id=self._records.new_id(),
            message=message,
            user_id=self._named[who].id,
            rating=worth,
            comment=comment,
            created_at=self._next(),
        )
        self._records.ratings.add(rating)

    def share(self, row: Conversation, recipient: str | None, permission: Permission) -> None:
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

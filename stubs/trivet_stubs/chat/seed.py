"""The data of a new chat stub: one administrator, a little of everything, or a number of conversations."""

import re
from datetime import datetime, timedelta
from typing import Any, Literal

from trivet_stubs.chat.records import (
    ChatRecords,
    Conversation,
    File,
    Message,
    Permission,
    Rating,
    Share,
    ToolCall,
    User,
    link_token,
)
from trivet_stubs.kernel.spec import JsonObject

_LOAD = re.compile(r"([0-9]{1,7})x([0-9]{1,7})")
_OWNERS = ("alice", "bob", "dave", "erin")
# Bulk imports give many conversations the same time; here so many conversations of each owner have it.
_TIED = 4
_DAYS = 60
_MESSAGE_EVERY = timedelta(seconds=10)
_QUESTIONS = ("How do I reset my password?", "What is the refund policy?", "Summarise this for me, please.")
_ANSWERS = ("Open the settings and choose Security.", "Within 30 days, with the receipt.", "In short: it works.")
_COMMENTS = ("Just what I needed.", "It left out the second half.", "Quick, and right.")

# Name, full name, role, whether active. `100%` and `_` are there for searches that must not take them for wildcards.
_SMALL_USERS: tuple[tuple[str, str | None, Literal["admin", "user"], bool], ...] = (
    ("admin", "Ada Admin", "admin", True),
    ("nadia", "Nadia Nilsen", "admin", True),
    ("alice", "Alice Adams", "user", True),
    ("bob", "Bob Brown", "user", True),
    ("carol", "Carol Clark", "user", False),
    ("dave", None, "user", True),
    ("erin", "Erin 100% Evans_Ely", "user", True),
)

_NAME: JsonObject = {"type": "string", "pattern": "^[A-Za-z0-9._+-]{1,60}$"}
_TEXT: JsonObject = {"type": "string", "maxLength": 100_000}


def fill(records: ChatRecords, seed: str, users: int, now: datetime) -> None:
    """Fill empty records with data that is older than `now`."""
    load = _LOAD.fullmatch(seed)
    if load is None and seed not in ("empty", "small"):
        raise ValueError(f"seed: {seed!r} is neither empty nor small nor conversations x messages, such as 100x20")
    if users < 0:
        raise ValueError(f"users: {users} is less than 0")
    named = make_users(records, now)
    for user in [named["admin"]] if seed == "empty" else named.values():
        records.users[user.id] = user
    imported = now - timedelta(days=500)
    for number in range(1, users + 1):
        user = _further_user(records, number, imported)
        records.users[user.id] = user
    if seed == "small":
        add_small_data(records, named, now)
    elif load is not None:
        _add_conversations(records, [named[name] for name in _OWNERS], int(load[1]), int(load[2]), now)


def _further_user(records: ChatRecords, number: int, created_at: datetime) -> User:
    """Return a user of an import, which gives all of its users the same time."""
    return User(
        id=records.new_id(),
        email=f"user{number:04d}@example.com",
        full_name=f"User {number:04d}",
        created_at=created_at,
    )


def _add_conversations(
    records: ChatRecords, owners: list[User], conversations: int, messages: int, now: datetime
) -> None:
    """Add conversations of the last days, begun early enough that all of their messages are in the past."""
    together = _TIED * len(owners)
    last = now - messages * _MESSAGE_EVERY
    step = timedelta(days=_DAYS) / (conversations // together + 1)
    for number in range(conversations):
        owner = owners[number % len(owners)]
        start = last - timedelta(days=_DAYS) + number // together * step
        row = Conversation(
            id=records.new_id(), user_id=owner.id, title=f"Conversation {number + 1:05d}", created_at=start
        )
        records.conversations[row.id] = row
        _add_messages(records, row, messages, start)


def _add_messages(records: ChatRecords, row: Conversation, messages: int, start: datetime) -> None:
    at = start
    for number in range(messages):
        at += _MESSAGE_EVERY
        if number % 2 == 0:
            question = _QUESTIONS[number // 2 % len(_QUESTIONS)]
            row.messages.append(
                Message(id=records.new_id(), conversation_id=row.id, role="user", content=question, created_at=at)
            )
            continue
        message = Message(
            id=records.new_id(),
            conversation_id=row.id,
            role="assistant",
            content=_ANSWERS[number // 2 % len(_ANSWERS)],
            model_name="stub-1",
            tokens_used=20 + number,
            created_at=at,
        )
        row.messages.append(message)
        _rate(records, message, row.user_id, number // 2)
    row.updated_at = at if messages else None


def _rate(records: ChatRecords, message: Message, user_id: str, number: int) -> None:
    records.ratings.add(
        Rating(
            id=records.new_id(),
            message=message,
            user_id=user_id,
            rating=-1 if number % 4 == 3 else 1,
            comment=_COMMENTS[number % len(_COMMENTS)] if number % 5 == 0 else None,
            created_at=message.created_at,
        )
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
        for number, (name, full_name, role, is_active) in enumerate(_SMALL_USERS)
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
    answer = add.message(
        travel,
        "assistant",
        "Three: at 08:04, 10:04 and 12:04.",
        thinking="The timetable will know.",
        model_name="stub-1",
        tokens_used=57,
    )
    add.call(answer, "timetable", {"to": "Oslo", "days": [1], "flags": {"direct": True}}, "3 trains")
    add.call(answer, "weather", {"place": "Oslo"}, None)
    add.rate(answer, "alice", 1, "Quick, and right.")
    add.rate(answer, "bob", -1, "The 10:04 is cancelled,\nsays the station.")
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
        """Add a conversation; records that are added after it are later."""
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

    def rate(self, message: Message, rater: str, value: int, comment: str | None) -> None:
        """Add a user's rating of a message."""
        rating = Rating(
            id=self._records.new_id(),
            message=message,
            user_id=self._named[rater].id,
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


def _object_schema(required: list[str], **properties: JsonObject) -> JsonObject:
    return {"type": "object", "required": required, "properties": properties, "additionalProperties": False}


RECORDS_SCHEMA: JsonObject = _object_schema(
    [],
    users={
        "type": "array",
        "maxItems": 10_000,
        "items": _object_schema(
            ["name"],
            name=_NAME,
            full_name={"type": ["string", "null"], "maxLength": 200},
            role={"enum": ["admin", "user"]},
            is_active={"type": "boolean"},
        ),
    },
    conversations={
        "type": "array",
        "maxItems": 10_000,
        "items": _object_schema(
            ["owner"],
            owner=_NAME,
            title={"type": ["string", "null"], "maxLength": 10_000},
            is_archived={"type": "boolean"},
            days_ago={"type": "number", "minimum": 0, "maximum": 10_000},
            messages={
                "type": "array",
                "maxItems": 10_000,
                "items": _object_schema(
                    ["role", "content"],
                    role={"enum": ["user", "assistant", "system"]},
                    content=_TEXT,
                    thinking={"type": ["string", "null"], "maxLength": 100_000},
                    model_name={"type": ["string", "null"], "maxLength": 200},
                    tokens_used={"type": ["integer", "null"], "minimum": 0},
                    rating={"enum": [1, -1]},
                    comment={"type": ["string", "null"], "maxLength": 2000},
                ),
            },
            shared_with={
                "type": "array",
                "items": _object_schema(
                    [], user={"anyOf": [_NAME, {"type": "null"}]}, permission={"enum": ["view", "edit"]}
                ),
            },
        ),
    },
)
"""The JSON schema of the argument of `add_records`."""


def add_records(records: ChatRecords, own: JsonObject, now: datetime) -> None:
    """Add users and conversations, which have to match `RECORDS_SCHEMA`, to records, with times before `now`.

    >>> add_records(records, {"conversations": [{"owner": "alice", "title": "Mine"}]}, now)

    Raises:
        ValueError: A user exists already, or a conversation names a user that does not exist.
    """
    named = {user.name: user for user in records.users.values()}
    for position, fields in enumerate(own.get("users", ())):
        name: str = fields["name"]
        if name in named:
            raise ValueError(f"records.users.{position}.name: there is a user {name} already")
        named[name] = User(
            id=records.new_id(),
            email=f"{name}@example.com",
            full_name=fields.get("full_name"),
            role=fields.get("role", "user"),
            is_active=fields.get("is_active", True),
            created_at=now,
        )
        records.users[named[name].id] = named[name]
    add = RecordBuilder(records, named, now)
    for position, fields in enumerate(own.get("conversations", ())):
        where = f"records.conversations.{position}"
        _check_user(f"{where}.owner", fields["owner"], named)
        row = add.conversation(fields["owner"], fields.get("title"), days_ago=fields.get("days_ago", 1))
        row.is_archived = fields.get("is_archived", False)
        for raw in fields.get("messages", ()):
            more = {name: raw[name] for name in ("thinking", "model_name", "tokens_used") if name in raw}
            message = add.message(row, raw["role"], raw["content"], **more)
            if "rating" in raw:
                add.rate(message, fields["owner"], raw["rating"], raw.get("comment"))
        for number, share in enumerate(fields.get("shared_with", ())):
            user = share.get("user")
            if user is not None:
                _check_user(f"{where}.shared_with.{number}.user", user, named)
            add.share(row, user, share.get("permission", "view"))


def _check_user(where: str, name: str, named: dict[str, User]) -> None:
    if name not in named:
        raise ValueError(f"{where}: there is no user {name}; there are {', '.join(list(named)[:10])}")

"""Records of a test's own: users and conversations, as JSON values."""

from datetime import datetime

from trivet_stubs.chat.records import User
from trivet_stubs.chat.small_data import RecordBuilder
from trivet_stubs.chat.store import ChatRecords
from trivet_stubs.kernel.spec import JsonObject

_NAME: JsonObject = {"type": "string", "pattern": "^[A-Za-z0-9._+-]{1,60}$"}
_TEXT: JsonObject = {"type": "string", "maxLength": 100_000}


def _object(required: list[str], **properties: JsonObject) -> JsonObject:
    return {"type": "object", "required": required, "properties": properties, "additionalProperties": False}


RECORDS_SCHEMA: JsonObject = _object(
    [],
    users={
        "type": "array",
        "maxItems": 10_000,
        "items": _object(
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
        "items": _object(
            ["owner"],
            owner=_NAME,
            title={"type": ["string", "null"], "maxLength": 10_000},
            is_archived={"type": "boolean"},
            days_ago={"type": "number", "minimum": 0, "maximum": 10_000},
            messages={
                "type": "array",
                "maxItems": 10_000,
                "items": _object(
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
                "items": _object([], user={"anyOf": [_NAME, {"type": "null"}]}, permission={"enum": ["view", "edit"]}),
            },
        ),
    },
)
"""The JSON schema of what `add_records` takes."""


def add_records(records: ChatRecords, own: JsonObject, now: datetime) -> None:
    """Add users and conversations, which `RECORDS_SCHEMA` allows, to records; all of them are before `now`.

    >>> add_records(records, {"conversations": [{"owner": "alice", "title": "Mine"}]}, now)

    Raises:
        ValueError: A user is there already, or a conversation names one that is not.
    """
    named = {user.name: user for user in records.users.values()}
    for position, each in enumerate(own.get("users", ())):
        name: str = each["name"]
        if name in named:
            raise ValueError(f"records.users.{position}.name: there is a user {name} already")
        named[name] = User(
            id=records.new_id(),
            email=f"{name}@example.com",
            full_name=each.get("full_name"),
            role=each.get("role", "user"),
            is_active=each.get("is_active", True),
            created_at=now,
        )
        records.users[named[name].id] = named[name]
    add = RecordBuilder(records, named, now)
    for position, each in enumerate(own.get("conversations", ())):
        where = f"records.conversations.{position}"
        _check_user(f"{where}.owner", each["owner"], named)
        row = add.conversation(each["owner"], each.get("title"), days_ago=each.get("days_ago", 1))
        row.is_archived = each.get("is_archived", False)
        for raw in each.get("messages", ()):
            more = {name: raw[name] for name in ("thinking", "model_name", "tokens_used") if name in raw}
            message = add.message(row, raw["role"], raw["content"], **more)
            if "rating" in raw:
                add.rate(message, each["owner"], raw["rating"], raw.get("comment"))
        for number, share in enumerate(each.get("shared_with", ())):
            user = share.get("user")
            if user is not None:
                _check_user(f"{where}.shared_with.{number}.user", user, named)
            add.share(row, user, share.get("permission", "view"))


def _check_user(where: str, name: str, named: dict[str, User]) -> None:
    if name not in named:
        raise ValueError(f"{where}: there is no user {name}; there are {', '.join(list(named)[:10])}")

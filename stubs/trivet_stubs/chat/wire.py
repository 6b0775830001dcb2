"""The JSON objects that the chat service sends for its records, and for pages of them."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, TypeVar

from trivet_stubs.chat.records import ChatRecords, Conversation, Message, Rating, Ratings, Share, ToolCall, User
from trivet_stubs.kernel.contract import load
from trivet_stubs.kernel.messages import ContractRequest, Reply
from trivet_stubs.kernel.operation import JSON
from trivet_stubs.kernel.rule_catalogue import applies
from trivet_stubs.kernel.spec import JsonObject

NO_BODY = Reply(headers={"content-type": JSON})
"""The answer to a deletion: as observed, a media type and no body."""

_EXCERPT_LENGTH = 200

T = TypeVar("T")


def moment(at: datetime) -> str:
    """A time in UTC, to the microsecond, as the service writes it."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def conversation(row: Conversation) -> JsonObject:
    """A conversation without its messages."""
    return _record("Conversation", row, is_demo=False)


@applies("chat.conversations.get-embeds-messages")
def conversation_with_messages(
    row: Conversation, ratings: Ratings, reader: str | None, *, null_count: bool = False
) -> JsonObject:
    """A conversation with all its messages, oldest first."""
    messages = [message(entry, ratings, reader, null_count=null_count) for entry in oldest_first(row)]
    return {**conversation(row), "messages": messages}


@applies("chat.admin-conversations.list-has-a-message-count")
def admin_conversation(row: Conversation) -> JsonObject:
    """A conversation as an administrator lists it; the observed backend never fills in the latest message."""
    return {**conversation(row), "message_count": len(row.messages), "latest_message": None}


def oldest_first(row: Conversation) -> list[Message]:
    """The messages by time, which may differ from their order if the clock was set back."""
    return sorted(row.messages, key=lambda entry: entry.created_at)


@applies("chat.messages.list-includes-tool-calls")
def message(row: Message, ratings: Ratings, reader: str | None, *, null_count: bool = False) -> JsonObject:
    """A message with the ratings that a reader may see.

    Args:
        row: The message.
        ratings: All ratings.
        reader: The user whose rating is shown; None shows neither a rating nor counts.
        null_count: Whether the counts are null when there is no rating.
    """
    rated = ratings.of(row.id)
    mine = rated.get(reader) if reader else None
    counted = bool(reader) and (bool(rated) or not null_count)
    likes = sum(vote.rating > 0 for vote in rated.values())
    return _record(
        "Message",
        row,
        tool_calls=[_tool_call(row, call) for call in row.tool_calls],
        files=[_record("MessageFile", file) for file in row.files],
        user_rating=mine.rating if mine else None,
        rating_count={"likes": likes, "dislikes": len(rated) - likes} if counted else None,
        updated_at=None,
    )


def _tool_call(row: Message, call: ToolCall) -> JsonObject:
    duration = call.completed_at - call.started_at if call.completed_at else None
    milliseconds = None if duration is None else int(duration.total_seconds() * 1000)
    return _record("ToolCall", call, message_id=row.id, duration_ms=milliseconds)


def rating(row: Rating) -> JsonObject:
    """A rating as its user sees it."""
    return _record("MessageRating", row, message_id=row.message.id)


def admin_rating(row: Rating, records: ChatRecords) -> JsonObject:
    """A rating with its message and user, as an administrator lists it."""
    user = records.users.get(row.user_id)  # users may be deleted while an export is sent
    return {
        **rating(row),
        "message_content": row.message.content[:_EXCERPT_LENGTH],
        "message_role": row.message.role,
        "conversation_id": row.message.conversation_id,
        "user_email": user.email if user else None,
        "user_name": user.full_name if user else None,
    }


def exported_conversation(row: Conversation, records: ChatRecords) -> JsonObject:
    """A conversation in the form of the export."""
    messages = [_exported_message(entry, records) for entry in oldest_first(row)]
    return _record("ExportedConversation", row, messages=messages)


def _exported_message(row: Message, records: ChatRecords) -> JsonObject:
    return _record(
        "ExportedMessage",
        row,
        tool_calls=[_record("ExportedToolCall", call) for call in row.tool_calls],
        ratings=[_exported_rating(vote, records) for vote in records.ratings.of(row.id).values()],
    )


def _exported_rating(row: Rating, records: ChatRecords) -> JsonObject:
    user = records.users[row.user_id]
    return _record("ExportedRating", row, user_email=user.email, user_name=user.full_name)


def share(row: Share) -> JsonObject:
    """A share; the observed backend never fills in the email addresses."""
    return _record("Share", row, shared_with_email=None, shared_by_email=None)


def shared_conversation(row: Conversation, link: Share) -> JsonObject:
    """The conversation and the share that a public link shows, with fewer fields than the records may have."""
    messages = [
        {"id": entry.id, "role": entry.role, "content": entry.content, "created_at": moment(entry.created_at)}
        for entry in oldest_first(row)
    ]
    return {
        "conversation": {"id": row.id, "title": row.title, "messages": messages},
        "share": _record("PublicShare", link),
    }


def user(row: User) -> JsonObject:
    """A user."""
    return _record("User", row, avatar_url=None, onboarding_completed_at=None)


@applies("chat.users.list-has-counts")
def admin_user(row: User, conversation_count: int) -> JsonObject:
    """A user as an administrator lists them."""
    return _record("AdminUser", row, conversation_count=conversation_count)


def _record(name: str, row: object, **others: Any) -> JsonObject:
    """A record of the contract: the fields that are given, and the others of a row."""
    return {field: others[field] if field in others else _written(getattr(row, field)) for field in _fields(name)}


def _written(value: Any) -> Any:
    return moment(value) if isinstance(value, datetime) else value


@cache
def _fields(name: str) -> tuple[str, ...]:
    return tuple(load("chat").document["components"]["schemas"][name]["properties"])


@applies("chat.requests.paging-is-in-the-query", "chat.paging.skip-is-0-by-default")
@applies("chat.paging.limit-is-50-by-default", "chat.paging.lists-have-items-and-total")
@applies("chat.paging.total-counts-every-match", "chat.paging.pages-have-each-record-once")
def page(
    request: ContractRequest,
    rows: Sequence[T],
    write: Callable[[T], JsonObject],
    *,
    default_limit: int = 50,
    total: int | None = None,
) -> JsonObject:
    """The page of rows that a request asks for.

    Args:
        request: The request; `skip` and `limit` of its query count.
        rows: Every row, in order.
        write: Converts a row to its JSON object.
        default_limit: How many rows the page holds when the request has no `limit`.
        total: The total of the list, if some rows are on no page; None for the number of rows.
    """
    skip: int = request.query.get("skip", 0)
    limit: int = request.query.get("limit", default_limit)
    return {"items": [write(row) for row in rows[skip : skip + limit]], "total": len(rows) if total is None else total}

# Generated from spec/chat.yaml by `python -m codegen`; do not edit.
"""The records of the Chat Conversation and Administration Service, revision 1.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar, Literal

from ..._core.decoders import array, has_form, instant, new, optional_array
from ..._core.free_form import free_form
from ..._core.lazy_attrs_classes import Factory, define
from ..._core.record import Names, Record, decode_rest, or_null

__all__ = [
    "AdminConversation", "AdminConversations", "AdminRating", "AdminRatings", "AdminUser", "AdminUsers", "AppError",
    "AppProblem", "Conversation", "ConversationCreate", "ConversationUpdate", "ConversationWithMessages",
    "Conversations", "ConversationsExport", "ExportedConversation", "ExportedMessage", "ExportedRating",
    "ExportedToolCall", "FrameworkProblem", "Impersonation", "InvalidInput", "Message", "MessageCreate",
    "MessageFile", "MessageRating", "MessageRatingCreate", "Messages", "PublicConversation", "PublicMessage",
    "PublicShare", "RatingCount", "RatingSummary", "RatingsExport", "RatingsOfDay", "Share", "ShareCreate",
    "SharedConversation", "Shares", "ToolCall", "User", "UserUpdate",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class AdminConversation(Record):
    """A conversation in the administrators' list: a message count instead of messages.

    Returned by `admin.conversations.list`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "user_id": "user_id",
        "title": "title",
        "is_archived": "is_archived",
        "is_demo": "is_demo",
        "created_at": "created_at",
        "updated_at": "updated_at",
        "message_count": "message_count",
        "latest_message": "latest_message",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"created_at", "message_count"})

    id: str
    """The id of the conversation."""

    user_id: str | None = None
    """The id of its owner."""

    title: str | None = None
    """Its title; null if it has none (observed)."""

    is_archived: bool | None = None
    """Whether it is archived, which hides it from the default list."""

    is_demo: bool | None = None
    """Whether it is an example conversation of the service."""

    created_at: datetime
    """When it was created."""

    updated_at: datetime | None = None
    """When it last changed or received a message; null until then."""

    message_count: int
    """The number of its messages."""

    latest_message: Message | None = None
    """Its latest message, if the service sends it."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class AdminConversations(Record):
    """A page of conversations of all users. Returned by `admin.conversations.list`."""

    __wire_names__: ClassVar[Names] = {"items": "items", "total": "total"}

    items: list[AdminConversation]
    """The conversations of the page."""

    total: int
    """The number of records on all pages."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class AdminRating(Record):
    """A rating in the administrators' list. It has its message and user (observed).

    Returned by `admin.ratings.export` and `admin.ratings.list`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "message_id": "message_id",
        "user_id": "user_id",
        "rating": "rating",
        "comment": "comment",
        "created_at": "created_at",
        "updated_at": "updated_at",
        "conversation_id": "conversation_id",
        "message_content": "message_content",
        "message_role": "message_role",
        "user_email": "user_email",
        "user_name": "user_name",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"message_id", "user_id", "rating", "created_at"})

    id: str
    """The id of the rating."""

    message_id: str
    """The id of the rated message."""

    user_id: str
    """The id of the user who rated."""

    rating: int
    """1 for a like, -1 for a dislike."""

    comment: str | None = None
    """The user's comment; null if there is none."""

    created_at: datetime
    """When the message was first rated."""

    updated_at: datetime | None = None
    """When the rating last changed; null until then."""

    conversation_id: str | None = None
    """The id of the conversation of the message."""

    message_content: str | None = None
    """The first 200 characters of the message."""

    message_role: str | None = None
    """The role of the author of the message."""

    user_email: str | None = None
    """The email address of the user who rated."""

    user_name: str | None = None
    """The name of the user who rated."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class AdminRatings(Record):
    """A page of ratings. Returned by `admin.ratings.list`."""

    __wire_names__: ClassVar[Names] = {"items": "items", "total": "total"}

    items: list[AdminRating]
    """The ratings of the page."""

    total: int
    """The number of records on all pages."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class AdminUser(Record):
    """A user in the administrators' list, with counts. Returned by `admin.users.list`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "email": "email",
        "full_name": "full_name",
        "role": "role",
        "is_active": "is_active",
        "is_app_admin": "is_app_admin",
        "conversation_count": "conversation_count",
        "created_at": "created_at",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset(
        {"email", "role", "is_active", "conversation_count", "created_at"}
    )

    id: str
    """The id of the user."""

    email: str
    """The email address."""

    full_name: str | None = None
    """The full name; null if the user gave none."""

    role: Literal["admin", "user"] | str
    """The role of the user."""

    is_active: bool
    """Whether the user may sign in."""

    is_app_admin: bool | None = None
    """Whether the user is an administrator of the application."""

    conversation_count: int
    """The number of conversations that the user owns."""

    created_at: datetime
    """When the user was created."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class AdminUsers(Record):
    """A page of users, newest first (observed). Returned by `admin.users.list`."""

    __wire_names__: ClassVar[Names] = {"items": "items", "total": "total"}

    items: list[AdminUser]
    """The users of the page."""

    total: int
    """The number of records on all pages."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class AppError(Record):
    """An error that the application reports.

    In the body of an error answer of `admin.conversations.export`, `admin.conversations.list` and 23 more.
    """

    __wire_names__: ClassVar[Names] = {"code": "code", "message": "message", "details": "details"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"code", "message"})

    code: str
    """The error code, for instance NOT_FOUND."""

    message: str
    """The error message."""

    details: dict[str, Any] | None = None
    """Details of the error."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class AppProblem(Record):
    """The body of an error that the application reports.

    In the body of an error answer of `admin.conversations.export`, `admin.conversations.list` and 23 more.
    """

    __wire_names__: ClassVar[Names] = {"error": "error"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"error"})

    error: AppError
    """The error."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Conversation(Record):
    """A conversation without its messages.

    Returned by `conversations.archive`, `conversations.create` and 3 more.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "user_id": "user_id",
        "title": "title",
        "is_archived": "is_archived",
        "is_demo": "is_demo",
        "created_at": "created_at",
        "updated_at": "updated_at",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"created_at"})

    id: str
    """The id of the conversation."""

    user_id: str | None = None
    """The id of its owner."""

    title: str | None = None
    """Its title; null if it has none (observed)."""

    is_archived: bool | None = None
    """Whether it is archived, which hides it from the default list."""

    is_demo: bool | None = None
    """Whether it is an example conversation of the service."""

    created_at: datetime
    """When it was created."""

    updated_at: datetime | None = None
    """When it last changed or received a message; null until then."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ConversationCreate(Record):
    """The form that creates a conversation. Taken by `conversations.create`."""

    __wire_names__: ClassVar[Names] = {"title": "title"}

    title: str | None = None
    """The title."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ConversationUpdate(Record):
    """The form that updates a conversation; omitted fields stay (observed).

    Taken by `conversations.update`.
    """

    __wire_names__: ClassVar[Names] = {"title": "title", "is_archived": "is_archived"}

    title: str | None = None
    """The new title. None removes it (observed)."""

    is_archived: bool | None = None
    """Whether it is archived, which hides it from the default list."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ConversationWithMessages(Record):
    """A conversation with all its messages. Returned by `conversations.get`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "user_id": "user_id",
        "title": "title",
        "is_archived": "is_archived",
        "is_demo": "is_demo",
        "created_at": "created_at",
        "updated_at": "updated_at",
        "messages": "messages",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"created_at"})

    id: str
    """The id of the conversation."""

    user_id: str | None = None
    """The id of its owner."""

    title: str | None = None
    """Its title; null if it has none (observed)."""

    is_archived: bool | None = None
    """Whether it is archived, which hides it from the default list."""

    is_demo: bool | None = None
    """Whether it is an example conversation of the service."""

    created_at: datetime
    """When it was created."""

    updated_at: datetime | None = None
    """When it last changed or received a message; null until then."""

    messages: list[Message]
    """Its messages, oldest first (observed)."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Conversations(Record):
    """A page of conversations. Returned by `conversations.list` and `conversations.shared_with_me`."""

    __wire_names__: ClassVar[Names] = {"items": "items", "total": "total"}

    items: list[Conversation]
    """The conversations of the page."""

    total: int
    """The number of records on all pages."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ConversationsExport(Record):
    """All conversations of all users, exported as JSON. Returned by `admin.conversations.export`."""

    __wire_names__: ClassVar[Names] = {"conversations": "conversations", "total": "total"}

    conversations: list[ExportedConversation]
    """The conversations, newest first (observed)."""

    total: int
    """The number of conversations."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ExportedConversation(Record):
    """A conversation in the export of all conversations. Returned by `admin.conversations.export`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "user_id": "user_id",
        "title": "title",
        "created_at": "created_at",
        "updated_at": "updated_at",
        "is_archived": "is_archived",
        "messages": "messages",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id", "created_at", "messages"})

    id: str
    """The id of the conversation."""

    user_id: str | None = None
    """The id of its owner."""

    title: str | None = None
    """Its title; null if it has none."""

    created_at: datetime
    """When it was created."""

    updated_at: datetime | None = None
    """When it last changed or received a message; null until then."""

    is_archived: bool | None = None
    """Whether it is archived, which hides it from the default list."""

    messages: list[ExportedMessage]
    """Its messages, oldest first."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ExportedMessage(Record):
    """A message in the export of all conversations. Returned by `admin.conversations.export`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "role": "role",
        "content": "content",
        "created_at": "created_at",
        "model_name": "model_name",
        "tokens_used": "tokens_used",
        "tool_calls": "tool_calls",
        "ratings": "ratings",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id", "role", "content", "created_at"})

    id: str
    """The id of the message."""

    role: Literal["user", "assistant", "system"] | str
    """The author of the message."""

    content: str
    """The text."""

    created_at: datetime
    """When it was created."""

    model_name: str | None = None
    """The model that generated it."""

    tokens_used: int | None = None
    """The number of tokens used."""

    tool_calls: list[ExportedToolCall] = Factory(lambda: list[ExportedToolCall]())
    """The tool calls of the message."""

    ratings: list[ExportedRating] = Factory(lambda: list[ExportedRating]())
    """The ratings of the message."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ExportedRating(Record):
    """A rating in the export of all conversations. Returned by `admin.conversations.export`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "user_id": "user_id",
        "user_email": "user_email",
        "user_name": "user_name",
        "rating": "rating",
        "comment": "comment",
        "created_at": "created_at",
        "updated_at": "updated_at",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id", "user_id", "rating", "created_at"})

    id: str
    """The id of the rating."""

    user_id: str
    """The id of the user who rated."""

    user_email: str | None = None
    """The email address of the user who rated."""

    user_name: str | None = None
    """The name of the user who rated."""

    rating: int
    """1 for a like, -1 for a dislike."""

    comment: str | None = None
    """The user's comment; null if there is none."""

    created_at: datetime
    """When the message was first rated."""

    updated_at: datetime | None = None
    """When the rating last changed; null until then."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ExportedToolCall(Record):
    """A tool call in the export of all conversations. Returned by `admin.conversations.export`."""

    __wire_names__: ClassVar[Names] = {"tool_name": "tool_name", "args": "args", "result": "result", "status": "status"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"tool_name", "args"})

    tool_name: str
    """The name of the tool."""

    args: dict[str, Any]
    """The arguments of the call."""

    result: str | None = None
    """The result; null until the call has ended."""

    status: Literal["pending", "running", "completed", "failed"] | str | None = None
    """The state of the call."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FrameworkProblem(Record):
    """The body of an error that the web framework reports.

    In the body of an error answer of `admin.conversations.export`, `admin.conversations.list` and 23 more.
    """

    __wire_names__: ClassVar[Names] = {"detail": "detail"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"detail"})

    detail: str | list[InvalidInput]
    """The error message, or the list of invalid inputs."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Impersonation(Record):
    """An access token that acts as a user, and the ids of both users.

    Returned by `admin.users.impersonate`.
    """

    __wire_names__: ClassVar[Names] = {
        "access_token": "access_token",
        "token_type": "token_type",
        "impersonated_user_id": "impersonated_user_id",
        "impersonated_by": "impersonated_by",
        "expires_in": "expires_in",
    }
    __secret__: ClassVar[frozenset[str]] = frozenset({"access_token"})

    access_token: str
    """The token; it gives access to everything of that user."""

    token_type: str
    """The type of the token, `bearer`."""

    impersonated_user_id: str
    """The id of the user it acts as."""

    impersonated_by: str
    """The id of the administrator who created it."""

    expires_in: int
    """How long the token is valid in seconds, 3600."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class InvalidInput(Record):
    """One invalid input.

    In the body of an error answer of `admin.conversations.export`, `admin.conversations.list` and 23 more.
    """

    __wire_names__: ClassVar[Names] = {"type": "type", "loc": "loc", "msg": "msg", "input": "input", "ctx": "ctx"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"type", "loc", "msg"})

    type: str
    """The rule that the input violates."""

    loc: list[str | int]
    """The path to the input."""

    msg: str
    """The error message for the input."""

    input: Any = None
    """The value that was sent."""

    ctx: dict[str, Any] | None = None
    """The parameters of the rule."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Message(Record):
    """A message of a conversation. Returned by `admin.conversations.list`, `conversations.get` and 2 more."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "conversation_id": "conversation_id",
        "role": "role",
        "content": "content",
        "thinking": "thinking",
        "model_name": "model_name",
        "tokens_used": "tokens_used",
        "tool_calls": "tool_calls",
        "files": "files",
        "user_rating": "user_rating",
        "rating_count": "rating_count",
        "created_at": "created_at",
        "updated_at": "updated_at",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"conversation_id", "role", "content", "created_at"})

    id: str
    """The id of the message."""

    conversation_id: str
    """The id of its conversation."""

    role: Literal["user", "assistant", "system"] | str
    """The author of the message."""

    content: str
    """The text."""

    thinking: str | None = None
    """The reasoning of the assistant, if it was stored."""

    model_name: str | None = None
    """The model that generated it."""

    tokens_used: int | None = None
    """The number of tokens used."""

    tool_calls: list[ToolCall] = Factory(lambda: list[ToolCall]())
    """The tool calls of the message."""

    files: list[MessageFile] = Factory(lambda: list[MessageFile]())
    """The files attached to it."""

    user_rating: int | None = None
    """The caller's own rating, 1 or -1; null if there is none."""

    rating_count: RatingCount | None = None
    """The number of ratings by all users; null if an administrator reads another user's conversation."""

    created_at: datetime
    """When it was created."""

    updated_at: datetime | None = None
    """When it last changed; null until then."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class MessageCreate(Record):
    """The form that adds a message. Taken by `conversations.messages.create`."""

    __wire_names__: ClassVar[Names] = {
        "role": "role",
        "content": "content",
        "thinking": "thinking",
        "model_name": "model_name",
        "tokens_used": "tokens_used",
    }

    role: Literal["user", "assistant", "system"] | str
    """The author of the message."""

    content: str
    """The text; the service strips leading and trailing whitespace."""

    thinking: str | None = None
    """The reasoning of the assistant."""

    model_name: str | None = None
    """The model that generated it."""

    tokens_used: int | None = None
    """The number of tokens used."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class MessageFile(Record):
    """A file attached to a message.

    Returned by `admin.conversations.list`, `conversations.get` and 2 more.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "filename": "filename",
        "mime_type": "mime_type",
        "file_type": "file_type",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id"})

    id: str
    """The id of the file."""

    filename: str | None = None
    """The file name."""

    mime_type: str | None = None
    """The media type."""

    file_type: str | None = None
    """The kind of file, as the service names it."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class MessageRating(Record):
    """The rating of a message by one user. Returned by `conversations.messages.rate`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "message_id": "message_id",
        "user_id": "user_id",
        "rating": "rating",
        "comment": "comment",
        "created_at": "created_at",
        "updated_at": "updated_at",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id", "message_id", "user_id", "rating", "created_at"})

    id: str
    """The id of the rating."""

    message_id: str
    """The id of the rated message."""

    user_id: str
    """The id of the user who rated."""

    rating: int
    """1 for a like, -1 for a dislike."""

    comment: str | None = None
    """The user's comment; null if there is none."""

    created_at: datetime
    """When the message was first rated."""

    updated_at: datetime | None = None
    """When the rating last changed; null until then."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class MessageRatingCreate(Record):
    """The form that rates a message. Taken by `conversations.messages.rate`."""

    __wire_names__: ClassVar[Names] = {"rating": "rating", "comment": "comment"}

    rating: Literal[1, -1] | int
    """1 for a like, -1 for a dislike."""

    comment: str | None = None
    """A comment on the rating. Rating again without a comment removes the old one (observed). The service keeps
    the first 2,000 characters, strips them and removes control characters (observed).
    """


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Messages(Record):
    """A page of messages. Returned by `conversations.messages.list`."""

    __wire_names__: ClassVar[Names] = {"items": "items", "total": "total"}

    items: list[Message]
    """The messages of the page."""

    total: int
    """The number of records on all pages."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PublicConversation(Record):
    """A conversation opened through a public link. Returned by `conversations.open_shared`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "title": "title",
        "user_id": "user_id",
        "created_at": "created_at",
        "updated_at": "updated_at",
        "messages": "messages",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id"})

    id: str
    """The id of the conversation."""

    title: str | None = None
    """Its title; null if it has none."""

    user_id: str | None = None
    """The id of its owner, if the service sends it."""

    created_at: datetime | None = None
    """When it was created, if the service sends it."""

    updated_at: datetime | None = None
    """When it last changed, if the service sends it."""

    messages: list[PublicMessage]
    """Its messages, oldest first."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PublicMessage(Record):
    """A message of a conversation opened through a public link. Returned by `conversations.open_shared`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "role": "role",
        "content": "content",
        "created_at": "created_at",
        "tool_calls": "tool_calls",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id", "role", "content", "created_at"})

    id: str
    """The id of the message."""

    role: Literal["user", "assistant", "system"] | str
    """The author of the message."""

    content: str
    """The text."""

    created_at: datetime
    """When it was created."""

    tool_calls: list[ToolCall] = Factory(lambda: list[ToolCall]())
    """The tool calls of the message, if the service sends them."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PublicShare(Record):
    """The share of a public link. Returned by `conversations.open_shared`."""

    __wire_names__: ClassVar[Names] = {"id": "id", "permission": "permission", "share_token": "share_token"}
    __secret__: ClassVar[frozenset[str]] = frozenset({"share_token"})
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id"})

    id: str
    """The id of the share."""

    permission: Literal["view", "edit"] | str | None = None
    """The access of the link."""

    share_token: str | None = None
    """The token of the link."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class RatingCount(Record):
    """The number of likes and dislikes of a message.

    Returned by `admin.conversations.list`, `conversations.get` and 2 more.
    """

    __wire_names__: ClassVar[Names] = {"likes": "likes", "dislikes": "dislikes"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"likes", "dislikes"})

    likes: int
    """The number of likes."""

    dislikes: int
    """The number of dislikes."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class RatingSummary(Record):
    """Statistics of the ratings of the last days; all numbers are limited to these days.

    Returned by `admin.ratings.summary`.
    """

    __wire_names__: ClassVar[Names] = {
        "total_ratings": "total_ratings",
        "like_count": "like_count",
        "dislike_count": "dislike_count",
        "average_rating": "average_rating",
        "with_comments": "with_comments",
        "ratings_by_day": "ratings_by_day",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset(
        {"total_ratings", "like_count", "dislike_count", "average_rating", "with_comments", "ratings_by_day"}
    )

    total_ratings: int
    """The number of ratings."""

    like_count: int
    """The number of likes."""

    dislike_count: int
    """The number of dislikes."""

    average_rating: float
    """The average from -1.0 (dislikes only) to 1.0 (likes only); 0.0 without ratings."""

    with_comments: int
    """The number of ratings with a comment."""

    ratings_by_day: list[RatingsOfDay]
    """The ratings per day, oldest first; days without ratings are left out."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class RatingsExport(Record):
    """All ratings that match, exported as JSON. Returned by `admin.ratings.export`."""

    __wire_names__: ClassVar[Names] = {"ratings": "ratings", "total": "total", "exported_at": "exported_at"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"ratings", "total"})

    ratings: list[AdminRating]
    """The ratings."""

    total: int
    """The number of ratings."""

    exported_at: datetime | None = None
    """When the export was made."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class RatingsOfDay(Record):
    """The number of likes and dislikes on one day. Returned by `admin.ratings.summary`."""

    __wire_names__: ClassVar[Names] = {"date": "date", "likes": "likes", "dislikes": "dislikes"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"date", "likes", "dislikes"})

    date: str
    """The day in UTC, as YYYY-MM-DD."""

    likes: int
    """The number of likes."""

    dislikes: int
    """The number of dislikes."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Share(Record):
    """A share of a conversation, with a user or through a public link.

    Returned by `conversations.shares.create` and `conversations.shares.list`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "conversation_id": "conversation_id",
        "shared_by": "shared_by",
        "shared_with": "shared_with",
        "share_token": "share_token",
        "permission": "permission",
        "shared_with_email": "shared_with_email",
        "shared_by_email": "shared_by_email",
        "created_at": "created_at",
    }
    __secret__: ClassVar[frozenset[str]] = frozenset({"share_token"})
    __assumed__: ClassVar[frozenset[str]] = frozenset({"conversation_id", "shared_by", "permission", "created_at"})

    id: str
    """The id of the share."""

    conversation_id: str
    """The conversation."""

    shared_by: str
    """The id of the user who shared it."""

    shared_with: str | None = None
    """The id of the user it is shared with; null for a link."""

    share_token: str | None = None
    """The token of the public link, for `open_shared`; null if it is shared with a user."""

    permission: Literal["view", "edit"] | str
    """The access of the user or the link."""

    shared_with_email: str | None = None
    """The email address of that user."""

    shared_by_email: str | None = None
    """The email address of the user who shared it."""

    created_at: datetime
    """When it was shared."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ShareCreate(Record):
    """The form that shares a conversation. Taken by `conversations.shares.create`."""

    __wire_names__: ClassVar[Names] = {
        "shared_with": "shared_with",
        "permission": "permission",
        "generate_link": "generate_link",
    }

    shared_with: str | None = None
    """The id of the user to share with."""

    permission: Literal["view", "edit"] | str | None = None
    """The access of the user or the link; view by default (observed)."""

    generate_link: bool | None = None
    """Whether to create a public link, which opens without signing in."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SharedConversation(Record):
    """A conversation opened through a public link, and its share. Some releases send the conversation alone.

    Returned by `conversations.open_shared`.
    """

    __wire_names__: ClassVar[Names] = {"conversation": "conversation", "share": "share"}

    conversation: PublicConversation
    """The conversation."""

    share: PublicShare | None = None
    """The share, if the service sends it."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Shares(Record):
    """All shares of a conversation. Returned by `conversations.shares.list`."""

    __wire_names__: ClassVar[Names] = {"items": "items", "total": "total"}

    items: list[Share]
    """The shares."""

    total: int
    """The number of shares."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ToolCall(Record):
    """A call of a tool by the assistant.

    Returned by `admin.conversations.list`, `conversations.get` and 3 more.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "message_id": "message_id",
        "tool_call_id": "tool_call_id",
        "tool_name": "tool_name",
        "args": "args",
        "result": "result",
        "status": "status",
        "started_at": "started_at",
        "completed_at": "completed_at",
        "duration_ms": "duration_ms",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset(
        {"id", "message_id", "tool_call_id", "tool_name", "args", "started_at"}
    )

    id: str
    """The id of this record."""

    message_id: str
    """The id of the message that made the call."""

    tool_call_id: str
    """The id that the model gave the call."""

    tool_name: str
    """The name of the tool."""

    args: dict[str, Any]
    """The arguments of the call."""

    result: str | None = None
    """The result; null until the call has ended."""

    status: Literal["pending", "running", "completed", "failed"] | str | None = None
    """The state of the call."""

    started_at: datetime
    """When the call started."""

    completed_at: datetime | None = None
    """When the call ended; null until then."""

    duration_ms: int | None = None
    """The duration in milliseconds; null until the call has ended."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class User(Record):
    """A user of the service. Returned by `admin.users.get` and `admin.users.update`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "email": "email",
        "full_name": "full_name",
        "role": "role",
        "is_active": "is_active",
        "is_app_admin": "is_app_admin",
        "avatar_url": "avatar_url",
        "onboarding_completed_at": "onboarding_completed_at",
        "created_at": "created_at",
        "updated_at": "updated_at",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"email", "role", "is_active", "created_at"})

    id: str
    """The id of the user."""

    email: str
    """The email address."""

    full_name: str | None = None
    """The full name; null if the user gave none."""

    role: Literal["admin", "user"] | str
    """The role of the user."""

    is_active: bool
    """Whether the user may sign in."""

    is_app_admin: bool | None = None
    """Whether the user is an administrator of the application, if the service sends it."""

    avatar_url: str | None = None
    """The URL of the user's picture; null if there is none."""

    onboarding_completed_at: datetime | None = None
    """When the user finished the introduction; null until then."""

    created_at: datetime
    """When the user was created."""

    updated_at: datetime | None = None
    """When the user last changed; null until then."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class UserUpdate(Record):
    """The form that updates a user; omitted fields stay (observed). Taken by `admin.users.update`."""

    __wire_names__: ClassVar[Names] = {"role": "role", "is_active": "is_active", "is_app_admin": "is_app_admin"}

    role: Literal["admin", "user"] | str | None = None
    """The new role."""

    is_active: bool | None = None
    """Whether the user may sign in (observed)."""

    is_app_admin: bool | None = None
    """Whether the user is an administrator of the application (assumed)."""


def decode_admin_conversation(d: dict[str, Any]) -> AdminConversation:
    o = new(AdminConversation)
    try:
        if len(d) == 9:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.user_id = d["user_id"]
            o.title = d["title"]
            o.is_archived = d["is_archived"]
            o.is_demo = d["is_demo"]
            o.created_at = instant(d["created_at"])
            o.updated_at = None if (v := d["updated_at"]) is None else instant(v)
            o.message_count = d["message_count"]
            o.latest_message = None if (v := d["latest_message"]) is None else decode_message(v)
            o.__source__ = None
            return o
        o.id = d["id"]
        o.user_id = d.get("user_id")
        o.title = d.get("title")
        o.is_archived = d.get("is_archived")
        o.is_demo = d.get("is_demo")
        o.created_at = instant(d["created_at"])
        o.updated_at = None if (v := d.get("updated_at")) is None else instant(v)
        o.message_count = d["message_count"]
        o.latest_message = None if (v := d.get("latest_message")) is None else decode_message(v)
    except KeyError:
        return decode_rest(
            o, d, {"created_at": instant, "updated_at": or_null(instant), "latest_message": or_null(decode_message)}
        )
    o.__source__ = (
        None
        if len(d)
        == 3
        + ("user_id" in d)
        + ("title" in d)
        + ("is_archived" in d)
        + ("is_demo" in d)
        + ("updated_at" in d)
        + ("latest_message" in d)
        else d
    )
    return o


def decode_admin_conversations(d: dict[str, Any]) -> AdminConversations:
    o = new(AdminConversations)
    o.items = array(d["items"], decode_admin_conversation)
    o.total = d["total"]
    o.__source__ = None if len(d) == 2 else d
    return o


def decode_admin_rating(d: dict[str, Any]) -> AdminRating:
    o = new(AdminRating)
    try:
        if len(d) == 12:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.message_id = d["message_id"]
            o.user_id = d["user_id"]
            o.rating = d["rating"]
            o.comment = d["comment"]
            o.created_at = instant(d["created_at"])
            o.updated_at = None if (v := d["updated_at"]) is None else instant(v)
            o.conversation_id = d["conversation_id"]
            o.message_content = d["message_content"]
            o.message_role = d["message_role"]
            o.user_email = d["user_email"]
            o.user_name = d["user_name"]
            o.__source__ = None
            return o
        o.id = d["id"]
        o.message_id = d["message_id"]
        o.user_id = d["user_id"]
        o.rating = d["rating"]
        o.comment = d.get("comment")
        o.created_at = instant(d["created_at"])
        o.updated_at = None if (v := d.get("updated_at")) is None else instant(v)
        o.conversation_id = d.get("conversation_id")
        o.message_content = d.get("message_content")
        o.message_role = d.get("message_role")
        o.user_email = d.get("user_email")
        o.user_name = d.get("user_name")
    except KeyError:
        return decode_rest(o, d, {"created_at": instant, "updated_at": or_null(instant)})
    o.__source__ = (
        None
        if len(d)
        == 5
        + ("comment" in d)
        + ("updated_at" in d)
        + ("conversation_id" in d)
        + ("message_content" in d)
        + ("message_role" in d)
        + ("user_email" in d)
        + ("user_name" in d)
        else d
    )
    return o


def decode_admin_ratings(d: dict[str, Any]) -> AdminRatings:
    o = new(AdminRatings)
    o.items = array(d["items"], decode_admin_rating)
    o.total = d["total"]
    o.__source__ = None if len(d) == 2 else d
    return o


def decode_admin_user(d: dict[str, Any]) -> AdminUser:
    o = new(AdminUser)
    try:
        o.id = d["id"]
        o.email = d["email"]
        o.full_name = d.get("full_name")
        o.role = d["role"]
        o.is_active = d["is_active"]
        o.is_app_admin = d.get("is_app_admin")
        o.conversation_count = d["conversation_count"]
        o.created_at = instant(d["created_at"])
    except KeyError:
        return decode_rest(o, d, {"created_at": instant})
    o.__source__ = None if len(d) == 6 + ("full_name" in d) + ("is_app_admin" in d) else d
    return o


def decode_admin_users(d: dict[str, Any]) -> AdminUsers:
    o = new(AdminUsers)
    o.items = array(d["items"], decode_admin_user)
    o.total = d["total"]
    o.__source__ = None if len(d) == 2 else d
    return o


def decode_app_error(d: dict[str, Any]) -> AppError:
    o = new(AppError)
    try:
        o.code = d["code"]
        o.message = d["message"]
        o.details = free_form(d.get("details"))
    except KeyError:
        return decode_rest(o, d, {"details": free_form})
    o.__source__ = None if len(d) == 2 + ("details" in d) else d
    return o


def decode_app_problem(d: dict[str, Any]) -> AppProblem:
    o = new(AppProblem)
    try:
        o.error = decode_app_error(d["error"])
    except KeyError:
        return decode_rest(o, d, {"error": decode_app_error})
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_conversation(d: dict[str, Any]) -> Conversation:
    o = new(Conversation)
    try:
        if len(d) == 7:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.user_id = d["user_id"]
            o.title = d["title"]
            o.is_archived = d["is_archived"]
            o.is_demo = d["is_demo"]
            o.created_at = instant(d["created_at"])
            o.updated_at = None if (v := d["updated_at"]) is None else instant(v)
            o.__source__ = None
            return o
        o.id = d["id"]
        o.user_id = d.get("user_id")
        o.title = d.get("title")
        o.is_archived = d.get("is_archived")
        o.is_demo = d.get("is_demo")
        o.created_at = instant(d["created_at"])
        o.updated_at = None if (v := d.get("updated_at")) is None else instant(v)
    except KeyError:
        return decode_rest(o, d, {"created_at": instant, "updated_at": or_null(instant)})
    o.__source__ = (
        None
        if len(d)
        == 2 + ("user_id" in d) + ("title" in d) + ("is_archived" in d) + ("is_demo" in d) + ("updated_at" in d)
        else d
    )
    return o


def decode_conversation_create(d: dict[str, Any]) -> ConversationCreate:
    o = new(ConversationCreate)
    o.title = d.get("title")
    o.__source__ = None if len(d) == ("title" in d) else d
    return o


def decode_conversation_update(d: dict[str, Any]) -> ConversationUpdate:
    o = new(ConversationUpdate)
    o.title = d.get("title")
    o.is_archived = d.get("is_archived")
    o.__source__ = None if len(d) == ("title" in d) + ("is_archived" in d) else d
    return o


def decode_conversation_with_messages(d: dict[str, Any]) -> ConversationWithMessages:
    o = new(ConversationWithMessages)
    try:
        if len(d) == 8:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.user_id = d["user_id"]
            o.title = d["title"]
            o.is_archived = d["is_archived"]
            o.is_demo = d["is_demo"]
            o.created_at = instant(d["created_at"])
            o.updated_at = None if (v := d["updated_at"]) is None else instant(v)
            o.messages = array(d["messages"], decode_message)
            o.__source__ = None
            return o
        o.id = d["id"]
        o.user_id = d.get("user_id")
        o.title = d.get("title")
        o.is_archived = d.get("is_archived")
        o.is_demo = d.get("is_demo")
        o.created_at = instant(d["created_at"])
        o.updated_at = None if (v := d.get("updated_at")) is None else instant(v)
        o.messages = array(d["messages"], decode_message)
    except KeyError:
        return decode_rest(
            o,
            d,
            {"created_at": instant, "updated_at": or_null(instant), "messages": lambda v: array(v, decode_message)},
        )
    o.__source__ = (
        None
        if len(d)
        == 3 + ("user_id" in d) + ("title" in d) + ("is_archived" in d) + ("is_demo" in d) + ("updated_at" in d)
        else d
    )
    return o


def decode_conversations(d: dict[str, Any]) -> Conversations:
    o = new(Conversations)
    o.items = array(d["items"], decode_conversation)
    o.total = d["total"]
    o.__source__ = None if len(d) == 2 else d
    return o


def decode_conversations_export(d: dict[str, Any]) -> ConversationsExport:
    o = new(ConversationsExport)
    o.conversations = array(d["conversations"], decode_exported_conversation)
    o.total = d["total"]
    o.__source__ = None if len(d) == 2 else d
    return o


def decode_exported_conversation(d: dict[str, Any]) -> ExportedConversation:
    o = new(ExportedConversation)
    try:
        if len(d) == 7:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.user_id = d["user_id"]
            o.title = d["title"]
            o.created_at = instant(d["created_at"])
            o.updated_at = None if (v := d["updated_at"]) is None else instant(v)
            o.is_archived = d["is_archived"]
            o.messages = array(d["messages"], decode_exported_message)
            o.__source__ = None
            return o
        o.id = d["id"]
        o.user_id = d.get("user_id")
        o.title = d.get("title")
        o.created_at = instant(d["created_at"])
        o.updated_at = None if (v := d.get("updated_at")) is None else instant(v)
        o.is_archived = d.get("is_archived")
        o.messages = array(d["messages"], decode_exported_message)
    except KeyError:
        return decode_rest(
            o,
            d,
            {
                "created_at": instant,
                "updated_at": or_null(instant),
                "messages": lambda v: array(v, decode_exported_message),
            },
        )
    o.__source__ = (
        None if len(d) == 3 + ("user_id" in d) + ("title" in d) + ("updated_at" in d) + ("is_archived" in d) else d
    )
    return o


def decode_exported_message(d: dict[str, Any]) -> ExportedMessage:
    o = new(ExportedMessage)
    try:
        if len(d) == 8:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.role = d["role"]
            o.content = d["content"]
            o.created_at = instant(d["created_at"])
            o.model_name = d["model_name"]
            o.tokens_used = d["tokens_used"]
            o.tool_calls = v if (v := d["tool_calls"]) == [] else optional_array(v, decode_exported_tool_call)
            o.ratings = v if (v := d["ratings"]) == [] else optional_array(v, decode_exported_rating)
            o.__source__ = None
            return o
        o.id = d["id"]
        o.role = d["role"]
        o.content = d["content"]
        o.created_at = instant(d["created_at"])
        o.model_name = d.get("model_name")
        o.tokens_used = d.get("tokens_used")
        o.tool_calls = optional_array(d.get("tool_calls"), decode_exported_tool_call)
        o.ratings = optional_array(d.get("ratings"), decode_exported_rating)
    except KeyError:
        return decode_rest(
            o,
            d,
            {
                "created_at": instant,
                "tool_calls": lambda v: optional_array(v, decode_exported_tool_call),
                "ratings": lambda v: optional_array(v, decode_exported_rating),
            },
        )
    o.__source__ = (
        None if len(d) == 4 + ("model_name" in d) + ("tokens_used" in d) + ("tool_calls" in d) + ("ratings" in d) else d
    )
    return o


def decode_exported_rating(d: dict[str, Any]) -> ExportedRating:
    o = new(ExportedRating)
    try:
        if len(d) == 8:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.user_id = d["user_id"]
            o.user_email = d["user_email"]
            o.user_name = d["user_name"]
            o.rating = d["rating"]
            o.comment = d["comment"]
            o.created_at = instant(d["created_at"])
            o.updated_at = None if (v := d["updated_at"]) is None else instant(v)
            o.__source__ = None
            return o
        o.id = d["id"]
        o.user_id = d["user_id"]
        o.user_email = d.get("user_email")
        o.user_name = d.get("user_name")
        o.rating = d["rating"]
        o.comment = d.get("comment")
        o.created_at = instant(d["created_at"])
        o.updated_at = None if (v := d.get("updated_at")) is None else instant(v)
    except KeyError:
        return decode_rest(o, d, {"created_at": instant, "updated_at": or_null(instant)})
    o.__source__ = (
        None if len(d) == 4 + ("user_email" in d) + ("user_name" in d) + ("comment" in d) + ("updated_at" in d) else d
    )
    return o


def decode_exported_tool_call(d: dict[str, Any]) -> ExportedToolCall:
    o = new(ExportedToolCall)
    try:
        o.tool_name = d["tool_name"]
        o.args = free_form(d["args"])
        o.result = d.get("result")
        o.status = d.get("status")
    except KeyError:
        return decode_rest(o, d, {"args": free_form})
    o.__source__ = None if len(d) == 2 + ("result" in d) + ("status" in d) else d
    return o


def decode_framework_problem(d: dict[str, Any]) -> FrameworkProblem:
    o = new(FrameworkProblem)
    try:
        o.detail = array(d["detail"], decode_invalid_input) if has_form(d["detail"], list) else d["detail"]
    except KeyError:
        return decode_rest(o, d, {"detail": lambda v: array(v, decode_invalid_input) if has_form(v, list) else v})
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_impersonation(d: dict[str, Any]) -> Impersonation:
    o = new(Impersonation)
    o.access_token = d["access_token"]
    o.token_type = d["token_type"]
    o.impersonated_user_id = d["impersonated_user_id"]
    o.impersonated_by = d["impersonated_by"]
    o.expires_in = d["expires_in"]
    o.__source__ = None if len(d) == 5 else d
    return o


def decode_invalid_input(d: dict[str, Any]) -> InvalidInput:
    o = new(InvalidInput)
    try:
        o.type = d["type"]
        o.loc = array(d["loc"])
        o.msg = d["msg"]
        o.input = free_form(d.get("input"))
        o.ctx = free_form(d.get("ctx"))
    except KeyError:
        return decode_rest(o, d, {"loc": array, "input": free_form, "ctx": free_form})
    o.__source__ = None if len(d) == 3 + ("input" in d) + ("ctx" in d) else d
    return o


def decode_message(d: dict[str, Any]) -> Message:
    o = new(Message)
    try:
        if len(d) == 13:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.conversation_id = d["conversation_id"]
            o.role = d["role"]
            o.content = d["content"]
            o.thinking = d["thinking"]
            o.model_name = d["model_name"]
            o.tokens_used = d["tokens_used"]
            o.tool_calls = v if (v := d["tool_calls"]) == [] else optional_array(v, decode_tool_call)
            o.files = v if (v := d["files"]) == [] else optional_array(v, decode_message_file)
            o.user_rating = d["user_rating"]
            o.rating_count = None if (v := d["rating_count"]) is None else decode_rating_count(v)
            o.created_at = instant(d["created_at"])
            o.updated_at = None if (v := d["updated_at"]) is None else instant(v)
            o.__source__ = None
            return o
        o.id = d["id"]
        o.conversation_id = d["conversation_id"]
        o.role = d["role"]
        o.content = d["content"]
        o.thinking = d.get("thinking")
        o.model_name = d.get("model_name")
        o.tokens_used = d.get("tokens_used")
        o.tool_calls = optional_array(d.get("tool_calls"), decode_tool_call)
        o.files = optional_array(d.get("files"), decode_message_file)
        o.user_rating = d.get("user_rating")
        o.rating_count = None if (v := d.get("rating_count")) is None else decode_rating_count(v)
        o.created_at = instant(d["created_at"])
        o.updated_at = None if (v := d.get("updated_at")) is None else instant(v)
    except KeyError:
        return decode_rest(
            o,
            d,
            {
                "tool_calls": lambda v: optional_array(v, decode_tool_call),
                "files": lambda v: optional_array(v, decode_message_file),
                "rating_count": or_null(decode_rating_count),
                "created_at": instant,
                "updated_at": or_null(instant),
            },
        )
    o.__source__ = (
        None
        if len(d)
        == 5
        + ("thinking" in d)
        + ("model_name" in d)
        + ("tokens_used" in d)
        + ("tool_calls" in d)
        + ("files" in d)
        + ("user_rating" in d)
        + ("rating_count" in d)
        + ("updated_at" in d)
        else d
    )
    return o


def decode_message_create(d: dict[str, Any]) -> MessageCreate:
    o = new(MessageCreate)
    o.role = d["role"]
    o.content = d["content"]
    o.thinking = d.get("thinking")
    o.model_name = d.get("model_name")
    o.tokens_used = d.get("tokens_used")
    o.__source__ = None if len(d) == 2 + ("thinking" in d) + ("model_name" in d) + ("tokens_used" in d) else d
    return o


def decode_message_file(d: dict[str, Any]) -> MessageFile:
    o = new(MessageFile)
    try:
        o.id = d["id"]
        o.filename = d.get("filename")
        o.mime_type = d.get("mime_type")
        o.file_type = d.get("file_type")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 + ("filename" in d) + ("mime_type" in d) + ("file_type" in d) else d
    return o


def decode_message_rating(d: dict[str, Any]) -> MessageRating:
    o = new(MessageRating)
    try:
        o.id = d["id"]
        o.message_id = d["message_id"]
        o.user_id = d["user_id"]
        o.rating = d["rating"]
        o.comment = d.get("comment")
        o.created_at = instant(d["created_at"])
        o.updated_at = None if (v := d.get("updated_at")) is None else instant(v)
    except KeyError:
        return decode_rest(o, d, {"created_at": instant, "updated_at": or_null(instant)})
    o.__source__ = None if len(d) == 5 + ("comment" in d) + ("updated_at" in d) else d
    return o


def decode_message_rating_create(d: dict[str, Any]) -> MessageRatingCreate:
    o = new(MessageRatingCreate)
    o.rating = d["rating"]
    o.comment = d.get("comment")
    o.__source__ = None if len(d) == 1 + ("comment" in d) else d
    return o


def decode_messages(d: dict[str, Any]) -> Messages:
    o = new(Messages)
    o.items = array(d["items"], decode_message)
    o.total = d["total"]
    o.__source__ = None if len(d) == 2 else d
    return o


def decode_public_conversation(d: dict[str, Any]) -> PublicConversation:
    o = new(PublicConversation)
    try:
        if len(d) == 6:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.title = d["title"]
            o.user_id = d["user_id"]
            o.created_at = None if (v := d["created_at"]) is None else instant(v)
            o.updated_at = None if (v := d["updated_at"]) is None else instant(v)
            o.messages = array(d["messages"], decode_public_message)
            o.__source__ = None
            return o
        o.id = d["id"]
        o.title = d.get("title")
        o.user_id = d.get("user_id")
        o.created_at = None if (v := d.get("created_at")) is None else instant(v)
        o.updated_at = None if (v := d.get("updated_at")) is None else instant(v)
        o.messages = array(d["messages"], decode_public_message)
    except KeyError:
        return decode_rest(
            o,
            d,
            {
                "created_at": or_null(instant),
                "updated_at": or_null(instant),
                "messages": lambda v: array(v, decode_public_message),
            },
        )
    o.__source__ = (
        None if len(d) == 2 + ("title" in d) + ("user_id" in d) + ("created_at" in d) + ("updated_at" in d) else d
    )
    return o


def decode_public_message(d: dict[str, Any]) -> PublicMessage:
    o = new(PublicMessage)
    try:
        o.id = d["id"]
        o.role = d["role"]
        o.content = d["content"]
        o.created_at = instant(d["created_at"])
        o.tool_calls = optional_array(d.get("tool_calls"), decode_tool_call)
    except KeyError:
        return decode_rest(o, d, {"created_at": instant, "tool_calls": lambda v: optional_array(v, decode_tool_call)})
    o.__source__ = None if len(d) == 4 + ("tool_calls" in d) else d
    return o


def decode_public_share(d: dict[str, Any]) -> PublicShare:
    o = new(PublicShare)
    try:
        o.id = d["id"]
        o.permission = d.get("permission")
        o.share_token = d.get("share_token")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 + ("permission" in d) + ("share_token" in d) else d
    return o


def decode_rating_count(d: dict[str, Any]) -> RatingCount:
    o = new(RatingCount)
    try:
        o.likes = d["likes"]
        o.dislikes = d["dislikes"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 2 else d
    return o


def decode_rating_summary(d: dict[str, Any]) -> RatingSummary:
    o = new(RatingSummary)
    try:
        o.total_ratings = d["total_ratings"]
        o.like_count = d["like_count"]
        o.dislike_count = d["dislike_count"]
        o.average_rating = d["average_rating"]
        o.with_comments = d["with_comments"]
        o.ratings_by_day = array(d["ratings_by_day"], decode_ratings_of_day)
    except KeyError:
        return decode_rest(o, d, {"ratings_by_day": lambda v: array(v, decode_ratings_of_day)})
    o.__source__ = None if len(d) == 6 else d
    return o


def decode_ratings_export(d: dict[str, Any]) -> RatingsExport:
    o = new(RatingsExport)
    try:
        o.ratings = array(d["ratings"], decode_admin_rating)
        o.total = d["total"]
        o.exported_at = None if (v := d.get("exported_at")) is None else instant(v)
    except KeyError:
        return decode_rest(o, d, {"ratings": lambda v: array(v, decode_admin_rating), "exported_at": or_null(instant)})
    o.__source__ = None if len(d) == 2 + ("exported_at" in d) else d
    return o


def decode_ratings_of_day(d: dict[str, Any]) -> RatingsOfDay:
    o = new(RatingsOfDay)
    try:
        o.date = d["date"]
        o.likes = d["likes"]
        o.dislikes = d["dislikes"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 3 else d
    return o


def decode_share(d: dict[str, Any]) -> Share:
    o = new(Share)
    try:
        if len(d) == 9:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.conversation_id = d["conversation_id"]
            o.shared_by = d["shared_by"]
            o.shared_with = d["shared_with"]
            o.share_token = d["share_token"]
            o.permission = d["permission"]
            o.shared_with_email = d["shared_with_email"]
            o.shared_by_email = d["shared_by_email"]
            o.created_at = instant(d["created_at"])
            o.__source__ = None
            return o
        o.id = d["id"]
        o.conversation_id = d["conversation_id"]
        o.shared_by = d["shared_by"]
        o.shared_with = d.get("shared_with")
        o.share_token = d.get("share_token")
        o.permission = d["permission"]
        o.shared_with_email = d.get("shared_with_email")
        o.shared_by_email = d.get("shared_by_email")
        o.created_at = instant(d["created_at"])
    except KeyError:
        return decode_rest(o, d, {"created_at": instant})
    o.__source__ = (
        None
        if len(d)
        == 5 + ("shared_with" in d) + ("share_token" in d) + ("shared_with_email" in d) + ("shared_by_email" in d)
        else d
    )
    return o


def decode_share_create(d: dict[str, Any]) -> ShareCreate:
    o = new(ShareCreate)
    o.shared_with = d.get("shared_with")
    o.permission = d.get("permission")
    o.generate_link = d.get("generate_link")
    o.__source__ = None if len(d) == ("shared_with" in d) + ("permission" in d) + ("generate_link" in d) else d
    return o


def decode_shared_conversation(d: dict[str, Any]) -> SharedConversation:
    o = new(SharedConversation)
    o.conversation = decode_public_conversation(d["conversation"])
    o.share = None if (v := d.get("share")) is None else decode_public_share(v)
    o.__source__ = None if len(d) == 1 + ("share" in d) else d
    return o


def decode_shares(d: dict[str, Any]) -> Shares:
    o = new(Shares)
    o.items = array(d["items"], decode_share)
    o.total = d["total"]
    o.__source__ = None if len(d) == 2 else d
    return o


def decode_tool_call(d: dict[str, Any]) -> ToolCall:
    o = new(ToolCall)
    try:
        if len(d) == 10:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.message_id = d["message_id"]
            o.tool_call_id = d["tool_call_id"]
            o.tool_name = d["tool_name"]
            o.args = free_form(d["args"])
            o.result = d["result"]
            o.status = d["status"]
            o.started_at = instant(d["started_at"])
            o.completed_at = None if (v := d["completed_at"]) is None else instant(v)
            o.duration_ms = d["duration_ms"]
            o.__source__ = None
            return o
        o.id = d["id"]
        o.message_id = d["message_id"]
        o.tool_call_id = d["tool_call_id"]
        o.tool_name = d["tool_name"]
        o.args = free_form(d["args"])
        o.result = d.get("result")
        o.status = d.get("status")
        o.started_at = instant(d["started_at"])
        o.completed_at = None if (v := d.get("completed_at")) is None else instant(v)
        o.duration_ms = d.get("duration_ms")
    except KeyError:
        return decode_rest(o, d, {"args": free_form, "started_at": instant, "completed_at": or_null(instant)})
    o.__source__ = (
        None if len(d) == 6 + ("result" in d) + ("status" in d) + ("completed_at" in d) + ("duration_ms" in d) else d
    )
    return o


def decode_user(d: dict[str, Any]) -> User:
    o = new(User)
    try:
        if len(d) == 10:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.email = d["email"]
            o.full_name = d["full_name"]
            o.role = d["role"]
            o.is_active = d["is_active"]
            o.is_app_admin = d["is_app_admin"]
            o.avatar_url = d["avatar_url"]
            o.onboarding_completed_at = None if (v := d["onboarding_completed_at"]) is None else instant(v)
            o.created_at = instant(d["created_at"])
            o.updated_at = None if (v := d["updated_at"]) is None else instant(v)
            o.__source__ = None
            return o
        o.id = d["id"]
        o.email = d["email"]
        o.full_name = d.get("full_name")
        o.role = d["role"]
        o.is_active = d["is_active"]
        o.is_app_admin = d.get("is_app_admin")
        o.avatar_url = d.get("avatar_url")
        o.onboarding_completed_at = None if (v := d.get("onboarding_completed_at")) is None else instant(v)
        o.created_at = instant(d["created_at"])
        o.updated_at = None if (v := d.get("updated_at")) is None else instant(v)
    except KeyError:
        return decode_rest(
            o, d, {"onboarding_completed_at": or_null(instant), "created_at": instant, "updated_at": or_null(instant)}
        )
    o.__source__ = (
        None
        if len(d)
        == 5
        + ("full_name" in d)
        + ("is_app_admin" in d)
        + ("avatar_url" in d)
        + ("onboarding_completed_at" in d)
        + ("updated_at" in d)
        else d
    )
    return o


def decode_user_update(d: dict[str, Any]) -> UserUpdate:
    o = new(UserUpdate)
    o.role = d.get("role")
    o.is_active = d.get("is_active")
    o.is_app_admin = d.get("is_app_admin")
    o.__source__ = None if len(d) == ("role" in d) + ("is_active" in d) + ("is_app_admin" in d) else d
    return o

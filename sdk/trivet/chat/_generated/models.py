# Generated from spec/chat.yaml by `python -m codegen`; do not edit.
"""The records of the Chat Conversation and Administration Service, revision 1."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal

from attrs import Factory, define

from ..._core.record import Record, extra
from ..._core.wire import array, has_form, instant

__all__ = [
    "AdminConversation",
    "AdminConversations",
    "AdminRating",
    "AdminRatings",
    "AdminUser",
    "AdminUsers",
    "AppError",
    "AppProblem",
    "Conversation",
    "ConversationCreate",
    "ConversationUpdate",
    "ConversationWithMessages",
    "Conversations",
    "ConversationsExport",
    "ExportedConversation",
    "ExportedMessage",
    "ExportedRating",
    "ExportedToolCall",
    "FrameworkProblem",
    "Impersonation",
    "InvalidInput",
    "Message",
    "MessageCreate",
    "MessageFile",
    "MessageRating",
    "MessageRatingCreate",
    "Messages",
    "PublicConversation",
    "PublicMessage",
    "PublicShare",
    "RECORDS",
    "RatingCount",
    "RatingSummary",
    "RatingsExport",
    "RatingsOfDay",
    "Share",
    "ShareCreate",
    "SharedConversation",
    "Shares",
    "ToolCall",
    "User",
    "UserUpdate",
    "decode_admin_conversation",
    "decode_admin_conversations",
    "decode_admin_rating",
    "decode_admin_ratings",
    "decode_admin_user",
    "decode_admin_users",
    "decode_app_error",
    "decode_app_problem",
    "decode_conversation",
    "decode_conversation_create",
    "decode_conversation_update",
    "decode_conversation_with_messages",
    "decode_conversations",
    "decode_conversations_export",
    "decode_exported_conversation",
    "decode_exported_message",
    "decode_exported_rating",
    "decode_exported_tool_call",
    "decode_framework_problem",
    "decode_impersonation",
    "decode_invalid_input",
    "decode_message",
    "decode_message_create",
    "decode_message_file",
    "decode_message_rating",
    "decode_message_rating_create",
    "decode_messages",
    "decode_public_conversation",
    "decode_public_message",
    "decode_public_share",
    "decode_rating_count",
    "decode_rating_summary",
    "decode_ratings_export",
    "decode_ratings_of_day",
    "decode_share",
    "decode_share_create",
    "decode_shared_conversation",
    "decode_shares",
    "decode_tool_call",
    "decode_user",
    "decode_user_update",
    "encode_admin_conversation",
    "encode_admin_conversations",
    "encode_admin_rating",
    "encode_admin_ratings",
    "encode_admin_user",
    "encode_admin_users",
    "encode_app_error",
    "encode_app_problem",
    "encode_conversation",
    "encode_conversation_create",
    "encode_conversation_update",
    "encode_conversation_with_messages",
    "encode_conversations",
    "encode_conversations_export",
    "encode_exported_conversation",
    "encode_exported_message",
    "encode_exported_rating",
    "encode_exported_tool_call",
    "encode_framework_problem",
    "encode_impersonation",
    "encode_invalid_input",
    "encode_message",
    "encode_message_create",
    "encode_message_file",
    "encode_message_rating",
    "encode_message_rating_create",
    "encode_messages",
    "encode_public_conversation",
    "encode_public_message",
    "encode_public_share",
    "encode_rating_count",
    "encode_rating_summary",
    "encode_ratings_export",
    "encode_ratings_of_day",
    "encode_share",
    "encode_share_create",
    "encode_shared_conversation",
    "encode_shares",
    "encode_tool_call",
    "encode_user",
    "encode_user_update",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False)
class AdminConversation(Record):
    """A conversation in the administrators' list: a message count instead of messages."""

    wire_names_ = {
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

    id: str
    """The id of the conversation."""

    user_id: str | None = None
    """The id of its owner."""

    title: str | None = None
    """Its title; null if it has none."""

    is_archived: bool | None = None
    """Whether it is archived, which hides it from the default list."""

    is_demo: bool | None = None
    """Whether it is an example conversation of the service."""

    created_at: datetime | None = None
    """When it was created."""

    updated_at: datetime | None = None
    """When it last changed or received a message; null until then."""

    message_count: int | None = None
    """The number of its messages."""

    latest_message: Message | None = None
    """Its latest message, if the service sends it."""


@define(kw_only=True, eq=False, repr=False)
class AdminConversations(Record):
    """A page of conversations of all users."""

    wire_names_ = {"items": "items", "total": "total"}

    items: list[AdminConversation]
    """The conversations of the page."""

    total: int
    """The number of records on all pages."""


@define(kw_only=True, eq=False, repr=False)
class AdminRating(Record):
    """A rating in the administrators' list, with its message and user."""

    wire_names_ = {
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

    id: str
    """The id of the rating."""

    message_id: str | None = None
    """The id of the rated message."""

    user_id: str | None = None
    """The id of the user who rated."""

    rating: int | None = None
    """1 for a like, -1 for a dislike."""

    comment: str | None = None
    """The user's comment; null if there is none."""

    created_at: datetime | None = None
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


@define(kw_only=True, eq=False, repr=False)
class AdminRatings(Record):
    """A page of ratings."""

    wire_names_ = {"items": "items", "total": "total"}

    items: list[AdminRating]
    """The ratings of the page."""

    total: int
    """The number of records on all pages."""


@define(kw_only=True, eq=False, repr=False)
class AdminUser(Record):
    """A user in the administrators' list, with a count of conversations."""

    wire_names_ = {
        "id": "id",
        "email": "email",
        "full_name": "full_name",
        "role": "role",
        "is_active": "is_active",
        "is_app_admin": "is_app_admin",
        "conversation_count": "conversation_count",
        "created_at": "created_at",
    }

    id: str
    """The id of the user."""

    email: str | None = None
    """The email address."""

    full_name: str | None = None
    """The full name; null if the user gave none."""

    role: Literal["admin", "user"] | str | None = None
    """The role of the user."""

    is_active: bool | None = None
    """Whether the user may sign in."""

    is_app_admin: bool | None = None
    """Whether the user is an administrator of the application."""

    conversation_count: int | None = None
    """The number of conversations that the user owns."""

    created_at: datetime | None = None
    """When the user was created."""


@define(kw_only=True, eq=False, repr=False)
class AdminUsers(Record):
    """A page of users."""

    wire_names_ = {"items": "items", "total": "total"}

    items: list[AdminUser]
    """The users of the page."""

    total: int
    """The number of records on all pages."""


@define(kw_only=True, eq=False, repr=False)
class AppError(Record):
    """An error that the application reports."""

    wire_names_ = {"code": "code", "message": "message", "details": "details"}

    code: str | None = None
    """The error code, for instance NOT_FOUND."""

    message: str | None = None
    """The error message."""

    details: dict[str, Any] | None = None
    """Details of the error."""


@define(kw_only=True, eq=False, repr=False)
class AppProblem(Record):
    """The body of an error that the application reports."""

    wire_names_ = {"error": "error"}

    error: AppError | None = None
    """The error."""


@define(kw_only=True, eq=False, repr=False)
class Conversation(Record):
    """A conversation without its messages."""

    wire_names_ = {
        "id": "id",
        "user_id": "user_id",
        "title": "title",
        "is_archived": "is_archived",
        "is_demo": "is_demo",
        "created_at": "created_at",
        "updated_at": "updated_at",
    }

    id: str
    """The id of the conversation."""

    user_id: str | None = None
    """The id of its owner."""

    title: str | None = None
    """Its title; null if it has none."""

    is_archived: bool | None = None
    """Whether it is archived, which hides it from the default list."""

    is_demo: bool | None = None
    """Whether it is an example conversation of the service."""

    created_at: datetime | None = None
    """When it was created."""

    updated_at: datetime | None = None
    """When it last changed or received a message; null until then."""


@define(kw_only=True, eq=False, repr=False)
class ConversationCreate(Record):
    """The form that creates a conversation."""

    wire_names_ = {"title": "title"}

    title: str | None = None
    """The title."""


@define(kw_only=True, eq=False, repr=False)
class ConversationUpdate(Record):
    """The form that updates a conversation; fields that are left out do not change."""

    wire_names_ = {"title": "title", "is_archived": "is_archived"}

    title: str | None = None
    """The new title; None removes it."""

    is_archived: bool | None = None
    """Whether it is archived, which hides it from the default list."""


@define(kw_only=True, eq=False, repr=False)
class ConversationWithMessages(Record):
    """A conversation with all its messages, oldest first."""

    wire_names_ = {
        "id": "id",
        "user_id": "user_id",
        "title": "title",
        "is_archived": "is_archived",
        "is_demo": "is_demo",
        "created_at": "created_at",
        "updated_at": "updated_at",
        "messages": "messages",
    }

    id: str
    """The id of the conversation."""

    user_id: str | None = None
    """The id of its owner."""

    title: str | None = None
    """Its title; null if it has none."""

    is_archived: bool | None = None
    """Whether it is archived, which hides it from the default list."""

    is_demo: bool | None = None
    """Whether it is an example conversation of the service."""

    created_at: datetime | None = None
    """When it was created."""

    updated_at: datetime | None = None
    """When it last changed or received a message; null until then."""

    messages: list[Message]
    """Its messages."""


@define(kw_only=True, eq=False, repr=False)
class Conversations(Record):
    """A page of conversations."""

    wire_names_ = {"items": "items", "total": "total"}

    items: list[Conversation]
    """The conversations of the page."""

    total: int
    """The number of records on all pages."""


@define(kw_only=True, eq=False, repr=False)
class ConversationsExport(Record):
    """All conversations of all users, exported as JSON."""

    wire_names_ = {"conversations": "conversations", "total": "total"}

    conversations: list[ExportedConversation]
    """The conversations, newest first."""

    total: int
    """The number of conversations."""


@define(kw_only=True, eq=False, repr=False)
class ExportedConversation(Record):
    """A conversation in the export of all conversations."""

    wire_names_ = {
        "id": "id",
        "user_id": "user_id",
        "title": "title",
        "created_at": "created_at",
        "updated_at": "updated_at",
        "is_archived": "is_archived",
        "messages": "messages",
    }

    id: str | None = None
    """The id of the conversation."""

    user_id: str | None = None
    """The id of its owner."""

    title: str | None = None
    """Its title; null if it has none."""

    created_at: datetime | None = None
    """When it was created."""

    updated_at: datetime | None = None
    """When it last changed or received a message; null until then."""

    is_archived: bool | None = None
    """Whether it is archived, which hides it from the default list."""

    messages: list[ExportedMessage] | None = None
    """Its messages, oldest first."""


@define(kw_only=True, eq=False, repr=False)
class ExportedMessage(Record):
    """A message in the export of all conversations."""

    wire_names_ = {
        "id": "id",
        "role": "role",
        "content": "content",
        "created_at": "created_at",
        "model_name": "model_name",
        "tokens_used": "tokens_used",
        "tool_calls": "tool_calls",
        "ratings": "ratings",
    }

    id: str | None = None
    """The id of the message."""

    role: Literal["user", "assistant", "system"] | str | None = None
    """The author of the message."""

    content: str | None = None
    """The text."""

    created_at: datetime | None = None
    """When it was created."""

    model_name: str | None = None
    """The model that generated it."""

    tokens_used: int | None = None
    """The number of tokens used."""

    tool_calls: list[ExportedToolCall] = Factory(lambda: list[ExportedToolCall]())
    """The tool calls of the message."""

    ratings: list[ExportedRating] = Factory(lambda: list[ExportedRating]())
    """The ratings of the message."""


@define(kw_only=True, eq=False, repr=False)
class ExportedRating(Record):
    """A rating in the export of all conversations."""

    wire_names_ = {
        "id": "id",
        "user_id": "user_id",
        "user_email": "user_email",
        "user_name": "user_name",
        "rating": "rating",
        "comment": "comment",
        "created_at": "created_at",
        "updated_at": "updated_at",
    }

    id: str | None = None
    """The id of the rating."""

    user_id: str | None = None
    """The id of the user who rated."""

    user_email: str | None = None
    """The email address of the user who rated."""

    user_name: str | None = None
    """The name of the user who rated."""

    rating: int | None = None
    """1 for a like, -1 for a dislike."""

    comment: str | None = None
    """The user's comment; null if there is none."""

    created_at: datetime | None = None
    """When the message was first rated."""

    updated_at: datetime | None = None
    """When the rating last changed; null until then."""


@define(kw_only=True, eq=False, repr=False)
class ExportedToolCall(Record):
    """A tool call in the export of all conversations."""

    wire_names_ = {"tool_name": "tool_name", "args": "args", "result": "result", "status": "status"}

    tool_name: str | None = None
    """The name of the tool."""

    args: dict[str, Any] | None = None
    """The arguments of the call."""

    result: str | None = None
    """The result; null until the call has ended."""

    status: Literal["pending", "running", "completed", "failed"] | str | None = None
    """The state of the call."""


@define(kw_only=True, eq=False, repr=False)
class FrameworkProblem(Record):
    """The body of an error that the web framework reports."""

    wire_names_ = {"detail": "detail"}

    detail: str | list[InvalidInput] | None = None
    """The error message, or the list of invalid inputs."""


@define(kw_only=True, eq=False, repr=False)
class Impersonation(Record):
    """An access token that acts as a user, and the ids of both users."""

    wire_names_ = {
        "access_token": "access_token",
        "token_type": "token_type",
        "impersonated_user_id": "impersonated_user_id",
        "impersonated_by": "impersonated_by",
        "expires_in": "expires_in",
    }
    secret_ = frozenset({"access_token"})

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


@define(kw_only=True, eq=False, repr=False)
class InvalidInput(Record):
    """One invalid input."""

    wire_names_ = {"type": "type", "loc": "loc", "msg": "msg", "input": "input", "ctx": "ctx"}

    type: str | None = None
    """The rule that the input violates."""

    loc: list[str | int] | None = None
    """The path to the input."""

    msg: str | None = None
    """The error message for the input."""

    input: Any = None
    """The value that was sent."""

    ctx: dict[str, Any] | None = None
    """The parameters of the rule."""


@define(kw_only=True, eq=False, repr=False)
class Message(Record):
    """A message of a conversation."""

    wire_names_ = {
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

    id: str
    """The id of the message."""

    conversation_id: str | None = None
    """The id of its conversation."""

    role: Literal["user", "assistant", "system"] | str | None = None
    """The author of the message."""

    content: str | None = None
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

    created_at: datetime | None = None
    """When it was created."""

    updated_at: datetime | None = None
    """When it last changed; null until then."""


@define(kw_only=True, eq=False, repr=False)
class MessageCreate(Record):
    """The form that adds a message."""

    wire_names_ = {
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


@define(kw_only=True, eq=False, repr=False)
class MessageFile(Record):
    """A file attached to a message."""

    wire_names_ = {"id": "id", "filename": "filename", "mime_type": "mime_type", "file_type": "file_type"}

    id: str | None = None
    """The id of the file."""

    filename: str | None = None
    """The file name."""

    mime_type: str | None = None
    """The media type."""

    file_type: str | None = None
    """The kind of file, as the service names it."""


@define(kw_only=True, eq=False, repr=False)
class MessageRating(Record):
    """The rating of a message by one user."""

    wire_names_ = {
        "id": "id",
        "message_id": "message_id",
        "user_id": "user_id",
        "rating": "rating",
        "comment": "comment",
        "created_at": "created_at",
        "updated_at": "updated_at",
    }

    id: str | None = None
    """The id of the rating."""

    message_id: str | None = None
    """The id of the rated message."""

    user_id: str | None = None
    """The id of the user who rated."""

    rating: int | None = None
    """1 for a like, -1 for a dislike."""

    comment: str | None = None
    """The user's comment; null if there is none."""

    created_at: datetime | None = None
    """When the message was first rated."""

    updated_at: datetime | None = None
    """When the rating last changed; null until then."""


@define(kw_only=True, eq=False, repr=False)
class MessageRatingCreate(Record):
    """The form that rates a message."""

    wire_names_ = {"rating": "rating", "comment": "comment"}

    rating: Literal[1, -1] | int
    """1 for a like, -1 for a dislike."""

    comment: str | None = None
    """A comment on the rating. Rating again without a comment removes the old one. The service keeps the first
    2,000 characters, strips them and removes control characters.
    """


@define(kw_only=True, eq=False, repr=False)
class Messages(Record):
    """A page of messages."""

    wire_names_ = {"items": "items", "total": "total"}

    items: list[Message]
    """The messages of the page."""

    total: int
    """The number of records on all pages."""


@define(kw_only=True, eq=False, repr=False)
class PublicConversation(Record):
    """A conversation opened through a public link."""

    wire_names_ = {
        "id": "id",
        "title": "title",
        "user_id": "user_id",
        "created_at": "created_at",
        "updated_at": "updated_at",
        "messages": "messages",
    }

    id: str | None = None
    """The id of the conversation."""

    title: str | None = None
    """Its title; null if it has none."""

    user_id: str | None = None
    """The id of its owner, if the service sends it."""

    created_at: datetime | None = None
    """When it was created, if the service sends it."""

    updated_at: datetime | None = None
    """When it last changed, if the service sends it."""

    messages: list[PublicMessage] | None = None
    """Its messages, oldest first."""


@define(kw_only=True, eq=False, repr=False)
class PublicMessage(Record):
    """A message of a conversation opened through a public link."""

    wire_names_ = {
        "id": "id",
        "role": "role",
        "content": "content",
        "created_at": "created_at",
        "tool_calls": "tool_calls",
    }

    id: str | None = None
    """The id of the message."""

    role: Literal["user", "assistant", "system"] | str | None = None
    """The author of the message."""

    content: str | None = None
    """The text."""

    created_at: datetime | None = None
    """When it was created."""

    tool_calls: list[ToolCall] = Factory(lambda: list[ToolCall]())
    """The tool calls of the message, if the service sends them."""


@define(kw_only=True, eq=False, repr=False)
class PublicShare(Record):
    """The share of a public link."""

    wire_names_ = {"id": "id", "permission": "permission", "share_token": "share_token"}
    secret_ = frozenset({"share_token"})

    id: str | None = None
    """The id of the share."""

    permission: Literal["view", "edit"] | str | None = None
    """What the link may do."""

    share_token: str | None = None
    """The token of the link."""


@define(kw_only=True, eq=False, repr=False)
class RatingCount(Record):
    """The number of likes and dislikes of a message."""

    wire_names_ = {"likes": "likes", "dislikes": "dislikes"}

    likes: int | None = None
    """The number of likes."""

    dislikes: int | None = None
    """The number of dislikes."""


@define(kw_only=True, eq=False, repr=False)
class RatingSummary(Record):
    """Statistics of the ratings of the last days; all numbers are limited to these days."""

    wire_names_ = {
        "total_ratings": "total_ratings",
        "like_count": "like_count",
        "dislike_count": "dislike_count",
        "average_rating": "average_rating",
        "with_comments": "with_comments",
        "ratings_by_day": "ratings_by_day",
    }

    total_ratings: int | None = None
    """The number of ratings."""

    like_count: int | None = None
    """The number of likes."""

    dislike_count: int | None = None
    """The number of dislikes."""

    average_rating: float | None = None
    """The average from -1.0 (dislikes only) to 1.0 (likes only); 0.0 without ratings."""

    with_comments: int | None = None
    """The number of ratings with a comment."""

    ratings_by_day: list[RatingsOfDay] | None = None
    """The ratings per day, oldest first; days without ratings are left out."""


@define(kw_only=True, eq=False, repr=False)
class RatingsExport(Record):
    """All ratings that match, exported as JSON."""

    wire_names_ = {"ratings": "ratings", "total": "total", "exported_at": "exported_at"}

    ratings: list[AdminRating] | None = None
    """The ratings."""

    total: int | None = None
    """The number of ratings."""

    exported_at: datetime | None = None
    """When the export was made."""


@define(kw_only=True, eq=False, repr=False)
class RatingsOfDay(Record):
    """The number of likes and dislikes on one day."""

    wire_names_ = {"date": "date", "likes": "likes", "dislikes": "dislikes"}

    date: str | None = None
    """The day in UTC, as YYYY-MM-DD."""

    likes: int | None = None
    """The number of likes."""

    dislikes: int | None = None
    """The number of dislikes."""


@define(kw_only=True, eq=False, repr=False)
class Share(Record):
    """A share of a conversation, with a user or through a public link."""

    wire_names_ = {
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
    secret_ = frozenset({"share_token"})

    id: str
    """The id of the share."""

    conversation_id: str | None = None
    """The conversation."""

    shared_by: str | None = None
    """The id of the user who shared it."""

    shared_with: str | None = None
    """The id of the user it is shared with; null for a link."""

    share_token: str | None = None
    """The token of the public link, for `open_shared`; null if it is shared with a user."""

    permission: Literal["view", "edit"] | str | None = None
    """What the user or the link may do."""

    shared_with_email: str | None = None
    """The email address of that user."""

    shared_by_email: str | None = None
    """The email address of the user who shared it."""

    created_at: datetime | None = None
    """When it was shared."""


@define(kw_only=True, eq=False, repr=False)
class ShareCreate(Record):
    """The form that shares a conversation."""

    wire_names_ = {"shared_with": "shared_with", "permission": "permission", "generate_link": "generate_link"}

    shared_with: str | None = None
    """The id of the user to share with."""

    permission: Literal["view", "edit"] | str | None = None
    """What the user or the link may do; view by default."""

    generate_link: bool | None = None
    """Whether to create a public link, which opens without signing in."""


@define(kw_only=True, eq=False, repr=False)
class SharedConversation(Record):
    """A conversation opened through a public link, and its share. Some releases send the conversation alone."""

    wire_names_ = {"conversation": "conversation", "share": "share"}

    conversation: PublicConversation
    """The conversation."""

    share: PublicShare | None = None
    """The share, if the service sends it."""


@define(kw_only=True, eq=False, repr=False)
class Shares(Record):
    """All shares of a conversation."""

    wire_names_ = {"items": "items", "total": "total"}

    items: list[Share]
    """The shares."""

    total: int
    """The number of shares."""


@define(kw_only=True, eq=False, repr=False)
class ToolCall(Record):
    """A call of a tool by the assistant."""

    wire_names_ = {
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

    id: str | None = None
    """The id of this record."""

    message_id: str | None = None
    """The id of the message that made the call."""

    tool_call_id: str | None = None
    """The id that the model gave the call."""

    tool_name: str | None = None
    """The name of the tool."""

    args: dict[str, Any] | None = None
    """The arguments of the call."""

    result: str | None = None
    """The result; null until the call has ended."""

    status: Literal["pending", "running", "completed", "failed"] | str | None = None
    """The state of the call."""

    started_at: datetime | None = None
    """When the call started."""

    completed_at: datetime | None = None
    """When the call ended; null until then."""

    duration_ms: int | None = None
    """The duration in milliseconds; null until the call has ended."""


@define(kw_only=True, eq=False, repr=False)
class User(Record):
    """A user of the service."""

    wire_names_ = {
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

    id: str
    """The id of the user."""

    email: str | None = None
    """The email address."""

    full_name: str | None = None
    """The full name; null if the user gave none."""

    role: Literal["admin", "user"] | str | None = None
    """The role of the user."""

    is_active: bool | None = None
    """Whether the user may sign in."""

    is_app_admin: bool | None = None
    """Whether the user is an administrator of the application, if the service sends it."""

    avatar_url: str | None = None
    """The URL of the user's picture; null if there is none."""

    onboarding_completed_at: datetime | None = None
    """When the user finished the introduction; null until then."""

    created_at: datetime | None = None
    """When the user was created."""

    updated_at: datetime | None = None
    """When the user last changed; null until then."""


@define(kw_only=True, eq=False, repr=False)
class UserUpdate(Record):
    """The form that updates a user; fields that are left out do not change."""

    wire_names_ = {"role": "role", "is_active": "is_active", "is_app_admin": "is_app_admin"}

    role: Literal["admin", "user"] | str | None = None
    """The new role."""

    is_active: bool | None = None
    """Whether the user may sign in."""

    is_app_admin: bool | None = None
    """Whether the user is an administrator of the application."""


def decode_admin_conversation(d: dict[str, Any]) -> AdminConversation:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(AdminConversation)
    if len(d) == 9:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.user_id = d["user_id"]
            o.title = d["title"]
            o.is_archived = d["is_archived"]
            o.is_demo = d["is_demo"]
            o.created_at = None if (v := d["created_at"]) is None else instant(v)
            o.updated_at = None if (v := d["updated_at"]) is None else instant(v)
            o.message_count = d["message_count"]
            o.latest_message = None if (v := d["latest_message"]) is None else decode_message(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d["id"]
    o.user_id = d.get("user_id")
    o.title = d.get("title")
    o.is_archived = d.get("is_archived")
    o.is_demo = d.get("is_demo")
    o.created_at = None if (v := d.get("created_at")) is None else instant(v)
    o.updated_at = None if (v := d.get("updated_at")) is None else instant(v)
    o.message_count = d.get("message_count")
    o.latest_message = None if (v := d.get("latest_message")) is None else decode_message(v)
    o.source_ = (
        None
        if len(d)
        == 1
        + ("user_id" in d)
        + ("title" in d)
        + ("is_archived" in d)
        + ("is_demo" in d)
        + ("created_at" in d)
        + ("updated_at" in d)
        + ("message_count" in d)
        + ("latest_message" in d)
        else d
    )
    return o


def encode_admin_conversation(o: AdminConversation) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
    }
    if o.user_id is not None:
        d["user_id"] = o.user_id
    if o.title is not None:
        d["title"] = o.title
    if o.is_archived is not None:
        d["is_archived"] = o.is_archived
    if o.is_demo is not None:
        d["is_demo"] = o.is_demo
    if o.created_at is not None:
        d["created_at"] = o.created_at
    if o.updated_at is not None:
        d["updated_at"] = o.updated_at
    if o.message_count is not None:
        d["message_count"] = o.message_count
    if o.latest_message is not None:
        d["latest_message"] = encode_message(o.latest_message)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_admin_conversations(d: dict[str, Any]) -> AdminConversations:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(AdminConversations)
    o.items = [decode_admin_conversation(each) for each in array(d["items"])]
    o.total = d["total"]
    o.source_ = None if len(d) == 2 else d
    return o


def encode_admin_conversations(o: AdminConversations) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "items": [encode_admin_conversation(each) for each in o.items],
        "total": o.total,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_admin_rating(d: dict[str, Any]) -> AdminRating:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(AdminRating)
    if len(d) == 12:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.message_id = d["message_id"]
            o.user_id = d["user_id"]
            o.rating = d["rating"]
            o.comment = d["comment"]
            o.created_at = None if (v := d["created_at"]) is None else instant(v)
            o.updated_at = None if (v := d["updated_at"]) is None else instant(v)
            o.conversation_id = d["conversation_id"]
            o.message_content = d["message_content"]
            o.message_role = d["message_role"]
            o.user_email = d["user_email"]
            o.user_name = d["user_name"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d["id"]
    o.message_id = d.get("message_id")
    o.user_id = d.get("user_id")
    o.rating = d.get("rating")
    o.comment = d.get("comment")
    o.created_at = None if (v := d.get("created_at")) is None else instant(v)
    o.updated_at = None if (v := d.get("updated_at")) is None else instant(v)
    o.conversation_id = d.get("conversation_id")
    o.message_content = d.get("message_content")
    o.message_role = d.get("message_role")
    o.user_email = d.get("user_email")
    o.user_name = d.get("user_name")
    o.source_ = (
        None
        if len(d)
        == 1
        + ("message_id" in d)
        + ("user_id" in d)
        + ("rating" in d)
        + ("comment" in d)
        + ("created_at" in d)
        + ("updated_at" in d)
        + ("conversation_id" in d)
        + ("message_content" in d)
        + ("message_role" in d)
        + ("user_email" in d)
        + ("user_name" in d)
        else d
    )
    return o


def encode_admin_rating(o: AdminRating) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
    }
    if o.message_id is not None:
        d["message_id"] = o.message_id
    if o.user_id is not None:
        d["user_id"] = o.user_id
    if o.rating is not None:
        d["rating"] = o.rating
    if o.comment is not None:
        d["comment"] = o.comment
    if o.created_at is not None:
        d["created_at"] = o.created_at
    if o.updated_at is not None:
        d["updated_at"] = o.updated_at
    if o.conversation_id is not None:
        d["conversation_id"] = o.conversation_id
    if o.message_content is not None:
        d["message_content"] = o.message_content
    if o.message_role is not None:
        d["message_role"] = o.message_role
    if o.user_email is not None:
        d["user_email"] = o.user_email
    if o.user_name is not None:
        d["user_name"] = o.user_name
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_admin_ratings(d: dict[str, Any]) -> AdminRatings:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(AdminRatings)
    o.items = [decode_admin_rating(each) for each in array(d["items"])]
    o.total = d["total"]
    o.source_ = None if len(d) == 2 else d
    return o


def encode_admin_ratings(o: AdminRatings) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "items": [encode_admin_rating(each) for each in o.items],
        "total": o.total,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_admin_user(d: dict[str, Any]) -> AdminUser:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(AdminUser)
    if len(d) == 8:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.email = d["email"]
            o.full_name = d["full_name"]
            o.role = d["role"]
            o.is_active = d["is_active"]
            o.is_app_admin = d["is_app_admin"]
            o.conversation_count = d["conversation_count"]
            o.created_at = None if (v := d["created_at"]) is None else instant(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d["id"]
    o.email = d.get("email")
    o.full_name = d.get("full_name")
    o.role = d.get("role")
    o.is_active = d.get("is_active")
    o.is_app_admin = d.get("is_app_admin")
    o.conversation_count = d.get("conversation_count")
    o.created_at = None if (v := d.get("created_at")) is None else instant(v)
    o.source_ = (
        None
        if len(d)
        == 1
        + ("email" in d)
        + ("full_name" in d)
        + ("role" in d)
        + ("is_active" in d)
        + ("is_app_admin" in d)
        + ("conversation_count" in d)
        + ("created_at" in d)
        else d
    )
    return o


def encode_admin_user(o: AdminUser) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
    }
    if o.email is not None:
        d["email"] = o.email
    if o.full_name is not None:
        d["full_name"] = o.full_name
    if o.role is not None:
        d["role"] = o.role
    if o.is_active is not None:
        d["is_active"] = o.is_active
    if o.is_app_admin is not None:
        d["is_app_admin"] = o.is_app_admin
    if o.conversation_count is not None:
        d["conversation_count"] = o.conversation_count
    if o.created_at is not None:
        d["created_at"] = o.created_at
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_admin_users(d: dict[str, Any]) -> AdminUsers:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(AdminUsers)
    o.items = [decode_admin_user(each) for each in array(d["items"])]
    o.total = d["total"]
    o.source_ = None if len(d) == 2 else d
    return o


def encode_admin_users(o: AdminUsers) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "items": [encode_admin_user(each) for each in o.items],
        "total": o.total,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_app_error(d: dict[str, Any]) -> AppError:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(AppError)
    o.code = d.get("code")
    o.message = d.get("message")
    o.details = d.get("details")
    o.source_ = None if len(d) == 0 + ("code" in d) + ("message" in d) + ("details" in d) else d
    return o


def encode_app_error(o: AppError) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.code is not None:
        d["code"] = o.code
    if o.message is not None:
        d["message"] = o.message
    if o.details is not None:
        d["details"] = o.details
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_app_problem(d: dict[str, Any]) -> AppProblem:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(AppProblem)
    o.error = None if (v := d.get("error")) is None else decode_app_error(v)
    o.source_ = None if len(d) == 0 + ("error" in d) else d
    return o


def encode_app_problem(o: AppProblem) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.error is not None:
        d["error"] = encode_app_error(o.error)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_conversation(d: dict[str, Any]) -> Conversation:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Conversation)
    if len(d) == 7:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.user_id = d["user_id"]
            o.title = d["title"]
            o.is_archived = d["is_archived"]
            o.is_demo = d["is_demo"]
            o.created_at = None if (v := d["created_at"]) is None else instant(v)
            o.updated_at = None if (v := d["updated_at"]) is None else instant(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d["id"]
    o.user_id = d.get("user_id")
    o.title = d.get("title")
    o.is_archived = d.get("is_archived")
    o.is_demo = d.get("is_demo")
    o.created_at = None if (v := d.get("created_at")) is None else instant(v)
    o.updated_at = None if (v := d.get("updated_at")) is None else instant(v)
    o.source_ = (
        None
        if len(d)
        == 1
        + ("user_id" in d)
        + ("title" in d)
        + ("is_archived" in d)
        + ("is_demo" in d)
        + ("created_at" in d)
        + ("updated_at" in d)
        else d
    )
    return o


def encode_conversation(o: Conversation) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
    }
    if o.user_id is not None:
        d["user_id"] = o.user_id
    if o.title is not None:
        d["title"] = o.title
    if o.is_archived is not None:
        d["is_archived"] = o.is_archived
    if o.is_demo is not None:
        d["is_demo"] = o.is_demo
    if o.created_at is not None:
        d["created_at"] = o.created_at
    if o.updated_at is not None:
        d["updated_at"] = o.updated_at
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_conversation_create(d: dict[str, Any]) -> ConversationCreate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ConversationCreate)
    o.title = d.get("title")
    o.source_ = None if len(d) == 0 + ("title" in d) else d
    return o


def encode_conversation_create(o: ConversationCreate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.title is not None:
        d["title"] = o.title
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_conversation_update(d: dict[str, Any]) -> ConversationUpdate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ConversationUpdate)
    o.title = d.get("title")
    o.is_archived = d.get("is_archived")
    o.source_ = None if len(d) == 0 + ("title" in d) + ("is_archived" in d) else d
    return o


def encode_conversation_update(o: ConversationUpdate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.title is not None:
        d["title"] = o.title
    if o.is_archived is not None:
        d["is_archived"] = o.is_archived
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_conversation_with_messages(d: dict[str, Any]) -> ConversationWithMessages:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ConversationWithMessages)
    if len(d) == 8:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.user_id = d["user_id"]
            o.title = d["title"]
            o.is_archived = d["is_archived"]
            o.is_demo = d["is_demo"]
            o.created_at = None if (v := d["created_at"]) is None else instant(v)
            o.updated_at = None if (v := d["updated_at"]) is None else instant(v)
            o.messages = [decode_message(each) for each in array(d["messages"])]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d["id"]
    o.user_id = d.get("user_id")
    o.title = d.get("title")
    o.is_archived = d.get("is_archived")
    o.is_demo = d.get("is_demo")
    o.created_at = None if (v := d.get("created_at")) is None else instant(v)
    o.updated_at = None if (v := d.get("updated_at")) is None else instant(v)
    o.messages = [decode_message(each) for each in array(d["messages"])]
    o.source_ = (
        None
        if len(d)
        == 2
        + ("user_id" in d)
        + ("title" in d)
        + ("is_archived" in d)
        + ("is_demo" in d)
        + ("created_at" in d)
        + ("updated_at" in d)
        else d
    )
    return o


def encode_conversation_with_messages(o: ConversationWithMessages) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "messages": [encode_message(each) for each in o.messages],
    }
    if o.user_id is not None:
        d["user_id"] = o.user_id
    if o.title is not None:
        d["title"] = o.title
    if o.is_archived is not None:
        d["is_archived"] = o.is_archived
    if o.is_demo is not None:
        d["is_demo"] = o.is_demo
    if o.created_at is not None:
        d["created_at"] = o.created_at
    if o.updated_at is not None:
        d["updated_at"] = o.updated_at
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_conversations(d: dict[str, Any]) -> Conversations:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Conversations)
    o.items = [decode_conversation(each) for each in array(d["items"])]
    o.total = d["total"]
    o.source_ = None if len(d) == 2 else d
    return o


def encode_conversations(o: Conversations) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "items": [encode_conversation(each) for each in o.items],
        "total": o.total,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_conversations_export(d: dict[str, Any]) -> ConversationsExport:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ConversationsExport)
    o.conversations = [decode_exported_conversation(each) for each in array(d["conversations"])]
    o.total = d["total"]
    o.source_ = None if len(d) == 2 else d
    return o


def encode_conversations_export(o: ConversationsExport) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "conversations": [encode_exported_conversation(each) for each in o.conversations],
        "total": o.total,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_exported_conversation(d: dict[str, Any]) -> ExportedConversation:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ExportedConversation)
    if len(d) == 7:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.user_id = d["user_id"]
            o.title = d["title"]
            o.created_at = None if (v := d["created_at"]) is None else instant(v)
            o.updated_at = None if (v := d["updated_at"]) is None else instant(v)
            o.is_archived = d["is_archived"]
            o.messages = None if (v := d["messages"]) is None else [decode_exported_message(each) for each in array(v)]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d.get("id")
    o.user_id = d.get("user_id")
    o.title = d.get("title")
    o.created_at = None if (v := d.get("created_at")) is None else instant(v)
    o.updated_at = None if (v := d.get("updated_at")) is None else instant(v)
    o.is_archived = d.get("is_archived")
    o.messages = None if (v := d.get("messages")) is None else [decode_exported_message(each) for each in array(v)]
    o.source_ = (
        None
        if len(d)
        == 0
        + ("id" in d)
        + ("user_id" in d)
        + ("title" in d)
        + ("created_at" in d)
        + ("updated_at" in d)
        + ("is_archived" in d)
        + ("messages" in d)
        else d
    )
    return o


def encode_exported_conversation(o: ExportedConversation) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.id is not None:
        d["id"] = o.id
    if o.user_id is not None:
        d["user_id"] = o.user_id
    if o.title is not None:
        d["title"] = o.title
    if o.created_at is not None:
        d["created_at"] = o.created_at
    if o.updated_at is not None:
        d["updated_at"] = o.updated_at
    if o.is_archived is not None:
        d["is_archived"] = o.is_archived
    if o.messages is not None:
        d["messages"] = [encode_exported_message(each) for each in o.messages]
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_exported_message(d: dict[str, Any]) -> ExportedMessage:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ExportedMessage)
    if len(d) == 8:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.role = d["role"]
            o.content = d["content"]
            o.created_at = None if (v := d["created_at"]) is None else instant(v)
            o.model_name = d["model_name"]
            o.tokens_used = d["tokens_used"]
            o.tool_calls = (
                [] if (v := d["tool_calls"]) is None else [decode_exported_tool_call(each) for each in array(v)]
            )
            o.ratings = [] if (v := d["ratings"]) is None else [decode_exported_rating(each) for each in array(v)]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d.get("id")
    o.role = d.get("role")
    o.content = d.get("content")
    o.created_at = None if (v := d.get("created_at")) is None else instant(v)
    o.model_name = d.get("model_name")
    o.tokens_used = d.get("tokens_used")
    o.tool_calls = [] if (v := d.get("tool_calls")) is None else [decode_exported_tool_call(each) for each in array(v)]
    o.ratings = [] if (v := d.get("ratings")) is None else [decode_exported_rating(each) for each in array(v)]
    o.source_ = (
        None
        if len(d)
        == 0
        + ("id" in d)
        + ("role" in d)
        + ("content" in d)
        + ("created_at" in d)
        + ("model_name" in d)
        + ("tokens_used" in d)
        + ("tool_calls" in d)
        + ("ratings" in d)
        else d
    )
    return o


def encode_exported_message(o: ExportedMessage) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "tool_calls": [encode_exported_tool_call(each) for each in o.tool_calls],
        "ratings": [encode_exported_rating(each) for each in o.ratings],
    }
    if o.id is not None:
        d["id"] = o.id
    if o.role is not None:
        d["role"] = o.role
    if o.content is not None:
        d["content"] = o.content
    if o.created_at is not None:
        d["created_at"] = o.created_at
    if o.model_name is not None:
        d["model_name"] = o.model_name
    if o.tokens_used is not None:
        d["tokens_used"] = o.tokens_used
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_exported_rating(d: dict[str, Any]) -> ExportedRating:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ExportedRating)
    if len(d) == 8:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.user_id = d["user_id"]
            o.user_email = d["user_email"]
            o.user_name = d["user_name"]
            o.rating = d["rating"]
            o.comment = d["comment"]
            o.created_at = None if (v := d["created_at"]) is None else instant(v)
            o.updated_at = None if (v := d["updated_at"]) is None else instant(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d.get("id")
    o.user_id = d.get("user_id")
    o.user_email = d.get("user_email")
    o.user_name = d.get("user_name")
    o.rating = d.get("rating")
    o.comment = d.get("comment")
    o.created_at = None if (v := d.get("created_at")) is None else instant(v)
    o.updated_at = None if (v := d.get("updated_at")) is None else instant(v)
    o.source_ = (
        None
        if len(d)
        == 0
        + ("id" in d)
        + ("user_id" in d)
        + ("user_email" in d)
        + ("user_name" in d)
        + ("rating" in d)
        + ("comment" in d)
        + ("created_at" in d)
        + ("updated_at" in d)
        else d
    )
    return o


def encode_exported_rating(o: ExportedRating) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.id is not None:
        d["id"] = o.id
    if o.user_id is not None:
        d["user_id"] = o.user_id
    if o.user_email is not None:
        d["user_email"] = o.user_email
    if o.user_name is not None:
        d["user_name"] = o.user_name
    if o.rating is not None:
        d["rating"] = o.rating
    if o.comment is not None:
        d["comment"] = o.comment
    if o.created_at is not None:
        d["created_at"] = o.created_at
    if o.updated_at is not None:
        d["updated_at"] = o.updated_at
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_exported_tool_call(d: dict[str, Any]) -> ExportedToolCall:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ExportedToolCall)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.tool_name = d["tool_name"]
            o.args = d["args"]
            o.result = d["result"]
            o.status = d["status"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.tool_name = d.get("tool_name")
    o.args = d.get("args")
    o.result = d.get("result")
    o.status = d.get("status")
    o.source_ = None if len(d) == 0 + ("tool_name" in d) + ("args" in d) + ("result" in d) + ("status" in d) else d
    return o


def encode_exported_tool_call(o: ExportedToolCall) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.tool_name is not None:
        d["tool_name"] = o.tool_name
    if o.args is not None:
        d["args"] = o.args
    if o.result is not None:
        d["result"] = o.result
    if o.status is not None:
        d["status"] = o.status
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_framework_problem(d: dict[str, Any]) -> FrameworkProblem:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FrameworkProblem)
    o.detail = (
        None
        if (v := d.get("detail")) is None
        else ([decode_invalid_input(each) for each in array(v)] if has_form(v, list) else v)
    )
    o.source_ = None if len(d) == 0 + ("detail" in d) else d
    return o


def encode_framework_problem(o: FrameworkProblem) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.detail is not None:
        d["detail"] = [encode_invalid_input(each) for each in o.detail] if isinstance(o.detail, list) else o.detail
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_impersonation(d: dict[str, Any]) -> Impersonation:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Impersonation)
    o.access_token = d["access_token"]
    o.token_type = d["token_type"]
    o.impersonated_user_id = d["impersonated_user_id"]
    o.impersonated_by = d["impersonated_by"]
    o.expires_in = d["expires_in"]
    o.source_ = None if len(d) == 5 else d
    return o


def encode_impersonation(o: Impersonation) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "access_token": o.access_token,
        "token_type": o.token_type,
        "impersonated_user_id": o.impersonated_user_id,
        "impersonated_by": o.impersonated_by,
        "expires_in": o.expires_in,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_invalid_input(d: dict[str, Any]) -> InvalidInput:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(InvalidInput)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.type = d["type"]
            o.loc = None if (v := d["loc"]) is None else array(v)
            o.msg = d["msg"]
            o.input = d["input"]
            o.ctx = d["ctx"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.type = d.get("type")
    o.loc = None if (v := d.get("loc")) is None else array(v)
    o.msg = d.get("msg")
    o.input = d.get("input")
    o.ctx = d.get("ctx")
    o.source_ = None if len(d) == 0 + ("type" in d) + ("loc" in d) + ("msg" in d) + ("input" in d) + ("ctx" in d) else d
    return o


def encode_invalid_input(o: InvalidInput) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.type is not None:
        d["type"] = o.type
    if o.loc is not None:
        d["loc"] = o.loc
    if o.msg is not None:
        d["msg"] = o.msg
    if o.input is not None:
        d["input"] = o.input
    if o.ctx is not None:
        d["ctx"] = o.ctx
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_message(d: dict[str, Any]) -> Message:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Message)
    if len(d) == 13:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.conversation_id = d["conversation_id"]
            o.role = d["role"]
            o.content = d["content"]
            o.thinking = d["thinking"]
            o.model_name = d["model_name"]
            o.tokens_used = d["tokens_used"]
            o.tool_calls = [] if (v := d["tool_calls"]) is None else [decode_tool_call(each) for each in array(v)]
            o.files = [] if (v := d["files"]) is None else [decode_message_file(each) for each in array(v)]
            o.user_rating = d["user_rating"]
            o.rating_count = None if (v := d["rating_count"]) is None else decode_rating_count(v)
            o.created_at = None if (v := d["created_at"]) is None else instant(v)
            o.updated_at = None if (v := d["updated_at"]) is None else instant(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d["id"]
    o.conversation_id = d.get("conversation_id")
    o.role = d.get("role")
    o.content = d.get("content")
    o.thinking = d.get("thinking")
    o.model_name = d.get("model_name")
    o.tokens_used = d.get("tokens_used")
    o.tool_calls = [] if (v := d.get("tool_calls")) is None else [decode_tool_call(each) for each in array(v)]
    o.files = [] if (v := d.get("files")) is None else [decode_message_file(each) for each in array(v)]
    o.user_rating = d.get("user_rating")
    o.rating_count = None if (v := d.get("rating_count")) is None else decode_rating_count(v)
    o.created_at = None if (v := d.get("created_at")) is None else instant(v)
    o.updated_at = None if (v := d.get("updated_at")) is None else instant(v)
    o.source_ = (
        None
        if len(d)
        == 1
        + ("conversation_id" in d)
        + ("role" in d)
        + ("content" in d)
        + ("thinking" in d)
        + ("model_name" in d)
        + ("tokens_used" in d)
        + ("tool_calls" in d)
        + ("files" in d)
        + ("user_rating" in d)
        + ("rating_count" in d)
        + ("created_at" in d)
        + ("updated_at" in d)
        else d
    )
    return o


def encode_message(o: Message) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
        "tool_calls": [encode_tool_call(each) for each in o.tool_calls],
        "files": [encode_message_file(each) for each in o.files],
    }
    if o.conversation_id is not None:
        d["conversation_id"] = o.conversation_id
    if o.role is not None:
        d["role"] = o.role
    if o.content is not None:
        d["content"] = o.content
    if o.thinking is not None:
        d["thinking"] = o.thinking
    if o.model_name is not None:
        d["model_name"] = o.model_name
    if o.tokens_used is not None:
        d["tokens_used"] = o.tokens_used
    if o.user_rating is not None:
        d["user_rating"] = o.user_rating
    if o.rating_count is not None:
        d["rating_count"] = encode_rating_count(o.rating_count)
    if o.created_at is not None:
        d["created_at"] = o.created_at
    if o.updated_at is not None:
        d["updated_at"] = o.updated_at
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_message_create(d: dict[str, Any]) -> MessageCreate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(MessageCreate)
    o.role = d["role"]
    o.content = d["content"]
    o.thinking = d.get("thinking")
    o.model_name = d.get("model_name")
    o.tokens_used = d.get("tokens_used")
    o.source_ = None if len(d) == 2 + ("thinking" in d) + ("model_name" in d) + ("tokens_used" in d) else d
    return o


def encode_message_create(o: MessageCreate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "role": o.role,
        "content": o.content,
    }
    if o.thinking is not None:
        d["thinking"] = o.thinking
    if o.model_name is not None:
        d["model_name"] = o.model_name
    if o.tokens_used is not None:
        d["tokens_used"] = o.tokens_used
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_message_file(d: dict[str, Any]) -> MessageFile:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(MessageFile)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.filename = d["filename"]
            o.mime_type = d["mime_type"]
            o.file_type = d["file_type"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d.get("id")
    o.filename = d.get("filename")
    o.mime_type = d.get("mime_type")
    o.file_type = d.get("file_type")
    o.source_ = None if len(d) == 0 + ("id" in d) + ("filename" in d) + ("mime_type" in d) + ("file_type" in d) else d
    return o


def encode_message_file(o: MessageFile) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.id is not None:
        d["id"] = o.id
    if o.filename is not None:
        d["filename"] = o.filename
    if o.mime_type is not None:
        d["mime_type"] = o.mime_type
    if o.file_type is not None:
        d["file_type"] = o.file_type
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_message_rating(d: dict[str, Any]) -> MessageRating:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(MessageRating)
    if len(d) == 7:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.message_id = d["message_id"]
            o.user_id = d["user_id"]
            o.rating = d["rating"]
            o.comment = d["comment"]
            o.created_at = None if (v := d["created_at"]) is None else instant(v)
            o.updated_at = None if (v := d["updated_at"]) is None else instant(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d.get("id")
    o.message_id = d.get("message_id")
    o.user_id = d.get("user_id")
    o.rating = d.get("rating")
    o.comment = d.get("comment")
    o.created_at = None if (v := d.get("created_at")) is None else instant(v)
    o.updated_at = None if (v := d.get("updated_at")) is None else instant(v)
    o.source_ = (
        None
        if len(d)
        == 0
        + ("id" in d)
        + ("message_id" in d)
        + ("user_id" in d)
        + ("rating" in d)
        + ("comment" in d)
        + ("created_at" in d)
        + ("updated_at" in d)
        else d
    )
    return o


def encode_message_rating(o: MessageRating) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.id is not None:
        d["id"] = o.id
    if o.message_id is not None:
        d["message_id"] = o.message_id
    if o.user_id is not None:
        d["user_id"] = o.user_id
    if o.rating is not None:
        d["rating"] = o.rating
    if o.comment is not None:
        d["comment"] = o.comment
    if o.created_at is not None:
        d["created_at"] = o.created_at
    if o.updated_at is not None:
        d["updated_at"] = o.updated_at
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_message_rating_create(d: dict[str, Any]) -> MessageRatingCreate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(MessageRatingCreate)
    o.rating = d["rating"]
    o.comment = d.get("comment")
    o.source_ = None if len(d) == 1 + ("comment" in d) else d
    return o


def encode_message_rating_create(o: MessageRatingCreate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "rating": o.rating,
    }
    if o.comment is not None:
        d["comment"] = o.comment
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_messages(d: dict[str, Any]) -> Messages:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Messages)
    o.items = [decode_message(each) for each in array(d["items"])]
    o.total = d["total"]
    o.source_ = None if len(d) == 2 else d
    return o


def encode_messages(o: Messages) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "items": [encode_message(each) for each in o.items],
        "total": o.total,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_public_conversation(d: dict[str, Any]) -> PublicConversation:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PublicConversation)
    if len(d) == 6:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.title = d["title"]
            o.user_id = d["user_id"]
            o.created_at = None if (v := d["created_at"]) is None else instant(v)
            o.updated_at = None if (v := d["updated_at"]) is None else instant(v)
            o.messages = None if (v := d["messages"]) is None else [decode_public_message(each) for each in array(v)]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d.get("id")
    o.title = d.get("title")
    o.user_id = d.get("user_id")
    o.created_at = None if (v := d.get("created_at")) is None else instant(v)
    o.updated_at = None if (v := d.get("updated_at")) is None else instant(v)
    o.messages = None if (v := d.get("messages")) is None else [decode_public_message(each) for each in array(v)]
    o.source_ = (
        None
        if len(d)
        == 0
        + ("id" in d)
        + ("title" in d)
        + ("user_id" in d)
        + ("created_at" in d)
        + ("updated_at" in d)
        + ("messages" in d)
        else d
    )
    return o


def encode_public_conversation(o: PublicConversation) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.id is not None:
        d["id"] = o.id
    if o.title is not None:
        d["title"] = o.title
    if o.user_id is not None:
        d["user_id"] = o.user_id
    if o.created_at is not None:
        d["created_at"] = o.created_at
    if o.updated_at is not None:
        d["updated_at"] = o.updated_at
    if o.messages is not None:
        d["messages"] = [encode_public_message(each) for each in o.messages]
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_public_message(d: dict[str, Any]) -> PublicMessage:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PublicMessage)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.role = d["role"]
            o.content = d["content"]
            o.created_at = None if (v := d["created_at"]) is None else instant(v)
            o.tool_calls = [] if (v := d["tool_calls"]) is None else [decode_tool_call(each) for each in array(v)]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d.get("id")
    o.role = d.get("role")
    o.content = d.get("content")
    o.created_at = None if (v := d.get("created_at")) is None else instant(v)
    o.tool_calls = [] if (v := d.get("tool_calls")) is None else [decode_tool_call(each) for each in array(v)]
    o.source_ = (
        None
        if len(d) == 0 + ("id" in d) + ("role" in d) + ("content" in d) + ("created_at" in d) + ("tool_calls" in d)
        else d
    )
    return o


def encode_public_message(o: PublicMessage) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "tool_calls": [encode_tool_call(each) for each in o.tool_calls],
    }
    if o.id is not None:
        d["id"] = o.id
    if o.role is not None:
        d["role"] = o.role
    if o.content is not None:
        d["content"] = o.content
    if o.created_at is not None:
        d["created_at"] = o.created_at
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_public_share(d: dict[str, Any]) -> PublicShare:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PublicShare)
    o.id = d.get("id")
    o.permission = d.get("permission")
    o.share_token = d.get("share_token")
    o.source_ = None if len(d) == 0 + ("id" in d) + ("permission" in d) + ("share_token" in d) else d
    return o


def encode_public_share(o: PublicShare) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.id is not None:
        d["id"] = o.id
    if o.permission is not None:
        d["permission"] = o.permission
    if o.share_token is not None:
        d["share_token"] = o.share_token
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_rating_count(d: dict[str, Any]) -> RatingCount:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(RatingCount)
    o.likes = d.get("likes")
    o.dislikes = d.get("dislikes")
    o.source_ = None if len(d) == 0 + ("likes" in d) + ("dislikes" in d) else d
    return o


def encode_rating_count(o: RatingCount) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.likes is not None:
        d["likes"] = o.likes
    if o.dislikes is not None:
        d["dislikes"] = o.dislikes
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_rating_summary(d: dict[str, Any]) -> RatingSummary:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(RatingSummary)
    if len(d) == 6:  # most often all that may be there is, and nothing else
        try:
            o.total_ratings = d["total_ratings"]
            o.like_count = d["like_count"]
            o.dislike_count = d["dislike_count"]
            o.average_rating = d["average_rating"]
            o.with_comments = d["with_comments"]
            o.ratings_by_day = (
                None if (v := d["ratings_by_day"]) is None else [decode_ratings_of_day(each) for each in array(v)]
            )
            o.source_ = None
            return o
        except KeyError:
            pass
    o.total_ratings = d.get("total_ratings")
    o.like_count = d.get("like_count")
    o.dislike_count = d.get("dislike_count")
    o.average_rating = d.get("average_rating")
    o.with_comments = d.get("with_comments")
    o.ratings_by_day = (
        None if (v := d.get("ratings_by_day")) is None else [decode_ratings_of_day(each) for each in array(v)]
    )
    o.source_ = (
        None
        if len(d)
        == 0
        + ("total_ratings" in d)
        + ("like_count" in d)
        + ("dislike_count" in d)
        + ("average_rating" in d)
        + ("with_comments" in d)
        + ("ratings_by_day" in d)
        else d
    )
    return o


def encode_rating_summary(o: RatingSummary) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.total_ratings is not None:
        d["total_ratings"] = o.total_ratings
    if o.like_count is not None:
        d["like_count"] = o.like_count
    if o.dislike_count is not None:
        d["dislike_count"] = o.dislike_count
    if o.average_rating is not None:
        d["average_rating"] = o.average_rating
    if o.with_comments is not None:
        d["with_comments"] = o.with_comments
    if o.ratings_by_day is not None:
        d["ratings_by_day"] = [encode_ratings_of_day(each) for each in o.ratings_by_day]
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_ratings_export(d: dict[str, Any]) -> RatingsExport:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(RatingsExport)
    o.ratings = None if (v := d.get("ratings")) is None else [decode_admin_rating(each) for each in array(v)]
    o.total = d.get("total")
    o.exported_at = None if (v := d.get("exported_at")) is None else instant(v)
    o.source_ = None if len(d) == 0 + ("ratings" in d) + ("total" in d) + ("exported_at" in d) else d
    return o


def encode_ratings_export(o: RatingsExport) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.ratings is not None:
        d["ratings"] = [encode_admin_rating(each) for each in o.ratings]
    if o.total is not None:
        d["total"] = o.total
    if o.exported_at is not None:
        d["exported_at"] = o.exported_at
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_ratings_of_day(d: dict[str, Any]) -> RatingsOfDay:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(RatingsOfDay)
    o.date = d.get("date")
    o.likes = d.get("likes")
    o.dislikes = d.get("dislikes")
    o.source_ = None if len(d) == 0 + ("date" in d) + ("likes" in d) + ("dislikes" in d) else d
    return o


def encode_ratings_of_day(o: RatingsOfDay) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.date is not None:
        d["date"] = o.date
    if o.likes is not None:
        d["likes"] = o.likes
    if o.dislikes is not None:
        d["dislikes"] = o.dislikes
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_share(d: dict[str, Any]) -> Share:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Share)
    if len(d) == 9:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.conversation_id = d["conversation_id"]
            o.shared_by = d["shared_by"]
            o.shared_with = d["shared_with"]
            o.share_token = d["share_token"]
            o.permission = d["permission"]
            o.shared_with_email = d["shared_with_email"]
            o.shared_by_email = d["shared_by_email"]
            o.created_at = None if (v := d["created_at"]) is None else instant(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d["id"]
    o.conversation_id = d.get("conversation_id")
    o.shared_by = d.get("shared_by")
    o.shared_with = d.get("shared_with")
    o.share_token = d.get("share_token")
    o.permission = d.get("permission")
    o.shared_with_email = d.get("shared_with_email")
    o.shared_by_email = d.get("shared_by_email")
    o.created_at = None if (v := d.get("created_at")) is None else instant(v)
    o.source_ = (
        None
        if len(d)
        == 1
        + ("conversation_id" in d)
        + ("shared_by" in d)
        + ("shared_with" in d)
        + ("share_token" in d)
        + ("permission" in d)
        + ("shared_with_email" in d)
        + ("shared_by_email" in d)
        + ("created_at" in d)
        else d
    )
    return o


def encode_share(o: Share) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
    }
    if o.conversation_id is not None:
        d["conversation_id"] = o.conversation_id
    if o.shared_by is not None:
        d["shared_by"] = o.shared_by
    if o.shared_with is not None:
        d["shared_with"] = o.shared_with
    if o.share_token is not None:
        d["share_token"] = o.share_token
    if o.permission is not None:
        d["permission"] = o.permission
    if o.shared_with_email is not None:
        d["shared_with_email"] = o.shared_with_email
    if o.shared_by_email is not None:
        d["shared_by_email"] = o.shared_by_email
    if o.created_at is not None:
        d["created_at"] = o.created_at
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_share_create(d: dict[str, Any]) -> ShareCreate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ShareCreate)
    o.shared_with = d.get("shared_with")
    o.permission = d.get("permission")
    o.generate_link = d.get("generate_link")
    o.source_ = None if len(d) == 0 + ("shared_with" in d) + ("permission" in d) + ("generate_link" in d) else d
    return o


def encode_share_create(o: ShareCreate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.shared_with is not None:
        d["shared_with"] = o.shared_with
    if o.permission is not None:
        d["permission"] = o.permission
    if o.generate_link is not None:
        d["generate_link"] = o.generate_link
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_shared_conversation(d: dict[str, Any]) -> SharedConversation:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SharedConversation)
    o.conversation = decode_public_conversation(d["conversation"])
    o.share = None if (v := d.get("share")) is None else decode_public_share(v)
    o.source_ = None if len(d) == 1 + ("share" in d) else d
    return o


def encode_shared_conversation(o: SharedConversation) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "conversation": encode_public_conversation(o.conversation),
    }
    if o.share is not None:
        d["share"] = encode_public_share(o.share)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_shares(d: dict[str, Any]) -> Shares:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Shares)
    o.items = [decode_share(each) for each in array(d["items"])]
    o.total = d["total"]
    o.source_ = None if len(d) == 2 else d
    return o


def encode_shares(o: Shares) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "items": [encode_share(each) for each in o.items],
        "total": o.total,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_tool_call(d: dict[str, Any]) -> ToolCall:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ToolCall)
    if len(d) == 10:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.message_id = d["message_id"]
            o.tool_call_id = d["tool_call_id"]
            o.tool_name = d["tool_name"]
            o.args = d["args"]
            o.result = d["result"]
            o.status = d["status"]
            o.started_at = None if (v := d["started_at"]) is None else instant(v)
            o.completed_at = None if (v := d["completed_at"]) is None else instant(v)
            o.duration_ms = d["duration_ms"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d.get("id")
    o.message_id = d.get("message_id")
    o.tool_call_id = d.get("tool_call_id")
    o.tool_name = d.get("tool_name")
    o.args = d.get("args")
    o.result = d.get("result")
    o.status = d.get("status")
    o.started_at = None if (v := d.get("started_at")) is None else instant(v)
    o.completed_at = None if (v := d.get("completed_at")) is None else instant(v)
    o.duration_ms = d.get("duration_ms")
    o.source_ = (
        None
        if len(d)
        == 0
        + ("id" in d)
        + ("message_id" in d)
        + ("tool_call_id" in d)
        + ("tool_name" in d)
        + ("args" in d)
        + ("result" in d)
        + ("status" in d)
        + ("started_at" in d)
        + ("completed_at" in d)
        + ("duration_ms" in d)
        else d
    )
    return o


def encode_tool_call(o: ToolCall) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.id is not None:
        d["id"] = o.id
    if o.message_id is not None:
        d["message_id"] = o.message_id
    if o.tool_call_id is not None:
        d["tool_call_id"] = o.tool_call_id
    if o.tool_name is not None:
        d["tool_name"] = o.tool_name
    if o.args is not None:
        d["args"] = o.args
    if o.result is not None:
        d["result"] = o.result
    if o.status is not None:
        d["status"] = o.status
    if o.started_at is not None:
        d["started_at"] = o.started_at
    if o.completed_at is not None:
        d["completed_at"] = o.completed_at
    if o.duration_ms is not None:
        d["duration_ms"] = o.duration_ms
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_user(d: dict[str, Any]) -> User:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(User)
    if len(d) == 10:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.email = d["email"]
            o.full_name = d["full_name"]
            o.role = d["role"]
            o.is_active = d["is_active"]
            o.is_app_admin = d["is_app_admin"]
            o.avatar_url = d["avatar_url"]
            o.onboarding_completed_at = None if (v := d["onboarding_completed_at"]) is None else instant(v)
            o.created_at = None if (v := d["created_at"]) is None else instant(v)
            o.updated_at = None if (v := d["updated_at"]) is None else instant(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d["id"]
    o.email = d.get("email")
    o.full_name = d.get("full_name")
    o.role = d.get("role")
    o.is_active = d.get("is_active")
    o.is_app_admin = d.get("is_app_admin")
    o.avatar_url = d.get("avatar_url")
    o.onboarding_completed_at = None if (v := d.get("onboarding_completed_at")) is None else instant(v)
    o.created_at = None if (v := d.get("created_at")) is None else instant(v)
    o.updated_at = None if (v := d.get("updated_at")) is None else instant(v)
    o.source_ = (
        None
        if len(d)
        == 1
        + ("email" in d)
        + ("full_name" in d)
        + ("role" in d)
        + ("is_active" in d)
        + ("is_app_admin" in d)
        + ("avatar_url" in d)
        + ("onboarding_completed_at" in d)
        + ("created_at" in d)
        + ("updated_at" in d)
        else d
    )
    return o


def encode_user(o: User) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "id": o.id,
    }
    if o.email is not None:
        d["email"] = o.email
    if o.full_name is not None:
        d["full_name"] = o.full_name
    if o.role is not None:
        d["role"] = o.role
    if o.is_active is not None:
        d["is_active"] = o.is_active
    if o.is_app_admin is not None:
        d["is_app_admin"] = o.is_app_admin
    if o.avatar_url is not None:
        d["avatar_url"] = o.avatar_url
    if o.onboarding_completed_at is not None:
        d["onboarding_completed_at"] = o.onboarding_completed_at
    if o.created_at is not None:
        d["created_at"] = o.created_at
    if o.updated_at is not None:
        d["updated_at"] = o.updated_at
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_user_update(d: dict[str, Any]) -> UserUpdate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(UserUpdate)
    o.role = d.get("role")
    o.is_active = d.get("is_active")
    o.is_app_admin = d.get("is_app_admin")
    o.source_ = None if len(d) == 0 + ("role" in d) + ("is_active" in d) + ("is_app_admin" in d) else d
    return o


def encode_user_update(o: UserUpdate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.role is not None:
        d["role"] = o.role
    if o.is_active is not None:
        d["is_active"] = o.is_active
    if o.is_app_admin is not None:
        d["is_app_admin"] = o.is_app_admin
    if o.source_ is not None:
        d |= extra(o)
    return d


RECORDS: dict[type[Record], tuple[Callable[[dict[str, Any]], Record], Callable[[Any], dict[str, Any]]]] = {
    AdminConversation: (decode_admin_conversation, encode_admin_conversation),
    AdminConversations: (decode_admin_conversations, encode_admin_conversations),
    AdminRating: (decode_admin_rating, encode_admin_rating),
    AdminRatings: (decode_admin_ratings, encode_admin_ratings),
    AdminUser: (decode_admin_user, encode_admin_user),
    AdminUsers: (decode_admin_users, encode_admin_users),
    AppError: (decode_app_error, encode_app_error),
    AppProblem: (decode_app_problem, encode_app_problem),
    Conversation: (decode_conversation, encode_conversation),
    ConversationCreate: (decode_conversation_create, encode_conversation_create),
    ConversationUpdate: (decode_conversation_update, encode_conversation_update),
    ConversationWithMessages: (decode_conversation_with_messages, encode_conversation_with_messages),
    Conversations: (decode_conversations, encode_conversations),
    ConversationsExport: (decode_conversations_export, encode_conversations_export),
    ExportedConversation: (decode_exported_conversation, encode_exported_conversation),
    ExportedMessage: (decode_exported_message, encode_exported_message),
    ExportedRating: (decode_exported_rating, encode_exported_rating),
    ExportedToolCall: (decode_exported_tool_call, encode_exported_tool_call),
    FrameworkProblem: (decode_framework_problem, encode_framework_problem),
    Impersonation: (decode_impersonation, encode_impersonation),
    InvalidInput: (decode_invalid_input, encode_invalid_input),
    Message: (decode_message, encode_message),
    MessageCreate: (decode_message_create, encode_message_create),
    MessageFile: (decode_message_file, encode_message_file),
    MessageRating: (decode_message_rating, encode_message_rating),
    MessageRatingCreate: (decode_message_rating_create, encode_message_rating_create),
    Messages: (decode_messages, encode_messages),
    PublicConversation: (decode_public_conversation, encode_public_conversation),
    PublicMessage: (decode_public_message, encode_public_message),
    PublicShare: (decode_public_share, encode_public_share),
    RatingCount: (decode_rating_count, encode_rating_count),
    RatingSummary: (decode_rating_summary, encode_rating_summary),
    RatingsExport: (decode_ratings_export, encode_ratings_export),
    RatingsOfDay: (decode_ratings_of_day, encode_ratings_of_day),
    Share: (decode_share, encode_share),
    ShareCreate: (decode_share_create, encode_share_create),
    SharedConversation: (decode_shared_conversation, encode_shared_conversation),
    Shares: (decode_shares, encode_shares),
    ToolCall: (decode_tool_call, encode_tool_call),
    User: (decode_user, encode_user),
    UserUpdate: (decode_user_update, encode_user_update),
}
"""From each record to the functions that read and write its wire form."""

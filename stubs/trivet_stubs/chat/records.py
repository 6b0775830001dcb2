"""The chat stub's records: users, and their conversations with messages and shares."""

import base64
import hashlib
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

Role = Literal["admin", "user"]
Permission = Literal["view", "edit"]


@dataclass(slots=True, kw_only=True, eq=False)
class User:
    """A user; only an active one may sign in."""

    id: str
    email: str
    full_name: str | None
    role: Role = "user"
    is_active: bool = True
    is_app_admin: bool = False
    created_at: datetime
    updated_at: datetime | None = None

    @property
    def name(self) -> str:
        """The name that tests use: the local part of the email address."""
        return self.email.partition("@")[0]


@dataclass(slots=True, kw_only=True, eq=False)
class ToolCall:
    """A tool that a message called."""

    id: str
    tool_call_id: str
    tool_name: str
    args: dict[str, Any]
    result: str | None
    status: Literal["pending", "running", "completed", "failed"]
    started_at: datetime
    completed_at: datetime | None


@dataclass(slots=True, kw_only=True, eq=False)
class File:
    """A file that is attached to a message."""

    id: str
    filename: str
    mime_type: str
    file_type: str


@dataclass(slots=True, kw_only=True, eq=False)
class Message:
    """A message; most have neither tool calls nor files, so those are tuples, which cost nothing when empty."""

    id: str
    conversation_id: str
    role: Literal["user", "assistant", "system"]
    content: str
    thinking: str | None = None
    model_name: str | None = None
    tokens_used: int | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    files: tuple[File, ...] = ()
    created_at: datetime


@dataclass(slots=True, kw_only=True, eq=False)
class Share:
    """A conversation shared with a user, or by a link."""

    id: str
    conversation_id: str
    shared_by: str
    shared_with: str | None
    share_token: str | None = field(repr=False)
    permission: Permission
    created_at: datetime


@dataclass(slots=True, kw_only=True, eq=False)
class Conversation:
    """A conversation with its messages and shares; `Ratings` holds the ratings of the messages."""

    id: str
    user_id: str
    title: str | None
    is_archived: bool = False
    created_at: datetime
    updated_at: datetime | None = None
    messages: list[Message] = field(default_factory=list[Message], repr=False)
    shares: list[Share] = field(default_factory=list[Share], repr=False)

    @property
    def touched_at(self) -> datetime:
        """The time of the last change, by which conversations are listed."""
        return self.updated_at or self.created_at

    def share_with(self, user_id: str) -> Share | None:
        """The share that lets a user read the conversation."""
        return next((share for share in self.shares if share.shared_with == user_id), None)

    def message(self, message_id: str) -> Message | None:
        """The message of this id, if the conversation has it."""
        return next((message for message in self.messages if message.id == message_id), None)


def link_token(share_id: str) -> str:
    """The token of a share by link: 43 characters that cannot be guessed from what the service shows."""
    return base64.urlsafe_b64encode(hashlib.sha256(share_id.encode()).digest()).rstrip(b"=").decode()

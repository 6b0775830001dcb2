"""The chat stub's records: users, their conversations with messages and shares, and the ratings of messages."""

import base64
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from typing import Any, Literal

from trivet_stubs.chat.ratings import Ratings

Role = Literal["admin", "user"]
Permission = Literal["view", "edit"]


@dataclass(slots=True, kw_only=True, eq=False)
class User:
    """Whoever may sign in, unless they are not active."""

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
        """What tests call them: the local part of their email address."""
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
    """A file that came with a message."""

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
    """A conversation with all that ends with it but the ratings of its messages."""

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
        """When something last happened to it."""
        return self.updated_at or self.created_at

    def share_with(self, user_id: str) -> Share | None:
        """The share through which a user sees it."""
        return next((share for share in self.shares if share.shared_with == user_id), None)

    def message(self, message_id: str) -> Message | None:
        """One of its messages."""
        return next((message for message in self.messages if message.id == message_id), None)


def link_token(share_id: str) -> str:
    """The token of a share by link: 43 characters that nobody guesses from the outside."""
    return base64.urlsafe_b64encode(hashlib.sha256(share_id.encode()).digest()).rstrip(b"=").decode()


class ChatRecords:
    """Everything that a chat service keeps. Who deletes, deletes here: what hangs on a record goes with it."""

    def __init__(self) -> None:
        self.users: dict[str, User] = {}
        self.conversations: dict[str, Conversation] = {}
        self.ratings = Ratings()
        self._numbers = count(1)

    def new_id(self) -> str:
        """The next id: a UUID made from a counter, its first digits as mixed as those of a random one."""
        number = next(self._numbers)
        return f"{number * 2654435761 % 2**32:08x}-0000-4000-8000-{number:012x}"

    def shares(self) -> Iterator[Share]:
        """Every share of every conversation."""
        for conversation in self.conversations.values():
            yield from conversation.shares

    def delete_conversation(self, conversation: Conversation) -> None:
        """Delete it with its messages, their ratings, and its shares."""
        del self.conversations[conversation.id]
        self.ratings.forget_messages(message.id for message in conversation.messages)

    def delete_user(self, user: User) -> None:
        """Delete them with their conversations, their ratings, and the shares with them."""
        del self.users[user.id]
        for conversation in list(self.conversations.values()):
            if conversation.user_id == user.id:
                self.delete_conversation(conversation)
            elif conversation.shares:
                conversation.shares = [share for share in conversation.shares if share.shared_with != user.id]
        self.ratings.forget_user(user.id)

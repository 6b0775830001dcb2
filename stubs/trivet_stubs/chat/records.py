"""The chat stub's records: users, conversations with messages and shares, ratings, and the store of them all."""

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime
from operator import attrgetter
from typing import Any, Literal

from trivet_stubs.kernel.rule_catalogue import applies

Role = Literal["admin", "user"]
Permission = Literal["view", "edit"]

_NONE: Mapping[str, "Rating"] = {}


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


@dataclass(slots=True, kw_only=True, eq=False)
class Rating:
    """The rating that one user gave one message."""

    id: str
    message: Message
    user_id: str
    rating: int
    comment: str | None
    created_at: datetime
    updated_at: datetime | None = None


class Ratings:
    """All ratings.

    Their order is cached until one is added or removed, because a client reads it page by page: of 100,000 ratings, a
    page takes 1.4 ms instead of 28.
    """

    def __init__(self) -> None:
        self._by_message: dict[str, dict[str, Rating]] = {}
        self._newest_first: list[Rating] | None = None

    def copy(self) -> "Ratings":
        """Return a copy of the ratings, which later changes of these do not affect."""
        duplicate = Ratings()
        for message_id, ratings in self._by_message.items():
            duplicate._by_message[message_id] = {user_id: copy(rating) for user_id, rating in ratings.items()}
        return duplicate

    def __iter__(self) -> Iterator[Rating]:
        """The ratings in the order in which `add` may repeat them."""
        return (rating for ratings in self._by_message.values() for rating in ratings.values())

    def of(self, message_id: str) -> Mapping[str, Rating]:
        """The ratings of a message, by user id."""
        return self._by_message.get(message_id, _NONE)

    @applies("chat.admin-ratings.list-is-newest-first")
    def newest_first(self) -> Sequence[Rating]:
        """All ratings, newest first; the order of ratings of the same time is undefined."""
        if self._newest_first is None:
            ordered = [rating for ratings in self._by_message.values() for rating in ratings.values()]
            ordered.sort(key=attrgetter("created_at"), reverse=True)
            self._newest_first = ordered
        return self._newest_first

    def add(self, rating: Rating) -> None:
        """Add a rating; the user has none of this message yet."""
        self._by_message.setdefault(rating.message.id, {})[rating.user_id] = rating
        self._newest_first = None

    def remove(self, rating: Rating) -> None:
        """Remove a rating."""
        del self._by_message[rating.message.id][rating.user_id]
        self._newest_first = None

    def forget_messages(self, message_ids: Iterable[str]) -> None:
        """Drop all ratings of these messages."""
        for message_id in message_ids:
            self._by_message.pop(message_id, None)
        self._newest_first = None

    def forget_user(self, user_id: str) -> None:
        """Drop all ratings by a user."""
        for ratings in self._by_message.values():
            ratings.pop(user_id, None)
        self._newest_first = None


class Users(dict[str, User]):
    """All users by their ids.

    Their order is cached until one is added or removed, because a client reads it page by page: of 100,000 users, a
    page takes 0.1 ms instead of 300. A user whose time of creation is changed keeps the old place until then.
    """

    _newest_first: list[User] | None = None

    def newest_first(self) -> Sequence[User]:
        """All users, newest first; users of the same time are in the order in which they were added."""
        if self._newest_first is None or len(self._newest_first) != len(self):
            self._newest_first = sorted(self.values(), key=attrgetter("created_at"), reverse=True)
        return self._newest_first

    def __setitem__(self, user_id: str, user: User) -> None:
        self._newest_first = None
        super().__setitem__(user_id, user)

    def __delitem__(self, user_id: str) -> None:
        self._newest_first = None
        super().__delitem__(user_id)


class ChatRecords:
    """All records of a chat service. Deleting a record also deletes the records that depend on it."""

    def __init__(self) -> None:
        self.users: Users = Users()
        self.conversations: dict[str, Conversation] = {}
        self.ratings: Ratings = Ratings()
        # A list, so that copies of the records can share one counter.
        self._last_number = [0]

    @property
    def last_number(self) -> int:
        """The number of the newest id; settable."""
        return self._last_number[0]

    @last_number.setter
    def last_number(self, number: int) -> None:
        self._last_number[0] = number

    def new_id(self) -> str:
        """Return the next id: a UUID made from a counter, with scattered first digits as in a random UUID."""
        self._last_number[0] += 1
        number = self._last_number[0]
        return f"{number * 2654435761 % 2**32:08x}-0000-4000-8000-{number:012x}"

    def copy(self, *, numbered_apart: bool = False) -> "ChatRecords":
        """Return a copy of the records, which later changes of these do not affect.

        Args:
            numbered_apart: Whether the copy has its own id counter; otherwise both share one, and no id repeats.
        """
        duplicate = ChatRecords()
        duplicate.users = Users((user.id, copy(user)) for user in self.users.values())
        duplicate.conversations = {
            row.id: replace(row, messages=list(row.messages), shares=list(row.shares))
            for row in self.conversations.values()
        }
        duplicate.ratings = self.ratings.copy()
        duplicate._last_number = [*self._last_number] if numbered_apart else self._last_number
        return duplicate

    def shares(self) -> Iterator[Share]:
        """Every share of every conversation."""
        for conversation in self.conversations.values():
            yield from conversation.shares

    @applies("chat.conversations.delete-takes-the-messages")
    def delete_conversation(self, conversation: Conversation) -> None:
        """Delete a conversation with its messages, their ratings, and its shares."""
        del self.conversations[conversation.id]
        self.ratings.forget_messages(message.id for message in conversation.messages)

    @applies("chat.users.deletion-is-hard")
    def delete_user(self, user: User) -> None:
        """Delete a user with their conversations, their ratings, and the shares with them."""
        del self.users[user.id]
        for conversation in list(self.conversations.values()):
            if conversation.user_id == user.id:
                self.delete_conversation(conversation)
            elif conversation.shares:
                conversation.shares = [share for share in conversation.shares if share.shared_with != user.id]
        self.ratings.forget_user(user.id)

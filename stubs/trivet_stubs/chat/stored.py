"""The records and tokens of the chat stub as they are stored in a file, and how they are read again."""

from dataclasses import dataclass, field
from datetime import datetime

from trivet_stubs.chat.access import Access, Grant
from trivet_stubs.chat.records import ChatRecords, Conversation, Rating, User
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.stored_state import read, write


@dataclass(slots=True, kw_only=True)
class StoredRating:
    """A rating, which names its message by the id."""

    id: str
    message_id: str
    user_id: str
    rating: int
    comment: str | None
    created_at: datetime
    updated_at: datetime | None = None


@dataclass(slots=True, kw_only=True)
class StoredToken:
    """A token that expires; permanent tokens follow from the users."""

    token: str
    user_id: str
    expires_at: datetime


@dataclass(slots=True, kw_only=True)
class StoredChat:
    """All records and expiring tokens of a chat stub."""

    users: list[User] = field(default_factory=list[User])
    conversations: list[Conversation] = field(default_factory=list[Conversation])
    ratings: list[StoredRating] = field(default_factory=list[StoredRating])
    tokens: list[StoredToken] = field(default_factory=list[StoredToken])
    last_number: int = 0
    """The number of the newest id."""


def stored_chat(records: ChatRecords, access: Access) -> JsonObject:
    """Return records and tokens as JSON values.

    >>> stored_chat(state.records, state.access)["users"][0]["role"]
    'admin'
    """
    chat = StoredChat(
        users=list(records.users.values()),
        conversations=list(records.conversations.values()),
        ratings=[
            StoredRating(
                id=rating.id,
                message_id=rating.message.id,
                user_id=rating.user_id,
                rating=rating.rating,
                comment=rating.comment,
                created_at=rating.created_at,
                updated_at=rating.updated_at,
            )
            for rating in records.ratings
        ],
        tokens=[
            StoredToken(token=token, user_id=grant.user_id, expires_at=grant.expires_at)
            for token, grant in access.grants.items()
            if grant.expires_at is not None
        ],
        last_number=records.last_number,
    )
    stored: JsonObject = write(chat)
    return stored


def read_chat(raw: object) -> tuple[ChatRecords, dict[str, Grant]]:
    """Return the records and the expiring tokens of JSON values that `stored_chat` has made.

    Raises:
        ValueError: A field is wrong, or an id belongs to no record.
    """
    chat = read(StoredChat, raw)
    records = ChatRecords()
    records.last_number = chat.last_number
    for user in chat.users:
        records.users[user.id] = user
    for row in chat.conversations:
        if row.user_id not in records.users:
            raise ValueError(f"data.conversations: the owner of {row.id!r}, {row.user_id!r}, is not among the users")
        records.conversations[row.id] = row
    messages = {message.id: message for row in chat.conversations for message in row.messages}
    for rating in chat.ratings:
        message = messages.get(rating.message_id)
        if message is None:
            raise ValueError(f"data.ratings: {rating.id!r} is of {rating.message_id!r}, which is in no conversation")
        records.ratings.add(
            Rating(
                id=rating.id,
                message=message,
                user_id=rating.user_id,
                rating=rating.rating,
                comment=rating.comment,
                created_at=rating.created_at,
                updated_at=rating.updated_at,
            )
        )
    return records, {token.token: Grant(token.user_id, token.expires_at) for token in chat.tokens}

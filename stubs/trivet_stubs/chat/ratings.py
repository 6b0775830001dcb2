"""Ratings of messages, one a user and message."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trivet_stubs.chat.records import Message

_NONE: Mapping[str, "Rating"] = {}


@dataclass(slots=True, kw_only=True, eq=False)
class Rating:
    """What one user thinks of one message."""

    id: str
    message: "Message"
    user_id: str
    rating: int
    comment: str | None
    created_at: datetime
    updated_at: datetime | None = None


class Ratings:
    """Every rating. They are kept in order until one comes or goes, for who walks over 100,000 of them."""

    def __init__(self) -> None:
        self._by_message: dict[str, dict[str, Rating]] = {}
        self._newest_first: list[Rating] | None = None

    def of(self, message_id: str) -> Mapping[str, Rating]:
        """The ratings of a message, by user id."""
        return self._by_message.get(message_id, _NONE)

    def newest_first(self) -> Sequence[Rating]:
        """All of them; those of one moment in no promised order."""
        if self._newest_first is None:
            found = [rating for ratings in self._by_message.values() for rating in ratings.values()]
            found.sort(key=attrgetter("created_at"), reverse=True)
            self._newest_first = found
        return self._newest_first

    def add(self, rating: Rating) -> None:
        """Add one; the user has none of this message yet."""
        self._by_message.setdefault(rating.message.id, {})[rating.user_id] = rating
        self._newest_first = None

    def remove(self, rating: Rating) -> None:
        """Take one back."""
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

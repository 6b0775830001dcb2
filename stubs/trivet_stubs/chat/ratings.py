"""Ratings of messages, one a user and message."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter

from trivet_stubs.chat.records import Message

_NONE: Mapping[str, "Rating"] = {}


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
    """Every rating. The order is cached until one is added or removed, because a walk over 100,000 takes many pages."""

    def __init__(self) -> None:
        self._by_message: dict[str, dict[str, Rating]] = {}
        self._newest_first: list[Rating] | None = None

    def copy(self) -> "Ratings":
        """The ratings as they are now; later changes of these leave the copy as it is."""
        found = Ratings()
        for message_id, ratings in self._by_message.items():
            found._by_message[message_id] = {user_id: copy(rating) for user_id, rating in ratings.items()}
        return found

    def of(self, message_id: str) -> Mapping[str, Rating]:
        """The ratings of a message, by user id."""
        return self._by_message.get(message_id, _NONE)

    def newest_first(self) -> Sequence[Rating]:
        """All ratings; those of one moment in no promised order."""
        if self._newest_first is None:
            found = [rating for ratings in self._by_message.values() for rating in ratings.values()]
            found.sort(key=attrgetter("created_at"), reverse=True)
            self._newest_first = found
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

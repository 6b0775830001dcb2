"""The store of the chat stub: every record by its id."""

from collections.abc import Iterator
from copy import copy
from dataclasses import replace

from trivet_stubs.chat.ratings import Ratings
from trivet_stubs.chat.records import Conversation, Share, User


class ChatRecords:
    """All records of a chat service. Deleting a record here deletes what depends on it too."""

    def __init__(self) -> None:
        self.users: dict[str, User] = {}
        self.conversations: dict[str, Conversation] = {}
        self.ratings: Ratings = Ratings()
        # A list, so that copies of the records count on together.
        self._last_number = [0]

    def new_id(self) -> str:
        """The next id: a UUID made from a counter, its first digits as mixed as those of a random one."""
        self._last_number[0] += 1
        number = self._last_number[0]
        return f"{number * 2654435761 % 2**32:08x}-0000-4000-8000-{number:012x}"

    def copy(self, *, numbered_apart: bool = False) -> "ChatRecords":
        """The records as they are now; later changes of these leave the copy as it is.

        Args:
            numbered_apart: Whether the copy counts its ids by itself; otherwise no id is given by both.
        """
        found = ChatRecords()
        found.users = {user.id: copy(user) for user in self.users.values()}
        found.conversations = {
            row.id: replace(row, messages=list(row.messages), shares=list(row.shares))
            for row in self.conversations.values()
        }
        found.ratings = self.ratings.copy()
        found._last_number = [*self._last_number] if numbered_apart else self._last_number
        return found

    def shares(self) -> Iterator[Share]:
        """Every share of every conversation."""
        for conversation in self.conversations.values():
            yield from conversation.shares

    def delete_conversation(self, conversation: Conversation) -> None:
        """Delete a conversation with its messages, their ratings, and its shares."""
        del self.conversations[conversation.id]
        self.ratings.forget_messages(message.id for message in conversation.messages)

    def delete_user(self, user: User) -> None:
        """Delete a user with their conversations, their ratings, and the shares with them."""
        del self.users[user.id]
        for conversation in list(self.conversations.values()):
            if conversation.user_id == user.id:
                self.delete_conversation(conversation)
            elif conversation.shares:
                conversation.shares = [share for share in conversation.shares if share.shared_with != user.id]
        self.ratings.forget_user(user.id)

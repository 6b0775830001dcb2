"""Who may do what in the chat stub: access tokens, and the rules of owners, administrators and recipients."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from starlette.requests import Request

from trivet_stubs.chat.records import ChatRecords, Conversation, User
from trivet_stubs.chat.refusals import absent, anonymous, forbidden, unknown


@dataclass(frozen=True, slots=True)
class Grant:
    """What a token stands for."""

    user_id: str
    expires_at: datetime | None


class Access:
    """The tokens that are out, and what their holders may see and change."""

    def __init__(self, records: ChatRecords, now: Callable[[], datetime]) -> None:
        self._records = records
        self._now = now
        self._grants: dict[str, Grant] = {}
        for user in records.users.values():
            self.standing_token(user)

    def standing_token(self, user: User) -> str:
        """The token that a user always has."""
        token = f"stub-token-{user.name}"
        self._grants[token] = Grant(user.id, None)
        return token

    def passing_token(self, user: User, seconds: float) -> str:
        """A token that is valid for so long."""
        token = f"stub-token-{user.name}-{len(self._grants) + 1:06d}"
        self._grants[token] = Grant(user.id, self._now() + timedelta(seconds=seconds))
        return token

    def user(self, request: Request) -> User:
        """Who asks; a `Refusal` unless they are known, active, and their token is still valid."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            raise anonymous()
        grant = self._grants.get(token.strip())
        if grant is None or (grant.expires_at is not None and grant.expires_at <= self._now()):
            raise unknown("Invalid or expired token")
        user = self._records.users.get(grant.user_id)
        if user is None:
            raise unknown("User not found")
        if not user.is_active:
            raise unknown("User account is disabled")
        return user

    def readable(self, conversation_id: str, caller: User) -> Conversation:
        """A conversation that the caller may read: their own, one shared with them, any for an administrator."""
        found = self._records.conversations.get(conversation_id.lower())
        if found is None or not (caller.role == "admin" or takes_part(found, caller)):
            raise absent("Conversation")
        return found

    def editable(self, conversation_id: str, caller: User) -> Conversation:
        """One that the caller may write in: their own, or one shared with them for editing."""
        found = self.readable(conversation_id, caller)
        if found.user_id == caller.id:
            return found
        share = found.share_with(caller.id)
        if share is None:
            raise absent("Conversation")
        if share.permission != "edit":
            raise forbidden("You may only view this conversation")
        return found

    def owned(self, conversation_id: str, caller: User) -> Conversation:
        """One that is the caller's own; of any other they learn nothing."""
        found = self._records.conversations.get(conversation_id.lower())
        if found is None or found.user_id != caller.id:
            raise absent("Conversation")
        return found

    def sharable(self, conversation_id: str, caller: User) -> Conversation:
        """One that is the caller's own, to share; of any other they learn that it is there, as observed."""
        found = self._records.conversations.get(conversation_id.lower())
        if found is None:
            raise absent("Conversation")
        if found.user_id != caller.id:
            raise forbidden("Only the owner may share a conversation and see its shares")
        return found


def takes_part(conversation: Conversation, user: User) -> bool:
    """Whether it is theirs or shared with them."""
    return conversation.user_id == user.id or conversation.share_with(user.id) is not None

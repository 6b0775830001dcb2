"""The permissions of the chat stub: access tokens, and the rules of owners, administrators and recipients."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from trivet_stubs.chat.records import ChatRecords, Conversation, User
from trivet_stubs.chat.refusals import forbidden, invalid_token, not_authenticated, not_found
from trivet_stubs.kernel.messages import LoggedRequest
from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.rule_catalogue import applies

_MISSING = "chat.conversations.missing-is-404"


@dataclass(frozen=True, slots=True)
class Grant:
    """The user that a token belongs to, and how long it is valid."""

    user_id: str
    expires_at: datetime | None


class Access:
    """The issued tokens, and the conversations that their users may see and change."""

    def __init__(
        self, records: Callable[[], ChatRecords], now: Callable[[], datetime], missing: Callable[[Refusal], Refusal]
    ) -> None:
        self._records = records
        self._missing = missing
        self._now = now
        self.grants: dict[str, Grant] = {}
        """The issued tokens."""
        for user in records().users.values():
            self.permanent_token(user)

    def permanent_token(self, user: User) -> str:
        """The token that a user always has."""
        token = f"stub-token-{user.name}"
        self.grants[token] = Grant(user.id, None)
        return token

    @applies("chat.impersonation.token-is-the-target-users")
    def temporary_token(self, user: User, seconds: float) -> str:
        """Issue a token of a user that expires after so many seconds."""
        token = f"stub-token-{user.name}-{len(self.grants) + 1:06d}"
        self.grants[token] = Grant(user.id, self._now() + timedelta(seconds=seconds))
        return token

    @applies("chat.access.credentials-are-a-bearer-token")
    def user(self, request: LoggedRequest) -> User:
        """Return the caller; raise a `Refusal` unless the token is valid and its user is active."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            raise not_authenticated()
        grant = self.grants.get(token.strip())
        if grant is None:
            raise invalid_token("Invalid or expired token", rule="chat.access.unknown-token-is-401")
        if grant.expires_at is not None and grant.expires_at <= self._now():
            raise invalid_token("Invalid or expired token", rule="chat.impersonation.token-is-valid-for-an-hour")
        user = self._records().users.get(grant.user_id)
        if user is None:
            raise self._missing(invalid_token("User not found", rule="chat.access.token-of-a-deleted-user-is-401"))
        if not user.is_active:
            raise invalid_token("User account is disabled", rule="chat.access.token-of-an-inactive-user-is-401")
        return user

    @applies("chat.access.admin-reads-any-conversation", "chat.access.recipients-read-what-is-shared")
    def readable(self, conversation_id: str, caller: User) -> Conversation:
        """Return a conversation that the caller may read: their own, a shared one, or as an administrator any."""
        conversation = self._records().conversations.get(conversation_id.lower())
        if conversation is None:
            raise not_found("Conversation", rule=_MISSING)
        if not (caller.role == "admin" or takes_part(conversation, caller)):
            raise not_found("Conversation", rule="chat.access.others-read-only-their-own")
        return conversation

    def editable(self, conversation_id: str, caller: User) -> Conversation:
        """Return a conversation that the caller may write in: their own, or one shared with them for editing."""
        conversation = self.readable(conversation_id, caller)
        if conversation.user_id == caller.id:
            return conversation
        share = conversation.share_with(caller.id)
        if share is None:
            raise not_found("Conversation", rule="chat.conversations.owners-and-editors-change-them")
        if share.permission != "edit":
            raise forbidden("You may only view this conversation", rule="chat.shares.view-does-not-change")
        return conversation

    def owned(self, conversation_id: str, caller: User, *, rule: str) -> Conversation:
        """Return a conversation of the caller; any other does not exist for them, by the rule of this id."""
        conversation = self._records().conversations.get(conversation_id.lower())
        if conversation is None:
            raise not_found("Conversation", rule=_MISSING)
        if conversation.user_id != caller.id:
            raise not_found("Conversation", rule=rule)
        return conversation

    def sharable(self, conversation_id: str, caller: User, *, rule: str) -> Conversation:
        """Return a conversation of the caller to share; as observed, any other is a 403 and not a 404, by this rule."""
        conversation = self._records().conversations.get(conversation_id.lower())
        if conversation is None:
            raise not_found("Conversation", rule=_MISSING)
        if conversation.user_id != caller.id:
            raise forbidden("Only the owner may share a conversation and see its shares", rule=rule)
        return conversation


def takes_part(conversation: Conversation, user: User) -> bool:
    """Whether a user owns a conversation or it is shared with them."""
    return conversation.user_id == user.id or conversation.share_with(user.id) is not None


def rating_reader(conversation: Conversation, caller: User) -> str | None:
    """The user whose ratings are shown with the messages: the caller, unless they only read as an administrator."""
    return caller.id if takes_part(conversation, caller) else None

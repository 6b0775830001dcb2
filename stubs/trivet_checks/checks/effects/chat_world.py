"""The records of a chat server: which places show a conversation, a message, a share, a rating or a user to whom."""

from trivet_checks.checks.effects.places import Place
from trivet_checks.checks.effects.world import Expected, Record, Words, World
from trivet_stubs.kernel.rule_catalogue import rules

STAYS = "chat.effects.nothing-else-changes"
LINK_OF_A_DELETED = "chat.shares.link-of-a-deleted-conversation-opens-nothing"
OWNER = "chat.conversations.owner-is-the-caller"
DELETION = "chat.conversations.delete-takes-the-messages"
MISSING = "chat.conversations.missing-is-404"
TITLE = "chat.conversations.create-takes-an-optional-title"
UPDATE = "chat.conversations.update-sets-title-and-archived"
ARCHIVE = "chat.conversations.archive-hides"
_EMBEDDED = "chat.conversations.get-embeds-messages"
ADDED = "chat.messages.create-answers-201"
_OWN = "chat.conversations.list-is-the-callers-own"
_SHARED = "chat.shares.shared-with-me-lists-what-others-share"
_EVERYTHING = "chat.admin-conversations.export-has-everything"
_ADMIN_READS = "chat.access.admin-reads-any-conversation"
OTHERS = "chat.access.others-read-only-their-own"
_SHARES = "chat.shares.list-has-items-and-total"
SHARE = "chat.shares.create-names-a-user-or-a-link"
_OPENS = "chat.shares.token-opens-the-conversation"
_REVOKED = "chat.shares.revoked-opens-nothing"
RATED = "chat.ratings.new-is-201-and-update-is-200"
_UNRATED = "chat.ratings.unrate-removes-the-callers"
TOTAL = "chat.paging.total-counts-every-match"
PAGES = "chat.paging.pages-have-each-record-once"
COUNT = "chat.admin-conversations.list-has-a-message-count"
ANSWER = "chat.answers.each-operation-answers-its-record"

USER = "chat.users.update-changes-role-and-activity"

ARCHIVED = "is_archived"
"""The field of the archived status, whatever a server calls it."""


class ChatWorld(World):
    """The records of a run, as the places of a chat server have to show them.

    >>> ChatWorld().there(places(load("chat"))[0], "user", Record("conversation", "one"))
    Expected(value=1, rule='chat.effects.nothing-else-changes')
    """

    words: Words = Words(
        stays=STAYS,
        others=OTHERS,
        total=TOTAL,
        pages=PAGES,
        count=COUNT,
        answer=ANSWER,
        titled="conversation",
        of_titles=(UPDATE, TITLE),
        volatile=("updated_at", "user_rating", "message_count", "conversation_count", "onboarding_completed_at"),
        formless=(("rating", ""), ("message", _EVERYTHING)),
    )

    def scope(self, place: Place) -> str:
        """The rule that says which records a list has; empty if none does."""
        return scope_of(place)

    def there(self, place: Place, caller: str, row: Record) -> Expected | None:
        """How often a record is in a place; None if the contract leaves it open, or the place shows no such records."""
        judges = {
            "conversation": self._conversation,
            "message": self._message,
            "rating": self._rating,
            "share": self._share,
            "user": self._user,
        }
        if "token" in place.of:
            return self._link(row) if row.kind == "share" and row.token else None
        return judges[row.kind](place, caller, row) if row.kind in place.shows else None

    def _conversation(self, place: Place, caller: str, row: Record) -> Expected | None:
        if row.is_gone:
            return Expected(0, DELETION)
        if place.of:
            return self._read(caller, row)
        scope = scope_of(place)
        if scope == _EVERYTHING:
            return Expected(1, _EVERYTHING)
        if scope == _OWN and row.owner != caller:
            return Expected(0, _OWN)
        if scope == _SHARED:
            return self._shared_with(caller, row)
        if scope != _OWN and caller != "admin":
            return None  # a list that no rule describes: it has nothing deleted, and keeps what it had
        if row.fields.get(ARCHIVED) and not place.flags:
            return None
        is_set = ARCHIVED in row.said or bool({TITLE, OWNER} & {*row.said.values()})
        if row.fields.get(ARCHIVED):
            return Expected(int(all(place.flags.values())), _rule_of_flag(place) if is_set else STAYS)
        may_be_archived = not (is_set or all(place.flags.values()))  # by a write that does not say so
        return Expected(1, _OWN if scope == _OWN and not may_be_archived else STAYS)

    def _read(self, caller: str, row: Record) -> Expected | None:
        if caller == row.owner:
            return Expected(1, STAYS)
        if caller == "admin":
            return Expected(1, _ADMIN_READS)
        return None if self._recipients(row, caller) else Expected(0, OTHERS)

    def _shared_with(self, caller: str, row: Record) -> Expected | None:
        shares = self._recipients(row, caller)
        if any(share.is_unknown for share in shares):
            return None
        standing = [share for share in shares if not share.is_deleted]
        return Expected(int(bool(standing)), _REVOKED if shares and not standing else _SHARED)

    def _recipients(self, row: Record, caller: str) -> list[Record]:
        return [share for share in self.of("share", row) if share.recipient == caller]

    def _message(self, place: Place, caller: str, row: Record) -> Expected | None:
        conversation = row.within
        assert conversation is not None
        if place.of and caller not in (conversation.owner, "admin"):
            return None if self._recipients(conversation, caller) else Expected(0, OTHERS)
        if row.is_gone:
            return Expected(0, DELETION)
        if scope_of(place) == _EVERYTHING:
            return Expected(1, _EVERYTHING)
        if not place.of:
            return None
        if caller == "admin":
            return Expected(1, _ADMIN_READS)
        return Expected(1, _EMBEDDED if "conversation" in place.shows else ADDED)

    def _rating(self, place: Place, caller: str, row: Record) -> Expected | None:
        if "conversation" in place.shows or (row.is_gone and not row.is_deleted):
            return None  # whether the rating of a deleted message stays is not stated
        return Expected(0, _UNRATED) if row.is_deleted else Expected(1, RATED)

    def _share(self, place: Place, caller: str, row: Record) -> Expected | None:
        assert row.within is not None
        if caller != row.within.owner:
            return Expected(0, "chat.shares.only-the-owner-lists-them")
        if row.within.is_gone:
            return Expected(0, MISSING)
        return None if row.is_deleted else Expected(1, _SHARES)  # the freedom `revoked-shares`

    def _user(self, place: Place, caller: str, row: Record) -> Expected | None:
        return Expected(1, STAYS)

    def _link(self, row: Record) -> Expected | None:
        assert row.within is not None
        if row.is_deleted:
            return Expected(0, _REVOKED)
        return Expected(0, LINK_OF_A_DELETED) if row.within.is_gone else Expected(1, _OPENS)


def scope_of(place: Place) -> str:
    """The rule that says which records a list has; empty if none does."""
    return next(
        (rule for rule in (_OWN, _SHARED, _EVERYTHING) if place.operation in rules("chat")[rule].operations), ""
    )


def _rule_of_flag(place: Place) -> str:
    """The rule that quotes a flag of a list in the words of its operation."""
    for rule in rules("chat").values():
        quoted = " ".join(rule.quotes)
        if place.operation in rule.operations and any(f"{name} (" in quoted for name in place.flags):
            return rule.id
    return STAYS

"""The records of a chat server as its writes have left them, and their expected view in each place, for each caller.

The rules say what each write changes. What no rule says stays as it is, which is a rule too: `STAYS`, which is assumed.
The table of effects and the walk through a server ask the same functions, so that each cell of the table is judged, and
nothing else.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from trivet_checks.checks.effects.places import Place
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
THERE = "there"
"""The name of the cell that says how often a record is in a place."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The expected value of one cell."""

    value: object
    """How often the record is there, or the value of its field."""
    rule: str


@dataclass(slots=True)
class Record:
    """A record of the run, and the rules by which its fields have their values."""

    kind: str
    name: str
    """Its name in a report: `the archived conversation`."""
    fields: dict[str, object] = field(default_factory=dict[str, object])
    said: dict[str, str] = field(default_factory=dict[str, str])
    """From each field that the last writes have set to the rule that says so; any other field stays."""
    within: "Record | None" = None
    """The conversation of a message or a share, the message of a rating."""
    owner: str = "user"
    """The caller who has made it."""
    wrote: str = ""
    """The last write on it in this group; empty if there is none."""
    is_deleted: bool = False
    """Whether it was deleted, revoked or removed."""
    recipient: str = ""
    """The caller whom a share is with; empty for a link."""
    id: str = ""
    token: str = ""
    is_lost: bool = False
    """Whether a write on it was refused or lost, so that nothing is known of it."""

    @property
    def is_archived(self) -> bool:
        """Whether it is archived."""
        return bool(self.fields.get(ARCHIVED))

    @property
    def is_gone(self) -> bool:
        """Whether it is gone, alone or with what it is within."""
        return self.is_deleted or (self.within is not None and self.within.is_gone)

    @property
    def is_unknown(self) -> bool:
        """Whether nothing is known of it, or of what it is within."""
        return self.is_lost or (self.within is not None and self.within.is_unknown)


class World:
    """The records of a run.

    >>> world = World()
    >>> conversation = world.add(Record("conversation", "one", {"title": "A"}), "conversations.create", TITLE)
    >>> world.change(conversation, "conversations.update", UPDATE, title="B")
    """

    def __init__(self) -> None:
        self.records: list[Record] = []

    def of(self, kind: str, within: Record | None = None) -> list[Record]:
        """The records of a kind, within another one if one is given."""
        return [row for row in self.records if row.kind == kind and within in (None, row.within)]

    def settle(self) -> None:
        """Let everything stay as it is from now on: the writes so far have been judged."""
        for row in self.records:
            row.said, row.wrote = {}, ""

    def add(self, row: Record, wrote: str, rule: str) -> Record:
        """A write makes a record with the fields that it has sent."""
        row.wrote, row.said = wrote, dict.fromkeys(row.fields, rule)
        self.records.append(row)
        return row

    def change(self, row: Record, wrote: str, rule: str, **fields: object) -> None:
        """A write sets some fields of a record, and leaves the others."""
        row.wrote, row.said = wrote, dict.fromkeys(fields, rule)
        row.fields |= fields

    def end(self, row: Record, wrote: str) -> None:
        """A write deletes, revokes or removes a record; what is within it goes, too."""
        for inner in self.records:
            if _is_below(inner, row):
                inner.wrote = wrote
        row.is_deleted = True

    # What the places show.

    def view(self, place: Place, caller: str, target: Record | None = None) -> Iterator[tuple[Record, str, Expected]]:
        """Yield each cell of a place: the record, the field, and its expected value.

        Args:
            place: The place.
            caller: Who looks.
            target: The record of the path: a conversation, or a share for its token.
        """
        for row in self.records:
            if row.is_unknown or (target is not None and not _is_below(row, target)):
                continue
            expected = self.there(place, caller, row)
            if expected is None:
                continue
            yield row, THERE, expected
            if expected.value == 1 and row.kind in place.shows and "token" not in place.of:
                for name, value in row.fields.items():
                    yield row, name, Expected(value, row.said.get(name, STAYS))

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
        if row.is_archived and not place.flags:
            return None
        is_set = ARCHIVED in row.said or bool({TITLE, OWNER} & {*row.said.values()})
        if row.is_archived:
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


def _is_below(row: Record, target: Record) -> bool:
    return row is target or (row.within is not None and _is_below(row.within, target))


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

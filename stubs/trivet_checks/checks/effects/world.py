"""The records of a server as the writes of a run have left them, and their expected view in each place to each caller.

Rules say what each write changes. All other fields and records stay as they are, which is a rule too, `Words.stays`.
The table of effects and the walk through a server ask the same functions, so that each cell of the table is judged, and
nothing else.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from trivet_checks.checks.effects.places import Place

THERE = "there"
"""The name of the cell that says how often a record is in a place."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The expected value of one cell."""

    value: object
    """How often the record is there, or the value of its field."""
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The rules of a service that a walk judges in every place; an empty one is not judged.

    >>> Words(stays="chat.effects.nothing-else-changes").total
    ''
    """

    stays: str
    """All that no write names stays as it is."""
    others: str = ""
    """A caller does not see the records of others."""
    total: str = ""
    """The total of a list is the number of its records."""
    pages: str = ""
    """Pages have each record once."""
    count: str = ""
    """A record has the number of its messages."""
    answer: str = ""
    """A write answers the fields that are read afterwards."""
    same: str = ""
    """Every answer shows a record with the same fields."""
    reads: str = ""
    """An answer is about the record that its request names."""
    once: str = ""
    """Each record of a list is there once."""
    resolves: str = ""
    """An answer is of the context that its request names."""
    titled: str = ""
    """The kind of the records that a search finds by their titles."""
    of_titles: Collection[str] = ()
    """The rules that set a title, without which a search finds nothing."""
    volatile: Collection[str] = ()
    """Fields that other writes change, too, or that count."""
    moving: Collection[str] = ()
    """Fields that a write on a record within changes."""
    formless: Collection[tuple[str, str]] = ()
    """Kinds of records, and their rules, that a place may show without an id: the contract does not show their form."""
    creations: Mapping[str, str] = field(default_factory=dict[str, str])
    """From kinds to the rules that make one record, where a second one is known by the names of the run."""


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
    """The caller who has made it, or the runtime context in which it was made."""
    wrote: str = ""
    """The last write on it in this group; empty if there is none."""
    is_deleted: bool = False
    """Whether it was deleted, revoked or removed."""
    recipient: str = ""
    """The caller whom a share is with; empty for a link."""
    id: str = ""
    text: str = ""
    """The text of a message, by which it is known where its form has no id; empty if nothing is known of it."""
    token: str = ""
    is_lost: bool = False
    """Whether a write on it was refused or lost, so that nothing is known of it."""

    @property
    def is_gone(self) -> bool:
        """Whether it is gone, alone or with the record that holds it."""
        return self.is_deleted or (self.within is not None and self.within.is_gone)

    @property
    def is_unknown(self) -> bool:
        """Whether nothing is known of it, or of the record that holds it."""
        return self.is_lost or (self.within is not None and self.within.is_unknown)


class World(ABC):
    """The records of a run.

    >>> world = ChatWorld()
    >>> conversation = world.add(Record("conversation", "one", {"title": "A"}), "conversations.create", TITLE)
    >>> world.change(conversation, "conversations.update", UPDATE, title="B")
    """

    words: Words

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.missing: set[str] = set()
        """The callers or contexts that the run does not have."""

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

    def view(self, place: Place, caller: str, target: Record | None = None) -> Iterator[tuple[Record, str, Expected]]:
        """Yield each cell of a place: the record, the field, and its expected value.

        Args:
            place: The place.
            caller: Who looks, or from which context.
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
                    yield row, name, Expected(value, row.said.get(name, self.words.stays))

    @abstractmethod
    def there(self, place: Place, caller: str, row: Record) -> Expected | None:
        """How often a record is in a place; None if the contract leaves it open, or the place shows no such records."""

    def scope(self, place: Place) -> str:
        """The rule that says which records a list has; empty if none does."""
        return ""


def _is_below(row: Record, target: Record) -> bool:
    return row is target or (row.within is not None and _is_below(row.within, target))

"""Our own model of a service: frozen, sorted, printable, and free of any parser's types."""

from __future__ import annotations

from attrs import frozen

__all__ = ["Auth", "Field", "Operation", "Paging", "Parameter", "Record", "Service", "Type", "Union"]

Scalar = str | int | float | bool | None


@frozen
class Type:
    """What a value may be.

    `kind` is one of: any, bool, datetime, float, int, null, str; literal (an open enum, its `values`); record and union
    (by `name`); list and map (`of` one type); anyof (`of` several).

    `floating` says of a float that its format is float or double: a whole number on the wire becomes a float, too.
    """

    kind: str
    name: str = ""
    of: tuple[Type, ...] = ()
    values: tuple[Scalar, ...] = ()
    floating: bool = False

    @property
    def nullable(self) -> bool:
        """Whether null is one of the values."""
        return self.kind in ("null", "any") or any(each.kind == "null" for each in self.of if self.kind == "anyof")

    def without_null(self) -> Type:
        """The same type, null aside."""
        if self.kind != "anyof":
            return self
        rest = tuple(each for each in self.of if each.kind != "null")
        return rest[0] if len(rest) == 1 else Type("anyof", of=rest)


@frozen
class Field:
    """One field of a record.

    Attributes:
        required: Whether the contract says that it is always there.
        assumed: Whether it is there by all experience, but the contract does not say so; then it is not required. It is
            typed as a required field is. An answer without it decodes, and reading the missing attribute is an error.
    """

    wire: str
    name: str
    type: Type
    required: bool
    assumed: bool
    secret: bool
    empty: bool  # its default is an empty array: what is missing is the same as nothing in it
    checks: tuple[tuple[str, Scalar], ...]  # stated by the contract, of a field that is sent
    doc: str

    @property
    def expected(self) -> bool:
        """Whether an answer has it, as far as is known: it is required or assumed."""
        return self.required or self.assumed


@frozen
class Record:
    """One object schema, which becomes a class."""

    name: str
    fields: tuple[Field, ...]
    sent: bool  # whether it is part of a body, so that leaving out differs from null
    doc: str


@frozen
class Union:
    """Records distinguished by the value of one field."""

    name: str
    tag: str
    variants: tuple[tuple[str, str], ...]  # tag value, record
    doc: str


@frozen
class Parameter:
    """One input of an operation: `place` is path, query or body."""

    wire: str
    name: str
    place: str
    type: Type
    required: bool
    secret: bool
    checks: tuple[tuple[str, Scalar], ...]  # stated by the contract
    doc: str
    default: Scalar = None  # what the service takes where it is not sent: documented, and never sent

    @property
    def three_states(self) -> bool:
        """Whether leaving it out differs from null."""
        return self.place == "body" and self.type.nullable and not self.required


@frozen
class Paging:
    """How a list is paged: `style` is offset or cursor, in a query parameter; the wire names are the envelope's."""

    style: str
    parameter: str
    items: str
    total: str | None  # where the count of all items is, of offsets
    next: tuple[str, ...]  # the way to the next cursor, of cursors
    key: tuple[str, ...]
    first: tuple[str, ...] = ()  # the query parameters that only the first page is asked for with, of cursors


@frozen
class Auth:
    """How a caller says who it is: `kind` is key, in a header of this name, bearer, or either (basic, bearer, none)."""

    kind: str
    header: str


@frozen
class Operation:
    """One operation, which becomes one method of the sync and of the async client."""

    id: str
    method: str
    path: str
    parameters: tuple[Parameter, ...]
    body: str | None  # the record whose fields are its inputs in the body
    answer: Type | None
    value: str | None  # the field of the answer that the caller gets, instead of the whole
    paging: Paging | None
    media: tuple[str, ...]
    retryable: bool  # whether it may be sent again after a failure
    public: bool  # whether it goes without credentials
    by_hand: bool  # whether its method is written by hand, over the generated call
    context: str | None  # request, where the caller's context goes with it; server or session, where none may
    open: bool  # whether the contract says that its shape may change
    unwrapped: str | None  # the one field that some releases send instead of the whole answer
    frames: tuple[str, ...]  # the records in its stream of events, as the contract types it
    refusals: tuple[str, ...]  # the records in the bodies of its error answers
    summary: str
    doc: str


@frozen
class Service:
    """One service."""

    name: str
    title: str
    version: str
    base_url: str | None
    auth: Auth
    effective_statuses: tuple[tuple[int, str, int], ...]  # status and code, and the status that they count as
    operations: tuple[Operation, ...]
    records: tuple[Record, ...]
    unions: tuple[Union, ...]

    def record(self, name: str) -> Record:
        """The record of a name."""
        return next(each for each in self.records if each.name == name)

    def arms(self, kind: Type) -> tuple[Record, ...]:
        """The records that a value may be, where it can be nothing else: one, or those of a union."""
        if kind.kind == "record":
            return tuple(each for each in self.records if each.name == kind.name)
        named = [each for each in self.unions if kind.kind == "union" and each.name == kind.name]
        return tuple(self.record(record) for each in named for _, record in each.variants)

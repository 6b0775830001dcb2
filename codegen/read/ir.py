"""The model of a service: frozen, sorted and printable classes, independent of any parser."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

CONTEXT = ("directory", "workspace")
"""The inputs that belong to a context, which a client sends with all of its requests."""

Scalar = str | int | float | bool | None


@frozen
class Type:
    """The type of a value.

    `kind` is one of: any, bool, datetime, float, int, null, str; file (a part of a form) and octets (a whole body);
    literal (an open enum with `values`); record and union (with a `name`); list and map (`of` one type); anyof (`of`
    several).

    `floating` marks a float whose format is float or double: a whole number on the wire becomes a float too.
    """

    kind: str
    name: str = ""
    of: tuple[Type, ...] = ()
    values: tuple[Scalar, ...] = ()
    floating: bool = False

    @property
    def nullable(self) -> bool:
        """Whether null is one of the values."""
        return self.kind in ("null", "any") or any(part.kind == "null" for part in self.of if self.kind == "anyof")

    @property
    def free_form(self) -> bool:
        """Whether it is a value of any form, or a list or map of such values."""
        return self.kind == "any" or (self.kind in ("list", "map") and self.of[0].free_form)

    @property
    def names(self) -> tuple[str, ...]:
        """The record or union that it is, or that its items, values or alternatives are."""
        return (self.name,) if self.name else tuple(name for part in self.of for name in part.names)

    def without_null(self) -> Type:
        """The same type without null."""
        if self.kind != "anyof":
            return self
        rest = tuple(part for part in self.of if part.kind != "null")
        return rest[0] if len(rest) == 1 else Type("anyof", of=rest)


@frozen
class Field:
    """One field of a record.

    Attributes:
        required: Whether the contract says that the field is always sent.
        assumed: Whether the field is always sent in practice, although the contract does not say so; then it is not
            required. It is typed like a required field. An answer without it decodes, and reading the missing
            attribute raises AttributeError.
    """

    wire: str
    name: str
    type: Type
    required: bool
    assumed: bool
    secret: bool
    empty: bool  # the default is an empty array, so that a missing array and an empty one are the same
    checks: tuple[tuple[str, Scalar], ...]  # the bounds that the contract states, if requests send the field
    doc: str

    @property
    def expected(self) -> bool:
        """Whether an answer should have the field, because it is required or assumed."""
        return self.required or self.assumed


@frozen
class Record:
    """One object schema, which becomes a class."""

    name: str
    fields: tuple[Field, ...]
    sent: bool  # whether requests send it, so that an omitted field differs from null
    doc: str


@frozen
class Union:
    """Records distinguished by the value of one field."""

    name: str
    tag: str
    variants: tuple[tuple[str, str], ...]  # tag value, record
    doc: str

    @property
    def unknown(self) -> str:
        """The class of variants that the contract does not name: one of its own if the tag is not called `type`."""
        return "Unknown" if self.tag == "type" else f"Unknown{self.name}"


@frozen
class Parameter:
    """One input of an operation: `place` is path, query, header or body."""

    wire: str
    name: str
    place: str
    type: Type
    required: bool
    secret: bool
    checks: tuple[tuple[str, Scalar], ...]  # the bounds that the contract states
    doc: str
    default: Scalar = None  # the value that the service uses if none is sent: documented, and never sent

    @property
    def three_states(self) -> bool:
        """Whether an omitted input differs from null."""
        return self.place == "body" and self.type.nullable and not self.required


@frozen
class Paging:
    """How a list is paged: `style` is offset or cursor. `items`, `total` and `next` are wire names in the answer."""

    style: str
    parameter: str  # the query parameter that holds the offset or the cursor
    items: str
    total: str | None  # with offsets, the count of all items
    next: tuple[str, ...]  # with cursors, the path to the next cursor
    key: tuple[str, ...]  # the fields that identify an item
    first: tuple[str, ...] = ()  # with cursors, the query parameters that only the first page is requested with


@frozen
class Auth:
    """How a client authenticates: `kind` is key (in this header), bearer, or either (basic, bearer or none).

    Attributes:
        argument: The argument of the client that takes a key, which has the name of its header.
    """

    kind: str
    header: str
    argument: str = ""


@frozen
class Example:
    """A call of an operation: the values of its inputs as they are sent, each after the name of the input."""

    key: str
    values: tuple[tuple[str, Any], ...] = field(hash=False)  # lists and objects have no hash


@frozen
class Operation:
    """One operation, which becomes one method of the sync and of the async client."""

    id: str
    method: str
    path: str
    parameters: tuple[Parameter, ...]
    body: str | None  # the record whose fields are its inputs in the body
    body_media: str  # the media type of the body; empty without one
    answer: Type | None
    value: str | None  # the field of the answer that the method returns instead of the whole answer
    paging: Paging | None
    media: tuple[str, ...]
    retryable: bool  # whether it may be sent again after a failure
    public: bool  # whether it is sent without credentials
    by_hand: bool  # whether its method is written by hand, on top of the generated call
    context: str | None  # request if the client's context is sent; server or session if none may be sent
    max_body: int | None  # the most bytes of its answer by default; None for the default of all operations
    open: bool  # whether the contract says that its shape may change
    assumed: str  # the reason for an operation that the contract does not state; empty if it does
    unwrapped: str | None  # the field that some releases send alone, instead of the whole answer
    frames: tuple[str, ...]  # the records in its stream of events, as the contract types the stream
    refusals: tuple[str, ...]  # the records in the bodies of its error answers
    examples: tuple[Example, ...]  # its documentation shows the first
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
    effective_statuses: tuple[tuple[int, str, int], ...]  # status, code, and the status that the two count as
    operations: tuple[Operation, ...]
    records: tuple[Record, ...]
    unions: tuple[Union, ...]

    @property
    def inputs(self) -> dict[str, frozenset[str]]:
        """The inputs of each operation, such as `query.limit`, by its id."""
        return {
            operation.id: frozenset(f"{parameter.place}.{parameter.wire}" for parameter in operation.parameters)
            | frozenset(f"query.{name}" for name in CONTEXT if operation.context == "request")
            for operation in self.operations
        }

    def record(self, name: str) -> Record:
        """Return the record with a name."""
        return next(record for record in self.records if record.name == name)

    def tag(self, union: Union) -> Field:
        """Return the field of a union's variants that has the tag."""
        return next(field for field in self.record(union.variants[0][1]).fields if field.wire == union.tag)

    def arms(self, kind: Type) -> tuple[Record, ...]:
        """Return the records that a value of a type may be: one, the variants of a union, or none for other types."""
        if kind.kind == "record":
            return tuple(record for record in self.records if record.name == kind.name)
        named = [union for union in self.unions if kind.kind == "union" and union.name == kind.name]
        return tuple(self.record(record) for union in named for _, record in union.variants)

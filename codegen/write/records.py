"""The records and unions of a service as values for the templates: classes, fields and decoders."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, frozen

from ..customizations import Customizations
from ..naming import identifier, snake
from ..read.ir import Field, Record, Service, Type, Union
from .event_envelope import Envelope
from .python import literal
from .type_expressions import annotation, choice, decoder, field_type, function_of

FEW = 3
"""With more optional fields, a decoder first tries the case that an object has all of them, which is faster."""


@frozen
class FieldView:
    """One field of a record.

    Attributes:
        name: The attribute.
        wire: The wire name, as a literal.
        annotation: The type.
        default: The default after the type, if the constructor does not require the field.
        doc: The description.
        optional: Whether the wire object may lack the field, which is then None or UNSET.
        value: The expression that decodes the field from the wire object `d`.
        present: The same expression for a wire object that has the field.
        convert: The function that converts the wire value into the attribute; empty if they are the same.
    """

    name: str
    wire: str
    annotation: str
    default: str
    doc: str
    optional: bool
    value: str
    present: str
    convert: str


@frozen
class RecordView:
    """One record: its class and its decoder.

    Attributes:
        fields: All fields, in the order of the wire.
        own_fields: The fields that the class declares itself; it inherits the others.
        count: The expression for the number of known fields in a wire object `d`.
        conversions: The fields' functions, as a dict display.
        checked_tags: The tags that the decoder checks, as the arguments of `check_tag` after the wire object: those of
            a variant that answers also hold outside its union.
        payload: For an event, the function that decodes the payload; an event has no decoder of its own.
        kinds: For an event, the values of the tag.
    """

    name: str
    snake: str
    bases: str
    doc: list[str]
    wire_names: str
    secrets: str
    assumed: str
    tags: str
    fields: tuple[FieldView, ...]
    own_fields: tuple[FieldView, ...]
    count: str
    conversions: str
    checked_tags: tuple[str, ...]
    payload: str = ""
    kinds: tuple[str, ...] = ()

    @property
    def tries_all(self) -> bool:
        """Whether the decoder first tries the case that all optional fields are there."""
        return sum(field.optional for field in self.fields) > FEW


@frozen
class UnionView:
    """One union: its alias and its decoder.

    Attributes:
        arms: Its records, separated by bars.
        unknown: The class of variants that the contract does not name.
        decode_unknown: The name of their decoder.
        tag: The wire name of the field that identifies the variant, as a literal.
        variants: Value of the tag, as a literal, and the name of the record's decoder.
    """

    name: str
    snake: str
    doc: list[str]
    arms: str
    unknown: str
    decode_unknown: str
    tag: str
    variants: tuple[tuple[str, str], ...]


@frozen
class UnknownView:
    """The class of a union's variants that the contract does not name, if the tag is not called `type`.

    Attributes:
        tag: The wire name of the tag, as a literal.
        attribute: The attribute that is always "unknown".
    """

    name: str
    snake: str
    doc: list[str]
    tag: str
    attribute: str


def record_view(
    record: Record,
    service: Service,
    customizations: Customizations,
    envelope: Envelope | None,
    origin: str,
    *,
    alone: bool = False,
) -> RecordView:
    """Make the view of one record; `alone` says whether answers hold it outside the unions of which it is a variant."""
    event = envelope is not None and any(name == record.name for _, name in envelope.union.variants)
    tags = _tags(record, service)
    fields = tuple(_field_view(field, is_tag=field.wire in tags, sent=record.sent) for field in record.fields)
    mixin = customizations.records.get(record.name)
    base = envelope.base.name if envelope and event else "Record"
    summary = record.doc or f"The `{record.name}` object of the contract."
    own = fields[len(envelope.base.fields) :] if envelope and event else fields
    doc = f"{summary} {origin}".rstrip() if len(summary) + len(origin) < 100 else ""
    view = RecordView(
        name=identifier(record.name),
        snake=snake(record.name),
        bases=f"{mixin}, {base}" if mixin else base,
        doc=[doc] if doc else [summary, origin],
        wire_names=literal({field.wire: field.name for field in record.fields}),
        secrets=_set(field.name for field in record.fields if field.secret),
        assumed=_set(field.name for field in record.fields if field.assumed),
        tags=literal(tags),
        fields=fields,
        own_fields=own,
        count=_count(record),
        conversions="{" + ", ".join(f"{field.name!r}: {field.convert}" for field in fields if field.convert) + "}",
        checked_tags=tuple(
            ", ".join(map(literal, (field.wire, *field.type.values))) for field in record.fields if field.wire in tags
        )
        if alone
        else (),
    )
    if not envelope or not event:
        return view
    payload = next(field for field in fields if field.name == envelope.payload)
    kinds = tuple(literal(tag) for tag, name in envelope.union.variants if name == record.name)
    return evolve(view, payload=payload.convert or "unchanged", kinds=kinds)


def union_view(union: Union) -> UnionView:
    """Make the view of one union."""
    return UnionView(
        name=identifier(union.name),
        snake=snake(union.name),
        doc=[union.doc] if union.doc else [],
        arms=" | ".join([*dict.fromkeys(name for _, name in union.variants), union.unknown]),
        unknown=union.unknown,
        decode_unknown=f"decode_{snake(union.unknown)}",
        tag=literal(union.tag),
        variants=tuple((literal(tag), f"decode_{snake(name)}") for tag, name in union.variants),
    )


def unknown_view(union: Union, service: Service, origin: str) -> UnknownView:
    """Make the view of the class of a union's variants that the contract does not name."""
    return UnknownView(
        name=identifier(union.unknown),
        snake=snake(union.unknown),
        doc=[f"A variant of `{union.name}` that the contract does not name, kept whole. {origin}".rstrip()],
        tag=literal(union.tag),
        attribute=identifier(service.tag(union).name),
    )


def _field_view(field: Field, *, is_tag: bool, sent: bool) -> FieldView:
    wire = literal(field.wire)
    present = _value(field, f"d[{wire}]")
    convert = _value(field, "v", bound=True)
    return FieldView(
        name=identifier(field.name),
        wire=wire,
        annotation=choice(field.type) if is_tag else field_type(field, sent=sent),
        default=_default(field, sent=sent),
        doc=field.doc,
        optional=not field.expected,
        value=present if field.expected else _optional_value(field, sent=sent),
        present=present,
        convert="" if convert == "v" else _function(convert),
    )


def _default(field: Field, *, sent: bool) -> str:
    if field.expected:
        return ""
    if field.empty:
        # A lambda, because the class of an item may be defined further down. Names with capitals cannot be fields.
        return f" = Factory(lambda: {annotation(field.type)}())"
    return " = UNSET" if field.type.nullable and sent else " = None"


def _value(field: Field, wire: str, *, bound: bool = False) -> str:
    """Return the expression for a field that the wire object has."""
    if (field.expected and not field.type.nullable) or _takes_null(field):
        return decoder(field.type.without_null(), "v" if bound else wire)
    if field.empty:
        return _optional_array(field.type.without_null().of[0], "v" if bound else wire)
    source = decoder(field.type.without_null(), "v")
    test = "v" if bound else f"(v := {wire})"
    return wire if source == "v" else f"None if {test} is None else {source}"


def _function(convert: str) -> str:
    """Return an expression that converts a wire value `v`, as a function."""
    name = function_of(convert.removeprefix("None if v is None else "), "v")
    return f"or_null({name})" if name.isidentifier() and not convert.startswith(name) else function_of(convert, "v")


def _takes_null(field: Field) -> bool:
    """Whether the decoder of the field's values takes null and UNSET, too: `free_form` does, `array` does not."""
    kind = field.type.without_null()
    return kind.free_form and kind.kind != "list"


def _optional_array(item: Type, wire: str) -> str:
    """Return the expression for an array that may be missing or null."""
    inner = decoder(item, "item")
    if inner == "item":
        return f"optional_array({wire})"
    decode = function_of(inner)
    if wire.startswith("d["):
        # If all fields are there, many arrays are empty; keeping an empty one costs less than a call.
        return f"v if (v := {wire}) == [] else optional_array(v, {decode})"
    return f"optional_array({wire}, {decode})"


def _optional_value(field: Field, *, sent: bool) -> str:
    """Return the expression for a field that the wire object may lack."""
    wire = literal(field.wire)
    if sent and field.type.nullable and not field.empty:
        source, value = decoder(field.type.without_null(), "v"), f"d.get({wire}, UNSET)"
        if _takes_null(field):
            return decoder(field.type.without_null(), value)
        return value if source == "v" else f"v if (v := {value}) is None or v is UNSET else {source}"
    return _value(field, f"d.get({wire})")


def _count(record: Record) -> str:
    always = sum(field.expected for field in record.fields)
    maybe = [f"({literal(field.wire)} in d)" for field in record.fields if not field.expected]
    return " + ".join([str(always)] * (always > 0 or not maybe) + maybe)


def _tags(record: Record, service: Service) -> dict[str, tuple[str, ...]]:
    tags: dict[str, tuple[str, ...]] = {}
    for union in service.unions:
        values = tuple(tag for tag, name in union.variants if name == record.name)
        if values:
            tags[union.tag] = (*tags.get(union.tag, ()), *values)
    return tags


def _set(names: Iterable[str]) -> str:
    listed = ", ".join(map(literal, names))
    return f"frozenset({{{listed}}})" if listed else ""

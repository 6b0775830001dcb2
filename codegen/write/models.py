"""The records of a service as source: classes, and the functions that read and write their wire form."""

from __future__ import annotations

from collections.abc import Iterable

from ..customizations import Customizations
from ..read.ir import Field, Record, Service, Union
from . import python

__all__ = [
    "exports",
    "record_class",
    "record_decoder",
    "record_encoder",
    "union_alias",
    "union_coders",
]

FEW = 3
"""With more fields that may be missing, reading them as if none were pays."""


def exports(names: Iterable[str], *more: str) -> list[str]:
    """What modules have of these classes and aliases: themselves, their coders, and more; sorted."""
    named = [*names]
    coders = [f"{verb}_{python.snake(name)}" for name in named for verb in ("decode", "encode")]
    return sorted([*named, *coders, *more])


def record_class(record: Record, service: Service, customizations: Customizations) -> list[str]:
    """The class of one record."""
    base = customizations.records.get(record.name)
    bases = f"{base}, Record" if base else "Record"
    lines = ["@define(kw_only=True, eq=False, repr=False)", f"class {python.identifier(record.name)}({bases}):"]
    lines += python.docstring("    ", record.doc or f"The `{record.name}` object of the contract.")
    pairs = ", ".join(f"{python.literal(each.wire)}: {python.literal(each.name)}" for each in record.fields)
    lines += ["", f"    wire_names_ = {{{pairs}}}"]
    secrets = [python.literal(each.name) for each in record.fields if each.secret]
    if secrets:
        lines += [f"    secret_ = frozenset({{{', '.join(secrets)}}})"]
    tags = _tags(record, service)
    if tags:
        lines += [f"    tags_ = {python.literal(tags)}"]
    for each in record.fields:
        default = _default(each, sent=record.sent)
        lines += ["", f"    {python.identifier(each.name)}: {python.field_type(each, sent=record.sent)}{default}"]
        lines += python.docstring("    ", each.doc) if each.doc else []
    return lines


def _tags(record: Record, service: Service) -> dict[str, tuple[str, ...]]:
    tags: dict[str, tuple[str, ...]] = {}
    for union in service.unions:
        values = tuple(tag for tag, name in union.variants if name == record.name)
        if values:
            tags[union.tag] = (*tags.get(union.tag, ()), *values)
    return tags


def _default(field: Field, *, sent: bool) -> str:
    if field.required:
        return ""
    if field.empty:
        # No field of a record can have a capital; the class of an item may stand further down.
        return f" = Factory(lambda: {python.annotation(field.type)}())"
    return " = UNSET" if field.type.nullable and sent else " = None"


def record_decoder(record: Record) -> list[str]:
    """The function that makes the record of its wire form, trusting it."""
    lines = [f"def decode_{python.snake(record.name)}(d: dict[str, Any]) -> {record.name}:"]
    lines += ['    """Make the record of its wire form, which is trusted to fit."""']
    lines += [f"    o = _new({record.name})"]
    if sum(not each.required for each in record.fields) > FEW:
        lines += [f"    if len(d) == {len(record.fields)}:  # most often all that may be there is, and nothing else"]
        lines += ["        try:"]
        lines += [
            f"            o.{each.name} = {_decoded(each, sent=record.sent, there=True)}" for each in record.fields
        ]
        lines += ["            o.source_ = None", "            return o"]
        lines += ["        except KeyError:", "            pass"]
    lines += [f"    o.{each.name} = {_decoded(each, sent=record.sent)}" for each in record.fields]
    required = sum(each.required for each in record.fields)
    count = " + ".join([str(required), *(f"({python.literal(f.wire)} in d)" for f in record.fields if not f.required)])
    lines += [f"    o.source_ = None if len(d) == {count} else d", "    return o"]
    return lines


def _decoded(field: Field, *, sent: bool, there: bool = False) -> str:
    """What a field is made of; `there` is for one that is not missing."""
    wire = python.literal(field.wire)
    there = there or field.required
    if field.required and not field.type.nullable:
        return python.decoder(field.type, f"d[{wire}]")
    source = python.decoder(field.type.without_null(), "v")
    value = f"d[{wire}]" if there else f"d.get({wire})"
    if field.empty:
        return f"[] if (v := {value}) is None else {source}"
    if sent and not there and field.type.nullable:
        value = f"d.get({wire}, UNSET)"
        return value if source == "v" else f"v if (v := {value}) is None or v is UNSET else {source}"
    return value if source == "v" else f"None if (v := {value}) is None else {source}"


def record_encoder(record: Record) -> list[str]:
    """The function that makes the wire form of the record, with the fields no contract names."""
    lines = [f"def encode_{python.snake(record.name)}(o: {record.name}) -> dict[str, Any]:"]
    lines += ['    """Make the wire form of the record."""', "    d: dict[str, Any] = {"]
    always = [each for each in record.fields if each.required or each.empty]
    lines += [f"        {python.literal(each.wire)}: {_encoded(each, null=each.type.nullable)}," for each in always]
    lines += ["    }"]
    for each in record.fields:
        if each.required or each.empty:
            continue
        three_states = record.sent and each.type.nullable
        unsent = "not isinstance({}, Unset)" if three_states else "{} is not None"
        lines += [f"    if {unsent.format(f'o.{each.name}')}:"]
        lines += [f"        d[{python.literal(each.wire)}] = {_encoded(each, null=three_states)}"]
    lines += ["    if o.source_ is not None:", "        d |= extra(o)", "    return d"]
    return lines


def _encoded(field: Field, *, null: bool) -> str:
    value = f"o.{field.name}"
    source = python.encoder(field.type.without_null(), value)
    return f"None if {value} is None else {source}" if null and source != value else source


def union_alias(union: Union) -> list[str]:
    """The alias of a union, and its doc."""
    arms = " | ".join([record for _, record in union.variants] + ["Unknown"])
    lines = [f"{union.name}: TypeAlias = {arms}"]
    return lines + (python.docstring("", union.doc) if union.doc else [])


def union_coders(union: Union) -> list[str]:
    """The functions that read and write a union by its tag; an unknown tag is kept whole."""
    snake = python.snake(union.name)
    table = ", ".join(f"{python.literal(tag)}: decode_{python.snake(record)}" for tag, record in union.variants)
    coders = ", ".join(f"{record}: encode_{python.snake(record)}" for record in sorted({r for _, r in union.variants}))
    tag = python.literal(union.tag)
    return [
        f"_decode_{snake}: dict[object, Callable[[dict[str, Any]], {union.name}]] = {{{table}}}",
        f"_encode_{snake}: dict[type, Callable[[Any], dict[str, Any]]] = {{{coders}, Unknown: encode_unknown}}",
        "",
        "",
        f"def decode_{snake}(d: dict[str, Any]) -> {union.name}:",
        f'    """Make the record that {tag} tells; one of another kind becomes an `Unknown`."""',
        f"    return _decode_{snake}.get(d.get({tag}), decode_unknown)(d)",
        "",
        "",
        f"def encode_{snake}(o: {union.name}) -> dict[str, Any]:",
        '    """Make the wire form of the record."""',
        f"    return _encode_{snake}[type(o)](o)",
    ]

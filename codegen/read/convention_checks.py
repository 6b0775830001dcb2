"""The conventions that a service must follow so that code can be generated for it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from ..naming import identifier, snake
from ..unasync import Unasync
from .faults import DocumentError, Faults
from .ir import Operation, Paging, Parameter, Record, Service, Type, Union
from .parser_adapter import FORM

_ID = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*(\.[a-z][a-z0-9]*(_[a-z0-9]+)*)+")
_HEADER = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_OWN_HEADERS = frozenset(
    {"accept", "accept-encoding", "content-length", "content-type", "host", "transfer-encoding", "user-agent"}
)
_CLIENT = frozenset({"aclose", "close", "request", "with_options", "with_response"})
_SETTINGS = frozenset(
    {
        *("base_url", "cert", "clock", "deadline", "headers", "max_body", "max_connections", "max_in_flight"),
        *("max_per_second", "max_retries", "max_streams", "max_values", "observers", "proxy", "self", "strict"),
        *("timeout", "transport", "verify"),
    }
)
_RECORD = frozenset({"to_dict", "to_json"})
_METHOD = frozenset({"call", "self"})
_BUILTINS = frozenset({"bool", "dict", "float", "int", "str"})
_SHOWN = ("bool", "datetime", "float", "int", "literal")
_TEXT = ("bool", "datetime", "float", "int", "literal", "str")
_IN_HEADER = ("bool", "float", "int", "literal", "str")
_sync_form = cache(Unasync())


def check(service: Service) -> None:
    """Check that code can be generated for a service.

    Raises:
        DocumentError: With every fault.
    """
    faults = Faults()
    known = {record.name for record in service.records} | {union.name for union in service.unions}
    with faults.of_part():
        _service(service, known)
    with faults.of_part():
        _ids(service.operations)
    for operation in service.operations:
        with faults.of_part():
            _inputs(operation, known, service.auth.header)
        with faults.of_part():
            _answer(operation, service, known)
    for record in service.records:
        with faults.of_part():
            _fields(record, known)
    for union in service.unions:
        with faults.of_part():
            _variants(union, service)
    faults.refuse()


def _service(service: Service, known: set[str]) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9]*", service.name):
        raise DocumentError(f"{service.name!r} is not a name for a service")
    _header(service.auth.header)
    if service.auth.argument:
        _usable("credentials", service.auth.argument)
        if service.auth.argument in _SETTINGS:
            raise DocumentError(f"{service.auth.header}: a client has another argument {service.auth.argument}")
    if all(operation.public for operation in service.operations):
        raise DocumentError("no operation needs the credentials that it describes")
    _distinct("schemas", ((name, snake(name)) for name in sorted(known)))
    for name in sorted(known):
        _usable("schemas", name)
    if len({operation.context is None for operation in service.operations}) > 1:
        without = next(operation.id for operation in service.operations if operation.context is None)
        raise DocumentError(f"{without}: it has no x-context, although other operations have one")


def _fields(record: Record, known: set[str]) -> None:
    _distinct(record.name, ((field.wire, field.name) for field in record.fields))
    for field in record.fields:
        where = f"{record.name}: {field.wire}"
        if field.empty and field.type.kind != "list":
            raise DocumentError(f"{where}: only a list can be an empty list by default")
        if field.empty and field.assumed:
            raise DocumentError(f"{where}: a field in x-assumed-required cannot be an empty array by default")
        _known(where, field.type, known)
        _without_files(where, field.type, allowed=False)
        _name(where, field.name)
        if field.name in _RECORD:
            raise DocumentError(f"{where}: every record has a method {field.name}")


def _header(name: str) -> None:
    if not _HEADER.fullmatch(name):
        raise DocumentError(f"{name!r} is not a header name")
    if name.lower() in _OWN_HEADERS:
        raise DocumentError(f"{name!r} is a header that the client sets itself")


def _ids(operations: Iterable[Operation]) -> None:
    groups: set[str] = set()
    for operation in operations:
        if not _ID.fullmatch(operation.id):
            raise DocumentError(f"{operation.id!r}: an operationId is its path on the client, such as `stops.list`")
        for step in operation.id.split("."):
            _usable(operation.id, step)
        group, _, name = operation.id.rpartition(".")
        steps = group.split(".")
        if name in _BUILTINS or steps[0] in _CLIENT:
            raise DocumentError(f"{operation.id}: the client already has {name if name in _BUILTINS else steps[0]}")
        groups |= {".".join(steps[: end + 1]) for end in range(len(steps))}
    _distinct("groups", ((group, group.replace("_", "").replace(".", "")) for group in sorted(groups)))
    if both := groups & {operation.id for operation in operations}:
        raise DocumentError(f"{', '.join(sorted(both))} is both an operation and a group of operations")


def _inputs(operation: Operation, known: set[str], credentials: str) -> None:
    _distinct(
        operation.id, ((f"{parameter.wire} in {parameter.place}", parameter.name) for parameter in operation.parameters)
    )
    for parameter in operation.parameters:
        where = f"{operation.id}: {parameter.wire}"
        _usable(where, parameter.name)
        if (name := parameter.name.removesuffix("_")) in _METHOD:
            raise DocumentError(f"{where}: no input can be called {name}, because methods have a local of this name")
        _known(where, parameter.type, known)
        _placed(where, parameter)
        if parameter.place == "header":
            _in_header(where, parameter, credentials)
        if parameter.place == "body":
            _in_body(where, parameter, operation.body_media)
        _without_files(where, parameter.type, allowed=parameter.place == "body" and operation.body_media == FORM)
        if parameter.secret and parameter.type.without_null().kind in _SHOWN:
            raise DocumentError(f"{where}: only text can be secret; an error shows a refused {parameter.type.kind}")


def _in_body(where: str, parameter: Parameter, media: str) -> None:
    """Check an input in a body: a part of a form is text or a file."""
    parts = [parameter.type.of[0]] if parameter.type.kind == "list" and media == FORM else [parameter.type]
    if media == FORM and parts[0].kind not in (*_TEXT, "file"):
        raise DocumentError(f"{where}: a form cannot hold {parts[0].kind}")


def _in_header(where: str, parameter: Parameter, credentials: str) -> None:
    """Check an input in a header: one text, in a header that the client does not set itself."""
    _header(parameter.wire)
    if parameter.wire.lower() == credentials.lower():
        raise DocumentError(f"{where}: its header has the credentials of the client")
    if parameter.type.without_null().kind not in _IN_HEADER:
        raise DocumentError(f"{where}: a header cannot hold {parameter.type.without_null().kind}")


def _placed(where: str, parameter: Parameter) -> None:
    kind = parameter.type.without_null()
    if parameter.place == "path" and kind.kind not in ("int", "literal", "str"):
        raise DocumentError(f"{where}: a path cannot hold {kind.kind}")
    inner = kind.of[0] if kind.kind == "list" else kind
    if parameter.place == "query" and inner.kind not in _TEXT:
        raise DocumentError(f"{where}: a query cannot hold {inner.kind}")


def _answer(operation: Operation, service: Service, known: set[str]) -> None:
    keys = {"x-unwrapped": operation.unwrapped, "x-paging": operation.paging, "x-value": operation.value}
    if operation.answer is None:
        if lost := [key for key, value in keys.items() if value is not None]:
            raise DocumentError(f"{operation.id}: it has no answer, so {' and '.join(lost)} cannot apply")
        return
    if operation.answer.kind == "list":
        _known(operation.id, operation.answer, known)
        if lost := [key for key, value in keys.items() if value is not None]:
            raise DocumentError(f"{operation.id}: its answer is an array, so {' and '.join(lost)} cannot apply")
        return
    _known(operation.id, operation.answer, {record.name for record in service.records})
    envelope = service.record(operation.answer.name)
    for asked in (operation.unwrapped, operation.value):
        if asked is not None and asked not in _wires(envelope):
            raise DocumentError(f"{operation.id}: {envelope.name} has no {asked}")
    if operation.unwrapped is not None:
        _unwrapped(operation.id, operation.unwrapped, envelope, service)
    if operation.paging is not None:
        _paged(operation, operation.paging, envelope, service)


def _paged(operation: Operation, paging: Paging, envelope: Record, service: Service) -> None:
    named = {field.wire: field for field in envelope.fields}
    items, total = named.get(paging.items), paging.total
    if items is None or items.type.kind != "list" or not (items.expected or items.empty):
        raise DocumentError(f"{operation.id}: {envelope.name}.{paging.items} must be a list that is always sent")
    arms = service.arms(items.type.of[0])
    if not arms or not all(set(paging.key) <= _wires(arm) for arm in arms):
        raise DocumentError(f"{operation.id}: its items have no {', '.join(paging.key)}")
    if len(arms) > 1 and len(paging.key) > 1:
        raise DocumentError(f"{operation.id}: the key of items of a union must be one field")
    if total is not None and (total not in named or named[total].type.without_null() != Type("int")):
        raise DocumentError(f"{operation.id}: {envelope.name}.{total} must be a whole number")
    if paging.next:
        _leads_on(operation.id, paging.next, envelope, service)
    kind, noun = (Type("int"), "whole number") if paging.style == "offset" else (Type("str"), "text")
    asked = [
        parameter
        for parameter in operation.parameters
        if parameter.place == "query" and parameter.wire == paging.parameter
    ]
    if not asked or asked[0].type != kind or asked[0].required:
        raise DocumentError(f"{operation.id}: {paging.parameter} must be an optional {noun} in its query")
    others = {
        parameter.wire for parameter in operation.parameters if parameter.place == "query" and not parameter.required
    }
    if wrong := sorted(set(paging.first) - others | {paging.parameter} & set(paging.first)):
        raise DocumentError(f"{operation.id}: {', '.join(wrong)} cannot be left out after the first page")


def _leads_on(where: str, steps: tuple[str, ...], envelope: Record, service: Service) -> None:
    """Check that the path to the next cursor leads to text."""
    record: Record | None = envelope
    kind = Type("any")
    for step in steps:
        field = next((candidate for candidate in record.fields if candidate.wire == step), None) if record else None
        if field is None or (record and record.sent):
            raise DocumentError(
                f"{where}: {'.'.join(steps)} does not lead to a cursor in {envelope.name}: see {step!r}"
            )
        kind = field.type.without_null()
        record = next(iter(service.arms(kind)), None) if kind.kind == "record" else None
    if kind != Type("str"):
        raise DocumentError(f"{where}: {'.'.join(steps)} in {envelope.name} must be text")


def _unwrapped(where: str, wire: str, envelope: Record, service: Service) -> None:
    """Check that an answer that is this field alone can be distinguished from a whole answer."""
    field = next(candidate for candidate in envelope.fields if candidate.wire == wire)
    if field.type.kind not in ("record", "list") or not field.expected:
        raise DocumentError(f"{where}: {envelope.name}.{wire} must be an object or an array that is always sent")
    alone = {wire for record in service.arms(field.type) for wire in _wires(record)}
    if wire in alone:
        raise DocumentError(f"{where}: {field.type.name} also has a {wire}, and would be decoded as {envelope.name}")
    if needed := sorted(other.wire for other in envelope.fields if other.required and other.wire != wire):
        raise DocumentError(f"{where}: {envelope.name} also requires {', '.join(needed)}, so {wire} cannot stand alone")


def _variants(union: Union, service: Service) -> None:
    for tag, name in union.variants:
        tags = [field for field in service.record(name).fields if field.wire == union.tag and field.expected]
        where = f"{union.name}: {name}.{union.tag}"
        if not tags or tag not in tags[0].type.values:
            raise DocumentError(f"{where} must be required, with {tag!r} among its values")
        if "unknown" in tags[0].type.values:
            raise DocumentError(f"{where} cannot be 'unknown', which is the tag of the variants that no contract names")
        if tags[0].name in ("data", "tag"):
            raise DocumentError(f"{where}: a tag cannot have this name, because `Unknown` has such an attribute")


def _known(where: str, kind: Type, known: set[str]) -> None:
    if kind.kind in ("record", "union") and kind.name not in known:
        raise DocumentError(f"{where}: an object inside another schema must be a named schema of its own")
    if kind.kind == "literal" and not all(isinstance(value, str | int) for value in kind.values):
        raise DocumentError(f"{where}: a fixed value must be text, a whole number or a boolean")
    if kind.without_null().kind == "anyof":
        _distinguishable(where, kind.without_null().of)
    for part in kind.of:
        _known(where, part, known)


def _without_files(where: str, kind: Type, *, allowed: bool) -> None:
    if kind.kind == "file" and not allowed:
        raise DocumentError(f"{where}: only a body of {FORM}, written without $ref, can hold files")
    for part in kind.of:
        _without_files(where, part, allowed=allowed)


def _distinguishable(where: str, alternatives: tuple[Type, ...]) -> None:
    """Check that an alternative that is converted has a JSON form of its own."""
    for alternative in alternatives:
        alike = [other.kind for other in alternatives if _form(other) in (_form(alternative), "any")]
        if _converted(alternative) and len(alike) > 1:
            alike = list(dict.fromkeys([alternative.kind, *alike])) if len(set(alike)) > 1 else alike
            raise DocumentError(f"{where}: {' and '.join(alike)} cannot be distinguished: use a discriminator")


def _form(kind: Type) -> str:
    match kind.kind:
        case "record" | "union" | "map":
            return "object"
        case "literal":
            return type(kind.values[0]).__name__
        case "datetime":
            return "str"
        case form:
            return form


def _converted(kind: Type) -> bool:
    return kind.kind in ("record", "union", "datetime") or any(_converted(part) for part in kind.of)


def _name(where: str, name: str) -> None:
    try:
        identifier(name)
    except ValueError as error:
        raise DocumentError(f"{where}: {error}") from None


def _usable(where: str, name: str) -> None:
    _name(where, name)
    if _sync_form(name) != name:
        raise DocumentError(f"{where}: {name} would be renamed in the sync client")


def _distinct(where: str, names: Iterable[tuple[str, str]]) -> None:
    """Check that no two wire names have the same Python name."""
    taken: dict[str, str] = {}
    for wire, name in names:
        if name in taken:
            raise DocumentError(f"{where}: {taken[name]!r} and {wire!r} would both be {name}")
        taken[name] = wire


def _wires(record: Record) -> set[str]:
    return {field.wire for field in record.fields}

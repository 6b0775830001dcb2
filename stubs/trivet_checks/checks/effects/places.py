"""The places of a service: the operations that show a record, derived from its spec.

A kind of record is the last word of the schema that a write answers: `Conversation`, `MessageRating`. A schema of the
same last word shows the same kind: `AdminConversation`, `ConversationWithMessages`. Where answers are wrapped, a kind
is a word in the name of an id in a path, or of a list: `sessionID`, `mcp.server.list`; a schema that begins with it
shows it, too: `PermissionRequest`. A new operation that lists records is a place of the table without another edit.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from trivet_stubs.kernel.contract import Contract
from trivet_stubs.kernel.operation import JSON, Operation
from trivet_stubs.kernel.spec import JsonObject, resolve, target_of

_WORD = re.compile(r"[A-Z][a-z0-9]*")
_SCALARS = {"string", "integer", "number", "boolean", "null"}
_FLAG = "include_"
_ADMINISTRATION = "admin."
"""Begins the ids of the operations that need an administrator."""
_TOKEN = "token"  # the name of a parameter
_ID = re.compile(r"_?id$", re.IGNORECASE)
_LOCATION = "location"  # the field of the runtime context
CONTEXTS = ("directory", "workspace", "default runtime")
"""The runtime contexts from which an operation that takes one is called; any other one is called from its own kind."""


@dataclass(frozen=True, slots=True)
class Place:
    """An operation that shows records, with one value of each flag that leaves records out.

    >>> str(places(load("chat"))[0])
    'conversations.list'
    """

    operation: str
    of: tuple[str, ...]
    """The parameters of its path: the records whose records it shows."""
    shows: Mapping[str, tuple[str, ...]]
    """From the kinds of records that it shows to their fields that are no lists and no objects."""
    callers: tuple[str, ...]
    """Who may call it; whether a caller sees a record is another question."""
    query: Mapping[str, bool] = field(default_factory=dict[str, bool])
    """The flag that is sent, if it differs from the default."""
    flags: Mapping[str, bool] = field(default_factory=dict[str, bool])
    """Each flag that leaves records out, with its value here, sent or not."""
    limit: int | None = None
    """The longest page; None without paging."""
    items: str = ""
    """The field of its list of records; empty without one."""
    has_total: bool = False
    has_search: bool = False
    """Whether it takes a text that its records are searched for."""
    keys: Mapping[str, str] = field(default_factory=dict[str, str])
    """From kinds to the field that identifies a record, where this is not `id`."""
    is_located: bool = False
    """Whether its answer names the runtime context."""

    def __str__(self) -> str:
        return " ".join([self.operation, *(f"{name}={str(value).lower()}" for name, value in self.query.items())])


def kinds(contract: Contract) -> frozenset[str]:
    """The kinds of records that writes make or change.

    >>> sorted(kinds(load("chat")))
    ['conversation', 'message', 'rating', 'share', 'user']
    """
    named: set[str] = set()
    answered: set[str] = set()
    for operation in contract.operations.values():
        named |= {kind_of_id(name) for name in operation.path_parameters if _ID.search(name)}
        resource, _, last = operation.id.rpartition(".")
        named |= {resource.rpartition(".")[2]} if last == "list" else set()
        for schema in _answered(contract, operation) if operation.method != "GET" else ():
            if "$ref" in schema and "id" in resolve(contract.document, schema).get("properties", {}):
                answered.add(_words(target_of(schema)[-1])[-1])
    return frozenset(answered or named)


def kind_of_id(name: str) -> str:
    """The kind of record that an id in a path is of.

    >>> kind_of_id("conversation_id"), kind_of_id("sessionID")
    ('conversation', 'session')
    """
    return _ID.sub("", name).lower()


def places(contract: Contract) -> list[Place]:
    """The places of a service, in the order of its spec.

    >>> [place.operation for place in places(load("chat")) if "share" in place.shows]
    ['conversations.shares.list', 'conversations.open_shared']
    """
    known = kinds(contract)
    return [place for operation in contract.operations.values() for place in _places_of(contract, operation, known)]


def is_write(operation: Operation) -> bool:
    """Whether an operation changes something."""
    return operation.method != "GET" and not operation.raw.get("x-retryable")


def _places_of(contract: Contract, operation: Operation, known: frozenset[str]) -> Iterator[Place]:
    shows: dict[str, tuple[str, ...]] = {}
    keys: dict[str, str] = {}
    properties: JsonObject = {}
    if operation.method == "GET":
        for schema in _answered(contract, operation):
            properties |= resolve(contract.document, schema).get("properties", {})
            for kind, key, fields in _shown(contract, schema, known, frozenset()):
                shows[kind] = tuple(dict.fromkeys([*shows.get(kind, ()), *fields]))
                if key != "id":
                    keys[kind] = key
    if not shows and _LOCATION not in properties:
        return
    parameters = [resolve(contract.document, raw) for raw in operation.raw.get("parameters", ())]
    query = {raw["name"]: resolve(contract.document, raw["schema"]) for raw in parameters if raw["in"] == "query"}
    if any(raw.get("required") and raw["in"] == "query" for raw in parameters):
        return
    flags = {name: bool(schema.get("default")) for name, schema in query.items() if name.startswith(_FLAG)}
    of = tuple(operation.path_parameters)
    for sent in ({}, *({name: not default} for name, default in flags.items())):
        yield Place(
            operation=operation.id,
            of=of,
            shows=shows,
            callers=_callers(operation, of),
            query=sent,
            flags={**flags, **sent},
            limit=query["limit"]["maximum"] if "limit" in query and "skip" in query else None,
            items=next((name for name, inner in properties.items() if _type_of(contract, inner) == "array"), ""),
            has_total="total" in properties,
            has_search="search" in query,
            keys=keys,
            is_located=_LOCATION in properties and operation.raw.get("x-context") == "request",
        )


def _callers(operation: Operation, of: tuple[str, ...]) -> tuple[str, ...]:
    context = operation.raw.get("x-context")
    if context is not None:
        return CONTEXTS if context == "request" else (context,)
    if _TOKEN in of:
        return ("anonymous",)
    if operation.id.startswith(_ADMINISTRATION):
        return ("admin",)
    return ("user", "other", "admin") if of else ("user", "other")


def _answered(contract: Contract, operation: Operation) -> Iterator[JsonObject]:
    """Yield the schemas of the answers of a success in JSON."""
    for status, raw in operation.raw["responses"].items():
        content = resolve(contract.document, raw).get("content", {})
        if str(status).startswith("2") and JSON in content:
            yield content[JSON]["schema"]


def _shown(
    contract: Contract, schema: JsonObject, known: frozenset[str], inside: frozenset[str]
) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the kinds of records in a schema, with the field that identifies them, and their fields."""
    name = target_of(schema)[-1] if "$ref" in schema else ""
    if name in inside:
        return
    whole = resolve(contract.document, schema)
    properties: Mapping[str, Any] = whole.get("properties", {})
    kind = _kind_of(name, known) if name else ""
    key = next(
        (key for key in ("id", f"{kind}ID", *(["name"] if _has_name(contract, kind) else [])) if key in properties), ""
    )
    if kind in known and key:
        yield kind, key, [*_fields(contract, properties)]
    parts = [*properties.values(), *([whole["items"]] if "items" in whole else [])]
    parts += [part for key in ("allOf", "oneOf", "anyOf") for part in whole.get(key, ())]
    for part in parts:
        yield from _shown(contract, part, known, inside | {name} if name else inside)


def _has_name(contract: Contract, kind: str) -> bool:
    """Whether the records of a kind have names in place of ids: `/mcp/server/{name}`."""
    return any(f"/{kind}/{{name}}" in operation.path for operation in contract.operations.values())


def _fields(contract: Contract, properties: Mapping[str, Any]) -> Iterator[str]:
    """Yield the fields that are no lists and no objects, of the object and of those in it: `time.created`."""
    for name, schema in properties.items():
        if _is_scalar(contract, schema):
            yield name
        elif inner := resolve(contract.document, schema).get("properties"):
            yield from (f"{name}.{key}" for key, below in inner.items() if _is_scalar(contract, below))


def _is_scalar(contract: Contract, schema: JsonObject) -> bool:
    whole = resolve(contract.document, schema)
    stated = whole.get("type", ["unknown"])
    return _SCALARS.issuperset([stated] if isinstance(stated, str) else stated)


def _type_of(contract: Contract, schema: JsonObject) -> object:
    return resolve(contract.document, schema).get("type")


def _kind_of(name: str, known: Collection[str]) -> str:
    """The kind of record that the name of a schema means; its last word if no kind is known."""
    words = _words(name)
    return next((word for word in (words[-1], words[0]) if word in known), words[-1])


def _words(name: str) -> list[str]:
    words: list[str] = _WORD.findall(name.partition("With")[0])
    return [word.lower() for word in words] or [""]

"""Changes to a JSON answer that its contract does not allow: an unknown field, a missing field, an unknown value."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.types import Message, Send

from trivet_stubs.kernel.json_text import dumps, loads
from trivet_stubs.kernel.operation import JSON, Operation
from trivet_stubs.kernel.spec import resolve
from trivet_stubs.kernel.validation import is_list, is_object, nests_deeper

UNKNOWN_FIELD = "x_unknown_field"
UNKNOWN_VALUE = "x-unknown-value"
_UNKNOWN_NUMBER = 99

_MAX_NESTING = 200  # the places are found by recursion

Place = str | int
"""A step of a place: the name of a field, or the position in a list."""

_MAX_DEPTH = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Distortion:
    """The changes to an answer, each with its place; False for no change.

    A place is a JSON pointer (`/value/0`), or True for the first place that fits, in the order of the answer.
    """

    unknown_field: bool | str = False
    """The object to which a field is added that the contract does not name."""
    unknown_enum: bool | str = False
    """The value of an enum to replace by one that the contract does not name."""
    missing_field: bool | str = False
    """The field to leave out; True for the first one that the contract requires."""

    def __post_init__(self) -> None:
        for name in ("unknown_field", "unknown_enum", "missing_field"):
            value: bool | str = getattr(self, name)
            if isinstance(value, str) and value and not value.startswith("/"):
                raise ValueError(f"{name}: {value!r} is not a JSON pointer, which begins with a slash")
        if self.missing_field == "" or self.unknown_enum == "":
            raise ValueError("missing_field and unknown_enum: the empty pointer means the whole answer, not a field")

    def describe(self) -> dict[str, Any]:
        """Return the changes as JSON values, without those that are off."""
        named = {name: getattr(self, name) for name in ("unknown_field", "unknown_enum", "missing_field")}
        return {name: value for name, value in named.items() if value is not False}

    def apply(self, value: Any, schema: Any, document: Any) -> bool:
        """Change an answer in place; return whether it has all the places.

        Args:
            value: The answer, as JSON values.
            schema: Its schema, or None if the contract has none.
            document: The document that the references of the schema lead to.
        """
        changed = [
            *([_add(value, self.unknown_field)] if self.unknown_field is not False else []),
            *([_rename(value, self.unknown_enum, schema, document)] if self.unknown_enum is not False else []),
            *([_remove(value, self.missing_field, schema, document)] if self.missing_field is not False else []),
        ]
        return all(changed)


class DistortingSend:
    """Holds back a JSON answer until it is complete, and sends it changed; any other answer passes unchanged.

    Args:
        send: The function that sends a message of the answer.
        distortion: The changes.
        operation: The operation that is answered, if the contract has it.
        document: The contract, which has the schemas of answers.
        missed: Called before an answer passes unchanged, because it lacks one of the places.
    """

    def __init__(
        self,
        send: Send,
        distortion: Distortion,
        operation: Operation | None,
        document: Any,
        missed: Callable[[], None],
    ) -> None:
        self._send = send
        self._missed = missed
        self._distortion = distortion
        self._operation = operation
        self._document = document
        self._head: Message | None = None
        self._parts: list[bytes] = []

    async def send(self, message: Message) -> None:
        """Take a message of the answer from an ASGI app."""
        if message["type"] == "http.response.start":
            if _is_json(message):
                self._head = message
            else:
                self._missed()
                await self._send(message)
        elif self._head is None:
            await self._send(message)
        else:
            self._parts.append(message.get("body", b""))
            if not message.get("more_body", False):
                await self._finish(self._head, b"".join(self._parts))

    async def _finish(self, head: Message, body: bytes) -> None:
        try:
            value: Any = loads(body, finite=True)
        except ValueError:
            value = None
        if not nests_deeper(value, _MAX_NESTING) and self._distortion.apply(
            value, self._schema(head["status"]), self._document
        ):
            body = dumps(value)
            plain = [pair for pair in head["headers"] if pair[0] != b"content-length"]
            head["headers"] = [*plain, (b"content-length", str(len(body)).encode())]
        else:
            self._missed()
        await self._send(head)
        await self._send({"type": "http.response.body", "body": body, "more_body": False})

    def _schema(self, status: int) -> Any:
        """Return the schema of an answer with a status; None if the contract has none."""
        if self._operation is None:
            return None
        answer = resolve(self._document, self._operation.raw["responses"].get(str(status), {}))
        return answer.get("content", {}).get(JSON, {}).get("schema")


def records(value: Any) -> Iterator[tuple[Place, ...]]:
    """Yield the places of records: the objects in lists, then the answer itself.

    >>> list(records({"value": [{"a": 1}, {"a": 2}]}))
    [('value', 0), ('value', 1), ()]
    """
    yield from _listed(value, ())
    if is_object(value):
        yield ()


def enums(value: Any, schema: Any, document: Any) -> Iterator[tuple[Place, ...]]:
    """Yield the places of values that an enum or a const of the schema allows."""
    for place, node, member in _walk(value, schema, document, (), 0):
        named = node.get("enum") or ([node["const"]] if "const" in node else [])
        if member in named and isinstance(member, str | int) and not isinstance(member, bool):
            yield place


def required(value: Any, schema: Any, document: Any) -> Iterator[tuple[Place, ...]]:
    """Yield the places of fields that the schema requires: first in the records of lists, then in the answer itself."""
    places = [
        (*place, name)
        for place, node, owner in _walk(value, schema, document, (), 0)
        if is_object(owner)
        for name in [*node.get("required", []), *_assumed(node)]
        if name in owner
    ]
    yield from (place for place in places if any(isinstance(step, int) for step in place))
    yield from (place for place in places if not any(isinstance(step, int) for step in place))


def _add(value: Any, where: bool | str) -> bool:
    place: Sequence[Place] | None = next(iter(records(value)), None) if where is True else _steps(where)
    record = None if place is None else _at(value, place)
    if not is_object(record):
        return False
    record[UNKNOWN_FIELD] = "unknown"
    return True


def _rename(value: Any, where: bool | str, schema: Any, document: Any) -> bool:
    place = next(iter(enums(value, schema, document)), None) if where is True else _steps(where)
    if not place:
        return False
    owner = _at(value, place[:-1])
    old = _at(owner, place[-1:])
    if not isinstance(old, str | int) or isinstance(old, bool):
        return False
    owner[_key(owner, place[-1])] = UNKNOWN_VALUE if isinstance(old, str) else _UNKNOWN_NUMBER
    return True


def _remove(value: Any, where: bool | str, schema: Any, document: Any) -> bool:
    place = next(iter(required(value, schema, document)), None) if where is True else _steps(where)
    if not place:
        return False
    owner = _at(value, place[:-1])
    if not is_object(owner) or place[-1] not in owner:
        return False
    del owner[place[-1]]
    return True


def _steps(pointer: bool | str) -> list[Place]:
    return [step.replace("~1", "/").replace("~0", "~") for step in str(pointer).split("/")[1:]]


def _at(value: Any, place: Sequence[Place]) -> Any:
    """Return the value at a place; None if there is no such place."""
    for step in place:
        key = _key(value, step)
        if key is None:
            return None
        value = value[key]
    return value


def _key(owner: Any, step: Place) -> Any:
    """Return a step of a place as a key of its owner; None if the owner has no such key."""
    if is_object(owner):
        return step if step in owner else None
    if is_list(owner) and str(step).isascii() and str(step).isdigit():
        return int(step) if int(step) < len(owner) else None
    return None


def _is_json(head: Message) -> bool:
    content_type = dict(head["headers"]).get(b"content-type", b"").partition(b";")[0]
    return bool(content_type.strip().lower() == JSON.encode())


def _assumed(node: Any) -> list[str]:
    names: Any = node.get("x-assumed-required", [])
    return names if is_list(names) else []


def _listed(value: Any, place: tuple[Place, ...]) -> Iterator[tuple[Place, ...]]:
    if len(place) > _MAX_DEPTH:
        return
    if is_object(value):
        for name, member in value.items():
            yield from _listed(member, (*place, name))
    elif is_list(value):
        for position, element in enumerate(value):
            if is_object(element):
                yield (*place, position)
            yield from _listed(element, (*place, position))


def _walk(
    value: Any, schema: Any, document: Any, place: tuple[Place, ...], depth: int
) -> Iterator[tuple[tuple[Place, ...], Any, Any]]:
    """Yield each place with its value and a schema that describes it; several schemas may describe the same place."""
    if not is_object(schema) or depth > 3 * _MAX_DEPTH:
        return
    node = resolve(document, schema)
    yield place, node, value
    for branch in (*node.get("allOf", ()), *node.get("anyOf", ()), *node.get("oneOf", ())):
        yield from _walk(value, branch, document, place, depth + 1)
    if is_object(value):
        properties = node.get("properties", {})
        for name, member in value.items():
            inner = properties.get(name, node.get("additionalProperties"))
            if is_object(inner):
                yield from _walk(member, inner, document, (*place, name), depth + 1)
    elif is_list(value) and is_object(node.get("items")):
        for position, element in enumerate(value):
            yield from _walk(element, node["items"], document, (*place, position), depth + 1)

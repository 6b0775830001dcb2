"""A spec as a document: places in it, the operations that use them, and copies in which one place is changed."""

import copy
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from trivet_stubs.kernel.spec import target_of

Pointer = tuple[str | int, ...]
"""A place in a document: the keys that lead there."""

_METHODS = ("get", "put", "post", "delete", "patch")
_JSON = "application/json"
_ALTERNATIVES = ("allOf", "oneOf", "anyOf")
_UNNAMED = ("components", "schema", "properties", "content", _JSON)


@dataclass(frozen=True, slots=True)
class Use:
    """An operation that takes or answers a place of the spec, and where it takes it: `("query", "$skip")`."""

    operation: str
    place: tuple[str, ...] = ()


Uses = Mapping[Pointer, frozenset[Use]]


class Document:
    """The spec of a service.

    Args:
        raw: The spec, which is not changed.
    """

    def __init__(self, raw: dict[str, Any]) -> None:
        self.raw = raw
        self.operations: dict[str, Pointer] = {
            item[method]["operationId"]: ("paths", path, method)
            for path, item in raw["paths"].items()
            for method in _METHODS
            if method in item
        }

    def at(self, pointer: Pointer) -> Any:
        """What is at a place."""
        found: Any = self.raw
        for key in pointer:
            found = found[key]
        return found

    def resolved(self, pointer: Pointer) -> Pointer:
        """The place that the references at a place lead to."""
        found: Any = self.at(pointer)
        while isinstance(found, dict) and "$ref" in found:
            pointer = target_of(cast(dict[str, Any], found))
            found = self.at(pointer)
        return pointer

    def changed(self, pointer: Pointer, change: Callable[[Any], Any]) -> dict[str, Any]:
        """A copy of the document in which one place is changed."""
        copied: Any = copy.deepcopy(self.raw)
        holder = copied
        for key in pointer[:-1]:
            holder = holder[key]
        holder[pointer[-1]] = change(holder[pointer[-1]])
        return cast(dict[str, Any], copied)

    def inputs(self) -> Uses:
        """The places of the spec that say what operations take, with the operations."""
        found: defaultdict[Pointer, set[Use]] = defaultdict(set)
        for operation, pointer in self.operations.items():
            for parameter in self._parameters(pointer):
                raw = self.at(parameter)
                use = Use(operation, (raw["in"], raw["name"]))
                found[parameter].add(use)
                self._collect((*parameter, "schema"), use, found)
            if "requestBody" in self.at(pointer):
                body = self.resolved((*pointer, "requestBody"))
                found[body].add(Use(operation, ("body",)))
                self._collect((*body, "content", _JSON, "schema"), Use(operation, ("body",)), found)
        return _frozen(found)

    def answers(self) -> Uses:
        """The places of the spec that say what operations answer in JSON, with the operations."""
        found: defaultdict[Pointer, set[Use]] = defaultdict(set)
        for operation in self.operations:
            for schema in self.answer_schemas(operation).values():
                self._collect(schema, Use(operation), found)
        return _frozen(found)

    def answer_schemas(self, operation: str) -> dict[int, Pointer]:
        """The schema of each success of an operation that is JSON."""
        pointer = self.operations[operation]
        responses = {int(status): self.resolved((*pointer, "responses", status)) for status in self._statuses(pointer)}
        return {
            status: (*response, "content", _JSON, "schema")
            for status, response in responses.items()
            if 200 <= status < 300 and "schema" in self.at(response).get("content", {}).get(_JSON, {})
        }

    def responses(self) -> Iterator[tuple[Pointer, int, frozenset[str]]]:
        """The responses of the spec, each with its status and the operations that have it."""
        found: defaultdict[tuple[Pointer, int], set[str]] = defaultdict(set)
        for operation, pointer in self.operations.items():
            for status in self._statuses(pointer):
                found[self.resolved((*pointer, "responses", status)), int(status)].add(operation)
        return ((pointer, status, frozenset(operations)) for (pointer, status), operations in found.items())

    def label(self, pointer: Pointer) -> str:
        """A place in words: `arrivals.get query.BusStopCode`, `schemas.BusStop.RoadName`."""
        names: list[str] = []
        rest = pointer
        if pointer[0] == "paths":
            operation = next((name for name, each in self.operations.items() if pointer[:3] == each), str(pointer[1]))
            names.append(operation)
            rest = pointer[3:] if operation in self.operations else pointer[2:]
            if rest[:1] == ("parameters",):
                parameter = self.at(pointer[: len(pointer) - len(rest) + 2])
                names[0] += f" {parameter['in']}.{parameter['name']}"
                rest = rest[2:]
            elif rest:
                names[0] += f" {'body' if rest[0] == 'requestBody' else rest[1]}"
                rest = rest[1 if rest[0] == "requestBody" else 2 :]
        names += [str(each) for each in rest if each not in _UNNAMED]
        return ".".join(names).replace(".items", "[]")

    def _parameters(self, operation: Pointer) -> Iterator[Pointer]:
        for holder in (operation[:2], operation):
            for at in range(len(self.at(holder).get("parameters", ()))):
                yield self.resolved((*holder, "parameters", at))

    def _statuses(self, operation: Pointer) -> list[str]:
        return [status for status in self.at(operation)["responses"] if status.isdecimal()]

    def _collect(self, pointer: Pointer, use: Use, found: dict[Pointer, set[Use]]) -> None:
        pointer = self.resolved(pointer)
        if use in found[pointer]:
            return  # a record that holds records of its own kind
        found[pointer].add(use)
        for key, place in self.parts(pointer):
            inner = Use(use.operation, (*use.place, key)) if key and use.place else use
            # A place deep in a body is named by its first three keys; a recursive one would have no end of names.
            self._collect(place, inner if len(inner.place) <= 3 else use, found)

    def parts(self, pointer: Pointer) -> Iterator[tuple[str, Pointer]]:
        """The schemas that a schema is made of, each with the property that it describes, if it is that of one."""
        raw: dict[str, Any] = self.at(pointer)
        for name in raw.get("properties", {}):
            yield name, (*pointer, "properties", name)
        for key in _ALTERNATIVES:
            for at in range(len(raw.get(key, ()))):
                yield "", (*pointer, key, at)
        for key in ("items", "additionalProperties"):
            if isinstance(raw.get(key), dict):
                yield "", (*pointer, key)


def _frozen(uses: Mapping[Pointer, set[Use]]) -> Uses:
    return {pointer: frozenset(each) for pointer, each in uses.items() if each}

"""A spec as a document: places in it, the operations that use them, and copies in which one place is changed."""

import copy
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from trivet_checks.checks.forbidden_requests import InputWalk, Pointer, Use, Uses
from trivet_stubs.kernel.operation import JSON

_UNNAMED = ("components", "schema", "properties", "content", JSON)


class Document(InputWalk):
    """The spec of a service, with the places of its answers, and copies in which one place is changed."""

    def changed(self, pointer: Pointer, change: Callable[[Any], Any]) -> dict[str, Any]:
        """A copy of the document in which one place is changed."""
        copied: Any = copy.deepcopy(self.document)
        holder = copied
        for key in pointer[:-1]:
            holder = holder[key]
        holder[pointer[-1]] = change(holder[pointer[-1]])
        return cast(dict[str, Any], copied)

    def answers(self) -> Uses:
        """The places of the spec that describe the JSON answers of operations, with the operations."""
        uses: defaultdict[Pointer, set[Use]] = defaultdict(set)
        for operation in self.operations:
            for schema in self.answer_schemas(operation).values():
                self.collect(schema, Use(operation), uses)
        return _frozen(uses)

    def answer_schemas(self, operation: str) -> dict[int, Pointer]:
        """The schema of each success of an operation that is JSON."""
        pointer = self.operations[operation]
        responses = {int(status): self.resolved((*pointer, "responses", status)) for status in self._statuses(pointer)}
        return {
            status: (*response, "content", JSON, "schema")
            for status, response in responses.items()
            if 200 <= status < 300 and "schema" in self.at(response).get("content", {}).get(JSON, {})
        }

    def responses(self) -> Iterator[tuple[Pointer, int, frozenset[str]]]:
        """The responses of the spec, each with its status and the operations that have it."""
        users: defaultdict[tuple[Pointer, int], set[str]] = defaultdict(set)
        for operation, pointer in self.operations.items():
            for status in self._statuses(pointer):
                users[self.resolved((*pointer, "responses", status)), int(status)].add(operation)
        return ((pointer, status, frozenset(operations)) for (pointer, status), operations in users.items())

    def label(self, pointer: Pointer) -> str:
        """The name of a place: `arrivals.get query.BusStopCode`, `schemas.BusStop.RoadName`."""
        names: list[str] = []
        rest = pointer
        if pointer[0] == "paths":
            operation = next((name for name, place in self.operations.items() if pointer[:3] == place), str(pointer[1]))
            names.append(operation)
            rest = pointer[3:] if operation in self.operations else pointer[2:]
            if rest[:1] == ("parameters",):
                parameter = self.at(pointer[: len(pointer) - len(rest) + 2])
                names[0] += f" {parameter['in']}.{parameter['name']}"
                rest = rest[2:]
            elif rest:
                names[0] += f" {'body' if rest[0] == 'requestBody' else rest[1]}"
                rest = rest[1 if rest[0] == "requestBody" else 2 :]
        names += [str(key) for key in rest if key not in _UNNAMED]
        return ".".join(names).replace(".items", "[]")

    def _statuses(self, operation: Pointer) -> list[str]:
        return [status for status in self.at(operation)["responses"] if status.isdecimal()]


def _frozen(uses: Mapping[Pointer, set[Use]]) -> Uses:
    return {pointer: frozenset(users) for pointer, users in uses.items() if users}

"""Answers that pass, against the contract: their shape, and each event of a stream."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, cast

import orjson
from jsonschema_rs import Draft202012Validator as Validator

from trivet_stubs.checks.reply import Reply, Request
from trivet_stubs.checks.shapes import Shapes, WrongShape
from trivet_stubs.kernel.operation import Operation
from trivet_stubs.kernel.rules import Basis
from trivet_stubs.kernel.spec import JsonObject, target_of

WrongEvent = tuple[Basis, str]
"""The basis, and the fault in words."""


class AnswerJudge:
    """Compares answers with the contract of a service."""

    def __init__(self, shapes: Shapes) -> None:
        self._shapes = shapes

    def wrong(
        self, operation: Operation, request: Request, status: int, headers: Mapping[str, str], body: bytes
    ) -> WrongShape | None:
        """What is wrong with the shape of an answer, if anything is."""
        return self._shapes.judge(operation, Reply(request=request, status=status, headers=headers, body=body))

    @cached_property
    def _events(self) -> dict[str, str]:
        """From the type of each event to the name of its record."""
        document = self._shapes.contract.document
        schemas: JsonObject = document["components"]["schemas"]
        found: dict[str, str] = {}
        for branch in schemas.get(self.event_record, {}).get("oneOf", []):
            name = target_of(branch)[-1]
            for part in [schemas[name], *schemas[name].get("allOf", [])]:
                kind = part.get("properties", {}).get("type", {}).get("const")
                if kind is not None:
                    found[kind] = name
        return found

    @cached_property
    def event_record(self) -> str:
        """The name of the record that is in the events of a stream; empty if the service has no streams."""
        schemas: JsonObject = self._shapes.contract.document["components"]["schemas"]
        for schema in schemas.values():
            content: JsonObject = schema.get("properties", {}).get("data", {}).get("contentSchema", {})
            if "$ref" in content:
                return target_of(content)[-1]
        return ""

    def wrong_event(self, data: bytes) -> WrongEvent | None:
        """What is wrong with one event, if anything is; an event of a type that the contract does not name is not."""
        try:
            value: Any = orjson.loads(data)
        except orjson.JSONDecodeError as error:
            return "assumed", f"the data of an event is not JSON: {error}"
        kind: Any = cast(JsonObject, value).get("type") if isinstance(value, dict) else None
        if not isinstance(kind, str):
            return "assumed", "an event has no type"
        name = self._events.get(kind)
        if name is None:
            return None
        message = _first(self._shapes.contract.record(name), value)
        if message is None:
            return None
        stated = _first(self._shapes.stated.record(name), value)
        return ("assumed" if stated is None else "stated"), f"the event {kind}: {stated or message}"


def _first(validator: Validator, value: Any) -> str | None:
    for error in validator.iter_errors(value):
        where = ".".join(map(str, error.instance_path))
        return f"{where}: {error.message[:300]}" if where else error.message[:300]
    return None

"""The judge of answers: it compares the form of each answer, and of each event, with the contract."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, cast

from jsonschema_rs import Draft202012Validator as Validator

from trivet_checks.exchanges.exchange import is_json
from trivet_checks.exchanges.guarded_json import not_strict
from trivet_checks.exchanges.reply import Reply, Request
from trivet_checks.exchanges.shapes import Shapes, WrongShape
from trivet_stubs.kernel.json_text import loads
from trivet_stubs.kernel.operation import Operation
from trivet_stubs.kernel.rule_catalogue import Basis
from trivet_stubs.kernel.spec import JsonObject, target_of

WrongEvent = tuple[Basis, str]
"""The basis of the fault, and the fault in words."""


class AnswerJudge:
    """Compares answers with the contract of a service."""

    def __init__(self, shapes: Shapes) -> None:
        self._shapes = shapes

    def wrong(
        self, operation: Operation, request: Request, status: int, headers: Mapping[str, str], body: bytes
    ) -> list[WrongShape]:
        """Return the faults in the shape of an answer, a field each."""
        return self._shapes.judge(operation, Reply(request=request, status=status, headers=headers, body=body))

    def loose(self, headers: Mapping[str, str], body: bytes) -> str:
        """Return why a body that can be read is not JSON by RFC 8259; empty if it is, or if it is no JSON at all."""
        return not_strict(body) if is_json(headers) else ""

    @cached_property
    def _events(self) -> dict[str, str]:
        """The names of the records of events by the types of the events."""
        document = self._shapes.contract.document
        schemas: JsonObject = document["components"]["schemas"]
        names: dict[str, str] = {}
        for branch in schemas.get(self.event_record, {}).get("oneOf", []):
            name = target_of(branch)[-1]
            for part in [schemas[name], *schemas[name].get("allOf", [])]:
                kind = part.get("properties", {}).get("type", {}).get("const")
                if kind is not None:
                    names[kind] = name
        return names

    @cached_property
    def event_record(self) -> str:
        """The name of the record in the events of a stream; empty if the service has no streams."""
        schemas: JsonObject = self._shapes.contract.document["components"]["schemas"]
        for schema in schemas.values():
            content: JsonObject = schema.get("properties", {}).get("data", {}).get("contentSchema", {})
            if "$ref" in content:
                return target_of(content)[-1]
        return ""

    def wrong_event(self, data: bytes) -> WrongEvent | None:
        """Return the fault of one event, if it has one.

        A client ignores an event of an unknown type, and data that is no object, such as the sign of life `null`.
        """
        if not data.lstrip().startswith(b"{"):
            return None
        try:
            value: Any = loads(data, keep_halves=True)
        except ValueError as error:
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
        return f"{where}: {error.message}" if where else error.message
    return None

"""The judge of events: it compares the form of each event of a stream with the contract."""

from functools import cached_property
from typing import Any, cast

from jsonschema_rs import Draft202012Validator as Validator

from trivet_checks.exchanges.shapes import Shapes
from trivet_stubs.kernel.json_text import loads
from trivet_stubs.kernel.rule_catalogue import Basis
from trivet_stubs.kernel.spec import JsonObject, target_of

WrongEvent = tuple[Basis, str]
"""The basis of the fault, and the fault in words."""


class EventJudge:
    """Compares events with the contract of a service."""

    def __init__(self, shapes: Shapes) -> None:
        self._shapes = shapes

    @cached_property
    def _events(self) -> dict[str, str]:
        """The names of the records of events by the types of the events."""
        document = self._shapes.contract.document
        schemas: JsonObject = document["components"]["schemas"]
        names: dict[str, str] = {}
        for branch in schemas.get(self._shapes.contract.event_record, {}).get("oneOf", []):
            name = target_of(branch)[-1]
            for part in [schemas[name], *schemas[name].get("allOf", [])]:
                kind = part.get("properties", {}).get("type", {}).get("const")
                if kind is not None:
                    names[kind] = name
        return names

    def wrong(self, data: bytes) -> WrongEvent | None:
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

"""The records of a service: the objects among the schemas of its document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..naming import attribute
from .bounds import bounds
from .faults import DocumentError, Faults
from .ir import Field, Record
from .parser import Parsed, Shape
from .schemas import Schemas, description

__all__ = ["Records"]


class Records:
    """Reads each named object of a document, and which of them are sent."""

    def __init__(self, schemas: Schemas, parsed: Parsed) -> None:
        self._schemas = schemas
        self._parsed = parsed
        self._sent = _sent(parsed)

    def read(self, faults: Faults) -> Iterator[Record]:
        """The records, without those that have a fault."""
        for name, schema in self._schemas.named.items():
            shapes = self._parsed.shapes.get(self._parsed.classes[name])
            if shapes is not None:
                with faults.of_part():
                    yield self._record(name, schema, shapes)

    def _record(self, name: str, schema: dict[str, Any], shapes: dict[str, Shape]) -> Record:
        target, class_name = self._schemas.resolve(schema), self._parsed.classes[name]
        properties = dict(self._schemas.properties(schema))
        order = list(properties)
        if lost := sorted(set(self._schemas.required(schema)) - set(order)):
            raise DocumentError(f"{name}: it requires {', '.join(lost)}, which is no property")
        assumed = self._assumed(name, schema, order)
        sent = class_name in self._sent
        fields: list[Field] = []
        faults = Faults()
        for wire in sorted(shapes, key=order.index):
            with faults.of_part():
                # Only what is sent is checked, and of a record that is assumed nothing is stated.
                checked = sent and "x-assumed" not in target
                fields.append(
                    self._field(name, shapes[wire], wire, properties[wire], assumed=wire in assumed, checked=checked)
                )
                if not sent and self._schemas.resolve(properties[wire]).get("default", []) != []:
                    raise DocumentError(f"{name}.{wire}: only an empty array can be the default of what is missing")
        faults.refuse()
        return Record(class_name, tuple(fields), sent, description(target))

    def _field(
        self, name: str, shape: Shape, wire: str, schema: dict[str, Any], *, assumed: bool, checked: bool
    ) -> Field:
        resolved, kind = self._schemas.resolve(schema), self._schemas.type(shape.type, schema)
        return Field(
            wire=wire,
            name=attribute(shape.name),
            type=kind,
            required=shape.required,
            assumed=assumed,
            secret=resolved.get("x-secret", False),
            empty=resolved.get("default") == [],
            checks=bounds(self._schemas, resolved, kind, f"{name}.{wire}") if checked else (),
            doc=description(resolved),
        )

    def _assumed(self, name: str, schema: dict[str, Any], properties: list[str]) -> set[str]:
        """The fields that the record has by all experience, without a word of the contract."""
        names = self._schemas.required(schema, "x-assumed-required")
        for wire in names:
            if wire not in properties:
                raise DocumentError(f"{name}: x-assumed-required names {wire}, which is no property")
            if wire in self._schemas.required(schema):
                raise DocumentError(f"{name}: {wire} is required and in x-assumed-required")
        return set(names)


def _sent(parsed: Parsed) -> set[str]:
    """The classes that are part of a body, at any depth."""
    found: set[str] = set()
    waiting = [each.type for inputs in parsed.inputs.values() for each in inputs if each.place == "body"]
    while waiting:
        kind = waiting.pop()
        waiting += kind.of
        if kind.name in parsed.shapes and kind.name not in found:
            found.add(kind.name)
            waiting += [shape.type for shape in parsed.shapes[kind.name].values()]
    return found

"""The base of every record the services send or take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from attrs import define, field

from .redact import HIDDEN

__all__ = ["Record", "extra"]


@define(kw_only=True, eq=False, repr=False)
class Record:
    """Equality and repr for all records, and the fields that no contract names.

    Two records are equal when they are of one class and agree in every field the contract names. They can change, so
    they have no hash.
    """

    wire_names_: ClassVar[Mapping[str, str]] = {}
    """From each wire name to the attribute that holds it."""

    secret_: ClassVar[frozenset[str]] = frozenset()
    """The attributes whose values no repr shows."""

    tags_: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """From the wire name of a field that tells the record among others, to the values it has there."""

    # The wire object, kept only when it held more than the contract names.
    source_: dict[str, Any] | None = field(default=None)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.wire_names_.values())

    __hash__ = None  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]

    def __repr__(self) -> str:
        shown = (
            f"{name}={HIDDEN if name in self.secret_ and value is not None else repr(value)}"
            for name in self.wire_names_.values()
            if (value := getattr(self, name)) is not None
        )
        return f"{type(self).__name__}({', '.join(shown)})"


def extra(record: Record) -> dict[str, Any]:
    """Get the fields of an answer that its contract does not name, by their wire names.

    They take no part in equality, survive copies and pickles, and go out again when the record is sent.
    """
    source = record.source_
    if source is None:
        return {}
    return {name: value for name, value in source.items() if name not in record.wire_names_}

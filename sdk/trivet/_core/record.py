"""The base of every record the services send or take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Self

from .lazy_attrs import attrs, define
from .public import exported_from, publish
from .secrets import HIDDEN

__all__ = ["Record", "extra", "is_set"]

_GENERATED = "._generated."


@exported_from("trivet")
@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Record:
    """Equality and repr for all records, and the fields that no contract names.

    Two records are equal when they are of one class and agree in every field the contract names. They can change, so
    they have no hash.
    """

    wire_names_: ClassVar[Mapping[str, str]] = {}
    """From each wire name to the attribute that holds it."""

    secret_: ClassVar[frozenset[str]] = frozenset()
    """The attributes whose values no repr shows."""

    assumed_: ClassVar[frozenset[str]] = frozenset()
    """The attributes that every answer is assumed to have, although the contract does not promise them."""

    tags_: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """From the wire name of a field that identifies the record in a union, to the values it has there."""

    # The wire object, kept only when it held more than the contract names.
    source_: dict[str, Any] | None = None

    def __init_subclass__(cls) -> None:
        """Make the package that exports a generated class its `__module__`, so that pickles survive a move."""
        super(Record, cls).__init_subclass__()  # noqa: UP008  without arguments it means the class without slots
        # `define` makes the class twice; the second one, with slots, has this attribute.
        if "__attrs_attrs__" in cls.__dict__ and _GENERATED in cls.__module__:
            publish(cls, cls.__module__.partition(_GENERATED)[0])

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.wire_names_.values())

    __hash__: ClassVar[None]  # type: ignore[assignment]  # pyright: ignore[reportIncompatibleMethodOverride]

    def __repr__(self) -> str:
        shown = (
            f"{name}={HIDDEN if name in self.secret_ and value is not None else repr(value)}"
            for name in self.wire_names_.values()
            if (value := getattr(self, name)) is not None
        )
        return f"{type(self).__name__}({', '.join(shown)})"

    def __rich_repr__(self) -> Iterator[tuple[str, object]]:
        # The name that rich asks for; without it, rich shows every attribute of an attrs class.
        for name in self.wire_names_.values():
            value = getattr(self, name)
            if value is not None:
                yield name, HIDDEN if name in self.secret_ else value

    def __getstate__(self) -> dict[str, Any]:
        names = (*self.wire_names_.values(), "source_")
        return {name: getattr(self, name) for name in names if is_set(self, name)}

    def __replace__(self, /, **changes: Any) -> Self:
        # For `copy.replace` of Python 3.13: attrs adds the same, but only to a class that it has completed.
        return attrs.evolve(self, **changes)

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)


def is_set(record: Record, name: str) -> bool:
    """Whether a field has a value, None among them; the slot of a field that the service did not send is empty."""
    try:
        getattr(record, name)
    except AttributeError:
        return False
    return True


def extra(record: Record) -> dict[str, Any]:
    """Get the fields of an answer that its contract does not name, by their wire names.

    They take no part in equality, survive copies and pickles, and go out again when the record is sent.

    >>> extra(stop)
    {'Shelter': True}
    """
    source = record.source_
    if source is None:
        return {}
    return {name: value for name, value in source.items() if name not in record.wire_names_}

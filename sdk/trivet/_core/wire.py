"""What the generated decoders use: checks of wire values, and the record of an unknown kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, ClassVar, cast

from .lazy_attrs import define
from .public import exported_from
from .record import Record

__all__ = ["Unknown", "array", "decode_unknown", "has_form", "instant", "new", "optional_array", "unchanged"]


@exported_from("trivet")
@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Unknown(Record):
    """A variant of a union that the contract does not name, kept whole.

    Attributes:
        data: The wire object.
    """

    wire_names_: ClassVar[Mapping[str, str]] = {"": "data"}

    data: dict[str, Any]

    @property
    def type(self) -> str | None:
        """Its field `type`, where that is text."""
        found = self.data.get("type")
        return found if isinstance(found, str) else None


def decode_unknown(d: dict[str, Any]) -> Unknown:
    """Keep the object of an unknown variant."""
    return Unknown(data=d)


def array(value: Any) -> list[Any]:
    """Let an array through; an object or a text would iterate too."""
    if type(value) is not list:
        raise TypeError(f"expected an array, got {type(value).__name__}")
    return cast("list[Any]", value)  # type: ignore[redundant-cast]  # mypy knows, pyright does not


def optional_array(value: Any, decode: Callable[[Any], Any] | None = None) -> list[Any]:
    """Decode the items of an array that may be missing or null, which both stand for an empty one."""
    found: list[Any] = [] if value is None else value
    if type(found) is not list:
        return array(found)  # which refuses it
    return found if decode is None else [decode(each) for each in found]


def unchanged(value: dict[str, Any]) -> dict[str, Any]:
    """Return the value; the decoder of an object whose fields the contract does not name."""
    return value


def has_form(value: Any, kind: type | tuple[type, ...]) -> bool:
    """Whether a wire value has the form of an alternative; unlike isinstance, type checkers make nothing of it."""
    return isinstance(value, kind)


instant = datetime.fromisoformat
new = object.__new__

"""The helpers of the generated decoders: checks of wire values, and the record of an unknown variant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from datetime import datetime
from typing import Any, ClassVar, Literal, cast

from .body_bounds import INTERVAL, timed
from .free_form import free_form
from .lazy_attrs_classes import define
from .public import exported_from
from .record import Record


@exported_from("trivet")
@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Unknown(Record):
    """A variant of a union that the contract does not name, kept whole.

    No contract names a variant "unknown", so type checkers narrow a union by its `type`. A union whose variants have a
    `status` in place of a `type` has a subclass with a `status`. What the service sent is in `tag` and `data`.

    Attributes:
        data: The wire object.
    """

    __wire_names__: ClassVar[Mapping[str, str]] = {"": "data"}

    __tag_name__: ClassVar[str] = "type"
    """The wire name of the field that tells the variants of the union apart."""

    type: ClassVar[Literal["unknown"]] = "unknown"
    """The tag that no variant of a contract has."""

    data: dict[str, Any]

    @property
    def tag(self) -> str | None:
        """The tag that the service sent, such as "video", if it is text."""
        tag = self.data.get(self.__tag_name__)
        return tag if isinstance(tag, str) else None

    def __encode__(self) -> dict[str, Any]:
        return self.data

    def __to_dict__(self) -> dict[str, Any]:
        return deepcopy(self.data)


def decode_unknown(d: dict[str, Any]) -> Unknown:
    """Return the record of an unknown variant."""
    return Unknown(data=free_form(d))


def check_tag(d: dict[str, Any], name: str, *tags: str) -> None:
    """Raise a TypeError unless a wire object has one of the tags of a variant that stands outside its union."""
    if name in d and d[name] not in tags:
        raise TypeError(f"expected {name} to be {' or '.join(map(repr, tags))}")


def array(value: Any, decode: Callable[[Any], Any] | None = None) -> list[Any]:
    """Decode the items of an array, and raise for other values: an object or a text could be iterated as well."""
    if type(value) is not list:
        raise TypeError(f"expected an array, got {type(value).__name__}")
    items = cast("list[Any]", value)  # type: ignore[redundant-cast]  # mypy knows, pyright does not
    if decode is None:
        return items
    return [decode(item) for item in (items if len(items) <= INTERVAL else timed(items))]


def optional_array(value: Any, decode: Callable[[Any], Any] | None = None) -> list[Any]:
    """Decode the items of an array; a missing array or null counts as an empty one."""
    if value is None:
        return []
    if decode is None or type(value) is not list:
        return array(value)
    items = cast("list[Any]", value)  # type: ignore[redundant-cast]  # as above
    return [decode(item) for item in (items if len(items) <= INTERVAL else timed(items))]  # one call less than `array`


def map_of(value: dict[str, Any], decode: Callable[[Any], Any]) -> dict[str, Any]:
    """Decode the values of an object."""
    items = value.items()
    return {key: decode(item) for key, item in (items if len(items) <= INTERVAL else timed(items))}


def unchanged(value: dict[str, Any]) -> dict[str, Any]:
    """Return the value: the decoder of objects whose fields the contract does not name."""
    return value


def has_form(value: Any, kind: type | tuple[type, ...]) -> bool:
    """Whether a wire value has the form of an alternative; type checkers narrow no type by it, as by `isinstance`."""
    return isinstance(value, kind)


instant = datetime.fromisoformat
new = object.__new__

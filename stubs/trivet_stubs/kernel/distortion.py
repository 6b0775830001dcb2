"""Changes of a JSON answer that its contract does not allow: a field too many, a field too few, an unknown value."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from trivet_stubs.kernel.answer_places import Place, enums, records, required
from trivet_stubs.kernel.json_value import is_list, is_object

UNKNOWN_FIELD = "x_unknown_field"
UNKNOWN_VALUE = "x-unknown-value"
_UNKNOWN_NUMBER = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class Distortion:
    """What is changed, each at a place or not at all.

    A place is a JSON pointer (`/value/0`), or True for the first one that fits, in the order of the answer.
    """

    unknown_field: bool | str = False
    """The object that gets a field which the contract does not name."""
    unknown_enum: bool | str = False
    """The value of an enum that becomes one which the contract does not name."""
    missing_field: bool | str = False
    """The field that is left out: the first one that the contract requires."""

    def __post_init__(self) -> None:
        for name in ("unknown_field", "unknown_enum", "missing_field"):
            value: bool | str = getattr(self, name)
            if isinstance(value, str) and value and not value.startswith("/"):
                raise ValueError(f"{name}: {value!r} is not a JSON pointer, which begins with a slash")
        if self.missing_field == "" or self.unknown_enum == "":
            raise ValueError("missing_field and unknown_enum: the whole answer is no field of it")

    def describe(self) -> dict[str, Any]:
        """What is changed, as JSON values."""
        named = {each: getattr(self, each) for each in ("unknown_field", "unknown_enum", "missing_field")}
        return {name: value for name, value in named.items() if value is not False}

    def apply(self, value: Any, schema: Any, document: Any) -> bool:
        """Change an answer in place; whether all the places were found.

        Args:
            value: The answer, as JSON values.
            schema: Its schema, or None.
            document: The document that the references of the schema lead to.
        """
        changed = [
            *([_add(value, self.unknown_field)] if self.unknown_field is not False else []),
            *([_rename(value, self.unknown_enum, schema, document)] if self.unknown_enum is not False else []),
            *([_remove(value, self.missing_field, schema, document)] if self.missing_field is not False else []),
        ]
        return all(changed)


def _add(value: Any, where: bool | str) -> bool:
    place: Sequence[Place] | None = next(iter(records(value)), None) if where is True else _steps(where)
    found = None if place is None else _at(value, place)
    if not is_object(found):
        return False
    found[UNKNOWN_FIELD] = "unknown"
    return True


def _rename(value: Any, where: bool | str, schema: Any, document: Any) -> bool:
    place = next(iter(enums(value, schema, document)), None) if where is True else _steps(where)
    if not place:
        return False
    owner = _at(value, place[:-1])
    old = _at(owner, place[-1:])
    if not isinstance(old, str | int) or isinstance(old, bool):
        return False
    owner[_key(owner, place[-1])] = UNKNOWN_VALUE if isinstance(old, str) else _UNKNOWN_NUMBER
    return True


def _remove(value: Any, where: bool | str, schema: Any, document: Any) -> bool:
    place = next(iter(required(value, schema, document)), None) if where is True else _steps(where)
    if not place:
        return False
    owner = _at(value, place[:-1])
    if not is_object(owner) or place[-1] not in owner:
        return False
    del owner[place[-1]]
    return True


def _steps(pointer: bool | str) -> list[Place]:
    return [each.replace("~1", "/").replace("~0", "~") for each in str(pointer).split("/")[1:]]


def _at(value: Any, place: Sequence[Place]) -> Any:
    """The value at a place; None where there is none."""
    for step in place:
        key = _key(value, step)
        if key is None:
            return None
        value = value[key]
    return value


def _key(owner: Any, step: Place) -> Any:
    """A step of a place as a key of its owner; None if the owner has no such key."""
    if is_object(owner):
        return step if step in owner else None
    if is_list(owner) and str(step).isascii() and str(step).isdigit():
        return int(step) if int(step) < len(owner) else None
    return None

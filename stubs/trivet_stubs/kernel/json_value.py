"""Which JSON value it is, for type checkers too."""

from typing import Any, TypeGuard

from trivet_stubs.kernel.operation import JsonObject


def is_object(value: object) -> TypeGuard[JsonObject]:
    """Whether a JSON value is an object."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Whether a JSON value is a list."""
    return isinstance(value, list)

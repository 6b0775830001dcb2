"""Which JSON value it is, for type checkers too, and how deep it is."""

from typing import Any, TypeGuard

from trivet_stubs.kernel.spec import JsonObject


def is_object(value: object) -> TypeGuard[JsonObject]:
    """Whether a JSON value is an object."""
    return isinstance(value, dict)


def nests_deeper(value: object, limit: int) -> bool:
    """Whether lists and objects stand in each other more than so many times; Python's recursion ends at a thousand."""
    level: list[object] = [value]
    for _ in range(limit):
        inner = [each.values() if is_object(each) else each for each in level if is_object(each) or is_list(each)]
        if not inner:
            return False
        level = [one for each in inner for one in each]
    return any(is_object(each) or is_list(each) for each in level)


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Whether a JSON value is a list."""
    return isinstance(value, list)

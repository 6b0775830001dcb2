"""JSON values: what kind they are, how deep they nest, and whether a schema allows them."""

from collections.abc import Iterator
from typing import Any, TypeGuard

from jsonschema_rs import Draft202012Validator as Validator
from jsonschema_rs import ValidationError

from trivet_stubs.kernel.refusal import Refusal
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


def check_body(validator: Validator, value: object) -> None:
    """Refuse a request body that the contract forbids, by the first fault in it."""
    for refusal in body_refusals(validator, value):
        raise refusal


def body_refusals(validator: Validator, value: object) -> Iterator[Refusal]:
    """A refusal for each fault in a request body."""
    for error in validator.iter_errors(value):
        name = ".".join(["body", *map(str, error.instance_path)])
        yield Refusal.argument(
            name, error.message, place=_place(error), keyword=str(error.schema_path[-1]), value=error.instance
        )


def check_output(validator: Validator, value: object, what: str, whole: str) -> None:
    """Raise a `Refusal` that says STUB BUG unless the contract allows this value.

    Args:
        validator: The schema of the value.
        value: The stub's own value.
        what: What the stub did, for the message: `stops.list answered 200`.
        whole: The value as a whole, in words.
    """
    if not validator.is_valid(value):
        for error in validator.iter_errors(value):
            where = ".".join(map(str, error.instance_path)) or whole
            raise Refusal.stub_bug(f"{what} with a wrong {where}: {error.message[:300]}")


def _place(error: ValidationError) -> tuple[str | int, ...]:
    """Where in the body the fault is; of a key that is missing or too many, where it would be or is."""
    keys: list[str] = getattr(error.kind, "unexpected", None) or [getattr(error.kind, "property", None) or ""]
    return ("body", *error.instance_path, *filter(None, keys[:1]))


def check(schema: Any, value: object, whole: str = "body") -> None:
    """Raise a ValueError unless a schema allows a value.

    >>> check({"type": "object", "properties": {"times": {"type": "integer"}}}, {"times": "two"})
    Traceback (most recent call last):
    ValueError: times: "two" is not of type "integer"

    Args:
        schema: The schema.
        value: The value.
        whole: What the value is, for a fault that no field of it has.
    """
    # The validator does not name the field that an object without any field has too many.
    if is_object(value) and value and schema.get("additionalProperties") is False and not schema.get("properties"):
        raise ValueError(f"{next(iter(value))}: is not known here; there are no fields")
    for error in Validator(schema, validate_formats=True).iter_errors(value):
        raise ValueError(_sentence(error, schema, whole))


def _sentence(error: ValidationError, schema: Any, whole: str) -> str:
    where = ".".join(map(str, error.instance_path))
    unexpected: list[str] = getattr(error.kind, "unexpected", None) or []
    if unexpected:
        name = ".".join(filter(None, [where, unexpected[0]]))
        known = ", ".join(_known(error, schema))
        return f"{name}: is not known here; " + (f"there are {known}" if known else "there are no fields")
    missing: str | None = getattr(error.kind, "property", None)
    if missing is not None and error.schema_path[-1] == "required":
        return f"{'.'.join(filter(None, [where, missing]))}: is required"
    return f"{where or whole}: {error.message[:300]}"


def _known(error: ValidationError, schema: Any) -> list[str]:
    node = schema
    for step in [*error.schema_path][:-1]:
        try:
            node = node[step]
        except (KeyError, IndexError, TypeError):
            return []
    return sorted(node.get("properties", {})) if is_object(node) else []

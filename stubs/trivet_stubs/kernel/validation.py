"""JSON values: their kinds, the depth of their nesting, and whether a schema allows them."""

from collections.abc import Iterator
from itertools import chain
from typing import Any, TypeGuard

from jsonschema_rs import Draft202012Validator as Validator
from jsonschema_rs import ValidationError

from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.spec import JsonObject


def is_object(value: object) -> TypeGuard[JsonObject]:
    """Whether a JSON value is an object."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Whether a JSON value is a list."""
    return isinstance(value, list)


def nests_deeper(value: object, limit: int) -> bool:
    """Whether lists and objects are nested deeper than a limit, without recursion, which Python ends at a thousand."""
    level: list[object] = [value]
    for _ in range(limit):
        children = [node.values() if is_object(node) else node for node in level if is_object(node) or is_list(node)]
        if not children:
            return False
        level = list(chain.from_iterable(children))
    return any(is_object(node) or is_list(node) for node in level)


def check(schema: Any, value: object, whole: str = "body") -> None:
    """Raise a ValueError unless a schema allows a value.

    >>> check({"type": "object", "properties": {"times": {"type": "integer"}}}, {"times": "two"})
    Traceback (most recent call last):
    ValueError: times: "two" is not of type "integer"

    Args:
        schema: The schema.
        value: The value.
        whole: The value as a whole, for the message of an error that is not about one field.
    """
    # If an object may have no fields at all, the validator does not name the unknown one.
    if is_object(value) and value and schema.get("additionalProperties") is False and not schema.get("properties"):
        raise ValueError(f"{next(iter(value))}: is not known here; there are no fields")
    for error in Validator(schema, validate_formats=True).iter_errors(value):
        raise ValueError(_sentence(error, schema, whole))


def check_body(validator: Validator, value: object) -> None:
    """Refuse a request body that the contract forbids, by its first error."""
    for refusal in body_refusals(validator, value):
        raise refusal


def body_refusals(validator: Validator, value: object) -> Iterator[Refusal]:
    """Yield a refusal for each error in a request body."""
    try:
        for error in validator.iter_errors(value):
            name = ".".join(["body", *map(str, error.instance_path)])
            yield Refusal.argument(
                name, error.message, place=_place(error), keyword=str(error.schema_path[-1]), value=error.instance
            )
    except ValueError:  # it copies a wrong value, down to some 255 levels
        yield Refusal.argument("body", "is wrong, and nested too deeply to say where")


def check_output(validator: Validator, value: object, what: str, whole: str) -> None:
    """Raise a `Refusal` that says STUB BUG unless the contract allows this value.

    Args:
        validator: The schema of the value.
        value: The stub's own value.
        what: The action of the stub, for the message: `stops.list answered 200`.
        whole: The value as a whole, for the message: `the answer`.
    """
    if validator.is_valid(value):
        return
    try:
        error = next(iter(validator.iter_errors(value)))
    except ValueError:  # it copies a wrong value, down to some 255 levels
        raise Refusal.stub_bug(f"{what} with a wrong {whole}, which is nested too deeply to say where") from None
    where = ".".join(map(str, error.instance_path)) or whole
    raise Refusal.stub_bug(f"{what} with a wrong {where}: {_short(error.message)}")


def _place(error: ValidationError) -> tuple[str | int, ...]:
    """Return the place of an error in the body; for a missing or an unknown key, the place of the key."""
    keys: list[str] = getattr(error.kind, "unexpected", None) or [getattr(error.kind, "property", None) or ""]
    return ("body", *error.instance_path, *filter(None, keys[:1]))


def _sentence(error: ValidationError, schema: Any, whole: str) -> str:
    where = ".".join(map(str, error.instance_path))
    unexpected: list[str] = getattr(error.kind, "unexpected", None) or []
    if unexpected:
        name = ".".join(filter(None, [where, unexpected[0]]))
        known = ", ".join(_known(error, schema))
        return f"{name}: is not known here; " + (f"the fields are {known}" if known else "there are no fields")
    missing: str | None = getattr(error.kind, "property", None)
    if missing is not None and error.schema_path[-1] == "required":
        return f"{'.'.join(filter(None, [where, missing]))}: is required"
    return f"{where or whole}: {_short(error.message)}"


def _short(message: str) -> str:
    """Cut a message in the middle: it begins with the value, which can be long, and ends with the reason."""
    return message if len(message) <= 300 else f"{message[:100]}…{message[-200:]}"


def _known(error: ValidationError, schema: Any) -> list[str]:
    node = schema
    for step in [*error.schema_path][:-1]:
        try:
            node = node[step]
        except (KeyError, IndexError, TypeError):
            return []
    return sorted(node.get("properties", {})) if is_object(node) else []

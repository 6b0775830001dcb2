"""JSON values against a schema of our own: the first fault as a sentence that names the field."""

from typing import Any

from jsonschema_rs import Draft202012Validator as Validator
from jsonschema_rs import ValidationError

from trivet_stubs.kernel.json_value import is_object


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

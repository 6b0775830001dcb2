"""The form of an output: the schema that a prompt sends, and the function that decodes the agent's value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, cast

from attrs import frozen

from ..._core.decoders import has_form
from ...errors import InvalidArgumentError
from .decoding import MOST_FAULTS, decode
from .schema import Schema, schema_of


@frozen
class OutputForm:
    """The form of an output.

    Attributes:
        schema: The JSON schema.
        decode: Returns the output for the agent's value; raises a ValueError whose arguments are the faults.
    """

    schema: Schema
    decode: Callable[[Any], Any]


def output_form(output: Any) -> OutputForm:
    """Return the form of a type, or of a JSON schema.

    >>> output_form({"type": "object"}).schema
    {'type': 'object'}

    Args:
        output: An attrs class, a dataclass, a TypedDict, a pydantic model, or a JSON schema of an object.

    Raises:
        InvalidArgumentError: It is none of these, or has a field without a place in a schema.
    """
    if isinstance(output, Mapping):
        return _plain_form(dict(cast("Mapping[str, Any]", output)))
    if hasattr(output, "model_json_schema") and hasattr(output, "model_validate"):
        return OutputForm(_with_root(output.model_json_schema()), partial(_validate, output))
    return OutputForm(schema_of(output), partial(decode, kind=output))


def _with_root(schema: Schema) -> Schema:
    """Return a schema whose root is an object, as providers of models require; a recursive model has a `$ref` there."""
    name = str(schema.get("$ref", "")).removeprefix("#/$defs/")
    definition = schema.get("$defs", {}).get(name)
    return schema if definition is None else {**definition, "$defs": schema["$defs"]}


def _plain_form(schema: Schema) -> OutputForm:
    if schema.get("type") != "object":
        raise InvalidArgumentError("output", "a JSON schema whose type is object", schema)
    return OutputForm(schema, _object)


def _object(value: Any) -> Any:
    """Return the agent's value as it is: only its type is checked, and the fields that the schema requires."""
    if not has_form(value, dict):
        raise ValueError("expected an object @ $")
    return value


def _validate(model: Any, value: Any) -> Any:
    """Return a pydantic model of the agent's value."""
    try:
        return model.model_validate(value)
    except ValueError as error:
        listed: Any = getattr(error, "errors", None)
        if not callable(listed):
            raise
        faults = [f"{fault['msg']} @ {_path(fault['loc'])}" for fault in cast("Any", listed())[:MOST_FAULTS]]
    raise ValueError(*faults)


def _path(steps: tuple[Any, ...]) -> str:
    return "$" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)

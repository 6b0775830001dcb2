"""The inputs of an operation: those of its path and query, and the fields of its body."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..naming import argument
from .bounds import bounds
from .faults import DocumentError
from .ir import Parameter, Type
from .parser import Input
from .schemas import Schemas, body_schema, description

__all__ = ["parameters"]

_CONTEXT = ("directory", "workspace")


def parameters(operation: dict[str, Any], inputs: list[Input], schemas: Schemas) -> Iterator[Parameter]:
    """The inputs of a method; those of its context come from what its client is bound to.

    Args:
        operation: The operation as it stands in the document.
        inputs: The parser's view of its inputs.
        schemas: The schemas of the document.

    Raises:
        DocumentError: A rule of an input is not understood, or the inputs do not fit the context.
    """
    context, where = operation.get("x-context"), operation["operationId"]
    given: set[str] = set()
    for each in _parameters(operation, inputs, schemas):
        if context is None or each.place != "query" or each.wire not in _CONTEXT:
            yield each
            continue
        if each.required or each.type != Type("str") or each.checks:
            raise DocumentError(f"{where}: {each.wire} is no optional text without a rule")
        given.add(each.wire)
    wanted = set(_CONTEXT) if context == "request" else set[str]()
    if wrong := sorted(given ^ wanted):
        verb = "must have" if context == "request" else "must not have"
        raise DocumentError(f"{where}: an operation of the context {context} {verb} {', '.join(wrong)}")


def _parameters(operation: dict[str, Any], inputs: list[Input], schemas: Schemas) -> Iterator[Parameter]:
    # For each input its schema, and the node that describes it: next to the schema, or the schema itself.
    sources: dict[tuple[str, str], tuple[dict[str, Any], dict[str, Any]]] = {}
    for each in map(schemas.resolve, operation.get("parameters", [])):
        sources[each["in"], each["name"]] = (each["schema"], {**schemas.resolve(each["schema"]), **each})
    body = body_schema(operation, schemas)
    for wire, schema in schemas.properties(body) if body else ():
        sources["body", wire] = (schema, schemas.resolve(schema))
    for given in inputs:
        schema, stated = sources[given.place, given.wire]
        kind, single = schemas.type(given.type, schema), schemas.alone(stated)
        yield Parameter(
            wire=given.wire,
            name=argument(given.name),
            place=given.place,
            type=kind,
            required=given.required,
            secret=single.get("x-secret", False),
            checks=bounds(schemas, stated, kind, f"{operation['operationId']}: {given.wire}"),
            doc=description(single),
            default=single.get("default"),
        )

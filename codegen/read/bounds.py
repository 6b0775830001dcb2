"""The bounds that a contract states of an input, and that a client checks before it sends anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .faults import DocumentError
from .ir import Scalar, Type
from .schemas import Schemas

__all__ = ["bounds"]

_ARGUMENTS = {"minimum": "minimum", "maximum": "maximum", "minLength": "min_length", "maxLength": "max_length"}
_NUMBERS, _TEXTS = ("float", "int"), ("str",)
_KINDS = {"minimum": _NUMBERS, "maximum": _NUMBERS, "minLength": _TEXTS, "maxLength": _TEXTS, "pattern": _TEXTS}


def bounds(schemas: Schemas, schema: dict[str, Any], kind: Type, where: str) -> tuple[tuple[str, Scalar], ...]:
    """The bounds of one input, as the arguments of the function that checks it.

    Args:
        schemas: The schemas of the document.
        schema: What is stated of the input, beside its schema or in it.
        kind: Its type.
        where: Its name in messages.

    Raises:
        DocumentError: A bound does not fit the type, or the client would not check it.
    """
    stated = schemas.alone(schema)
    if "x-assumed" in stated:  # the server decides
        return ()
    stated = _without_assumed(stated)
    for part, key in _unchecked(schemas, stated):
        raise DocumentError(f"{where}: {key} of {part} is not understood: the client would not check it")
    return tuple(_bounds(stated, kind.without_null(), where))


def _without_assumed(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema without the keywords that are only assumed: the server decides."""
    assumed = schema.get("x-assumed-keywords", ())
    return {key: value for key, value in schema.items() if key not in assumed}


def _bounds(schema: dict[str, Any], kind: Type, where: str) -> Iterator[tuple[str, Scalar]]:
    if kind.kind == "literal":  # which is narrower than any other bound
        yield "choice", True
        return
    keys = [each for each in _KINDS if each in schema]
    if schema.get("format") == "uuid":
        if kind.kind != "str" or keys:
            raise DocumentError(f"{where}: a UUID is text, with no other rule beside it")
        yield "uuid", True
        return
    for key in keys:
        if kind.kind not in _KINDS[key]:
            raise DocumentError(f"{where}: {key} is no rule for {kind.kind}")
        yield ("pattern", _pattern(schema[key], where)) if key == "pattern" else (_ARGUMENTS[key], schema[key])


def _unchecked(schemas: Schemas, schema: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The bounds of parts of an input, as the part and the key. Fields of an object are another matter."""
    alternatives = [*schema.get("anyOf", []), *schema.get("oneOf", [])]
    several = len([each for each in alternatives if each != {"type": "null"}]) > 1
    parts = [("an item", schema[key]) for key in ("items",) if key in schema]
    parts += [("a value", schema[key]) for key in ("additionalProperties",) if isinstance(schema.get(key), dict)]
    parts += [("an alternative", each) for each in (alternatives if several else ())]
    for part, inner in parts:
        target = _without_assumed(schemas.alone(schemas.resolve(inner)))
        if "x-assumed" in target or "discriminator" in target:
            continue
        for key in _KINDS:
            if key in target:
                yield part, key
        if target.get("format") == "uuid":
            yield part, "format"
        yield from _unchecked(schemas, target)


def _pattern(pattern: str, where: str) -> str:
    inner = pattern.removeprefix("^").removesuffix("$")
    outside = re.sub(r"\\.|\[[^\]]*\]", "", inner)
    if pattern != f"^{inner}$" or inner.endswith("\\") or "|" in re.sub(r"\(.*\)", "", outside):
        raise DocumentError(f"{where}: a pattern must be anchored at both ends, its alternatives in parentheses")
    try:
        re.compile(inner)
    except (re.error, RecursionError, OverflowError) as error:
        raise DocumentError(f"{where}: {pattern!r} is no pattern: {error}") from None
    return inner

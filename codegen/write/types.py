"""The types of the model as source: annotations, and the expressions that decode and encode values."""

from __future__ import annotations

from collections.abc import Callable

from ..naming import identifier, snake
from ..read.ir import Field, Parameter, Type
from .python import literal

__all__ = ["annotation", "decoder", "encoder", "field_type", "parameter_type"]

_PLAIN = {"any": "Any", "null": "None", **{each: each for each in ("bool", "datetime", "float", "int", "str")}}


def annotation(kind: Type, module: str = "") -> str:
    """The type as an annotation; records and unions are looked up in `module`."""
    if kind.kind in ("record", "union"):
        return module + identifier(kind.name)
    if kind.kind == "literal":
        base = " | ".join(sorted({type(each).__name__ for each in kind.values}))
        return f"Literal[{', '.join(map(literal, kind.values))}] | {base}"
    if kind.kind == "list":
        return f"list[{annotation(kind.of[0], module)}]"
    if kind.kind == "map":
        return f"dict[str, {annotation(kind.of[0], module)}]"
    if kind.kind == "anyof":
        parts = [annotation(each, module) for each in kind.of]
        return " | ".join(dict.fromkeys([*(each for each in parts if each != "None"), *(["None"] * ("None" in parts))]))
    return _PLAIN[kind.kind]


def field_type(field: Field, module: str = "", *, sent: bool) -> str:
    """The annotation of an attribute: None where it may be missing, UNSET where that is not the same as null."""
    shown = annotation(field.type, module)
    if field.expected or field.empty:
        return shown
    if field.type.nullable:
        return _or_unset(shown) if sent else shown
    return f"{shown} | None"


def parameter_type(parameter: Parameter, module: str = "m.") -> str:
    """The annotation of an argument."""
    shown = annotation(parameter.type, module)
    if ("choice", True) in parameter.checks:  # other values never leave, so a checker may refuse them first
        values = parameter.type.without_null().values
        shown = f"Literal[{', '.join(map(literal, values))}]" + (" | None" if parameter.type.nullable else "")
    if parameter.three_states:
        return _or_unset(shown)
    return shown if parameter.required or parameter.type.nullable else f"{shown} | None"


def _or_unset(shown: str) -> str:
    bare = shown.removesuffix(" | None")
    return f"{bare} | Unset | None" if bare != shown else f"{shown} | Unset"


def decoder(kind: Type, value: str) -> str:
    """An expression that makes the attribute of the wire value; the same expression where they are one."""
    if kind.kind in ("record", "union"):
        return f"decode_{snake(kind.name)}({value})"
    if kind.kind == "datetime":
        return f"instant({value})"
    if kind.floating:
        return f"{value} * 1.0"  # refuses text, as `float` would not, and costs no call
    if kind.kind == "list":
        inner = decoder(kind.of[0], "each")
        return f"array({value})" if inner == "each" else f"[{inner} for each in array({value})]"
    if kind.kind == "map":
        inner = decoder(kind.of[0], "each")
        return value if inner == "each" else f"{{key: {inner} for key, each in {value}.items()}}"
    if kind.kind == "anyof":
        return _or_null(kind, value, decoder) or _by_form(kind, value)
    return value


def encoder(kind: Type, value: str) -> str:
    """An expression that makes the wire value of an argument; the same expression where they are one.

    A date-time stays as it is: what writes JSON writes it several times faster.
    """
    if kind.kind in ("record", "union"):
        return f"encoding.encode({value})"
    if kind.kind == "list":
        inner = encoder(kind.of[0], "each")
        return value if inner == "each" else f"[{inner} for each in {value}]"
    if kind.kind == "map":
        inner = encoder(kind.of[0], "each")
        return value if inner == "each" else f"{{key: {inner} for key, each in {value}.items()}}"
    if kind.kind == "anyof":
        if source := _or_null(kind, value, encoder):
            return source
        return value if all(encoder(each, value) == value for each in kind.of) else f"encoding.wire_value({value})"
    return value


def _or_null(kind: Type, value: str, convert: Callable[[Type, str], str]) -> str:
    """Convert one type or null; empty when there are more alternatives."""
    other = kind.without_null()
    if other.kind == "anyof":
        return ""
    source = convert(other, value)
    return value if source == value else f"(None if {value} is None else {source})"


def _by_form(kind: Type, value: str) -> str:
    """Decode the alternative whose form in JSON is met; two of one form cannot be distinguished."""
    expression = value
    for arm in kind.of:
        source = decoder(arm, value)
        if source == value:
            continue
        form = _form(arm)
        alike = [each.kind for each in kind.of if _form(each) in (form, "any")]
        if len(alike) > 1:
            raise ValueError(f"{' and '.join(alike)} cannot be distinguished: name a union with a discriminator")
        expression = f"{source} if has_form({value}, {form}) else {expression}"
    return value if expression == value else f"({expression})"


def _form(kind: Type) -> str:
    """The Python class of what JSON has for a value."""
    if kind.kind in ("record", "union", "map"):
        return "dict"
    if kind.kind == "literal":
        return type(kind.values[0]).__name__
    return "str" if kind.kind == "datetime" else kind.kind

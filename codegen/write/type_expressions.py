"""Types as source: annotations, and the expressions that decode and encode values."""

from __future__ import annotations

from collections.abc import Callable

from ..naming import identifier, snake
from ..read.ir import Field, Parameter, Type
from .python import literal

_PLAIN = {
    **{name: name for name in ("bool", "datetime", "float", "int", "str")},
    **{"any": "Any", "file": "upload.File", "null": "None", "octets": "upload.FileContent"},
}


def annotation(kind: Type, module: str = "") -> str:
    """Return a type as an annotation; `module` is a prefix for records and unions, such as `m.`."""
    if kind.kind in ("record", "union"):
        return module + identifier(kind.name)
    if kind.kind == "literal":
        base = " | ".join(sorted({type(value).__name__ for value in kind.values}))
        return f"{choice(kind)} | {base}"
    if kind.kind == "list":
        return f"list[{annotation(kind.of[0], module)}]"
    if kind.kind == "map":
        return f"dict[str, {annotation(kind.of[0], module)}]"
    if kind.kind == "anyof":
        parts = [annotation(part, module) for part in kind.of]
        return " | ".join(dict.fromkeys([*(part for part in parts if part != "None"), *(["None"] * ("None" in parts))]))
    return _PLAIN[kind.kind]


def choice(kind: Type) -> str:
    """Return a literal type as an annotation without further values."""
    return f"Literal[{', '.join(map(literal, kind.values))}]"


def field_type(field: Field, module: str = "", *, sent: bool) -> str:
    """Return the annotation of an attribute: a missing field is None, or UNSET if missing differs from null."""
    hint = annotation(field.type, module)
    if field.expected or field.empty:
        return hint
    if field.type.nullable:
        return _or_unset(hint) if sent else hint
    return f"{hint} | None"


def parameter_type(parameter: Parameter, module: str = "m.") -> str:
    """Return the annotation of an argument."""
    hint = annotation(parameter.type, module)
    if ("choice", True) in parameter.checks:  # the client refuses other values, so type checkers may too
        hint = choice(parameter.type.without_null()) + (" | None" if parameter.type.nullable else "")
    if parameter.three_states:
        return _or_unset(hint)
    return hint if parameter.required or parameter.type.nullable else f"{hint} | None"


def _or_unset(hint: str) -> str:
    bare = hint.removesuffix(" | None")
    return f"{bare} | Unset | None" if bare != hint else f"{hint} | Unset"


def decoder(kind: Type, value: str) -> str:
    """Return an expression that converts a wire value into the attribute; `value` itself if they are the same."""
    if kind.kind in ("record", "union"):
        return f"decode_{snake(kind.name)}({value})"
    if kind.kind == "datetime":
        return f"instant({value})"
    if kind.floating:
        return f"{value} * 1.0"  # unlike `float`, refuses text and costs no call
    if kind.free_form:
        return f"free_form(array({value}))" if kind.kind == "list" else f"free_form({value})"
    if kind.kind == "list":
        inner = decoder(kind.of[0], "item")
        return f"array({value})" if inner == "item" else f"array({value}, {function_of(inner)})"
    if kind.kind == "map":
        inner = decoder(kind.of[0], "item")
        return value if inner == "item" else f"map_of({value}, {function_of(inner)})"
    if kind.kind == "anyof":
        return _or_null(kind, value, decoder) or _by_form(kind, value)
    return value


def function_of(expression: str, argument: str = "item") -> str:
    """Return an expression as a function of an argument."""
    name, _, rest = expression.partition("(")
    return name if rest == f"{argument})" and name.isidentifier() else f"lambda {argument}: {expression}"


def encoder(kind: Type, value: str) -> str:
    """Return an expression that converts an argument into its wire value; `value` itself if they are the same.

    A date-time is not converted: orjson writes it several times faster.
    """
    if kind.kind in ("record", "union"):
        return f"encoding.encode({value})"
    if kind.kind == "list":
        inner = encoder(kind.of[0], "item")
        return value if inner == "item" else f"[{inner} for item in {value}]"
    if kind.kind == "map":
        inner = encoder(kind.of[0], "item")
        return value if inner == "item" else f"{{key: {inner} for key, item in {value}.items()}}"
    if kind.kind == "anyof":
        if source := _or_null(kind, value, encoder):
            return source
        return value if all(encoder(part, value) == value for part in kind.of) else f"encoding.wire_value({value})"
    return value


def _or_null(kind: Type, value: str, convert: Callable[[Type, str], str]) -> str:
    """Return the conversion of one type or null; empty if there are more alternatives."""
    other = kind.without_null()
    if other.kind == "anyof":
        return ""
    source = convert(other, value)
    return value if source == value else f"(None if {value} is None else {source})"


def _by_form(kind: Type, value: str) -> str:
    """Return an expression that decodes the alternative with the JSON form of the value.

    Raises:
        ValueError: Two alternatives have the same JSON form, and one of them is converted.
    """
    expression = value
    for arm in kind.of:
        source = decoder(arm, value)
        if source == value:
            continue
        form = _form(arm)
        alike = [arm.kind for arm in kind.of if _form(arm) in (form, "any")]
        if len(alike) > 1:
            raise ValueError(f"{' and '.join(alike)} cannot be distinguished: name a union with a discriminator")
        expression = f"{source} if has_form({value}, {form}) else {expression}"
    return value if expression == value else f"({expression})"


def _form(kind: Type) -> str:
    """Return the Python class of a type's JSON form."""
    if kind.kind in ("record", "union", "map"):
        return "dict"
    if kind.kind == "literal":
        return type(kind.values[0]).__name__
    return "str" if kind.kind == "datetime" else kind.kind

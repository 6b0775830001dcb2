"""Pieces of Python source. All text from a spec passes through `repr` or an identifier check here."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

from .ir import Field, Parameter, Type

__all__ = [
    "annotation",
    "decoder",
    "docstring",
    "encoder",
    "field_type",
    "identifier",
    "item",
    "literal",
    "parameter_type",
    "snake",
]

_PLAIN = {"any": "Any", "null": "None", **{each: each for each in ("bool", "datetime", "float", "int", "str")}}
WIDTH = 112


def identifier(text: str) -> str:
    """Let a name through, and nothing else."""
    if not text.isidentifier():
        raise ValueError(f"{text!r} is not a Python name")
    return text


def literal(value: object) -> str:
    """Source of a plain value."""
    return repr(value)


def snake(name: str) -> str:
    """The snake_case of a class name: `BusStop` to `bus_stop`, `MCPStatus` to `mcp_status`."""
    out = ""
    for at, char in enumerate(name):
        after_lower = at > 0 and (name[at - 1].islower() or name[at - 1].isdigit())
        ends_capitals = at > 0 and name[at - 1].isupper() and name[at + 1 : at + 2].islower()
        out += "_" + char if char.isupper() and (after_lower or ends_capitals) else char
    return identifier(out.lower())


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


def decoder(kind: Type, value: str) -> str:
    """An expression that makes the attribute of the wire value; the same expression where they are one."""
    if kind.kind in ("record", "union"):
        return f"decode_{snake(kind.name)}({value})"
    if kind.kind == "datetime":
        return f"instant({value})"
    if kind.kind == "list":
        inner = decoder(kind.of[0], "each")
        return f"array({value})" if inner == "each" else f"[{inner} for each in array({value})]"
    if kind.kind == "map":
        inner = decoder(kind.of[0], "each")
        return value if inner == "each" else f"{{key: {inner} for key, each in {value}.items()}}"
    if kind.kind == "anyof":
        return _by_shape(kind, value, decoder, dict="dict", list="list", datetime="str")
    return value


def encoder(kind: Type, value: str) -> str:
    """An expression that makes the wire value of the attribute."""
    if kind.kind in ("record", "union"):
        return f"encode_{snake(kind.name)}({value})"
    if kind.kind == "datetime":
        return f"{value}.isoformat()"
    if kind.kind == "list":
        inner = encoder(kind.of[0], "each")
        return value if inner == "each" else f"[{inner} for each in {value}]"
    if kind.kind == "map":
        inner = encoder(kind.of[0], "each")
        return value if inner == "each" else f"{{key: {inner} for key, each in {value}.items()}}"
    if kind.kind == "anyof":
        return _by_shape(kind, value, encoder, dict="Record", list="list", datetime="datetime")
    return value


def _by_shape(kind: Type, value: str, convert: Callable[[Type, str], str], **shapes: str) -> str:
    """Convert the arm whose Python shape is met; the shapes of the arms must differ."""
    taken: dict[str, str] = {}
    for arm in kind.of:
        source = convert(arm, value)
        if source == value:
            continue
        shape = shapes["dict" if arm.kind in ("record", "union", "map") else arm.kind]
        if shape in taken:
            raise ValueError(f"{kind} has two arms that are both {shape}: name a discriminator")
        taken[shape] = source
    expression = value
    for shape, source in taken.items():
        expression = f"{source} if isinstance({value}, {shape}) else {expression}"
    return f"({expression})" if taken else value


def docstring(indent: str, summary: str, *paragraphs: str) -> list[str]:
    """Lines of a docstring; blank paragraphs are left out, and those with line breaks kept as they are."""
    blocks = [_escape(summary)]
    for each in paragraphs:
        if each:
            blocks.append(_escape(each))
    wide = [
        line
        for block in blocks
        for line in ("", *(block.split("\n") if "\n" in block else textwrap.wrap(block, WIDTH - len(indent))))
    ][1:]
    if len(wide) == 1:
        return [f'{indent}"""{wide[0]}"""']
    return [f'{indent}"""{wide[0]}', *(f"{indent}{line}".rstrip() for line in wide[1:]), f'{indent}"""']


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"""', "'''")


def item(indent: str, name: str, text: str) -> str:
    """One entry of an Args section, wrapped."""
    first, rest = " " * 4, " " * 8
    return textwrap.fill(f"{name}: {text}", WIDTH - len(indent), initial_indent=first, subsequent_indent=rest)


def field_type(field: Field, *, sent: bool) -> str:
    """The annotation of an attribute: None where it may be missing, UNSET where that is not the same as null."""
    shown = annotation(field.type)
    if field.required or field.empty:
        return shown
    if field.type.nullable:
        return f"{shown} | Unset" if sent else shown
    return f"{shown} | None"


def parameter_type(parameter: Parameter, module: str) -> str:
    """The annotation of an argument."""
    shown = annotation(parameter.type, module)
    if parameter.required:
        return shown
    if parameter.type.nullable and parameter.place == "body":
        return f"{shown} | Unset"
    return shown if parameter.type.nullable else f"{shown} | None"

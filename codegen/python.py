"""Pieces of Python source. All text from a spec passes through `repr` or an identifier check here."""

from __future__ import annotations

import keyword
import textwrap
from collections.abc import Callable

from .ir import Field, Parameter, Type

__all__ = [
    "annotation",
    "bound_once",
    "decoder",
    "docstring",
    "encoder",
    "escape",
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
    # Python folds other letters: what is looked up by text would be missed.
    if not (text.isascii() and text.isidentifier()) or keyword.iskeyword(text):
        raise ValueError(f"{text!r} is not a name that Python can use")
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
        return _by_shape(kind, value, decoder)
    return value


def encoder(kind: Type, value: str, module: str = "") -> str:
    """An expression that makes the wire value of the attribute; records and unions are looked up in `module`."""
    if kind.kind in ("record", "union"):
        return f"{module}encode_{snake(kind.name)}({value})"
    if kind.kind == "datetime":
        return f"{value}.isoformat()"
    if kind.kind == "list":
        inner = encoder(kind.of[0], "each", module)
        return value if inner == "each" else f"[{inner} for each in {value}]"
    if kind.kind == "map":
        inner = encoder(kind.of[0], "each", module)
        return value if inner == "each" else f"{{key: {inner} for key, each in {value}.items()}}"
    if kind.kind == "anyof":
        return _by_shape(kind, value, lambda arm, each: encoder(arm, each, module), dict=_class(kind, module))
    return value


def _class(kind: Type, module: str) -> str:
    """What the one arm that JSON has as an object is in Python."""
    arm = next((each for each in kind.of if each.kind in ("record", "union")), None)
    if arm is None:
        return "dict"
    return module + identifier(arm.name) if arm.kind == "record" else "Record"


def _by_shape(kind: Type, value: str, convert: Callable[[Type, str], str], **classes: str) -> str:
    """Convert the arm whose form in JSON is met; two arms of one form cannot be told apart."""
    sources = {_form(arm): convert(arm, value) for arm in kind.of}
    if all(source == value for source in sources.values()):
        return value
    for form in sources:
        alike = [arm.kind for arm in kind.of if _form(arm) in (form, "any") or form == "any"]
        if len(alike) > 1:
            raise ValueError(f"{' and '.join(alike)} cannot be told apart: name a union with a discriminator")
    expression = value
    for form, source in sources.items():
        if source != value:
            expression = f"{source} if isinstance({value}, {classes.get(form, form)}) else {expression}"
    return f"({expression})"


def _form(kind: Type) -> str:
    """The Python class of what JSON has for a value."""
    if kind.kind in ("record", "union", "map"):
        return "dict"
    if kind.kind == "literal":
        return type(kind.values[0]).__name__
    return "str" if kind.kind == "datetime" else kind.kind


def docstring(indent: str, summary: str, *paragraphs: str) -> list[str]:
    """Lines of a docstring; blank paragraphs are left out, and those with line breaks kept as they are."""
    blocks = [each for each in (summary, *paragraphs) if each]
    wide = [
        line
        for block in blocks
        for line in ("", *(block.split("\n") if "\n" in block else textwrap.wrap(block, WIDTH - len(indent))))
    ][1:]
    lines = [escape(line) for line in wide]
    if len(lines) == 1:
        return [f'{indent}"""{lines[0]}"""']
    return [f'{indent}"""{lines[0]}', *(f"{indent}{line}".rstrip() for line in lines[1:]), f'{indent}"""']


def escape(line: str) -> str:
    """Make one line of text fit between triple quotes."""
    line = line.replace("\\", "\\\\").replace('"""', "'''")
    line = "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in line)
    return line[:-1] + '\\"' if line.endswith('"') else line


def item(indent: str, name: str, text: str) -> str:
    """One entry of an Args section, wrapped."""
    first, rest = " " * 4, " " * 8
    return textwrap.fill(f"{name}: {text}", WIDTH - len(indent), initial_indent=first, subsequent_indent=rest)


def field_type(field: Field, module: str = "", *, sent: bool) -> str:
    """The annotation of an attribute: None where it may be missing, UNSET where that is not the same as null."""
    shown = annotation(field.type, module)
    if field.required or field.empty:
        return shown
    if nullable(field.type):
        return f"{shown} | Unset" if sent else shown
    return f"{shown} | None"


def parameter_type(parameter: Parameter, module: str) -> str:
    """The annotation of an argument."""
    shown = annotation(parameter.type, module)
    if parameter.required:
        return shown
    return (
        f"{shown} | {'Unset' if three_states(parameter) else 'None'}"
        if three_states(parameter) or not nullable(parameter.type)
        else shown
    )

"""Pieces of Python source. All text from a spec passes through `repr` or an identifier check here."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Callable, Iterator
from functools import partial

from ..naming import identifier, snake
from ..read.ir import Field, Parameter, Type

__all__ = [
    "annotation",
    "bound_once",
    "constants",
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


def literal(value: object) -> str:
    """Source of a plain value."""
    return repr(value)


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
        return _or_null(kind, value, decoder) or _by_form(kind, value, "has_form", decoder)
    return value


def encoder(kind: Type, value: str, module: str = "") -> str:
    """An expression that makes the wire value of the attribute; records and unions are looked up in `module`.

    A date-time stays as it is: what writes JSON writes it several times faster.
    """
    if kind.kind in ("record", "union"):
        return f"{module}encode_{snake(kind.name)}({value})"
    if kind.kind == "list":
        inner = encoder(kind.of[0], "each", module)
        return value if inner == "each" else f"[{inner} for each in {value}]"
    if kind.kind == "map":
        inner = encoder(kind.of[0], "each", module)
        return value if inner == "each" else f"{{key: {inner} for key, each in {value}.items()}}"
    if kind.kind == "anyof":
        convert = partial(encoder, module=module)
        if source := _or_null(kind, value, convert):
            return source
        return _by_form(kind, value, "isinstance", convert, dict=_class(kind, module))
    return value


def _or_null(kind: Type, value: str, convert: Callable[[Type, str], str]) -> str:
    """Convert one type or null; empty when there are more alternatives."""
    bare = kind.without_null()
    if bare.kind == "anyof":
        return ""
    source = convert(bare, value)
    return value if source == value else f"(None if {value} is None else {source})"


def _class(kind: Type, module: str) -> str:
    """What the one alternative that JSON has as an object is in Python."""
    arm = next((each for each in kind.of if each.kind in ("record", "union")), None)
    if arm is None:
        return "dict"
    if arm.kind == "union" and module:
        raise ValueError(f"{arm.name} beside other alternatives must be inside a named object")
    return "Record" if arm.kind == "union" else module + identifier(arm.name)


def _by_form(kind: Type, value: str, test: str, convert: Callable[[Type, str], str], **classes: str) -> str:
    """Convert the arm whose form in JSON is met; two arms of one form cannot be told apart."""
    expression = value
    for arm in kind.of:
        source = convert(arm, value)
        if source == value:
            continue
        form = _form(arm)
        alike = [each.kind for each in kind.of if _form(each) in (form, "any")]
        if len(alike) > 1:
            raise ValueError(f"{' and '.join(alike)} cannot be told apart: name a union with a discriminator")
        expression = f"{source} if {test}({value}, {classes.get(form, form)}) else {expression}"
    return value if expression == value else f"({expression})"


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
    if field.type.nullable:
        return _or_unset(shown) if sent else shown
    return f"{shown} | None"


def _or_unset(shown: str) -> str:
    bare = shown.removesuffix(" | None")
    return f"{bare} | Unset | None" if bare != shown else f"{shown} | Unset"


def parameter_type(parameter: Parameter, module: str) -> str:
    """The annotation of an argument."""
    shown = annotation(parameter.type, module)
    if ("choice", True) in parameter.checks:  # other values never leave, so a checker may say so first
        values = parameter.type.without_null().values
        shown = f"Literal[{', '.join(map(literal, values))}]" + (" | None" if parameter.type.nullable else "")
    if parameter.three_states:
        return _or_unset(shown)
    return shown if parameter.required or parameter.type.nullable else f"{shown} | None"


def bound_once(source: str) -> None:
    """Refuse a module in which a name stands for two things, or an argument hides a name of the module."""
    tree = ast.parse(source)
    taken: set[str] = set()
    for node in tree.body:
        for name in _bound(node):
            if name in taken:
                raise ValueError(f"{name} would be defined twice")
            taken.add(name)
    for each in ast.walk(tree):
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            given = {one.arg for one in [*each.args.args, *each.args.kwonlyargs]}
            if hidden := sorted(given & taken):
                raise ValueError(f"{each.name}: {', '.join(hidden)} would hide another {', '.join(hidden)}")


def constants(source: str) -> list[object]:
    """The values that a module says literally, but for its docstrings and the names that it exports."""
    tree = ast.parse(source)
    skipped = [each.value for each in ast.walk(tree) if isinstance(each, ast.Expr)]
    skipped += [each.value for each in tree.body if isinstance(each, ast.Assign) and "__all__" in _bound(each)]
    hidden = {id(inner) for each in skipped for inner in ast.walk(each)}
    return [each.value for each in ast.walk(tree) if isinstance(each, ast.Constant) and id(each) not in hidden]


def _bound(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.Import(names) | ast.ImportFrom(names=names):
            yield from (each.asname or each.name for each in names)
        case ast.ClassDef(name) | ast.FunctionDef(name) | ast.AnnAssign(target=ast.Name(name)):
            yield name
        case ast.Assign([ast.Name(name)]):
            yield name
        case ast.If(body=body):  # what type checkers see; the other branch stands in for it
            for each in body:
                yield from _bound(each)
        case _:
            pass

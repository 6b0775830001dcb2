"""Pieces of Python source. All text from a spec passes through `repr` or an identifier check here."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator

__all__ = ["bound_once", "constants", "docstring", "escape", "item", "literal", "names", "texts", "words"]

WIDTH = 112


def literal(value: object) -> str:
    """Source of a plain value."""
    return repr(value)


def words(texts: list[str]) -> str:
    """Texts without spaces as one literal, over as many lines as it takes; `split` makes them a list again."""
    lines = textwrap.wrap(" ".join(texts), 96, break_on_hyphens=False, break_long_words=False)
    return "(" + "\n".join(literal(f"{each} ") for each in lines) + ")"


def names(exported: list[str]) -> str:
    """The list of an `__all__`, several names a line: the formatter would give each a line of its own."""
    lines = textwrap.wrap(", ".join(f'"{each}"' for each in exported), WIDTH)
    return "\n    ".join(["[", *lines]) + ",\n]  # fmt: skip"


def texts(values: list[str]) -> str:
    """A tuple of texts, several a line, for the same reason."""
    if len(values) < 2 or any(each.split() != [each] for each in values):  # a line must not end inside one of them
        return literal(tuple(values))
    lines = textwrap.wrap(", ".join(f'"{each}"' if each.isidentifier() else literal(each) for each in values), WIDTH)
    return "\n    ".join(["(", *lines]) + ",\n)  # fmt: skip"


def docstring(paragraphs: list[str], indent: int) -> str:
    """A docstring whose first line stands behind the indent already.

    Blank paragraphs are left out, and those with line breaks kept as they are.
    """
    blocks = [each for each in paragraphs if each]
    margin = " " * indent
    wide = [
        line
        for block in blocks
        for line in ("", *(block.split("\n") if "\n" in block else textwrap.wrap(block, WIDTH - indent)))
    ][1:]
    first, *rest = [escape(line) for line in wide]
    if not rest:
        return f'"""{first}"""'
    return "\n".join([f'"""{first}', *(f"{margin}{line}".rstrip() for line in rest), f'{margin}"""'])


def escape(line: str) -> str:
    """Make one line of text fit between triple quotes."""
    line = line.replace("\\", "\\\\").replace('"""', "'''")
    line = "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in line)
    return line[:-1] + '\\"' if line.endswith('"') else line


def item(indent: int, name: str, text: str) -> str:
    """One entry of an Args section, wrapped."""
    first, rest = " " * 4, " " * 8
    return textwrap.fill(f"{name}: {text}", WIDTH - indent, initial_indent=first, subsequent_indent=rest)


def bound_once(source: str) -> None:
    """Refuse a module in which a name stands for two things, or an argument hides a name of the module."""
    tree = ast.parse(source)
    taken: set[str] = set()
    for node in tree.body:
        for name in _bound(node):
            if name in taken and name != "*":
                raise ValueError(f"{name} would be defined twice")
            taken.add(name)
    for each in _functions(tree.body):
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


def _functions(body: list[ast.stmt]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions of a module at any depth; no expression is looked at, which is most of the time of `ast.walk`."""
    for each in body:
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            yield each
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from _functions(getattr(each, part, []))


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

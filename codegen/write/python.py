"""Pieces of Python source. All text from a spec passes through `repr`, an escape or an identifier check."""

from __future__ import annotations

import ast
import subprocess
import sys
import textwrap
from collections import deque
from collections.abc import Iterator
from pathlib import Path

WIDTH = 112


def literal(value: object) -> str:
    """Return the source of a plain value."""
    return repr(value)


def words(texts: list[str]) -> str:
    """Return texts without spaces as one literal of several lines, for `split`."""
    lines = textwrap.wrap(" ".join(texts), 96, break_on_hyphens=False, break_long_words=False)
    return "(" + "\n".join(literal(f"{line} ") for line in lines) + ")"


def names(exported: list[str]) -> str:
    """Return the list of an `__all__` with several names a line; the formatter would put each on its own line."""
    lines = textwrap.wrap(", ".join(f'"{name}"' for name in exported), WIDTH)
    return "\n    ".join(["[", *lines]) + ",\n]  # fmt: skip"


def texts(values: list[str]) -> str:
    """Return a tuple of texts with several a line, as `names` does."""
    if len(values) < 2 or any(text.split() != [text] for text in values):  # a line must not end inside one of them
        return literal(tuple(values))
    lines = textwrap.wrap(
        ", ".join(f'"{value}"' if value.isidentifier() else literal(value) for value in values), WIDTH
    )
    return "\n    ".join(["(", *lines]) + ",\n)  # fmt: skip"


def docstring(paragraphs: list[str], indent: int) -> str:
    """Return a docstring for a place that is already indented.

    Empty paragraphs are left out. A paragraph with line breaks is not wrapped.
    """
    blocks = [paragraph for paragraph in paragraphs if paragraph]
    margin = " " * indent
    wide = [
        line
        for block in blocks
        for line in ("", *(block.split("\n") if "\n" in block else textwrap.wrap(block, WIDTH - indent)))
    ][1:]
    first, *rest = [escape(line) for line in wide]
    if not rest:
        return f'"""{first[:-1]}\\""""' if first.endswith('"') else f'"""{first}"""'
    return "\n".join([f'"""{first}', *(f"{margin}{line}".rstrip() for line in rest), f'{margin}"""'])


def escape(line: str) -> str:
    """Escape one line of text for a docstring."""
    line = line.replace("\\", "\\\\").replace('"""', "'''")
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in line)


def item(indent: int, name: str, text: str) -> str:
    """Return one entry of an Args section, wrapped."""
    first, rest = " " * 4, " " * 8
    return textwrap.fill(f"{name}: {text}", WIDTH - indent, initial_indent=first, subsequent_indent=rest)


def bound_once(module: ast.Module) -> None:
    """Check that a module binds each name once, and that no argument hides a name of the module.

    Raises:
        ValueError: With the name.
    """
    taken: set[str] = set()
    for node in module.body:
        for name in _bound(node):
            if name in taken and name != "*":
                raise ValueError(f"{name} would be defined twice")
            taken.add(name)
    for function in _functions(module.body):
        arguments = {argument.arg for argument in [*function.args.args, *function.args.kwonlyargs]}
        if hidden := sorted(arguments & taken):
            raise ValueError(f"{function.name}: {', '.join(hidden)} would hide another {', '.join(hidden)}")


def constants(module: ast.Module) -> list[object]:
    """Return the constants in a module, without its docstrings and its `__all__`."""
    values: list[object] = []
    nodes = deque[ast.AST](
        node for node in module.body if not (isinstance(node, ast.Assign) and "__all__" in _bound(node))
    )
    while nodes:
        node = nodes.popleft()
        if isinstance(node, ast.Constant):
            values.append(node.value)
        elif not isinstance(node, ast.Expr):
            nodes.extend(ast.iter_child_nodes(node))
    return values


def _functions(body: list[ast.stmt]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the functions of a module at any depth; unlike `ast.walk`, skip expressions, which would take long."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from _functions(getattr(node, part, []))


def _bound(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.Import(names) | ast.ImportFrom(names=names):
            yield from (alias.asname or alias.name for alias in names)
        case ast.ClassDef(name) | ast.FunctionDef(name) | ast.AnnAssign(target=ast.Name(name)):
            yield name
        case ast.Assign([ast.Name(name)]):
            yield name
        case ast.If(body=body):  # `if TYPE_CHECKING`; the other branch binds the same names
            for statement in body:
                yield from _bound(statement)
        case _:
            pass


def tidy(root: Path, *targets: Path) -> None:
    """Format files and folders, sort their imports, and remove those that nothing uses.

    Args:
        root: The root of the project, whose settings of ruff apply.
        targets: The files and folders.
    """
    ruff = [sys.executable, "-m", "ruff"]
    config = ["--config", str(root / "pyproject.toml"), "--no-cache", "--quiet"]
    unused_and_unsorted = ["--fix-only", "--select", "F401,I", "--ignore-noqa"]
    # ruff resolves `src` against the working directory.
    subprocess.run([*ruff, "check", *unused_and_unsorted, *config, *map(str, targets)], check=True, cwd=root)
    subprocess.run([*ruff, "format", *config, *map(str, targets)], check=True, cwd=root)

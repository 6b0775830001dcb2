"""The source of a public value: its module, its syntax tree, and the text below an assignment."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

__all__ = ["Function", "assignment", "attribute_docs", "class_node", "defining_module", "functions", "imports", "tree"]

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
_TOP = re.compile(r"^(?:class|def|async def) (\w+)|^(\w+)(?::[^=\n]+)? =", re.M)


@cache
def _definitions() -> dict[str, list[str]]:
    """Map each name at the top level of our modules to the modules that define it."""
    definitions: dict[str, list[str]] = {}
    for package in ("trivet", "trivet_checks", "trivet_stubs"):
        root = Path(str(importlib.import_module(package).__file__)).parent
        for path in sorted(root.rglob("*.py")):
            parts = [package, *path.relative_to(root).with_suffix("").parts]
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            for match in _TOP.finditer(path.read_text("utf-8")):
                definitions.setdefault(match[1] or match[2], []).append(name)
    return definitions


def defining_module(name: str, value: Any, public: str) -> str:
    """Return the module that defines a value, or the public module if there is none."""
    service = ".".join(public.split(".")[:2])
    candidates = sorted(_definitions().get(name, ()), key=lambda path: (not path.startswith(service), path))
    for path in candidates:
        if getattr(importlib.import_module(path), name, None) is value:
            return path
    return public


@cache
def tree(module: str) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(Path(str(inspect.getsourcefile(importlib.import_module(module)))).read_text("utf-8"))


@cache
def imports(module: str) -> dict[str, str]:
    """Return the paths of imported names, also of imports for type checkers: `m` is `trivet.bus._generated.models`."""
    package = module if hasattr(importlib.import_module(module), "__path__") else module.rpartition(".")[0]
    meanings: dict[str, str] = {}
    for node in _statements(tree(module)):
        if isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            meanings |= {alias.asname or alias.name: f"{source}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            meanings |= {alias.asname: alias.name for alias in node.names if alias.asname}
    return meanings


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements inside a node, at any depth; expressions, which `ast.walk` visits, import nothing."""
    for part in ("body", "handlers", "orelse", "finalbody", "cases"):
        for inner in getattr(node, part, ()):
            yield inner
            yield from _statements(inner)


def class_node(cls: type, module: str) -> ast.ClassDef | None:
    """Return the definition of a class in its module."""
    for node in tree(module).body:
        if isinstance(node, ast.ClassDef) and node.name == cls.__name__:
            return node
    return None


def functions(body: list[ast.stmt], name: str) -> list[Function]:
    """Return the definitions of a function: only its overloads, if it has any."""
    definitions = [node for node in body if isinstance(node, Function) and node.name == name]
    overloads = [
        definition
        for definition in definitions
        if any("overload" in ast.unparse(mark) for mark in definition.decorator_list)
    ]
    return overloads or definitions[-1:]


def attribute_docs(node: ast.ClassDef) -> dict[str, tuple[str, str]]:
    """Return the annotation of each field of a class, and the docstring below it."""
    return {
        statement.target.id: (ast.unparse(statement.annotation), _below(node.body, index))
        for index, statement in enumerate(node.body)
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)
    }


def assignment(module: str, name: str) -> tuple[str, str, str]:
    """Return the annotation, the value and the docstring of a name that a module assigns."""
    body = tree(module).body
    for index, node in enumerate(body):
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == name:
            value = ast.unparse(node.value) if node.value else ""
            return ast.unparse(node.annotation), value, _below(body, index)
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return "", ast.unparse(node.value), _below(body, index)
    return "", "", ""


def _below(body: list[ast.stmt], index: int) -> str:
    after = body[index + 1] if index + 1 < len(body) else None
    if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
        return inspect.cleandoc(after.value.value)
    return ""

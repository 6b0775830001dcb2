"""Annotations with public names: `m.User` becomes `trivet.chat.User`."""

from __future__ import annotations

import ast
import importlib
import typing
from functools import cache
from typing import Any

from .discovery import documented_names
from .source import assignment, imports

__all__ = ["public_annotation", "public_path", "signature"]


@cache
def _paths() -> dict[int, str]:
    return {id(public.value): public.path for public in documented_names() if public.name != "__version__"}


def public_path(value: Any) -> str | None:
    """Return the name under which a value is documented, if it is public; a client documents its private base."""
    path = _paths().get(id(value))
    if path or not isinstance(value, type) or not value.__module__.startswith("trivet."):
        return path
    subclasses: list[type] = type.__subclasses__(value)
    paths = [known for subclass in subclasses if (known := _paths().get(id(subclass)))]
    return paths[0] if len(paths) == 1 and paths[0].endswith("Client") else None


@cache
def _last_parts() -> frozenset[str]:
    return frozenset(public.name for public in documented_names())


def _alias(path: str, module: str, value: Any) -> str:
    """Return the annotation that a private type alias stands for, or an empty text."""
    first, _, last = path.rpartition(".")
    known = imports(module).get(first or last, f"{module}.{last}")
    above, name = (known, last) if first else (known.rpartition(".")[0], known.rpartition(".")[2])
    try:
        importlib.import_module(above)
    except ImportError:
        return ""  # `above` is not a module
    if not above.startswith("trivet"):
        return ""
    annotation, written, _ = assignment(above, name)
    means_a_type = annotation.endswith("TypeAlias") or typing.get_origin(value) is not None
    return public_annotation(written, above) if means_a_type else ""


@cache  # most annotations appear many times: `str | None`
def public_annotation(text: str, module: str) -> str:
    """Return an annotation of a module with public names, and without the paths of private ones."""
    try:
        return ast.unparse(_Public(module).visit(ast.parse(text.strip(), mode="eval")))
    except SyntaxError:
        return text


class _Public(ast.NodeTransformer):
    def __init__(self, module: str) -> None:
        self._module = module

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        """Parse a quoted annotation; `visit_Subscript` does not visit the texts of a `Literal`."""
        if isinstance(node.value, str):
            inner: ast.expr = self.visit(ast.parse(node.value, mode="eval").body)
            return inner
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        node.value = self.visit(node.value)
        if not ast.unparse(node.value).endswith("Literal"):
            node.slice = self.visit(node.slice)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._name(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        return self._name(node)

    def _name(self, node: ast.expr) -> ast.expr:
        path = ast.unparse(node)
        if path.endswith((".args", ".kwargs")):  # the parts of a ParamSpec
            return node
        value = _resolve(path, self._module)
        chosen = public_path(value) if value is not None else None
        if chosen:
            return ast.parse(chosen, mode="eval").body
        alias = _alias(path, self._module, value)
        if alias:
            return ast.parse(alias, mode="eval").body
        name = path.rpartition(".")[2]
        if isinstance(value, type) and value.__module__.startswith("trivet") and name in _last_parts():
            return ast.Constant(name)  # Sphinx would link to the public class of the same name
        return ast.parse(name if not path.startswith("httpx.") else path, mode="eval").body


def _resolve(path: str, module: str) -> Any:
    """Return the value of a dotted name in a module."""
    first, _, rest = path.partition(".")
    value: Any = vars(importlib.import_module(module)).get(first)
    if value is None and first in (known := imports(module)):
        above, _, name = known[first].rpartition(".")
        try:
            value = getattr(importlib.import_module(above), name, None) or importlib.import_module(known[first])
        except ImportError:
            return None
    try:
        for attribute in rest.split(".") if rest else ():
            value = getattr(value, attribute, None)
    except ImportError:  # of a lazy module, whose extra is not installed
        return None
    return value


def signature(node: ast.FunctionDef | ast.AsyncFunctionDef, module: str, *, bound: bool) -> tuple[str, str]:
    """Return the parameters of a function in parentheses, and the annotation of its result."""
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(positional) - len(arguments.defaults)) + list(arguments.defaults)
    written: list[str] = []
    for index, (argument, default) in enumerate(zip(positional, defaults, strict=True)):
        if not (bound and index == 0):
            written.append(_parameter(argument, default, module))
        if arguments.posonlyargs and index == len(arguments.posonlyargs) - 1 and written:
            written.append("/")
    if arguments.vararg:
        written.append("*" + _parameter(arguments.vararg, None, module))
    elif arguments.kwonlyargs:
        written.append("*")
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        written.append(_parameter(argument, default, module))
    if arguments.kwarg:
        written.append("**" + _parameter(arguments.kwarg, None, module))
    returned = public_annotation(ast.unparse(node.returns), module) if node.returns else ""
    return f"({', '.join(written)})", returned


def _parameter(argument: ast.arg, default: ast.expr | None, module: str) -> str:
    text = argument.arg
    if argument.annotation:
        text += f": {public_annotation(ast.unparse(argument.annotation), module)}"
    if default is not None:
        value = ast.unparse(default)
        text += f" = {'...' if value.startswith('_') or 'factory' in value else value}"
    return text

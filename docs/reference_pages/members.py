"""The public members of a class, including the members of its private bases."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from trivet import Record

from .annotations import public_annotation, public_path, signature
from .docstring import Docstring, parse
from .source import attribute_docs, class_node, defining_module, functions

__all__ = ["Member", "constructor", "members"]


@dataclass(frozen=True)
class Member:
    """A method, property or attribute of a class, with public names in its signatures."""

    name: str
    kind: str
    """`method`, `property` or `attribute`."""

    signatures: tuple[tuple[str, str], ...] = ()
    """Parameters and result of a method, one for each overload."""

    type: str = ""
    doc: Docstring = field(default_factory=Docstring)
    flags: tuple[str, ...] = ()
    """Options of the directive, such as `async`."""


def _written(cls: type) -> Iterator[tuple[type, str, ast.ClassDef]]:
    """Yield a class and its private bases, each with its module and definition."""
    for base in cls.__mro__:
        if base is Record or (base is not cls and public_path(base)):
            continue
        if base.__module__.partition(".")[0] in {"trivet", "trivet_checks", "trivet_stubs"}:
            module = defining_module(base.__name__, base, base.__module__)
            node = class_node(base, module)
            if node is not None:
                yield base, module, node


def constructor(cls: type) -> str:
    """Return the parameters of a class whose instances people create, or an empty text for other classes."""
    if issubclass(cls, Record | BaseException):
        return ""
    fields: dict[str, tuple[str, str]] = {}
    for base, module, node in _written(cls):
        for init in functions(node.body, "__init__"):
            documented = "Args:" in (inspect.getdoc(vars(base)["__init__"]) or "") + (cls.__doc__ or "")
            return signature(init, module, bound=True)[0] if documented else ""
        fields = {name: (text, module) for name, (text, _) in attribute_docs(node).items()} | fields
    is_data_class = hasattr(cls, "__attrs_attrs__") or hasattr(cls, "__dataclass_fields__")
    if not is_data_class or not fields or "Args:" not in (cls.__doc__ or ""):
        return ""
    written: list[str] = []
    for argument in inspect.signature(cls).parameters.values():
        if argument.kind is argument.KEYWORD_ONLY and "*" not in written:
            written.append("*")
        text, default = argument.name, argument.default
        if argument.name in fields:
            text += f": {public_annotation(*fields[argument.name])}"
        if default is not argument.empty:
            plain = isinstance(default, str | int | float | bool | tuple | None)
            text += f" = {default!r}" if plain else " = ..."
        written.append(text)
    return f"({', '.join(written)})"


def members(cls: type) -> list[Member]:
    """Return the public members of a class in the order of their definitions."""
    collected: dict[str, Member] = {}
    named = parse(inspect.cleandoc(cls.__doc__ or "")).attributes
    for base, module, node in _written(cls):
        for name, (annotation, text) in attribute_docs(node).items():
            if _public(name) and not annotation.startswith("ClassVar[Mapping"):
                doc = text or named.get(name, "")
                collected.setdefault(name, _attribute(name, annotation, module, doc))
        for name, value in vars(base).items():
            if _public(name) and name not in collected:
                member = _member(name, value, module, node)
                if member:
                    collected[name] = member
        for name, text in named.items():
            annotation = _annotation_in_methods(node, name)
            # The class of a group of operations is private, and some have the name of a public record.
            if name not in collected and annotation and not annotation.startswith("resources."):
                collected[name] = _attribute(name, annotation, module, text)
    for name, text in named.items():
        collected.setdefault(name, Member(name, "attribute", doc=parse(text)))
    return [
        member
        for member in collected.values()
        if member.doc.text or member.doc.sections or member.kind != "attribute" or member.type
    ]


def _public(name: str) -> bool:
    return not name.startswith("_") and not name.endswith("_")


def _attribute(name: str, annotation: str, module: str, text: str) -> Member:
    inner = (
        annotation.removeprefix("StateAttribute[").removesuffix("]") if "StateAttribute[" in annotation else annotation
    )
    return Member(name, "attribute", type=public_annotation(inner, module), doc=parse(text))


def _annotation_in_methods(node: ast.ClassDef, name: str) -> str:
    for statement in ast.walk(node):
        if isinstance(statement, ast.AnnAssign) and ast.unparse(statement.target) == f"self.{name}":
            return ast.unparse(statement.annotation)
    return ""


def _member(name: str, value: Any, module: str, node: ast.ClassDef) -> Member | None:
    written = functions(node.body, name)
    if not written:
        return None
    doc = parse(inspect.cleandoc(ast.get_docstring(written[-1]) or inspect.getdoc(value) or ""))
    if isinstance(value, property) or type(value).__name__ == "cached_property":
        returned = signature(written[-1], module, bound=True)[1]
        return Member(name, "property", type=returned, doc=doc)
    flags = ["async"] if isinstance(written[-1], ast.AsyncFunctionDef) else []
    flags += [decorator for decorator in ("classmethod", "staticmethod") if type(value).__name__ == decorator]
    bound = "staticmethod" not in flags
    signatures = tuple(signature(overload, module, bound=bound) for overload in written)
    if len(signatures) > 1 and not doc.text:
        doc = parse(inspect.getdoc(value) or "")
    return Member(name, "method", signatures, doc=doc, flags=tuple(flags))

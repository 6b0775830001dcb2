"""A public name as MyST: the directives of Sphinx's Python domain, with the two APIs in tabs."""

from __future__ import annotations

import builtins
import inspect
import re
from collections.abc import Sequence
from typing import Any

import trivet

from .annotations import public_annotation, public_path, signature
from .discovery import PublicName
from .docstring import Docstring, parse
from .members import Member, constructor, members
from .source import assignment, defining_module, functions, tree

__all__ = ["describe", "describe_operation", "describe_pair"]

_EXAMPLE = re.compile(r"\n*^```pycon\n.*?^```$\n?", re.M | re.S)


def _directive(kind: str, argument: str, body: str, *options: str) -> str:
    longest = max((len(each) for each in re.findall(r"^`{3,}", body, re.M)), default=2)
    fence = "`" * (longest + 1)
    head = "".join(f":{each}\n" if ": " in each else f":{each}:\n" for each in options)
    return f"{fence}{{py:{kind}}} {argument}\n{head}\n{body.strip()}\n{fence}\n"


def _error(name: str) -> str:
    value = getattr(trivet, name, None) or getattr(builtins, name, None)
    return public_path(value) or name


def _body(doc: Docstring) -> str:
    return f"{doc.text}\n\n{doc.fields(_error)}"


def _tabs(parts: Sequence[tuple[str, str]]) -> str:
    """Return tabs that switch together, on every page."""
    items = "".join(f"::::{{tab-item}} {each.capitalize()}\n:sync: {each}\n\n{text}\n::::\n\n" for each, text in parts)
    return f":::::{{tab-set}}\n:sync-group: api\n\n{items}:::::\n"


def describe(each: PublicName, *, heading: bool = False) -> str:
    """Return the directive of a name that has no twin in the other API, below a heading if its page has others."""
    value = each.value
    if inspect.isclass(value):
        return (f"## {each.name}\n\n" if heading else "") + _class(each.name, value, contents=not heading)
    if inspect.isfunction(value):
        return _function(each, contents=True)
    module = defining_module(each.name, value, each.module)
    annotation, written, text = assignment(module, each.name)
    doc = parse(text or "")
    if "TypeAlias" in annotation or (not annotation and not isinstance(value, str | trivet.Unset) and "[" in written):
        return _directive("type", each.name, _body(doc), f"canonical: {public_annotation(written, module)}")
    shown = [f"type: {public_annotation(annotation, module)}"] if annotation else [f"type: {type(value).__name__}"]
    return _directive("data", each.name, _body(doc) if doc.text else _of_type(value), *shown)


def _of_type(value: Any) -> str:
    return (inspect.getdoc(type(value)) or "").partition("\n\n")[0] if not isinstance(value, str) else "The version."


def _class(name: str, cls: type, *, contents: bool = True) -> str:
    kind = "exception" if issubclass(cls, BaseException) else "class"
    parts = [_class_text(cls), *(_one_member(each) for each in members(cls))]
    return _directive(kind, name + constructor(cls), "\n\n".join(parts), *([] if contents else ["no-contents-entry"]))


def _class_text(cls: type) -> str:
    doc = parse(inspect.cleandoc(cls.__doc__ or ""))
    made = parse(inspect.getdoc(vars(cls).get("__init__")) or "")
    bases = [public_path(each) for each in cls.__bases__ if public_path(each)]
    shown = ", ".join(f"{{py:obj}}`~{each}`" for each in bases if each != "trivet.Record")
    shown = f"Bases: {shown}\n\n" if shown else ""
    return f"{shown}{_body(doc)}\n\n{made.fields(_error)}"


def _one_member(each: Member, prefix: str = "", options: Sequence[str] = ("no-contents-entry",)) -> str:
    if each.kind != "method":
        shown = [*options, *([f"type: {each.type}"] if each.type else [])]
        return _directive(each.kind, f"{prefix}{each.name}", _body(each.doc), *shown)
    *others, last = [
        f"{prefix}{each.name}{arguments}{f' -> {result}' if result else ''}" for arguments, result in each.signatures
    ]
    flags = [*options, *each.flags]
    first = "".join(_directive("method", other, "", "no-index", *flags) for other in others)
    return first + _directive("method", last, _body(each.doc), *flags)


def _function(each: PublicName, *, contents: bool) -> str:
    module = defining_module(each.name, each.value, each.module)
    written = functions(tree(module).body, each.name)
    doc = parse(inspect.getdoc(each.value) or "")
    options = ([] if contents else ["no-contents-entry"]) + (
        ["async"] if inspect.iscoroutinefunction(each.value) else []
    )
    lines: list[str] = []
    for index, node in enumerate(written):
        arguments, result = signature(node, module, bound=False)
        last = index == len(written) - 1
        shown = f"{each.name}{arguments}{f' -> {result}' if result else ''}"
        lines.append(
            _directive("function", shown, _body(doc) if last else "", *options, *([] if last else ["no-index"]))
        )
    return "".join(lines)


def describe_pair(sync: PublicName, twin: PublicName) -> str:
    """Return a heading, and both APIs in tabs: the class or function first, then method by method."""
    if not inspect.isclass(sync.value):
        texts = [("sync", _function(sync, contents=False)), ("async", _function(twin, contents=False))]
        return f"## {sync.name}\n\n{_tabs(texts)}"
    options = ["no-contents-entry"]
    heads = [
        (label, _directive("class", each.name + constructor(each.value), _class_text(each.value), *options))
        for label, each in (("sync", sync), ("async", twin))
    ]
    parts = [f"## {sync.name}\n", _tabs(heads)]
    others = {each.name: each for each in members(twin.value)}
    for each in members(sync.value):
        other = others.pop(each.name, None) or others.pop(f"a{each.name}", None)
        parts.append(_member_pair(each, other, f"{sync.name}.", f"{twin.name}."))
    parts += [_one_member(each, f"{twin.name}.") for each in others.values()]
    return "\n".join(parts)


def describe_operation(path: str, each: Member, twin: Member, clients: tuple[str, str]) -> str:
    """Return an operation by its path on the client, under a heading of its own."""
    group = path.rpartition(".")[0]
    prefixes = [f"{client}.{group}." if group else f"{client}." for client in clients]
    return f"## {path}\n\n{_member_pair(each, twin, *prefixes)}"


def _member_pair(each: Member, twin: Member | None, prefix: str, twin_prefix: str) -> str:
    if twin is None or each.kind != "method":
        return _one_member(each, prefix)
    texts = [_EXAMPLE.sub("\n", member.doc.text).strip() for member in (each, twin)]
    shared = texts[0] == texts[1]
    tabs: list[tuple[str, str]] = []
    for label, member, before in (("sync", each, prefix), ("async", twin, twin_prefix)):
        text = "\n".join(_EXAMPLE.findall(member.doc.text)) if shared else member.doc.text
        shown = Member(member.name, member.kind, member.signatures, doc=Docstring(text), flags=member.flags)
        tabs.append((label, _one_member(shown, before)))
    return f"{_tabs(tabs)}\n{texts[0] if shared else ''}\n\n{each.doc.lists(_error)}\n"

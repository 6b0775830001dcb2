"""Public names as MyST: the directives of Sphinx's Python domain, with the two APIs in tabs."""

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
from .error_answers import error_answers
from .members import Member, constructor, members
from .operations import commands
from .source import assignment, defining_module, functions, tree

__all__ = ["describe", "describe_operation", "describe_pair"]

_EXAMPLE = re.compile(r"\n*^```pycon\n.*?^```$\n?", re.M | re.S)


def _directive(kind: str, argument: str, body: str, *options: str) -> str:
    longest = max((len(opening) for opening in re.findall(r"^`{3,}", body, re.M)), default=2)
    fence = "`" * (longest + 1)
    head = "".join(f":{option}\n" if ": " in option else f":{option}:\n" for option in options)
    return f"{fence}{{py:{kind}}} {argument}\n{head}\n{body.strip()}\n{fence}\n"


def _error(name: str) -> str:
    value = getattr(trivet, name, None) or getattr(builtins, name, None)
    return public_path(value) or name


def _body(doc: Docstring) -> str:
    return f"{doc.text}\n\n{doc.fields(_error)}"


def _tabs(parts: Sequence[tuple[str, str]]) -> str:
    """Return tabs that switch together, on every page."""
    items = "".join(f"::::{{tab-item}} {api.capitalize()}\n:sync: {api}\n\n{text}\n::::\n\n" for api, text in parts)
    return f":::::{{tab-set}}\n:sync-group: api\n\n{items}:::::\n"


def describe(public: PublicName, *, heading: bool = False) -> str:
    """Return the directive for a name without a twin in the other API, below a heading if the page has more names."""
    value = public.value
    if inspect.isclass(value):
        return (f"## {public.name}\n\n" if heading else "") + _class(public.name, value, contents=not heading)
    if inspect.isfunction(value):
        return _function(public, contents=True)
    module = defining_module(public.name, value, public.module)
    annotation, written, text = assignment(module, public.name)
    doc = parse(text or "")
    if "TypeAlias" in annotation or (not annotation and not isinstance(value, str | trivet.Unset) and "[" in written):
        return _directive("type", public.name, _body(doc), f"canonical: {public_annotation(written, module)}")
    options = [f"type: {public_annotation(annotation, module)}"] if annotation else [f"type: {type(value).__name__}"]
    return _directive("data", public.name, _body(doc) if doc.text else _of_type(value), *options)


def _of_type(value: Any) -> str:
    return (inspect.getdoc(type(value)) or "").partition("\n\n")[0] if not isinstance(value, str) else "The version."


def _class(name: str, cls: type, *, contents: bool = True) -> str:
    kind = "exception" if issubclass(cls, BaseException) else "class"
    parts = [_class_text(cls), *(_one_member(member) for member in members(cls))]
    return _directive(kind, name + constructor(cls), "\n\n".join(parts), *([] if contents else ["no-contents-entry"]))


def _class_text(cls: type, *, described: bool = True) -> str:
    """Return the body of a class; without its description if that stands above the class."""
    doc = parse(inspect.cleandoc(cls.__doc__ or ""))
    init_doc = parse(inspect.getdoc(vars(cls).get("__init__")) or "")
    own = public_path(cls)  # the private base of a client has the same path
    bases = [path for base in cls.__bases__ if (path := public_path(base)) not in (None, own)]
    listed = ", ".join(f"{{py:obj}}`~{base}`" for base in bases if base != "trivet.Record")
    listed = f"Bases: {listed}\n\n" if listed else ""
    body = _body(doc) if described else doc.fields(_error)
    return f"{listed}{body}\n\n{_usually_sent(cls)}{init_doc.fields(_error)}"


def _usually_sent(cls: type) -> str:
    """Return the fields of a record that are typed as present although its contract does not promise them."""
    if not issubclass(cls, trivet.Record) or not cls.__assumed__:
        return ""
    fields = ", ".join(f"`{name}`" for name in cls.__wire_names__.values() if name in cls.__assumed__)
    return (
        f"Usually sent: {fields}. The contract does not promise them; reading one that the service did not send raises"
        " an `AttributeError` ([more](/clients.md#fields-that-are-usually-sent)).\n\n"
    )


def _one_member(member: Member, prefix: str = "", options: Sequence[str] = ("no-contents-entry",)) -> str:
    if member.kind != "method":
        type_options = [*options, *([f"type: {member.type}"] if member.type else [])]
        return _directive(member.kind, f"{prefix}{member.name}", _body(member.doc), *type_options)
    *others, last = [
        f"{prefix}{member.name}{arguments}{f' -> {result}' if result else ''}"
        for arguments, result in member.signatures
    ]
    flags = [*options, *member.flags]
    first = "".join(_directive("method", other, "", "no-index", *flags) for other in others)
    return first + _directive("method", last, _body(member.doc), *flags)


def _function(public: PublicName, *, contents: bool) -> str:
    module = defining_module(public.name, public.value, public.module)
    written = functions(tree(module).body, public.name)
    doc = parse(inspect.getdoc(public.value) or "")
    options = ([] if contents else ["no-contents-entry"]) + (
        ["async"] if inspect.iscoroutinefunction(public.value) else []
    )
    lines: list[str] = []
    for index, node in enumerate(written):
        arguments, result = signature(node, module, bound=False)
        last = index == len(written) - 1
        heading = f"{public.name}{arguments}{f' -> {result}' if result else ''}"
        lines.append(
            _directive("function", heading, _body(doc) if last else "", *options, *([] if last else ["no-index"]))
        )
    return "".join(lines)


def describe_pair(sync: PublicName, twin: PublicName) -> str:
    """Return a heading and both APIs in tabs: first the class or function, then each method.

    The description of a class and its example stand above its signature, which has nineteen arguments in a client.
    """
    if not inspect.isclass(sync.value):
        texts = [("sync", _function(sync, contents=False)), ("async", _function(twin, contents=False))]
        return f"## {sync.name}\n\n{_tabs(texts)}"
    options = ["no-contents-entry"]
    heads: list[tuple[str, str]] = []
    for label, public in (("sync", sync), ("async", twin)):
        body = _class_text(public.value, described=False)
        signed = _directive("class", public.name + constructor(public.value), body, *options)
        heads.append((label, f"{parse(inspect.cleandoc(public.value.__doc__ or '')).text}\n\n{signed}"))
    parts = [f"## {sync.name}\n", _tabs(heads)]
    others = {member.name: member for member in members(twin.value)}
    for member in members(sync.value):
        other = others.pop(member.name, None) or others.pop(f"a{member.name}", None)
        parts.append(_member_pair(member, other, f"{sync.name}.", f"{twin.name}."))
    parts += [_one_member(member, f"{twin.name}.") for member in others.values()]
    return "\n".join(parts)


def describe_operation(path: str, member: Member, twin: Member, clients: tuple[str, str]) -> str:
    """Return an operation by its path on the client, under a heading of its own."""
    group = path.rpartition(".")[0]
    prefixes = [f"{client}.{group}." if group else f"{client}." for client in clients]
    command = commands().get(f"{clients[0]}.{path}")  # methods of several calls have none
    shown = "" if command is None else f"\nAs a [command](/commands.md): `{command}`\n"
    options = f"{{py:obj}}`with_options <trivet.{clients[0]}.with_options>`"
    shown += f"\nTimeout, deadline, retries and headers of one call: {options}.\n"
    answers = error_answers(clients[0].removesuffix("Client").lower()).get(path, ())
    errors = "".join(f"\n{{py:obj}}`~{_error(name)}`\n: {text}\n" for name, text in answers)
    if errors and "raises" not in member.doc.sections:  # of a method by hand; the others are listed below theirs
        errors = f"\n**Raises**\n{errors}"
    return f"## {path}\n\n{_member_pair(member, twin, *prefixes)}{errors}{shown}"


def _member_pair(sync: Member, twin: Member | None, prefix: str, twin_prefix: str) -> str:
    if twin is None or sync.kind != "method":
        return _one_member(sync, prefix)
    texts = [_EXAMPLE.sub("\n", version.doc.text).strip() for version in (sync, twin)]
    shared = texts[0] == texts[1]
    tabs: list[tuple[str, str]] = []
    for label, version, before in (("sync", sync, prefix), ("async", twin, twin_prefix)):
        text = "\n".join(_EXAMPLE.findall(version.doc.text)) if shared else version.doc.text
        own_part = Member(version.name, version.kind, version.signatures, doc=Docstring(text), flags=version.flags)
        tabs.append((label, _one_member(own_part, before)))
    return f"{_tabs(tabs)}\n{texts[0] if shared else ''}\n\n{sync.doc.lists(_error)}\n"

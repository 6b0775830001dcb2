"""Law 8: what a user calls shows a call, and a record names the operation that returns it."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
import yaml

from tests.laws.test_public_names import PUBLIC
from tests.laws.tree import ROOT, SERVICES, is_hand_written, python_files, relative, tree_of
from trivet import Record

SECTIONS = ("Args:", "Returns:", "Raises:", "Yields:", "Attributes:", "Note:")

EXEMPT = {
    "trivet.Head": "made by the client: pages, streams and downloads carry it",
    "trivet.Headers": "the headers of an answer, used as any mapping",
    "trivet.Unset": "the class of UNSET, for annotations",
    "trivet.Unknown": "the client makes it of a variant that the contract does not name",
    "trivet.Record": "the base of all records, for annotations",
    "trivet.Clock": "a protocol",
    "trivet_stubs.checks.Credentials": "made of an environment variable",
    "trivet_stubs.checks.Departure": "made of an entry of a file",
    "trivet_stubs.checks.Evidence": "made by a check",
    "trivet_stubs.checks.Finding": "made by `judge`",
    "trivet_stubs.checks.Judgement": "made by `judge`",
    "trivet_stubs.checks.Result": "made by a run",
    "trivet_stubs.checks.Verdict": "made by a run",
}
"""Public classes that users name but do not call."""

CALLED_BY_THE_CLIENT = {
    *("accept", "asleep", "handle_async_request", "handle_request", "headers", "monotonic", "now", "secrets", "sleep")
}
"""Methods of credentials, clocks and transports: the client calls them, users pass the object."""

HANDED_OUT = {"trivet._sync.pager.Pager", "trivet._async.pager.AsyncPager"}
"""Classes whose methods users call although no package lists them."""


def example_in(docstring: str | None) -> str:
    """Return the code that a docstring shows: after `>>>`, between fences, or indented outside Google's sections."""
    shown: list[str] = []
    section = fenced = False
    for line in (docstring or "").splitlines():
        text = line.strip()
        if text.startswith("```"):
            fenced = not fenced
        elif fenced or text.startswith((">>>", "...")):
            shown.append(text)
        elif line[:1].strip():
            section = text in SECTIONS
        elif line.startswith("    ") and not section:
            shown.append(text)
    return "\n".join(each for each in shown if re.search(r"[\w\]]\(|\bwith\b|\bfor\b", each))


def source_of(value: Any) -> Path:
    """Return the file that defines a function; its `__module__` may name a public package."""
    return Path(inspect.unwrap(value).__code__.co_filename)


def is_ours(path: Path) -> bool:
    """Whether a class or function is written by hand, or derived from what is."""
    return path.is_relative_to(ROOT) and "_generated" not in path.parts


def public_values() -> Iterator[tuple[str, Any]]:
    """Yield the classes and functions that packages list, each once, by its shortest name."""
    seen: set[int] = set()
    for package in sorted(PUBLIC, key=len):
        module = importlib.import_module(package)
        for name in module.__all__:
            value = getattr(module, name)
            if (inspect.isclass(value) or inspect.isfunction(value)) and id(value) not in seen:
                seen.add(id(value))
                yield f"{package}.{name}", value


def resources() -> Iterator[tuple[str, type]]:
    """Yield the classes whose objects are the attributes of a client, and the pagers."""
    for service in SERVICES:
        for api in ("_async", "_sync"):
            module = importlib.import_module(f"trivet.{service}._generated.{api}.resources")
            for name, value in vars(module).items():
                if inspect.isclass(value) and value.__name__ == name and source_of_class(value) == module.__file__:
                    yield f"trivet.{service}…{name}", value
    for name in HANDED_OUT:
        module, _, short = name.rpartition(".")
        yield name, getattr(importlib.import_module(module), short)


def source_of_class(kind: type) -> str:
    """Return the file of a class by its methods: a class may carry the name of a public package as its module."""
    functions = [value for value in vars(kind).values() if inspect.isfunction(value)]
    return functions[0].__code__.co_filename if functions else (sys.modules[kind.__module__].__file__ or "")


def methods(kind: type) -> Iterator[tuple[str, Any]]:
    """Yield the public methods of a class that are written by hand, its bases' included."""
    for name in dir(kind):
        value = inspect.getattr_static(kind, name)
        function = value.__func__ if isinstance(value, classmethod | staticmethod) else value
        if not name.startswith("_") and inspect.isfunction(function) and is_ours(source_of(function)):
            yield name, function


def is_called(value: Any) -> bool:
    """Whether users call a public class or function; errors are caught, records come out of answers."""
    return not (inspect.isclass(value) and issubclass(value, BaseException | Record))


def silent() -> Iterator[str]:
    """Yield everything by hand that users call and that shows no call."""
    classes = dict(resources())
    for name, value in public_values():
        if not is_called(value) or name in EXEMPT:
            continue
        if inspect.isclass(value):
            classes[name] = value
        if not example_in(value.__doc__):
            yield name
    for name, kind in classes.items():
        shown = "\n".join(example_in(each.__doc__) for each in kind.__mro__)
        closers = {"close", "aclose"} if re.search(r"\bwith\b", shown) else set()
        for method, function in methods(kind):
            if method in CALLED_BY_THE_CLIENT | closers:
                continue
            if not example_in(function.__doc__) and f".{method}(" not in shown:
                yield f"{name}.{method} ({relative(source_of(function))})"


def test_what_users_call_shows_a_call() -> None:
    found = sorted(set(silent()))
    assert not found, f"{len(found)}\n" + "\n".join(found)


@cache
def operations(service: str) -> set[str]:
    """Return the names of a service's operations, as its spec has them."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    document = yaml.load((ROOT / "spec" / f"{service}.yaml").read_text("utf-8"), Loader=loader)
    return {each["operationId"] for item in document["paths"].values() for each in item.values()}


def records(service: str) -> list[type[Record]]:
    """Return the generated records that a service lists."""
    module = importlib.import_module(f"trivet.{service}")
    listed = (getattr(module, name) for name in module.__all__)
    return [each for each in listed if inspect.isclass(each) and issubclass(each, Record) and attrs.has(each)]


@pytest.mark.parametrize("service", SERVICES)
def test_record_names_an_operation_that_has_it(service: str) -> None:
    named = {each: set(re.findall(r"`([\w.]+?)(?:\(.*?\))?`", each.__doc__ or "")) for each in records(service)}
    lost = sorted(each.__name__ for each, names in named.items() if not names & operations(service))
    assert named
    assert not lost, f"{len(lost)} of {len(named)}\n" + "\n".join(lost)


def fillers() -> Iterator[str]:
    """Yield the docstrings of `__init__` that add nothing to their signature: one short line without an argument."""
    for path in python_files():
        if not is_hand_written(path):
            continue
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef) and node.name == "__init__" and (text := ast.get_docstring(node)):
                names = [each.arg for each in (*node.args.args[1:], *node.args.kwonlyargs)]
                if "\n" not in text and len(text.split()) < 12 and not any(name in text for name in names):
                    yield f"{relative(path)}:{node.lineno}: {text}"


@pytest.mark.parametrize(
    ("docstring", "shows"),
    [
        ("Do it.\n\n>>> do(1)\n1", True),
        ("Do it.\n\n    with do() as it:\n        it.run()\n", True),
        ("Do it.\n\n```python\ndo(1)\n```", True),
        ("Do it.\n\nArgs:\n    first: The first (of all).", False),
        ("Do it.\n\nArgs:\n    first: The first.\n\nExample:\n    do(1)", True),
        ("Do it (or not).", False),
        (None, False),
    ],
)
def test_example_in_docstring(docstring: str | None, shows: bool) -> None:
    assert bool(example_in(docstring)) == shows

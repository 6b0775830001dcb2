"""Law 8: docstrings of functions and classes that users call show a call; a record's names its operation."""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from tests.laws.specs import operation_ids
from tests.laws.test_public_names import PUBLIC
from tests.laws.tree import ROOT, SERVICES, relative
from trivet import Record

SECTIONS = ("Args:", "Returns:", "Raises:", "Yields:", "Attributes:", "Note:")

EXEMPT = {
    "trivet.Head": "created by the client: pages, streams and downloads have one",
    "trivet.Headers": "the headers of an answer, used like any mapping",
    "trivet.Unset": "the class of UNSET, for annotations",
    "trivet.Unknown": "created by the client for a variant that is not in the contract",
    "trivet.Record": "the base of all records, for annotations",
    "trivet.Clock": "a protocol",
    "trivet.observe.ObservedAttempt": "created by the client, which passes it to observers",
    "trivet.observe.ObservedCall": "created by the client, which passes it to observers",
    "trivet_checks.Credentials": "created from an environment variable",
    "trivet_checks.Departure": "created from an entry of a file",
    "trivet_checks.Evidence": "created by a check",
    "trivet_checks.Finding": "created by `judge`",
    "trivet_checks.Judgement": "created by `judge`",
    "trivet_checks.Part": "created by a run",
    "trivet_checks.PartFinding": "created by `judge`",
    "trivet_checks.Result": "created by a run",
    "trivet_checks.Verdict": "created by a run",
}
"""Public classes that users name but do not call."""

CALLED_BY_THE_CLIENT = {
    *("accept", "asleep", "handle_async_request", "handle_request", "headers", "monotonic", "now", "secrets", "sleep")
}
"""Methods of credentials, clocks and transports, which the client calls: users only pass the object."""

HANDED_OUT = {"trivet._sync.pager.Pager", "trivet._async.pager.AsyncPager"}
"""Classes whose methods users call although no package lists them."""


def example_in(docstring: str | None) -> str:
    """Return the code in a docstring: after `>>>`, between fences, or indented outside of Google's sections."""
    code: list[str] = []
    section = fenced = False
    for line in (docstring or "").splitlines():
        text = line.strip()
        if text.startswith("```"):
            fenced = not fenced
        elif fenced or text.startswith((">>>", "...")):
            code.append(text)
        elif line[:1].strip():
            section = text in SECTIONS
        elif line.startswith("    ") and not section:
            code.append(text)
    return "\n".join(line for line in code if re.search(r"[\w\]]\(|\bwith\b|\bfor\b", line))


def source_of(value: Any) -> Path:
    """Return the file that defines a function, because its `__module__` may name a public package."""
    return Path(inspect.unwrap(value).__code__.co_filename)


def is_ours(path: Path) -> bool:
    """Whether a file is written by hand, or derived from such a file."""
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
    """Return the file of a class from its methods, because its `__module__` may name a public package."""
    functions = [value for value in vars(kind).values() if inspect.isfunction(value)]
    return functions[0].__code__.co_filename if functions else (sys.modules[kind.__module__].__file__ or "")


def methods(kind: type) -> Iterator[tuple[str, Any]]:
    """Yield the hand-written public methods of a class, including methods of its bases."""
    for name in dir(kind):
        value = inspect.getattr_static(kind, name)
        function = value.__func__ if isinstance(value, classmethod | staticmethod) else value
        if not name.startswith("_") and inspect.isfunction(function) and is_ours(source_of(function)):
            yield name, function


def is_called(value: Any) -> bool:
    """Whether users call a public class or function: they do not create errors or records."""
    return not (inspect.isclass(value) and issubclass(value, BaseException | Record))


def without_example() -> Iterator[str]:
    """Yield the hand-written classes, functions and methods that users call but whose docstrings show no call."""
    classes = dict(resources())
    for name, value in public_values():
        if not is_called(value) or name in EXEMPT:
            continue
        if inspect.isclass(value):
            classes[name] = value
        if not example_in(value.__doc__):
            yield name
    for name, kind in classes.items():
        examples = "\n".join(example_in(base.__doc__) for base in kind.__mro__)
        closers = {"close", "aclose"} if re.search(r"\bwith\b", examples) else set()
        for method, function in methods(kind):
            if method in CALLED_BY_THE_CLIENT | closers:
                continue
            if not example_in(function.__doc__) and f".{method}(" not in examples:
                yield f"{name}.{method} ({relative(source_of(function))})"


def test_docstrings_of_public_callables_show_a_call() -> None:
    names = sorted(set(without_example()))
    assert not names, f"{len(names)}\n" + "\n".join(names)


def records(service: str) -> list[type[Record]]:
    """Return the generated records in the `__all__` of a service."""
    module = importlib.import_module(f"trivet.{service}")
    listed = (getattr(module, name) for name in module.__all__)
    return [record for record in listed if inspect.isclass(record) and issubclass(record, Record) and attrs.has(record)]


@pytest.mark.parametrize("service", SERVICES)
def test_record_names_an_operation_that_has_it(service: str) -> None:
    named = {record: set(re.findall(r"`([\w.]+?)(?:\(.*?\))?`", record.__doc__ or "")) for record in records(service)}
    operations = set(operation_ids(service))
    lost = sorted(record.__name__ for record, names in named.items() if not names & operations)
    assert named
    assert not lost, f"{len(lost)} of {len(named)}\n" + "\n".join(lost)


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

"""Law 10: names that a type checker accepts exist at run time, and classes name the package of their import."""

from __future__ import annotations

import ast
import importlib
import inspect
import pickle
import subprocess
import sys
import typing
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.laws.tree import CHECKS, SDK, SERVICES, STUBS, is_type_checking, module_name, python_files, tree_of

MODULES = ("trivet.agent.opencode", "trivet.chat.bulk", "trivet.data", "trivet.errors", "trivet.observe")
PUBLIC = (
    "trivet",
    *(f"trivet.{service}" for service in SERVICES),
    *MODULES,
    "trivet_stubs",
    "trivet_checks",
)
"""The modules from which people import."""

PROGRAM = "trivet.cli"
"""The command, which people run but do not import."""

ROOMS_OF_THE_STUBS = {
    *SERVICES,
    "commands",
    "control",
    "kernel",
    "pytest_strictness",
    "pytest_plugin",
    "recordings",
    "serving",
    "stub",
}
"""Names directly below `trivet_stubs`: users' handlers import from `kernel`, pytest imports the plugin."""

ROOMS_OF_THE_CHECKS = {
    *(
        "checks",
        "commands",
        "definitions",
        "exchange_rules",
        "exchanges",
        "explore",
        "mutants",
        "proxy",
        "recordings",
        "reports",
    ),
}
"""Names directly below `trivet_checks`."""


def file_of(name: str) -> Path:
    """Return the file of a public module."""
    top = STUBS.parent if name.startswith(("trivet_stubs", "trivet_checks")) else SDK.parent
    path = top.joinpath(*name.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def names_for_type_checkers(path: Path) -> Iterator[str]:
    """Yield the public names that a type checker sees in a package, from `import X as X` and `import *`."""
    body = tree_of(path).body
    blocks = [body, *(node.body for node in body if isinstance(node, ast.If) and is_type_checking(node))]
    for statement in (node for block in blocks for node in block if isinstance(node, ast.ImportFrom)):
        for alias in statement.names:
            if alias.name == "*":
                yield from star(path, statement)
            elif alias.asname == alias.name:
                yield alias.name


def star(path: Path, node: ast.ImportFrom) -> Iterator[str]:
    """Yield the names that `from … import *` imports: `__all__`, or the public names of a package without one."""
    folder = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
    source = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
    for statement in tree_of(source).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "__all__":
            yield from ast.literal_eval(statement.value)
            return
    yield from names_for_type_checkers(source)


def listed(name: str) -> list[str]:
    """Return the names that a public module lists at run time."""
    return list(importlib.import_module(name).__all__)


def values() -> Iterator[tuple[str, str, object]]:
    """Yield every public name with its value."""
    for package in PUBLIC:
        module = importlib.import_module(package)
        for name in module.__all__:
            yield package, name, getattr(module, name)


def run(code: str, *arguments: str) -> str:
    """Run a program in a fresh interpreter."""
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("name", [name for name in PUBLIC if file_of(name).name == "__init__.py"])
def test_type_checkers_and_run_time_know_the_same_names(name: str) -> None:
    assert sorted(names_for_type_checkers(file_of(name))) == sorted(listed(name))


@pytest.mark.parametrize("name", [name for name in PUBLIC if file_of(name).name == "__init__.py"])
def test_type_checkers_refuse_a_misspelt_name(name: str) -> None:
    # If they saw a `__getattr__`, every name would be an Any.
    seen = [
        node
        for node in tree_of(file_of(name)).body
        if isinstance(node, ast.FunctionDef | ast.Assign | ast.AnnAssign) and "__getattr__" in ast.unparse(node)[:40]
    ]
    assert not seen, f"line {seen[0].lineno}: put it under `else:` of `if TYPE_CHECKING:`"


@pytest.mark.parametrize("name", PUBLIC)
def test_listed_names_are_unique_and_exist(name: str) -> None:
    module = importlib.import_module(name)
    names = listed(name)
    assert len(names) == len(set(names))
    assert [missing for missing in names if not hasattr(module, missing)] == []
    assert set(names) <= set(dir(module))


def test_only_modules_that_people_import_are_public() -> None:
    names = {module_name(path) for path in python_files(SDK)}
    public = {name for name in names if not any(part.startswith("_") for part in name.split("."))}
    public = {name for name in public if name != PROGRAM and not name.startswith(f"{PROGRAM}.")}
    assert sorted(public) == sorted(name for name in PUBLIC if not name.startswith(("trivet_stubs", "trivet_checks")))


@pytest.mark.parametrize(("top", "rooms"), [(STUBS, ROOMS_OF_THE_STUBS), (CHECKS, ROOMS_OF_THE_CHECKS)])
def test_package_has_the_rooms_of_the_map(top: Path, rooms: set[str]) -> None:
    names = {name.split(".")[1] for path in python_files(top) if "." in (name := module_name(path))}
    assert sorted(name for name in names if not name.startswith("_")) == sorted(rooms)


FRESHLY = """
import sys
for program in sys.argv[1:]:
    for name in [name for name in sys.modules if name.partition(".")[0] == "trivet"]:
        del sys.modules[name]
    exec(program, {})
"""
"""Runs programs, each of which is the first to import trivet; they share only what trivet is made of."""


def test_names_of_a_freshly_imported_package() -> None:
    attributes = [
        "trivet.bus.BusStop",
        "trivet.agent.Session",
        "trivet.agent.SessionIdleEvent",
        "trivet.chat.Conversation",
        "trivet.agent.opencode.Transport",
        "trivet.chat.bulk.Bulk",
        "trivet.errors.NotFoundError",
        "trivet.AsyncBusClient",
    ]
    programs = [f"import trivet; print({attribute}.__name__)" for attribute in attributes]
    programs.append("from trivet.bus import *; print(BusStop.__name__, geojson.__name__)")
    names = [attribute.rpartition(".")[2] for attribute in attributes]
    assert run(FRESHLY, *programs).split() == [*names, "BusStop", "geojson"]


def test_class_names_the_package_from_which_people_import_it() -> None:
    homes: dict[type, set[str]] = {}
    for package, _, value in values():
        if inspect.isclass(value):
            homes.setdefault(value, set()).add(package)
    wrong = [
        f"{value.__module__}.{value.__qualname__}: {' or '.join(sorted(packages))}"
        for value, packages in homes.items()
        if value.__module__ not in packages
    ]
    assert not wrong, f"{len(wrong)}\n" + "\n".join(sorted(wrong))


@pytest.mark.parametrize("name", ["AgentClient", "AsyncAgentClient", "BusClient", "AsyncBusClient", "ChatClient"])
def test_client_names_the_top_package(name: str) -> None:
    assert getattr(importlib.import_module("trivet"), name).__module__ == "trivet"


def test_record_of_an_answer_is_pickled_by_its_public_name() -> None:
    code = """
import pickle, httpx, trivet
answer = {"value": [{"BusStopCode": "54009", "RoadName": "A", "Description": "B", "Latitude": 1.0, "Longitude": 2.0}]}
transport = httpx.MockTransport(lambda request: httpx.Response(200, json=answer))
with trivet.BusClient(account_key="k", transport=transport) as bus:
    print(pickle.dumps(bus.stops.list().page()[0]).hex())
"""
    pickled = bytes.fromhex(run(code))
    assert b"_generated" not in pickled
    stop = pickle.loads(pickled)
    assert (type(stop).__module__, stop.bus_stop_code) == ("trivet.bus", "54009")


def test_class_can_be_imported_by_its_name() -> None:
    classes = [value for _, _, value in values() if inspect.isclass(value)]
    lost = [
        f"{value.__module__}.{value.__qualname__}"
        for value in classes
        if getattr(importlib.import_module(value.__module__), value.__qualname__, None) is not value
    ]
    assert not lost, "\n".join(lost)
    # pytest would write the difference of two long lists, which takes minutes.
    same = pickle.loads(pickle.dumps(classes)) == classes
    assert same


def members(cls: type[Any]) -> Iterator[tuple[str, Any]]:
    """Yield the constructor, the public methods and the public properties of a class, with their names."""
    yield f"{cls.__qualname__}.__init__", cls.__init__
    for name in dir(cls):
        value = inspect.getattr_static(cls, name)
        function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
        dunder = name.startswith("__") and name.endswith("__")
        if inspect.isfunction(function) and (dunder or not name.startswith("_")):
            yield f"{cls.__qualname__}.{name}", function


def classes_in(hint: Any) -> Iterator[type[Any]]:
    """Yield the classes of trivet in a type hint."""
    for part in (hint, typing.get_origin(hint)):
        if isinstance(part, type) and part.__module__.startswith("trivet"):
            yield part
    for part in typing.get_args(hint):
        yield from classes_in(part)


def test_type_hints_of_everything_public_are_resolved_at_run_time() -> None:
    waiting: list[tuple[str, Any]] = [(f"{package}.{name}", value) for package, name, value in values()]
    for service, api in product(SERVICES, ("_async", "_sync")):
        groups = importlib.import_module(f"trivet.{service}._generated.{api}.resources")
        waiting += [(f"{service} {name}", getattr(groups, name)) for name in groups.__all__]
    known: set[Any] = set()
    lost: list[str] = []
    while waiting:
        name, value = waiting.pop()
        if (not inspect.isfunction(value) and not inspect.isclass(value)) or value in known:
            continue
        known.add(value)
        if inspect.isclass(value):
            waiting += members(value)
        try:
            hints = typing.get_type_hints(value, include_extras=True)
        except Exception as error:  # whatever a user of the hints would get
            lost.append(f"{name}: {type(error).__name__}: {error}")
        else:  # a class that is in a hint is public, too, such as the builder of a page
            waiting += [(cls.__qualname__, cls) for hint in hints.values() for cls in classes_in(hint)]
    assert len(known) > 2000
    assert not lost, f"{len(lost)} of {len(known)}\n" + "\n".join(lost)


def test_only_services_are_public_modules_among_the_names() -> None:
    modules = {f"{package}.{name}" for package, name, value in values() if isinstance(value, ModuleType)}
    assert modules <= set(PUBLIC)

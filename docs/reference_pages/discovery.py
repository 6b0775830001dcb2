"""Which names are public: those in the `__all__` of the modules that people import."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

__all__ = ["PublicName", "documented_names", "public_modules", "public_names"]

PACKAGES = ("trivet", "trivet_stubs")
PROGRAMS = frozenset({"trivet.cli", "trivet.__main__", "trivet_stubs.__main__"})
"""People run them and do not import them."""

INTERNAL = frozenset({"commands", "control", "kernel", "mutants", "serving", "stub", "testing"})
"""Rooms of the stubs: what is public there is exported by a package above."""


@dataclass(frozen=True)
class PublicName:
    """A name in the `__all__` of a module, with its value."""

    module: str
    name: str
    value: Any

    @property
    def path(self) -> str:
        """How people import it: `trivet.bus.BusStop`."""
        return f"{self.module}.{self.name}"


@cache
def public_modules() -> list[str]:
    """Return the modules with an `__all__` whose path has no private part, sorted; new ones are found by themselves."""
    return sorted(name for top in PACKAGES for name in _modules(top))


def _modules(name: str) -> Iterator[str]:
    module = importlib.import_module(name)
    if not hasattr(module, "__all__"):
        return
    yield name
    for each in pkgutil.iter_modules(getattr(module, "__path__", ())):
        path = f"{name}.{each.name}"
        if each.name.startswith("_") or path in PROGRAMS:
            continue
        # Below a package of the stubs, only packages and what `trivet_stubs.checks.pytest` is: a module made for tests.
        if name.startswith("trivet_stubs") and (each.name in INTERNAL or not (each.ispkg or each.name == "pytest")):
            continue
        yield from _modules(path)


@cache
def public_names() -> list[PublicName]:
    """Return every name of every `__all__`: a client is there twice, in `trivet` and in the package of its service."""
    return [PublicName(path, name, getattr(module, name)) for path, module in _imported() for name in module.__all__]


def _imported() -> Iterator[tuple[str, ModuleType]]:
    for each in public_modules():
        yield each, importlib.import_module(each)


@cache
def documented_names() -> list[PublicName]:
    """Return the public names without modules and repetitions: each value with the name that it is documented by."""
    chosen: dict[Any, PublicName] = {}
    for each in public_names():
        if isinstance(each.value, ModuleType):
            continue
        key = id(each.value) if _has_home(each.value) else each.path
        if key not in chosen or _rank(each) < _rank(chosen[key]):
            chosen[key] = each
    return sorted(chosen.values(), key=lambda each: (each.module, each.name))


def _has_home(value: Any) -> bool:
    return inspect.isclass(value) or inspect.isfunction(value)


def _rank(each: PublicName) -> tuple[bool, int, str]:
    """Prefer the module that the value itself names, then the shortest path."""
    return each.module != getattr(each.value, "__module__", None), each.module.count("."), each.module

"""The public names: the names in the `__all__` of the modules that people import."""

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

PACKAGES = ("trivet", "trivet_checks", "trivet_stubs")
PROGRAMS = frozenset({"trivet.cli", "trivet.__main__", "trivet_stubs.__main__"})
"""People run them and do not import them."""

INTERNAL = frozenset({"commands", "control", "kernel", "pytest_strictness", "recordings", "serving", "stub"})
"""Packages of the stubs whose public names are exported by the package above."""


@dataclass(frozen=True)
class PublicName:
    """A name in the `__all__` of a module, with its value."""

    module: str
    name: str
    value: Any

    @property
    def path(self) -> str:
        """The path from which people import it: `trivet.bus.BusStop`."""
        return f"{self.module}.{self.name}"


@cache
def public_modules() -> list[str]:
    """Return the modules that have an `__all__` and no private part in their path, sorted."""
    return sorted(name for top in PACKAGES for name in _modules(top))


def _modules(name: str) -> Iterator[str]:
    module = importlib.import_module(name)
    if not hasattr(module, "__all__"):
        return
    yield name
    for info in pkgutil.iter_modules(getattr(module, "__path__", ())):
        path = f"{name}.{info.name}"
        if info.name.startswith("_") or path in PROGRAMS:
            continue
        # In the stubs, only packages are public; `trivet_checks` exports all that people import from it.
        if name == "trivet_checks" or (name.startswith("trivet_stubs") and (info.name in INTERNAL or not info.ispkg)):
            continue
        yield from _modules(path)


@cache
def public_names() -> list[PublicName]:
    """Return every name of every `__all__`; a client occurs twice, in `trivet` and in the package of its service."""
    return [PublicName(path, name, getattr(module, name)) for path, module in _imported() for name in module.__all__]


def _imported() -> Iterator[tuple[str, ModuleType]]:
    for path in public_modules():
        yield path, importlib.import_module(path)


@cache
def documented_names() -> list[PublicName]:
    """Return each public value once, with the name under which it is documented, without modules."""
    chosen: dict[Any, PublicName] = {}
    for public in public_names():
        if isinstance(public.value, ModuleType):
            continue
        key = id(public.value) if _has_home(public.value) else public.path
        if key not in chosen or _rank(public) < _rank(chosen[key]):
            chosen[key] = public
    return sorted(chosen.values(), key=lambda public: (public.module, public.name))


def _has_home(value: Any) -> bool:
    return inspect.isclass(value) or inspect.isfunction(value)


def _rank(public: PublicName) -> tuple[bool, int, str]:
    """Prefer the module in the value's `__module__`, then the shortest path."""
    return public.module != getattr(public.value, "__module__", None), public.module.count("."), public.module

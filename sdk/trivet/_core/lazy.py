"""Modules, names and patterns that load when they are first used, so that importing a client stays cheap."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Collection, Mapping
from types import ModuleType
from typing import Any, AnyStr, cast

__all__ = ["lazy", "lazy_exports", "lazy_pattern"]


class _Lazy(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = getattr(importlib.import_module(self.__name__), name)
        self.__dict__[name] = value
        return value


def lazy(name: str) -> Any:
    """Return a proxy of a module that imports it on first use; each attribute then costs a plain lookup.

    For type checkers, import the module itself under `if TYPE_CHECKING`:

    >>> models = lazy("trivet.bus._generated.models")
    """
    return sys.modules.get(name) or _Lazy(name)


class _LazyPattern:
    def __init__(self, pattern: str | bytes) -> None:
        self._pattern = pattern

    def __getattr__(self, name: str) -> Any:
        value = getattr(re.compile(self._pattern), name)
        self.__dict__[name] = value
        return value


def lazy_pattern(pattern: AnyStr) -> re.Pattern[AnyStr]:
    """Return a proxy of a pattern that compiles it on first use; each method then costs a plain lookup.

    >>> WORD = lazy_pattern(r"[a-z]+")
    >>> WORD.fullmatch("stop") is not None
    True
    """
    return cast("re.Pattern[AnyStr]", _LazyPattern(pattern))


def lazy_exports(
    package: str, modules: Mapping[str, str], *, submodules: Collection[str] = (), generated: str | None = None
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Make the `__getattr__` and `__dir__` of a package whose public names live in other modules (PEP 562).

    `__getattr__` computes `__all__` too, so that no name is listed twice:

    >>> __getattr__, __dir__ = lazy_exports(__name__, {"BusStop": "._generated.models"})

    Args:
        package: The package's `__name__`.
        modules: From each public name to its module, relative to the package.
        submodules: The public modules and packages inside the package.
        generated: The generated module whose `MODULES` maps further names to modules, relative to itself; `..bus` for
            the name `bus` stands for that package, not for a name in it.
    """

    def locate(name: str) -> tuple[str, str] | None:
        """Return the module of a name and the package it is relative to, or None for an unknown name."""
        if name in modules:
            return modules[name], package
        if generated is None or name.startswith("__"):
            return None
        listed: Mapping[str, str] = importlib.import_module(generated, package).MODULES
        return (listed[name], package + generated.rpartition(".")[0]) if name in listed else None

    def names() -> list[str]:
        listed = () if generated is None else importlib.import_module(generated, package).__all__
        return sorted({*modules, *submodules, *listed})

    def __getattr__(name: str) -> Any:
        if name == "__all__":
            return names()
        # Not `from . import x`: inside a package's `__getattr__` it recurses without end.
        if name in submodules:
            return importlib.import_module(f".{name}", package)
        found = locate(name)
        if found is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = importlib.import_module(*found)
        value = module if found[0] == f"..{name}" else getattr(module, name)
        setattr(sys.modules[package], name, value)
        return value

    def __dir__() -> list[str]:
        return sorted({*vars(sys.modules[package]), *names()})

    return __getattr__, __dir__

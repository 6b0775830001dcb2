"""Modules that load when something in them is first used, so that importing a client stays cheap."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

__all__ = ["door", "lazy"]


class _Lazy(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = getattr(importlib.import_module(self.__name__), name)
        self.__dict__[name] = value
        return value


def lazy(name: str) -> Any:
    """Stand in for a module; each attribute is fetched once, then costs a plain lookup.

    Type checkers import the module itself under `if TYPE_CHECKING`.
    """
    return sys.modules.get(name) or _Lazy(name)


def door(package: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Make the `__getattr__` and `__dir__` of a package whose names live in other modules.

    Args:
        package: The package's `__name__`.
        homes: From each public name to the module that holds it, relative to the package.
    """

    def __getattr__(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        # `from . import x` in a package's __getattr__ would come back here for ever.
        module = importlib.import_module(homes[name], package)
        value = getattr(module, name)
        setattr(sys.modules[package], name, value)
        return value

    def __dir__() -> list[str]:
        return sorted({*vars(sys.modules[package]), *homes})

    return __getattr__, __dir__

"""Modules and names that load at their first use, so that importing a client stays cheap.

`from trivet import BusClient` takes 1.2 times as long as the `import httpx` inside it. With the modules that a program
may or may not need later (records, cattrs, orjson, httpcore's pools, both APIs), it would take 2.2 times as long, and
`AgentClient` 2.4 times. The records of the agent service alone would add a quarter of the time of `import httpx`, so
they are generated in groups: the first record or event of a group loads its module.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Collection, Mapping
from functools import cache
from types import ModuleType
from typing import Any


def lazy_exports(
    package: str, modules: Mapping[str, str], *, submodules: Collection[str] = (), generated: str | None = None
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Make the `__getattr__` and `__dir__` of a package whose public names are defined in other modules (PEP 562).

    `__getattr__` computes `__all__`, too, so that the package need not list its names a second time:

    >>> __getattr__, __dir__ = lazy_exports(__name__, {"BusStop": "._generated.models"})

    Args:
        package: The package's `__name__`.
        modules: From each public name to its module, relative to the package.
        submodules: The public modules and packages inside the package.
        generated: The generated module whose `MODULES` maps further names to modules, relative to itself. The value
            `..bus` for the name `bus` stands for that package itself.
    """

    def locate(name: str) -> tuple[str, str] | None:
        """Return the module of a name and the package it is relative to, or None for an unknown name."""
        if name in modules:
            return modules[name], package
        if generated is None or name.startswith("__"):
            return None
        generated_modules: Mapping[str, str] = importlib.import_module(generated, package).MODULES
        return (generated_modules[name], package + generated.rpartition(".")[0]) if name in generated_modules else None

    def names() -> list[str]:
        generated_names = () if generated is None else importlib.import_module(generated, package).__all__
        return sorted({*modules, *submodules, *generated_names})

    def __getattr__(name: str) -> Any:
        if name == "__all__":
            return names()
        # `from . import x` would recurse without end inside a package's `__getattr__`.
        if name in submodules:
            return importlib.import_module(f".{name}", package)
        location = locate(name)
        if location is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = importlib.import_module(*location)
        value = module if location[0] == f"..{name}" else getattr(module, name)
        setattr(sys.modules[package], name, value)  # the next access does not come here
        return value

    def __dir__() -> list[str]:
        return sorted({*vars(sys.modules[package]), *names()})

    return __getattr__, __dir__


def lazy(name: str) -> Any:
    """Return a proxy of a module, which imports the module at first use; then each attribute costs a plain lookup.

    For type checkers, import the module itself under `if TYPE_CHECKING`:

    >>> models = lazy("trivet.bus._generated.models")
    """
    return sys.modules.get(name) or _LazyModule(name)


@cache
def load(*names: str) -> None:
    """Import modules that are needed later, where an import may fail: it opens a file.

    >>> load("trivet._core.status_errors")
    """
    for name in names:
        importlib.import_module(name)


class _LazyModule(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # tools look for `__path__` or `__file__`, which must not import the module
            raise AttributeError(name)
        value = getattr(importlib.import_module(self.__name__), name)
        self.__dict__[name] = value
        return value

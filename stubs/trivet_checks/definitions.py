"""The objects of one class that the modules of a package define, such as the checks of a service."""

from importlib import import_module
from pkgutil import iter_modules
from typing import TypeVar

T = TypeVar("T")


def defined_in(package: str, kind: type[T]) -> list[T]:
    """Return the objects of a class at the top level of a package's modules, by module name, then as they are written.

    >>> defined_in("tests.mutants.chat", Mutant)

    A package calls this in its own `__init__.py`, so a new module needs no entry in a list.
    """
    names = sorted(module.name for module in iter_modules(import_module(package).__path__))
    modules = [import_module(f"{package}.{name}") for name in names]
    # An object that another module imports is in both.
    objects = {id(value): value for module in modules for value in vars(module).values() if isinstance(value, kind)}
    return list(objects.values())

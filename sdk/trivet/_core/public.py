"""The package that exports a public class, as the `__module__` of the class.

Pickles, tracebacks and the reference then name `trivet.bus.BusStop`, not the private module that defines the class. A
pickle can be loaded by a later release that has moved the class to another private module.

`typing.get_type_hints` looks up the names in a class's annotations in its `__module__`, where they are not defined: it
would raise a NameError for every record. So such a class gets a dict of annotations that refer to the defining module.
Python 3.14 reads a copy of that dict, older versions its items; both get the references.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ForwardRef, TypeVar

T = TypeVar("T", bound=type)


def exported_from(package: str) -> Callable[[T], T]:
    """Make a package the `__module__` of the class below: `@exported_from("trivet.bus")`."""

    def decorate(cls: T) -> T:
        publish(cls, package)
        return cls

    return decorate


def publish(cls: type, package: str) -> None:
    """Make a package the `__module__` of a class; its annotations are still looked up in the module that defines it."""
    if "__annotations__" in cls.__dict__:
        cls.__annotations__ = _Annotations(cls.__annotations__, cls.__module__)
    cls.__module__ = package


def defining_module(cls: type) -> str:
    """Return the name of the module that defines a class; its `__module__` may be the package that exports it."""
    module: str = getattr(vars(cls).get("__annotations__"), "module", cls.__module__)
    return module


class _Annotations(dict[str, Any]):
    """The annotations of a class whose `__module__` is not the module that defines it."""

    def __init__(self, annotations: Mapping[str, Any], module: str) -> None:
        super().__init__(annotations)
        self.module = module

    def __iter__(self) -> Iterator[str]:
        # `dict(annotations)` calls `__getitem__` only if `__iter__` is overridden.
        return super().__iter__()

    def __getitem__(self, name: str) -> Any:
        annotation = super().__getitem__(name)
        if isinstance(annotation, str):
            return ForwardRef(annotation, module=self.module, is_argument=False, is_class=True)
        return annotation

    def items(self) -> Any:
        """Return the name and annotation of each field."""
        return [(name, self[name]) for name in self]

"""attrs classes that attrs completes only when a program constructs or inspects a record of the class.

The decoders make records without a constructor, so that most programs need no attrs at all, or the constructors of a
few classes. `define` makes the slots of a class at once, which is cheap; the first use of its `__init__` or of
`attrs.fields` imports attrs and lets it complete the class. From then on it is an attrs class like any other.

The first answer of an agent client takes 0.31 to 0.33 of the time of `import httpx`, and with `attrs.define` 0.53 to
0.67; loading every class of events takes 0.18, and with `attrs.define` 1.02.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from .lazy_imports import lazy
from .public import defining_module

if TYPE_CHECKING:
    import inspect

    import attrs as attrs  # `record` imports it from here
else:
    attrs, inspect = lazy("attrs"), lazy("inspect")


_completing = threading.RLock()
"""Held while a class is completed, with its bases.

A second thread would replace fields whose types the first one has resolved (`attrs.resolve_types`) by fields with texts
for types, and attrs resolves the types of a class once: strict decoding would refuse every record of it from then on.
"""


class _Factory:
    """The default of a field for which each record gets a new value, as with `attrs.Factory`."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make


class _Definition(NamedTuple):
    """The arguments with which attrs completes a class that already has its slots."""

    cls: type
    names: list[str]
    defaults: dict[str, Any]
    options: dict[str, Any]

    def complete(self) -> None:
        """Let attrs add the constructor and the table of fields."""
        # By default, attrs removes the leading underscores of `__source__` in the name of the argument.
        fields = {name: attrs.field(default=self._default(name), alias=name) for name in self.names}
        attrs.define(self.cls, these=fields, slots=False, init=True, **self.options)
        # `typing.get_type_hints` looks up the names in the constructor's annotations in its globals, to which attrs
        # adds only those of the class's `__module__`: of the package that exports the class.
        known = vars(self.cls)["__init__"].__globals__
        for base in self.cls.__mro__:
            names = vars(sys.modules[defining_module(base)])
            known.update({name: names[name] for name in names.keys() - known.keys()})
        # `attrs.evolve` passes `__source__`, which neither `help` nor completion shows.
        init: Any = vars(self.cls)["__init__"]
        signature = inspect.signature(init)
        shown = [parameter for name, parameter in signature.parameters.items() if name != "__source__"]
        init.__signature__ = signature.replace(parameters=shown)

    def _default(self, name: str) -> Any:
        default = self.defaults.get(name, attrs.NOTHING)
        return attrs.Factory(default.make) if isinstance(default, _Factory) else default


class _Pending:
    """A descriptor whose first use completes its class, which replaces the descriptor with the attribute from attrs."""

    __slots__ = ("definition", "name")

    definition: _Definition

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        cls = self.definition.cls  # `owner` may be a subclass
        if vars(cls)[self.name] is self:
            with _completing:
                if vars(cls)[self.name] is self:
                    self.definition.complete()
        attribute = vars(cls)[self.name]
        return attribute.__get__(instance, owner) if callable(attribute) else attribute


def _define(**options: Any) -> Callable[[type], type]:
    """Make a class with a slot for each of its annotations, which attrs completes at first use.

    The annotations must be text, as `from __future__ import annotations` makes them.

    Args:
        options: The arguments for `attrs.define`.
    """

    def decorate(raw: type) -> type:
        own = {name: value for name, value in vars(raw).items() if name not in {"__dict__", "__weakref__"}}
        names = [name for name, kind in own["__annotations__"].items() if not kind.startswith("ClassVar")]
        defaults = {name: own.pop(name) for name in names if name in own}
        inherited = {name for base in raw.__mro__[1:] for name in vars(base).get("__slots__", ())}
        slots = [name for name in names if name not in inherited]
        if not any(base.__weakrefoffset__ for base in raw.__bases__):
            slots.append("__weakref__")
        pending = [_Pending("__init__"), _Pending("__attrs_attrs__")]
        own |= {"__slots__": tuple(slots), "__qualname__": raw.__qualname__}
        own |= {attribute.name: attribute for attribute in pending}
        # Slots cannot be added to a class that exists, so a second class is made, as attrs does.
        cls = type(raw)(raw.__name__, raw.__bases__, own)
        for attribute in pending:
            attribute.definition = _Definition(cls, names, defaults, options)
        return cls

    return decorate


def _field(*, default: Any, init: bool) -> Any:
    """Return the default of a field; `init` is for type checkers."""
    return default


if TYPE_CHECKING:  # type checkers see the classes as attrs makes them
    from attrs import Factory as Factory
    from attrs import define as define
    from attrs import field as field
else:
    Factory, define, field = _Factory, _define, _field

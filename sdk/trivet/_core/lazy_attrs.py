"""attrs classes that attrs completes when a program first constructs or inspects one.

The decoders make records without a constructor, so most programs need what attrs makes of a few records only. To import
attrs and to let it complete every class of a group would be most of the cost of a first answer
(docs/benchmarks.md); to make their slots is a small part of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from .lazy import lazy

if TYPE_CHECKING:
    import attrs
else:
    attrs = lazy("attrs")

__all__ = ["Factory", "attrs", "define"]


class _Factory:
    """The default of a field for which each record gets a value of its own, as with `attrs.Factory`."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make


class _Definition(NamedTuple):
    """What attrs needs to complete a class, which has its slots already."""

    cls: type
    names: list[str]
    defaults: dict[str, Any]
    options: dict[str, Any]

    def complete(self) -> None:
        """Let attrs add the constructor and the table of fields."""
        fields = {name: attrs.field(default=self._default(name)) for name in self.names}
        attrs.define(self.cls, these=fields, slots=False, init=True, **self.options)

    def _default(self, name: str) -> Any:
        default = self.defaults.get(name, attrs.NOTHING)
        return attrs.Factory(default.make) if isinstance(default, _Factory) else default


class _Pending:
    """An attribute of a class whose first use completes the class and so replaces this object by what attrs made."""

    __slots__ = ("definition", "name")

    definition: _Definition

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        cls = self.definition.cls  # the owner may be a subclass
        if vars(cls)[self.name] is self:
            self.definition.complete()  # where two threads do so at once, the later one makes the same again
        made = vars(cls)[self.name]
        return made.__get__(instance, owner) if callable(made) else made


def _define(**options: Any) -> Callable[[type], type]:
    """Make a class with a slot for each of its annotations, which have to be text; attrs completes it at its first use.

    Args:
        options: Those of `attrs.define`, which are the same in the end.
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
        own |= {"__slots__": tuple(slots), "__qualname__": raw.__qualname__} | {each.name: each for each in pending}
        cls = type(raw)(raw.__name__, raw.__bases__, own)
        for each in pending:
            each.definition = _Definition(cls, names, defaults, options)
        return cls

    return decorate


if TYPE_CHECKING:  # in the end the classes are those that attrs makes, and so they are for type checkers
    from attrs import Factory as Factory
    from attrs import define as define
else:
    Factory, define = _Factory, _define

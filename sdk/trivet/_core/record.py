"""Records: their base class, and records without a field that the service was assumed to send.

A record without such a field is of its class, but code that enumerates its fields does not see the missing ones: its
real type is a subclass with the same slots, whose field tables leave them out. A complete record pays nothing for that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Self, TypeVar
from weakref import WeakValueDictionary

from .lazy_attrs import attrs, define
from .public import exported_from, publish
from .secrets import HIDDEN

__all__ = ["Record", "decode_rest", "extra", "is_set", "without"]


_GENERATED = "._generated."


@exported_from("trivet")
@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Record:
    """Equality and repr for all records, and the fields that no contract names.

    Two records are equal when they are of one class and agree in every field the contract names. They can change, so
    they have no hash.
    """

    wire_names_: ClassVar[Mapping[str, str]] = {}
    """From each wire name to the attribute that holds it."""

    secret_: ClassVar[frozenset[str]] = frozenset()
    """The attributes whose values no repr shows."""

    assumed_: ClassVar[frozenset[str]] = frozenset()
    """The attributes that every answer is assumed to have, although the contract does not promise them."""

    tags_: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """From the wire name of a field that identifies the record in a union, to the values it has there."""

    # The wire object, kept only when it held more than the contract names.
    source_: dict[str, Any] | None = None

    def __init_subclass__(cls) -> None:
        """Make the package that exports a generated class its `__module__`, so that pickles survive a move."""
        super(Record, cls).__init_subclass__()  # noqa: UP008  without arguments it means the class without slots
        # `define` makes the class twice; the second one, with slots, has this attribute.
        if "__attrs_attrs__" in cls.__dict__ and _GENERATED in cls.__module__:
            publish(cls, cls.__module__.partition(_GENERATED)[0])

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.wire_names_.values())

    __hash__: ClassVar[None]  # type: ignore[assignment]  # pyright: ignore[reportIncompatibleMethodOverride]

    def __repr__(self) -> str:
        shown = (
            f"{name}={HIDDEN if name in self.secret_ and value is not None else repr(value)}"
            for name in self.wire_names_.values()
            if (value := getattr(self, name)) is not None
        )
        return f"{type(self).__name__}({', '.join(shown)})"

    def __rich_repr__(self) -> Iterator[tuple[str, object]]:
        # The name that rich asks for; without it, rich shows every attribute of an attrs class.
        for name in self.wire_names_.values():
            value = getattr(self, name)
            if value is not None:
                yield name, HIDDEN if name in self.secret_ else value

    def __getstate__(self) -> dict[str, Any]:
        names = (*self.wire_names_.values(), "source_")
        return {name: getattr(self, name) for name in names if is_set(self, name)}

    def __replace__(self, /, **changes: Any) -> Self:
        # For `copy.replace` of Python 3.13: attrs adds the same, but only to a class that it has completed.
        return attrs.evolve(self, **changes)

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)


def is_set(record: Record, name: str) -> bool:
    """Whether a field has a value, None among them; the slot of a field that the service did not send is empty."""
    try:
        getattr(record, name)
    except AttributeError:
        return False
    return True


def extra(record: Record) -> dict[str, Any]:
    """Get the fields of an answer that its contract does not name, by their wire names.

    They take no part in equality, survive copies and pickles, and go out again when the record is sent.

    >>> extra(stop)
    {'Shelter': True}
    """
    source = record.source_
    if source is None:
        return {}
    return {name: value for name, value in source.items() if name not in record.wire_names_}


R = TypeVar("R", bound=Record)

_classes: WeakValueDictionary[tuple[type[Record], frozenset[str]], type[Record]] = WeakValueDictionary()


class _Incomplete(Record):
    """What the subclasses share: the error of a missing field, and copies that are of the same kind."""

    __slots__ = ()

    complete_: type[Record]
    missing_: frozenset[str]

    def __init__(self, **given: Any) -> None:
        """Make another record of the kind, as `attrs.evolve` does; it may have the missing fields."""
        for each in attrs.fields(self.complete_):
            if each.name in given:
                setattr(self, each.name, given.pop(each.name))
            elif each.default is not attrs.NOTHING:
                setattr(self, each.name, _default(each.default))
            elif each.name not in self.missing_:
                raise TypeError(f"{self.complete_.__name__} needs {each.name}")
        if given:
            raise TypeError(f"{self.complete_.__name__} has no {', '.join(given)}")

    def __getattr__(self, name: str) -> Any:
        kind = type(self)
        if name in kind.missing_:
            message = f"the service did not send {kind.complete_.__name__}.{name}"
            raise AttributeError(message, name=name, obj=self)
        found = getattr(kind, name, None)
        if isinstance(found, property) and found.fget is not None:  # which failed at a missing field, and says so
            return found.fget(self)
        raise AttributeError(f"{kind.__name__!r} object has no attribute {name!r}", name=name, obj=self)

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)  # the real classes do not inherit from this one
        kind = type(self)
        if name in kind.missing_:
            object.__setattr__(self, "__class__", without(kind.complete_, kind.missing_ - {name}))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self).complete_, self.__getstate__())


def without(record: type[R], missing: frozenset[str]) -> type[R]:
    """The class of a record that lacks some fields; the record's own class when it lacks none."""
    if not missing:
        return record
    found: Any = _classes.get((record, missing))
    if found is None:
        own = {
            "__slots__": (),
            "__module__": record.__module__,
            "__qualname__": record.__qualname__,
            "__doc__": record.__doc__,
            "__attrs_attrs__": tuple(each for each in attrs.fields(record) if each.name not in missing),
            "__init__": _Incomplete.__init__,
            "__getattr__": _Incomplete.__getattr__,
            "__setattr__": _Incomplete.__setattr__,
            "__reduce__": _Incomplete.__reduce__,
            "wire_names_": {wire: name for wire, name in record.wire_names_.items() if name not in missing},
            "complete_": record,
            "missing_": missing,
        }
        found = _classes[record, missing] = type(record.__name__, (record,), own)
    made: type[R] = found
    return made


def decode_rest(record: R, d: dict[str, Any], convert: Mapping[str, Callable[[Any], Any]]) -> R:
    """Decode the fields that a generated decoder did not reach, because a field before them is not in the wire object.

    To be called while the KeyError is handled, which is raised again when it has another reason. Each field is decoded
    once at most, so that records inside records take linear time.

    Args:
        record: The record, with the fields that were reached.
        d: The wire object.
        convert: From each attribute that is not the wire value itself to the function that makes it.
    """
    kind = type(record)
    defaults = {each.name: each.default for each in attrs.fields(kind)}
    rest = [(wire, name) for wire, name in kind.wire_names_.items() if not is_set(record, name)]
    if rest[0][0] in d:
        raise  # noqa: PLE0704  the KeyError of a record inside this one
    missing: set[str] = set()
    for wire, name in rest:
        if wire in d:
            setattr(record, name, convert[name](d[wire]) if name in convert else d[wire])
        elif name in kind.assumed_:
            missing.add(name)
        elif defaults[name] is attrs.NOTHING:
            raise  # noqa: PLE0704  the contract promises this field
        else:
            setattr(record, name, _default(defaults[name]))
    record.source_ = d if d.keys() - kind.wire_names_.keys() else None
    object.__setattr__(record, "__class__", without(kind, frozenset(missing)))
    return record


def _restore(record: type[R], state: dict[str, Any]) -> R:
    made = object.__new__(record)
    made.__setstate__(state)
    missing = frozenset(name for name in record.wire_names_.values() if name not in state)
    object.__setattr__(made, "__class__", without(record, missing))
    return made


def _default(default: Any) -> Any:
    factory = getattr(default, "factory", None)  # of an `attrs.Factory`
    return default if factory is None else factory()

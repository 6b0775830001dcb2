"""Records that the service sent without a field that it was assumed to send.

Such a record is of its class, but what enumerates its fields does not see the missing ones: its real type is a subclass
with the same slots, whose field tables leave them out. So a complete record pays nothing for the check.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from .lazy_attrs import attrs
from .record import Record, is_set

__all__ = ["decode_rest", "without"]

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

"""Records: the base class of all, and incomplete records, which lack a field that the service was assumed to send.

An incomplete record is an instance of its class, but functions such as `attrs.fields` do not list the missing fields:
its `__class__` is replaced by a subclass with the same slots and fewer fields. Reading a missing field raises an
AttributeError with this reason; setting it changes the class back. Complete records cost nothing more.

135 classes have such fields. Without incomplete records, one missing field would make the whole answer a DecodeError,
or every such field would have to be optional, and programs would have to check it for None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from .lazy_attrs_classes import attrs, define, field
from .lazy_imports import lazy
from .public import exported_from, publish
from .secrets import HIDDEN
from .unset import UNSET, Unset

if TYPE_CHECKING:
    from . import wire_encoder as encoding
else:
    encoding = lazy("trivet._core.wire_encoder")

Names: TypeAlias = Mapping[str, str]
"""The attribute of each wire name."""

Tags: TypeAlias = Mapping[str, tuple[str, ...]]
"""Values by the wire name of the field that has them."""

_GENERATED = "._generated."


@exported_from("trivet")
@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Record:
    """The base class of all records: equality, repr, dicts, JSON, and the fields that no contract names.

    Two records are equal if they have the same class and the same values in every field that the contract names.
    Records are mutable, so they have no hash.
    """

    __wire_names__: ClassVar[Names] = {}
    """The attribute of each wire name."""

    __secret__: ClassVar[frozenset[str]] = frozenset()
    """The attributes whose values a repr does not show."""

    __assumed__: ClassVar[frozenset[str]] = frozenset()
    """The attributes that every answer is assumed to have, although the contract does not promise them."""

    __tags__: ClassVar[Tags] = {}
    """The values that identify the record in a union, by the wire name of the field that has them."""

    # The wire object, kept only if it has fields that the contract does not name. `attrs.evolve` passes it on to a
    # copy, but type checkers do not know it as an argument, so that editors do not offer it.
    __source__: dict[str, Any] | None = field(default=None, init=False)

    def __init_subclass__(cls) -> None:
        """Make the package that exports a generated class its `__module__`; see `trivet._core.public`."""
        super(Record, cls).__init_subclass__()  # noqa: UP008  without arguments, `super` means the class without slots
        # `define` makes each class twice, and only the second one, with slots, has this attribute.
        if "__attrs_attrs__" in cls.__dict__ and _GENERATED in cls.__module__:
            publish(cls, cls.__module__.partition(_GENERATED)[0])

    def to_dict(self) -> dict[str, Any]:
        """Return the record as a dict by the names of its attributes; records inside it become dicts, too.

        >>> pandas.DataFrame(stop.to_dict() for stop in client.stops.list())

        Values are as in the record: a time is a datetime, and secrets are shown. A field is absent if the service left
        it out, or sent null where it may leave it out. Fields that no contract names have their wire names. The dict is
        the caller's: it shares no list and no dict with the record.
        """
        return encoding.to_dict(self)

    def to_json(self, *, nan: Unset | None = UNSET) -> str:
        """Return the record as JSON as it is sent, with the names and values of the wire and the fields of `to_dict`.

        >>> stop.to_json()
        '{"BusStopCode":"01012","RoadName":"Victoria St","Description":"Hotel Grand Pacific",...}'

        Secrets are shown. `trivet.bus.converter.structure(json.loads(text), BusStop)` makes the record again. Integers
        have any size.

        Args:
            nan: None to write NaN and infinities as null; JSON cannot hold them, so that they raise an error otherwise.

        Raises:
            ValueError: A value cannot be written as JSON. The error names its path.
        """
        return encoding.to_json(self, nan_as_null=nan is None)

    if not TYPE_CHECKING:  # a loop over a record is a mistake that type checkers should find

        def __iter__(self) -> Iterator[tuple[str, Any]]:
            # `dict(record)` and `json.dumps(record, default=dict)` work, and so does a route of FastAPI that does not
            # say what it returns: FastAPI then calls `dict`.
            return iter(encoding.encode(self).items())

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        from . import pydantic_schema  # noqa: PLC0415  pydantic is no dependency, and has been imported by now

        return pydantic_schema.schema_of(cls, handler.generate_schema, _from_values)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> Any:
        from . import pydantic_schema  # noqa: PLC0415  as above

        written = handler(schema)
        pydantic_schema.describe(cls, handler.resolve_ref_schema(written))
        return written

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__wire_names__.values())

    __hash__: ClassVar[None]  # type: ignore[assignment]  # pyright: ignore[reportIncompatibleMethodOverride]

    def __repr__(self) -> str:
        fields = (
            f"{name}={HIDDEN if name in self.__secret__ and value is not None else repr(value)}"
            for name in self.__wire_names__.values()
            if (value := getattr(self, name)) is not None
        )
        return f"{type(self).__name__}({', '.join(fields)})"

    def __rich_repr__(self) -> Iterator[tuple[str, object]]:
        # rich calls this method; without it, rich would show every attribute of an attrs class, secrets among them.
        for name in self.__wire_names__.values():
            value = getattr(self, name)
            if value is not None:
                yield name, HIDDEN if name in self.__secret__ else value

    def __getstate__(self) -> dict[str, Any]:
        names = (*self.__wire_names__.values(), "__source__")
        return {name: getattr(self, name) for name in names if is_set(self, name)}

    def __replace__(self, /, **changes: Any) -> Self:
        # For `copy.replace` of Python 3.13: attrs adds the same, but only to a class that it has completed.
        return attrs.evolve(self, **changes)

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)


def is_set(record: Record, name: str) -> bool:
    """Whether a field has a value, which may be None; the slot of a field that the service did not send is empty."""
    try:
        getattr(record, name)
    except AttributeError:
        return False
    return True


def extra(record: Record) -> dict[str, Any]:
    """Return the fields of a record that the contract does not name, by their wire names.

    They are ignored by equality, survive copies and pickles, and are sent when the record is sent.

    >>> extra(stop)
    {'Shelter': True}
    """
    source = record.__source__
    if source is None:
        return {}
    return {name: value for name, value in source.items() if name not in record.__wire_names__}


R = TypeVar("R", bound=Record)
T = TypeVar("T")

_classes: WeakValueDictionary[tuple[type[Record], frozenset[str]], type[Record]] = WeakValueDictionary()


class _Incomplete(Record):
    """The methods that the classes of incomplete records share, copied into each: they do not inherit from it."""

    __slots__ = ()

    __complete__: type[Record]
    __missing_names__: frozenset[str]

    def __init__(self, **values: Any) -> None:
        """Make another incomplete record, as `attrs.evolve` does; the values may include the missing fields."""
        for attribute in attrs.fields(self.__complete__):
            if attribute.name in values:
                setattr(self, attribute.name, values.pop(attribute.name))
            elif attribute.default is not attrs.NOTHING:
                setattr(self, attribute.name, _default(attribute.default))
            elif attribute.name not in self.__missing_names__:
                raise TypeError(f"{self.__complete__.__name__} needs {attribute.name}")
        if values:
            raise TypeError(f"{self.__complete__.__name__} has no {', '.join(values)}")

    def __getattr__(self, name: str) -> Any:
        kind = type(self)
        if name in kind.__missing_names__:
            message = f"the service did not send {kind.__complete__.__name__}.{name}"
            raise AttributeError(message, name=name, obj=self)
        attribute = getattr(kind, name, None)
        # Python also comes here after a property raised an AttributeError for a missing field: raise it again.
        if isinstance(attribute, property) and attribute.fget is not None:
            return attribute.fget(self)
        raise AttributeError(f"{kind.__name__!r} object has no attribute {name!r}", name=name, obj=self)

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)  # not `super()`: the real classes do not inherit from this one
        kind = type(self)
        if name in kind.__missing_names__:
            object.__setattr__(self, "__class__", without(kind.__complete__, kind.__missing_names__ - {name}))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self).__complete__, self.__getstate__())


def without(record: type[R], missing: frozenset[str]) -> type[R]:
    """Return the class of a record that lacks some fields; the record's own class if it lacks none."""
    if not missing:
        return record
    incomplete: Any = _classes.get((record, missing))
    if incomplete is None:
        own = {
            "__slots__": (),
            "__module__": record.__module__,
            "__qualname__": record.__qualname__,
            "__doc__": record.__doc__,
            "__attrs_attrs__": tuple(field for field in attrs.fields(record) if field.name not in missing),
            "__init__": _Incomplete.__init__,
            "__getattr__": _Incomplete.__getattr__,
            "__setattr__": _Incomplete.__setattr__,
            "__reduce__": _Incomplete.__reduce__,
            "__wire_names__": {wire: name for wire, name in record.__wire_names__.items() if name not in missing},
            "__complete__": record,
            "__missing_names__": missing,
        }
        incomplete = _classes[record, missing] = type(record.__name__, (record,), own)
    cls: type[R] = incomplete
    return cls


def decode_rest(record: R, d: dict[str, Any], convert: Mapping[str, Callable[[Any], Any]]) -> R:
    """Decode the rest of a record after a field that the wire object lacks.

    A generated decoder calls it while it handles the KeyError for that field. The error is raised again unless the
    field is only assumed. Each field is decoded at most once, so that records inside records take linear time.

    Args:
        record: The record, with the fields that were decoded before the error.
        d: The wire object.
        convert: The function that decodes each attribute which differs from its wire value.
    """
    kind = type(record)
    defaults = {field.name: field.default for field in attrs.fields(kind)}
    rest = [(wire, name) for wire, name in kind.__wire_names__.items() if not is_set(record, name)]
    if rest[0][0] in d:
        raise  # noqa: PLE0704  the KeyError came from a record inside this one
    missing: set[str] = set()
    for wire, name in rest:
        if wire in d:
            setattr(record, name, convert[name](d[wire]) if name in convert else d[wire])
        elif name in kind.__assumed__:
            missing.add(name)
        elif defaults[name] is attrs.NOTHING:
            raise  # noqa: PLE0704  the contract requires this field
        else:
            setattr(record, name, _default(defaults[name]))
    record.__source__ = d if d.keys() - kind.__wire_names__.keys() else None
    object.__setattr__(record, "__class__", without(kind, frozenset(missing)))
    return record


def or_null(decode: Callable[[Any], T]) -> Callable[[Any], T | None]:
    """Return a decoder that takes null, too."""
    return lambda value: None if value is None else decode(value)


def _restore(cls: type[R], state: dict[str, Any]) -> R:
    """Make an incomplete record from its pickled state."""
    record = object.__new__(cls)
    record.__setstate__(state)
    missing = frozenset(name for name in cls.__wire_names__.values() if name not in state)
    object.__setattr__(record, "__class__", without(cls, missing))
    return record


def _from_values(cls: type[R], values: dict[str, Any], more: dict[str, Any]) -> R:
    """Make a record of some values by their attributes; the others are defaults, or missing if they are assumed."""
    record = object.__new__(cls)
    missing = set[str]()
    for attribute in attrs.fields(cls):
        if attribute.name in values:
            setattr(record, attribute.name, values[attribute.name])
        elif attribute.name in cls.__assumed__:
            missing.add(attribute.name)
        else:
            setattr(record, attribute.name, _default(attribute.default))
    record.__source__ = more or None
    object.__setattr__(record, "__class__", without(cls, frozenset(missing)))
    return record


def _default(default: Any) -> Any:
    factory = getattr(default, "factory", None)  # `attrs.Factory` has this attribute
    return default if factory is None else factory()

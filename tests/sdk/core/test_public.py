"""The `__module__` of public classes."""

import importlib
import inspect
import pickle
import typing
from typing import Any

import attrs
import pytest
from cattrs import Converter

import trivet
from trivet._core.public import exported_from
from trivet.bus import BusStop, BusStops

PACKAGES = ("trivet", "trivet.agent", "trivet.bus", "trivet.chat", "trivet.chat.bulk")


def public_classes(package: str) -> list[type]:
    module = importlib.import_module(package)
    return [value for value in (getattr(module, name) for name in module.__all__) if inspect.isclass(value)]


@pytest.mark.parametrize("package", PACKAGES)
def test_module_of_a_public_class_is_the_package_it_is_imported_from(package: str):
    for cls in public_classes(package):
        homes = {"trivet", package} if cls.__name__ in trivet.__all__ else {package}
        assert cls.__module__ in homes
        assert getattr(importlib.import_module(cls.__module__), cls.__name__) is cls
        assert pickle.loads(pickle.dumps(cls)) is cls


@pytest.mark.parametrize("package", PACKAGES)
def test_annotations_of_a_record_are_found_where_it_is_defined(package: str):
    for record in public_classes(package):
        if not issubclass(record, trivet.Record):
            continue
        hints = typing.get_type_hints(record)
        fields: tuple[Any, ...] = attrs.fields(record)
        assert {field.name for field in fields} <= hints.keys()
        attrs.resolve_types(record)
        assert not any(isinstance(field.type, str) for field in attrs.fields(record))


def test_copy_of_the_annotations_refers_to_the_defining_module():
    # Python 3.14 resolves a copy of the annotations, in the module that each of them names.
    copied = dict(BusStop.__annotations__)
    assert {reference.__forward_module__ for reference in copied.values()} == {"trivet.bus._generated.models"}
    assert copied["latitude"].__forward_arg__ == "float"


def test_plain_cattrs_converter_structures_a_record():
    stop = BusStop(bus_stop_code="1", road_name="r", description="d", latitude=1.0, longitude=2.0)
    assert Converter().structure({"value": [attrs.asdict(stop)]}, BusStops) == BusStops(value=[stop])


def test_exported_class_without_annotations_is_only_moved():
    @exported_from("trivet.bus")
    class Bare:
        pass

    assert Bare.__module__ == "trivet.bus"
    assert typing.get_type_hints(Bare) == {}

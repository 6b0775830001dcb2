"""The records of every union, as the engine's own client reads them and as ours does, side by side."""

import importlib
import json
from datetime import datetime
from functools import reduce
from types import ModuleType
from typing import Any
from uuid import UUID

import pytest

from codegen.read.ir import Record, Service, Type
from trivet import Record as Base
from trivet._core.encode import encode

PLAIN = {
    **{"any": {"x": [None, 1]}, "bool": True, "datetime": "2024-05-01T10:00:00+00:00", "float": 1.5},
    **{"int": 7, "null": None, "str": "ü"},
}

UUID_TEXT = "123e4567-e89b-42d3-a456-426614174000"


class Samples:
    """JSON that fits: all fields of each record, and in each list one of every kind, as deep as it makes sense."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._unions = {each.name: each for each in service.unions}

    def record(self, record: Record, above: tuple[str, ...] = (), **tag: str) -> dict[str, Any]:
        path = (*above, record.name)
        fields = [each for each in record.fields if each.expected or record.name not in above]
        made = {each.wire: self.values(each.type.without_null(), path)[0] for each in fields}
        # The engine reads an id of the format uuid into a UUID; our model states no format of an answer.
        return made | {wire: UUID_TEXT for wire in made if wire == "id"} | tag

    def variants(self, union: str, above: tuple[str, ...] = ()) -> list[dict[str, Any]]:
        found = self._unions[union]
        return [self.record(self._service.record(name), above, **{found.tag: tag}) for tag, name in found.variants]

    def values(self, kind: Type, above: tuple[str, ...]) -> list[Any]:
        """One value of each form that it may have."""
        match kind.kind:
            case "record":
                return [self.record(self._service.record(kind.name), above)]
            case "union":
                return self.variants(kind.name, above)
            case "list":
                inner = kind.of[0]
                return [[] if inner.name in above else self.values(inner, above)]
            case "map":
                return [{"a key": self.values(kind.of[0], above)[0]}]
            case "anyof":
                return [value for each in kind.of for value in self.values(each, above)]
            case "literal":
                return list(kind.values)
            case plain:
                return [PLAIN[plain]]


def held(value: Any) -> Any:
    """What a value of either client holds: of a record its class and its fields, without those that are missing."""
    if isinstance(value, Base):
        fields = {name: getattr(value, name) for name in value.wire_names_.values()}
    elif hasattr(value, "additional_properties") and not value.additional_keys:
        fields = {each.name: getattr(value, each.name) for each in type(value).__attrs_attrs__}
        fields.pop("additional_properties")
    else:
        if hasattr(value, "additional_properties"):  # a map, which the engine makes a class of
            value = value.additional_properties
        if isinstance(value, dict):
            return {key: held(each) for key, each in value.items()}
        if isinstance(value, UUID):
            return str(value)
        return [held(each) for each in value] if isinstance(value, list) else value
    there = {name: each for name, each in fields.items() if each is not None and type(each).__name__ != "Unset"}
    return type(value).__name__, {name.strip("_"): held(each) for name, each in there.items()}


@pytest.fixture
def decoders(service: Service) -> dict[str, Any]:
    """Our decoders, by their names without underscores."""
    package = f"trivet.{service.name}._generated"
    modules = {*importlib.import_module(f"{package}.names").MODULES.values()} - {"._async.client", "._sync.client"}
    found = reduce(
        lambda one, other: {**one, **vars(other)},
        [importlib.import_module(f"{package}{each}") for each in (*sorted(modules), ".events.decode")],
        dict[str, Any](),
    )
    return {name.replace("_", ""): each for name, each in found.items() if callable(each)}


@pytest.mark.parametrize("service", ["agent", "orchard"], indirect=True)
def test_every_variant_is_read_alike(service: Service, stock: ModuleType, decoders: dict[str, Any]):
    models = importlib.import_module(f"{stock.__name__}.models")
    assert service.unions
    for union in service.unions:
        for (tag, record), sample in zip(union.variants, Samples(service).variants(union.name), strict=True):
            ours = decoders[f"decode{union.name.lower()}"](sample)
            theirs = getattr(models, record).from_dict(sample)
            assert held(ours) == held(theirs), (union.name, tag)
            arrived = json.loads(json.dumps(encode(ours), default=datetime.isoformat))
            assert arrived == theirs.to_dict() == sample, (union.name, tag)

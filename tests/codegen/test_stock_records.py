"""The variants of every union: our client and openapi-python-client's decode them into equal records."""

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
from trivet._core.wire_encoder import encode

PLAIN = {
    **{"any": {"x": [None, 1]}, "bool": True, "datetime": "2024-05-01T10:00:00+00:00", "float": 1.5},
    **{"int": 7, "null": None, "str": "ü"},
}

UUID_TEXT = "123e4567-e89b-42d3-a456-426614174000"


class Samples:
    """Valid JSON: all fields of each record, and one item of every kind in each list."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._unions = {union.name: union for union in service.unions}

    def record(self, record: Record, above: tuple[str, ...] = (), **tag: str) -> dict[str, Any]:
        path = (*above, record.name)
        fields = [field for field in record.fields if field.expected or record.name not in above]
        values = {field.wire: self.values(field.type.without_null(), path)[0] for field in fields}
        # openapi-python-client decodes an id of the format uuid; our model has no formats of answers.
        return values | {wire: UUID_TEXT for wire in values if wire == "id"} | tag

    def variants(self, union: str, above: tuple[str, ...] = ()) -> list[dict[str, Any]]:
        tagged = self._unions[union]
        return [self.record(self._service.record(name), above, **{tagged.tag: tag}) for tag, name in tagged.variants]

    def values(self, kind: Type, above: tuple[str, ...]) -> list[Any]:
        """Return one value for each form that a type allows."""
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
                return [value for part in kind.of for value in self.values(part, above)]
            case "literal":
                return list(kind.values)
            case plain:
                return [PLAIN[plain]]


def contents(value: Any) -> Any:
    """Return the contents of a value of either client: a record as its class and its fields, without missing ones."""
    if isinstance(value, Base):
        fields = {name: getattr(value, name) for name in value.__wire_names__.values()}
    elif hasattr(value, "additional_properties") and not value.additional_keys:
        fields = {field.name: getattr(value, field.name) for field in type(value).__attrs_attrs__}
        fields.pop("additional_properties")
    else:
        if hasattr(value, "additional_properties"):  # openapi-python-client makes a class of a map
            value = value.additional_properties
        if isinstance(value, dict):
            return {key: contents(item) for key, item in value.items()}
        if isinstance(value, UUID):
            return str(value)
        return [contents(item) for item in value] if isinstance(value, list) else value
    there = {
        name: content for name, content in fields.items() if content is not None and type(content).__name__ != "Unset"
    }
    return type(value).__name__, {name.strip("_"): contents(content) for name, content in there.items()}


@pytest.fixture
def decoders(service: Service) -> dict[str, Any]:
    """Our decoders by their names without underscores."""
    package = f"trivet.{service.name}._generated"
    modules = {*importlib.import_module(f"{package}.names").MODULES.values()} - {"._async.client", "._sync.client"}
    functions = reduce(
        lambda functions, module: {**functions, **vars(module)},
        [importlib.import_module(f"{package}{module}") for module in (*sorted(modules), ".events.decode")],
        dict[str, Any](),
    )
    return {name.replace("_", ""): function for name, function in functions.items() if callable(function)}


@pytest.mark.parametrize("service", ["agent", "orchard"], indirect=True)
def test_every_variant_is_read_alike(service: Service, stock_records: ModuleType, decoders: dict[str, Any]):
    assert service.unions
    for union in service.unions:
        for (tag, record), sample in zip(union.variants, Samples(service).variants(union.name), strict=True):
            ours = decoders[f"decode{union.name.lower()}"](sample)
            theirs = getattr(stock_records, record).from_dict(sample)
            assert contents(ours) == contents(theirs), (union.name, tag)
            arrived = json.loads(json.dumps(encode(ours), default=datetime.isoformat))
            assert arrived == theirs.to_dict() == sample, (union.name, tag)

"""The public cattrs converter of a service, made of its generated functions."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any

from cattrs import Converter

from .encode import encode
from .record import Record

__all__ = ["decoders", "make_converter"]

Decoder = Callable[[dict[str, Any]], Record]


def make_converter(*modules: ModuleType) -> Converter:
    """Make a converter whose hooks are the straight-line functions that the client itself calls.

    The hooks are leaves: another hook for a nested record is not seen by them.

    Args:
        modules: The generated modules of the service's records.
    """
    converter = Converter()
    for module in modules:
        for record, decode in decoders(module).items():
            converter.register_structure_hook(record, _ignoring_type(decode))
            converter.register_unstructure_hook(record, _as_json)
    return converter


def decoders(module: ModuleType) -> dict[type[Record], Decoder]:
    """Find the records of a generated module, each with the function that returns it.

    Events have none: their class and the decoder of their payload stand in the module's `EVENTS`.
    """
    content = vars(module)
    found: dict[type[Record], Decoder] = {}
    for name, decode in content.items():
        if name.startswith("decode_") and decode.__module__ == module.__name__:
            record = content.get(decode.__annotations__["return"])
            if isinstance(record, type) and issubclass(record, Record):
                found[record] = decode
    if "EVENTS" in content:
        decode_envelope = import_module(".decode", module.__package__).decode_envelope
        found |= {record: partial(decode_envelope, record, payload) for record, payload in content["EVENTS"].values()}
    return found


def _as_json(record: Record) -> Any:
    # `encode` leaves date-times to orjson, which writes them faster; but it takes no whole numbers of any size.
    return json.loads(json.dumps(encode(record), default=datetime.isoformat))


def _ignoring_type(decode: Decoder) -> Callable[[dict[str, Any], Any], Record]:
    return lambda data, _: decode(data)

"""The public cattrs converter of a service, made of its generated functions."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from cattrs import Converter

from .record import Record

__all__ = ["make_converter"]

Coders = Mapping[type[Record], tuple[Callable[[dict[str, Any]], Record], Callable[[Any], dict[str, Any]]]]


def make_converter(records: Coders) -> Converter:
    """Make a converter whose hooks are the straight-line functions that the client itself calls.

    The hooks are leaves: another hook for a nested record is not seen by them.
    """
    converter = Converter()
    for record, (decode, encode) in records.items():
        converter.register_structure_hook(record, _ignoring_type(decode))
        converter.register_unstructure_hook(record, _as_json(encode))
    return converter


def _as_json(encode: Callable[[Any], dict[str, Any]]) -> Callable[[Any], dict[str, Any]]:
    # The encoders leave date-times to orjson, which writes them faster; but it takes no whole numbers of any size.
    return lambda record: json.loads(json.dumps(encode(record), default=datetime.isoformat))


def _ignoring_type(decode: Callable[[dict[str, Any]], Record]) -> Callable[[dict[str, Any], Any], Record]:
    return lambda data, _: decode(data)

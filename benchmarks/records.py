"""Bytes to objects and back: with trivet, with pydantic, and with a client of openapi-python-client."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

import orjson
from attrs import frozen

from trivet._core import answer_decoder
from trivet._core.answer import Head, Headers
from trivet._core.auth import ApiKey
from trivet._core.call import Call
from trivet._core.converter import decoders
from trivet._core.record import Record
from trivet._core.settings import Settings
from trivet._core.wire_encoder import encode
from trivet.bus._generated import calls as bus_calls
from trivet.bus._generated import models as bus_models
from trivet.bus._generated._sync.client import API_INFO
from trivet.chat._generated import calls as chat_calls
from trivet.chat._generated import models as chat_models

from . import data
from .peers import adapters
from .race import Limit, Race, Runner, stopwatch
from .stock import stock_models

__all__ = ["RACES"]

COUNT = 500
TIMES = 5
ROUNDS = 40
HEAD = Head(200, Headers([(b"content-type", b"application/json")]))


@frozen
class Kind:
    """One kind of answer: its service, its data, its call and its record."""

    name: str
    service: str
    make: Callable[..., data.Wire]
    call: Call[Any]
    record: type[Record]

    def wire(self, *, unknown: bool) -> bytes:
        """The body of the answer."""
        return orjson.dumps(self.make(COUNT, unknown=unknown))


KINDS = [
    Kind(
        "routes",
        "bus",
        data.routes,
        bus_calls.routes_list(skip=None, accept="application/json"),
        bus_models.BusRoutes,
    ),
    Kind(
        "arrivals",
        "bus",
        data.arrivals,
        bus_calls.arrivals_get("83139", service_no=None, accept="application/json"),
        bus_models.Arrivals,
    ),
    Kind(
        "messages",
        "chat",
        data.messages,
        chat_calls.conversations_get("00000000-0000-4000-8000-000000000000"),
        chat_models.ConversationWithMessages,
    ),
]
DECODING = {"routes": (0.80, 0.64), "arrivals": (0.65, None), "messages": (0.76, 0.68)}
"""The budget of decoding each kind, and its floor."""

DECODERS = {**decoders(bus_models), **decoders(chat_models)}


def _settings() -> Settings:
    return Settings(
        API_INFO,
        ApiKey("AccountKey", "key", argument="account_key"),
        base_url=None,
        timeout=None,
        deadline=None,
        max_retries=0,
        max_body=2**26,
        headers=None,
        clock=None,
        strict=False,
    )


@contextmanager
def _decoding(kind: Kind, *, unknown: bool) -> Generator[Mapping[str, Runner], None, None]:
    wire = kind.wire(unknown=unknown)
    adapter = adapters("allow" if unknown else "ignore")[kind.name]
    ours = partial(answer_decoder.decode_answer, kind.call, _settings(), HEAD, wire)
    with stock_models(kind.service) as stock:
        read: Callable[[Any], object] = getattr(stock, kind.record.__name__).from_dict
        yield {
            "trivet": stopwatch(ours, TIMES),
            "pydantic": stopwatch(partial(adapter.validate_json, wire), TIMES),
            "stock": stopwatch(lambda: read(json.loads(wire)), TIMES),
        }


@contextmanager
def _encoding(kind: Kind) -> Generator[Mapping[str, Runner], None, None]:
    wire = kind.wire(unknown=False)
    adapter = adapters("ignore")[kind.name]
    theirs = adapter.validate_json(wire)
    record = DECODERS[kind.record](orjson.loads(wire))
    yield {
        "trivet": stopwatch(lambda: orjson.dumps(encode(record)), TIMES),
        "pydantic": stopwatch(lambda: adapter.dump_json(theirs, by_alias=True), TIMES),
    }


def _races(kind: Kind) -> list[Race]:
    at_most, floor = DECODING[kind.name]
    plain = (Limit("pydantic", at_most, floor=floor), Limit("stock", 0.40))
    more = (Limit("pydantic", 0.90), Limit("stock", 0.40))
    records = f"{COUNT} {kind.name}"
    return [
        Race(
            f"decode-{kind.name}",
            f"bytes to objects, {records}",
            partial(_decoding, kind, unknown=False),
            ROUNDS,
            plain,
        ),
        Race(
            f"decode-{kind.name}-unknown",
            "the same, an unknown field in each",
            partial(_decoding, kind, unknown=True),
            ROUNDS,
            more,
        ),
        Race(
            f"encode-{kind.name}",
            f"objects to bytes, {records}",
            partial(_encoding, kind),
            ROUNDS,
            (Limit("pydantic", 0.90),),
        ),
    ]


RACES = [race for kind in KINDS for race in _races(kind)]

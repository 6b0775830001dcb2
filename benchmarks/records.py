"""Bytes to objects and back: the client's way, pydantic's, and that of a stock generated client."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, Literal

import orjson

from trivet._core import codec
from trivet._core.answer import Head, Headers
from trivet._core.auth import ApiKey
from trivet._core.call import Call
from trivet._core.settings import Settings
from trivet.bus import calls, models
from trivet.bus._sync.client import PROFILE

from . import data
from .peers import adapters
from .race import Limit, Race, Runner, stopwatch
from .stock import stock_models

__all__ = ["RACES"]

COUNT = 500
TIMES = 5
ROUNDS = 40
HEAD = Head(200, Headers([(b"content-type", b"application/json")]))

Kind = Literal["routes", "arrivals"]


def _wire(kind: Kind, *, unknown: bool) -> bytes:
    make = data.routes if kind == "routes" else data.arrivals
    return orjson.dumps(make(COUNT, unknown=unknown))


def _call(kind: Kind) -> Call[Any]:
    if kind == "routes":
        return calls.routes_list(skip=None, accept="application/json")
    return calls.arrivals_get("83139", service_no=None, accept="application/json")


def _settings() -> Settings:
    return Settings(
        PROFILE,
        ApiKey("AccountKey", "key", argument="account_key"),
        base_url=None,
        timeout=None,
        deadline=None,
        max_retries=0,
        headers=None,
        clock=None,
        strict=False,
    )


@contextmanager
def _decoding(kind: Kind, *, unknown: bool) -> Generator[Mapping[str, Runner], None, None]:
    wire = _wire(kind, unknown=unknown)
    adapter = dict(zip(("routes", "arrivals"), adapters("allow" if unknown else "ignore"), strict=True))[kind]
    ours = partial(codec.read, _call(kind), _settings(), HEAD, wire)
    with stock_models() as stock:
        read: Callable[[Any], object] = (stock.BusRoutes if kind == "routes" else stock.Arrivals).from_dict
        yield {
            "trivet": stopwatch(ours, TIMES),
            "pydantic": stopwatch(partial(adapter.validate_json, wire), TIMES),
            "stock": stopwatch(lambda: read(json.loads(wire)), TIMES),
        }


@contextmanager
def _encoding(kind: Kind) -> Generator[Mapping[str, Runner], None, None]:
    wire = _wire(kind, unknown=False)
    adapter = dict(zip(("routes", "arrivals"), adapters("ignore"), strict=True))[kind]
    theirs = adapter.validate_json(wire)
    decode, encode = models.RECORDS[models.BusRoutes if kind == "routes" else models.Arrivals]
    record = decode(orjson.loads(wire))
    yield {
        "trivet": stopwatch(lambda: codec.dumps(encode(record)), TIMES),
        "pydantic": stopwatch(lambda: adapter.dump_json(theirs, by_alias=True), TIMES),
    }


def _races(kind: Kind) -> list[Race]:
    plain = (Limit("pydantic", 0.85), Limit("stock", 0.40))
    more = (Limit("pydantic", 0.90), Limit("stock", 0.40))
    what = f"{COUNT} {kind}"
    return [
        Race(f"decode-{kind}", f"bytes to objects, {what}", partial(_decoding, kind, unknown=False), ROUNDS, plain),
        Race(
            f"decode-{kind}-unknown",
            "the same, an unknown field in each",
            partial(_decoding, kind, unknown=True),
            ROUNDS,
            more,
        ),
        Race(
            f"encode-{kind}", f"objects to bytes, {what}", partial(_encoding, kind), ROUNDS, (Limit("pydantic", 1.2),)
        ),
    ]


RACES = [*_races("routes"), *_races("arrivals")]

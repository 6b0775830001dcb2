"""One small GET within the process: the overhead of a client over its transport."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import count

import httpx
import orjson

from trivet import BusClient

from . import data
from .race import Limit, Race, Runner, stopwatch

__all__ = ["RACES"]

HOST = "http://127.0.0.1"
BODY = orjson.dumps(data.arrivals(1))


def _answer(_: httpx.Request) -> httpx.Response:
    return httpx.Response(200, headers={"content-type": "application/json"}, content=BODY)


def _one_stop() -> Iterator[str]:
    while True:
        yield "83139"


def _fresh_stops() -> Iterator[str]:
    return (f"{number:05}" for number in count(1))


@contextmanager
def _getting(codes: Callable[[], Iterator[str]]) -> Generator[Mapping[str, Runner], None, None]:
    transport = httpx.MockTransport(_answer)
    url = f"{HOST}/v3/BusArrival?BusStopCode="  # with `params`, httpx would take 50 % longer
    our_codes, their_codes = codes(), codes()
    ours = BusClient(account_key="key", base_url=HOST, transport=transport)
    theirs = httpx.Client(headers={"AccountKey": "key"}, transport=transport)
    with ours, theirs:
        yield {
            "trivet": stopwatch(lambda: ours.arrivals.get(next(our_codes)), 200),
            "httpx": stopwatch(lambda: theirs.get(url + next(their_codes)).json(), 200),
        }


def _race(name: str, work: str, codes: Callable[[], Iterator[str]], at_most: float, floor: float) -> Race:
    return Race(
        name,
        f"one small GET, mock transport, {work}",
        partial(_getting, codes),
        30,
        (Limit("httpx", at_most, floor=floor),),
    )


RACES = [
    _race("get", "one URL again and again", _one_stop, 0.62, 0.58),
    _race("get-fresh", "each URL for the first time", _fresh_stops, 0.80, 0.62),
]

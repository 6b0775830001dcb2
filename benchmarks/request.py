"""One small GET within the process: the overhead of a client over its transport."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager

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


@contextmanager
def _getting() -> Generator[Mapping[str, Runner], None, None]:
    transport = httpx.MockTransport(_answer)
    url = f"{HOST}/v3/BusArrival?BusStopCode=83139"  # with `params` it would take 50 % longer
    ours = BusClient(account_key="key", base_url=HOST, transport=transport)
    theirs = httpx.Client(headers={"AccountKey": "key"}, transport=transport)
    with ours, theirs:
        yield {
            "trivet": stopwatch(lambda: ours.arrivals.get("83139"), 200),
            "httpx": stopwatch(lambda: theirs.get(url).json(), 200),
        }


RACES = [Race("get", "one small GET, mock transport", _getting, 15, (Limit("httpx", 1.0),))]

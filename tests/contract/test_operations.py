"""Every operation of every contract, through the client in both colours, against the stub in process and on a port.

The list of operations comes from the contract that the stub reads, not from the client.
"""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import resources
from operator import attrgetter
from typing import Any

import pytest

from trivet import AsyncBusClient, BusClient
from trivet_stubs import BusStub

CLIENTS = {"bus": (BusClient, AsyncBusClient, BusStub)}

# The arguments that an operation cannot go without, and what its answer then holds.
IDENTITIES: dict[str, tuple[object, ...]] = {"arrivals.get": ("54009",)}
JSON, ATOM = "application/json", "application/atom+xml"


def operations() -> Iterator[tuple[str, str, list[str]]]:
    for file in sorted(resources.files("trivet_stubs").joinpath("contracts").iterdir(), key=str):
        contract = json.loads(file.read_text("utf-8"))
        for item in contract["paths"].values():
            for operation in item.values():
                yield (
                    file.name.removesuffix(".json"),
                    operation["operationId"],
                    [*operation["responses"]["200"]["content"]],
                )


CASES = [pytest.param(*each, id=f"{each[0]} {each[1]}") for each in operations()]


@contextmanager
def settings(service: str, place: str) -> Iterator[tuple[Any, Callable[[str], dict[str, Any]]]]:
    """A fresh stub, and what a client of either colour needs to reach it."""
    with CLIENTS[service][2]() as stub:
        common = {"account_key": stub.account_key, "clock": stub.clock}
        if place == "in process":
            transports = {"sync": stub.transport, "async": stub.async_transport}
            yield stub, lambda colour: {**common, "base_url": "http://stub.test", "transport": transports[colour]()}
        else:
            with stub.serve() as served:
                yield stub, lambda _: {**common, "base_url": served.url}


def call_sync(service: str, options: dict[str, Any], operation: str, **arguments: Any) -> Any:
    with CLIENTS[service][0](**options) as client:
        result = attrgetter(operation)(client)(*IDENTITIES.get(operation, ()), **arguments)
        return result.all() if hasattr(result, "all") else result


def call_async(service: str, options: dict[str, Any], operation: str, **arguments: Any) -> Any:
    async def run() -> Any:
        async with CLIENTS[service][1](**options) as client:
            result = attrgetter(operation)(client)(*IDENTITIES.get(operation, ()), **arguments)
            return await (result.all() if hasattr(result, "all") else result)

    return asyncio.run(run())


@pytest.mark.parametrize("strict", [False, True], ids=["fast", "strict"])
@pytest.mark.parametrize("place", ["in process", "on a port"])
@pytest.mark.parametrize(("service", "operation", "media"), CASES)
def test_both_colours_and_all_formats_give_equal_objects(
    service: str, operation: str, media: list[str], place: str, strict: bool
) -> None:
    with settings(service, place) as (stub, options):
        answers = []
        for accept in media:
            extra = {"accept": accept} if len(media) > 1 else {}
            answers.append(call_sync(service, {**options("sync"), "strict": strict}, operation, **extra))
            answers.append(call_async(service, {**options("async"), "strict": strict}, operation, **extra))
        asked = [entry for entry in stub.journal if entry.operation == operation]
    assert len(asked) >= len(answers)
    assert all(entry.status == 200 for entry in asked)
    if operation.startswith("passenger_volume"):  # every fresh link has a signature of its own
        answers = [[each.link.partition("?")[0] for each in links] for links in answers]
    assert answers[0]
    assert all(each == answers[0] for each in answers[1:])


def test_the_formats_that_were_asked_for_were_sent() -> None:
    with settings("bus", "in process") as (stub, options):
        call_sync("bus", options("sync"), "stops.list", accept=ATOM)
        call_sync("bus", options("sync"), "stops.list")
        accepted = {entry.headers["accept"] for entry in stub.journal}
    assert accepted == {ATOM, JSON}

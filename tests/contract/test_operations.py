"""Every example of every operation, by the sync and the async client, against the stub in process and on a port.

The list of operations comes from the contract of the stub, not from the client.
"""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from importlib import resources
from itertools import product
from operator import attrgetter
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.contract.examples import CREDENTIALS, SERVICES, calls_of, prepared
from tests.wrong_rows import wrong_rows
from trivet import AgentClient, AsyncAgentClient, AsyncBusClient, AsyncChatClient, BusClient, ChatClient, Record
from trivet_stubs import AgentStub, BusStub, ChatStub

CLIENTS: dict[str, tuple[Any, Any, Any]] = {
    "agent": (AgentClient, AsyncAgentClient, AgentStub),
    "bus": (BusClient, AsyncBusClient, BusStub),
    "chat": (ChatClient, AsyncChatClient, ChatStub),
}
JSON, ATOM = "application/json", "application/atom+xml"


def operations() -> Iterator[Any]:
    folder = resources.files("trivet_stubs").joinpath("contracts")
    for file in sorted((file for file in folder.iterdir() if file.is_file()), key=str):
        service = file.name.removesuffix(".json")
        if service not in SERVICES:  # the tables of callers and of preparations do not have it
            continue
        for item in json.loads(file.read_text("utf-8"))["paths"].values():
            for operation in item.values():
                contents = [
                    response.get("content", {}) for code, response in operation["responses"].items() if code < "300"
                ]
                # The argument `accept` selects the media type, unless another argument does.
                media = [None] if operation.get("x-by-hand") or len(contents[0]) < 2 else [*contents[0]]
                yield pytest.param(service, operation["operationId"], media, id=f"{service} {operation['operationId']}")


@contextmanager
def settings(service: str, place: str, caller: str = "user") -> Iterator[tuple[Any, Callable[[str], dict[str, Any]]]]:
    """Yield a new stub, and a function that returns the options of its clients."""
    with CLIENTS[service][2]() as stub:
        common = {**CREDENTIALS[service](stub, caller), "clock": stub.clock}
        if place == "in process":
            transports = {"sync": stub.transport, "async": stub.async_transport}
            yield stub, lambda api: {**common, "base_url": "http://stub.test", "transport": transports[api]()}
        else:
            with stub.serve() as served:
                yield stub, lambda _: {**common, "base_url": served.url}


def call_sync(client_class: Any, options: dict[str, Any], operation: str, *args: Any, **arguments: Any) -> Any:
    with client_class(**options) as client:
        result = attrgetter(operation)(client)(*args, **arguments)
        if hasattr(result, "__enter__"):  # an endless stream
            with result as stream:
                return [next(iter(stream))]
        return list(result) if hasattr(result, "all") or hasattr(result, "save") else result


def call_async(client_class: Any, options: dict[str, Any], operation: str, *args: Any, **arguments: Any) -> Any:
    async def run() -> Any:
        async with client_class(**options) as client:
            result = attrgetter(operation)(client)(*args, **arguments)
            if hasattr(result, "__aenter__"):
                async with result as stream:
                    return [await anext(aiter(stream))]
            if hasattr(result, "__aiter__"):
                return [item async for item in result]
            return await result

    return asyncio.run(run())


@pytest.mark.parametrize("place", ["in process", "on a port"])
@pytest.mark.parametrize(("service", "operation", "media"), list(operations()))
def test_both_apis_all_media_types_and_strict_decoding_return_equal_objects(
    service: str, operation: str, media: list[str | None], place: str
) -> None:
    sync_client, async_client, _ = CLIENTS[service]
    apis = (("sync", call_sync, sync_client), ("async", call_async, async_client))
    examples = calls_of(service, operation)
    for example in examples:
        answers = []
        for accept, (api, call, client_class), strict in product(media, apis, (False, True)):
            with settings(service, place, example.caller) as (stub, options):
                with sync_client(**options("sync")) as client:
                    args, arguments = prepared(service, operation, client, stub, example.key)
                before = stub.requests.count(operation)
                extra = {} if accept is None else {"accept": accept}
                answers.append(
                    call(client_class, {**options(api), "strict": strict}, operation, *args, **arguments, **extra)
                )
                entries = [entry for entry in stub.requests if entry.operation == operation][before:]
            assert entries
            assert all(entry.status in (200, 201, 204) for entry in entries)
            assert (answers[-1] is None) == (entries[-1].status == 204)
        if operation.startswith("passenger_volume"):  # every new link has its own host and signature
            answers = [[urlsplit(link.link).path for link in links] for links in answers]
        assert answers[0] is None or answers[0] or example is not examples[0], example.key
        assert all(answer == answers[0] for answer in answers[1:]), example.key


def test_accept_selects_the_media_type() -> None:
    with settings("bus", "in process") as (stub, options):
        call_sync(BusClient, options("sync"), "stops.list", accept=ATOM)
        call_sync(BusClient, options("sync"), "stops.list")
        accepted = {entry.headers["accept"] for entry in stub.requests}
    assert accepted == {ATOM, JSON}


class Recorder(httpx.BaseTransport):
    """A transport that keeps the bodies of the answers of another transport, as they went over the wire."""

    def __init__(self, inner: httpx.BaseTransport) -> None:
        self._inner = inner
        self.bodies: list[bytearray] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self._inner.handle_request(request)
        body = bytearray()
        self.bodies.append(body)

        def copied() -> Iterator[bytes]:
            for chunk in response.stream:
                body.extend(chunk)
                yield chunk

        return httpx.Response(response.status_code, headers=response.headers, stream=Chunks(copied(), response.close))


class Chunks(httpx.SyncByteStream):
    """The chunks of a body, and the function that closes its source."""

    def __init__(self, chunks: Iterator[bytes], close: Callable[[], None]) -> None:
        self._chunks = chunks
        self._close = close

    def __iter__(self) -> Iterator[bytes]:
        return self._chunks

    def close(self) -> None:
        self._close()


def without_nulls(value: Any) -> Any:
    """JSON data without the differences that a record does not keep.

    A record does not know a null that may be left out from a missing field, a missing list from an empty one, and how a
    time was written.
    """
    if isinstance(value, dict):
        fields = {name: without_nulls(field) for name, field in value.items()}
        return {name: field for name, field in fields.items() if field is not None and field != []}
    if isinstance(value, list):
        return [without_nulls(item) for item in value]
    is_time = isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", value)
    return datetime.fromisoformat(value) if is_time else value


def objects(body: bytes) -> Iterator[Any]:
    """The JSON objects of a body or of its first event: the whole, its fields, and the items of lists among them."""
    text = body.decode()
    event = re.search(r"^data: ?(.*)$", text, re.M)
    data = without_nulls(json.loads(event[1] if event else text))
    fields = [data, *(data.values() if isinstance(data, dict) else ())]
    for field in fields:
        yield from field if isinstance(field, list) else [field]


def test_json_of_every_result_is_what_the_server_sent() -> None:
    classes = set()
    with wrong_rows() as row:
        for service, operation, _ in (parameter.values for parameter in operations()):
            caller = calls_of(service, operation)[0].caller
            with row(operation), settings(service, "in process", caller) as (stub, options):
                client_class = CLIENTS[service][0]
                with client_class(**options("sync")) as client:
                    args, arguments = prepared(service, operation, client, stub)
                recorder = Recorder(stub.transport())
                recorded = {**options("sync"), "transport": recorder}
                result = call_sync(client_class, recorded, operation, *args, **arguments)
                results = result if isinstance(result, list) else [result]
                records = [record for record in results if isinstance(record, Record)]
                wire = [inner for body in recorder.bodies if records for inner in objects(bytes(body))]
                for record in records:
                    assert without_nulls(json.loads(record.to_json())) in wire
                    classes.add(type(record))
    assert len(classes) > 50, classes

"""Middleware that rewrites answers, and adds missing parts to requests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
from starlette.responses import StreamingResponse

from tests.mutants.derived.rewriting import add_header, add_parameter, add_property, rewrite_json
from trivet_stubs import BusStub, ChatStub
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest


@pytest.fixture
def stub() -> Iterator[BusStub]:
    with BusStub() as stub:
        yield stub


def client(stub: BusStub, **headers: str) -> httpx.Client:
    return httpx.Client(transport=stub.transport(), base_url="http://bus.test", headers=headers, timeout=10.0)


class Streaming:
    """An answer other than JSON that does not end."""

    @operation("stops.list")
    def list_stops(self, request: ContractRequest) -> StreamingResponse:
        async def pieces() -> AsyncIterator[bytes]:
            while True:
                yield b": ping\n\n"

        return StreamingResponse(pieces(), media_type="text/event-stream")


def test_json_of_a_success_is_rewritten_and_nothing_else(stub: BusStub) -> None:
    rewrite_json(stub, "stops.list", lambda status, page: {"status": status, "rows": len(page["value"])})
    with client(stub, AccountKey=stub.account_key) as http:
        assert http.get("/BusStops").json() == {"status": 200, "rows": 18}
        assert "fault" in http.get("/BusStops?$skip=-1").json()
        atom = http.get("/BusStops", headers={"accept": "application/atom+xml"})
        assert atom.content.startswith(b"<?xml")


def test_endless_stream_passes_unbuffered(stub: BusStub) -> None:
    rewrite_json(stub, "stops.list", lambda status, page: page)
    stub.override(Streaming())
    with client(stub, AccountKey=stub.account_key) as http, http.stream("GET", "/BusStops") as answer:
        assert next(answer.iter_raw()).startswith(b": ping")


def test_header_and_parameter_are_added_where_they_are_missing(stub: BusStub) -> None:
    add_header(stub, "stops.list", "AccountKey", stub.account_key)
    add_parameter(stub, "stops.list", "$skip", "16")
    with client(stub) as http:
        assert len(http.get("/BusStops").json()["value"]) == 2
        assert len(http.get("/BusStops?$skip=17").json()["value"]) == 1
        assert http.get("/BusStops", headers={"AccountKey": "wrong"}).status_code == 401
        assert http.get("/BusRoutes").status_code == 401


def test_property_is_added_to_a_body_that_leaves_it_out() -> None:
    with ChatStub() as stub:
        add_property(stub, "conversations.create", ["title"], "added")
        token = {"authorization": f"Bearer {stub.token('alice')}"}
        with httpx.Client(transport=stub.transport(), base_url="http://chat.test", headers=token) as http:
            (path,) = [
                operation.path
                for operation in stub.contract.operations.values()
                if operation.id == "conversations.create"
            ]
            assert http.post(path, json={}).json()["title"] == "added"
            assert http.post(path, json={"title": "own"}).json()["title"] == "own"
            assert http.post(path, content=b"[", headers={"content-type": "application/json"}).status_code == 422

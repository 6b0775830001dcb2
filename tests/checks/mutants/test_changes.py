"""Changes of a stub from outside its rules."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.checks.checks.helpers import chat
from trivet_checks.mutants.changes import (
    change_answer,
    change_headers,
    change_query,
    change_route,
    change_status,
    do_nothing,
)
from trivet_stubs import BusStub


@pytest.fixture
def stub() -> Iterator[BusStub]:
    with BusStub() as stub:
        yield stub


def get(stub: BusStub, path: str, **options: str) -> httpx.Response:
    headers = {"AccountKey": stub.account_key, **options}
    with httpx.Client(transport=stub.transport(), base_url="http://bus.test", headers=headers) as client:
        return client.get(path)


def test_answer_of_one_operation_is_changed_and_no_refusal(stub: BusStub) -> None:
    change_answer(stub, "stops.list", lambda page: {"value": len(page["value"])}, status=202)
    answer = get(stub, "/BusStops")
    assert (answer.status_code, answer.json()) == (202, {"value": 18})
    assert get(stub, "/BusStops", AccountKey="wrong").status_code == 401
    assert len(get(stub, "/BusServices").json()["value"]) == 6


def test_nothing_is_done_and_an_answer_given(stub: BusStub) -> None:
    do_nothing(stub, "stops.list", status=204)
    answer = get(stub, "/BusStops")
    assert (answer.status_code, answer.content) == (204, b"")
    assert stub.requests.count("stops.list") == 0


def test_headers_and_query_are_changed_before_the_stub_reads_them(stub: BusStub) -> None:
    change_headers(stub, "stops.list", {"AccountKey": stub.account_key})
    change_query(stub, "stops.list", lambda query: query.replace(b"11009", b"28009"))
    answer = get(stub, "/BusStops?BusStopCode=11009", AccountKey="wrong")
    assert [stop["BusStopCode"] for stop in answer.json()["value"]] == ["28009"]


def test_status_and_route_are_changed(stub: BusStub) -> None:
    change_status(stub, "stops.list", {401: 403})
    change_route(stub, ("GET", "/v3/BusStops"), ("GET", "/BusStops"))
    assert get(stub, "/BusStops", AccountKey="wrong").status_code == 403
    assert get(stub, "/v3/BusStops").json() == get(stub, "/BusStops").json()
    assert get(stub, "/v3/BusRoutes").status_code == 404


def test_answer_without_a_body_stays_without():
    with chat(lambda stub: change_answer(stub, "conversations.delete", lambda _: {"x": 1}, status=200)) as (_, target):
        conversation = send(target, "user", "conversations.create", json={"title": "x"}).json
        gone = send(target, "user", "conversations.delete", conversation["id"])
        assert (gone.status, gone.body) == (200, b"")


@pytest.mark.parametrize("name", ["authorization", "Authorization"])
def test_changed_headers_are_those_of_another_caller(name):
    def change(stub):
        change_headers(stub, "admin.users.list", {name: f"Bearer {stub.admin_token}"})

    with chat(change) as (_, target):
        assert send(target, "user", "admin.users.list").ok
        assert not send(target, "user", "admin.ratings.summary").ok


def send(target, caller, operation, *segments, **options):
    return target.caller(caller).call(operation, *segments, **options)

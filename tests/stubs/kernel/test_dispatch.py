"""Dispatch: inputs checked, handlers called, answers checked."""

from typing import Any

import httpx
import pytest

from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest, Reply

OPERATIONS = {
    "/v3/BusArrival?BusStopCode=28009": "arrivals.get",
    "/BusServices": "services.list",
    "/BusRoutes": "routes.list",
    "/BusStops": "stops.list",
    "/PV/Bus": "passenger_volume.by_stop",
    "/PV/ODBus": "passenger_volume.by_trip",
    "/PlannedBusRoutes": "planned_routes.list",
}


def fault(response: httpx.Response) -> str:
    text: str = response.json()["fault"]["faultstring"]
    return text


@pytest.mark.parametrize(("path", "name"), OPERATIONS.items())
def test_every_operation_answers_and_is_logged(get, bus_stub, path, name):
    answer = get(path)

    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json;charset=UTF-8"
    assert answer.headers["cache-control"] == "no-store"
    assert "odata.metadata" in answer.json()
    assert [entry.operation for entry in bus_stub.requests] == [name]


def test_body_of_an_operation_without_one_is_refused(client):
    answer = client.request("GET", "/BusStops", json={})

    assert (answer.status_code, fault(answer)) == (400, "body: stops.list takes none")


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        ({"value": [{"BusStopCode": "1"}]}, "value.0"),
        ({"rows": []}, "the answer"),
        (Reply({"value": []}, status=204), "204"),
        (Reply({"value": []}, status=401), "fault"),
    ],
)
def test_wrong_answer_of_a_handler_is_500_with_stub_bug(client, bus_stub, wrong, what):
    class Wrong:
        @operation("stops.list")
        def answer(self, request: ContractRequest) -> Any:
            return wrong

    bus_stub.override(Wrong())
    answer = client.get("/BusStops")

    assert answer.status_code == 500
    assert fault(answer).startswith("STUB BUG: stops.list answered ")
    assert what in fault(answer)


def test_exception_of_a_handler_is_500_with_stub_bug(get, bus_stub):
    class Failing:
        @operation("stops.list")
        def answer(self, request: ContractRequest) -> Any:
            raise KeyError("shelf")

    bus_stub.override(Failing())
    answer = get("/BusStops")

    assert answer.status_code == 500
    assert fault(answer) == "STUB BUG: stops.list raised KeyError: 'shelf'"
    assert bus_stub.requests[-1].status == 500


def test_async_handler_may_wait(client, bus_stub):
    class Waiting:
        @operation("stops.list")
        async def answer(self, request: ContractRequest) -> Any:
            await bus_stub.clock.asleep(1)
            return {"value": []}

    bus_stub.override(Waiting())

    assert client.get("/BusStops").json() == {"value": []}

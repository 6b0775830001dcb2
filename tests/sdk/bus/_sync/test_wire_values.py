# Derived from tests/sdk/bus/_async/test_wire_values.py by `python -m codegen`; do not edit.
"""Odd values that the service really sends: integer distances, null times, answers without a body."""

from datetime import datetime
from typing import Any

import pytest

from trivet import BusClient, DecodeError
from trivet.bus import SINGAPORE, Arrivals
from trivet_stubs import BusStub

NIGHT = datetime(2025, 6, 17, 3, 30, tzinfo=SINGAPORE)
ACCEPTS = ["application/json", "application/atom+xml"]


def client(stub: BusStub, **options: Any) -> BusClient:
    return BusClient(
        account_key="stub-key",
        base_url="http://bus.test",
        transport=stub.transport(),
        clock=stub.clock,
        **options,
    )


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("accept", ACCEPTS)
def test_whole_number_on_the_wire_becomes_a_float(bus_stub: BusStub, accept: Any, strict: bool) -> None:
    assert {type(row["Distance"]) for row in bus_stub.records.routes} == {int, float}
    with client(bus_stub, strict=strict) as bus:
        rows = bus.routes.list(accept=accept).all()
        stops = bus.stops.list(accept=accept).all()
    assert {type(row.distance) for row in rows} == {float}
    assert {type(coordinate) for stop in stops for coordinate in stop.position} == {float}
    assert "distance=0.0," in repr(rows[0])
    assert f"{rows[0].distance} km" == "0.0 km"


@pytest.mark.parametrize("distance", ["0.6", None, [1], {}])
def test_distance_that_is_not_a_number_raises_and_names_the_field(bus_stub: BusStub, distance: Any) -> None:
    row = {**bus_stub.records.routes[0], "Distance": distance}
    bus_stub.faults.add("routes.list", body={"value": [row]})
    with client(bus_stub) as bus:
        with pytest.raises(DecodeError, match=r"expected float, got \w+ @ \$\.value\[0\]\.distance"):
            bus.routes.list().page()


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("accept", ACCEPTS)
def test_null_times_are_none(bus_stub: BusStub, accept: Any, strict: bool) -> None:
    with client(bus_stub, strict=strict) as bus:
        before = bus.routes.list(accept=accept).all()
        bus_stub.observed.null_times = True
        rows = bus.routes.list(accept=accept).all()
        planned = bus.planned_routes.list(accept=accept).all()
    saturday = datetime(2025, 6, 21, 12, tzinfo=SINGAPORE)
    assert any(row.sat_first_bus is None for row in rows)
    assert [row.first_bus(saturday) for row in rows] == [row.first_bus(saturday) for row in before]
    assert [row.in_service(saturday) for row in rows] == [row.in_service(saturday) for row in before]
    assert planned[0].wd_last_bus is None
    assert planned[0].last_bus(datetime(2025, 6, 16, 12, tzinfo=SINGAPORE)) is None


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("accept", ACCEPTS)
def test_empty_body_at_night_is_an_answer_without_services(bus_stub: BusStub, accept: Any, strict: bool) -> None:
    bus_stub.observed.empty_arrivals = True
    bus_stub.clock.set(NIGHT)
    with client(bus_stub, strict=strict) as bus:
        answer = bus.with_response(bus.arrivals.get, "28009", accept=accept)
        assert answer.value == Arrivals(bus_stop_code="28009")
        assert (answer.status, answer.body, answer.value.services) == (200, b"", [])
        bus_stub.clock.advance(4 * 3600)
        assert (bus.arrivals.get("28009", accept=accept)).services


@pytest.mark.parametrize("body", [" \n", "{}", "{ }\n"])
def test_body_that_says_nothing_is_an_answer_without_services(bus_stub: BusStub, body: str) -> None:
    bus_stub.faults.add("arrivals.get", body=body, content_type="application/json")
    with client(bus_stub) as bus:
        assert bus.arrivals.get("28009") == Arrivals(bus_stop_code="28009")


@pytest.mark.parametrize("body", ["null", "[]", '{"Services": []}', '{"fault": {"faultstring": "no"}}', "{"])
def test_body_that_says_something_else_raises(bus_stub: BusStub, body: str) -> None:
    bus_stub.faults.add("arrivals.get", body=body, content_type="application/json")
    with client(bus_stub) as bus:
        with pytest.raises(DecodeError):
            bus.arrivals.get("28009")


def test_empty_body_of_another_operation_raises(bus_stub: BusStub) -> None:
    bus_stub.faults.add("stops.list", body="", content_type="application/json", times=2)
    bus_stub.faults.add("arrivals.get", body="<html></html>", content_type="text/html")
    with client(bus_stub) as bus:
        with pytest.raises(DecodeError, match="the body is empty"):
            bus.stops.list().page()
        with pytest.raises(DecodeError, match="text/html"):
            bus.arrivals.get("28009")


def test_slots_of_nulls_are_empty_and_every_helper_returns_none(bus_stub: BusStub) -> None:
    data = bus_stub.state.timetable.arrivals("28009", bus_stub.clock.now())[0]
    nulls = dict.fromkeys(data["NextBus"])
    body = {"BusStopCode": "28009", "Services": [{**data, "NextBus": nulls, "NextBus3": nulls}]}
    bus_stub.faults.add("arrivals.get", body=body)
    with client(bus_stub) as bus:
        [service] = (bus.arrivals.get("28009")).services
    assert service.buses == (service.next_bus_2,)
    slot = service.next_bus
    assert (slot.is_empty, slot.is_scheduled, slot.is_wheelchair_accessible) == (True, False, False)
    values = (slot.eta, slot.minutes(bus_stub.clock.now()), slot.position, slot.visit, slot.load_in_words)
    assert values == (None,) * 5


def test_last_bus_after_midnight_is_the_one_that_arrives(bus_stub: BusStub) -> None:
    now = datetime(2025, 6, 16, 23, 50, tzinfo=SINGAPORE)
    bus_stub.clock.set(now)
    with client(bus_stub) as bus:
        [row] = [
            candidate
            for candidate in bus.routes.list().all()
            if (candidate.service_no, candidate.stop_sequence) == ("302", 4)
        ]
        last = row.last_bus(now)
        assert last == datetime(2025, 6, 17, 0, 8, tzinfo=SINGAPORE)
        [service] = (bus.arrivals.get(row.bus_stop_code, service_no="302")).services
        assert max(arriving.eta for arriving in service.buses if arriving.eta) == last
        assert row.in_service(last)
        bus_stub.clock.set(last)
        bus_stub.clock.advance(60)
        assert (bus.arrivals.get(row.bus_stop_code, service_no="302")).services == []
        assert not row.in_service(bus_stub.clock.now())

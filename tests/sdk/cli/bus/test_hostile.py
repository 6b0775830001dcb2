"""Wrong answers of a service: no command ends in a traceback or lets a control character through."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.sdk.cli.bus.conftest import Rider

STOP = "54009"
BUS: dict[str, Any] = {
    "OriginCode": "11009",
    "DestinationCode": STOP,
    "EstimatedArrival": "2025-06-16T08:03:00+08:00",
    "Monitored": 1,
    "Latitude": "1.3",
    "Longitude": "103.8",
    "VisitNumber": "1",
    "Load": "SEA",
    "Feature": "WAB",
    "Type": "SD",
}
VALUES = (None, 1, 1.5, True, "", "x" * 100_000, "\x1b[2J\r\n\u202e", "9999-12-31T23:59:59+00:00", [1], {"a": []})


def service(number: Any = "10", **bus: Any) -> dict[str, Any]:
    slots = {slot: {**BUS, **bus} for slot in ("NextBus", "NextBus2", "NextBus3")}
    return {"ServiceNo": number, "Operator": "SBST", **slots}


def answer(*services: Any) -> dict[str, Any]:
    return {"odata.metadata": "", "BusStopCode": STOP, "Services": list(services)}


def wrong_bodies() -> list[dict[str, Any] | str]:
    """Return an answer with every field of a bus in every wrong form, and answers of another shape."""
    fields = [service(**{name: value}) for name in BUS for value in VALUES]
    numbers = [service(value) for value in VALUES]
    shapes: list[dict[str, Any] | str] = ["<html>\x1b[2J", "[]", "{", answer(None), answer({"ServiceNo": "\x1b[2J"})]
    return [answer(*fields, *numbers), {"Services": {}}, *shapes]


@pytest.mark.parametrize("output", ["ndjson", "table"])
def test_wrong_arrivals_are_shown_or_refused_in_one_line(rider: Rider, output: str) -> None:
    rider.rows("near", STOP)
    statuses = list[int]()
    for body in wrong_bodies():
        rider.stub.faults.clear()
        rider.stub.faults.add("arrivals.get", status=200, content_type="application/json", times=None, body=body)
        done = rider.run("arrivals", STOP, "-o", output)
        message = f"{str(body)[:80]}: {done.err[:300]}"
        assert "fault of the program" not in done.err, message
        assert "\x1b" not in done.out + done.err, message
        assert output != "table" or "\u202e" not in done.out, message
        assert (done.err.count("\n"), done.out) == (1, "") if done.status else done.err == "", message
        statuses.append(done.status)
    assert (statuses[0], {*statuses}) == (0, {0, 1})


def test_watch_survives_a_truncated_answer(rider: Rider) -> None:
    rider.stub.faults.add("arrivals.get", cut_after=20, after=1)
    rider.stub.faults.add("arrivals.get", drop=True, after=2)
    done = rider.run("arrivals", STOP, "--watch", "--rounds", "4")
    assert (done.status, done.err) == (0, "")
    errors = [json.loads(line)["stops"][0]["error"] is not None for line in done.out.splitlines()]
    assert errors[0] is errors[3] is False
    assert sum(errors) >= 1

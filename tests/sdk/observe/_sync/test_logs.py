# Derived from tests/sdk/observe/_async/test_logs.py by `python -m codegen`; do not edit.
"""The log of calls: one line for each call, at a level that the user chooses."""

import logging
from contextlib import suppress

import httpx
import pytest

from trivet import BusClient, InvalidArgumentError, TrivetError
from trivet.observe import logs

ARRIVALS = {"odata.metadata": "", "BusStopCode": "83139", "Services": []}


def client(clock, *replies, level="INFO"):
    answers = list(replies)

    def answer(_):
        reply = answers.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply

    return BusClient(
        account_key="k3y-of-the-account",
        base_url="http://bus.test",
        transport=httpx.MockTransport(answer),
        clock=clock,
        observers=[logs(level)],
    )


def found(request_id=None):
    return httpx.Response(200, json=ARRIVALS, headers={"x-request-id": request_id} if request_id else {})


@pytest.mark.parametrize(
    ("replies", "line"),
    [
        ([found()], "bus arrivals.get: 200 in 0.750 s, 0 retries"),
        ([found("req-1")], "bus arrivals.get: 200 in 0.750 s, 0 retries, request req-1"),
        ([found("a\x1b[31mb")], "bus arrivals.get: 200 in 0.750 s, 0 retries, request a\\x1b[31mb"),
        ([found("k3y-of-the-account")], "bus arrivals.get: 200 in 0.750 s, 0 retries, request ***"),
        ([httpx.Response(503), found()], "bus arrivals.get: 200 in 1.250 s, 1 retry"),
        ([httpx.Response(404)], "bus arrivals.get: 404 NotFoundError in 0.750 s, 0 retries"),
        ([httpx.Response(200, text="x")], "bus arrivals.get: 200 DecodeError in 0.750 s, 0 retries"),
        (
            [httpx.ConnectError("refused")] * 3,
            "bus arrivals.get: - APIConnectionError in 1.750 s, 2 retries",
        ),
    ],
)
def test_each_call_is_one_line(caplog, clock, replies, line):
    caplog.set_level(logging.INFO, "trivet")
    with client(clock, *replies) as bus:
        with suppress(TrivetError):
            bus.arrivals.get("83139")
    assert [(record.name, record.levelname, record.getMessage()) for record in caplog.records] == [
        ("trivet", "INFO", line)
    ]


@pytest.mark.parametrize(("level", "name"), [("debug", "DEBUG"), ("WARNING", "WARNING"), (25, "Level 25")])
def test_lines_have_the_level_that_was_chosen(caplog, clock, level, name):
    caplog.set_level(logging.DEBUG, "trivet")
    with client(clock, found(), level=level) as bus:
        bus.arrivals.get("83139")
    assert name in {record.levelname for record in caplog.records if "0 retries" in record.getMessage()}


@pytest.mark.parametrize("level", ["LOUD", "", None, True, 1.5])
def test_unknown_level_is_refused(level):
    with pytest.raises(InvalidArgumentError, match="level must be"):
        logs(level)

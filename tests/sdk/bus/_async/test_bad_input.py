"""Arguments that break a rule are refused by name, before anything is sent."""

from typing import Any

import pytest

from trivet import AsyncBusClient, InvalidArgumentError
from trivet_stubs import BusStub


async def finish(result: Any) -> None:
    """Send the request of a method's result, a pager or an awaitable."""
    await (result.all() if hasattr(result, "all") else result)


@pytest.mark.parametrize(
    ("method", "arguments", "argument", "rule"),
    [
        ("arrivals.get", {"bus_stop_code": 54009}, "bus_stop_code", "text"),
        ("arrivals.get", {"bus_stop_code": ""}, "bus_stop_code", "not empty"),
        ("arrivals.get", {"bus_stop_code": None}, "bus_stop_code", "text"),
        ("arrivals.get", {"bus_stop_code": "54009", "service_no": 23}, "service_no", "text"),
        ("arrivals.get", {"bus_stop_code": "54009", "accept": "text/csv"}, "accept", "application/json"),
        ("stops.list", {"bus_stop_code": 54009}, "bus_stop_code", "text"),
        ("stops.list", {"skip": -1}, "skip", "not below 0"),
        ("stops.list", {"skip": "5"}, "skip", "whole number"),
        ("stops.list", {"skip": 1.0}, "skip", "whole number"),
        ("stops.list", {"skip": True}, "skip", "whole number"),
        ("stops.list", {"prefetch": 0}, "prefetch", "not below 1"),
        ("stops.list", {"accept": "json"}, "accept", "application/json"),
        ("services.list", {"service_no": 23}, "service_no", "text"),
        ("services.list", {"skip": -500}, "skip", "not below 0"),
        ("routes.list", {"skip": -500}, "skip", "not below 0"),
        ("planned_routes.list", {"skip": -500}, "skip", "not below 0"),
        ("planned_routes.list", {"accept": None}, "accept", "application/json"),
        ("passenger_volume.by_stop", {"date": 202505}, "date", "six digits"),
        ("passenger_volume.by_stop", {"date": "2025-05"}, "date", "six digits"),
        ("passenger_volume.by_stop", {"date": "20250"}, "date", "six digits"),
        ("passenger_volume.by_stop", {"date": "202513"}, "date", "month"),
        ("passenger_volume.by_stop", {"date": "202505\n"}, "date", "six digits"),
        ("passenger_volume.by_stop", {"date": "202506"}, "date", "last three months"),
        ("passenger_volume.by_trip", {"date": "202501"}, "date", "last three months"),
        ("passenger_volume.download", {"kind": "by_month"}, "kind", "by_stop"),
        ("passenger_volume.download", {"kind": "by_stop", "date": "202501"}, "date", "last three months"),
    ],
)
async def test_wrong_argument_is_refused_by_name_and_rule(
    bus_stub: BusStub,
    async_bus_client: AsyncBusClient,
    method: str,
    arguments: dict[str, Any],
    argument: str,
    rule: str,
) -> None:
    group, _, name = method.partition(".")
    async with async_bus_client as bus:
        with pytest.raises(InvalidArgumentError, match=rule) as caught:
            await finish(getattr(getattr(bus, group), name)(**arguments))
    assert caught.value.argument == argument
    assert str(caught.value).startswith(argument)
    assert len(bus_stub.requests) == 0


@pytest.mark.parametrize("month", ["202505", "202504", "202503"])
async def test_last_three_months_are_accepted(async_bus_client: AsyncBusClient, month: str) -> None:
    async with async_bus_client as bus:
        [link] = await bus.passenger_volume.by_trip(date=month)
    assert f"_{month}.zip" in link.link


@pytest.mark.parametrize("key", ["", " ", "a b", "line\nbreak", "schlüssel", 5])
async def test_unsendable_key_is_refused_without_showing_it(key: Any) -> None:
    with pytest.raises(InvalidArgumentError, match="account_key") as caught:
        AsyncBusClient(account_key=key)
    assert repr(key) not in str(caught.value) or not key


async def test_missing_key_error_names_environment_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TRIVET_BUS_ACCOUNT_KEY", raising=False)
    with pytest.raises(InvalidArgumentError, match="TRIVET_BUS_ACCOUNT_KEY"):
        AsyncBusClient()


async def test_empty_key_in_environment_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIVET_BUS_ACCOUNT_KEY", "")
    with pytest.raises(InvalidArgumentError, match="account_key must be text that is not empty"):
        AsyncBusClient()

"""Months of passenger volume files, and the error of a month without a file."""

import copy
import pickle
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

import pytest

from trivet import APIError, AsyncBusClient, BadRequestError, NotFoundError
from trivet.bus import SINGAPORE, MonthNotAvailableError, recent_months
from trivet_stubs import BusStub

ON_THE_5TH = datetime(2025, 5, 5, 8, tzinfo=SINGAPORE)


@pytest.mark.parametrize("kind", ["by_stop", "by_trip"])
async def test_month_without_file_raises_and_names_the_months_there_are(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path, kind: Literal["by_stop", "by_trip"]
) -> None:
    bus_stub.clock.set(ON_THE_5TH)
    async with async_bus_client as bus:
        with pytest.raises(MonthNotAvailableError) as caught:
            await bus.passenger_volume.download(kind, date="202504", path=tmp_path)
        error = caught.value
        assert isinstance(error, APIError)
        assert (error.month, error.months) == ("202504", ("202503", "202502", "202501"))
        assert str(error) == (
            "passenger_volume.download: there is no file for 202504; there are files for 202503, 202502, 202501"
        )
        assert list(tmp_path.iterdir()) == []
        file = await bus.passenger_volume.download(kind, date=error.months[2], path=tmp_path)
    assert {row.year_month for row in file.rows()} == {"2025-01"}
    for again in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert (str(again), again.months) == (str(error), error.months)


async def test_three_of_the_recent_months_have_a_file_on_every_day(
    bus_stub: BusStub, async_bus_client: AsyncBusClient
) -> None:
    async with async_bus_client as bus:
        for number in range(0, 62, 3):
            bus_stub.clock.set(ON_THE_5TH + timedelta(days=number))
            months = recent_months(bus_stub.clock.now())
            links = [await bus.passenger_volume.by_stop(date=month) for month in months]
            assert [len(link) for link in links] in ([1, 1, 1, 0], [0, 1, 1, 1])
            [latest] = await bus.passenger_volume.by_stop()
            newest = next(month for month, available in zip(months, links, strict=True) if available)
            assert f"_{newest}.zip" in latest.link


async def test_no_file_of_the_latest_month_raises(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    bus_stub.faults.add("passenger_volume.by_stop", body={"value": []}, times=None)
    async with async_bus_client as bus:
        with pytest.raises(
            MonthNotAvailableError, match="for the latest month; there is no file for any other"
        ) as caught:
            await bus.passenger_volume.download("by_stop", path=tmp_path)
    assert (caught.value.month, caught.value.months) == (None, ())


@pytest.mark.parametrize("status", [400, 404])
async def test_refused_month_raises_if_others_have_a_file(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path, status: int
) -> None:
    bus_stub.faults.add("passenger_volume.by_stop", status=status, body={"fault": {"faultstring": "no such month"}})
    async with async_bus_client as bus:
        with pytest.raises(MonthNotAvailableError) as caught:
            await bus.passenger_volume.download("by_stop", date="202504", path=tmp_path)
    assert caught.value.months == ("202505", "202503")


@pytest.mark.parametrize(("status", "expected"), [(400, BadRequestError), (404, NotFoundError)])
async def test_refusal_of_every_month_is_raised_as_it_is(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path, status: int, expected: type[Exception]
) -> None:
    bus_stub.faults.add("passenger_volume.by_stop", status=status, body="not here", times=None)
    async with async_bus_client as bus:
        with pytest.raises(expected, match="not here"):
            await bus.passenger_volume.download("by_stop", date="202504", path=tmp_path)
    assert len(bus_stub.requests) == 4


async def test_failure_while_looking_for_other_months_is_a_hint(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    bus_stub.faults.add("passenger_volume.by_stop", body={"value": []})
    bus_stub.faults.add("passenger_volume.by_stop", status=401, after=2, times=None)
    async with async_bus_client as bus:
        with pytest.raises(MonthNotAvailableError, match="for 202505; other months could not be checked") as caught:
            await bus.passenger_volume.download("by_stop", date="202504", path=tmp_path)
    assert caught.value.months == ("202505",)
    assert "401" in caught.value.hint
    assert str(MonthNotAvailableError("a.b", "202504", ())).endswith("202504; there is no file for any other month")


async def test_month_that_is_published_by_now_has_its_file(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    bus_stub.clock.set(ON_THE_5TH)
    async with async_bus_client as bus:
        with pytest.raises(MonthNotAvailableError):
            await bus.passenger_volume.download("by_stop", date="202504", path=tmp_path)
        bus_stub.clock.advance(5 * 24 * 3600)
        file = await bus.passenger_volume.download("by_stop", date="202504", path=tmp_path)
    assert file.path.name == "transport_node_bus_202504.zip"

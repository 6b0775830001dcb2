"""Async lists and exports as tables and Parquet files, against the stubs."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from tests.sdk.data.test_tables import files, stop
from trivet import AsyncBusClient, AsyncChatClient, InvalidArgumentError
from trivet.bus import BusStop
from trivet.data import TableError, async_record_batches, async_to_table, async_write_parquet, schema_of, to_table
from trivet_stubs import BusStub


async def test_async_list_and_export_become_the_tables_of_the_sync_ones(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, async_chat_client: AsyncChatClient, tmp_path: Path
) -> None:
    async with async_bus_client as bus, async_chat_client as chat:
        stops = await async_to_table(bus.stops.list(prefetch=2))
        assert stops.equals(to_table(await bus.stops.list().all()))
        batches = [batch.num_rows async for batch in async_record_batches(bus.stops.list(), size=3)]
        assert (max(batches), sum(batches)) == (3, stops.num_rows)
        assert await async_write_parquet(chat.admin.ratings.export(), tmp_path / "ratings.parquet", size=2) == 5
        bus_stub.records = dataclasses.replace(bus_stub.records, stops=())
        assert (await async_to_table(bus.stops.list())).schema == schema_of(BusStop)
    assert pq.ParquetFile(tmp_path / "ratings.parquet").num_row_groups == 3


async def stops(count: int, wrong: int | None = None) -> AsyncIterator[BusStop]:
    """Yield stops."""
    for number in range(count):
        yield stop(number, latitude="north" if number == wrong else 1.0)


async def test_record_that_does_not_fit_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"records\[7\].latitude"):
        await async_write_parquet(stops(20, wrong=7), tmp_path / "stops.parquet", size=3)
    assert files(tmp_path) == []


@pytest.mark.parametrize("batches", [0, 1, 2])
async def test_cancelled_task_leaves_no_file_and_closes_its_list(tmp_path: Path, batches: int) -> None:
    reached, closed = asyncio.Event(), asyncio.Event()

    async def endless() -> AsyncIterator[BusStop]:
        try:
            for number in range(batches * 4 + 1):
                yield stop(number)
            reached.set()
            await asyncio.Event().wait()
        finally:
            closed.set()

    task = asyncio.create_task(async_write_parquet(endless(), tmp_path / "stops.parquet", size=4))
    await reached.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert closed.is_set()
    assert files(tmp_path) == []


@pytest.mark.parametrize(
    ("records", "options", "message"),
    [
        ([], {"record": BusStop}, "without `async_` the function takes others"),
        (stops(0), {}, "record must be a class of records for a list that is empty"),
        (stops(0), {"size": 0}, "size must be"),
        (stops(0), {"compression": "zip"}, "compression must be"),
    ],
)
async def test_wrong_argument_raises_and_writes_nothing(
    records: Any, options: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(InvalidArgumentError, match=message):
        await async_write_parquet(records, tmp_path / "x.parquet", **options)
    assert files(tmp_path) == []

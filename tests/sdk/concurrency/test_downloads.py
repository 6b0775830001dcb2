"""Several downloads of one file at once: each returns a whole file, and none leaves a part."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from trivet import APIStatusError, AsyncBusClient, BusClient
from trivet_stubs import BusStub

FILES = "/files/"


def test_download_within_another_one_has_a_file_of_its_own(
    bus_stub: BusStub, bus_client: BusClient, tmp_path: Path
) -> None:
    bus_stub.volume_rows = 20_000
    path, within = tmp_path / "v.zip", list[int]()

    def progress(done: int, size: int | None) -> None:
        if not within:
            within.append(0)
            within[0] = len(list(bus_client.passenger_volume.download("by_stop", path=path).rows()))

    with bus_client:
        file = bus_client.passenger_volume.download("by_stop", path=path, progress=progress)
        assert (within, len(list(file.rows()))) == ([20_000], 20_000)
    assert list(tmp_path.iterdir()) == [path]


def test_part_of_a_download_that_fails_within_another_one_is_removed(
    bus_stub: BusStub, bus_client: BusClient, tmp_path: Path
) -> None:
    bus_stub.faults.add(FILES, after=1, status=404)
    path, failures = tmp_path / "v.zip", list[str]()

    def progress(done: int, size: int | None) -> None:
        if not failures:
            failures.append("")
            with pytest.raises(APIStatusError) as caught:
                bus_client.passenger_volume.download("by_stop", path=path)
            failures[0] = str(caught.value)

    with bus_client:
        bus_client.passenger_volume.download("by_stop", path=path, progress=progress)
    assert "trivet-part" not in failures[0]
    assert list(tmp_path.iterdir()) == [path]


def test_tasks_that_download_one_file_at_once_all_get_it(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    bus_stub.volume_rows = 20_000

    async def run() -> list[int]:
        async with async_bus_client as bus:
            downloads = (bus.passenger_volume.download("by_stop", path=tmp_path / "v.zip") for _ in range(4))
            files = await asyncio.gather(*downloads)
        return [len(list(file.rows())) for file in files]

    assert asyncio.run(run()) == [20_000] * 4
    assert [entry.name for entry in tmp_path.iterdir()] == ["v.zip"]

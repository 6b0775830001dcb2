"""What other tasks do while a downloaded file is checked."""

import asyncio
import threading
from pathlib import Path

import pytest

from trivet import AsyncBusClient
from trivet.bus._volume import rows


async def test_event_loop_is_free_while_a_downloaded_file_is_checked(
    async_bus_client: AsyncBusClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, answered = threading.Event(), threading.Event()

    def problem(_: Path) -> str | None:
        begun.set()
        return None if answered.wait(30) else "no other task ran"

    async def serve() -> None:
        while not begun.is_set():
            await asyncio.sleep(0)
        answered.set()

    monkeypatch.setattr(rows, "problem", problem)
    async with async_bus_client as bus, asyncio.TaskGroup() as tasks:
        tasks.create_task(serve())
        file = await bus.passenger_volume.download("by_stop", path=tmp_path / "v.zip")
    assert file.path.exists()

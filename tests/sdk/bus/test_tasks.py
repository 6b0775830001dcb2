"""Other tasks run while a downloaded file is checked."""

import asyncio
import threading
from pathlib import Path

import pytest

from trivet import AsyncBusClient
from trivet.bus._volume._async import download


async def test_event_loop_is_free_while_a_downloaded_file_is_checked(
    async_bus_client: AsyncBusClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, served = asyncio.get_running_loop(), threading.Event()

    def problem(_: Path) -> str | None:
        loop.call_soon_threadsafe(served.set)
        return None if served.wait(20) else "the event loop waits for the check"

    # The client keeps what it has read of a lazily loaded module, so the module itself must not be patched.
    monkeypatch.setattr(download.rows, "problem", problem)
    async with async_bus_client as bus:
        file = await bus.passenger_volume.download("by_stop", path=tmp_path / "v.zip")
    assert file.path.exists()

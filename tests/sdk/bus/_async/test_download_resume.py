"""Downloads that break: where they resume, and when they start again."""

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.sdk.bus._async.downloads import FILES, fetched, links
from trivet import (
    AsyncBusClient,
    InternalServerError,
    PermissionDeniedError,
    StreamError,
)
from trivet_stubs import BusStub


async def test_broken_transfer_resumes_at_last_byte(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    bus_stub.faults.add(FILES, cut_after=1000)
    bus_stub.faults.add(FILES, cut_after=500)
    async with async_bus_client as bus:
        file = await bus.passenger_volume.download("by_stop", path=tmp_path)
    assert len(list(file.rows())) == bus_stub.volume_rows
    ranges = [headers.get("range") for headers in fetched(bus_stub)]
    assert ranges == [None, "bytes=1000-", "bytes=1500-"]
    assert all(headers["if-range"].startswith('"') for headers in fetched(bus_stub)[1:])
    assert file.head.status == 206


async def test_cut_off_file_has_no_final_name_and_next_call_resumes(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    path = tmp_path / "volume.zip"
    bus_stub.faults.add(FILES, cut_after=1000)
    async with async_bus_client.with_options(max_retries=0) as bus:
        with pytest.raises(StreamError) as caught:
            await bus.passenger_volume.download("by_stop", path=path)
        assert str(caught.value).endswith(f"; {path}.trivet-part holds the 1,000 bytes that arrived")
        assert not path.exists()
        assert (tmp_path / "volume.zip.trivet-part").stat().st_size == 1000
        file = await bus.passenger_volume.download("by_stop", path=path)
    assert fetched(bus_stub)[-1]["range"] == "bytes=1000-"
    assert len(list(file.rows())) == bus_stub.volume_rows
    assert [file.name for file in tmp_path.iterdir()] == ["volume.zip"]


async def test_changed_file_is_downloaded_from_start(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    bus_stub.faults.add(FILES, cut_after=1000)
    async with async_bus_client.with_options(max_retries=0) as bus:
        with pytest.raises(StreamError):
            await bus.passenger_volume.download("by_stop", path=tmp_path)
        bus_stub.touch_files()
        file = await bus.passenger_volume.download("by_stop", path=tmp_path)
    assert file.head.status == 200
    assert len(list(file.rows())) == bus_stub.volume_rows


async def test_part_of_another_file_is_not_resumed(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    bus_stub.faults.add(FILES, cut_after=1000)
    other = {"etag": '"other"', "content-range": "bytes 1000-1003/1004"}
    bus_stub.faults.add(FILES, status=206, headers=other, body=b"oops", content_type="application/zip")
    async with async_bus_client as bus:
        file = await bus.passenger_volume.download("by_stop", path=tmp_path)
    assert [headers.get("range") for headers in fetched(bus_stub)] == [None, "bytes=1000-", None]
    assert len(list(file.rows())) == bus_stub.volume_rows


@pytest.mark.parametrize("tag", ['W/"a"', 'w/"a"', '"b"', "a", ""])
@pytest.mark.parametrize("status", [206, 416])
async def test_rest_of_the_same_name_with_a_weak_tag_is_another_version(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path, tag: str, status: int
) -> None:
    """Both versions are whole zips of one size, so that a mixture of their bytes has the right length."""
    async with async_bus_client as bus:
        content = (await bus.passenger_volume.download("by_stop", path=tmp_path / "good.zip")).path.read_bytes()
        bus_stub.requests.clear()
        bus_stub.faults.add(
            FILES,
            status=200,
            cut_after=1000,
            body=content,
            content_type="application/zip",
            headers={"etag": '"a"'},
        )
        length = len(content) if status == 206 else 1000
        rest = {"etag": tag, "content-range": f"bytes 1000-{length - 1}/{length}" if status == 206 else "bytes */1000"}
        bus_stub.faults.add(FILES, status=status, headers=rest, body=b"\0" * (length - 1000), content_type="text/plain")
        file = await bus.passenger_volume.download("by_stop", path=tmp_path / "v.zip")
    assert file.path.read_bytes() == content
    assert [headers.get("range") for headers in fetched(bus_stub)] == [None, "bytes=1000-", None]


@pytest.mark.parametrize("tag", ['"a"', None])
async def test_rest_of_the_same_version_is_taken(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path, tag: str | None
) -> None:
    async with async_bus_client as bus:
        content = (await bus.passenger_volume.download("by_stop", path=tmp_path / "good.zip")).path.read_bytes()
        bus_stub.requests.clear()
        bus_stub.faults.add(
            FILES,
            status=200,
            cut_after=1000,
            body=content,
            content_type="application/zip",
            headers={"etag": '"a"'},
        )
        rest = {"content-range": f"bytes 1000-{len(content) - 1}/{len(content)}"} | ({"etag": tag} if tag else {})
        bus_stub.faults.add(FILES, status=206, headers=rest, body=content[1000:], content_type="application/zip")
        file = await bus.passenger_volume.download("by_stop", path=tmp_path / "v.zip")
    assert file.path.read_bytes() == content
    assert [headers.get("range") for headers in fetched(bus_stub)] == [None, "bytes=1000-"]


async def test_unreadable_validator_note_restarts_download(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    (tmp_path / "v.zip.trivet-part").write_bytes(b"what is this")
    (tmp_path / "v.zip.trivet-part.json").write_text("{")
    async with async_bus_client as bus:
        file = await bus.passenger_volume.download("by_stop", path=tmp_path / "v.zip")
    assert [headers.get("range") for headers in fetched(bus_stub)] == [None]
    assert len(list(file.rows())) == bus_stub.volume_rows


async def test_complete_part_file_needs_no_transfer(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    async with async_bus_client as bus:
        file = await bus.passenger_volume.download("by_stop", path=tmp_path)
        tag = file.head.headers["etag"]
        file.path.rename(tmp_path / "again.zip.trivet-part")
        (tmp_path / "again.zip.trivet-part.json").write_text(json.dumps({"validator": tag}))
        again = await bus.passenger_volume.download("by_stop", path=tmp_path / "again.zip")
    assert again.head.status == 416
    assert len(list(again.rows())) == bus_stub.volume_rows


async def test_part_longer_than_file_restarts_download(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    async with async_bus_client as bus:
        tag = (await bus.passenger_volume.download("by_stop", path=tmp_path / "first.zip")).head.headers["etag"]
        (tmp_path / "second.zip.trivet-part").write_bytes(b"x" * 1_000_000)
        (tmp_path / "second.zip.trivet-part.json").write_text(json.dumps({"validator": tag}))
        file = await bus.passenger_volume.download("by_stop", path=tmp_path / "second.zip")
    assert len(list(file.rows())) == bus_stub.volume_rows


async def test_expired_link_is_renewed_once(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    bus_stub.faults.add(FILES, cut_after=1000)

    def late(done: int, total: int | None) -> None:
        if done == 1000:
            bus_stub.clock.advance(timedelta(minutes=5).total_seconds())

    async with async_bus_client as bus:
        file = await bus.passenger_volume.download("by_stop", path=tmp_path, progress=late)
    assert links(bus_stub) == 2
    assert [entry.status for entry in bus_stub.requests if entry.path.startswith(FILES)] == [200, 403, 206]
    assert len(list(file.rows())) == bus_stub.volume_rows


async def test_refused_fresh_link_raises(bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path) -> None:
    denied = "<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>"
    bus_stub.faults.add(FILES, status=403, body=denied, content_type="application/xml", times=None)
    async with async_bus_client as bus:
        with pytest.raises(PermissionDeniedError, match="Request has expired") as caught:
            await bus.passenger_volume.download("by_stop", path=tmp_path)
    assert links(bus_stub) == 2
    assert "X-Amz" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


async def test_busy_file_host_is_retried(bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path) -> None:
    bus_stub.faults.add(FILES, status=503, body="SlowDown", times=2)
    async with async_bus_client as bus:
        file = await bus.passenger_volume.download("by_stop", path=tmp_path)
        assert len(list(file.rows())) == bus_stub.volume_rows
        bus_stub.faults.add(FILES, status=500, body="InternalError", times=2)
        with pytest.raises(InternalServerError, match="InternalError"):
            await bus.passenger_volume.download("by_stop", path=tmp_path, overwrite=True)


async def test_refusal_and_full_disk_name_the_part_that_is_left(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path, full_disk: Callable[[int], Any]
) -> None:
    bus_stub.faults.add(FILES, cut_after=1000)
    bus_stub.faults.add(FILES, status=500, body="no", times=None)
    part = f"{tmp_path / 'v.zip'}.trivet-part"
    async with async_bus_client as bus:
        with pytest.raises(InternalServerError, match="holds the 1,000 bytes that arrived") as refused:
            await bus.passenger_volume.download("by_stop", path=tmp_path / "v.zip")
        assert part in str(refused.value)
        bus_stub.faults.clear()
        with full_disk(1200), pytest.raises(OSError, match="File too large") as caught:
            await bus.passenger_volume.download("by_stop", path=tmp_path / "v.zip")
        assert caught.value.filename == part
        await bus.passenger_volume.download("by_stop", path=tmp_path / "v.zip")
    assert [file.name for file in tmp_path.iterdir()] == ["v.zip"]


@pytest.mark.parametrize("tag", ['"caf\xe9"', '"a\x01b"', '"' + "x" * 5_000 + '"'])
async def test_validator_that_cannot_be_sent_restarts_a_broken_transfer(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path, tag: str
) -> None:
    async with async_bus_client as bus:
        content = (await bus.passenger_volume.download("by_stop", path=tmp_path / "good.zip")).path.read_bytes()
        for _ in range(2):
            bus_stub.faults.add(
                FILES,
                body=content,
                status=200,
                content_type="application/zip",
                headers={"etag": tag},
                cut_after=100,
            )
        file = await bus.passenger_volume.download("by_stop", path=tmp_path / "v.zip")
    assert [headers.get("range") for headers in fetched(bus_stub)] == [None] * 4
    assert len(list(file.rows())) == bus_stub.volume_rows

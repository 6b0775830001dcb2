"""Downloads of passenger volume files: complete, resumed, with renewed links and without the key."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Literal
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from tests.sdk.bus._async.downloads import FILES, KEY, fetched, link_to
from trivet import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AsyncBusClient,
    DecodeError,
    StreamError,
)
from trivet_stubs import BusStub


def write_all(folder: Path, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")


def read_all(folder: Path) -> dict[str, str]:
    return {entry.name: entry.read_text("utf-8") for entry in folder.iterdir()}


@pytest.mark.parametrize(
    ("kind", "name"),
    [("by_stop", "transport_node_bus_202505"), ("by_trip", "origin_destination_bus_202505")],
)
async def test_download_to_folder_uses_service_file_name_and_reads_rows(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path, kind: Literal["by_stop", "by_trip"], name: str
) -> None:
    async with async_bus_client as bus:
        file = await bus.passenger_volume.download(kind, path=tmp_path)
    assert file.path == tmp_path / f"{name}.zip"
    assert [path.name for path in tmp_path.iterdir()] == [f"{name}.zip"]
    rows = list(file.rows())
    assert len(rows) == bus_stub.volume_rows
    assert {row.year_month for row in rows} == {"2025-05"}
    assert file.head.status == 200


async def test_date_selects_month(async_bus_client: AsyncBusClient, tmp_path: Path) -> None:
    async with async_bus_client as bus:
        file = await bus.passenger_volume.download("by_stop", date="202503", path=tmp_path / "march.zip")
    assert file.path == tmp_path / "march.zip"
    assert {row.year_month for row in file.rows()} == {"2025-03"}


async def test_download_without_path_saves_to_current_folder(
    async_bus_client: AsyncBusClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with async_bus_client as bus:
        await bus.passenger_volume.download("by_stop")
    assert [path.name for path in tmp_path.iterdir()] == ["transport_node_bus_202505.zip"]


async def test_progress_counts_up_to_total(bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path) -> None:
    bus_stub.volume_rows = 100_000
    seen: list[tuple[int, int | None]] = []
    async with async_bus_client as bus:
        file = await bus.passenger_volume.download(
            "by_trip", path=tmp_path, progress=lambda done, total: seen.append((done, total))
        )
    size = file.path.stat().st_size
    assert len(seen) > 1
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})
    assert seen[-1] == (size, size)
    assert {total for _, total in seen} == {size}


async def test_account_key_is_not_sent_to_file_host(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    bus_stub.file_base_url = "http://files.test"
    async with async_bus_client.with_options(headers={"x-mine": "1"}) as bus:
        await bus.passenger_volume.download("by_stop", path=tmp_path)
    [headers] = fetched(bus_stub)
    assert headers["host"] == "files.test"
    assert "accountkey" not in headers
    assert "x-mine" not in headers
    assert KEY not in repr(headers)


async def test_http_link_from_https_service_is_refused(bus_stub: BusStub, tmp_path: Path) -> None:
    secure = AsyncBusClient(
        account_key=KEY, base_url="https://bus.test", transport=bus_stub.async_transport(), clock=bus_stub.clock
    )
    bus_stub.file_base_url = "http://files.test"
    async with secure as bus:
        with pytest.raises(StreamError, match="https"):
            await bus.passenger_volume.download("by_stop", path=tmp_path)
    assert fetched(bus_stub) == []


async def test_redirect_of_file_host_is_not_followed(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    bus_stub.faults.add(FILES, status=302, headers={"location": "http://elsewhere.test/x.zip"}, body="")
    async with async_bus_client as bus:
        with pytest.raises(Exception, match="302"):
            await bus.passenger_volume.download("by_stop", path=tmp_path)
    assert len(fetched(bus_stub)) == 1


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"<html>The page cannot be displayed</html>", "zip"),
        (b"", "zip"),
        (b"PK\x03\x04 and then nothing of the kind", "zip"),
    ],
)
async def test_body_that_is_not_a_zip_raises_decode_error(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path, body: bytes, reason: str
) -> None:
    bus_stub.faults.add(FILES, body=body, status=200, content_type="application/zip")
    async with async_bus_client as bus:
        with pytest.raises(DecodeError, match=reason) as caught:
            await bus.passenger_volume.download("by_stop", path=tmp_path)
    assert caught.value.body == body
    assert list(tmp_path.iterdir()) == []


async def test_zip_without_volume_csv_raises_decode_error(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    other = tmp_path / "other.zip"
    with ZipFile(other, "w") as archive:
        archive.writestr("readme.txt", "no rows here")
    bus_stub.faults.add(FILES, body=other.read_bytes(), status=200, content_type="application/zip")
    async with async_bus_client as bus:
        with pytest.raises(DecodeError, match="CSV"):
            await bus.passenger_volume.download("by_stop", path=tmp_path / "v.zip")
    assert [path.name for path in tmp_path.iterdir()] == ["other.zip"]


async def test_small_zip_of_many_line_ends_raises_decode_error(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    bomb = tmp_path / "bomb.zip"
    with ZipFile(bomb, "w", ZIP_DEFLATED) as archive:
        archive.writestr("rows.csv", "\n" * 4_000_000)
    assert bomb.stat().st_size < 4_189
    bus_stub.faults.add(FILES, body=bomb.read_bytes(), status=200, content_type="application/zip")
    async with async_bus_client as bus:
        with pytest.raises(DecodeError, match="more than 100 blank lines in a row"):
            await bus.passenger_volume.download("by_stop", path=tmp_path / "v.zip")
    assert [path.name for path in tmp_path.iterdir()] == ["bomb.zip"]


@pytest.mark.parametrize("name", ["..%2f..%2fevil.zip", ".hidden.zip", "evil.sh", "a%00b.zip", "", "a" * 240 + ".zip"])
async def test_link_file_name_cannot_leave_folder(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path, name: str
) -> None:
    link_to(bus_stub, name)
    (tmp_path / "folder").mkdir()
    async with async_bus_client as bus:
        file = await bus.passenger_volume.download("by_stop", path=tmp_path / "folder")
    assert file.path == tmp_path / "folder" / "passenger_volume_by_stop.zip"


@pytest.mark.parametrize(
    "link",
    [
        "ftp://files.test/x.zip",
        "file:///etc/passwd",
        "//files.test/x",
        "",
        "http://",
        "http://[::1/x.zip",
        "http://files.test:99999/x.zip",
        "http://files.test/a b.zip",
        "http://user:word@files.test/x.zip",
        "http://fil\u00e9s.test/x.zip",
        None,
        5,
    ],
)
async def test_link_that_is_not_an_http_url_is_refused(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path, link: object
) -> None:
    bus_stub.faults.add("passenger_volume.by_stop", body={"value": [{"Link": link}]})
    async with async_bus_client as bus:
        with pytest.raises(StreamError, match="link"):
            await bus.passenger_volume.download("by_stop", path=tmp_path)
    assert fetched(bus_stub) == []


async def test_silent_file_host_raises_timeout(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    bus_stub.faults.add(FILES, hang=True)
    async with async_bus_client.with_options(timeout=0.05, max_retries=0) as bus:
        with pytest.raises(APITimeoutError):
            await bus.passenger_volume.download("by_stop", path=tmp_path)
    assert list(tmp_path.iterdir()) == []


async def test_dropped_connection_is_retried_then_raises(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    bus_stub.faults.add(FILES, drop=True, times=3)
    async with async_bus_client as bus:
        with pytest.raises(APIConnectionError):
            await bus.passenger_volume.download("by_stop", path=tmp_path)
    assert len(fetched(bus_stub)) == 3


async def test_full_disk_raises_and_keeps_partial_file(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    def full(done: int, total: int | None) -> None:
        raise OSError(28, "No space left on device")

    async with async_bus_client as bus:
        with pytest.raises(OSError, match="No space left"):
            await bus.passenger_volume.download("by_stop", path=tmp_path / "v.zip", progress=full)
        assert not (tmp_path / "v.zip").exists()
        assert (tmp_path / "v.zip.trivet-part").stat().st_size > 0
        file = await bus.passenger_volume.download("by_stop", path=tmp_path / "v.zip")
    assert len(list(file.rows())) == bus_stub.volume_rows


async def test_disk_that_is_full_from_the_start_is_an_error_that_names_the_file(
    async_bus_client: AsyncBusClient, tmp_path: Path, full_disk: Callable[[int], AbstractContextManager[None]]
) -> None:
    async with async_bus_client as bus:
        with full_disk(0), pytest.raises(OSError, match="File too large") as caught:
            await bus.passenger_volume.download("by_stop", path=tmp_path / "v.zip")
        assert caught.value.filename == str(tmp_path / "v.zip.trivet-part")
        await bus.passenger_volume.download("by_stop", path=tmp_path / "v.zip")
    assert [entry.name for entry in tmp_path.iterdir()] == ["v.zip"]


async def test_missing_folder_raises_file_not_found(async_bus_client: AsyncBusClient, tmp_path: Path) -> None:
    async with async_bus_client as bus:
        with pytest.raises(FileNotFoundError):
            await bus.passenger_volume.download("by_stop", path=tmp_path / "nowhere" / "v.zip")


async def test_link_is_hidden_in_repr(async_bus_client: AsyncBusClient) -> None:
    async with async_bus_client as bus:
        [link] = await bus.passenger_volume.by_stop()
    assert "X-Amz-Signature" in link.link
    assert repr(link) == "PassengerVolumeLink(link=***)"


@pytest.mark.parametrize("in_current_folder", [True, False])
async def test_name_that_the_service_chose_replaces_no_file(
    bus_stub: BusStub,
    async_bus_client: AsyncBusClient,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    in_current_folder: bool,
) -> None:
    own = {"thesis.zip": "my thesis", "thesis.zip.part": "half of it", "thesis.zip.part.json": "{}"}
    write_all(tmp_path, own)
    monkeypatch.chdir(tmp_path)
    link_to(bus_stub, "thesis.zip")
    async with async_bus_client as bus:
        with pytest.raises(FileExistsError, match=r"thesis\.zip'$"):
            await bus.passenger_volume.download("by_stop", path=None if in_current_folder else tmp_path)
    assert read_all(tmp_path) == own
    assert fetched(bus_stub) == [], "its bytes would have been for nothing"


async def test_name_of_a_dangling_link_is_not_written(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    outside, folder = tmp_path / "outside.zip", tmp_path / "folder"
    folder.mkdir()
    try:
        (folder / "thesis.zip").symlink_to(outside)
    except OSError:
        pytest.skip("this user may not make symbolic links")
    link_to(bus_stub, "thesis.zip")
    async with async_bus_client as bus:
        with pytest.raises(FileExistsError):
            await bus.passenger_volume.download("by_stop", path=folder)
    assert not outside.exists()


async def test_partial_file_of_another_program_is_kept(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    own = {"v.zip.part": "a browser's download", "v.zip.part.json": '{"validator": "mine"}'}
    write_all(tmp_path, own)
    bus_stub.faults.add(FILES, cut_after=1000)
    async with async_bus_client as bus:
        file = await bus.passenger_volume.download("by_stop", path=tmp_path / "v.zip")
    file.path.unlink()
    assert read_all(tmp_path) == own


@pytest.mark.parametrize("named", [True, False])
async def test_file_is_replaced_if_it_is_named_or_overwrite_is_set(
    async_bus_client: AsyncBusClient, tmp_path: Path, named: bool
) -> None:
    path = tmp_path / "transport_node_bus_202505.zip"
    path.write_text("an older one")
    async with async_bus_client as bus:
        file = await bus.passenger_volume.download("by_stop", path=path if named else tmp_path, overwrite=not named)
    assert file.path == path
    assert list(file.rows())
    assert list(tmp_path.iterdir()) == [path]


async def test_refused_range_of_a_first_download_is_a_status_error(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    bus_stub.faults.add(FILES, status=416, headers={"content-range": "bytes */0"}, body=b"")
    async with async_bus_client as bus:
        with pytest.raises(APIStatusError) as caught:
            await bus.passenger_volume.download("by_stop", path=tmp_path)
    assert caught.value.status == 416
    assert [headers.get("range") for headers in fetched(bus_stub)] == [None]
    assert list(tmp_path.iterdir()) == []


async def test_name_taken_during_the_transfer_is_not_replaced(async_bus_client: AsyncBusClient, tmp_path: Path) -> None:
    path = tmp_path / "transport_node_bus_202505.zip"

    def take_name(done: int, total: int | None) -> None:
        path.write_text("written meanwhile")

    async with async_bus_client as bus:
        with pytest.raises(FileExistsError, match=path.name):
            await bus.passenger_volume.download("by_stop", path=tmp_path, progress=take_name)
        assert path.read_text() == "written meanwhile"
        file = await bus.passenger_volume.download("by_stop", path=tmp_path, overwrite=True)
    assert file.head.status == 416, "the transfer was complete, and is not repeated"
    assert list(file.rows())

"""Lists, exports and volume files as tables and Parquet files, against the stubs."""

from __future__ import annotations

import dataclasses
import gc
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from trivet import BusClient, ChatClient, InvalidArgumentError, StreamError
from trivet.bus import BusStop, Fault, StopVolume
from trivet.chat import Conversation, converter
from trivet.data import TableError, record_batches, schema_of, to_table, write_parquet
from trivet.data._tables import WholeParquet
from trivet_stubs import BusStub, ChatStub


def stop(number: int, **other: Any) -> BusStop:
    """Make a stop."""
    code = f"{number:05}"
    fields = {"bus_stop_code": code, "road_name": "A", "description": f"Stop {code}", "latitude": 1.0, "longitude": 2.0}
    return BusStop(**{**fields, **other})


def files(folder: Path) -> list[str]:
    """Return the names in a folder."""
    return sorted(path.name for path in folder.iterdir())


def test_pagers_exports_and_lists_become_tables_with_types(
    bus_stub: BusStub, bus_client: BusClient, chat_client: ChatClient, tmp_path: Path
) -> None:
    stops = to_table(bus_client.stops.list())
    assert stops.schema == schema_of(BusStop)
    assert stops["bus_stop_code"].to_pylist() == [row["BusStopCode"] for row in bus_stub.records.stops]
    assert stops["latitude"].to_pylist() == [row["Latitude"] for row in bus_stub.records.stops]
    assert write_parquet(bus_client.routes.list(), tmp_path / "routes.parquet") == len(bus_stub.records.routes)
    routes = pq.read_table(tmp_path / "routes.parquet")
    assert routes.equals(to_table(bus_client.routes.list().all()))
    ratings = to_table(chat_client.admin.ratings.export())
    assert ratings["created_at"].type == pa.timestamp("us", "UTC")
    assert ratings.equals(to_table(chat_client.admin.ratings.list().all()).select(ratings.column_names))
    conversations = to_table(chat_client.admin.conversations.export())
    write_parquet(conversations, tmp_path / "conversations.parquet", compression="snappy")
    assert pq.read_table(tmp_path / "conversations.parquet").to_pylist() == conversations.to_pylist()
    assert to_table(chat_client.admin.ratings.export(format="csv"))["ID"].to_pylist() == ratings["id"].to_pylist()
    assert "share_token" not in to_table(chat_client.conversations.list()).column_names
    assert files(tmp_path) == ["conversations.parquet", "routes.parquet"]


def test_empty_list_has_the_columns_of_its_class(bus_stub: BusStub, bus_client: BusClient, tmp_path: Path) -> None:
    bus_stub.records = dataclasses.replace(bus_stub.records, stops=())
    assert to_table(bus_client.stops.list()).schema == schema_of(BusStop)
    assert write_parquet([], tmp_path / "stops.parquet", record=BusStop) == 0
    assert pq.read_schema(tmp_path / "stops.parquet") == schema_of(BusStop)
    with pytest.raises(InvalidArgumentError, match="record must be a class of records for a list that is empty"):
        to_table([])


def test_batches_hold_at_most_size_records_and_are_read_as_they_come() -> None:
    yielded: list[int] = []

    def stops() -> Iterator[BusStop]:
        for number in range(10):
            yielded.append(number)
            yield stop(number)

    reader = record_batches(stops(), size=4)
    assert reader.schema == schema_of(BusStop)
    assert reader.read_next_batch().num_rows == 4
    assert len(yielded) == 4
    assert [batch.num_rows for batch in reader] == [4, 2]
    assert len(yielded) == 10


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"records": 3}, "records must be an iterable of records, got 'int'"),
        ({"records": Fault(faultstring="f")}, "records must be an iterable of records, got 'Fault'"),
        ({"records": [3]}, "records must be records of trivet"),
        ({"records": [], "record": int}, "record must be a class of records"),
        ({"records": [], "record": BusStop, "size": 0}, "size must be a whole number not below 1"),
        ({"records": [], "record": BusStop, "compression": "zip"}, "compression must be one of 'zstd'"),
    ],
)
def test_wrong_argument_raises_and_writes_nothing(arguments: dict[str, Any], message: str, tmp_path: Path) -> None:
    records = arguments.pop("records")
    with pytest.raises(InvalidArgumentError, match=message):
        write_parquet(records, tmp_path / "x.parquet", **arguments)
    assert files(tmp_path) == []


async def test_async_list_names_the_async_function(async_bus_client: Any) -> None:
    async with async_bus_client as bus:
        with pytest.raises(InvalidArgumentError, match="`async_` before its name"):
            to_table(bus.stops.list())


def test_record_that_does_not_fit_leaves_the_older_file(tmp_path: Path) -> None:
    path = tmp_path / "stops.parquet"
    path.write_bytes(b"old")
    stops = (stop(number, latitude="north" if number == 17 else 1.5) for number in range(40))
    with pytest.raises(TableError, match=r"records\[17\].latitude: a str does not fit the column of double"):
        write_parquet(stops, path, size=5)
    assert (files(tmp_path), path.read_bytes()) == (["stops.parquet"], b"old")
    with pytest.raises(TableError, match=r"records\[7\].latitude"):
        list(record_batches((stop(number, latitude="n" if number == 7 else 1) for number in range(9)), size=5))


def test_list_that_breaks_off_leaves_no_file(chat_stub: ChatStub, chat_client: ChatClient, tmp_path: Path) -> None:
    chat_stub.faults.add("admin.ratings.export", times=None, cut_after=400)
    with pytest.raises(StreamError):
        write_parquet(chat_client.admin.ratings.export(), tmp_path / "ratings.parquet")
    assert files(tmp_path) == []


def peak(records: int, folder: Path) -> tuple[int, int]:
    """Return the peaks of Python's and Arrow's memory while a file is written, in bytes."""
    pool = pa.default_memory_pool()
    gc.collect()
    before, most = pool.bytes_allocated(), 0

    def stops() -> Iterator[BusStop]:
        nonlocal most
        for number in range(records):
            if not number % 250:
                most = max(most, pool.bytes_allocated() - before)
            yield stop(number)

    tracemalloc.start()
    write_parquet(stops(), folder / "x.parquet", size=250)
    python = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return python, most


def test_memory_does_not_grow_with_the_list(tmp_path: Path) -> None:
    peak(500, tmp_path)  # imports, caches
    (python, arrow), (more_python, more_arrow) = peak(500, tmp_path), peak(4_000, tmp_path)
    assert more_python < 2 * python
    # The file's directory has an entry for each row group.
    assert more_arrow < 3 * max(arrow, 100_000)


def test_volume_file_becomes_the_table_of_its_rows(bus_client: BusClient, tmp_path: Path) -> None:
    file = bus_client.passenger_volume.download("by_stop", path=tmp_path)
    table = to_table(file)
    assert table.schema == schema_of(StopVolume)
    assert table.equals(to_table(list(file.rows())).cast(table.schema))
    assert write_parquet(str(file.path), tmp_path / "v.parquet", size=150) == table.num_rows
    assert pq.ParquetFile(tmp_path / "v.parquet").num_row_groups == -(-table.num_rows // 150)


def test_error_of_a_record_passes_through_a_reader(tmp_path: Path) -> None:
    reader = record_batches(stop(number, latitude="n" if number == 7 else 1.0) for number in range(9))
    with pytest.raises(TableError, match=r"records\[7\].latitude"):
        write_parquet(reader, tmp_path / "stops.parquet")
    assert files(tmp_path) == []


SCHEMA = pa.schema([("n", pa.int64())])


def batch(rows: int) -> Any:
    """Return a batch of random, incompressible data."""
    return pa.record_batch([pa.array([number * 7919 % 1_000_003 for number in range(rows)])], schema=SCHEMA)


def content(folder: Path) -> dict[str, bytes]:
    """Return the files in a folder with their contents."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_batches_are_row_groups_and_the_file_replaces_an_older_one(tmp_path: Path) -> None:
    path = tmp_path / "n.parquet"
    path.write_bytes(b"old")
    with WholeParquet(path, SCHEMA, "zstd") as file:
        for rows in (3, 0, 5):
            file.write(batch(rows))
        assert path.read_bytes() == b"old"
    assert file.rows == 8
    assert [path.name for path in tmp_path.iterdir()] == ["n.parquet"]
    metadata = pq.ParquetFile(path).metadata
    assert (metadata.num_rows, metadata.num_row_groups, metadata.row_group(0).column(0).compression) == (8, 2, "ZSTD")


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_interrupted_file_leaves_the_older_one(tmp_path: Path, error: type[BaseException]) -> None:
    path = tmp_path / "n.parquet"
    path.write_bytes(b"old")
    file = WholeParquet(path, SCHEMA, "none")

    def interrupted() -> None:
        with file:
            file.write(batch(10))
            raise error

    with pytest.raises(error):
        interrupted()
    file.write(batch(10))  # as the thread of a cancelled task does
    assert content(tmp_path) == {"n.parquet": b"old"}


@pytest.mark.parametrize("rows", [50, 500_000])
def test_full_disk_names_the_file_and_leaves_the_older_one(
    tmp_path: Path, full_disk: Callable[[int], Any], rows: int
) -> None:
    # With few rows, writing fails when the file is closed; with many rows, earlier.
    path = tmp_path / "n.parquet"
    path.write_bytes(b"old")
    with full_disk(64), pytest.raises(OSError, match="File too large") as caught:
        with WholeParquet(path, SCHEMA, "none") as file:
            file.write(batch(rows))
    assert caught.value.filename == str(path)
    assert content(tmp_path) == {"n.parquet": b"old"}


def test_missing_folder_and_wrong_codec_leave_nothing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), WholeParquet(tmp_path / "no" / "n.parquet", SCHEMA, "zstd"):
        raise AssertionError
    with pytest.raises(pa.ArrowException, match="Unsupported"), WholeParquet(tmp_path / "n", SCHEMA, "zip"):
        raise AssertionError
    assert content(tmp_path) == {}


def test_time_without_a_zone_is_named_by_record_and_field() -> None:
    wire = [{"id": "c1", "created_at": "2026-01-01T00:00:00Z"}, {"id": "c2", "created_at": "2026-01-01T00:00:00"}]
    conversations = [converter.structure(conversation, Conversation) for conversation in wire]
    with pytest.raises(TableError, match=r"records\[1\].created_at: a time without a zone does not fit the column of "):
        to_table(conversations)

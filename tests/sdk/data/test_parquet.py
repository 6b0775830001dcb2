"""A Parquet file that is written whole or not at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from trivet.data._parquet import WholeParquet

SCHEMA = pa.schema([("n", pa.int64())])


def batch(rows: int) -> Any:
    """Make a batch that cannot be compressed away."""
    return pa.record_batch([pa.array([number * 7919 % 1_000_003 for number in range(rows)])], schema=SCHEMA)


def content(folder: Path) -> dict[str, bytes]:
    """Return what a folder holds."""
    return {each.name: each.read_bytes() for each in folder.iterdir()}


def test_batches_are_row_groups_and_the_file_replaces_an_older_one(tmp_path: Path) -> None:
    path = tmp_path / "n.parquet"
    path.write_bytes(b"old")
    with WholeParquet(path, SCHEMA, "zstd") as file:
        for rows in (3, 0, 5):
            file.write(batch(rows))
        assert path.read_bytes() == b"old"
    assert file.rows == 8
    assert [each.name for each in tmp_path.iterdir()] == ["n.parquet"]
    found = pq.ParquetFile(path).metadata
    assert (found.num_rows, found.num_row_groups, found.row_group(0).column(0).compression) == (8, 2, "ZSTD")


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
    # Few rows fail when the file is closed, many while they are written.
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

"""`trivet bus volume`: a month's passenger volume as CSV or Parquet."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.sdk.bus.volume.files import ROW, STOP_HEADER, packed
from tests.sdk.cli.console import Done, in_terminal, run_here, run_script
from trivet.bus import read_trip_volumes
from trivet_stubs import BusStub, Clock, RunningClock

SOURCE = "Source: LTA DataMall, under the Singapore Open Data Licence version 1.0.\n"


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[BusStub, dict[str, str]]]:
    """Serve a stub with the months of today; return it with the settings of a command."""
    with BusStub(clock=RunningClock()) as stub, stub.serve() as server:
        yield stub, {"TRIVET_BUS_BASE_URL": server.url, "TRIVET_BUS_ACCOUNT_KEY": stub.account_key}


@pytest.fixture
def volume(served: tuple[BusStub, dict[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run the command in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Done:
        return run_here("bus", "volume", *arguments, env=served[1])

    return run


def names(folder: Path) -> list[str]:
    """Return the names of the files of a folder."""
    return sorted(file.name for file in folder.iterdir())


def months(served: tuple[BusStub, dict[str, str]]) -> list[str]:
    """Return the months of the stub, newest first."""
    rows = [run_here("bus", "volume", "by-stop", "--month", "209901", env=served[1]).err]
    return rows[0].rpartition("for ")[2].strip().split(", ")


@pytest.mark.long
def test_script_writes_csv_into_a_pipe(served: tuple[BusStub, dict[str, str]], tmp_path: Path) -> None:
    done = run_script("bus", "volume", "by-stop", env={**served[1], "TMPDIR": str(tmp_path)})
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert (done.status, done.err) == (0, SOURCE)
    assert len(rows) == served[0].volume_rows
    assert rows[0].keys() >= {"year_month", "pt_code", "total_tap_in_volume"}
    assert names(tmp_path) == []


def test_suffix_chooses_csv_or_parquet(volume: Any, tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    done = volume("by-trip", "--zip", "kept.zip", "--out", "trips.csv")
    assert (done.status, done.out, done.err) == (0, "", f"400 rows written to trips.csv\n{SOURCE}")
    done = volume("by-trip", "--file", "kept.zip", "--out", "trips.parquet", "--fields", "total_trips,origin_pt_code")
    assert (done.status, done.out, done.err) == (0, "", f"400 rows written to trips.parquet\n{SOURCE}")
    rows = list(read_trip_volumes("kept.zip"))
    with (tmp_path / "trips.csv").open(encoding="utf-8", newline="") as file:
        assert [int(row["total_trips"]) for row in csv.DictReader(file)] == [row.total_trips for row in rows]
    table = pq.read_table("trips.parquet")
    assert table.column_names == ["total_trips", "origin_pt_code"]
    assert table["total_trips"].to_pylist() == [row.total_trips for row in rows]
    assert names(tmp_path) == ["kept.zip", "trips.csv", "trips.parquet"]


def test_other_formats_and_fields_go_to_stdout(volume: Any) -> None:
    done = volume("by-stop", "-o", "ndjson", "--fields", "pt_code")
    assert done.status == 0
    assert "pt_code" in json.loads(done.out.splitlines()[0])
    assert volume("by-stop", "--fields", "pt_code").out.splitlines()[0] == "pt_code"


def test_month_without_a_file_is_refused_with_the_months(
    served: tuple[BusStub, dict[str, str]], volume: Any, tmp_path: Path
) -> None:
    newest, *_, oldest = months(served)
    assert volume("by-stop", "--month", oldest, "--out", "a.csv").status == 0
    assert (tmp_path / "a.csv").read_text("utf-8").splitlines()[1].startswith(f"{oldest[:4]}-{oldest[4:]},")
    done = volume("by-stop", "--month", "202401", "--out", "b.csv")
    assert (done.status, done.out) == (1, "")
    assert done.err.count("\n") == 1
    assert "202401" in done.err
    assert newest in done.err
    assert names(tmp_path) == ["a.csv"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["by-stop", "--month", "2025-13"], "--month: '2025-13' is not a month; give it as YYYYMM"),
        (["by-stop", "--month", "202513"], "--month: '202513' is not a month"),
        (["by-stop", "--out", "x.xlsx"], "--out: x.xlsx is neither .csv nor .parquet"),
        (["by-stop", "--out", "no/x.csv"], "--out: there is no folder no"),
        (["by-stop", "--zip", "."], "--zip: . is a folder; name a file in it"),
        (["by-stop", "--file", "no.zip"], "--file: there is no file no.zip"),
        (["by-stop", "--file", "no.zip", "--month", "202510"], "--file: nothing is downloaded"),
        (["by-stop", "--fields", "origin_pt_code"], "--fields: there is no field 'origin_pt_code'; there are year_"),
        (["by-bus"], "by-bus"),
    ],
)
def test_wrong_argument_is_one_line_and_sends_nothing(
    served: tuple[BusStub, dict[str, str]], volume: Any, tmp_path: Path, arguments: list[str], message: str
) -> None:
    before = len(served[0].requests)
    done = volume(*arguments)
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert len(served[0].requests) == before
    assert names(tmp_path) == []


def test_parquet_without_pyarrow_names_its_pip_line(volume: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "pyarrow" else True)
    done = volume("by-stop", "--out", "x.parquet")
    assert done.status == 2
    assert "pip install '/path/to/trivet[data]'" in done.err


def test_damaged_file_leaves_the_older_output(volume: Any, tmp_path: Path) -> None:
    (tmp_path / "bad.zip").write_bytes(packed(STOP_HEADER + ROW * 9 + ROW.replace("120", "many")))
    for name in ("out.csv", "out.parquet"):
        (tmp_path / name).write_bytes(b"old")
        done = volume("by-stop", "--file", "bad.zip", "--out", name, "--force")
        assert (done.status, done.out) == (1, "")
        assert done.err.endswith("bad.zip, line 11, column TOTAL_TAP_IN_VOLUME: 'many' is not a whole number\n")
        assert (tmp_path / name).read_bytes() == b"old"
        done = volume("by-trip", "--file", "bad.zip", "--out", name, "--force")
        assert done.status in (1, 2)
        assert (tmp_path / name).read_bytes() == b"old"
    assert names(tmp_path) == ["bad.zip", "out.csv", "out.parquet"]


def test_full_disk_is_one_line_and_leaves_nothing(volume: Any, tmp_path: Path, full_disk: Callable[[int], Any]) -> None:
    (tmp_path / "stops.zip").write_bytes(packed(STOP_HEADER + ROW * 4000))
    with full_disk(2000):
        done = volume("by-stop", "--file", "stops.zip", "--out", "out.csv")
    assert (done.status, done.err.count("\n")) == (1, 1)
    assert "out.csv" in done.err
    assert names(tmp_path) == ["stops.zip"]


def test_cells_that_begin_a_formula_are_quoted_unless_raw(volume: Any, tmp_path: Path) -> None:
    (tmp_path / "odd.zip").write_bytes(packed(STOP_HEADER + ROW.replace("01012", "=1+1")))
    assert ",'=1+1," in volume("by-stop", "--file", "odd.zip").out
    assert ",=1+1," in volume("by-stop", "--file", "odd.zip", "--raw").out


@pytest.mark.parametrize("code", ["=1+1", " =1+1", "-1.5", "-1+1"])
def test_default_csv_has_the_same_cells_as_format_csv(volume: Any, tmp_path: Path, code: str) -> None:
    (tmp_path / "odd.zip").write_bytes(packed(STOP_HEADER + ROW.replace("01012", code)))
    default, chosen = (volume("by-stop", "--file", "odd.zip", *form).out for form in ((), ("-o", "csv")))
    assert list(csv.reader(io.StringIO(default))) == list(csv.reader(io.StringIO(chosen)))


def test_interrupted_download_resumes_with_zip(
    served: tuple[BusStub, dict[str, str]], volume: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub, _ = served
    monkeypatch.setattr("trivet._core.settings.SystemClock", Clock)  # no pause between attempts takes time
    stub.faults.add("/files/", cut_after=100, times=None)
    try:
        done = volume("by-stop", "--zip", "kept.zip", "--out", "out.csv")
        gone = volume("by-stop", "--out", "out.csv")
    finally:
        stub.faults.clear()
    assert (done.status, done.out, done.err.count("\n")) == (1, "", 1)
    assert "kept.zip.trivet-part holds the 300 bytes that arrived" in done.err
    assert (gone.status, "bytes that arrived" in gone.err) == (1, False)
    assert "out.csv" not in names(tmp_path)
    assert "kept.zip.trivet-part" in names(tmp_path)
    assert volume("by-stop", "--zip", "kept.zip", "--out", "out.csv").status == 0
    assert names(tmp_path) == ["kept.zip", "out.csv"]


def test_rest_with_a_weak_tag_is_not_joined_to_another_version(
    served: tuple[BusStub, dict[str, str]], volume: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub, _ = served
    monkeypatch.setattr("trivet._core.settings.SystemClock", Clock)
    content = packed(STOP_HEADER + ROW * 100)
    size = len(content)
    stub.faults.add("/files/", status=200, cut_after=100, body=content, headers={"etag": '"a"'})
    rest = {"etag": 'W/"a"', "content-range": f"bytes 100-{size - 1}/{size}"}
    stub.faults.add("/files/", status=206, body=b"\0" * (size - 100), headers=rest)
    assert volume("by-stop", "--zip", "kept.zip", "--out", "out.csv").status == 0
    assert names(tmp_path) == ["kept.zip", "out.csv"]


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX's")
def test_terminal_shows_progress_and_no_rows(served: tuple[BusStub, dict[str, str]], tmp_path: Path) -> None:
    with in_terminal("bus", "volume", "by-stop", env=served[1]) as terminal:
        terminal.read_until("give --out FILE.csv")
        assert terminal.wait() == 2
    out = tmp_path / "out.csv"
    with in_terminal("bus", "volume", "by-stop", "--out", str(out), env=served[1], size=(80, 24)) as terminal:
        text = terminal.read_until("Source: LTA DataMall")
        assert terminal.wait() == 0
    assert "Downloading" in text
    assert "rows written to" in text
    assert out.exists()

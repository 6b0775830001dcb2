"""trivet on a Dask cluster of processes: results, clients in workers, and killed workers. `nox -s dask` runs it."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from dask.distributed import Client, LocalCluster
from distributed import KilledWorker

from examples.volume_with_dask import busiest, main, month
from tests.dask.year import download_year
from tests.sdk.bus.volume.files import ROW, STOP_HEADER, packed
from trivet import BusClient
from trivet.bus import VolumeFileError
from trivet.data import record_batches, write_parquet
from trivet_stubs import BusStub, RunningClock

pytestmark = pytest.mark.filterwarnings("default")
KEY = "k3y-that-must-not-show"


def children() -> list[psutil.Process]:
    """Return the running processes that this process has started."""
    processes = psutil.Process().children(recursive=True)
    return [
        process
        for process in processes
        if process.is_running() and "resource_tracker" not in " ".join(process.cmdline())
    ]


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    """Fail a test that leaves processes running."""
    before = {process.pid for process in children()}
    yield
    left = [process for process in children() if process.pid not in before]
    _, alive = psutil.wait_procs(left, timeout=20)
    assert alive == []


@pytest.fixture
def dask() -> Iterator[Client]:
    """Run a cluster of two processes on loopback."""
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", host="127.0.0.1") as cluster:
        with Client(cluster) as client:
            yield client


@pytest.fixture(scope="module")
def year(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return the files of a year."""
    return download_year(tmp_path_factory.mktemp("year"), rows=3_000)


def test_year_has_the_same_result_with_any_number_of_workers(year: list[Path]) -> None:
    assert [path.stem for path in year] == [f"2025{month:02}" for month in range(1, 13)]
    alone = busiest([month(path) for path in year])
    assert len(alone) == 5
    folder = year[0].parent
    for workers in (1, 2):
        for path in folder.glob("*.parquet"):
            path.unlink()
        assert main(str(folder), workers) == alone
        assert sorted(path.name for path in folder.iterdir() if path.suffix != ".zip") == [
            f"2025{month:02}.parquet" for month in range(1, 13)
        ]
    assert sum(pq.read_metadata(path).num_rows for path in folder.glob("*.parquet")) == 12 * 3_000


def stops_seen_by(bus: BusClient) -> tuple[int, list[str]]:
    """Return the id of this process, and the stops that a client finds in it."""
    with bus:
        return os.getpid(), [stop.bus_stop_code for stop in bus.stops.list()]


def failing(bus: BusClient) -> None:
    """Fail with a client among the arguments, because Dask logs arguments."""
    raise RuntimeError(f"no use for {bus!r}")


def test_client_works_in_workers_and_dask_never_shows_its_key(dask: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with BusStub(account_key=KEY, clock=RunningClock()) as stub, stub.serve() as served:
        with BusClient(account_key=KEY, base_url=served.url) as bus:
            here = [stop.bus_stop_code for stop in bus.stops.list()]
            jobs = [dask.submit(stops_seen_by, bus, pure=False) for _ in range(4)]
            failed = dask.submit(failing, bus, key="failing", retries=0)
            results = dask.gather(jobs)
            with pytest.raises(RuntimeError, match="no use for BusClient") as caught:
                failed.result()
            assert [stop.bus_stop_code for stop in bus.stops.list()] == here
    assert {codes == here for _, codes in results} == {True}
    assert os.getpid() not in {pid for pid, _ in results}
    # The web pages of Dask are generated from these.
    displayed: list[Any] = [jobs, failed, str(caught.value), dask.scheduler_info(), dask.story(*jobs, failed)]
    displayed += [
        dask.get_scheduler_logs(),
        dask.get_worker_logs(),
        dask.get_events(),
        dask.get_task_stream(),
        caplog.text,
    ]
    displayed.append(dask.run_on_scheduler(_tasks))
    assert "failing" in repr(displayed)
    assert KEY not in repr(displayed)


def _tasks(dask_scheduler: Any) -> list[str]:
    """Return the texts in which the scheduler shows its tasks."""
    return [
        repr((task, task.run_spec, task.exception_text, task.traceback_text)) for task in dask_scheduler.tasks.values()
    ]


def killed_once(source: Path, target: Path, mark: Path) -> int:
    """Write a file, but kill the first process that tries in the middle."""

    def batches() -> Iterator[Any]:
        for number, batch in enumerate(reader):
            yield batch
            if number == 1 and not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)

    reader = record_batches(source, size=500)
    return write_parquet(pa.RecordBatchReader.from_batches(reader.schema, batches()), target)


def killed_always(source: Path, target: Path) -> int:
    """Write a file, but kill every process that tries in the middle."""
    return killed_once(source, target, target.with_suffix(f".{os.getpid()}"))


def test_killed_worker_is_replaced_and_leaves_no_incomplete_file(
    dask: Client, year: list[Path], tmp_path: Path
) -> None:
    target = tmp_path / "month.parquet"
    assert dask.submit(killed_once, year[0], target, tmp_path / "mark").result(timeout=60) == 3_000
    assert pq.read_metadata(target).num_rows == 3_000


def test_job_that_kills_every_worker_ends_with_an_error_and_no_file(
    dask: Client, year: list[Path], tmp_path: Path
) -> None:
    target = tmp_path / "month.parquet"
    with pytest.raises(KilledWorker, match="killed_always"):
        dask.submit(killed_always, year[0], target).result(timeout=120)
    assert not target.exists()


def test_damaged_file_is_named_and_stops_every_process(year: list[Path], tmp_path: Path) -> None:
    for path in year[:3]:
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "202506.zip").write_bytes(packed(STOP_HEADER + ROW * 9 + ROW.replace("120", "many")))
    with pytest.raises(VolumeFileError, match=r"202506.zip, line 11, column TOTAL_TAP_IN_VOLUME"):
        main(str(tmp_path))
    assert not (tmp_path / "202506.parquet").exists()
    assert [path for path in tmp_path.iterdir() if path.suffix == ".trivet-part"] == []
    command = [sys.executable, "-m", "examples.volume_with_dask", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 1
    assert "202506.zip, line 11, column TOTAL_TAP_IN_VOLUME: 'many' is not a whole number" in done.stderr

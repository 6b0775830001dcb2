"""A year of volume files, from zip to Parquet to one result: in one process, and on Dask with 1, 2 and 4 workers.

`python -m benchmarks.year [--rows N] [--page docs/beyond_one_machine.md]`; `nox -s dask` runs it with the page.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa
from dask.distributed import Client, LocalCluster, wait

from examples.volume_with_dask import busiest, month
from tests.dask.year import download_year

__all__ = ["main"]

WORKERS = (1, 2, 4)
ROUNDS = 3
BEGIN, END = "<!-- figures: begin -->\n", "<!-- figures: end -->"


def timed(run: Callable[[], Any]) -> tuple[float, Any]:
    """Return the seconds that a function takes, and its result."""
    begun = time.perf_counter()
    result = run()
    return time.perf_counter() - begun, result


def clear(files: list[Path]) -> None:
    """Remove the Parquet files of a run."""
    for path in files:
        path.with_suffix(".parquet").unlink(missing_ok=True)


def in_one_process(files: list[Path]) -> list[tuple[str, int]]:
    """Do the work without Dask."""
    return busiest([month(path) for path in files])


def with_workers(files: list[Path], workers: int) -> tuple[float, float, list[tuple[str, int]]]:
    """Return the seconds until the workers are ready, the seconds of the work, and its result."""
    begun = time.perf_counter()
    with LocalCluster(
        n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0", host="127.0.0.1"
    ) as cluster:
        with Client(cluster) as dask:
            wait(
                [
                    dask.submit(schema, number, pure=False, workers=[worker])
                    for number, worker in enumerate(dask.nthreads())
                ]
            )
            started = time.perf_counter() - begun
            seconds, answer = timed(lambda: busiest(dask.gather(dask.map(month, files))))
    return started, seconds, answer


def schema(_: int) -> int:
    """Import the modules that a worker needs."""
    import examples.volume_with_dask as example  # noqa: PLC0415  # in the worker

    return len(example.__name__)


def measure(files: list[Path]) -> list[tuple[str, float, float]]:
    """Return for each number of workers its name and the median seconds of start and work, over some rounds."""
    starts: dict[int, list[float]] = {workers: [] for workers in (0, *WORKERS)}
    works: dict[int, list[float]] = {workers: [] for workers in (0, *WORKERS)}
    for _ in range(ROUNDS):  # in turns, because other programs may use the machine
        for workers in (0, *WORKERS):
            clear(files)
            if workers:
                start, seconds, answer = with_workers(files, workers)
            else:
                start, (seconds, answer) = 0.0, timed(lambda: in_one_process(files))
            assert len(answer) == 5
            starts[workers].append(start)
            works[workers].append(seconds)
    names = {0: "one process, no Dask", 1: "1 worker"}
    return [
        (names.get(workers, f"{workers} workers"), median(starts[workers]), median(works[workers])) for workers in works
    ]


def table(figures: list[tuple[str, float, float]], rows: int, size: int, load: float) -> str:
    """Write the figures as Markdown."""
    alone = figures[0][2]
    lines = ["| | start | work | of one process |", "|---|---|---|---|"]
    lines += [f"| {name} | {start:.1f} s | {work:.1f} s | {work / alone:.2f} |" for name, start, work in figures]
    software = f"Python {platform.python_version()}, pyarrow {pa.__version__}, {os.cpu_count()} cores"
    lines += [
        "",
        f"Measured on {datetime.now(UTC):%d %B %Y} on one machine ({software}) by `python -m benchmarks.year`:",
    ]
    lines += [f"12 files of {rows:,} rows, {size // 1_000_000} MB of zips; medians of {ROUNDS} rounds, in turns."]
    if load > (os.cpu_count() or 1):
        lines += [f"Other programs kept the machine busy meanwhile (load average {load:.0f}), so that these figures"]
        lines += ["show the costs of Dask more than its gains."]
    return "\n".join([*lines, ""])


def main() -> int:
    """Measure, print the table, and put it into a page."""
    parser = argparse.ArgumentParser(description="A year of volume files in one process and on Dask.")
    parser.add_argument("--rows", type=int, default=500_000, help="rows of a month")
    parser.add_argument("--page", type=Path, help="a page of the docs to put the figures into")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    with TemporaryDirectory(prefix="trivet-year-") as folder:
        files = download_year(Path(folder), options.rows)
        text = table(measure(files), options.rows, sum(path.stat().st_size for path in files), load)
    print(text)
    if options.page is not None:
        page = options.page.read_text("utf-8")
        options.page.write_text(
            re.sub(f"(?s)(?<={re.escape(BEGIN)}).*(?={re.escape(END)})", lambda _: text, page), "utf-8"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The busiest stops of a folder of volume files, on all cores: `python -m examples.volume_with_dask volumes/`.

It needs the extra `data`, and the package `dask[distributed]`.
"""

import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from dask.distributed import Client, LocalCluster

from trivet.data import write_parquet


def month(path: Path) -> pa.Table:
    parquet = path.with_suffix(".parquet")  # this runs in a worker; the result is small: one row for each stop
    if not parquet.exists():  # of an earlier run
        write_parquet(path, parquet)
    taps = pq.read_table(parquet, columns=["pt_code", "total_tap_in_volume"])
    return taps.group_by("pt_code").aggregate([("total_tap_in_volume", "sum")])


def busiest(months: list[pa.Table]) -> list[tuple[str, int]]:
    year = pa.concat_tables(months).combine_chunks().group_by("pt_code").aggregate([("total_tap_in_volume_sum", "sum")])
    ordered = year.rename_columns(["stop", "taps"]).sort_by([("taps", "descending"), ("stop", "ascending")])
    return [(row["stop"], row["taps"]) for row in ordered.slice(0, 5).to_pylist()]


def main(folder: str, workers: int = 2) -> list[tuple[str, int]]:
    files = sorted(Path(folder).glob("*.zip"))
    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0") as cluster:
        with Client(cluster) as dask:
            stops = busiest(dask.gather(dask.map(month, files)))
    print(*(f"{stop} {taps:,}" for stop, taps in stops), sep="\n")
    return stops


if __name__ == "__main__":
    main(sys.argv[1])

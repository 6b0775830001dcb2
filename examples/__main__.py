"""Starts the stub servers on loopback, runs every example against them, and says what happened."""

import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

from examples import next_buses, stops_geojson, whole_route
from trivet_stubs import BusStub, RunningClock, serve


def main() -> int:
    stub = BusStub(clock=RunningClock(), page_size=5)
    records = failed = 0
    with serve(stub) as server, tempfile.TemporaryDirectory() as folder:
        os.environ |= {"TRIVET_BUS_BASE_URL": server.url, "TRIVET_BUS_ACCOUNT_KEY": stub.account_key}
        steps: list[tuple[str, Callable[[], int]]] = [
            ("The next buses at a stop", lambda: next_buses.main("54009")),
            ("All stops, paged", lambda: stops_geojson.main(str(Path(folder, "stops.geojson")))),
            ("A whole route", lambda: whole_route.main("302", "1")),
        ]
        for title, step in steps:
            print(f"\n== {title}")
            try:
                found = step()
            except Exception:
                traceback.print_exc()
                found = 0
            records += found
            failed += found == 0
    print(f"\nbus: {len(stub.journal)} requests, {records} records" + (f", {failed} steps failed" if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

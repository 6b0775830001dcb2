"""The map of a route, as `trivet bus map` draws it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from trivet_stubs import BusStub, RunningClock

__all__ = ["make"]


def make(folder: Path) -> None:
    """Write `route.svg`."""
    with BusStub(clock=RunningClock()) as stub, stub.serve() as server:
        own = {"TRIVET_BUS_BASE_URL": server.url, "TRIVET_BUS_ACCOUNT_KEY": stub.account_key}
        program = [sys.executable, "-m", "trivet", "bus", "map", "23", "--out", str(folder / "route.svg")]
        subprocess.run(program, env={**os.environ, **own}, check=True)

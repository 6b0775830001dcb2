"""The board of a stop, as `trivet bus arrivals` shows it."""

from __future__ import annotations

from pathlib import Path

from docs.pictures.terminal import run_in_terminal, save_terminal
from trivet_stubs import BusStub, RunningClock

__all__ = ["make"]


def make(folder: Path) -> None:
    """Write `board.svg`."""
    with BusStub(clock=RunningClock()) as stub, stub.serve() as server:
        environment = {"TRIVET_BUS_BASE_URL": server.url, "TRIVET_BUS_ACCOUNT_KEY": stub.account_key}
        output = run_in_terminal(["bus", "arrivals", "28009", "--refresh"], environment)
    save_terminal(folder / "board.svg", output, title="trivet bus arrivals 28009")

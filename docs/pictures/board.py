"""The board of a stop, as `trivet bus arrivals` shows it."""

from __future__ import annotations

from pathlib import Path

from docs.pictures.terminal import run_in_terminal, save_terminal
from trivet_stubs import BusStub, RunningClock

__all__ = ["draw", "make"]


def make(folder: Path) -> None:
    """Write `board.svg`."""
    draw(folder / "board.svg", columns=92)


def draw(path: Path, *, columns: int) -> None:
    """Write the board as it is in a terminal of so many columns."""
    with BusStub(clock=RunningClock()) as stub, stub.serve() as server:
        environment = {"TRIVET_BUS_BASE_URL": server.url, "TRIVET_BUS_ACCOUNT_KEY": stub.account_key}
        output = run_in_terminal(["bus", "arrivals", "28009", "--refresh"], environment, columns=columns)
    save_terminal(path, output, title="trivet bus arrivals 28009", columns=columns)

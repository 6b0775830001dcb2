"""The board of a stop in a narrow terminal, which is readable on a telephone."""

from __future__ import annotations

from pathlib import Path

from docs.pictures import board

__all__ = ["make"]


def make(folder: Path) -> None:
    """Write `board_narrow.svg`."""
    board.draw(folder / "board_narrow.svg", columns=44)

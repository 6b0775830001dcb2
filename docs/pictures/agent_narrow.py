"""A turn of an agent in a narrow terminal, which is readable on a telephone."""

from __future__ import annotations

from pathlib import Path

from docs.pictures import agent

__all__ = ["make"]


def make(folder: Path) -> None:
    """Write `agent_narrow.svg`."""
    agent.draw(folder / "agent_narrow.svg", columns=47)

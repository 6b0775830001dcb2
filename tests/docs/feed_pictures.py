"""Draws the pictures of docs/feeds_and_maps.md with the stub: `python -m tests.docs.feed_pictures`."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.sdk.cli.bus.in_process import run_on
from trivet_stubs import BusStub

__all__ = ["PICTURES", "write_example_pictures"]

PICTURES = Path(__file__).parents[2] / "docs" / "_static" / "maps"
"""The folder from which the docs include the pictures."""


def write_example_pictures(folder: Path = PICTURES) -> list[Path]:
    """Write the pictures to a folder, and return their paths.

    >>> write_example_pictures()
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "service_23.svg"
    with BusStub() as stub:
        done = run_on(stub, "map", "23", "--out", str(path))
    if done.status != 0:
        raise RuntimeError(done.err)
    return [path]


if __name__ == "__main__":
    for path in write_example_pictures(*map(Path, sys.argv[1:2])):
        print(path)

"""The real snapshot of the service's master lists, which is kept next to the repository and never in it."""

import csv
import functools
from collections.abc import Callable
from pathlib import Path

import pytest

DATA = Path(__file__).parents[4] / "shared" / "data" / "bus"


@pytest.fixture(scope="session")
def snapshot() -> Callable[[str], list[dict[str, str]]]:
    """Read `bus_service`, `bus_route` or `bus_stop` from the snapshot of 19 September 2024, each once."""

    @functools.cache
    def read(name: str) -> list[dict[str, str]]:
        path = DATA / f"{name}_2024-09-19.csv"
        if not path.exists():
            pytest.skip(f"the real snapshot is not here: shared/data/bus/{path.name}")
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    return read

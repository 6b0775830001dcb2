"""A rider: the command in this process, against a stub on a port, with the stub's clock and a cache of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.sdk.cli.console import Done, run_here
from trivet._core import settings
from trivet_stubs import BusStub
from trivet_stubs.serving.port import Served


class Rider:
    """Runs `trivet bus …`.

    Attributes:
        stub: The service.
        cache: The folder of the cache.
        env: The environment of the command.
    """

    def __init__(self, server: Served[BusStub], cache: Path) -> None:
        self.stub = server.stub
        self.cache = cache
        self.env = {
            "TRIVET_BUS_BASE_URL": server.url,
            "TRIVET_BUS_ACCOUNT_KEY": server.stub.account_key,
            "TRIVET_CACHE": str(cache),
        }

    def run(self, *arguments: str) -> Done:
        return run_here("bus", *arguments, env=self.env)

    def rows(self, *arguments: str) -> list[dict[str, Any]]:
        """The records of a run that succeeds without a note."""
        done = self.run(*arguments, "-o", "ndjson")
        assert (done.status, done.err) == (0, "")
        return [json.loads(line) for line in done.out.splitlines()]

    def refused(self, *arguments: str) -> str:
        """The one line of a run whose arguments are refused."""
        done = self.run(*arguments)
        assert (done.status, done.out) == (2, "")
        [line] = done.err.splitlines()
        return line


@pytest.fixture
def rider(bus_server: Served[BusStub], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rider:
    monkeypatch.setattr(settings, "SystemClock", lambda: bus_server.stub.clock)
    return Rider(bus_server, tmp_path / "cache")

"""The live board in a pseudo-terminal, by a clock that is a hundred times as fast."""

from __future__ import annotations

import signal
import struct
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.sdk.cli.console import Terminal, in_terminal
from trivet_stubs import BusStub
from trivet_stubs.serving.port import Served

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminal")

QUOTA = {"fault": {"faultstring": "used up", "detail": {"errorcode": "policies.ratelimit.QuotaViolation"}}}
SLOWER = "Next round in (2[1-9]|[3-7][0-9]) s"
OTHER_SCREEN, BACK, CURSOR = "\x1b[?1049h", "\x1b[?1049l", "\x1b[?25h"

FAST = """
import time
from datetime import datetime, timedelta, timezone

from trivet._core import settings

BEGUN, START = time.monotonic(), datetime(2025, 6, 16, tzinfo=timezone.utc)


class Fast:
    def monotonic(self):
        return (time.monotonic() - BEGUN) * 100

    def now(self):
        return START + timedelta(seconds=self.monotonic())

    def sleep(self, seconds):
        time.sleep(seconds / 100)


settings.SystemClock = Fast
"""


@contextmanager
def watching(server: Served[BusStub], folder: Path, *stops: str) -> Generator[Terminal]:
    (folder / "sitecustomize.py").write_text(FAST)
    env = {
        "PYTHONPATH": str(folder),
        "TRIVET_CACHE": str(folder / "cache"),
        "TRIVET_BUS_BASE_URL": server.url,
        "TRIVET_BUS_ACCOUNT_KEY": server.stub.account_key,
    }
    with in_terminal("bus", "arrivals", *stops, "--watch", env=env, size=(100, 30)) as terminal:
        yield terminal


def read_next(terminal: Terminal, *patterns: str) -> str:
    """Read on until what is written from now on has all of these."""
    begun = len(terminal.text)
    for each in patterns:
        terminal.read_until(f"(?s)^.{{{begun}}}.*{each}")
    return terminal.text[begun:]


def resize(terminal: Terminal, columns: int, lines: int) -> None:
    import fcntl  # noqa: PLC0415  # Windows has neither
    import termios  # noqa: PLC0415

    fcntl.ioctl(terminal._descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


def test_live_board_follows_the_service_and_gives_the_terminal_back(
    bus_server: Served[BusStub], tmp_path: Path
) -> None:
    stub = bus_server.stub
    stops = tuple({**each, "Description": f"{each['Description']}\x1b[2J"} for each in stub.records.stops)
    stub.records = replace(stub.records, stops=stops)
    with watching(bus_server, tmp_path, "seletar gdn ter", "28009") as terminal:
        terminal.read_until("Fetching services, routes and stops")
        terminal.read_until(r"54009  Seletar Gdn Ter\\x1b\[2J")
        terminal.read_until("28009  Orchid Int")
        read_next(terminal, "Data: LTA DataMall", "Ctrl-C ends")
        stub.clock.advance(2 * 3600)
        read_next(terminal, "10:0[0-9]")  # other buses

        stub.faults.add("arrivals.get", status=500, body=QUOTA, times=4)  # two rounds of two stops
        shown = read_next(terminal, "! not renewed: arrivals.get", SLOWER)
        assert "seats" in shown or "standing" in shown  # the last good answer
        read_next(terminal, "Next round in (1?[0-9]|20) s")

        stub.faults.add("arrivals.get", status=503, times=None)
        read_next(terminal, "! not renewed: arrivals.get.*503", "(s|min) ago")
        stub.faults.clear()

        resize(terminal, 60, 12)
        read_next(terminal, "23  to Tamarind Ter", "more lines: enlarge")
        terminal.interrupt()
        assert terminal.wait() == 130
    drawn, _, after = terminal.output.rpartition(BACK)
    assert drawn.count(OTHER_SCREEN) == 1
    assert "\x1b[2J" not in drawn.partition(OTHER_SCREEN)[2].partition("54009")[2]  # it never flickers
    assert drawn.rfind(CURSOR) > drawn.rfind("\x1b[?25l") or CURSOR in after
    assert "54009  Seletar" in after  # the last board stays
    assert "Traceback" not in terminal.output


def test_kill_gives_the_terminal_back(bus_server: Served[BusStub], tmp_path: Path) -> None:
    with watching(bus_server, tmp_path, "28009") as terminal:
        terminal.read_until("Ctrl-C ends")
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.wait() == 128 + signal.SIGTERM
    assert terminal.output.rfind(BACK) > terminal.output.rfind(OTHER_SCREEN) >= 0
    assert CURSOR in terminal.output
    assert "Traceback" not in terminal.output

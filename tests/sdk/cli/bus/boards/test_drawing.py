"""Boards on terminals of several sizes, and where stdout is not a terminal; the live board in a pseudo-terminal."""

from __future__ import annotations

import io
import signal
import struct
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from tests.sdk.bus.network.records import network, stop
from tests.sdk.cli.bus.boards.stops import NOW, board, bus, service
from tests.sdk.cli.console import Terminal, in_terminal
from trivet import APIError
from trivet.bus import Board, StopBoard
from trivet.cli.bus.boards.contents import StopSection, section_of
from trivet.cli.bus.boards.drawing import BoardView, Drawing, board_console, legend
from trivet.cli.bus.stop_lookup import StopNames
from trivet_stubs import BusStub
from trivet_stubs.serving.port import Served

NAMES = StopNames(
    network(stops=[stop("A", "Opp Bugis Stn"), stop("B", "Orchid Int"), stop("Z", "Marina Ctr Ter Bay 3")])
)
FOOT = ["Data: LTA DataMall, Singapore Open Data Licence"]
BOARD = Board(at=NOW, stops={"A": board(service("10", bus(3)))}, next_after=20.0)

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminal")

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


def followed(names: StopNames, *boards: Board, is_terminal: bool = False) -> str:
    console = Console(file=io.StringIO(), width=80, force_terminal=is_terminal, color_system=None)
    drawing = Drawing(names, only=[], source="Data: LTA", console=console)
    drawing.follow(iter(boards), ["A"], lambda: NOW)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("is_terminal", [False, True])
def test_boards_are_drawn_one_below_the_other(is_terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    text = followed(StopNames(network(stops=[stop("A", "Dock")])), BOARD, BOARD, is_terminal=is_terminal)
    assert (text.count("A  Dock, Pier Rd"), text.count("Data: LTA")) == (2, 2)
    assert "Ctrl-C" not in text
    assert "\x1b" not in text


def test_board_without_names_has_a_hint() -> None:
    assert "Stops have no names yet: --refresh" in followed(StopNames(None), BOARD)


def sections() -> list[StopSection]:
    full = service(
        "10e",
        bus(0.2, load="LSD", type="BD", visit_number="2"),
        bus(12, load="SDA", monitored=0, visit_number="1"),
        bus(110, load="SDA", monitored=0, visit_number="2"),
    )
    stops = [
        board(full, service("2", bus(3))),
        StopBoard(bus_stop_code="C", error=APIError("arrivals.get", "the service is down " * 20)),
        board(code="B", age=30),
    ]
    return [section_of(stop_board, NAMES, [], NOW) for stop_board in stops]


def drawn(width: int, height: int = 40, *, fits: bool = False, encoding: str = "utf-8") -> list[str]:
    file = io.TextIOWrapper(io.BytesIO(), encoding)
    console = Console(file=file, width=width, height=height, color_system=None, legacy_windows=False)
    console.print(BoardView(sections(), NOW, FOOT, fits=fits))
    file.seek(0)
    return [line.rstrip() for line in file.read().splitlines()]


def test_wide_board_has_a_row_a_service() -> None:
    lines = drawn(100)
    assert lines[0] == "A  Opp Bugis Stn, Pier Rd" + " " * 66 + " 08:00:00"
    assert lines[1].split() == ["Bus", "To", "Next", "2nd", "3rd"]
    assert lines[2].split() == ["2", "Marina", "Ctr", "Ter", "Bay", "3", "3", "min", "08:03"]
    assert lines[3].split() == ["seats", "double", "♿"]
    assert " ".join(lines[4].split()) == "10e Marina Ctr Ter Bay 3 Arr 08:00 2nd 12 min ~08:12 1st 110 min ~09:50 2nd"
    assert " ".join(lines[5].split()) == "limited bendy ♿ standing double ♿ standing double ♿"
    assert lines[-1] == FOOT[0]
    assert "~ by the timetable, not tracked · ♿ wheelchair-accessible · 1st, 2nd: visit of a loop" in lines
    assert "No buses are expected." in lines
    assert any(line.startswith("B  Orchid Int, Pier Rd") and line.endswith("08:00:00, 30 s ago") for line in lines)


def test_narrow_board_has_a_line_a_bus() -> None:
    lines = drawn(60)
    assert lines[1:4] == [
        "2  to Marina Ctr Ter Bay 3",
        "  3 min  08:03  seats double ♿",
        "10e  to Marina Ctr Ter Bay 3",
    ]
    assert lines[4] == "  Arr    08:00 2nd  limited bendy ♿"


@pytest.mark.parametrize("width", [20, 40, 60, 75, 76, 80, 100, 200])
def test_no_line_is_wider_than_the_terminal_and_no_bus_is_lost(width: int) -> None:
    lines = drawn(width)
    assert max(map(cell_len, lines)) <= width
    text = " ".join(" ".join(lines).split())
    assert [minutes for minutes in ("Arr", "3 min", "12 min", "110 min") if minutes not in text] == []


@pytest.mark.parametrize("height", [1, 4, 8, 12, 40])
def test_board_that_must_fit_has_the_number_of_missing_lines(height: int) -> None:
    whole = len(drawn(100))
    lines = drawn(100, height, fits=True)
    if whole <= height:
        assert lines == drawn(100)
        return
    assert len(lines) <= max(height, 5)  # a line of the board, the note and the footer
    assert f"… {whole - 3 - (len(lines) - 4)} more lines" in "\n".join(lines)
    assert lines[-1] == FOOT[0]


def test_terminal_without_unicode_shows_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    stdout = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr("sys.stdout", stdout)
    monkeypatch.setenv("COLUMNS", "90")
    board_console().print(BoardView(sections(), NOW, ["é"]))
    stdout.seek(0)
    text = stdout.read()
    assert "seats double W" in text
    assert "W wheelchair-accessible" in text
    assert text.endswith("?\n")


def test_legend_explains_only_marks_of_the_board() -> None:
    assert legend([]) == []
    plain = section_of(board(service("2", bus(3, feature=""))), NAMES, [], NOW)
    assert legend([plain]) == []
    assert legend([section_of(board(service("2", bus(3))), NAMES, [], NOW)]) == ["♿ wheelchair-accessible"]


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
    """Read until the output from now on matches all patterns; return it."""
    begun = len(terminal.text)
    for pattern in patterns:
        terminal.read_until(f"(?s)^.{{{begun}}}.*{pattern}")
    return terminal.text[begun:]


def resize(terminal: Terminal, columns: int, lines: int) -> None:
    import fcntl  # noqa: PLC0415  # Windows has neither
    import termios  # noqa: PLC0415

    fcntl.ioctl(terminal._descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


@pytest.mark.long
@POSIX
def test_live_board_follows_the_service_and_restores_the_terminal(bus_server: Served[BusStub], tmp_path: Path) -> None:
    stub = bus_server.stub
    stops = tuple({**stop, "Description": f"{stop['Description']}\x1b[2J"} for stop in stub.records.stops)
    stub.records = replace(stub.records, stops=stops)
    with watching(bus_server, tmp_path, "seletar gdn ter", "28009") as terminal:
        terminal.read_until("Fetching services, routes and stops")
        terminal.read_until(r"54009  Seletar Gdn Ter\\x1b\[2J")
        terminal.read_until("28009  Orchid Int")
        read_next(terminal, "Data: LTA DataMall", "Ctrl-C ends")
        stub.clock.advance(2 * 3600)
        read_next(terminal, "10:0[0-9]")  # other buses

        stub.faults.add("arrivals.get", status=500, body=QUOTA, times=4)  # two rounds of two stops
        screen = read_next(terminal, "! not renewed: arrivals.get", SLOWER)
        assert "seats" in screen or "standing" in screen  # the last good answer
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


@pytest.mark.long
@POSIX
def test_kill_restores_the_terminal(bus_server: Served[BusStub], tmp_path: Path) -> None:
    with watching(bus_server, tmp_path, "28009") as terminal:
        terminal.read_until("Ctrl-C ends")
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.wait() == 128 + signal.SIGTERM
    assert terminal.output.rfind(BACK) > terminal.output.rfind(OTHER_SCREEN) >= 0
    assert CURSOR in terminal.output
    assert "Traceback" not in terminal.output

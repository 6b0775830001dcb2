"""A board on terminals of several sizes."""

from __future__ import annotations

import io

import pytest
from rich.cells import cell_len
from rich.console import Console

from tests.sdk.bus.network.records import network, stop
from tests.sdk.cli.bus.boards.stops import NOW, board, bus, service
from trivet import APIError
from trivet.bus import StopBoard
from trivet.cli.bus.boards.names import Names
from trivet.cli.bus.boards.sections import StopSection, section_of
from trivet.cli.bus.boards.view import BoardView, board_console, legend

NAMES = Names(network(stops=[stop("A", "Opp Bugis Stn"), stop("B", "Orchid Int"), stop("Z", "Marina Ctr Ter Bay 3")]))
FOOT = ["Data: LTA DataMall, Singapore Open Data Licence"]


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
    return [section_of(each, NAMES, [], NOW) for each in stops]


def drawn(width: int, height: int = 40, *, fits: bool = False, encoding: str = "utf-8") -> list[str]:
    file = io.TextIOWrapper(io.BytesIO(), encoding)
    console = Console(file=file, width=width, height=height, color_system=None, legacy_windows=False)
    console.print(BoardView(sections(), NOW, FOOT, fits=fits))
    file.seek(0)
    return [each.rstrip() for each in file.read().splitlines()]


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
    assert any(each.startswith("B  Orchid Int, Pier Rd") and each.endswith("08:00:00, 30 s ago") for each in lines)


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
    assert [each for each in ("Arr", "3 min", "12 min", "110 min") if each not in text] == []


@pytest.mark.parametrize("height", [1, 4, 8, 12, 40])
def test_board_that_must_fit_says_how_much_is_missing(height: int) -> None:
    whole = len(drawn(100))
    lines = drawn(100, height, fits=True)
    if whole <= height:
        assert lines == drawn(100)
        return
    assert len(lines) <= max(height, 5)  # a line of the board, the note and the footer
    assert f"… {whole - 3 - (len(lines) - 4)} more lines" in "\n".join(lines)
    assert lines[-1] == FOOT[0]


def test_terminal_without_unicode_gets_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    stdout = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr("sys.stdout", stdout)
    monkeypatch.setenv("COLUMNS", "90")
    board_console().print(BoardView(sections(), NOW, ["é"]))
    stdout.seek(0)
    text = stdout.read()
    assert "seats double W" in text
    assert "W wheelchair-accessible" in text
    assert text.endswith("?\n")


def test_legend_explains_only_the_marks_that_are_there() -> None:
    assert legend([]) == []
    plain = section_of(board(service("2", bus(3, feature=""))), NAMES, [], NOW)
    assert legend([plain]) == []
    assert legend([section_of(board(service("2", bus(3))), NAMES, [], NOW)]) == ["♿ wheelchair-accessible"]

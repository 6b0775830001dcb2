"""Boards where stdout is no terminal that can be drawn upon; the live board has its own tests."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from tests.sdk.bus.network.records import network, stop
from tests.sdk.cli.bus.boards.stops import NOW, board, bus, service
from trivet.bus import Board
from trivet.cli.bus.boards.drawing import Drawing
from trivet.cli.bus.boards.names import Names

BOARD = Board(at=NOW, stops={"A": board(service("10", bus(3)))}, next_after=20.0)


def drawn(names: Names, *boards: Board, is_terminal: bool = False) -> str:
    console = Console(file=io.StringIO(), width=80, force_terminal=is_terminal, color_system=None)
    drawing = Drawing(names, only=[], source="Data: LTA", console=console)
    drawing.follow(iter(boards), ["A"], lambda: NOW)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("is_terminal", [False, True])
def test_boards_follow_one_below_the_other(is_terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    text = drawn(Names(network(stops=[stop("A", "Dock")])), BOARD, BOARD, is_terminal=is_terminal)
    assert (text.count("A  Dock, Pier Rd"), text.count("Data: LTA")) == (2, 2)
    assert "Ctrl-C" not in text
    assert "\x1b" not in text


def test_board_without_names_says_how_to_get_them() -> None:
    assert "Stops have no names yet: --refresh" in drawn(Names(None), BOARD)

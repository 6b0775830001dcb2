"""Bars as text."""

from __future__ import annotations

from datetime import date

from trivet.cli.chat.charts.bars import ASCII, bars, legend
from trivet.cli.chat.charts.days import Day

DAYS = [Day(date(2025, 6, 14), 30, 10), Day(date(2025, 6, 15)), Day(date(2025, 6, 16), 1000, 1)]


def text(lines: object) -> str:
    return "\n".join("".join(piece.text for piece in line) for line in lines)  # type: ignore[attr-defined]


def test_chart_can_be_read_on_a_monochrome_terminal_and_fits() -> None:
    assert text(bars(DAYS, 60)) == (
        "Sat 14 Jun 2025  █░  30 | 10\nSun 15 Jun 2025  ·\nMon 16 Jun 2025  ████████████████████████████████░  1000 | 1"
    )
    assert text(bars(DAYS[:1], 40, ASCII)) == "Sat 14 Jun 2025  ##########----  30 | 10"
    assert text([legend(ASCII)]) == "## likes   -- dislikes"


def test_every_line_fits_where_there_is_room_and_none_is_without_a_bar() -> None:
    for width in (40, 80, 200):
        lines = [text([line]) for line in bars(DAYS, width)]
        assert max(map(len, lines)) <= width
    assert text(bars(DAYS, 10)).splitlines()[0] == "Sat 14 Jun 2025  █░  30 | 10"
    assert bars([], 80) == []

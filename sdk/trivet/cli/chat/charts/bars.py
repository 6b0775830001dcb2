"""A chart of bars as lines of text, which can be read on a monochrome terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from trivet.cli.chat.charts.days import Day

__all__ = ["ASCII", "BLOCKS", "Piece", "bars", "legend"]


class Marks(NamedTuple):
    """The characters of a bar: for likes and for dislikes."""

    likes: str
    dislikes: str


BLOCKS = Marks("█", "░")
ASCII = Marks("#", "-")


class Piece(NamedTuple):
    """A piece of a line.

    Attributes:
        text: The text.
        style: `likes`, `dislikes` or nothing: how it is shown where a terminal can.
    """

    text: str
    style: str = ""


def bars(days: Sequence[Day], width: int, marks: Marks = BLOCKS) -> list[list[Piece]]:
    """Return a line for each day: date, a bar of likes and dislikes, and both numbers.

    >>> ["".join(piece.text for piece in line) for line in bars([Day(date(2025, 6, 16), 3, 1)], 40)]
    ['Mon 16 Jun 2025  ████████████░░░░  3 | 1']

    Args:
        days: The days, oldest first.
        width: The columns of the terminal.
        marks: What bars are made of.
    """
    most = max((each.total for each in days), default=0)
    numbers = [f"{each.likes} | {each.dislikes}" for each in days]
    dates = [_date(each) for each in days]
    room = max(width - max(map(len, dates), default=0) - max(map(len, numbers), default=0) - 4, 4)
    lines: list[list[Piece]] = []
    for each, number, day in zip(days, numbers, dates, strict=True):
        likes, dislikes = _lengths(each, most, room)
        line = [Piece(f"{day}  ")]
        line += [Piece(marks.likes * likes, "likes")] * bool(likes)
        line += [Piece(marks.dislikes * dislikes, "dislikes")] * bool(dislikes)
        line.append(Piece(f"  {number}" if each.total else "·"))
        lines.append(line)
    return lines


def legend(marks: Marks = BLOCKS) -> list[Piece]:
    """Return the line that explains the bars."""
    return [
        Piece(marks.likes * 2, "likes"),
        Piece(" likes   "),
        Piece(marks.dislikes * 2, "dislikes"),
        Piece(" dislikes"),
    ]


def _lengths(day: Day, most: int, room: int) -> tuple[int, int]:
    """Return the columns of likes and of dislikes; what is not zero gets at least one."""
    if not day.total:
        return 0, 0
    whole = max(round(day.total / most * room), bool(day.likes) + bool(day.dislikes))
    likes = round(whole * day.likes / day.total)
    if day.likes:
        likes = max(likes, 1)
    if day.dislikes:
        likes = min(likes, whole - 1)
    return likes, whole - likes


def _date(day: Day) -> str:
    return f"{day.date:%a %d %b %Y}"

"""A dashboard as lines of a terminal, of any width and height."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TypeAlias

from rich.cells import cell_len

from trivet.cli.agent.asks import describe, reply_command
from trivet.cli.agent.times import age
from trivet.cli.agent.watch.board import Place, Row, ordered
from trivet.cli.text import fit, one_line

__all__ = ["Line", "board_lines"]

Line: TypeAlias = tuple[str, str]
"""A line, and its style."""

_CONNECTIONS = {
    "live": ("●", "green"),
    "stale": ("◐", "yellow"),
    "reconnecting": ("○", "yellow"),
    "failed": ("✗", "red"),
}
_STATUSES = {
    "waits": ("?", "bold yellow"),
    "busy": ("▸", "cyan"),
    "busy?": ("▸", "cyan"),
    "retry": ("↻", "red"),
    "idle": ("·", ""),
}


def board_lines(places: Sequence[Place], now: float, width: int, height: int, *, commands: bool = True) -> list[Line]:
    """Return the lines of the board, of which each fits in the width and all in the height.

    >>> board_lines([Place("/home/dev/orchard", "live")], time.time(), 40, 10)
    [('● /home/dev/orchard  live, no sessions', 'bold green')]

    Args:
        places: The directories.
        now: Seconds since 1970.
        width: Columns.
        height: Lines.
        commands: Whether the commands that answer are shown.
    """
    blocks = [
        [_row_lines(each, place, now, width, commands=commands) for each in ordered(place.rows.values())]
        for place in places
    ]
    heads = [_head(each, width) for each in places]
    left = height - len(heads)
    shown: list[list[Line]] = [[] for _ in places]
    hidden = [0] * len(places)
    # A session of each directory in its turn, so that a busy one does not hide the others.
    for rank in range(max(map(len, blocks), default=0)):
        for at, sessions in enumerate(blocks):
            if rank < len(sessions) and len(sessions[rank]) <= left and not hidden[at]:
                shown[at] += sessions[rank]
                left -= len(sessions[rank])
            elif rank < len(sessions):
                hidden[at] += 1
    found: list[Line] = []
    for (text, style), lines, more in zip(heads, shown, hidden, strict=True):
        found.append((fit(text, width - 12) + f" (+{more} more)" if more else text, style))
        found += lines
    return [(fit(text, width), style) for text, style in found[:height]]


def _head(place: Place, width: int) -> Line:
    mark, style = _CONNECTIONS.get(place.connection, ("…", "dim"))
    rows = place.rows.values()
    counts = [f"{len(rows)} session{'s' * (len(rows) != 1)}" if rows else "no sessions"]
    for status, word in (("busy", "at work"), ("waits", "waiting")):
        if number := sum((each.status or "").startswith(status) for each in rows):
            counts.append(f"{number} {word}")
    state = f"failed: {one_line(place.error)}" if place.error else ", ".join([place.connection, *counts])
    room = width - len(state) - 4
    name = one_line(place.directory or "the server's directory", room if room >= width // 3 else max(width // 2 - 4, 1))
    return fit(f"{mark} {name}  {state}", width), f"bold {style}"


def _row_lines(row: Row, place: Place, now: float, width: int, *, commands: bool) -> list[Line]:
    mark, style = _STATUSES.get(row.status or "", (" ", "dim" if row.archived else ""))
    status = one_line(row.status or "", 6)
    end = f"{row.todos or '':>6} {age(row.updated, now):>6}"
    if width >= 72:
        end += f"  {one_line(row.id, 28)}"
    title = one_line(row.title or row.id, max(width - len(end) - 13, 4))
    gap = " " * max(width - len(end) - 12 - cell_len(title), 1)
    lines = [(fit(f"  {mark} {status:<6} {title}{gap}{end}", width), style)]
    if row.note:
        lines.append((fit(f"      {one_line(row.note)}", width), "red"))
    for each in row.requests:
        lines.append((fit(f"      {describe(each)}", width), "yellow"))
        if commands:
            command = reply_command(each, place.directory or None, place.again)
            lines += [(fit(line, width), "dim") for line in _continued(command, width)]
    return lines


def _continued(command: str, width: int) -> list[str]:
    """Return a command in lines of a width at most, which a shell takes together as the one; a long word is not cut."""
    lines = [" " * 6]
    for each in (shlex.quote(word) for word in shlex.split(command)):
        if lines[-1].strip() and cell_len(lines[-1]) + cell_len(each) + 3 > width:
            lines[-1] += " \\"
            lines.append(" " * 8)
        lines[-1] += f" {each}" if lines[-1].strip() else each
    return lines

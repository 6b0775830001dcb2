"""Times and todos of a session as text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from trivet.agent import Todo
from trivet.cli.text import one_line

__all__ = ["age", "done_of", "iso_time", "short_time", "span", "todos_line", "todos_list"]

DONE = frozenset({"completed", "cancelled", "canceled"})
_MARKS = {"completed": "✓", "cancelled": "-", "canceled": "-", "in_progress": "▸"}
_UNITS = ((86_400.0, "d"), (3600.0, "h"), (60.0, "min"))


def span(seconds: float) -> str:
    """Return seconds in the largest unit that fits.

    >>> span(0.42), span(75), span(90000)
    ('0.4 s', '1 min', '1 d')
    """
    for size, unit in _UNITS:
        if seconds >= size:
            return f"{int(seconds // size)} {unit}"
    return f"{max(seconds, 0.0):.1f} s" if seconds < 10 else f"{seconds:.0f} s"


def age(milliseconds: object, now: float) -> str:
    """Return the time that has passed since a moment, in whole units; an empty text if it is not a number.

    >>> age(1750032000000, 1750032012.0)
    '12 s'

    Args:
        milliseconds: Since 1970, as the service writes times.
        now: Seconds since 1970.
    """
    if not isinstance(milliseconds, int | float):
        return ""
    seconds = max(now - milliseconds / 1000, 0.0)
    return f"{int(seconds)} s" if seconds < 60 else span(seconds)


def iso_time(milliseconds: object) -> str | None:
    """Return a time as RFC 3339 in this machine's time zone; None if it is not a number or beyond the calendar.

    >>> iso_time(1750032000000)
    '2025-06-16T08:00:00+08:00'
    """
    if not isinstance(milliseconds, int | float):
        return None
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone().isoformat(timespec="seconds")
    except (ValueError, OverflowError, OSError):
        return None


def short_time(text: str | None) -> str:
    """Return a time of `iso_time` to the minute, for a table.

    >>> short_time("2025-06-16T08:00:00+08:00")
    '2025-06-16 08:00'
    """
    return (text or "")[:16].replace("T", " ")


def done_of(todos: Sequence[Todo]) -> str:
    """Return the number of todos that are done, and the number of all.

    >>> done_of([Todo(content="Look", status="completed"), Todo(content="Leap", status="pending")])
    '1/2'
    """
    return f"{sum(todo.status in DONE for todo in todos)}/{len(todos)}"


def todos_line(todos: Sequence[Todo], width: int) -> str:
    """Return the todos in one line: how many are done, and the current one."""
    open_todos = [todo for todo in todos if todo.status not in DONE]
    now = next((todo for todo in open_todos if todo.status == "in_progress"), open_todos[0] if open_todos else None)
    content = "" if now is None else f": {getattr(now, 'content', '')}"
    return one_line(f"todos {done_of(todos)}{content}", width)


def todos_list(todos: Sequence[Todo], width: int, most: int = 5) -> list[str]:
    """Return a line for each todo; if there are more than fit, those that are not done come first."""
    first = [*todos]
    if len(first) > most:
        first = sorted(todos, key=lambda todo: todo.status in DONE)
    lines = [f"{_MARKS.get(todo.status or '', '·')} {getattr(todo, 'content', '')}" for todo in first[:most]]
    more = [f"  … {len(todos) - most} more"] if len(todos) > most else []
    return [one_line(line, width) for line in (*lines, *more)]

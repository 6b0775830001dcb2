"""The todos of a session in brief."""

from __future__ import annotations

from collections.abc import Sequence

from trivet.agent import Todo
from trivet.cli.text import one_line

__all__ = ["done_of", "todos_line", "todos_list"]

DONE = frozenset({"completed", "cancelled", "canceled"})
_MARKS = {"completed": "✓", "cancelled": "-", "canceled": "-", "in_progress": "▸"}


def done_of(todos: Sequence[Todo]) -> str:
    """Return how many are done, of how many.

    >>> done_of([Todo(content="Look", status="completed"), Todo(content="Leap", status="pending")])
    '1/2'
    """
    return f"{sum(each.status in DONE for each in todos)}/{len(todos)}"


def todos_line(todos: Sequence[Todo], width: int) -> str:
    """Return the todos in one line: how many are done, and which one comes now."""
    left = [each for each in todos if each.status not in DONE]
    now = next((each for each in left if each.status == "in_progress"), left[0] if left else None)
    what = "" if now is None else f": {getattr(now, 'content', '')}"
    return one_line(f"todos {done_of(todos)}{what}", width)


def todos_list(todos: Sequence[Todo], width: int, most: int = 5) -> list[str]:
    """Return a line for each todo, of those that are left first, if there are more than fit."""
    chosen = [*todos]
    if len(chosen) > most:
        chosen = sorted(todos, key=lambda each: each.status in DONE)
    lines = [f"{_MARKS.get(each.status or '', '·')} {getattr(each, 'content', '')}" for each in chosen[:most]]
    more = [f"  … {len(todos) - most} more"] if len(todos) > most else []
    return [one_line(each, width) for each in (*lines, *more)]

"""The todos of a session as text."""

from __future__ import annotations

from collections.abc import Sequence

from trivet.agent import Todo
from trivet.cli.text import one_line

DONE = frozenset({"completed", "cancelled", "canceled"})
_MARKS = {"completed": "✓", "cancelled": "-", "canceled": "-", "in_progress": "▸"}


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

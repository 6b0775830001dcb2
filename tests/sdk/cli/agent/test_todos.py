"""Todos as text."""

from trivet.agent import Todo
from trivet.cli.agent.todos import done_of, todos_line, todos_list

TODOS = [
    Todo(content="Look", status="completed"),
    Todo(content="Think", status="cancelled"),
    Todo(content="Leap\x1b[2J", status="pending"),
    Todo(content="Fall", status="in_progress"),
]


def test_todos_are_counted_and_the_current_one_is_named():
    assert done_of(TODOS) == "2/4"
    assert todos_line(TODOS, 80) == "todos 2/4: Fall"
    assert todos_line(TODOS[:3], 80) == "todos 2/3: Leap\\x1b[2J"
    assert todos_line(TODOS[:2], 80) == "todos 2/2"


def test_todos_left_come_first_if_not_all_fit():
    assert todos_list(TODOS, 80) == ["✓ Look", "- Think", "· Leap\\x1b[2J", "▸ Fall"]
    assert todos_list(TODOS, 8, most=2) == ["· Leap\\…", "▸ Fall", "  … 2 m…"]

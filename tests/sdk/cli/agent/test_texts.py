"""Times and todos as text."""

import time

import pytest

from trivet.agent import Todo
from trivet.cli.agent.texts import age, done_of, iso_time, span, todos_line, todos_list


@pytest.mark.parametrize(
    ("seconds", "text"), [(-1, "0.0 s"), (0.42, "0.4 s"), (12, "12 s"), (75, "1 min"), (7300, "2 h"), (90_000, "1 d")]
)
def test_span_is_in_the_largest_unit(seconds, text):
    assert span(seconds) == text


def test_age_is_never_negative_and_empty_without_a_time():
    assert age(1_750_032_000_000, 1_750_032_012.0) == "12 s"
    assert age(1_750_032_000_000, 1_750_000_000.0) == "0 s"
    assert age(None, 0) == age("now", 0) == ""


def test_time_is_local_and_none_beyond_the_calendar(monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Singapore")
    time.tzset()
    assert iso_time(1_750_032_000_000) == "2025-06-16T08:00:00+08:00"
    assert iso_time(1e300) is None
    assert iso_time(None) is None
    monkeypatch.undo()
    time.tzset()


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

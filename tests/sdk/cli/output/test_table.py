"""Tables."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trivet.cli.options import Format, Options
from trivet.cli.output.fields import Column
from trivet.cli.output.table import text_of, widths
from trivet.cli.output.writer import write_one, write_records

STOPS = [
    {"code": "28301", "name": "果园路 Orchid 🚌", "distance": 120.5, "open": True},
    {"code": "1", "name": "Bef Canal Link and a long description", "distance": 7, "open": False},
]
Capture = pytest.CaptureFixture[str]


def table(records: list[Any], monkeypatch: pytest.MonkeyPatch, width: int | None, *columns: Column) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    options = Options(output=Format.TABLE)
    write_records(records, options, columns=columns, on_terminal=width is not None)


def test_table_in_a_pipe_is_as_wide_as_its_text(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    table(STOPS, monkeypatch, None)
    assert capsys.readouterr().out.splitlines() == [
        "code   name                                   distance  open",
        "28301  果园路 Orchid 🚌                          120.5  yes",
        "1      Bef Canal Link and a long description         7  no",
    ]


def test_table_is_cut_to_the_terminal(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    table(STOPS, monkeypatch, 40)
    assert capsys.readouterr().out.splitlines() == [
        "code   name                     distance",
        "28301  果园路 Orchid 🚌            120.5",
        "1      Bef Canal Link and a l…         7",
    ]


def test_narrow_terminal_shows_the_first_columns_and_names_the_others(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table(STOPS, monkeypatch, 20)
    output = capsys.readouterr()
    assert output.out.splitlines() == ["code   name", "28301  果园路 Orchi…", "1      Bef Canal Li…"]
    assert output.err == "trivet: no room for distance, open; 60 columns show all, --fields chooses, -o json has all\n"


def test_later_wider_record_takes_one_line(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    table([{"a": "x", "b": "y"}] * 100 + [{"a": "long" * 10, "b": "東" * 30}], monkeypatch, 30)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 102
    assert lines[-1] == "longlonglonglonglonglonglongl…"


def test_columns_of_a_command_have_titles_values_and_sides(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    columns = (Column("code", "Stop"), Column("km", "km", lambda stop: f"{stop['distance'] / 1000:.2f}", right=True))
    table(STOPS, monkeypatch, 80, *columns)
    assert capsys.readouterr().out.splitlines() == ["Stop     km", "28301  0.12", "1      0.01"]


def test_one_record_is_a_line_for_each_field_and_a_table_for_lists(capsys: Capture) -> None:
    record = {"id": "c1", "title": None, "messages": [{"role": "user", "text": "Hi"}, {"role": "bot", "text": "Ho"}]}
    write_one(record, Options(output=Format.TABLE), columns=(), on_terminal=False)
    assert capsys.readouterr().out.splitlines() == [
        "id     c1", "title", "", "messages", "role  text", "user  Hi", "bot   Ho",
    ]  # fmt: skip
    write_one("text\x1b", Options(output=Format.TABLE), columns=(), on_terminal=False)
    write_one(None, Options(output=Format.TABLE), columns=(), on_terminal=False)
    assert capsys.readouterr().out == "text\\x1b\n"


def test_head_is_bold_with_styles(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    table([{"a": 1}], monkeypatch, None)
    assert capsys.readouterr().out == "\x1b[1ma\x1b[0m\n1\n"
    monkeypatch.setenv("NO_COLOR", "1")
    table([{"a": 1}], monkeypatch, None)
    assert capsys.readouterr().out == "a\n1\n"


def test_text_of_a_cell_is_short() -> None:
    values = [
        None,
        True,
        False,
        1.5,
        "a",
        ["a", 1, None],
        [{"a": 1}],
        [[1], [2]],
        {"a": [1]},
        datetime(2025, 6, 16, tzinfo=UTC),
    ]
    texts = ["", "yes", "no", "1.5", "a", "a, 1, ", "1 item", "2 items", '{"a":[1]}', "2025-06-16 00:00:00Z"]
    assert [text_of(value) for value in values] == texts


def test_columns_have_their_natural_width_if_there_is_room() -> None:
    rows = [["id", "name"], ["1234", "東京"]]
    assert widths(rows, [True, True], None, 2) == [4, 4]
    assert widths(rows, [True, True], 10, 2) == [4, 4]
    assert widths([[]], [], 80, 2) == []


def test_long_columns_are_cut_first_and_the_last_ones_left_out() -> None:
    rows = [["id", "text", "n", "more"], ["1" * 36, "x" * 90, "5" * 12, "y" * 90]]
    may_cut = [True, True, False, True]
    assert widths(rows, may_cut, 101, 2) == [36, 24, 12, 23]
    assert widths(rows, may_cut, 72, 2) == [36, 20, 12]
    assert widths(rows, may_cut, 20, 2) == [20]


@settings(max_examples=40)
@given(
    st.lists(st.lists(st.text("ab", max_size=60), min_size=4, max_size=4), min_size=1, max_size=4), st.integers(1, 120)
)
def test_columns_never_exceed_the_terminal(rows: list[list[str]], available: int) -> None:
    fitting = widths(rows, [True] * 4, available, 2)
    assert 1 <= len(fitting) <= 4
    assert sum(fitting) + 2 * (len(fitting) - 1) <= available

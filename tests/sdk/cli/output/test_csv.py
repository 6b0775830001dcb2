"""CSV."""

from __future__ import annotations

from typing import Any

import pytest

from trivet.cli.output.csv import write_rows
from trivet.cli.output.fields import Column, FieldSelection
from trivet.cli.terminal import Target


def rows(capsys: pytest.CaptureFixture[str], records: list[Any], lookahead: int, *columns: Column) -> tuple[str, str]:
    write_rows(records[:lookahead], records, FieldSelection((), columns), Target(on_terminal=False, raw=False))
    out, err = capsys.readouterr()
    return out, err


def test_name_of_a_column_never_begins_a_formula(capsys: pytest.CaptureFixture[str]) -> None:
    assert rows(capsys, [{"=x": "+y", "@z": [1, "=1"]}], 1)[0] == '\'=x,\'@z\r\n\'+y,"[1,""=1""]"\r\n'


def test_field_that_only_a_later_record_has_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    output = rows(capsys, [{"a": 1}, {"a": 2, "late": 3}], 1)
    expected = "trivet: later records have fields without a column: late; choose with --fields\n"
    assert output == ("a\r\n1\r\n2\r\n", expected)


def test_columns_of_a_command_leave_out_other_fields_silently(capsys: pytest.CaptureFixture[str]) -> None:
    columns = (Column("a", "Title"), Column("none"))
    assert rows(capsys, [{"a": 1, "b": 2}], 1, *columns) == ("a,none\r\n1,\r\n", "")

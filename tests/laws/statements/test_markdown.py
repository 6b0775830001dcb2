"""The tables of a Markdown page."""

import pytest

from tests.laws.statements.markdown import Table, tables

TEXT = """# Stops

## Fields

| Field | Type |
|---|---|
| name | string |
| place | number |

Some prose.

### Calls
| Path | Query |
|---|---|
| /stops | skip (int, >= 0) |
"""


def test_tables_are_read_with_their_headings_and_columns() -> None:
    assert list(tables(TEXT)) == [
        Table("Fields", ("Field", "Type"), ({"Field": "name", "Type": "string"}, {"Field": "place", "Type": "number"})),
        Table("Calls", ("Path", "Query"), ({"Path": "/stops", "Query": "skip (int, >= 0)"},)),
    ]


def test_table_at_the_end_of_a_text_is_read() -> None:
    assert len(list(tables(TEXT.rstrip("\n")))) == 2


def test_row_with_too_few_cells_raises() -> None:
    with pytest.raises(ValueError, match="shorter"):
        list(tables("| a | b |\n|---|---|\n| 1 |"))


def test_empty_cells_are_kept() -> None:
    assert next(tables("| a | b |\n|---|---|\n| 1 | |")).rows == ({"a": "1", "b": ""},)

"""Columns of rows that are mappings of text."""

from __future__ import annotations

import pytest

from trivet.data import TableError, to_table
from trivet.data._records.texts import text_fields


def test_rows_have_the_columns_of_the_first_one() -> None:
    table = to_table([{"ID": "1", "Comment": "="}, {"ID": "2"}])
    assert table.to_pylist() == [{"ID": "1", "Comment": "="}, {"ID": "2", "Comment": None}]
    assert text_fields({"a": ""}).schema.names == ["a"]


def test_row_with_another_column_or_value_raises() -> None:
    with pytest.raises(TableError, match=r"records\[1\]: the row has a column"):
        to_table([{"ID": "1"}, {"ID": "2", "Other": "3"}])
    with pytest.raises(TableError, match=r"records\[1\].ID: an int does not fit"):
        to_table([{"ID": "1"}, {"ID": 2}])

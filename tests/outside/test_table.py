"""The table of reports from outside: every row is read by a test."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

from tests.outside.table import Row, rows

ROOT = Path(__file__).parents[2]

READERS = {"json": "test_json.py", "recorded": "cases.py", "event": "test_events.py", "shown": "test_table.py"}
"""The kinds of rows, with the files of the tests that read them."""


def test_names_of_rows_are_unique_and_reports_are_sentences() -> None:
    assert [name for name, count in Counter(row.name for row in rows()).items() if count > 1] == []
    assert [row.name for row in rows() if not row.report.endswith(".")] == []


def test_every_kind_has_its_reader() -> None:
    kinds = {row.kind for row in rows()}
    assert kinds <= set(READERS)
    files = {kind: Path(__file__).with_name(READERS[kind]) for kind in kinds}
    assert [kind for kind, file in files.items() if f'rows("{kind}")' not in file.read_text("utf-8")] == []


@pytest.mark.parametrize("row", rows("shown"), ids=str)
def test_situation_is_shown_by_a_test_that_exists(row: Row) -> None:
    file, _, function = row.fields["test"].partition("::")
    names = {node.name for node in ast.walk(ast.parse((ROOT / file).read_text("utf-8"))) if hasattr(node, "name")}
    assert function in names

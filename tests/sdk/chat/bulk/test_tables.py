"""The tables of a bulk job in a temporary database: their order, their values, their memory, and a full disk."""

import copy
import pickle
import threading
import tracemalloc
import uuid
from datetime import UTC, datetime

import pytest

from trivet.chat._bulk.row import RowChange
from trivet.chat._bulk.tables import CHUNK, DiskMapping, RowTable, StoredRows
from trivet.chat.bulk import Report, Row

MANY = 5 * CHUNK + 7
"""More rows than are in memory at a time."""


def change(number: int, outcome="planned", **state) -> RowChange:
    return RowChange(Row(f"id{number}", outcome, label=f"\ud800{number}", old={"title": None}), False, **state)


@pytest.fixture
def table():
    table = RowTable()
    for number in range(1, MANY + 1):
        assert table.add(change(number))
    return table


def test_rows_keep_their_order_places_and_state(table):
    state = {"sent": True, "owner_id": "o", "by_hand": True, "doubtful": True, "changed_again": True}
    described = change(MANY + 1, "unknown", read_at=datetime(2025, 6, 16, tzinfo=UTC), **state)
    table.add(described)
    rows = list(table)
    assert [row.place for row in rows] == list(range(1, MANY + 2))
    assert rows == [*(change(number) for number in range(1, MANY + 1)), described]
    assert (table.at(1), table.at(MANY + 1), len(table)) == (change(1), described, MANY + 1)


def test_id_is_there_once_in_any_case_and_is_found(table):
    assert not table.add(RowChange(Row("ID7", "done")))
    assert (table.find("iD7"), table.find("id0"), len(table)) == (change(7), None, MANY)


def test_row_that_is_put_is_read_back_after_many_others(table):
    for place in range(1, MANY + 1):
        row = table.at(place)
        row.settle(Row(row.row.id, "done"))
        table.put(row)
    assert {row.row.outcome for row in table} == {"done"}
    assert all(table.at(place).row.outcome == "done" for place in (MANY, 1, MANY // 2))
    assert table.find("id3").row == Row("id3", "done")
    assert list(table.places(lambda row: row.row.id == "id9")) == [9]


def test_each_of_two_passes_over_all_rows_is_kept(table):
    for row in table:
        row.settle(Row(row.row.id, "skipped"))
        table.put(row)
    for row in table:
        row.is_admin = row.row.outcome == "skipped"
        table.put(row)
    assert {(row.row.outcome, row.is_admin) for row in table} == {("skipped", True)}


def test_threads_put_rows_while_others_read_them(table):
    def settle(first: int) -> None:
        for place in range(first, MANY + 1, 4):
            row = table.at(place)
            row.settle(Row(row.row.id, "done"))
            table.put(row)

    threads = [threading.Thread(target=settle, args=(first,)) for first in (1, 2, 3, 4)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        assert len([row.row.id for row in table]) == MANY
    assert {row.row.outcome for row in table} == {"done"}


def test_report_reads_rows_when_they_are_asked_for(table):
    rows = StoredRows(table)
    report = Report(rows)
    expected = tuple(row.row for row in table)
    assert (len(report.rows), report.rows[0], report.rows[-1]) == (MANY, expected[0], expected[-1])
    assert (report.rows[2:5], report.rows[::-1][:2]) == (expected[2:5], expected[::-1][:2])
    assert report.rows == expected
    assert expected == report.rows
    assert report == Report(expected)
    assert report != Report(expected[1:])
    assert (rows != [*expected], hash(rows), repr(rows)) == (True, hash(expected), repr(expected))
    assert report.counts == {"planned": MANY}
    with pytest.raises(IndexError):
        report.rows[MANY]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda report: pickle.loads(pickle.dumps(report))])
def test_copy_of_a_report_has_its_rows_without_the_database(table, copied):
    report = Report(StoredRows(table), 3, 2, 1)
    again = copied(report)
    assert (again, type(again.rows), again.looked_up_again, again.repeated) == (report, tuple, 3, 1)


def test_mapping_has_keys_in_their_order():
    mapping: DiskMapping[object] = DiskMapping()
    mapping["b"], mapping["\udfff"], mapping["a"] = 1, None, [2]
    mapping["b"] = 3
    assert not mapping.add("a", 7)
    assert (list(mapping.items()), len(mapping)) == ([("b", 3), ("\udfff", None), ("a", [2])], 3)
    assert ("b" in mapping, mapping.get("c", 7)) == (True, 7)
    with pytest.raises(KeyError):
        mapping["c"]


def test_table_takes_no_more_memory_for_more_rows():
    def peak(rows: int) -> int:
        tracemalloc.start()
        try:
            table = RowTable()
            for _ in range(rows):
                table.add(RowChange(Row(str(uuid.uuid4()), "planned", label="bob@example.com", new={"a": True})))
            for place in range(1, rows + 1):
                table.put(table.at(place))
            assert Report(StoredRows(table)).counts == {"planned": rows}
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert peak(2 * MANY) < 1.2 * peak(MANY)


def test_full_disk_is_an_error_of_the_disk(full_disk):
    mapping: DiskMapping[str] = DiskMapping()
    mapping["a"] = ""
    with full_disk(1000), pytest.raises(OSError, match="the temporary database of a bulk job: "):
        mapping.put({1: "x" * 10_000_000})

"""The history of a job, as a person reads it from a journal."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from trivet import InvalidArgumentError
from trivet.chat._bulk.journal import Journal
from trivet.chat._bulk.replay import VERSION
from trivet.chat._bulk.state import RowState
from trivet.chat.bulk import Row, read_journal

JOB = {"job": "update_users", "base_url": "https://chat.example", "acting_as": None, "is_active": False}
NOW = datetime(2025, 6, 16, 8, tzinfo=UTC)


def names(history):
    return [[step.name for step in row.steps] for row in history.rows]


def write(path, *, close=True):
    """Write a journal with a row that is done, one that is sent, one that is settled by hand, and one that is left."""
    times = iter(NOW + timedelta(seconds=second) for second in range(99))
    journal = Journal(path, now=lambda: next(times))
    states = [RowState(Row(row_id, "planned", label=f"{row_id}@example.com"), is_admin=False) for row_id in "abcd"]
    journal.begin(JOB, states)
    for state in states[:2]:
        journal.sending(state.row)
    journal.settle(Row("a", "done"))
    journal.settle(Row("c", "skipped", "not now", cause="by_hand"))
    if close:
        journal.close()
    return journal


def test_history_tells_the_steps_of_each_row(path):
    write(path)
    history = read_journal(path)
    assert names(history) == [["planned", "sent", "done"], ["planned", "sent"], ["planned", "skipped"], ["planned"]]
    assert [row.row.outcome for row in history.rows] == ["done", "unknown", "skipped", "planned"]
    assert [str(step) for step in history.rows[0].steps] == ["planned", "sent", "done 08:00:00"]
    assert str(history.rows[2].steps[-1]) == "skipped by hand 08:00:01"
    assert (history.job, history.arguments, history.acting_as) == ("update_users", {"is_active": False}, None)
    assert str(history) == "update_users, https://chat.example, 1 run"


def test_run_that_was_killed_leaves_its_latest_changes_in_doubt(path):
    journal = write(path, close=False)
    before = path.read_bytes()
    history = read_journal(path)  # the job may still be running
    assert names(history)[0] == ["planned", "sent", "done", "doubted"]
    assert str(history).endswith("1 run, the latest has not ended in order")
    assert path.read_bytes() == before
    journal.close()


def test_runs_are_counted_and_a_fragment_is_passed_over(path):
    write(path)
    journal = Journal(path)
    journal.resume(JOB)
    journal.settle(Row("d", "done"))
    journal.close()
    with path.open("ab") as file:
        file.write(b'{"send": "b"')
    history = read_journal(path)
    assert (history.runs, history.is_closed, names(history)[3]) == (2, True, ["planned", "done"])
    assert str(history) == "update_users, https://chat.example, 2 runs"


def test_undo_names_the_job_that_it_undoes(path):
    journal = Journal(path)
    journal.begin({**JOB, "job": "undo", "undone": {"job": "update_users"}}, [])
    journal.close()
    assert str(read_journal(path)).startswith("undo of update_users, ")


def test_journal_of_another_version_or_no_job_is_refused_and_stays_as_it_is(path, tmp_path):
    write(path)
    text = path.read_bytes()
    older = text.replace(f'"version": {VERSION}'.encode(), b'"version": 1', 1)
    for content, rule in [
        (older, f"a journal of version {VERSION}, not of 1"),
        (b"", "the journal of a job that has begun"),
        (text.split(b"\n")[0] + b"\n", "the journal of a job that has begun"),
        (b"email\n", "one that a bulk job wrote"),
        (text + json.dumps({"send": "z"}).encode() + b"\n", "line 11 can be understood"),
    ]:
        path.write_bytes(content)
        with pytest.raises(InvalidArgumentError, match=rule) as caught:
            read_journal(path)
        assert caught.value.argument == "journal"
        assert path.read_bytes() == content
    with pytest.raises(FileNotFoundError):
        read_journal(tmp_path / "none.journal")
    with pytest.raises(InvalidArgumentError, match="path of a file"):
        read_journal(7)

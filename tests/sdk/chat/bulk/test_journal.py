"""The file of a bulk job: what it still tells, wherever it breaks off."""

import errno
import json
import os

import pytest

from trivet import InvalidArgumentError
from trivet.chat._bulk.growing_file import GrowingFile
from trivet.chat._bulk.job import Task
from trivet.chat._bulk.journal import Journal
from trivet.chat.bulk import Row

JOB = {"job": "delete_users", "base_url": "http://chat.test", "title": "\ud800 \u2028 ü"}
LIMITED = Row("c", "skipped", "an administrator")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "job.jsonl"


@pytest.fixture
def written(path):
    """The bytes of a journal, and what is known of its rows after each line."""
    tasks = [Task(Row("a", "planned"), False), Task(Row("b", "planned")), Task(LIMITED, True)]
    journal = Journal(path)
    journal.begin(JOB, tasks)
    head = path.stat().st_size
    states = [(head, [("a", "planned", False), ("b", "planned", False), ("c", "skipped", False)])]
    for row_id, outcome in [("a", None), ("b", None), ("b", "failed"), ("a", "done"), ("b", None), ("b", "planned")]:
        if outcome is None:
            journal.sending(row_id)
        else:
            journal.settle(Row(row_id, outcome, "why", 500, "CODE"))
        state = {each[0]: each for each in states[-1][1]}
        state[row_id] = (row_id, outcome or "unknown", outcome != "planned")
        states.append((path.stat().st_size, list(state.values())))
    journal.close()
    return path.read_bytes(), states


def test_wherever_it_breaks_off_its_whole_lines_count(path, written):
    data, states = written
    for size in range(len(data) + 1):
        path.write_bytes(data[:size])
        journal = Journal(path)
        tasks = journal.resume(JOB)
        reached = [state for end, state in states if end <= size]
        if not reached:
            assert tasks is None
        else:
            assert [(task.row.id, task.row.outcome, task.sent) for task in tasks] == reached[-1]
            journal.settle(Row("a", "done"))
        journal.close()
        if reached:
            assert json.loads(path.read_bytes().splitlines()[-1]) == {"id": "a", "outcome": "done"}


def test_what_it_says_of_a_row_comes_back(path, written):
    journal = Journal(path)
    tasks = journal.resume(JOB)
    journal.close()
    assert [task.row for task in tasks] == [
        Row("a", "done", "why", 500, "CODE"),
        Row("b", "planned", "why", 500, "CODE"),
        LIMITED,
    ]
    assert [task.admin for task in tasks] == [False, None, True]


def test_its_first_line_is_there_for_people(written):
    data, _ = written
    assert data.startswith(b'{"journal": "trivet.chat.bulk", "version": 1, "job": "delete_users", "base_url": ')


def test_without_a_path_it_keeps_nothing():
    journal = Journal(None)
    assert journal.resume(JOB) is None
    journal.begin(JOB, [Task(Row("a", "planned"))])
    journal.sending("a")
    journal.settle(Row("a", "done"))
    journal.close()


def test_only_one_can_have_the_file(path):
    first = GrowingFile(path, create=True)
    with pytest.raises(InvalidArgumentError, match="no other run is using"):
        GrowingFile(path, create=False)
    first.close()
    GrowingFile(path, create=False).close()


@pytest.mark.parametrize("chunk", [1, 3, 1000])
def test_a_line_that_is_written_in_pieces_is_whole(path, monkeypatch, chunk):
    write = os.write
    monkeypatch.setattr(os, "write", lambda file, data: write(file, data[:chunk]))
    file = GrowingFile(path, create=True)
    file.append(b"0123456789\n")
    assert (file.read(), file.size) == (b"0123456789\n", 11)
    file.close()


def test_a_line_that_does_not_fit_leaves_nothing_behind(path, monkeypatch):
    file = GrowingFile(path, create=True)
    file.append(b"first\n")
    write, left = os.write, [4]

    def full(descriptor, data):
        if not left:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(descriptor, data[: left.pop()])

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space left"):
        file.append(b"second\n")
    monkeypatch.undo()
    file.append(b"third\n")
    file.close()
    assert path.read_bytes() == b"first\nthird\n"

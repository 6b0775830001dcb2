"""The work queue of a run: what it hands out, what it journals, when it stops, and when it closes the journal."""

import json
import pickle
import threading
from datetime import UTC, datetime

import pytest

from trivet.chat._bulk.journal import Journal
from trivet.chat._bulk.state import RowState
from trivet.chat._bulk.stop_errors import JobStoppedError
from trivet.chat._bulk.work_queue import WorkQueue
from trivet.chat.bulk import Row


@pytest.fixture
def states():
    return {row_id: RowState(Row(row_id, "planned"), False) for row_id in "abc"}


@pytest.fixture
def journal(path, states):
    opened = Journal(path, now=lambda: datetime(2025, 6, 16, 8, tzinfo=UTC))
    opened.begin({"job": "delete_users"}, states.values())
    yield opened
    opened.close()


def lines(path):
    return [json.loads(line) for line in path.read_bytes().splitlines()[4:]]


def is_closed(path):
    """Return whether another journal may open the file."""
    other = Journal(path)
    try:
        return other.resume({"job": "delete_users"}) is not None
    except ValueError:
        return False
    finally:
        other.close()


def test_rows_are_taken_in_order_until_none_is_left(states):
    queue = WorkQueue(states, [states["b"], states["c"]])
    assert len(queue) == 2
    assert [queue.take(), queue.take(), queue.take()] == [states["b"], states["c"], None]
    assert len(queue) == 0


def test_sent_and_settled_rows_are_journaled_in_order(states, journal, path):
    queue = WorkQueue(states, states.values(), journal)
    sent = queue.mark_sent(queue.take())
    assert sent.uncertain
    assert states["a"] == sent
    queue.settle(sent.settled(Row("a", "done")))
    assert states["a"].row == Row("a", "done")
    assert lines(path) == [{"send": "a"}, {"id": "a", "outcome": "done", "at": "2025-06-16T08:00:00.000+00:00"}]


def test_line_of_an_outcome_has_only_values_that_the_line_before_does_not_have(states, journal, path):
    described = {"label": "ann", "old": {"role": "user"}, "new": {"role": "admin"}}
    states["a"] = RowState(Row("a", "planned", **described))
    queue = WorkQueue(states, states.values(), journal)
    sent = queue.mark_sent(queue.take())
    queue.settle(sent.settled(Row("a", "done", new={"role": "admin", "share": "s"})))
    queue.settle(RowState(Row("b", "skipped", label="bob")))
    written = [{name: line[name] for name in line if name in described} for line in lines(path)]
    assert written == [described, {"new": {"role": "admin", "share": "s"}}, {"label": "bob"}]


def test_look_up_keeps_a_planned_row_and_journals_an_outcome(states, journal, path):
    queue = WorkQueue(states, states.values(), journal)
    queue.keep(RowState(Row("a", "planned", label="ann")))
    queue.keep(RowState(Row("b", "skipped")))
    assert [states["a"].row.label, states["b"].row.outcome] == ["ann", "skipped"]
    assert [line["id"] for line in lines(path)] == ["b"]
    assert [queue.take().row.id, queue.take().row.id, queue.take()] == ["a", "c", None]


def test_progress_counts_rows_that_have_an_outcome(states):
    seen = []
    states |= {row_id: RowState(Row(row_id, "done")) for row_id in "de"}
    queue = WorkQueue(states, [states[row_id] for row_id in "abc"], None, lambda *args: seen.append(args))
    done, planned, failed = Row("a", "done"), Row("b", "planned"), Row("c", "failed")
    for row in (done, planned, failed):
        queue.settle(states[row.id].settled(row))
    assert seen == [(done, 3, 5), (failed, 4, 5)]


def test_stopped_queue_hands_out_and_sends_nothing(states, journal, path):
    queue = WorkQueue(states, states.values(), journal)
    state = queue.take()
    queue.stop()
    assert queue.take() is None
    assert queue.mark_sent(state) is None
    assert (states["a"], lines(path)) == (state, [])


def test_first_error_is_kept(states):
    queue = WorkQueue(states, states.values())
    first = OSError("full")
    queue.stop(first)
    queue.stop(ValueError("later"))
    queue.stop()
    assert queue.error is first


def test_journal_closes_when_stopped_and_all_rows_are_released(states, journal, path):
    queue = WorkQueue(states, states.values(), journal)
    queue.take()
    queue.take()
    queue.stop()
    assert not is_closed(path)
    queue.release()
    assert not is_closed(path)
    queue.release()
    assert is_closed(path)


def test_wait_returns_when_another_thread_releases_its_row(states, caplog):
    queue = WorkQueue(states, states.values())
    queue.take()
    waiter = threading.Thread(target=queue.wait)
    waiter.start()
    assert waiter.is_alive()
    queue.release()
    waiter.join(10)
    assert not waiter.is_alive()
    assert "waiting for the answers to 1 row; interrupt again" in caplog.text


def test_outcome_that_breaks_a_rule_stops_the_queue_and_is_kept(states, journal, path):
    queue = WorkQueue(states, states.values(), journal, max_failures=1)
    queue.settle(queue.take().settled(Row("a", "failed", "no", 422)))
    assert queue.stopped
    assert isinstance(queue.error, JobStoppedError)
    assert queue.take() is None
    assert lines(path)[-1] == {
        "id": "a",
        "outcome": "failed",
        "reason": "no",
        "status": 422,
        "at": "2025-06-16T08:00:00.000+00:00",
    }


def test_refilled_rows_are_handed_out_again_and_counted_once(states, journal, path):
    seen = []
    queue = WorkQueue(states, [states["a"]], journal, lambda *args: seen.append(args), 1)
    queue.settle(queue.take().settled(Row("a", "done")))
    assert queue.refill()
    queue.settle(queue.take().settled(Row("a", "failed", "lost", 204)))
    assert len(queue) == 0
    assert [(row.outcome, settled, total) for row, settled, total in seen] == [("done", 3, 3), ("failed", 3, 3)]
    assert queue.error is None, "the rules of the first pass do not count the second"


LOST = Row("a", "unknown", "connection lost")
NEVER_SENT = Row("a", "failed", "connection refused")
REFUSED = Row("a", "failed", "422", 422)
DONE = Row("a", "done")


def queue_of_a(max_failures: int | None = None) -> WorkQueue:
    return WorkQueue({"a": RowState(Row("a", "planned"))}, [], max_failures=max_failures)


def error_after(queue: WorkQueue, row: Row) -> BaseException | None:
    queue.settle(RowState(row))
    return queue.error


@pytest.mark.parametrize("lost", [LOST, NEVER_SENT, *(Row("a", "unknown", "gateway", s) for s in (404, 502, 503, 504))])
def test_fifth_row_in_a_row_without_answer_stops(lost: Row) -> None:
    queue = queue_of_a()
    assert [error_after(queue, lost) for _ in range(4)] == [None] * 4
    error = error_after(queue, lost)
    assert isinstance(error, JobStoppedError)
    why = f"5 rows in a row got no answer from the service: {lost.reason}"
    assert error.reason == f"{why}; a resumed job looks up again what was done in the 30 s before"


@pytest.mark.parametrize(
    "answered", [DONE, REFUSED, Row("a", "skipped"), Row("a", "failed", "crash", 500), Row("a", "failed", "gone", 404)]
)
def test_answer_between_begins_the_count_again(answered: Row) -> None:
    queue = queue_of_a()
    rows = ([LOST] * 4 + [answered]) * 3
    assert [error_after(queue, row) for row in rows] == [None] * len(rows)


def test_failures_are_counted_in_all() -> None:
    queue = queue_of_a(max_failures=3)
    assert [error_after(queue, row) for row in (REFUSED, DONE, LOST, DONE)] == [None] * 4
    error = error_after(queue, REFUSED)
    assert str(error) == "the job was stopped: 3 rows failed (max_failures=3), the last: 422"


def test_any_number_may_fail_without_a_limit() -> None:
    queue = queue_of_a()
    assert not any(error_after(queue, REFUSED) for _ in range(100))


def test_error_can_be_pickled() -> None:
    error = pickle.loads(pickle.dumps(JobStoppedError("why")))
    assert (type(error), error.reason) == (JobStoppedError, "why")

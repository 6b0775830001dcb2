"""The rules that stop a job: a service that does not answer, and too many failures."""

import pickle

import pytest

from trivet.chat._bulk.stop_rules import JobStoppedError, StopRules
from trivet.chat.bulk import Row

LOST = Row("a", "unknown", "connection lost")
NEVER_SENT = Row("a", "failed", "connection refused")
REFUSED = Row("a", "failed", "422", 422)
DONE = Row("a", "done")


@pytest.mark.parametrize("lost", [LOST, NEVER_SENT, *(Row("a", "unknown", "gateway", s) for s in (404, 502, 503, 504))])
def test_fifth_row_in_a_row_without_answer_stops(lost: Row) -> None:
    rules = StopRules()
    assert [rules.count(lost) for _ in range(4)] == [None] * 4
    error = rules.count(lost)
    assert error is not None
    why = f"5 rows in a row got no answer from the service: {lost.reason}"
    assert error.reason == f"{why}; a resumed job looks up again what was done in the 30 s before"


@pytest.mark.parametrize(
    "answered", [DONE, REFUSED, Row("a", "skipped"), Row("a", "failed", "crash", 500), Row("a", "failed", "gone", 404)]
)
def test_answer_between_begins_the_count_again(answered: Row) -> None:
    rules = StopRules()
    rows = ([LOST] * 4 + [answered]) * 3
    assert [rules.count(row) for row in rows] == [None] * len(rows)


def test_failures_are_counted_in_all() -> None:
    rules = StopRules(3)
    assert [rules.count(row) for row in (REFUSED, DONE, LOST, DONE)] == [None] * 4
    error = rules.count(REFUSED)
    assert str(error) == "the job was stopped: 3 rows failed (max_failures=3), the last: 422"


def test_any_number_may_fail_without_a_limit() -> None:
    rules = StopRules()
    assert not any(rules.count(REFUSED) for _ in range(100))


def test_error_can_be_pickled() -> None:
    error = pickle.loads(pickle.dumps(JobStoppedError("why")))
    assert (type(error), error.reason) == (JobStoppedError, "why")

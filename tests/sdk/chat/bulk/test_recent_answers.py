"""Which changes are doubtful after a failure: those answered shortly before it, and those in flight."""

from datetime import UTC, datetime, timedelta

import pytest

from trivet.chat._bulk.recent_answers import LOST_WITHIN, RecentAnswers
from trivet.chat._bulk.rows.change import RowChange
from trivet.chat._bulk.rows.row import Row

START = datetime(2025, 6, 16, 8, tzinfo=UTC)


@pytest.fixture
def answers():
    return RecentAnswers()


@pytest.fixture
def settled(answers):
    """Return a change that was settled so many seconds after the start."""

    def settled(seconds, outcome="done", *, sent=True, change=None, **details):
        change = change or RowChange(Row(f"{seconds}", "planned"))
        if sent:
            answers.send(change)
        change.settle(Row(change.row.id, outcome, **details))
        answers.settle(START + timedelta(seconds=seconds), change)
        return change

    return settled


def test_changes_are_doubtful_that_are_no_older_than_the_bound(answers, settled):
    bound = LOST_WITHIN.total_seconds()
    changes = [settled(seconds) for seconds in (0, 1, bound, bound + 1)]
    answers.doubt()
    assert [change.doubtful for change in changes] == [False, True, True, True]


def test_answer_of_any_kind_is_the_latest_sign_of_life(answers, settled):
    done = [settled(0), settled(10)]
    refused = settled(35, "failed", status=422)
    looked_up = settled(39, sent=False)
    answers.doubt()
    assert [change.doubtful for change in (*done, refused, looked_up)] == [False, True, False, False]


@pytest.mark.parametrize(
    ("outcome", "status", "doubtful"),
    [
        ("unknown", None, True),
        ("failed", None, True),
        ("unknown", 504, True),
        ("unknown", 404, True),
        ("failed", 404, False),
        ("failed", 500, False),
        ("unknown", 200, False),
        ("skipped", None, False),
    ],
)
def test_outcome_without_an_answer_makes_earlier_ones_doubtful(settled, outcome, status, doubtful):
    done = settled(0)
    settled(1, outcome, status=status)
    assert done.doubtful is doubtful


def test_change_in_flight_during_a_failure_is_doubtful_when_it_is_answered(answers, settled):
    overtaken, failed = RowChange(Row("a", "planned")), RowChange(Row("b", "planned"))
    answers.send(overtaken)
    settled(1, "failed", change=failed)
    settled(2, sent=False, change=overtaken)
    sent_later = settled(3)
    assert [overtaken.doubtful, sent_later.doubtful] == [True, False]


def test_change_that_is_sent_again_after_a_failure_is_not_doubtful(answers, settled):
    change = RowChange(Row("a", "planned"))
    answers.send(change)
    answers.doubt()
    settled(1, change=change)
    assert not change.doubtful


@pytest.mark.parametrize("closed", [False, True])
def test_change_in_flight_at_the_end_of_a_run_is_looked_up_and_not_doubtful(answers, settled, closed):
    done, in_flight = settled(0), RowChange(Row("a", "planned"))
    answers.send(in_flight)
    answers.end_run(closed=closed)
    settled(100, sent=False, change=in_flight)
    answers.end_run(closed=True)
    assert (done.doubtful, in_flight.doubtful) == (not closed, False)

"""Retries: retryable calls and statuses, waits, the budget, and the pace of requests."""

import logging
import os
import random
import threading
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet._core.retry import (
    CAPACITY,
    LONGEST_RETRY_AFTER,
    RETRY_COST,
    RETRYABLE_STATUSES,
    Attempts,
    Pace,
    RetryBudget,
    log_attempt,
    retry_after,
)

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def now() -> datetime:
    return NOW


def attempts(limit: int = 2, *, retryable: bool = True, jitter: float = 1.0) -> Attempts:
    return Attempts(limit, retryable=retryable, jitter=lambda: jitter)


def test_retryable_call_is_retried_after_five_statuses_only():
    again = {status for status in range(400, 600) if attempts().after_status(status, {}, now).wait is not None}
    assert again == {408, 429, 502, 503, 504}


@pytest.mark.parametrize("status", sorted(RETRYABLE_STATUSES))
def test_call_that_is_not_retryable_is_retried_after_429_only(status: int):
    again = attempts(retryable=False).after_status(status, {}, now).wait is not None
    assert again == (status == 429)


@pytest.mark.parametrize(
    ("retryable", "sent", "again"), [(True, True, True), (True, False, True), (False, False, True)]
)
def test_failed_connection_is_retried_if_allowed(retryable: bool, sent: bool, again: bool):
    assert (attempts(retryable=retryable).after_failure(sent=sent).wait is not None) == again


def test_sent_call_that_is_not_retryable_is_not_retried():
    assert attempts(retryable=False).after_failure(sent=True).wait is None


def test_waits_double_up_to_a_ceiling():
    tries = attempts(7)
    assert [tries.after_failure(sent=False).wait for _ in range(8)] == [0.5, 1, 2, 4, 8, 8, 8, None]


def test_failures_and_statuses_share_the_retries():
    tries = attempts(2)
    assert tries.after_failure(sent=True).wait == 0.5
    assert tries.after_status(503, {}, now).wait == 1
    assert tries.after_failure(sent=True).wait is None
    assert tries.after_status(503, {}, now).wait is None


def test_zero_retries_gives_up_at_once():
    assert attempts(0).after_failure(sent=False).wait is None


@given(st.floats(0, 1, exclude_max=True), st.integers(1, 8))
def test_jitter_shortens_a_wait_by_at_most_half(jitter: float, tries: int):
    steady, shaken = attempts(tries), attempts(tries, jitter=jitter)
    for _ in range(tries):
        full, wait = steady.after_failure(sent=False).wait, shaken.after_failure(sent=False).wait
        assert full is not None
        assert wait is not None
        assert full / 2 <= wait <= full


def test_each_wait_has_its_own_jitter():
    drawn = iter([0.0, 1.0])
    tries = Attempts(2, retryable=True, jitter=lambda: next(drawn))
    assert [tries.after_failure(sent=False).wait for _ in range(2)] == [0.25, 1.0]


@pytest.mark.parametrize(
    ("header", "wait"),
    [
        ("7", 7.0),
        ("1.5", 1.5),
        ("45.7", 45.7),
        ("007.250", 7.25),
        (" 7 ", 7.0),
        (format_datetime(NOW + timedelta(seconds=20), usegmt=True), 20.0),
        ("Sunday, 01-Mar-26 12:00:20 GMT", 20.0),
        ("Sun Mar  1 12:00:20 2026", 20.0),
        ("Sun, 01 Mar 2026 12:00:20", 20.0),
        ("Sun, 01 Mar 2026 12:00:20 -0000", 20.0),
        ("7, 40", 40.0),
        ("40,7,0", 40.0),
        ("1.5, 40.5", 40.5),
        ("7, Sun, 01 Mar 2026 12:00:20 GMT", 20.0),
        ("Sunday, 01-Mar-26 12:00:20 GMT, 7", 20.0),
        ("40, Sun Mar  1 12:00:20 2026", 40.0),
        ("Sun, 01 Mar 2026 12:00:20 GMT,Sun, 01 Mar 2026 11:00:20 GMT", 20.0),
        (str(int(LONGEST_RETRY_AFTER)), LONGEST_RETRY_AFTER),
    ],
)
def test_retry_after_is_obeyed(header: str, wait: float):
    assert attempts().after_status(503, {"retry-after": header}, now).wait == wait


@pytest.mark.parametrize(
    ("header", "pause"),
    [
        ("0", 0.0),
        ("0.0", 0.0),
        ("0.25", 0.25),
        (format_datetime(NOW, usegmt=True), 0.0),
        (format_datetime(NOW - timedelta(hours=1), usegmt=True), 0.0),
        ("Sunday, 06-Nov-94 08:49:37 GMT", 0.0),
        ("Sun Nov  6 08:49:37 1994", 0.0),
        ("0, Sun, 01 Mar 2026 11:59:59 GMT", 0.0),
    ],
)
def test_retry_after_shorter_than_backoff_does_not_shorten_it(header: str, pause: float):
    assert retry_after({"retry-after": header}, now) == pause
    tries = attempts(3)
    assert [tries.after_status(503, {"retry-after": header}, now).wait for _ in range(3)] == [0.5, 1.0, 2.0]


@pytest.mark.parametrize(
    "header",
    [
        "61",
        "60.1",
        "0.5, 61",
        "9" * 400 + ".5",
        "0, Sun, 01 Mar 2026 12:02:00 GMT",
        "0, 61",
        "61, 61",
        "Sun Mar  1 12:02:00 2026",
        "9" * 400,
        "9" * 100_000,
        format_datetime(NOW + timedelta(minutes=2), usegmt=True),
    ],
)
def test_retry_after_above_the_ceiling_gives_up(header: str):
    assert attempts().after_status(503, {"retry-after": header}, now).wait is None


@pytest.mark.parametrize(
    "header",
    [
        "",
        "soon",
        "Sun, 01 Mar 2026 12:00:20 GMT" + " " * 100 + "x",
        "-1",
        "-1.5",
        "nan",
        "inf",
        "1e1",
        "1.5.5",
        "1.",
        ".5",
        "+1",
        "1_0",
        "1.٣",
        "٣",
        "²",
        "7,",
        "7, soon",
        "7, Sun",
        "Sun, 7",
        "7, Sun, 99 Mar 2026 12:00:20 GMT",
        "7, ٣",
        "Sun, 99 Mar 2026 12:00:20 GMT",
        "Mon, 01 Jan 2024 00:00:00 +99999999999999999999",
    ],
)
def test_invalid_retry_after_falls_back_to_backoff(header: str):
    assert retry_after({"retry-after": header}, now) is None
    assert attempts().after_status(503, {"retry-after": header}, now).wait == 0.5


@pytest.mark.long
@given(st.text() | st.from_regex(r"[A-Z][a-z]{2}, \d{1,4} [A-Z][a-z]{2} \d{1,6} \d+:\d+:\d+ [+-]\d{1,12}"))
def test_any_retry_after_raises_nothing(header: str):
    retry_after({"retry-after": header}, now)


def test_global_random_state_is_unchanged():
    before = random.getstate()
    assert Attempts(1, retryable=True).after_failure(sent=True).wait is not None
    assert random.getstate() == before


def test_empty_budget_refuses_a_retry_and_its_error_says_so():
    tries = Attempts(2, retryable=True, budget=RetryBudget(5))
    assert tries.after_failure(sent=False).wait is not None
    decision = tries.after_failure(sent=False)
    assert (decision.wait, decision.reason) == (None, "the retry budget is empty")
    assert decision.hint == "not retried, because the client's retry budget is empty"


@pytest.mark.parametrize(
    ("limit", "status", "left"), [(0, 503, None), (1, 404, None), (1, 503, 0.1)], ids=["last", "final", "late"]
)
def test_decision_against_a_retry_takes_nothing_from_the_budget(limit: int, status: int, left: float | None):
    budget = RetryBudget(5)
    decision = Attempts(limit, retryable=True, budget=budget).after_status(status, {}, now, left=left)
    assert (decision.wait, decision.hint) == (None, "")
    assert budget.take()


def test_retry_that_would_begin_after_the_deadline_is_refused():
    tries = attempts(3)
    assert tries.after_failure(sent=False, left=0.6).wait == 0.5
    decision = tries.after_failure(sent=False, left=1.0)
    assert (decision.wait, decision.reason) == (None, "the deadline would pass first")
    assert attempts().after_status(503, {"retry-after": "7"}, now, left=7.0).wait is None
    assert attempts().after_status(503, {"retry-after": "7"}, now, left=7.1).wait == 7.0


def test_attempt_with_another_token_does_not_count_as_a_retry():
    tries = Attempts(1, retryable=False, budget=RetryBudget(5))
    assert (tries.again_at_once().attempt, tries.again_at_once().wait) == (1, 0.0)
    decision = tries.after_status(429, {}, now)
    assert decision.wait is not None
    assert decision.attempt == 3


def test_log_line_has_operation_attempt_reason_and_wait(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG, "trivet")
    tries = attempts(1)
    for _ in range(2):
        log_attempt("stops.list", 503, tries.after_status(503, {}, now))
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("DEBUG", "stops.list: attempt 1: 503; again in 0.5 s"),
        ("DEBUG", "stops.list: attempt 2: 503; not retried: no retries are left"),
    ]


def taken(budget: RetryBudget) -> int:
    """Take retries until the budget refuses one, and return how many it granted."""
    count = 0
    while budget.take():
        count += 1
    return count


def test_full_budget_gives_twenty_retries():
    assert (CAPACITY, RETRY_COST) == (100, 5)
    assert taken(RetryBudget()) == 20


def test_five_successes_return_one_retry():
    budget = RetryBudget()
    taken(budget)
    for _ in range(4):
        budget.record_success()
    assert not budget.take()
    budget.record_success()
    assert budget.take()
    assert not budget.take()


def test_successes_do_not_overfill_the_budget():
    budget = RetryBudget()
    assert budget.take()
    for _ in range(1000):
        budget.record_success()
    assert taken(budget) == 20


@pytest.mark.parametrize(("capacity", "retries"), [(0, 0), (4, 0), (5, 1), (14, 2)])
def test_retry_that_costs_more_than_is_left_is_refused(capacity: int, retries: int):
    assert taken(RetryBudget(capacity)) == retries


def test_threads_take_no_more_tokens_than_there_are():
    budget, counts = RetryBudget(10_000), list[int]()
    threads = [threading.Thread(target=lambda: counts.append(taken(budget))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert sum(counts) == 2000


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_child_of_a_fork_has_a_copy_of_the_budget():
    budget = RetryBudget()
    assert budget.take()
    child = os.fork()
    if not child:
        os._exit(0 if taken(budget) == 19 else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert taken(budget) == 19


class Seconds:
    """A clock that a test moves."""

    def __init__(self, now: float = 0.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def test_first_request_waits_for_nothing():
    assert Pace(0.001, Seconds(-5.0)).take() == 0.0


def test_requests_have_even_intervals():
    seconds = Seconds()
    pace = Pace(4, seconds)
    assert pace.take() == 0.0
    assert pace.take() == 0.25
    seconds.now = 0.125
    assert pace.take() == 0.125
    seconds.now = 0.25
    assert pace.take() == 0.0
    assert pace.take() == 0.25


def test_idle_time_is_not_saved_up_for_a_burst():
    seconds = Seconds()
    pace = Pace(1, seconds)
    assert pace.take() == 0.0
    seconds.now = 100.0
    assert pace.take() == 0.0
    assert pace.take() == 1.0


@given(st.floats(0.001, 1e6), st.floats(0, 1e9))
def test_request_may_be_sent_after_the_wait(rate: float, start: float):
    seconds = Seconds(start)
    pace = Pace(rate, seconds)
    assert pace.take() == 0.0
    waits = 0
    while wait := pace.take():
        seconds.now += wait
        waits += 1
    assert waits <= 1


@pytest.mark.parametrize("threads", [2, 8])
def test_threads_share_a_pace(threads: int):
    pace, taken = Pace(1, Seconds()), list[float]()
    runs = [threading.Thread(target=lambda: taken.append(pace.take())) for _ in range(threads)]
    for run in runs:
        run.start()
    for run in runs:
        run.join(10)
    assert sorted(taken) == [0.0] + [1.0] * (threads - 1)

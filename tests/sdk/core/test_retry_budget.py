import os
import threading

import pytest

from trivet._core.retry_budget import CAPACITY, RETRY_COST, RetryBudget


def taken(budget: RetryBudget) -> int:
    """Take retries until the budget refuses one, and return how many it gave."""
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
def test_rest_that_is_less_than_a_retry_costs_is_refused(capacity: int, retries: int):
    assert taken(RetryBudget(capacity)) == retries


def test_threads_take_no_more_than_there_is():
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

"""The bounds of a run."""

import pytest

from trivet_stubs import Clock
from trivet_stubs.checks import Budget, CouldNotRun, NotTried


def budget_of(clock, **bounds):
    return Budget(monotonic=clock.monotonic, pause=clock.advance, **bounds)


def test_request_above_the_number_is_refused_but_a_removal_is_not():
    budget = budget_of(Clock(), requests=2)
    budget.spend()
    budget.spend()
    with pytest.raises(CouldNotRun, match="sent 2 requests"):
        budget.spend()
    budget.spend(removing=True)
    assert budget.sent == 3


def test_request_after_the_time_is_refused_and_removing_has_a_minute_more():
    clock = Clock()
    budget = budget_of(clock, seconds=10)
    budget.check_time()
    clock.advance(10)
    with pytest.raises(CouldNotRun, match="taken 10 s"):
        budget.spend()
    with pytest.raises(CouldNotRun):
        budget.check_time()
    assert budget.may_remove
    clock.advance(60)
    assert not budget.may_remove


def test_rate_spaces_requests_and_a_wait_beyond_the_end_is_refused():
    clock = Clock()
    budget = budget_of(clock, rate=4, seconds=1)
    for _ in range(4):
        budget.spend()
    assert clock.monotonic() == 0.75
    slow = budget_of(Clock(), rate=1e-9)
    slow.spend()
    with pytest.raises(CouldNotRun, match="the run ends before"):
        slow.spend()
    slow.spend(removing=True)  # waits for a second at most
    assert slow.elapsed <= 1


def test_wait_longer_than_allowed_is_not_tried():
    clock = Clock()
    budget = budget_of(clock, longest_wait=10)
    budget.wait(10)
    assert clock.monotonic() == 10
    with pytest.raises(NotTried, match="takes 11 s"):
        budget.wait(11)


@pytest.mark.parametrize("bound", ["requests", "seconds", "rate"])
@pytest.mark.parametrize("value", [0, -1, float("nan")])
def test_bound_that_is_not_positive_is_refused(bound, value):
    with pytest.raises(ValueError, match=bound):
        Budget(**{bound: value})

"""The bounds of a run, and the time that a server takes to show its writes."""

import pytest

from trivet_checks import Budget, CouldNotRun, NotTried
from trivet_checks.checks.budget import LEAST, Lateness, pauses
from trivet_stubs import Clock


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


def test_wait_is_twice_the_lateness_of_the_slowest_write_and_never_short():
    lateness = Lateness()
    waits = []
    for seconds in (0.0, 1.0, 4.0, 2.0):
        lateness.observe(seconds)
        waits.append(lateness.wait)
    assert waits == [LEAST, LEAST, 8.0, 8.0]


def test_given_wait_stays_as_it_is():
    lateness = Lateness(0.5)
    lateness.observe(4.0)
    assert lateness.wait == 0.5
    with pytest.raises(ValueError, match=r"settle: -1 is less than 0"):
        Lateness(-1)


@pytest.mark.parametrize("seconds", [0.0, 0.04, 0.5, 3.2, 60.0])
def test_pauses_last_for_the_whole_wait(seconds):
    lengths = [*pauses(seconds)]
    assert sum(lengths) == pytest.approx(seconds)
    assert max(lengths, default=0.0) <= 1.6

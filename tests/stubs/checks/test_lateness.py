"""How late a server shows its writes, and for how long checks wait and watch."""

import pytest

from trivet_stubs.checks.lateness import LEAST, Lateness, pauses


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

"""The end of a turn."""

from trivet import AgentClient, APITimeoutError
from trivet.agent._turns._async.session import TurnEnd
from trivet_stubs.kernel.clock import Clock


def test_end_passes_by_the_clock_and_names_the_turn():
    clock = Clock()
    end = TurnEnd(5, clock)
    assert not end.has_passed()
    clock.advance(5)
    assert end.has_passed()
    error = end.error()
    assert isinstance(error, APITimeoutError)
    assert str(error) == "session.turn: the session is not idle within the deadline of 5 s"


def test_turn_without_a_deadline_has_no_end():
    assert (TurnEnd(None, Clock()).left(), TurnEnd(None, Clock()).has_passed()) == (None, False)


def test_calls_before_the_end_get_the_time_that_is_left():
    settings = AgentClient(deadline=3)._connection.settings
    clock = Clock()
    end = TurnEnd(5, clock)
    assert end.bound(settings).deadline == 3
    clock.advance(4)
    assert 0 < end.bound(settings).deadline <= 1
    clock.advance(4)
    assert end.bound(settings).deadline == 0.001
    assert TurnEnd(None, clock).bound(settings) is settings

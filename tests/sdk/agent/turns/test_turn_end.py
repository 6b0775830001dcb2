"""The end of a turn."""

from trivet import APITimeoutError
from trivet.agent._turns.turn_end import TurnEnd
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

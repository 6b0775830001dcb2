"""The item that marks a gap in a stream of events."""

import pytest
from attrs.exceptions import FrozenInstanceError

from trivet import APIConnectionError
from trivet.agent import Reconnected


def test_gap_has_its_cause_and_number_of_attempts():
    cause = APIConnectionError("event.subscribe", "it broke")
    gap = Reconnected(cause, 3)
    assert (gap.cause, gap.attempts, gap.type) == (cause, 3, "reconnected")


def test_assigning_to_a_gap_raises():
    with pytest.raises(FrozenInstanceError):
        Reconnected(None, 1).attempts = 2

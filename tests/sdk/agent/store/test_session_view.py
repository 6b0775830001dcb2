"""A session at one moment."""

import pytest
from attrs import evolve
from attrs.exceptions import FrozenInstanceError

from trivet.agent import Session, SessionView

VIEW = SessionView(Session(id="a"), None, (), False, (), ())


def test_views_of_the_same_state_are_equal():
    assert SessionView(Session(id="a"), None, (), False, (), ()) == VIEW
    assert evolve(VIEW, loaded=True) != VIEW


def test_assigning_to_a_view_raises():
    with pytest.raises(FrozenInstanceError):
        VIEW.loaded = True


def test_view_is_not_gone_by_default():
    assert not VIEW.gone
    assert evolve(VIEW, gone=True).gone

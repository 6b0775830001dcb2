"""A session at one moment."""

import pytest
from attrs import evolve
from attrs.exceptions import FrozenInstanceError

from trivet.agent import Session, SessionView

VIEW = SessionView(Session(id="a"), None, (), False, (), ())


def test_views_of_the_same_state_are_equal():
    assert SessionView(Session(id="a"), None, (), False, (), ()) == VIEW
    assert evolve(VIEW, loaded=True) != VIEW


def test_a_view_does_not_change():
    with pytest.raises(FrozenInstanceError):
        VIEW.loaded = True


def test_a_session_is_not_gone_unless_the_view_says_so():
    assert not VIEW.gone
    assert evolve(VIEW, gone=True).gone

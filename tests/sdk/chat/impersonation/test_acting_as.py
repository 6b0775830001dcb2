"""The record of an impersonation."""

import pickle
from datetime import UTC, datetime, timedelta

import pytest
from attrs.exceptions import FrozenInstanceError

from trivet.chat import ActingAs

SINCE = datetime(2025, 5, 3, 12, tzinfo=UTC)
ACTING = ActingAs(admin_id="a", user_id="u", since=SINCE, until=SINCE + timedelta(hours=1))


def test_record_is_a_value():
    assert pickle.loads(pickle.dumps(ACTING)) == ACTING
    assert len({ACTING, pickle.loads(pickle.dumps(ACTING))}) == 1


def test_record_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        ACTING.user_id = "other"  # type: ignore[misc]


def test_repr_has_ids_and_times_only():
    assert repr(ACTING) == f"ActingAs(admin_id='a', user_id='u', since={SINCE!r}, until={ACTING.until!r})"

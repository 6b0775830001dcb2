from datetime import UTC, datetime, timedelta, timezone

import pytest

from trivet import TrivetError
from trivet._core.impersonation import ImpersonationScope

UNTIL = datetime(2025, 6, 16, 9, tzinfo=UTC)
MOMENT = timedelta(microseconds=1)


@pytest.fixture
def lease() -> ImpersonationScope:
    return ImpersonationScope(UNTIL, {"admin.users.impersonate"})


def test_within_its_bounds_everything_goes(lease: ImpersonationScope):
    lease.check("conversations.list", UNTIL - timedelta(hours=1))
    lease.check("conversations.list", UNTIL - MOMENT)
    assert lease.until == UNTIL


@pytest.mark.parametrize("late", [timedelta(), MOMENT, timedelta(days=1)])
def test_from_its_last_moment_on_nothing_goes(lease: ImpersonationScope, late: timedelta):
    with pytest.raises(TrivetError, match=r"^conversations\.list: .* expired at 2025-06-16T09:00:00\+00:00$"):
        lease.check("conversations.list", UNTIL + late)


def test_a_time_of_another_zone_is_the_same_time(lease: ImpersonationScope):
    there = UNTIL.astimezone(timezone(timedelta(hours=8)))
    lease.check("conversations.list", there - MOMENT)
    with pytest.raises(TrivetError, match="expired"):
        lease.check("conversations.list", there)


def test_what_is_forbidden_never_goes(lease: ImpersonationScope):
    with pytest.raises(TrivetError, match=r"^admin\.users\.impersonate: who acts as another user"):
        lease.check("admin.users.impersonate", UNTIL - timedelta(hours=1))


def test_once_it_is_ended_nothing_goes_and_ending_it_twice_is_fine(lease: ImpersonationScope):
    lease.end()
    lease.end()
    for operation in ("conversations.list", "admin.users.impersonate"):
        with pytest.raises(TrivetError, match=rf"^{operation}: the block .* is over$"):
            lease.check(operation, UNTIL - timedelta(hours=1))

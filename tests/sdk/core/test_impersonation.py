from datetime import UTC, datetime, timedelta, timezone

import pytest

from trivet import TrivetError
from trivet._core.impersonation import ImpersonationScope

UNTIL = datetime(2025, 6, 16, 9, tzinfo=UTC)
MOMENT = timedelta(microseconds=1)


@pytest.fixture
def scope() -> ImpersonationScope:
    return ImpersonationScope(UNTIL, {"admin.users.impersonate"})


def test_within_its_bounds_everything_goes(scope: ImpersonationScope):
    scope.check("conversations.list", UNTIL - timedelta(hours=1))
    scope.check("conversations.list", UNTIL - MOMENT)
    assert scope.expires == UNTIL


@pytest.mark.parametrize("late", [timedelta(), MOMENT, timedelta(days=1)])
def test_from_its_last_moment_on_nothing_goes(scope: ImpersonationScope, late: timedelta):
    with pytest.raises(TrivetError, match=r"^conversations\.list: .* expired at 2025-06-16T09:00:00\+00:00$"):
        scope.check("conversations.list", UNTIL + late)


def test_a_time_of_another_zone_is_the_same_time(scope: ImpersonationScope):
    there = UNTIL.astimezone(timezone(timedelta(hours=8)))
    scope.check("conversations.list", there - MOMENT)
    with pytest.raises(TrivetError, match="expired"):
        scope.check("conversations.list", there)


def test_what_is_forbidden_never_goes(scope: ImpersonationScope):
    with pytest.raises(TrivetError, match=r"^admin\.users\.impersonate: who acts as another user"):
        scope.check("admin.users.impersonate", UNTIL - timedelta(hours=1))


def test_once_it_is_ended_nothing_goes_and_ending_it_twice_is_fine(scope: ImpersonationScope):
    scope.end()
    scope.end()
    for operation in ("conversations.list", "admin.users.impersonate"):
        with pytest.raises(TrivetError, match=rf"^{operation}: the block .* is over$"):
            scope.check(operation, UNTIL - timedelta(hours=1))

from datetime import UTC, datetime, timedelta, timezone

import pytest

from trivet import TrivetError
from trivet._core.impersonation import ImpersonationScope

UNTIL = datetime(2025, 6, 16, 9, tzinfo=UTC)
MOMENT = timedelta(microseconds=1)


@pytest.fixture
def scope() -> ImpersonationScope:
    return ImpersonationScope(UNTIL, {"admin.users.impersonate"})


def test_call_inside_the_scope_is_allowed(scope: ImpersonationScope):
    scope.check("conversations.list", UNTIL - timedelta(hours=1))
    scope.check("conversations.list", UNTIL - MOMENT)
    assert scope.expires == UNTIL


@pytest.mark.parametrize("late", [timedelta(), MOMENT, timedelta(days=1)])
def test_call_at_or_after_expiry_raises(scope: ImpersonationScope, late: timedelta):
    with pytest.raises(TrivetError, match=r"^conversations\.list: .* expired at 2025-06-16T09:00:00\+00:00$"):
        scope.check("conversations.list", UNTIL + late)


def test_expiry_is_compared_across_time_zones(scope: ImpersonationScope):
    there = UNTIL.astimezone(timezone(timedelta(hours=8)))
    scope.check("conversations.list", there - MOMENT)
    with pytest.raises(TrivetError, match="expired"):
        scope.check("conversations.list", there)


def test_forbidden_operation_raises(scope: ImpersonationScope):
    with pytest.raises(TrivetError, match=r"^admin\.users\.impersonate: who acts as another user"):
        scope.check("admin.users.impersonate", UNTIL - timedelta(hours=1))


def test_call_after_the_scope_ended_raises(scope: ImpersonationScope):
    scope.end()
    scope.end()
    for operation in ("conversations.list", "admin.users.impersonate"):
        with pytest.raises(TrivetError, match=rf"^{operation}: the block .* is over$"):
            scope.check(operation, UNTIL - timedelta(hours=1))

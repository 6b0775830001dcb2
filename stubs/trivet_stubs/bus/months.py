"""The months whose files of passenger volume the stub has."""

from datetime import datetime

from trivet_stubs.kernel.clock import SINGAPORE

_PUBLISHED_ON = 10
_KEPT = 3


def published_months(now: datetime) -> list[str]:
    """The latest three months that are published, as YYYYMM, newest first: a month appears on the 10th of the next."""
    today = now.astimezone(SINGAPORE)
    newest = 1 if today.day >= _PUBLISHED_ON else 2
    return [_month(today, back) for back in range(newest, newest + _KEPT)]


def possible_months(now: datetime) -> list[str]:
    """The four months before the current one: at any time of it, three of them are the latest that are published."""
    today = now.astimezone(SINGAPORE)
    return [_month(today, back) for back in range(1, _KEPT + 2)]


def _month(today: datetime, back: int) -> str:
    year, month = divmod(today.year * 12 + today.month - 1 - back, 12)
    return f"{year:04d}{month + 1:02d}"

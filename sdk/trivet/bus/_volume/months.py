"""The months for which the service has passenger volume files."""

import re
from datetime import datetime

from ...errors import InvalidArgumentError
from .._times.times import SINGAPORE

__all__ = ["check_month", "recent_months"]


def recent_months(now: datetime) -> tuple[str, str, str]:
    """Return the three calendar months before the current one in Singapore as YYYYMM, newest first.

    >>> recent_months(datetime(2025, 12, 31, 20, tzinfo=UTC))
    ('202512', '202511', '202510')

    Args:
        now: The current time, timezone-aware. December in UTC can already be January in Singapore.

    Contract: Limits, Date.
    """
    today = now.astimezone(SINGAPORE)
    current = today.year * 12 + today.month - 1
    return _month(current - 1), _month(current - 2), _month(current - 3)


def check_month(argument: str, value: object, now: datetime) -> None:
    """Refuse a month for which the service has no file, before anything is sent.

    Raises:
        InvalidArgumentError: The value is not text, not six digits, not a month, or not one of `recent_months`.

    Contract: Endpoints, Date of the passenger-volume operations.
    """
    if not isinstance(value, str):
        raise InvalidArgumentError(argument, "text of six digits (YYYYMM)", value)
    if not re.fullmatch(r"[0-9]{6}", value):
        raise InvalidArgumentError(argument, "six digits (YYYYMM)", value)
    if not "01" <= value[4:] <= "12":
        raise InvalidArgumentError(argument, "six digits (YYYYMM) that end in a month from 01 to 12", value)
    months = recent_months(now)
    if value not in months:
        raise InvalidArgumentError(argument, f"one of the last three months ({', '.join(months)})", value)


def _month(months_since_year_0: int) -> str:
    year, month = divmod(months_since_year_0, 12)
    return f"{year:04}{month + 1:02}"

"""The months that passenger volumes can be asked for."""

import re
from datetime import datetime

from ...errors import InvalidArgumentError
from .._times.times import SINGAPORE

__all__ = ["check_month", "recent_months"]


def recent_months(now: datetime) -> tuple[str, str, str]:
    """The three calendar months before the current one by Singapore's clock, as YYYYMM, newest first.

    `now` is an aware moment in any zone: what is still December in UTC may already be January in Singapore.

    Contract: Limits, Date.
    """
    today = now.astimezone(SINGAPORE)
    current = today.year * 12 + today.month - 1
    return _month(current - 1), _month(current - 2), _month(current - 3)


def check_month(argument: str, value: object, now: datetime) -> None:
    """Refuse a month that the service does not give files for, before anything is sent.

    Raises:
        InvalidArgumentError: The value is not text, not six digits, names no month, or lies outside `recent_months`.

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

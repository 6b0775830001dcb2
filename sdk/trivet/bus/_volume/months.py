"""The months for which the service may have passenger volume files."""

import re
from datetime import datetime

from ..._core import check
from ...errors import InvalidArgumentError
from .._times.times import SINGAPORE

__all__ = ["check_month", "recent_months"]


def recent_months(now: datetime) -> tuple[str, str, str, str]:
    """Return the four calendar months before the current one in Singapore as YYYYMM, newest first.

    The service keeps the files of three months. A month is published by the 10th of the next one, so that on the 5th
    the latest three begin four months back. These four are the months for which a file can be asked for:

    >>> recent_months(datetime(2025, 12, 31, 20, tzinfo=UTC))
    ('202512', '202511', '202510', '202509')

    Args:
        now: The current time, timezone-aware. December in UTC can already be January in Singapore.

    Raises:
        InvalidArgumentError: The time has no UTC offset.

    Contract: Limits, Date.
    """
    check.instant("now", now)
    today = now.astimezone(SINGAPORE)
    current = today.year * 12 + today.month - 1
    return _month(current - 1), _month(current - 2), _month(current - 3), _month(current - 4)


def check_month(argument: str, value: object, now: datetime) -> None:
    """Refuse what cannot be a month with a file, before anything is sent; of the months that can, the service decides.

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
        raise InvalidArgumentError(argument, f"one of the last four months ({', '.join(months)})", value)


def _month(months_since_year_0: int) -> str:
    year, month = divmod(months_since_year_0, 12)
    return f"{year:04}{month + 1:02}"

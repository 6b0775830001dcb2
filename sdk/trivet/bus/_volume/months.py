"""The months that the service may have passenger volume files for, and the error of a month without one."""

from __future__ import annotations

import re
from datetime import datetime

from ..._core import check
from ..._core.public import exported_from
from ...errors import APIError, InvalidArgumentError
from .._records.times import SINGAPORE


def recent_months(now: datetime) -> tuple[str, str, str, str]:
    """Return the four calendar months before the current one in Singapore as YYYYMM, newest first.

    The service keeps the files of three months. A month is published by the 10th of the next month, so on the 5th the
    oldest of them is four months back. A file can only be requested for one of these four months:

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
    """Check that the service may have a file for a month; only the service knows whether it has one.

    The contract names the last three months. A month is published by the 10th of the next one (assumed), so before that
    the oldest of three files is four months back.

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
    *months, fourth = recent_months(now)
    if value not in (*months, fourth):
        rule = f"one of the last three months ({', '.join(months)}), or {fourth}"
        raise InvalidArgumentError(argument, f"{rule}, which may be the third one before the 10th (assumed)", value)


@exported_from("trivet.bus")
class MonthNotAvailableError(APIError):
    """The bus service has no passenger volume file for a month: the file is not published yet, or no longer.

    Raised by `passenger_volume.download`, which then finds the months that have a file:

        except MonthNotAvailableError as error:
            file = bus.passenger_volume.download("by_stop", date=error.months[0])

    Attributes:
        month: The month as YYYYMM; None if the latest month was requested.
        months: The months that have a file, newest first.
    """

    def __init__(self, operation: str, month: str | None, months: tuple[str, ...]) -> None:
        super().__init__(operation, month, months)
        self.operation = operation
        self.month = month
        self.months = months

    def __str__(self) -> str:
        text = f"{self.operation}: there is no file for {self.month or 'the latest month'}"
        if self.months:
            text += f"; there are files for {', '.join(self.months)}"
        elif not self.hint:
            text += "; there is no file for any other month"
        return self._with_hint(text)


def _month(months_since_year_0: int) -> str:
    year, month = divmod(months_since_year_0, 12)
    return f"{year:04}{month + 1:02}"

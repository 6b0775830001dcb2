"""The error of a month without a passenger volume file."""

from __future__ import annotations

from ..._core.public import exported_from
from ...errors import APIError

__all__ = ["MonthNotAvailableError"]


@exported_from("trivet.bus")
class MonthNotAvailableError(APIError):
    """The bus service has no passenger volume file for a month: it is not published yet, or no more.

    Raised by `passenger_volume.download`, which then asks for the other months that may have one:

        except MonthNotAvailableError as error:
            file = bus.passenger_volume.download("by_stop", date=error.months[0])

    Attributes:
        month: The month as YYYYMM; None if the latest one was asked for.
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
            text += "; there is none for any other month"
        return self._with_hint(text)

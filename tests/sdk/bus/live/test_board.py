"""The interval between two rounds."""

from trivet import APIConnectionError, APIError
from trivet.bus._live.board import PollInterval


def test_other_errors_do_not_slow_the_rounds() -> None:
    interval = PollInterval(30.0)
    error: APIError = APIConnectionError("arrivals.get", "cut", sent=True)
    assert [interval.after({"54009": outcome}) for outcome in (error, None, error)] == [30.0] * 3

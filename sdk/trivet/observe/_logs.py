"""An observer that logs one line for each call."""

from __future__ import annotations

import logging

from .._core.observation import ObservedCall, Observer
from ..errors import InvalidArgumentError

logger = logging.getLogger("trivet")


def logs(level: int | str = "INFO") -> Observer:
    """Return an observer that logs a line for each call when it ends, to the logger `trivet`.

    >>> logging.basicConfig(level="INFO")
    >>> client = BusClient(account_key="…", observers=[logs()])
    >>> client.arrivals.get("83139")
    INFO:trivet:bus arrivals.get: 200 in 0.041 s, 0 retries, request 6f1c0de2

    A line has the service, the operation, the status, the seconds, the number of retries and the request id. A call
    without an answer has `-` as its status, and each call that failed the name of its error. Without a request id, the
    line ends with the retries. The other lines of the logger, about failed attempts, have the level DEBUG.

    Args:
        level: The level of the lines, a name or a number of `logging`.

    Raises:
        InvalidArgumentError: `level` is neither.
    """
    number = logging.getLevelNamesMapping().get(level.upper()) if isinstance(level, str) else level
    if not isinstance(number, int) or isinstance(number, bool):
        raise InvalidArgumentError("level", "a level of logging, such as INFO", level)
    return _CallLog(number)


class _CallLog(Observer):
    def __init__(self, level: int) -> None:
        self._level = level

    def on_call_end(self, call: ObservedCall) -> None:
        """Log the call."""
        failure = "" if call.error_type is None else f" {call.error_type.rpartition('.')[2]}"
        retries = "1 retry" if call.retries == 1 else f"{call.retries} retries"
        request = "" if call.request_id is None else f", request {call.request_id}"
        logger.log(
            self._level,
            "%s %s: %s%s in %.3f s, %s%s",
            call.service,
            call.operation,
            call.status or "-",
            failure,
            call.seconds,
            retries,
            request,
        )

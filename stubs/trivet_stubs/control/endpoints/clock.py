"""The clock of a stub."""

from datetime import datetime, timedelta
from typing import Any

from trivet_stubs.control.request import ControlRequest, Endpoint, Routes
from trivet_stubs.control.steerable import Steerable
from trivet_stubs.kernel.clock import Clock
from trivet_stubs.kernel.spec import JsonObject

_FIRST_YEAR, _LAST_YEAR = 1970, 2999
_SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "now": {"type": "string", "format": "date-time"},
        "advance": {"type": "number", "minimum": 0, "maximum": 1e10},
        "run": {"type": "boolean"},
    },
    "additionalProperties": False,
}


class ClockEndpoints:
    """`clock`: read it, set it, advance it, let it run or stop it."""

    def __init__(self, stub: Steerable) -> None:
        self._state = stub.state

    def routes(self) -> Routes:
        """The endpoints by method and path."""
        return {
            ("GET", "clock"): Endpoint(answer=self.read),
            ("PATCH", "clock"): Endpoint(answer=self.change, schema=_SCHEMA, changes="clock"),
        }

    def read(self, _request: ControlRequest) -> JsonObject:
        """The time, and whether the clock runs."""
        clock: Clock = self._state.clock
        return {"now": clock.now().isoformat(), "run": clock.running}

    def change(self, request: ControlRequest) -> JsonObject:
        """Set the clock, then advance it, then let it run or stop it."""
        clock: Clock = self._state.clock
        given: dict[str, Any] = request.body
        try:
            now = clock.now() if "now" not in given else datetime.fromisoformat(given["now"])
        except ValueError as error:  # a leap second, or small letters, which RFC 3339 allows
            raise ValueError(f"now: {error}") from None
        try:
            later = now + timedelta(seconds=given.get("advance", 0))
        except OverflowError:
            later = now.replace(year=_LAST_YEAR + 1)
        for name, moment in (("now", now), ("advance", later)):
            if not _FIRST_YEAR <= moment.year <= _LAST_YEAR:
                raise ValueError(f"{name}: the clock shows the years from {_FIRST_YEAR} to {_LAST_YEAR}")
        if "now" in given:
            clock.set(now)
        if "advance" in given:
            clock.advance(given["advance"])
        if "run" in given:
            (clock.run if given["run"] else clock.stop)()
        return self.read(request)

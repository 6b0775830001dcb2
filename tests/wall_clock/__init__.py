"""Tests at other moments and in other time zones: the wall clock of pytest and of its Python processes is shifted.

time-machine shifts it, as `nox -s clocks` wants. Files and TLS keep the time of the machine.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

START = Path(__file__).parent / "start"
"""The folder of `sitecustomize`, which shifts the clock of a process at its start."""


class Moment(NamedTuple):
    """The time at which the clock of a process begins, and the time zone of its machine."""

    begin: str
    zone: str


MOMENTS = {
    "last-bus": Moment("2026-12-04T00:30:00+08:00", "Asia/Singapore"),  # few buses run, and UTC has another day
    "first-bus": Moment("2027-01-02T04:59:00+08:00", "Pacific/Apia"),  # a Saturday
    "sunday": Moment("2027-06-06T12:00:00+08:00", "Asia/Kolkata"),
    "leap-day": Moment("2028-02-29T12:00:00+00:00", "UTC"),
    "new-year": Moment("2026-12-31T23:59:50+00:00", "UTC"),
    "spring-forward": Moment("2027-03-14T01:59:30-05:00", "America/New_York"),  # 02:00 to 02:59 do not exist
    "fall-back": Moment("2026-11-01T01:59:30-04:00", "America/New_York"),  # 01:00 to 01:59 come twice
}


def environment(moment: Moment) -> dict[str, str]:
    """Return the variables of a process that begins at a moment, if it starts now."""
    # This process may be shifted itself: the seconds count from the clock of the machine.
    seconds = datetime.fromisoformat(moment.begin).timestamp() - datetime.now(UTC).timestamp()
    seconds += float(os.environ.get("WALL_CLOCK_SHIFT", "0"))
    path = os.pathsep.join(filter(None, [str(START), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "WALL_CLOCK_SHIFT": str(seconds), "TZ": moment.zone, "PYTHONPATH": path}

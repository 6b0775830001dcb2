"""The running times along a route, computed from the times of the first or the last bus at each stop.

The times of a column may belong to several buses: a first bus may begin in the middle of a route, earlier than the bus
from its start arrives there. So the column is cut into stretches that one bus can have driven.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from attrs import frozen

_LONGEST = 1000.0
"""The largest distance along a route of a city in kilometres; a larger one is an error of the data."""
_SLOWEST = 4 / 3600
"""The lowest speed of a bus in kilometres a second, about as fast as walking."""
_LAYOVER = 600
"""The seconds that a bus may stand in addition."""
_USUAL = 18 / 3600
"""The speed where no time is known, in kilometres a second."""
_SPEEDS = (8 / 3600, 60 / 3600)
"""The lowest and the highest mean speed along a route."""


@frozen
class RunningTimes:
    """The running times along a route.

    Attributes:
        offsets: For each stop, the seconds since the first one; they never decrease.
        stretches: The first and the last stop of each stretch that one bus can have driven.
        known: For each stop, its time, or None if the time is missing or misfits and the offset is interpolated.
    """

    offsets: list[float]
    stretches: list[tuple[int, int]]
    known: list[int | None]

    @property
    def starts(self) -> list[float]:
        """The time at which the bus of each stretch leaves the first stop of the route, or would leave it.

        >>> running_times([60, 120], [0, 1]).starts
        [60.0]
        """
        return [(self.known[first] or 0) - self.offsets[first] for first, _ in self.stretches]

    def of_stop(self) -> list[int]:
        """Return the stretch of each stop; a stop between two stretches belongs to the earlier one.

        >>> running_times([60, 120], [0, 1]).of_stop()
        [0, 0]
        """
        begins = [first for first, _ in self.stretches]
        return [max(0, bisect_right(begins, index) - 1) for index in range(len(self.offsets))]


def kilometres(distances: Sequence[float]) -> list[float]:
    """Return the distances of a route made monotonic: a distance that is smaller than the one before is replaced by it.

    >>> kilometres([0.2, 0.6, 0.5, 1.1])
    [0.2, 0.6, 0.6, 1.1]
    """
    monotonic: list[float] = []
    for distance in distances:
        bounded = min(max(distance, 0.0), _LONGEST)
        monotonic.append(max(bounded, monotonic[-1]) if monotonic else bounded)
    return monotonic


def running_times(times: Sequence[int | None], km: Sequence[float]) -> RunningTimes:
    """Return the running times along a route.

    >>> running_times([18000, None, 18120], [0.0, 0.5, 1.0]).offsets
    [0.0, 60.0, 120.0]

    Between known times, an offset is interpolated by distance. Between two stretches, the bus drives at the mean speed
    of all stretches.

    Args:
        times: The time of the bus at each stop in seconds of the service day; None if it is not known.
        km: The distance of each stop from the start; they never decrease.
    """
    anchors = _without_misfits(times, km)
    known = [time if index in anchors else None for index, time in enumerate(times)]
    runs = _runs(sorted(anchors), known, km)
    for run in runs[1:]:
        if len(run) == 1:  # a time that fits neither neighbour is a typing error
            known[run[0]] = None
    runs = [run for number, run in enumerate(runs) if number == 0 or len(run) > 1]
    stretches = [(run[0], run[-1]) for run in runs]
    speed = _speed(stretches, known, km)
    offsets = [0.0]
    spans = {index: pair for run in runs for pair in pairwise(run) for index in range(pair[0] + 1, pair[1] + 1)}
    for index in range(1, len(times)):
        if index in spans:
            left, right = spans[index]
            length = km[right] - km[left]
            share = (km[index] - km[left]) / length if length > 0 else (index - left) / (right - left)
            offsets.append(offsets[left] + ((known[right] or 0) - (known[left] or 0)) * share)
        else:
            offsets.append(offsets[-1] + (km[index] - km[index - 1]) / speed)
    return RunningTimes(offsets, stretches, known)


def _fits(left: int, right: int, times: Sequence[int | None], km: Sequence[float]) -> bool:
    """Return whether one bus can be at two stops at their times."""
    begin, end = times[left], times[right]
    assert begin is not None
    assert end is not None
    return 0 <= end - begin <= (km[right] - km[left]) / _SLOWEST + _LAYOVER


def _without_misfits(times: Sequence[int | None], km: Sequence[float]) -> set[int]:
    """Return the indices of the times, without single times that misfit while their neighbours fit each other."""
    present = [index for index, time in enumerate(times) if time is not None]
    kept = present[:1]
    for index, following in pairwise(present[1:]):
        misfits = _fits(kept[-1], following, times, km) and not (
            _fits(kept[-1], index, times, km) and _fits(index, following, times, km)
        )
        if not misfits:
            kept.append(index)
    return {*kept, *present[-1:]}


def _runs(anchors: Sequence[int], times: Sequence[int | None], km: Sequence[float]) -> list[list[int]]:
    """Cut the indices of known times into runs that one bus can have driven."""
    runs: list[list[int]] = []
    for anchor in anchors:
        if runs and _fits(runs[-1][-1], anchor, times, km):
            runs[-1].append(anchor)
        else:
            runs.append([anchor])
    return runs


def _speed(stretches: Sequence[tuple[int, int]], times: Sequence[int | None], km: Sequence[float]) -> float:
    length = sum(km[right] - km[left] for left, right in stretches)
    seconds = sum((times[right] or 0) - (times[left] or 0) for left, right in stretches)
    slow, fast = _SPEEDS
    return min(max(length / seconds, slow), fast) if length > 0 and seconds > 0 else _USUAL

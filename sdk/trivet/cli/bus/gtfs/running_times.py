"""The running times of a route, of the times of the first or the last bus at each of its stops.

The times of a column need not be those of one bus: a first bus may begin in the middle of a route, earlier than the one
from its start arrives there. So the column is cut into stretches that one bus can have driven.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from attrs import frozen

__all__ = ["Profile", "kilometres", "running_times"]

_LONGEST = 1000.0
"""Kilometres: a distance beyond is no distance along a route of a city."""
_SLOWEST = 4 / 3600
"""In kilometres a second: slower than walking, nothing is a ride."""
_LAYOVER = 600
"""The seconds that a bus may stand on top of that."""
_USUAL = 18 / 3600
_SPEEDS = (8 / 3600, 60 / 3600)


@frozen
class Profile:
    """The running times of a route.

    Attributes:
        offsets: For each stop, the seconds since the first one; they never decrease.
        stretches: The first and the last stop of each stretch that one bus can have driven.
        known: For each stop, its time if it fits the stops around it; else None, and its offset is interpolated.
    """

    offsets: list[float]
    stretches: list[tuple[int, int]]
    known: list[int | None]

    @property
    def starts(self) -> list[float]:
        """When the bus of each stretch leaves the first stop of the route, or would have left it.

        >>> running_times([60, 120], [0, 1]).starts
        [60.0]
        """
        return [(self.known[first] or 0) - self.offsets[first] for first, _ in self.stretches]

    def of_stop(self) -> list[int]:
        """Return the stretch of each stop; a stop between two belongs to the one before it.

        >>> running_times([60, 120], [0, 1]).of_stop()
        [0, 0]
        """
        begins = [first for first, _ in self.stretches]
        return [max(0, bisect_right(begins, index) - 1) for index in range(len(self.offsets))]


def kilometres(distances: Sequence[float]) -> list[float]:
    """Return distances along a route that never decrease; a smaller one counts as the one before it.

    >>> kilometres([0.2, 0.6, 0.5, 1.1])
    [0.2, 0.6, 0.6, 1.1]
    """
    found: list[float] = []
    for each in distances:
        bounded = min(max(each, 0.0), _LONGEST)
        found.append(max(bounded, found[-1]) if found else bounded)
    return found


def running_times(times: Sequence[int | None], km: Sequence[float]) -> Profile:
    """Return the running times of a route.

    >>> running_times([18000, None, 18120], [0.0, 0.5, 1.0]).offsets
    [0.0, 60.0, 120.0]

    Between known times, an offset is interpolated by distance. Where a stretch ends, the next one follows at the mean
    speed of all stretches.

    Args:
        times: The time of the bus at each stop in seconds of the service day; None where it is not known.
        km: The distance of each stop from the start; they never decrease.
    """
    anchors = _without_misfits(times, km)
    known = [time if index in anchors else None for index, time in enumerate(times)]
    runs = _runs(sorted(anchors), known, km)
    for run in runs[1:]:
        if len(run) == 1:  # a time that fits neither neighbour is a typing error
            known[run[0]] = None
    runs = [each for number, each in enumerate(runs) if number == 0 or len(each) > 1]
    stretches = [(each[0], each[-1]) for each in runs]
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
    return Profile(offsets, stretches, known)


def _fits(left: int, right: int, times: Sequence[int | None], km: Sequence[float]) -> bool:
    begin, end = times[left], times[right]
    assert begin is not None
    assert end is not None
    return 0 <= end - begin <= (km[right] - km[left]) / _SLOWEST + _LAYOVER


def _without_misfits(times: Sequence[int | None], km: Sequence[float]) -> set[int]:
    """Return where the times are, without single ones that do not fit although their neighbours fit each other."""
    found = [index for index, each in enumerate(times) if each is not None]
    kept = found[:1]
    for index, following in pairwise(found[1:]):
        alone = _fits(kept[-1], following, times, km) and not (
            _fits(kept[-1], index, times, km) and _fits(index, following, times, km)
        )
        if not alone:
            kept.append(index)
    return {*kept, *found[-1:]}


def _runs(anchors: Sequence[int], times: Sequence[int | None], km: Sequence[float]) -> list[list[int]]:
    runs: list[list[int]] = []
    for each in anchors:
        if runs and _fits(runs[-1][-1], each, times, km):
            runs[-1].append(each)
        else:
            runs.append([each])
    return runs


def _speed(stretches: Sequence[tuple[int, int]], times: Sequence[int | None], km: Sequence[float]) -> float:
    length = sum(km[right] - km[left] for left, right in stretches)
    seconds = sum((times[right] or 0) - (times[left] or 0) for left, right in stretches)
    slow, fast = _SPEEDS
    return min(max(length / seconds, slow), fast) if length > 0 and seconds > 0 else _USUAL

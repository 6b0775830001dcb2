"""A race: several runners with the same result, timed in turn over several rounds, and the ratios of their times."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from statistics import median, quantiles
from time import perf_counter
from typing import TypeAlias

from attrs import frozen

__all__ = ["PASSES", "Figure", "Limit", "Race", "Runner", "run", "stopwatch"]

PASSES = 3
"""The number of passes over all races; the rounds of each race are divided among them."""

Runner: TypeAlias = Callable[[], float]
"""Does its work once, and returns the seconds for one unit of the work, or another quantity that the race compares."""


@frozen
class Limit:
    """A budget: a ratio to the time of the peer, or seconds if there is no peer.

    `floor` is the lowest ratio that prototypes on attrs and orjson have reached, or None if there was no prototype.
    """

    peer: str | None
    at_most: float
    runner: str = "trivet"
    floor: float | None = None


@frozen
class Race:
    """The measurement of one budget line.

    Attributes:
        name: The name that `--only` selects.
        description: The work.
        runners: Creates the runners by name, and removes their resources afterwards.
        rounds: The number of rounds of each runner.
        limits: The budgets.
        unit: The unit of the figures.
    """

    name: str
    description: str
    runners: Callable[[], AbstractContextManager[Mapping[str, Runner]]]
    rounds: int
    limits: tuple[Limit, ...]
    unit: str = "s"


@frozen
class Figure:
    """The result of one limit of a race.

    Attributes:
        ratio: The median of the ratios of all rounds, the runner's time to the peer's in the same round; without a
            peer, the median of the runner's quantity.
        quartiles: The first and the third quartile of the ratios, which are far apart if other processes disturbed
            the run.
        seconds: The median time of the runner, or its median quantity.
        peer_seconds: The median time of the peer; 1 if there is no peer.
    """

    race: str
    description: str
    runner: str
    peer: str | None
    at_most: float
    ratio: float
    quartiles: tuple[float, float]
    seconds: float
    peer_seconds: float
    unit: str
    floor: float | None

    @property
    def is_over(self) -> bool:
        """Whether the budget is exceeded."""
        return self.ratio > self.at_most


def run(races: Sequence[Race]) -> Iterator[list[Figure]]:
    """Measure races, and return the figures of each.

    In a round, every runner is timed in turn, so that a slow moment of the machine affects all runners. The rounds of a
    race are divided among several passes over all races, so that a slow minute affects only some of them.
    """
    times: dict[str, dict[str, list[float]]] = {race.name: {} for race in races}
    for number in range(PASSES):
        for race in races:
            if rounds := race.rounds // PASSES + (number < race.rounds % PASSES):
                _measure(race, rounds, times[race.name])
            if number == PASSES - 1:
                yield [_figure(race, limit, times[race.name]) for limit in race.limits]


def _measure(race: Race, rounds: int, times: dict[str, list[float]]) -> None:
    with race.runners() as runners:
        for runner in runners.values():
            runner()
        gc.collect()
        gc.freeze()  # otherwise each runner's time would include collecting the modules of all others
        for _ in range(rounds):
            for name, runner in runners.items():
                gc.collect()  # no runner collects the garbage of another one
                times.setdefault(name, []).append(runner())
        gc.unfreeze()


def stopwatch(work: Callable[[], object], times: int = 1) -> Runner:
    """Return a runner that repeats a function too short to be timed once."""

    def runner() -> float:
        start = perf_counter()
        for _ in range(times):
            work()
        return (perf_counter() - start) / times

    return runner


def _figure(race: Race, limit: Limit, times: Mapping[str, list[float]]) -> Figure:
    ours = times[limit.runner]
    theirs = [1.0] * len(ours) if limit.peer is None else times[limit.peer]
    ratios = [mine / other for mine, other in zip(ours, theirs, strict=True)]
    low, middle, high = quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else ratios * 3
    return Figure(
        race=race.name,
        description=race.description,
        runner=limit.runner,
        peer=limit.peer,
        at_most=limit.at_most,
        ratio=middle,
        quartiles=(low, high),
        seconds=median(ours),
        peer_seconds=median(theirs),
        unit=race.unit,
        floor=limit.floor,
    )

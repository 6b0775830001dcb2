"""A race: ways to one result, timed in turn several times over, and what comes of their times."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from statistics import median
from time import perf_counter
from typing import TypeAlias

from attrs import frozen

__all__ = ["Figure", "Limit", "Race", "Runner", "run", "stopwatch"]

Runner: TypeAlias = Callable[[], float]
"""Does its work once, and says how many seconds one piece of it took, or what else the race counts in."""


@frozen
class Limit:
    """A budget: so many times the time of the peer, or so many seconds where there is none."""

    peer: str | None
    at_most: float
    who: str = "trivet"


@frozen
class Race:
    """What is measured, and how.

    Attributes:
        name: What it is picked by.
        what: What is done in it.
        runners: Makes the runners, by their names, and takes away whatever they need.
        rounds: How often each of them runs.
        limits: The budgets.
        unit: What the runners count in.
    """

    name: str
    what: str
    runners: Callable[[], AbstractContextManager[Mapping[str, Runner]]]
    rounds: int
    limits: tuple[Limit, ...]
    unit: str = "s"


@frozen
class Figure:
    """How one limit of a race was kept; times are in seconds, and what counts is the shortest ones."""

    race: str
    who: str
    peer: str | None
    at_most: float
    seconds: float
    median_seconds: float
    peer_seconds: float
    peer_median_seconds: float
    unit: str

    @property
    def ratio(self) -> float:
        """The shortest time in those of the peer, or in seconds."""
        return self.seconds / self.peer_seconds

    @property
    def median_ratio(self) -> float:
        """The same of the medians, to show how much the machine was disturbed."""
        return self.median_seconds / self.peer_median_seconds

    @property
    def is_over(self) -> bool:
        """Whether the budget is broken."""
        return self.ratio > self.at_most


def run(race: Race) -> list[Figure]:
    """Time every runner in turn, round after round, so that a slow moment of the machine meets all of them."""
    with race.runners() as runners:
        for runner in runners.values():
            runner()
        times: dict[str, list[float]] = {who: [] for who in runners}
        gc.collect()
        gc.freeze()  # else the garbage collector would walk through every module of all runners in each one's time
        for _ in range(race.rounds):
            for who, runner in runners.items():
                gc.collect()  # nobody pays for what another one left behind
                times[who].append(runner())
        gc.unfreeze()
    return [_figure(race, limit, times) for limit in race.limits]


def stopwatch(work: Callable[[], object], times: int = 1) -> Runner:
    """Make a runner of a function that is too short to be timed once."""

    def runner() -> float:
        start = perf_counter()
        for _ in range(times):
            work()
        return (perf_counter() - start) / times

    return runner


def _figure(race: Race, limit: Limit, times: Mapping[str, list[float]]) -> Figure:
    ours, theirs = times[limit.who], [1.0] if limit.peer is None else times[limit.peer]
    shortest, medians = (min(ours), min(theirs)), (median(ours), median(theirs))
    return Figure(
        race=race.name,
        who=limit.who,
        peer=limit.peer,
        at_most=limit.at_most,
        seconds=shortest[0],
        median_seconds=medians[0],
        peer_seconds=shortest[1],
        peer_median_seconds=medians[1],
        unit=race.unit,
    )

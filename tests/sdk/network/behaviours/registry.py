"""The list of behaviours, which the modules next to this one fill."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tests.sdk.network.raw_server import Conversation

__all__ = ["BEHAVIOURS", "BROKEN", "LATE", "UNDECODABLE", "VALUE", "Behaviour", "behaviour"]

VALUE = ("value",)
BROKEN = ("APIConnectionError",)
LATE = ("APITimeoutError",)
UNDECODABLE = ("DecodeError",)

Run = Callable[[Conversation], None]
Fails = Literal["", "wire", "json", "empty"]


@dataclass(frozen=True)
class Behaviour:
    """One way to misbehave.

    Attributes:
        name: Its name, the name of its function.
        group: Its module.
        run: The function over a connection.
        fails: Whether a call that returns a value has been taken in: `wire`, every call; `json`, one that decodes JSON;
            `empty`, one that decodes JSON and has no answer without a body.
        calls: How many calls one client makes, one after the other.
        heavy: Whether it moves or unpacks so much that few of its kind run at once.
        events: Whether it is about a stream of events alone.
        refused: Whether it refuses what it got, so that a write may be sent again.
        pause: Seconds between two calls.
        outcomes: The right results of a call that is not a stream: `value`, or classes of errors; none for any of them.
        in_parts: The same for a call that reads the body as it arrives, if it differs.
        on_aiohttp: The same for the transport over aiohttp, whose parser is another one, if it differs.
        attempts: How often a read is sent for each call; None for any number up to the client's.
    """

    name: str
    group: str
    run: Run
    fails: Fails
    calls: int
    heavy: bool
    events: bool
    refused: bool
    pause: float
    outcomes: tuple[str, ...]
    in_parts: tuple[str, ...]
    on_aiohttp: tuple[str, ...]
    attempts: int | None


BEHAVIOURS: dict[str, Behaviour] = {}


def behaviour(
    *,
    fails: Fails = "",
    calls: int = 1,
    heavy: bool = False,
    events: bool = False,
    refused: bool = False,
    pause: float = 0.0,
    outcomes: tuple[str, ...] = (),
    in_parts: tuple[str, ...] = (),
    on_aiohttp: tuple[str, ...] = (),
    attempts: int | None = None,
    name: str | None = None,
) -> Callable[[Run], Run]:
    """Add a function to the list."""

    def add(run: Run) -> Run:
        known = name or run.__name__
        assert known not in BEHAVIOURS
        group = run.__module__.rpartition(".")[2]
        BEHAVIOURS[known] = Behaviour(
            known, group, run, fails, calls, heavy, events, refused, pause, outcomes, in_parts, on_aiohttp, attempts
        )
        return run

    return add

"""The programs that wait for a server, with the public names that each of them uses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

__all__ = ["Registry", "Scenario"]

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """A program.

    Attributes:
        service: The service that it calls.
        covers: The public names that wait in it, in their sync form.
        run: Runs it with a function that connects a client.
        interrupts: How many signals end it: bulk jobs complete the rows in flight after the first one.
        only_pauses: Whether only its pauses are interrupted, as another program waits for the server.
    """

    service: str
    covers: tuple[str, ...]
    run: Callable[..., Any]
    interrupts: int = 1
    only_pauses: bool = False


class Registry(dict[str, Scenario]):
    """The programs of one API, by their names."""

    def add(self, service: str, *covers: str, **more: Any) -> Callable[[F], F]:
        """Return a decorator that adds a program."""

        def decorate(function: F) -> F:
            self[function.__name__] = Scenario(service=service, covers=covers, run=function, **more)
            return function

        return decorate

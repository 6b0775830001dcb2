"""The part of a service in its walks: the steps that are drawn, the model, and the comparison of two answers."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Protocol

from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply
from trivet_checks.explore.choices import Choices
from trivet_checks.explore.differences import Difference
from trivet_checks.explore.model_answer import ModelAnswer
from trivet_checks.explore.steps import Ledger, Step

NextStep = Callable[[int], Step]
"""Draws the step of a number."""


class Walker(Protocol):
    """A server and its model in one walk: takes each step on both, and knows the records that the steps have made."""

    ledger: Ledger
    compared: set[str]
    """The rules that a comparison was made by."""

    def send(self, step: Step) -> Reply:
        """Send a step to the server; what it makes is removed when the walk is over."""
        ...

    def ask(self, step: Step) -> ModelAnswer:
        """Send a step to the model."""
        ...

    def differences(self, step: Step, reply: Reply, answer: ModelAnswer, choices: Choices) -> list[Difference]:
        """Compare the two answers to a step."""
        ...

    def learn(self, step: Step, reply: Reply, answer: ModelAnswer) -> None:
        """Remember the records that a step has made or removed on both sides."""
        ...

    def drop(self, step: Step) -> None:
        """Remove from both sides the record that a step has left different on them."""
        ...

    def snapshot(self) -> Any:
        """The records of the model, as they are now."""
        ...

    def roll_back(self, records: Any) -> None:
        """Return to earlier records of the model."""
        ...


class WalkedServer(Protocol):
    """A server of a service, which is walked on."""

    @property
    def optional(self) -> Collection[str]:
        """The fields of bodies that a walk may do without."""
        ...

    @property
    def notes(self) -> list[str]:
        """The steps of the probe that have failed, and why."""
        ...

    @property
    def wrong(self) -> list[Difference]:
        """The differences that the probe has found."""
        ...

    @property
    def choices(self) -> list[str]:
        """The choices of the server in words, for the report."""
        ...

    @property
    def ids(self) -> Mapping[str, str]:
        """The ids of the callers by their names, where steps name users."""
        ...

    def learn(self) -> None:
        """Learn the choices of the server by a fixed sequence of requests, and read its lists.

        Raises:
            CouldNotRun: A bound of the run is used up, or the server cannot be compared.
        """
        ...

    def read_lists(self) -> None:
        """Read the lists of the server again, before a walk: others may have changed them."""
        ...

    def uneven(self) -> Iterator[tuple[Difference, list[bool]]]:
        """The faults of the lists as they were read first, and whether each of three readings shows them."""
        ...

    def changed(self) -> Iterator[Difference]:
        """Read the lists of the server, and compare them with those before the walks."""
        ...

    def walker(self) -> Walker:
        """Begin a walk, whose steps are known."""
        ...

    def drawn(self, seed: str, steps: int) -> tuple[Walker, NextStep]:
        """Begin a walk of steps that are drawn by a seed."""
        ...

    def sent(self, body: Mapping[str, Any] | None) -> Json | None:
        """The body of a request in the server's spelling."""
        ...

    def close(self) -> None:
        """Stop the model."""
        ...

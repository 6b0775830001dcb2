"""A rule that one exchange shows, and what the functions that look at an exchange share."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from typing import cast

from trivet_checks.exchanges.exchange import Exchange, Json
from trivet_stubs.kernel.rule_catalogue import rules

Looks = Iterator[str]
"""What the looks at an exchange show, one for each: nothing (an empty text) if it keeps the rule, else the fault."""

WRONG_INPUT = (400, 422)
"""The statuses with which servers refuse an input."""


@dataclass(frozen=True, slots=True)
class AnswerRule:
    """A rule that one exchange shows.

    >>> [*arrivals_echo_the_stop(Exchange(operation="arrivals.get", status=200, query=..., answer=...))]
    ['']
    """

    rule: str
    """The id of the rule."""
    operations: frozenset[str]
    """The operations whose exchanges show it; empty for all."""
    looks: Callable[[Exchange], Looks]
    judges_inputs: bool = False
    """Whether it looks at wrong inputs that the server has taken, too, and allows some of them."""
    may_ignore: bool = False
    """Whether the server may ignore a wrong input, so that to take it is wrong by an assumption alone."""

    def __call__(self, exchange: Exchange) -> Looks:
        """Look at an exchange."""
        return self.looks(exchange)


def shown_by_one(
    rule: str, *operations: str, everywhere: bool = False, judges_inputs: bool = False, may_ignore: bool = False
) -> Callable[[Callable[[Exchange], Looks]], AnswerRule]:
    """Make a rule that one exchange shows of a function that looks at an exchange.

    Args:
        rule: The id of the rule.
        operations: The operations whose exchanges show it; by default those that the rule concerns.
        everywhere: Whether exchanges of all operations show it, and what is no operation.
        judges_inputs: Whether it looks at wrong inputs that the server has taken, too, and allows some of them.
        may_ignore: Whether the server may ignore a wrong input, so that to take it is wrong by an assumption alone.
    """

    def decorate(function: Callable[[Exchange], Looks]) -> AnswerRule:
        return AnswerRule(rule, showing(rule, operations, everywhere), function, judges_inputs, may_ignore)

    return decorate


def showing(rule: str, operations: Sequence[str], everywhere: bool) -> frozenset[str]:
    """The operations whose exchanges show a rule; empty for all.

    Raises:
        KeyError: There is no such rule.
    """
    concerned = rules(rule.partition(".")[0])[rule].operations
    return frozenset() if everywhere else frozenset(operations or concerned)


def unless(condition: bool, fault: str) -> str:
    """One look: nothing if a condition is true, else the fault."""
    return "" if condition else fault


def moment(value: object) -> datetime | None:
    """A time of a record, or None; servers write one time in several ways, which texts do not compare as they are."""
    try:
        time = datetime.fromisoformat(cast(str, value))
    except (TypeError, ValueError):
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def falling(rows: list[Json], *names: str) -> Looks:
    """Look whether the times of rows do not grow, by any of some fields: one that is missing in a row shows nothing."""
    for before, after in pairwise(rows):
        pairs = [(moment(before.get(name)), moment(after.get(name))) for name in names]
        known = [(first, second) for first, second in pairs if first is not None and second is not None]
        if known:
            yield unless(
                any(first >= second for first, second in known),
                f"{after.get(names[0])} is after {before.get(names[0])}",
            )

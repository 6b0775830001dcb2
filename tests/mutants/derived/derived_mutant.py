"""A derived mutant, and the order of all mutants of a service."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from trivet_stubs.stub import Stub


@dataclass(frozen=True, slots=True)
class Seen:
    """An answer that a check gets from a stub that keeps its contract."""

    operation: str
    status: int
    value: Any
    """The body, if it is JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DerivedMutant:
    """A stub that departs from its spec in one place."""

    id: str
    """The place of the spec, and what is changed: `parameters.Skip minimum: -1`."""
    named: tuple[str, ...]
    """The rules whose checks should find it; empty if the shape of an answer shows it."""
    operations: frozenset[str]
    """The operations that the place belongs to."""
    concerns: Callable[[Seen], bool]
    """Whether the mutant changes what a check has got, so that this check may find it."""
    change: Callable[[Stub], None]
    """Changes a stub that has not answered yet."""

    def __str__(self) -> str:
        return self.id


def with_distinct_ids(mutants: Sequence[DerivedMutant]) -> list[DerivedMutant]:
    """The mutants in the order of their ids.

    Raises:
        ValueError: Two mutants have the same id.
    """
    by_id: dict[str, DerivedMutant] = {}
    for mutant in mutants:
        if by_id.setdefault(mutant.id, mutant) is not mutant:
            raise ValueError(f"two mutants are {mutant.id}")
    return [by_id[name] for name in sorted(by_id)]

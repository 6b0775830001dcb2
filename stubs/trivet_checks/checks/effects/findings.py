"""The findings of a walk, and what a run knows of it before it begins."""

from dataclasses import dataclass, field
from typing import Protocol

from trivet_checks.checks.verdict import Cells
from trivet_checks.exchanges.evidence import Broken


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the table: the effect of a write on a field of a record in a place, for a caller."""

    write: str
    place: str
    caller: str
    kind: str
    field: str
    """`there` for the record itself, `total` for the number of records."""


@dataclass(slots=True)
class Findings:
    """The findings of a walk: the broken parts of rules, and the cells that it has tried."""

    broken: dict[str, dict[str, list[Broken]]] = field(default_factory=dict[str, dict[str, list[Broken]]])
    """From rules to parts to their faults."""
    cells: dict[str, Cells] = field(default_factory=dict[str, Cells])


class PlannedWalk(Protocol):
    """A walk that a run has planned: its requests are known before it begins."""

    requests: int

    def run(self) -> None:
        """Walk; what was found so far counts if it raises."""
        ...

    @property
    def findings(self) -> Findings:
        """The findings so far."""
        ...


class NoWalk:
    """The walk of a service without a table of effects, or of a run that may not write."""

    requests = 0

    def run(self) -> None:
        """Do nothing."""

    @property
    def findings(self) -> Findings:
        """Nothing."""
        return Findings()

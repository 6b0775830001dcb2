"""What a run finds: a verdict for each rule and operation, and the result of them all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from trivet_stubs.checks.outcome import Evidence
from trivet_stubs.kernel.rule_catalogue import Basis

Outcome = Literal["holds", "broken", "not tried"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a server keeps one rule, or answers one operation as the spec promises."""

    __module__ = "trivet_stubs.checks"

    kind: Literal["rule", "operation"]
    id: str
    """The id of the rule or of the operation."""
    outcome: Outcome
    basis: Basis
    """On what the verdict stands: what the contract states, what this project assumes, or what was observed."""
    sentence: str
    """The rule in one sentence, or what is promised of the operation."""
    section: str = ""
    """The heading of the contract."""
    reason: str = ""
    """What is broken, or why it was not tried."""
    evidence: Evidence | None = None
    seconds: float = 0.0
    """How long the rule was tried; 0 for an operation, whose answers are those of many rules."""

    @property
    def fails(self) -> bool:
        """Whether a stated rule is broken."""
        return self.outcome == "broken" and self.basis == "stated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The verdicts of a run, and what it did."""

    __module__ = "trivet_stubs.checks"

    service: str
    base_url: str
    verdicts: Sequence[Verdict]
    requests: int
    """How many requests were sent."""
    seconds: float
    made: Sequence[str] = ()
    """The records that the run made."""
    left: Sequence[str] = ()
    """The records that it made and could not remove."""
    unsure: Sequence[str] = ()
    """The requests that may have made a record of which the run has no id: no answer, or one that says no id."""
    callers: Mapping[str, str] = field(default_factory=dict[str, str])
    """Why each caller that could not be used could not, by its name."""
    stopped: str = ""
    """Why the run ended before it had tried everything; empty if it did not."""
    signal: int | None = None
    """The signal that ended it, if one did."""

    def of(self, outcome: Outcome) -> list[Verdict]:
        """The verdicts of one outcome.

        >>> [each.id for each in result.of("broken")]
        []
        """
        return [each for each in self.verdicts if each.outcome == outcome]

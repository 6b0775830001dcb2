"""How a check ends, with its evidence or a reason, and the verdicts and the result of a run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Self

from trivet_stubs.kernel.rule_catalogue import Basis

Outcome = Literal["holds", "broken", "not tried"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """The exchange that shows that a rule is broken."""

    __module__ = "trivet_stubs.checks"

    request: str
    """The request as a curl command; its credentials are names of environment variables."""
    answer: str
    """The status and the beginning of the body; values that may be secrets are left out."""


class Broken(AssertionError):
    """The server breaks a rule; `evidence` is the exchange that shows it, if it is one exchange.

    Args:
        message: The difference from the rule.
        evidence: The exchange.
        operation: The operation that has not succeeded, if one has not. If it succeeds nowhere else, it is the cause,
            and the rule was not tried.
        had_to_succeed: Whether it had to succeed, rather than to be refused in another way.
    """

    __module__ = "trivet_stubs.checks"

    def __init__(
        self, message: str, evidence: Evidence | None = None, operation: str = "", *, had_to_succeed: bool = False
    ) -> None:
        super().__init__(message)
        self.message = message
        self.evidence = evidence
        self.operation = operation
        self.had_to_succeed = had_to_succeed


class NotTried(Exception):
    """A rule could not be tried; the message says why: no caller, no permission to write, no record to try it on.

    Args:
        message: The reason.
        operation: The operation that the rule needs and that does not succeed, if this is the reason.
        evidence: Its answer.
    """

    __module__ = "trivet_stubs.checks"

    def __init__(self, message: str, operation: str = "", evidence: Evidence | None = None) -> None:
        super().__init__(message)
        self.operation = operation
        self.evidence = evidence


class LostWrite(Exception):
    """The answer to a write was lost on its way, and whether the write had an effect is unknown.

    It is not sent again. The rule is tried again with new records.

    Args:
        message: What arrived in place of the answer.
        operation: The operation, or method and path.
        evidence: The request.
    """

    __module__ = "trivet_stubs.checks"

    def __init__(self, message: str, operation: str, evidence: Evidence) -> None:
        super().__init__(message)
        self.message = message
        self.operation = operation
        self.evidence = evidence


class CouldNotRun(Exception):
    """The run itself ends: the server cannot be reached, a caller cannot be used, or a bound of the run is used up.

    Args:
        message: Why it ends.
        callers: Why each caller that cannot be used cannot, by its name.
    """

    __module__ = "trivet_stubs.checks"

    def __init__(self, message: str, callers: Mapping[str, str] | None = None) -> None:
        self.message = message
        self.callers: Mapping[str, str] = callers or {}
        super().__init__("; ".join([message, *(f"{name}: {reason}" for name, reason in self.callers.items())]))

    @classmethod
    def without(cls, callers: Mapping[str, str]) -> Self:
        """The run ends because callers that it needs cannot be used, for these reasons by their names."""
        noun = "callers" if len(callers) > 1 else "caller"
        return cls(f"the {noun} {', '.join(callers)} cannot be used", callers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One of several statements of a rule, such as that one caller is refused; each is tried, whatever others show."""

    __module__ = "trivet_stubs.checks"

    name: str
    """Its name, such as `a recipient who may view: the answer`; empty for a rule that has no parts."""
    outcome: Outcome
    reason: str = ""
    """What was seen if it is broken, or why it was not tried."""
    evidence: Evidence | None = None
    needs: str = ""
    """The operation that has not succeeded, and without which it cannot be tried; empty if there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a server keeps one rule, or answers one operation as the spec promises."""

    __module__ = "trivet_stubs.checks"

    kind: Literal["rule", "operation"]
    id: str
    """The id of the rule or of the operation."""
    outcome: Outcome
    basis: Basis
    """On what the verdict stands: what the contract states, an assumption of this project, or an observation."""
    sentence: str
    """The rule in one sentence, or what is promised of the operation."""
    section: str = ""
    """The heading of the contract."""
    reason: str = ""
    """What is broken, or why it was not tried."""
    evidence: Evidence | None = None
    needs: str = ""
    """The operation that has not succeeded, and without which the rule cannot be tried; empty if there is none."""
    called: frozenset[str] = frozenset()
    """The operations that the check has called."""
    seconds: float = 0.0
    """How long the rule was tried; 0 for an operation, whose answers come from many rules."""
    parts: Sequence[Part] = ()
    """The parts of a rule that states several things. One that is broken in two ways is listed twice."""

    @property
    def fails(self) -> bool:
        """Whether a stated rule is broken."""
        return self.outcome == "broken" and self.basis == "stated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The verdicts of a run, and the records that it made."""

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
        return [verdict for verdict in self.verdicts if verdict.outcome == outcome]

"""What a run of the proxy finds: the traffic of each operation, and each rule that was broken, by its side."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from trivet_stubs.checks.outcome import Evidence
from trivet_stubs.checks.verdict import Verdict
from trivet_stubs.kernel.rules import Basis, load
from trivet_stubs.proxy.passed import Passed

Side = Literal["client", "server"]
Judged = Literal["both", "client", "server"]

HOLDS, BROKEN, COULD_NOT_RUN = 0, 1, 2

_MAX_OUTSIDE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing that is wrong with one exchange."""

    side: Side
    basis: Basis
    message: str
    evidence: Evidence
    rule: str | None = None
    """The id of the rule that is broken; None for the shape of an answer, and for one that breaks off."""


@dataclass(slots=True, kw_only=True)
class Finding:
    """A rule that one side broke, or the shape of an operation's answers: the first time, and how often.

    >>> [(each.side, each.verdict.id) for each in proxy.result.findings]
    [('client', 'chat.paging.limit-is-1-to-100')]
    """

    __module__ = "trivet_stubs.proxy"

    side: Side
    """Whether the client sent a wrong request, or the server a wrong answer."""
    operation: str
    verdict: Verdict
    """What is broken, on what basis, and the first exchange that shows it."""
    count: int = 1
    """In how many exchanges."""


@dataclass(slots=True, kw_only=True)
class OperationTraffic:
    """What passed of one operation."""

    __module__ = "trivet_stubs.proxy"

    requests: int = 0
    statuses: Counter[int] = field(default_factory=Counter[int])
    """The statuses of the answers."""
    events: int = 0
    """The events of its streams."""
    judged: int = 0
    """How many answers were compared with the spec."""
    unjudged: Counter[str] = field(default_factory=Counter[str])
    """Why answers, requests or events were not judged, and how many."""
    left: int = 0
    """How often the client left before the end of the answer."""


@dataclass(slots=True, kw_only=True)
class RuleTraffic:
    """How often a request gave an input that a rule is about, and how often it broke the rule."""

    __module__ = "trivet_stubs.proxy"

    tried: int = 0
    broken: int = 0


@dataclass(slots=True, kw_only=True)
class TrafficResult:
    """What passed and what was wrong with it.

    >>> proxy.result.exit_status()
    0
    """

    __module__ = "trivet_stubs.proxy"

    service: str
    upstream: str
    operations: dict[str, OperationTraffic] = field(default_factory=dict[str, OperationTraffic])
    rules: dict[str, RuleTraffic] = field(default_factory=dict[str, RuleTraffic])
    findings: list[Finding] = field(default_factory=list[Finding])
    outside: Counter[str] = field(default_factory=Counter[str])
    """Requests that are none of the contract's, by method and path."""
    unreachable: str = ""
    """Why the upstream could not be reached; empty unless no request was answered."""
    problems: list[str] = field(default_factory=list[str])
    """What the proxy itself could not do, such as to write its recording."""
    recorded: Mapping[str, int] = field(default_factory=dict[str, int])
    """What was recorded, by kind."""

    @property
    def requests(self) -> int:
        """How many requests passed."""
        return sum(each.requests for each in self.operations.values()) + self.outside.total()

    def of(self, side: Side) -> Sequence[Finding]:
        """The findings of one side.

        >>> proxy.result.of("server")
        []
        """
        return [each for each in self.findings if each.side == side]

    def exit_status(self, judged: Judged = "both", *, fail_on: Collection[Basis] = ()) -> int:
        """0 if the contract holds, 1 if it is broken, 2 if nothing can be said.

        >>> proxy.result.exit_status("server")
        0

        Args:
            judged: Whose faults count.
            fail_on: What counts besides that which the contract states: `assumed`, `observed`.
        """
        broken = [each for each in self.findings if judged in ("both", each.side)]
        if self.unreachable or not self.requests:
            return COULD_NOT_RUN
        if any(fails(each, fail_on) for each in broken):
            return BROKEN
        return COULD_NOT_RUN if self.problems else HOLDS


def fails(finding: Finding, fail_on: Collection[Basis]) -> bool:
    """Whether a finding fails the run."""
    return finding.verdict.basis == "stated" or finding.verdict.basis in fail_on


class Tally:
    """Adds up what passes; used by one thread."""

    def __init__(self, service: str, upstream: str) -> None:
        self.result: TrafficResult = TrafficResult(service=service, upstream=upstream)
        self._findings: dict[tuple[str, str, str | None, str], Finding] = {}
        self._answered = 0

    def operation(self, name: str) -> OperationTraffic:
        """The traffic of an operation."""
        return self.result.operations.setdefault(name, OperationTraffic())

    def add(self, name: str | None, passed: Passed, shown_path: str) -> None:
        """Count an exchange.

        Args:
            name: The operation; None if the request is none of the contract's.
            passed: The exchange.
            shown_path: The path without secrets.
        """
        self._answered += passed.status is not None
        if passed.ending == "unreachable" and not self._answered:
            self.result.unreachable = passed.reason
        elif self._answered:
            self.result.unreachable = ""
        if name is None:
            key = f"{passed.method} {shown_path}"
            known = key in self.result.outside or len(self.result.outside) < _MAX_OUTSIDE
            self.result.outside[key if known else "others"] += 1
            return
        traffic = self.operation(name)
        traffic.requests += 1
        traffic.left += passed.ending == "client left"
        if passed.status is not None:
            traffic.statuses[passed.status] += 1

    def tried(self, rules: Sequence[str]) -> None:
        """Count requests that gave the inputs of these rules."""
        for each in rules:
            self.result.rules.setdefault(each, RuleTraffic()).tried += 1

    def found(self, name: str, fault: Fault) -> None:
        """Count a fault; the first of its kind is kept."""
        if fault.rule is not None:
            self.result.rules.setdefault(fault.rule, RuleTraffic()).broken += 1
        key = (fault.side, name, fault.rule, fault.basis)
        if key in self._findings:
            self._findings[key].count += 1
            return
        rule = load(self.result.service).get(fault.rule or "")
        verdict = Verdict(
            kind="operation" if rule is None else "rule",
            id=name if rule is None else rule.id,
            outcome="broken",
            basis=fault.basis,
            sentence=f"The answers of {name} are what the spec promises." if rule is None else rule.sentence,
            section="" if rule is None else rule.section,
            reason=fault.message,
            evidence=fault.evidence,
        )
        self._findings[key] = Finding(side=fault.side, operation=name, verdict=verdict)
        self.result.findings.append(self._findings[key])

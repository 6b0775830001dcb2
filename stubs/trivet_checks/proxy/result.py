"""The result of a run of the proxy, by operation and by rule, and its exit status."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Literal

from trivet_checks.checks.verdict import ANSWER, Verdict, id_of_operation, sentence_of
from trivet_checks.exchanges.evidence import Evidence
from trivet_checks.proxy.not_judged import BESIDE, HINTS, UNKNOWN_ID, NotJudged
from trivet_checks.proxy.passed import Passed
from trivet_stubs.kernel.rule_catalogue import Basis, load

Side = Literal["client", "server"]
Judged = Literal["both", "client", "server"]

HOLDS, BROKEN, COULD_NOT_RUN = 0, 1, 2

_MAX_OUTSIDE = 100

MIN_JUDGED = 0.5
"""The share of the answers that has to be judged by default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Demands:
    """What a run has to show: whose faults count, on which bases, which rules, and how many answers are judged."""

    judged: Judged = "both"
    fail_on: Collection[Basis] = ()
    required: Sequence[str] = ()
    min_judged: float = MIN_JUDGED

    def status(self, result: "TrafficResult") -> int:
        """Return the exit status of a run."""
        return result.exit_status(self.judged, fail_on=self.fail_on, required=self.required, min_judged=self.min_judged)

    def incomplete(self, result: "TrafficResult") -> str:
        """Return why a run says too little for a verdict; empty if it does not."""
        return result.incomplete(required=self.required, min_judged=self.min_judged)


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One fault of one exchange."""

    side: Side
    basis: Basis
    message: str
    evidence: Evidence
    rule: str | None = None
    """The id of the broken rule; None for a wrong shape of an answer, and for an answer that breaks off."""
    field: str = ""
    """The field of an answer that is wrong, if it is one."""
    about: str = ANSWER
    """What a verdict on the operation is about if no rule is broken."""


@dataclass(slots=True, kw_only=True)
class TrafficFinding:
    """A rule, or the shape of an operation's answers, that one side broke: the first exchange, and how often.

    >>> [(finding.side, finding.verdict.id) for finding in proxy.result.findings]
    [('client', 'chat.paging.limit-is-1-to-100')]
    """

    __module__ = "trivet_checks"

    side: Side
    """Whether the client sent a wrong request, or the server a wrong answer."""
    operation: str
    verdict: Verdict
    """The broken rule or operation, its basis, and the first exchange that shows it."""
    count: int = 1
    """The number of exchanges that show it."""


@dataclass(slots=True, kw_only=True)
class OperationTraffic:
    """The traffic of one operation."""

    __module__ = "trivet_checks"

    requests: int = 0
    statuses: Counter[int] = field(default_factory=Counter[int])
    """The statuses of the answers."""
    events: int = 0
    """The events of its streams."""
    judged: int = 0
    """How many answers were judged: complete, unpacked, and compared with the spec."""
    unjudged: Counter[str] = field(default_factory=Counter[str])
    """The reasons why answers, requests or events were not judged, with their numbers."""
    left: int = 0
    """How often the client disconnected before the end of the answer."""


@dataclass(slots=True, kw_only=True)
class RuleTraffic:
    """How many exchanges have shown a rule, by an input or by an answer, and how many faults there were."""

    __module__ = "trivet_checks"

    tried: int = 0
    broken: int = 0


@dataclass(slots=True, kw_only=True)
class TrafficResult:
    """The traffic that has passed, and its faults.

    >>> proxy.result.exit_status()
    0
    """

    __module__ = "trivet_checks"

    service: str
    upstream: str
    operations: dict[str, OperationTraffic] = field(default_factory=dict[str, OperationTraffic])
    rules: dict[str, RuleTraffic] = field(default_factory=dict[str, RuleTraffic])
    findings: list[TrafficFinding] = field(default_factory=list[TrafficFinding])
    not_judged: dict[str, NotJudged] = field(default_factory=dict[str, NotJudged])
    """The answers that were not judged, by the kinds of reasons, such as `redirected`."""
    unknown_ids: int = 0
    """How many of the judged answers are a 404 for an id that was never shown."""
    outside: Counter[str] = field(default_factory=Counter[str])
    """Requests without an operation of the contract, by method and path."""
    refused: Counter[str] = field(default_factory=Counter[str])
    """Requests that the proxy refused and did not pass on, by the reason, such as `CONNECT`."""
    unreachable: str = ""
    """Why the upstream could not be reached; empty as soon as it has answered a request."""
    problems: list[str] = field(default_factory=list[str])
    """Failures of the proxy itself, such as a recording that could not be written."""
    recorded: Mapping[str, int] = field(default_factory=dict[str, int])
    """The numbers of recorded exchanges and records, by kind."""

    @property
    def requests(self) -> int:
        """The number of requests that passed."""
        return sum(traffic.requests for traffic in self.operations.values()) + self.outside.total()

    @property
    def judged(self) -> int:
        """The number of judged answers. If all are a 404 for an unknown id, none is: any other server answers so, too.

        >>> proxy.result.judged
        12
        """
        judged = sum(traffic.judged for traffic in self.operations.values())
        return 0 if judged == self.unknown_ids else judged

    @property
    def answers(self) -> int:
        """The number of answers to operations of the contract, judged or not, and of requests without one.

        >>> proxy.result.answers
        12
        """
        judged = sum(traffic.judged for traffic in self.operations.values())
        return judged + sum(kind.count for name, kind in self.not_judged.items() if name not in BESIDE)

    def missing(self, required: Sequence[str]) -> list[str]:
        """Return the rules that match a pattern, and that no exchange has shown.

        >>> proxy.result.missing(["chat.paging.*"])
        ['chat.paging.messages-limit-is-1-to-500']
        """
        tried = {name for name, traffic in self.rules.items() if traffic.tried}
        return [
            rule
            for rule in load(self.service)
            if rule not in tried and any(fnmatchcase(rule, pattern) for pattern in required)
        ]

    def incomplete(self, *, required: Sequence[str] = (), min_judged: float = MIN_JUDGED) -> str:
        """Return why the traffic says too little for a verdict; empty if it does not.

        >>> proxy.result.incomplete()
        ''

        Args:
            required: Patterns of the ids of rules that an exchange has to show.
            min_judged: The share of the answers, from 0 to 1, that has to be judged.
        """
        if self.unreachable:
            return self.unreachable
        if not self.requests:
            refused = self.refused.total()
            return (
                f"no request passed, and {refused} {'was' if refused == 1 else 'were'} refused"
                if refused
                else "no request passed"
            )
        judged, answers = self.judged, self.answers
        if not judged:
            why = f": {HINTS[UNKNOWN_ID]}" if self.unknown_ids else ""
            return f"none of {answers} answers was judged{why}" if answers else "no answer of the contract passed"
        if judged < min_judged * answers:
            return f"{judged} of {answers} answers were judged, which is less than {min_judged:.0%}"
        missing = len(self.missing(required))
        return f"{missing} required {'rule was' if missing == 1 else 'rules were'} not shown" if missing else ""

    def of(self, side: Side) -> Sequence[TrafficFinding]:
        """Return the findings of one side.

        >>> proxy.result.of("server")
        []
        """
        return [finding for finding in self.findings if finding.side == side]

    def exit_status(
        self,
        judged: Judged = "both",
        *,
        fail_on: Collection[Basis] = (),
        required: Sequence[str] = (),
        min_judged: float = MIN_JUDGED,
    ) -> int:
        """Return 0 if the traffic keeps the contract, 1 if it breaks the contract, 2 if it says too little.

        >>> proxy.result.exit_status("server", min_judged=0.9)
        0

        Args:
            judged: Whose faults count.
            fail_on: The further bases that count beside `stated`: `assumed`, `observed`.
            required: Patterns of the ids of rules that an exchange has to show.
            min_judged: The share of the answers, from 0 to 1, that has to be judged.
        """
        broken = [finding for finding in self.findings if judged in ("both", finding.side)]
        if self.unreachable or not self.requests:
            return COULD_NOT_RUN
        if any(fails(finding, fail_on) for finding in broken):
            return BROKEN
        if self.problems or self.incomplete(required=required, min_judged=min_judged):
            return COULD_NOT_RUN
        return HOLDS


def fails(finding: TrafficFinding, fail_on: Collection[Basis]) -> bool:
    """Whether a finding fails the run."""
    return finding.verdict.basis == "stated" or finding.verdict.basis in fail_on


class Tally:
    """Adds up the traffic; for one thread."""

    def __init__(self, service: str, upstream: str) -> None:
        self.result: TrafficResult = TrafficResult(service=service, upstream=upstream)
        self._findings: dict[tuple[str, ...], TrafficFinding] = {}
        self._answered = 0

    def operation(self, name: str) -> OperationTraffic:
        """Return the traffic of an operation."""
        return self.result.operations.setdefault(name, OperationTraffic())

    def add(self, name: str | None, passed: Passed, shown_path: str) -> None:
        """Count an exchange.

        Args:
            name: The operation; None if the contract has no such operation.
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

    def add_refused(self, reason: str) -> None:
        """Count a request that was not passed on."""
        known = reason in self.result.refused or len(self.result.refused) < _MAX_OUTSIDE
        self.result.refused[reason if known else "others"] += 1

    def add_dropped(self, name: str, status: int | None, count: int) -> None:
        """Count exchanges of which only the operation and the status are known."""
        self._answered += status is not None
        if not name:
            self.result.outside["others"] += count
            return
        traffic = self.operation(name)
        traffic.requests += count
        if status is not None:
            traffic.statuses[status] += count

    def judged(self, name: str, *, only_unknown_id: bool = False) -> None:
        """Count a judged answer; it may be a 404 for an id that was never shown."""
        self.operation(name).judged += 1
        self.result.unknown_ids += only_unknown_id

    def not_judged(self, name: str, kind: str, reason: str, example: str | None, hint: str, count: int = 1) -> None:
        """Count an answer that is not judged, or a part of an exchange.

        Args:
            name: The operation; empty for another path.
            kind: The kind of the reason.
            reason: The reason.
            example: The exchange without secrets, if it is the first of its kind.
            hint: Advice on how it can be judged.
            count: How many there are.
        """
        if name:
            unjudged = self.operation(name).unjudged
            known = reason in unjudged or len(unjudged) < _MAX_OUTSIDE
            unjudged[reason if known else "others"] += count
        self.result.not_judged.setdefault(kind, NotJudged(example=example or "", hint=hint)).count += count

    def tried(self, rules: Sequence[str]) -> None:
        """Count a request that had the inputs of these rules."""
        for rule in rules:
            self.result.rules.setdefault(rule, RuleTraffic()).tried += 1

    def found(self, name: str, fault: Violation) -> None:
        """Count a fault; the first one of its kind is kept as evidence."""
        if fault.rule is not None:
            self.result.rules.setdefault(fault.rule, RuleTraffic()).broken += 1
        key = (fault.side, name, fault.rule or "", fault.basis, fault.about, fault.field)
        if key in self._findings:
            self._findings[key].count += 1
            return
        rule = load(self.result.service).get(fault.rule or "")
        verdict = Verdict(
            kind="operation" if rule is None else "rule",
            id=id_of_operation(name, fault.about) if rule is None else rule.id,
            outcome="broken",
            basis=fault.basis,
            sentence=sentence_of(name, fault.about) if rule is None else rule.sentence,
            section="" if rule is None else rule.section,
            reason=fault.message,
            evidence=fault.evidence,
        )
        self._findings[key] = TrafficFinding(side=fault.side, operation=name, verdict=verdict)
        self.result.findings.append(self._findings[key])

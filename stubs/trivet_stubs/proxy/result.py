"""The result of a run of the proxy, by operation and by rule, and its report: as text, as JSON, and as JUnit XML."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal
from xml.etree import ElementTree

from trivet_stubs.checks.verdict import Evidence, Verdict
from trivet_stubs.kernel.rule_catalogue import Basis, load
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.proxy.exchange import Passed

Side = Literal["client", "server"]
Judged = Literal["both", "client", "server"]

HOLDS, BROKEN, COULD_NOT_RUN = 0, 1, 2

_MAX_OUTSIDE = 100

_SIDES: tuple[Side, ...] = ("client", "server")


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One fault of one exchange."""

    side: Side
    basis: Basis
    message: str
    evidence: Evidence
    rule: str | None = None
    """The id of the broken rule; None for a wrong shape of an answer, and for an answer that breaks off."""


@dataclass(slots=True, kw_only=True)
class Finding:
    """A rule, or the shape of an operation's answers, that one side broke: the first exchange, and how often.

    >>> [(finding.side, finding.verdict.id) for finding in proxy.result.findings]
    [('client', 'chat.paging.limit-is-1-to-100')]
    """

    __module__ = "trivet_stubs.proxy"

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

    __module__ = "trivet_stubs.proxy"

    requests: int = 0
    statuses: Counter[int] = field(default_factory=Counter[int])
    """The statuses of the answers."""
    events: int = 0
    """The events of its streams."""
    judged: int = 0
    """How many answers were compared with the spec."""
    unjudged: Counter[str] = field(default_factory=Counter[str])
    """The reasons why answers, requests or events were not judged, with their numbers."""
    left: int = 0
    """How often the client disconnected before the end of the answer."""


@dataclass(slots=True, kw_only=True)
class RuleTraffic:
    """How many exchanges have shown a rule, by an input or by an answer, and how many faults there were."""

    __module__ = "trivet_stubs.proxy"

    tried: int = 0
    broken: int = 0


@dataclass(slots=True, kw_only=True)
class TrafficResult:
    """The traffic that has passed, and its faults.

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
    """Requests without an operation of the contract, by method and path."""
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

    def of(self, side: Side) -> Sequence[Finding]:
        """Return the findings of one side.

        >>> proxy.result.of("server")
        []
        """
        return [finding for finding in self.findings if finding.side == side]

    def exit_status(self, judged: Judged = "both", *, fail_on: Collection[Basis] = ()) -> int:
        """Return 0 if the traffic keeps the contract, 1 if it breaks the contract, 2 if the proxy could not judge it.

        >>> proxy.result.exit_status("server")
        0

        Args:
            judged: Whose faults count.
            fail_on: The further bases that count beside `stated`: `assumed`, `observed`.
        """
        broken = [finding for finding in self.findings if judged in ("both", finding.side)]
        if self.unreachable or not self.requests:
            return COULD_NOT_RUN
        if any(fails(finding, fail_on) for finding in broken):
            return BROKEN
        return COULD_NOT_RUN if self.problems else HOLDS


def fails(finding: Finding, fail_on: Collection[Basis]) -> bool:
    """Whether a finding fails the run."""
    return finding.verdict.basis == "stated" or finding.verdict.basis in fail_on


class Tally:
    """Adds up the traffic; for one thread."""

    def __init__(self, service: str, upstream: str) -> None:
        self.result: TrafficResult = TrafficResult(service=service, upstream=upstream)
        self._findings: dict[tuple[str, str, str | None, str], Finding] = {}
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

    def tried(self, rules: Sequence[str]) -> None:
        """Count a request that had the inputs of these rules."""
        for rule in rules:
            self.result.rules.setdefault(rule, RuleTraffic()).tried += 1

    def found(self, name: str, fault: Violation) -> None:
        """Count a fault; the first one of its kind is kept as evidence."""
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
            sentence=f"The answers of {name} match the spec." if rule is None else rule.sentence,
            section="" if rule is None else rule.section,
            reason=fault.message,
            evidence=fault.evidence,
        )
        self._findings[key] = Finding(side=fault.side, operation=name, verdict=verdict)
        self.result.findings.append(self._findings[key])


def as_text(result: TrafficResult) -> str:
    """Return the report as text: the traffic by operation, the rules that requests were about, and the faults."""
    return "".join(f"{line}\n" for line in _lines(result))


def as_json(result: TrafficResult, judged: Judged = "both", *, fail_on: Collection[Basis] = ()) -> JsonObject:
    """Return the report as JSON values."""
    return {
        "service": result.service,
        "upstream": result.upstream,
        "requests": result.requests,
        "exit_status": result.exit_status(judged, fail_on=fail_on),
        "operations": {name: _operation(traffic) for name, traffic in sorted(result.operations.items())},
        "rules": {
            name: {"tried": traffic.tried, "broken": traffic.broken, "basis": load(result.service)[name].basis}
            for name, traffic in sorted(result.rules.items())
        },
        "findings": [_finding(finding) for finding in result.findings],
        "outside": dict(result.outside),
        "unreachable": result.unreachable,
        "problems": list(result.problems),
        "recorded": dict(result.recorded),
    }


def as_junit(result: TrafficResult, judged: Judged = "both", *, fail_on: Collection[Basis] = ()) -> str:
    """Return the report as JUnit XML: a test for each operation that passed, and for each rule and side.

    A finding that does not fail the run is a skipped test, with its message.
    """
    suite = ElementTree.Element("testsuite", name=f"trivet proxy {result.service}")
    counts: Counter[str] = Counter()
    for name in sorted(result.operations):
        for side in _SIDES:
            findings = [
                finding
                for finding in result.of(side)
                if finding.verdict.kind == "operation" and finding.operation == name
            ]
            _case(suite, counts, "operations", f"{name} ({side})", findings, judged, fail_on)
    for name in sorted(result.rules):
        for side in _SIDES:
            findings = [
                finding for finding in result.of(side) if finding.verdict.kind == "rule" and finding.verdict.id == name
            ]
            _case(suite, counts, "rules", f"{name} ({side})", findings, judged, fail_on)
    if result.exit_status(judged, fail_on=fail_on) == 2:
        case = ElementTree.SubElement(suite, "testcase", classname="trivet.proxy", name="the proxy could run")
        message = result.unreachable or "; ".join(result.problems) or "no request passed"
        ElementTree.SubElement(case, "error", message=message)
        counts["tests"] += 1
        counts["errors"] += 1
    for outcome in ("tests", "failures", "skipped", "errors"):
        suite.set(outcome, str(counts[outcome]))
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def _case(
    suite: ElementTree.Element,
    counts: Counter[str],
    kind: str,
    name: str,
    findings: list[Finding],
    judged: Judged,
    fail_on: Collection[Basis],
) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname=f"trivet.proxy.{kind}", name=name)
    counts["tests"] += 1
    failing = [finding for finding in findings if judged in ("both", finding.side) and fails(finding, fail_on)]
    for finding in (failing or findings)[:1]:
        failure = ElementTree.SubElement(case, "failure" if failing else "skipped", message=_message(finding))
        failure.text = "\n".join(_details(finding))
        counts["failures" if failing else "skipped"] += 1


def _lines(result: TrafficResult) -> Iterator[str]:
    judged = sum(traffic.judged for traffic in result.operations.values())
    yield f"{result.service} at {result.upstream}: {result.requests} requests passed, {judged} answers were judged"
    if result.operations:
        wrong = {side: Counter({finding.operation: 0 for finding in result.findings}) for side in _SIDES}
        for finding in result.findings:
            wrong[finding.side][finding.operation] += finding.count
        yield ""
        yield from _table(
            ("operation", "requests", "answers", "client's faults", "server's faults"),
            [
                (name, str(traffic.requests), _answers(traffic), str(wrong["client"][name]), str(wrong["server"][name]))
                for name, traffic in sorted(result.operations.items())
            ],
        )
    if result.rules:
        yield ""
        rows = [
            (name, load(result.service)[name].basis, str(traffic.tried), str(traffic.broken))
            for name, traffic in sorted(result.rules.items())
        ]
        yield from _table(("rule", "basis", "tried", "broken"), rows)
    for side in _SIDES:
        findings = result.of(side)
        if findings:
            yield ""
            yield f"What the {side} got wrong:"
        for finding in findings:
            yield f"  {finding.verdict.id} ({finding.verdict.basis}, {_times(finding.count)})"
            yield from (f"    {line}" for line in _details(finding))
    yield from _rest(result)


def _rest(result: TrafficResult) -> Iterator[str]:
    unjudged: Counter[str] = Counter()
    for name, traffic in result.operations.items():
        unjudged.update({f"{name}: {reason}": count for reason, count in traffic.unjudged.items()})
    lists: tuple[tuple[str, Mapping[str, int]], ...] = (
        ("Not judged", unjudged),
        ("Not of the contract, passed on", result.outside),
        ("Recorded", result.recorded),
    )
    for title, counts in lists:
        if counts:
            yield ""
            yield f"{title}:"
            yield from (f"  {what} ({count})" for what, count in counts.items())
    for problem in [*([f"the upstream: {result.unreachable}"] if result.unreachable else []), *result.problems]:
        yield ""
        yield f"Problem: {problem}"


def _details(finding: Finding) -> Iterator[str]:
    verdict = finding.verdict
    yield verdict.sentence + (f" ({verdict.section})" if verdict.section else "")
    yield _message(finding)
    if verdict.evidence is not None:
        yield verdict.evidence.request
        yield verdict.evidence.answer


def _message(finding: Finding) -> str:
    return f"{finding.operation}: {finding.verdict.reason}"


def _operation(traffic: OperationTraffic) -> JsonObject:
    return {
        "requests": traffic.requests,
        "statuses": {str(status): count for status, count in sorted(traffic.statuses.items())},
        "judged": traffic.judged,
        "events": traffic.events,
        "left": traffic.left,
        "unjudged": dict(traffic.unjudged),
    }


def _finding(finding: Finding) -> JsonObject:
    verdict = finding.verdict
    evidence = verdict.evidence
    record: dict[str, Any] = {
        "side": finding.side,
        "kind": verdict.kind,
        "id": verdict.id,
        "operation": finding.operation,
        "basis": verdict.basis,
        "sentence": verdict.sentence,
        "section": verdict.section,
        "reason": verdict.reason,
        "count": finding.count,
        "request": None if evidence is None else evidence.request,
        "answer": None if evidence is None else evidence.answer,
    }
    return record


def _answers(traffic: OperationTraffic) -> str:
    statuses = [f"{status} x{count}" for status, count in sorted(traffic.statuses.items())]
    more = [f"{traffic.events} events"] * bool(traffic.events) + [f"left {_times(traffic.left)}"] * bool(traffic.left)
    return ", ".join([*statuses, *more]) or "none"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(len(row[at]) for row in [head, *rows]) for at in range(len(head))]
    for row in [head, *rows]:
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()

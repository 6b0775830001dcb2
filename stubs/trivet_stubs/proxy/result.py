"""What a run of the proxy finds, by operation and by rule, and its report: for people, as JSON, and as JUnit XML."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal
from xml.etree import ElementTree

from trivet_stubs.checks.outcome import Evidence
from trivet_stubs.checks.verdict import Verdict
from trivet_stubs.kernel.rules import Basis, load
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.proxy.exchange import Passed

Side = Literal["client", "server"]
Judged = Literal["both", "client", "server"]

HOLDS, BROKEN, COULD_NOT_RUN = 0, 1, 2

_MAX_OUTSIDE = 100

_SIDES: tuple[Side, ...] = ("client", "server")


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
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

    def found(self, name: str, fault: Violation) -> None:
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


def as_text(result: TrafficResult) -> str:
    """The report as text: what passed by operation, the rules that requests were about, and what was wrong."""
    return "".join(f"{line}\n" for line in _lines(result))


def as_json(result: TrafficResult, judged: Judged = "both", *, fail_on: Collection[Basis] = ()) -> JsonObject:
    """The report as JSON values."""
    return {
        "service": result.service,
        "upstream": result.upstream,
        "requests": result.requests,
        "exit_status": result.exit_status(judged, fail_on=fail_on),
        "operations": {name: _operation(each) for name, each in sorted(result.operations.items())},
        "rules": {
            name: {"tried": each.tried, "broken": each.broken, "basis": load(result.service)[name].basis}
            for name, each in sorted(result.rules.items())
        },
        "findings": [_finding(each) for each in result.findings],
        "outside": dict(result.outside),
        "unreachable": result.unreachable,
        "problems": list(result.problems),
        "recorded": dict(result.recorded),
    }


def as_junit(result: TrafficResult, judged: Judged = "both", *, fail_on: Collection[Basis] = ()) -> str:
    """The report as JUnit XML: a test for each operation that passed, and for each rule and side.

    What does not fail the run is skipped, with its message.
    """
    suite = ElementTree.Element("testsuite", name=f"trivet proxy {result.service}")
    counts: Counter[str] = Counter()
    for name in sorted(result.operations):
        found = [each for each in result.findings if each.operation == name and each.verdict.kind == "operation"]
        for side in _SIDES:
            _case(suite, counts, "operations", f"{name} ({side})", _of(found, side), judged, fail_on)
    for name in sorted(result.rules):
        found = [each for each in result.findings if each.verdict.kind == "rule" and each.verdict.id == name]
        for side in _SIDES:
            _case(suite, counts, "rules", f"{name} ({side})", _of(found, side), judged, fail_on)
    if result.exit_status(judged, fail_on=fail_on) == 2:
        case = ElementTree.SubElement(suite, "testcase", classname="trivet.proxy", name="the proxy could run")
        message = result.unreachable or "; ".join(result.problems) or "no request passed"
        ElementTree.SubElement(case, "error", message=message)
        counts["tests"] += 1
        counts["errors"] += 1
    for each in ("tests", "failures", "skipped", "errors"):
        suite.set(each, str(counts[each]))
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def _case(
    suite: ElementTree.Element,
    counts: Counter[str],
    kind: str,
    name: str,
    found: list[Finding],
    judged: Judged,
    fail_on: Collection[Basis],
) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname=f"trivet.proxy.{kind}", name=name)
    counts["tests"] += 1
    failing = [each for each in found if judged in ("both", each.side) and fails(each, fail_on)]
    for each in (failing or found)[:1]:
        failure = ElementTree.SubElement(case, "failure" if failing else "skipped", message=_message(each))
        failure.text = "\n".join(_details(each))
        counts["failures" if failing else "skipped"] += 1


def _lines(result: TrafficResult) -> Iterator[str]:
    judged = sum(each.judged for each in result.operations.values())
    yield f"{result.service} at {result.upstream}: {result.requests} requests passed, {judged} answers were judged"
    if result.operations:
        wrong = {side: Counter({each.operation: 0 for each in result.findings}) for side in _SIDES}
        for each in result.findings:
            wrong[each.side][each.operation] += each.count
        yield ""
        yield from _table(
            ("operation", "requests", "answers", "client's faults", "server's faults"),
            [
                (name, str(each.requests), _answers(each), str(wrong["client"][name]), str(wrong["server"][name]))
                for name, each in sorted(result.operations.items())
            ],
        )
    if result.rules:
        yield ""
        rows = [
            (name, load(result.service)[name].basis, str(each.tried), str(each.broken))
            for name, each in sorted(result.rules.items())
        ]
        yield from _table(("rule", "basis", "tried", "broken"), rows)
    for side in _SIDES:
        found = result.of(side)
        if found:
            yield ""
            yield f"What the {side} got wrong:"
        for each in found:
            yield f"  {each.verdict.id} ({each.verdict.basis}, {_times(each.count)})"
            yield from (f"    {line}" for line in _details(each))
    yield from _rest(result)


def _rest(result: TrafficResult) -> Iterator[str]:
    unjudged: Counter[str] = Counter()
    for name, each in result.operations.items():
        unjudged.update({f"{name}: {reason}": count for reason, count in each.unjudged.items()})
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


def _of(found: list[Finding], side: Side) -> list[Finding]:
    return [each for each in found if each.side == side]


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
    found: dict[str, Any] = {
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
    return found


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

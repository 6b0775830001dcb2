"""The reports of a run of the proxy: as text, as JSON, and as JUnit XML."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree import ElementTree

from trivet_checks.proxy.result import (
    COULD_NOT_RUN,
    Demands,
    OperationTraffic,
    Side,
    TrafficFinding,
    TrafficResult,
    fails,
)
from trivet_checks.reports.table import table
from trivet_stubs.kernel.rule_catalogue import load
from trivet_stubs.kernel.spec import JsonObject

_SIDES: tuple[Side, ...] = ("client", "server")


def as_text(result: TrafficResult) -> str:
    """Return the report as text: the traffic by operation, the rules that requests were about, and the faults."""
    return "".join(f"{line}\n" for line in _lines(result))


def as_json(result: TrafficResult, demands: Demands | None = None) -> JsonObject:
    """Return the report as JSON values."""
    demands = demands or Demands()
    return {
        "service": result.service,
        "upstream": result.upstream,
        "requests": result.requests,
        "answers": result.answers,
        "judged": result.judged,
        "exit_status": demands.status(result),
        "incomplete": demands.incomplete(result),
        "missing": result.missing(demands.required),
        "operations": {name: _operation(traffic) for name, traffic in sorted(result.operations.items())},
        "rules": {
            name: {"tried": traffic.tried, "broken": traffic.broken, "basis": load(result.service)[name].basis}
            for name, traffic in sorted(result.rules.items())
        },
        "findings": [_finding(finding) for finding in result.findings],
        "not_judged": {
            name: {"count": kind.count, "example": kind.example, "hint": kind.hint}
            for name, kind in result.not_judged.items()
        },
        "outside": dict(result.outside),
        "refused": dict(result.refused),
        "unreachable": result.unreachable,
        "problems": list(result.problems),
        "recorded": dict(result.recorded),
    }


def as_junit(result: TrafficResult, demands: Demands | None = None) -> str:
    """Return the report as JUnit XML: a test for each operation that passed, and for each rule and side.

    A finding that does not fail the run is a skipped test, with its message, and so is an operation without a judged
    answer. A run that says too little has a test that is an error.
    """
    demands = demands or Demands()
    suite = ElementTree.Element("testsuite", name=f"trivet proxy {result.service}")
    counts: Counter[str] = Counter()
    for name in sorted(result.operations):
        for side in _SIDES:
            findings = [
                finding
                for finding in result.of(side)
                if finding.verdict.kind == "operation" and finding.operation == name
            ]
            untold = side == "server" and not result.operations[name].judged
            _case(suite, counts, "operations", f"{name} ({side})", findings, demands, untold=untold)
    for name in sorted(result.rules):
        for side in _SIDES:
            findings = [
                finding for finding in result.of(side) if finding.verdict.kind == "rule" and finding.verdict.id == name
            ]
            _case(suite, counts, "rules", f"{name} ({side})", findings, demands)
    if demands.status(result) == COULD_NOT_RUN:
        case = ElementTree.SubElement(suite, "testcase", classname="trivet.proxy", name="the traffic was judged")
        incomplete = demands.incomplete(result)
        message = "; ".join([*result.problems, *filter(None, [incomplete])])
        error = ElementTree.SubElement(case, "error", message=message)
        error.text = "\n".join([*_not_judged(result), *result.refused, *result.missing(demands.required)])
        counts["tests"] += 1
        counts["errors"] += 1
    if result.not_judged:
        ElementTree.SubElement(suite, "system-out").text = "\n".join(_not_judged(result))
    for outcome in ("tests", "failures", "skipped", "errors"):
        suite.set(outcome, str(counts[outcome]))
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def _case(
    suite: ElementTree.Element,
    counts: Counter[str],
    kind: str,
    name: str,
    findings: list[TrafficFinding],
    demands: Demands,
    *,
    untold: bool = False,
) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname=f"trivet.proxy.{kind}", name=name)
    counts["tests"] += 1
    failing = [
        finding for finding in findings if demands.judged in ("both", finding.side) and fails(finding, demands.fail_on)
    ]
    for finding in (failing or findings)[:1]:
        failure = ElementTree.SubElement(case, "failure" if failing else "skipped", message=_message(finding))
        failure.text = "\n".join(_details(finding))
        counts["failures" if failing else "skipped"] += 1
    if untold and not findings:
        ElementTree.SubElement(case, "skipped", message="no answer was judged")
        counts["skipped"] += 1


def _lines(result: TrafficResult) -> Iterator[str]:
    judged = f"{result.judged} of {result.answers}" if result.answers != result.judged else result.judged
    yield f"{result.service} at {result.upstream}: {result.requests} requests passed, {judged} answers were judged"
    if result.operations:
        wrong = {side: Counter({finding.operation: 0 for finding in result.findings}) for side in _SIDES}
        for finding in result.findings:
            wrong[finding.side][finding.operation] += finding.count
        yield ""
        yield from table(
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
        yield from table(("rule", "basis", "tried", "broken"), rows)
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
    if result.not_judged:
        yield ""
        yield "Not judged:"
        yield from (f"  {line}" for line in _not_judged(result))
    lists: tuple[tuple[str, Mapping[str, int]], ...] = (
        ("Not of the contract, passed on", result.outside),
        ("Refused, not passed on", result.refused),
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


def _not_judged(result: TrafficResult) -> Iterator[str]:
    for name, kind in result.not_judged.items():
        yield f"{name} ({kind.count}): {kind.example}"
        yield f"  {kind.hint}"


def _details(finding: TrafficFinding) -> Iterator[str]:
    verdict = finding.verdict
    yield verdict.sentence + (f" ({verdict.section})" if verdict.section else "")
    yield _message(finding)
    if verdict.evidence is not None:
        yield verdict.evidence.request
        yield verdict.evidence.answer


def _message(finding: TrafficFinding) -> str:
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


def _finding(finding: TrafficFinding) -> JsonObject:
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

"""The report of a run of the proxy: for people, as JSON, and as JUnit XML."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree

from trivet_stubs.kernel.rules import Basis, load
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.proxy.result import Finding, Judged, OperationTraffic, Side, TrafficResult, fails

_SIDES: tuple[Side, ...] = ("client", "server")


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

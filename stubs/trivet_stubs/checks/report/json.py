"""The findings of a run as JSON, for programs."""

from collections.abc import Sequence
from typing import Any, cast

import orjson

from trivet_stubs.checks.judgement import Finding, Judgement, PartFinding


def json(judgement: Judgement) -> bytes:
    """The findings as one JSON object.

    >>> Path("report.json").write_bytes(json(judgement))
    """
    result = judgement.result
    counts: dict[str, int] = {}
    for each in judgement.findings:
        counts[each.standing] = counts.get(each.standing, 0) + 1
    document = {
        "service": result.service,
        "base_url": result.base_url,
        "exit_status": judgement.exit_status,
        "incomplete": judgement.incomplete,
        "requests": result.requests,
        "seconds": round(result.seconds, 3),
        "made": [*result.made],
        "left": [*result.left],
        "unsure": [*result.unsure],
        "callers": {**result.callers},
        "counts": counts,
        "findings": [_finding(each) for each in judgement.findings],
    }
    return orjson.dumps(_whole(document), option=orjson.OPT_INDENT_2) + b"\n"


def _whole(value: Any) -> Any:
    """A value whose texts are UTF-8: halves of pairs, which a server may send, become question marks."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, list):
        return [_whole(each) for each in cast(Sequence[Any], value)]
    if isinstance(value, dict):
        return {name: _whole(each) for name, each in cast(dict[str, Any], value).items()}
    return value


def _finding(finding: Finding) -> dict[str, Any]:
    verdict = finding.verdict
    evidence = verdict.evidence
    return {
        "kind": verdict.kind,
        "id": verdict.id,
        "standing": finding.standing,
        "fails": finding.fails,
        "outcome": verdict.outcome,
        "basis": verdict.basis,
        "sentence": verdict.sentence,
        "section": verdict.section,
        "reason": verdict.reason,
        "seconds": round(verdict.seconds, 3),
        "request": None if evidence is None else evidence.request,
        "answer": None if evidence is None else evidence.answer,
        "departure": "; ".join(departure.reason for departure in finding.departures) or None,
        "parts": [_part(part) for part in finding.parts if part.part.name],
    }


def _part(finding: PartFinding) -> dict[str, Any]:
    part = finding.part
    return {
        "name": part.name,
        "standing": finding.standing,
        "reason": part.reason,
        "request": None if part.evidence is None else part.evidence.request,
        "answer": None if part.evidence is None else part.evidence.answer,
        "departure": None if finding.departure is None else finding.departure.reason,
    }

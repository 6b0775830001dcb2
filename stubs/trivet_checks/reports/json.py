"""The findings of a run as JSON, for programs, and the difference between two such reports, by rule."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from trivet_checks.checks.verdict import Cells, Finding, Judgement, PartFinding, ShownWalk, cells_of
from trivet_stubs.kernel.json_text import dumps, loads
from trivet_stubs.kernel.validation import check

Change = Literal["broken", "healed", "differs", "newly tried", "no longer tried"]

CHANGES: tuple[Change, ...] = ("broken", "healed", "differs", "newly tried", "no longer tried")
"""The changes in the order in which they are listed; `differs` is what a rule now does without failing the run."""
_FAILS, _DIFFERS, _HOLDS, _NOT_TRIED = "broken", "differs", "holds", "not tried"
_STATES = {"departs": _DIFFERS, "healed": _HOLDS}
"""Standings that count as another one: a known departure fails no run, and what has healed holds."""
_STANDINGS = ["broken", "healed", "differs", "departs", "holds", "not tried"]
_REPORT: dict[str, Any] = {
    "type": "object",
    "required": ["service", "base_url", "findings"],
    "properties": {
        "service": {"type": "string"},
        "base_url": {"type": "string"},
        "findings": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["id", "standing", "reason", "parts"],
                "properties": {
                    "id": {"type": "string"},
                    "standing": {"enum": _STANDINGS},
                    "reason": {"type": "string"},
                    "parts": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["name", "standing", "reason"],
                            "properties": {
                                "name": {"type": "string"},
                                "standing": {"enum": _STANDINGS},
                                "reason": {"type": "string"},
                            },
                        },
                    },
                },
            },
        },
    },
}


def json(judgement: Judgement) -> bytes:
    """The findings as one JSON object.

    >>> Path("report.json").write_bytes(json(judgement))
    """
    result = judgement.result
    counts: dict[str, int] = {}
    for finding in judgement.findings:
        counts[finding.standing] = counts.get(finding.standing, 0) + 1
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
        "mistakes": {**result.mistakes},
        "choices": [*result.choices],
        "notes": [*result.notes],
        "counts": counts,
        "cells": _cells(cells_of(result)),
        "findings": [_finding(finding) for finding in judgement.findings],
    }
    return dumps(document, indent=True) + b"\n"


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
        "cells": _cells(verdict.cells),
        "request": None if evidence is None else evidence.request,
        "answer": None if evidence is None else evidence.answer,
        "departure": "; ".join(departure.reason for departure in finding.departures) or None,
        "parts": [_part(part) for part in finding.parts if part.part.name],
    }


def _cells(cells: Cells | None) -> dict[str, int] | None:
    return None if cells is None else {"tried": cells.tried, "of": cells.of}


def _part(finding: PartFinding) -> dict[str, Any]:
    part = finding.part
    return {
        "name": part.name,
        "standing": finding.standing,
        "basis": part.basis,
        "reason": part.reason,
        "request": None if part.evidence is None else part.evidence.request,
        "answer": None if part.evidence is None else part.evidence.answer,
        "departure": None if finding.departure is None else finding.departure.reason,
        **({} if part.walk is None else {"walk": _walk(part.walk)}),
    }


def _walk(walk: ShownWalk) -> dict[str, Any]:
    return {"lines": [*walk.lines], "curl": walk.curl, "pytest": walk.pytest}


@dataclass(frozen=True, slots=True)
class Difference:
    """A rule or operation, or a part of a rule, that has changed."""

    id: str
    change: Change
    reason: str
    """What is broken, or why it is no longer tried; empty if it holds."""

    def __str__(self) -> str:
        return f"{self.change}: {self.id}{f'  {self.reason}' if self.reason else ''}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A report that `--json` has written: the state and the reason of each rule and operation by its id.

    A state is `broken` (it fails the run), `differs` (assumed, or a known departure), `holds` or `not tried`.
    """

    service: str
    base_url: str
    states: Mapping[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    broken_parts: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    """From ids to the parts that are broken, with their reasons."""

    @classmethod
    def read(cls, path: Path) -> "Report":
        """Read a report.

        >>> Report.read(Path("old.json")).service
        'chat'

        Raises:
            OSError: The file cannot be read.
            ValueError: It is not a report of `trivet check --json`.
        """
        try:
            document: Any = loads(path.read_bytes())
            check(_REPORT, document)
        except ValueError as error:
            raise ValueError(f"{path}: not a report of --json: {error}") from None
        findings = document["findings"]
        return cls(
            service=document["service"],
            base_url=document["base_url"],
            states={finding["id"]: (_state(finding), finding["reason"]) for finding in findings},
            broken_parts={
                finding["id"]: {part["name"]: part["reason"] for part in finding["parts"] if _state(part) == _FAILS}
                for finding in findings
            },
        )


def _state(finding: Mapping[str, Any]) -> str:
    standing: str = finding["standing"]
    return _STATES.get(standing, standing)


def differences(old: Report, new: Report) -> list[Difference]:
    """Return what has changed from an old report to a new one: by the change, then in the order of the new report.

    A rule that was not tried before and is broken now is broken, and one that is missing in a report was not tried. A
    part that is newly broken is listed although another part of its rule was broken before.

    >>> [str(difference) for difference in differences(old, new)]
    ['healed: chat.shares.missing-is-404']

    Raises:
        ValueError: The reports are of different services.
    """
    if old.service != new.service:
        raise ValueError(f"the reports are of different services: {old.service} and {new.service}")
    listed = list(_differences(old, new))
    return [difference for change in CHANGES for difference in listed if difference.change == change]


def _differences(old: Report, new: Report) -> Iterator[Difference]:
    missing = (_NOT_TRIED, "the report does not have it")
    for name in dict.fromkeys([*new.states, *old.states]):
        before, _ = old.states.get(name, missing)
        after, reason = new.states.get(name, missing)
        if before == after == _FAILS:
            known = old.broken_parts.get(name, {})
            for part, found in new.broken_parts.get(name, {}).items():
                if part not in known:
                    yield Difference(name, "broken", f"{part}: {found}")
        elif after == before:
            continue
        elif after == _FAILS:
            yield Difference(name, "broken", reason)
        elif after == _DIFFERS:
            yield Difference(name, "differs", reason)
        elif after == _NOT_TRIED:
            yield Difference(name, "no longer tried", reason)
        else:
            yield Difference(name, "newly tried" if before == _NOT_TRIED else "healed", "")

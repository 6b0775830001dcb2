"""The verdicts on operations: their answers, a field or a refused input each; whether they are there; their JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from trivet_checks.checks.causes import A_REQUEST, EVERY_REQUEST, Cause, Causes
from trivet_checks.checks.rule_verdicts import clean, clean_evidence
from trivet_checks.checks.suite import Selection
from trivet_checks.checks.target import Target
from trivet_checks.checks.verdict import ANSWER, MISSING, NOT_STRICT, Part, Verdict, id_of_operation, sentence_of
from trivet_checks.exchanges.evidence import WHOLE, Evidence
from trivet_checks.exchanges.shapes import WrongShape
from trivet_stubs.kernel.rule_catalogue import Basis

_IN_ITS_PLACE = "the answer"
"""The field of a fault that is no answer of the server, such as a web page."""


def operation_verdicts(target: Target, selection: Selection, causes: Causes) -> Iterator[Verdict]:
    """The verdicts on operations by their answers so far.

    If rules are selected by their ids, an operation has a verdict if it has kept one of them from being tried.

    Args:
        target: The server.
        selection: The rules and operations of the run.
        causes: What has kept rules from being tried.
    """
    shapes = target.shapes
    for name in shapes.contract.operations:
        if not selection.concerns(name):
            continue
        unread = causes.unread.get(name, frozenset())
        is_judged = selection.has_operation(name)
        accusing = [cause for cause in causes.by_operation.get(name, ()) if not cause.reported_by]
        if missing := [cause for cause in accusing if cause.kind == "missing"]:
            yield _verdict(name, MISSING, [replace(_part_of_cause(target, missing[0]), name="")])
            continue
        is_dead = any(cause.is_dead for cause in accusing)
        reported: list[str] = []
        parts: list[Part] = []
        for field, fault in shapes.faults.get(name, {}).items():
            rule = causes.reported.get((name, field))
            if rule is not None and (rule.basis == "stated" or fault.basis == "assumed"):
                reported.append(rule.id)
            elif (is_judged or field in unread or WHOLE in unread) and not (is_dead and field == _IN_ITS_PLACE):
                parts.append(_part_of_fault(target, fault))
        parts += (_part_of_cause(target, cause) for cause in accusing)
        basis: Basis = "assumed" if "x-assumed" in shapes.contract.operations[name].raw else "stated"
        if parts:
            yield _verdict(name, ANSWER, parts)
        elif is_judged and reported:
            reason = f"reported by {', '.join(dict.fromkeys(reported))}, which is broken"
            yield _operation(name, ANSWER, "not tried", basis, reason=reason)
        elif is_judged and name in shapes.seen:
            yield _operation(name, ANSWER, "holds", basis)
        elif is_judged:
            yield _operation(name, ANSWER, "not tried", basis, reason="no check got an answer of this operation")
        if name in shapes.loose and (is_judged or unread):
            yield _verdict(name, NOT_STRICT, [replace(_part_of_fault(target, shapes.loose[name]), name="")])


def _part_of_fault(target: Target, fault: WrongShape) -> Part:
    return _part(target, fault.field, fault.basis, fault.message, fault.evidence)


def _part_of_cause(target: Target, cause: Cause) -> Part:
    return _part(target, cause.part, cause.basis, cause.reason, cause.evidence)


def _part(target: Target, name: str, basis: Basis, reason: str, evidence: Evidence | None) -> Part:
    shown = None if evidence is None else replace(clean_evidence(target, evidence), operation="")  # its id names it
    return Part(name=clean(target, name), outcome="broken", basis=basis, reason=clean(target, reason), evidence=shown)


def _verdict(name: str, about: str, parts: Sequence[Part]) -> Verdict:
    """The verdict on a broken operation: it is stated if one of its parts is."""
    first = min(parts, key=lambda part: part.basis != "stated")
    named = [part for part in parts if part.name]
    return _operation(
        name,
        about,
        "broken",
        first.basis or "stated",
        reason="; ".join(dict.fromkeys(_words(part) for part in parts)),
        evidence=first.evidence,
        parts=named,
    )


def _words(part: Part) -> str:
    """What is found in a part; a field is named in the text already."""
    is_named = part.name in ("", "the body", EVERY_REQUEST, A_REQUEST) or part.name.rpartition(".")[2] in part.reason
    return part.reason if is_named else f"{part.name} {part.reason}"


def _operation(name: str, about: str, outcome: Any, basis: Basis, **more: Any) -> Verdict:
    sentence = sentence_of(name, about)
    return Verdict(
        kind="operation", id=id_of_operation(name, about), outcome=outcome, basis=basis, sentence=sentence, **more
    )

"""The verdict on a rule: its check is tried, looks again where something must stay, and tells by how its parts end."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from trivet_checks.checks.callers import refused_callers
from trivet_checks.checks.suite import Check, Selection, Suite
from trivet_checks.checks.target import Look, Target
from trivet_checks.checks.verdict import CouldNotRun, Outcome, Part, Verdict
from trivet_checks.exchanges.evidence import Broken, Evidence, LostWrite, NotTried
from trivet_stubs.kernel.printable_text import printable
from trivet_stubs.kernel.rule_catalogue import Rule

_MOST_LOST = 16
"""After how many lost writes a rule is given up."""
_SAME_LOST = 3
"""How often the answer of an operation is lost before the operation counts as the cause."""
_LONGEST_REASON = 600
_LONGEST_SHOWN = 8000

Ends = Mapping[str, Sequence[Broken | NotTried]]
"""How each part of a rule has ended, by its name; the empty name is the rest of the check."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A rule whose check, or a part of it, has found nothing wrong at the first look, and looks again."""

    rule: Rule
    verdict: Verdict
    """The verdict unless a second look finds a change."""
    ends: Ends
    looks: Sequence[Look]

    def due(self, target: Target) -> float:
        """When the last look may be taken, in seconds since the run began."""
        return self.looks[-1].since + target.lateness.wait


def rule_verdict(suite: Suite, rule: Rule, facade: Any, target: Target) -> Verdict:
    """Try one rule, wait for its second looks, and remove what its check has made.

    Args:
        suite: The checks of the service.
        rule: The rule.
        facade: The argument of the checks: `suite.facade(target)`.
        target: The server.

    Raises:
        CouldNotRun: A bound of the run is used up, a caller is refused, or the server has stopped answering.
    """
    verdict = first_verdict(suite, rule, facade, target)
    return last_verdict(suite, verdict, target) if isinstance(verdict, Watched) else verdict


def first_verdict(suite: Suite, rule: Rule, facade: Any, target: Target) -> Verdict | Watched:
    """Try one rule. The records of its check stay if something is to be looked at again, and is removed otherwise."""
    check = suite.checks.get(rule.id)
    if check is None:
        return not_tried(suite, rule, "")
    lost: list[LostWrite] = []
    while True:
        try:
            verdict, ends = _judged(suite, rule, target, lambda: _try(check, facade, target))
        except LostWrite as error:
            lost.append(error)
            if (given_up := _given_up(target, rule, lost)) is not None:
                return given_up
        else:
            looks, target.looks = target.looks, []
            return Watched(rule, verdict, ends, looks) if looks else verdict


def last_verdict(suite: Suite, watched: Watched, target: Target) -> Verdict:
    """Wait until the second looks of a rule are due, take them, and remove what its check has made."""

    def look_again() -> Ends:
        ends = {name: [*errors] for name, errors in watched.ends.items()}
        try:
            for look in watched.looks:
                if (wait := look.since + target.lateness.wait - target.budget.elapsed) > 0:
                    target.budget.pause(wait)
                try:
                    look.take()
                except CouldNotRun:
                    raise
                except (Broken, NotTried) as error:
                    ends.setdefault(look.part, []).append(error)
                except Exception as error:
                    ends.setdefault(look.part, []).append(target.unexpected(error))
        finally:
            target.made.take_back(watched.rule.id)
            target.made.remove_all()
            target.traffic.settle()
        return ends

    verdict, _ = _judged(suite, watched.rule, target, look_again)
    called = watched.verdict.called | verdict.called
    return replace(verdict, called=called, seconds=watched.verdict.seconds + verdict.seconds)


def _given_up(target: Target, rule: Rule, lost: Sequence[LostWrite]) -> Verdict | None:
    """The verdict on a rule whose writes are lost again and again; None if the rule is to be tried once more.

    Writes of several rules that are lost by chance differ. One operation whose answer is lost each time, and that never
    succeeds, is the cause.
    """
    last = lost[-1]
    failing = target.traffic.failing
    same = {error.operation for error in lost[-_SAME_LOST:]} == {last.operation} and len(lost) >= _SAME_LOST
    if last.operation in failing or (same and last.operation not in target.shapes.seen):
        failing.setdefault(last.operation, last.message)
        error = Broken(last.message, last.evidence, last.operation, had_to_succeed=True)
        return _verdict_by_ends(target, rule, {"": [error]})
    if len(lost) < _MOST_LOST:
        return None
    reason = f"needs {last.operation}, whose answer was lost in {len(lost)} attempts: {last.message}"
    return replace(_verdict_of(target, rule, "not tried", reason=reason), needs=last.operation)


def _judged(suite: Suite, rule: Rule, target: Target, act: Callable[[], Ends]) -> tuple[Verdict, Ends]:
    """The verdict on a rule by how the parts of its check end."""
    target.traffic.last_reply = None
    target.traffic.called.clear()
    begun = target.budget.elapsed
    ends = act()
    verdict = _verdict_by_ends(target, rule, ends)
    for name in refused_callers(suite, target):  # what the check has seen may be due to the refusal
        ends = {"": [NotTried(f"needs the caller {name}: {target.unusable[name]}")]}
        verdict = _verdict_by_ends(target, rule, ends)
    called = frozenset(target.traffic.called)
    return replace(verdict, seconds=target.budget.elapsed - begun, called=called), ends


def _verdict_by_ends(target: Target, rule: Rule, ends: Ends) -> Verdict:
    errors = [(name, error) for name, ended in ends.items() for error in ended]
    broken = [(name, error) for name, error in errors if isinstance(error, Broken)]
    untried = [(name, error) for name, error in errors if isinstance(error, NotTried)]
    for _, error in errors:
        if error.operation and (isinstance(error, NotTried) or error.had_to_succeed):
            target.unmet.setdefault(error.operation, {})[rule.id] = error
    parts = _parts(target, ends)
    if broken:
        operations = {error.operation for _, error in broken}
        reason = "; ".join(
            dict.fromkeys(f"{name}: {error.message}" if name else error.message for name, error in broken)
        )
        evidence = next((error.evidence for _, error in broken if error.evidence is not None), None)
        verdict = _verdict_of(target, rule, "broken", reason=reason, evidence=evidence)
        return replace(verdict, parts=parts, needs=operations.pop() if len(operations) == 1 else "")
    if untried:
        names: dict[str, list[str]] = {}
        for name, error in untried:
            names.setdefault(str(error), []).extend([name] if name else [])
        is_whole = len(names) == 1 and all(ends.values())
        reason = "; ".join(f"{', '.join(of)}: {why}" if of and not is_whole else why for why, of in names.items())
        needs = untried[-1][1].operation
        return replace(_verdict_of(target, rule, "not tried", reason=reason), parts=parts, needs=needs)
    return replace(_verdict_of(target, rule, "holds"), parts=parts)


def _parts(target: Target, ends: Ends) -> list[Part]:
    """The parts of a rule; none if it has one alone."""
    parts: list[Part] = []
    for name, errors in ends.items():
        broken = [error for error in errors if isinstance(error, Broken)]
        for error in broken or errors:
            reason = clean(target, error.message if isinstance(error, Broken) else str(error))
            evidence = error.evidence and _clean_evidence(target, error.evidence)
            outcome: Outcome = "broken" if isinstance(error, Broken) else "not tried"
            part = Part(name=name, outcome=outcome, reason=reason, evidence=evidence, needs=error.operation)
            if (name, reason) not in ((part.name, part.reason) for part in parts):
                parts.append(part)
        if name and not errors:
            parts.append(Part(name=name, outcome="holds"))
    return parts if any(part.name for part in parts) else []


def causes_of(target: Target) -> dict[str, Mapping[str, Broken | NotTried]]:
    """The operations that never succeed, or that a gateway keeps from being answered, and that rules need.

    An operation that one rule alone needs is its cause if the answers of the operation are wrong in themselves.

    Returns:
        The rules that each of them breaks, by their ids.
    """
    seen, failing = target.shapes.seen, target.traffic.failing
    return {
        name: broken
        for name, broken in target.unmet.items()
        if (len(broken) > 1 or name in target.shapes.wrong) and (name in failing or name not in seen)
    }


def without_cause(verdict: Verdict, rule: Rule, causes: Collection[str]) -> Verdict:
    """A verdict, unless operations that do not succeed are its cause: then the rule was not tried.

    A rule about refusals is not tried, either, if each of its operations does not succeed: every refusal by a missing
    operation looks right.
    """
    parts = [_part_without_cause(part, causes) for part in verdict.parts]
    if parts != [*verdict.parts]:
        broken = [part for part in parts if part.outcome == "broken"]
        if broken:  # the rest of the rule is broken in a way of its own
            reason = _reason_of(broken)
            return replace(verdict, parts=parts, reason=reason, evidence=broken[0].evidence, needs="")
        if any(part.outcome == "not tried" and part.needs not in causes for part in parts):
            reason = _reason_of([part for part in parts if part.outcome == "not tried"])
            return replace(verdict, outcome="not tried", parts=parts, reason=reason, evidence=None, needs="")
    needs = {part.needs for part in verdict.parts if part.outcome != "holds"} or {verdict.needs}
    if verdict.outcome == "holds":
        needs = {*verdict.called.intersection(rule.operations)}
    if not needs or not needs.issubset(causes):
        return verdict
    names = ", ".join(sorted(needs))
    reason = f"needs {names}, which does not succeed"
    parts = [replace(part, outcome="not tried", reason=reason, evidence=None) for part in parts]
    return replace(verdict, outcome="not tried", reason=reason, evidence=None, needs=names, parts=parts)


def _reason_of(parts: Sequence[Part]) -> str:
    """The reasons of parts, each after its name."""
    return "; ".join(f"{part.name}: {part.reason}" if part.name else part.reason for part in parts)


def _part_without_cause(part: Part, causes: Collection[str]) -> Part:
    if part.outcome == "holds" or part.needs not in causes:
        return part
    return replace(part, outcome="not tried", reason=f"needs {part.needs}, which does not succeed", evidence=None)


def operation_verdicts(
    target: Target, selection: Selection, causes: Mapping[str, Mapping[str, Broken | NotTried]] = MappingProxyType({})
) -> Iterator[Verdict]:
    """The verdict on each operation by its answers so far.

    Args:
        target: The server.
        selection: The rules and operations of the run.
        causes: The operations that never succeed, with the rules that they break; each of them has a verdict.
    """
    shapes = target.shapes
    for name in shapes.contract.operations:
        if name not in causes and not selection.has_operation(name):
            continue
        wrong = shapes.wrong.get(name)
        basis = "assumed" if "x-assumed" in shapes.contract.operations[name].raw else "stated"
        if name in causes:
            errors = causes[name].values()
            first = min(errors, key=lambda error: isinstance(error, NotTried))
            needing = "1 rule needs it" if len(errors) == 1 else f"{len(errors)} rules need it"
            reason = f"it does not succeed, and {needing}: {first}"
            yield _operation(
                name,
                "broken",
                basis=basis,
                reason=clean(target, reason),
                evidence=first.evidence and _clean_evidence(target, first.evidence),
            )
        elif wrong is not None:
            yield _operation(
                name,
                "broken",
                basis=wrong.basis,
                reason=clean(target, wrong.message),
                evidence=wrong.evidence and _clean_evidence(target, wrong.evidence),
            )
        elif name in shapes.seen:
            yield _operation(name, "holds", basis=basis)
        else:
            yield _operation(name, "not tried", basis=basis, reason="no check got an answer of this operation")


def _try(check: Check, facade: Any, target: Target) -> Ends:
    traffic = target.traffic
    target.looks, target.parts = [], {}
    try:
        try:
            check(facade)
            traffic.settle()
        except (Broken, NotTried) as error:
            target.parts.setdefault("", []).append(error)
            traffic.settle(failed=True)
        except (CouldNotRun, LostWrite):
            target.looks = []
            traffic.settle(failed=True)
            raise
        except Exception as error:
            # A check takes answers apart as the contract says they are; the last of them is not like that.
            target.parts.setdefault("", []).append(target.unexpected(error))
            traffic.settle(failed=True)
        except BaseException:
            target.looks = []
            traffic.settle(failed=True)
            raise
        known = {name for name, ended in target.parts.items() if any(isinstance(error, Broken) for error in ended)}
        target.looks = [look for look in target.looks if look.part not in known]
        return target.parts
    finally:
        if target.looks:
            target.made.set_aside(check.rule)
        target.made.remove_all()
        traffic.settle()


def not_tried(suite: Suite, rule: Rule, stopped: str) -> Verdict:
    """The verdict on a rule that was not tried; `stopped` is why the run has ended before, if it has."""
    reason = stopped if rule.id in suite.checks else rule.unseen or "there is no check of it"
    return _verdict_of(None, rule, "not tried", reason=reason)


def _verdict_of(
    target: Target | None, rule: Rule, outcome: Any, *, reason: str = "", evidence: Evidence | None = None
) -> Verdict:
    return Verdict(
        kind="rule",
        id=rule.id,
        outcome=outcome,
        basis=rule.basis,
        sentence=rule.sentence,
        section=rule.section,
        reason=clean(target, reason),
        evidence=None if evidence is None else _clean_evidence(target, evidence),
    )


def _operation(name: str, outcome: Any, *, basis: Any, **more: Any) -> Verdict:
    sentence = f"The answers of {name} have the status, the media type and the form that the spec promises."
    return Verdict(kind="operation", id=name, outcome=outcome, basis=basis, sentence=sentence, **more)


def clean(target: Target | None, text: str) -> str:
    """A text that may hold a server's own words, without secrets and control characters."""
    return printable(text if target is None else target.gate.message(text), _LONGEST_REASON)


def _clean_evidence(target: Target | None, evidence: Evidence) -> Evidence:
    hide = str if target is None else target.gate.hide
    return replace(
        evidence,
        request=printable(hide(evidence.request), _LONGEST_SHOWN),
        answer=printable(hide(evidence.answer), _LONGEST_SHOWN),
    )

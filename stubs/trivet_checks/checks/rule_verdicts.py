"""The verdict on a rule, by how the parts of its check have ended."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from trivet_checks.checks.causes import Causes, with_causes
from trivet_checks.checks.suite import Suite
from trivet_checks.checks.target import Target
from trivet_checks.checks.trial import Ends, Trial
from trivet_checks.checks.verdict import Outcome, Part, Verdict
from trivet_checks.exchanges.evidence import Broken, Evidence, Mistake, NotTried
from trivet_stubs.kernel.printable_text import printable
from trivet_stubs.kernel.rule_catalogue import Rule

_LONGEST_REASON = 600
_LONGEST_SHOWN = 8000


def rule_verdicts(target: Target, trials: Mapping[str, Trial], causes: Causes) -> dict[str, Verdict]:
    """The verdicts on rules, by their ids.

    A rule that stands on one that is broken was not tried, so that the others are judged first.

    Args:
        target: The server.
        trials: How the checks have ended, by the ids of their rules.
        causes: What has kept rules from being tried.
    """
    first = {name: _verdict_by_ends(target, trial, with_causes(trial, causes)) for name, trial in trials.items()}
    broken = {name for name, verdict in first.items() if verdict.outcome == "broken"}
    return {
        name: _verdict_by_ends(target, trials[name], with_causes(trials[name], causes, broken))
        if name in broken and _follows(trials[name], broken)
        else verdict
        for name, verdict in first.items()
    }


def _follows(trial: Trial, broken: Collection[str]) -> bool:
    ends = (end for ended in trial.ends.values() for end in ended)
    return any(isinstance(end, Broken) and any(rule in broken for rule in end.follows) for end in ends)


def mistakes_of(target: Target, trials: Mapping[str, Trial]) -> dict[str, str]:
    """The faults of trivet itself in checks, by the ids of their rules."""
    return {
        name: clean(target, str(end))
        for name, trial in trials.items()
        for ended in trial.ends.values()
        for end in ended
        if isinstance(end, Mistake)
    }


def _verdict_by_ends(target: Target, trial: Trial, ends: Ends) -> Verdict:
    verdict = _verdict_of_ends(target, trial.rule, ends)
    return replace(verdict, seconds=trial.seconds, called=trial.called, parts=_parts(target, ends))


def _verdict_of_ends(target: Target, rule: Rule, ends: Ends) -> Verdict:
    errors = [(name, error) for name, ended in ends.items() for error in ended]
    broken = [(name, error) for name, error in errors if isinstance(error, Broken)]
    untried = [(name, error) for name, error in errors if isinstance(error, NotTried)]
    if broken:
        operations = {error.operation for _, error in broken}
        reason = "; ".join(
            dict.fromkeys(f"{name}: {error.message}" if name else error.message for name, error in broken)
        )
        evidence = next((error.evidence for _, error in broken if error.evidence is not None), None)
        verdict = _verdict(target, rule, "broken", reason=reason, evidence=evidence)
        return replace(verdict, needs=operations.pop() if len(operations) == 1 else "")
    if untried:
        names: dict[str, list[str]] = {}
        for name, error in untried:
            names.setdefault(str(error), []).extend([name] if name else [])
        is_whole = len(names) == 1 and all(ends.values())
        reason = "; ".join(f"{', '.join(of)}: {why}" if of and not is_whole else why for why, of in names.items())
        return replace(_verdict(target, rule, "not tried", reason=reason), needs=untried[-1][1].operation)
    return _verdict(target, rule, "holds")


def _parts(target: Target, ends: Ends) -> list[Part]:
    """The parts of a rule; none if it has one alone."""
    parts: list[Part] = []
    for name, errors in ends.items():
        broken = [error for error in errors if isinstance(error, Broken)]
        for error in broken or errors:
            reason = clean(target, error.message if isinstance(error, Broken) else str(error))
            evidence = error.evidence and clean_evidence(target, error.evidence)
            outcome: Outcome = "broken" if isinstance(error, Broken) else "not tried"
            part = Part(name=name, outcome=outcome, reason=reason, evidence=evidence, needs=error.operation)
            if (name, reason) not in ((part.name, part.reason) for part in parts):
                parts.append(part)
        if name and not errors:
            parts.append(Part(name=name, outcome="holds"))
    return parts if any(part.name for part in parts) else []


def not_tried(suite: Suite, rule: Rule, stopped: str) -> Verdict:
    """The verdict on a rule that was not tried; `stopped` is why the run has ended before, if it has."""
    reason = stopped if rule.id in suite.checks else rule.unseen or "there is no check of it"
    return _verdict(None, rule, "not tried", reason=reason)


def _verdict(
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
        evidence=None if evidence is None else clean_evidence(target, evidence),
    )


def clean(target: Target | None, text: str) -> str:
    """A text that may hold a server's own words, without secrets and control characters."""
    return printable(text if target is None else target.gate.message(text), _LONGEST_REASON)


def clean_evidence(target: Target | None, evidence: Evidence) -> Evidence:
    """An exchange without secrets and control characters."""
    hide = str if target is None else target.gate.hide
    return replace(
        evidence,
        request=printable(hide(evidence.request), _LONGEST_SHOWN),
        answer=printable(hide(evidence.answer), _LONGEST_SHOWN),
    )


def joined(parts: Sequence[Part]) -> str:
    """The reasons of parts as one text, each after the name of its part."""
    return "; ".join(f"{part.name}: {part.reason}" if part.name else part.reason for part in parts)

"""One run: every selected rule is tried, what the run made is removed, and the answers are judged by operation."""

from collections.abc import Callable, Iterator
from typing import Any

from trivet_stubs.checks.outcome import Broken, CouldNotRun, NotTried
from trivet_stubs.checks.suite import Selection, Suite
from trivet_stubs.checks.target import Target
from trivet_stubs.checks.verdict import Result, Verdict
from trivet_stubs.kernel.rules import Rule, rules

Progress = Callable[[int, int, str], None]
"""Is called before each check with how many are done, how many there are, and the id of the rule."""


def run(suite: Suite, target: Target, selection: Selection | None = None, progress: Progress | None = None) -> Result:
    """Try every selected rule against a server. What the run makes is removed in any case.

    Args:
        suite: The checks of the service.
        target: The server.
        selection: Which rules to try; without it, all.
        progress: Is called before each check.

    Raises:
        CouldNotRun: The server cannot be reached at all.
    """
    chosen = selection or Selection()
    target.reach()
    verdicts: list[Verdict] = []
    selected = [rule for rule in rules(suite.service).values() if rule in chosen]
    facade = suite.facade(target)
    stopped = ""
    try:
        for done, rule in enumerate(selected):
            if progress is not None:
                progress(done, len(selected), rule.id)
            try:
                verdicts.append(_rule_verdict(suite, rule, facade, target, stopped))
            except CouldNotRun as error:
                stopped = str(error)
                verdicts.append(_verdict_of(rule, "not tried", reason=stopped))
    finally:
        target.made.remove_all()
    verdicts += _operation_verdicts(target, chosen)
    return Result(
        service=suite.service,
        base_url=target.client.base_url,
        verdicts=verdicts,
        requests=target.budget.sent,
        seconds=target.budget.elapsed,
        made=target.made.listed,
        left=target.made.left,
        stopped=stopped,
    )


def _rule_verdict(suite: Suite, rule: Rule, facade: Any, target: Target, stopped: str) -> Verdict:
    check = suite.checks.get(rule.id)
    if check is None:
        return _verdict_of(rule, "not tried", reason=rule.unseen or "there is no check of it")
    if stopped:
        return _verdict_of(rule, "not tried", reason=stopped)
    try:
        check(facade)
    except Broken as error:
        return _verdict_of(rule, "broken", reason=error.message, evidence=error.evidence)
    except NotTried as error:
        return _verdict_of(rule, "not tried", reason=str(error))
    except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
        # A check takes answers apart as the contract says they are; the last of them is not like that.
        reason = f"the answer is not as the check expects it: {type(error).__name__}: {error}"
        last = target.last_reply
        return _verdict_of(rule, "broken", reason=reason, evidence=None if last is None else last.evidence())
    finally:
        target.made.remove_all()
    return _verdict_of(rule, "holds")


def _verdict_of(rule: Rule, outcome: Any, **more: Any) -> Verdict:
    return Verdict(
        kind="rule",
        id=rule.id,
        outcome=outcome,
        basis=rule.basis,
        sentence=rule.sentence,
        section=rule.section,
        **more,
    )


def _operation_verdicts(target: Target, selection: Selection) -> Iterator[Verdict]:
    shapes = target.shapes
    for name in shapes.contract.operations:
        if not selection.has_operation(name):
            continue
        wrong = shapes.wrong.get(name)
        if wrong is not None:
            yield _operation(name, "broken", basis=wrong.basis, reason=wrong.message, evidence=wrong.evidence)
        elif name in shapes.seen:
            yield _operation(name, "holds")
        else:
            yield _operation(name, "not tried", reason="no check got an answer of this operation")


def _operation(name: str, outcome: Any, *, basis: Any = "stated", **more: Any) -> Verdict:
    sentence = f"The answers of {name} have the status, the media type and the form that the spec promises."
    return Verdict(kind="operation", id=name, outcome=outcome, basis=basis, sentence=sentence, **more)

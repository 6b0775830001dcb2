"""The trial of a rule: its check is tried, again where that may help, and looks again where something must stay."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from trivet_checks.checks.callers import refused_callers
from trivet_checks.checks.suite import Check, Suite
from trivet_checks.checks.target import Look, Target
from trivet_checks.checks.verdict import CouldNotRun
from trivet_checks.exchanges.evidence import Broken, LostWrite, Need, NotTried, Unreadable
from trivet_stubs.kernel.rule_catalogue import Rule

_MOST_LOST = 16
"""After how many lost writes a rule is given up."""
_SAME_LOST = 3
"""How often the answer of an operation is lost before the operation counts as the cause."""
NO_ROUTE = (404, 405, 501)
"""The statuses with which servers answer a request for an operation that they do not have."""

End = Broken | NotTried
Ends = Mapping[str, Sequence[End]]
"""How each part of a rule has ended, by its name; the empty name is the rest of the check."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """How the check of a rule has ended, before it is known what has kept other rules from being tried."""

    rule: Rule
    ends: Ends
    looks: Sequence[Look] = ()
    """The second looks that are still to be taken."""
    called: frozenset[str] = frozenset()
    """The operations that the check has called."""
    seconds: float = 0.0
    aside: Mapping[str, End] = field(default_factory=dict[str, End])
    """From the operations that the check has gone on without to the reason."""

    def due(self, target: Target) -> float:
        """When the last look may be taken, in seconds since the run began."""
        return self.looks[-1].since + target.lateness.wait


def first_trial(suite: Suite, check: Check, rule: Rule, facade: object, target: Target) -> Trial:
    """Try one rule. The records of its check stay if something is to be looked at again, and are removed otherwise.

    A check whose write was lost is tried again with new records, and one that is about several operations is tried
    again without one that is missing, or whose answers cannot be read.

    Args:
        suite: The checks of the service.
        check: The check of the rule.
        rule: The rule.
        facade: The argument of the checks: `suite.facade(target)`.
        target: The server.

    Raises:
        CouldNotRun: A bound of the run is used up, a caller is refused, or the server has stopped answering.
    """
    lost: list[LostWrite] = []
    aside: dict[str, End] = {}
    target.offered = set()
    while True:
        target.aside = aside
        try:
            trial = _tried(suite, rule, target, lambda: _try(check, facade, target))
        except LostWrite as error:
            lost.append(error)
            if (end := _given_up(target, lost)) is not None:
                return Trial(rule=rule, ends={"": [end]})
            continue
        looks, target.looks = target.looks, []
        hindrances = _hindrances(trial.ends, target)
        if not hindrances:
            return replace(trial, looks=looks, aside=aside)
        aside = {**aside, **hindrances}
        if looks:
            target.made.take_back(rule.id)
            target.made.remove_all()


def last_trial(suite: Suite, trial: Trial, target: Target) -> Trial:
    """Wait until the second looks of a rule are due, take them, and remove what its check has made."""

    def look_again() -> Ends:
        ends = {name: [*errors] for name, errors in trial.ends.items()}
        try:
            for look in trial.looks:
                if (wait := look.since + target.lateness.wait - target.budget.elapsed) > 0:
                    target.budget.pause(wait)
                try:
                    look.take()
                except CouldNotRun:
                    raise
                except Exception as error:
                    ends.setdefault(look.part, []).append(_end_of(error, target))
        finally:
            target.made.take_back(trial.rule.id)
            target.made.remove_all()
            target.traffic.settle()
        return ends

    last = _tried(suite, trial.rule, target, look_again)
    seconds = trial.seconds + last.seconds
    return replace(trial, ends=last.ends, looks=(), called=trial.called | last.called, seconds=seconds)


def _hindrances(ends: Ends, target: Target) -> dict[str, End]:
    """The operations without which a check that is about several may go on, each with the reason."""
    found: dict[str, End] = {}
    for error in (error for errors in ends.values() for error in errors):
        name = error.answered if isinstance(error, Unreadable) else error.operation
        status = error.status if isinstance(error, Broken) else None
        is_missing = status in NO_ROUTE and name not in target.shapes.seen
        if name in target.offered - target.aside.keys() and (isinstance(error, NotTried) or is_missing):
            found.setdefault(name, error)
    return found


def _given_up(target: Target, lost: Sequence[LostWrite]) -> End | None:
    """How a rule ends whose writes are lost again and again; None if the rule is to be tried once more.

    Writes of several rules that are lost by chance differ. One operation whose answer is lost each time, and that never
    succeeds, is the cause.
    """
    last = lost[-1]
    failing = target.traffic.failing
    same = {error.operation for error in lost[-_SAME_LOST:]} == {last.operation} and len(lost) >= _SAME_LOST
    if last.operation in failing or (same and last.operation not in target.shapes.seen):
        failing.setdefault(last.operation, last.message)
        return Broken(last.message, last.evidence, need=Need(last.operation, f"gets no answer: {last.message}"))
    if len(lost) < _MOST_LOST:
        return None
    reason = f"needs {last.operation}, whose answer was lost in {len(lost)} attempts: {last.message}"
    return NotTried(reason, last.operation)


def _tried(suite: Suite, rule: Rule, target: Target, act: Callable[[], Ends]) -> Trial:
    """Try a check, or take its second looks."""
    target.traffic.last_reply = None
    target.traffic.called.clear()
    target.shapes.touched.clear()
    begun = target.budget.elapsed
    ends = act()
    for name in refused_callers(suite, target):  # what the check has seen may be due to the refusal
        ends = {"": [NotTried(f"needs the caller {name}: {target.unusable[name]}")]}
    called = frozenset(target.traffic.called)
    return Trial(rule=rule, ends=ends, called=called, seconds=target.budget.elapsed - begun)


def _try(check: Check, facade: object, target: Target) -> Ends:
    traffic = target.traffic
    target.looks, target.parts = [], {}
    try:
        try:
            check(facade)
            traffic.settle()
        except (CouldNotRun, LostWrite):
            target.looks = []
            traffic.settle(failed=True)
            raise
        except Exception as error:
            target.parts.setdefault("", []).append(_end_of(error, target))
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


def _end_of(error: Exception, target: Target) -> End:
    return error if isinstance(error, Broken | NotTried) else target.mistake(error)

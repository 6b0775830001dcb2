"""One run: every selected rule is tried, what the run made is removed, and the answers are judged by operation."""

from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from math import inf
from types import MappingProxyType
from typing import Any

from trivet_checks.checks.callers import refused_callers, require_callers
from trivet_checks.checks.causes import causes_of
from trivet_checks.checks.effects.findings import NoWalk, PlannedWalk
from trivet_checks.checks.operation_verdicts import operation_verdicts
from trivet_checks.checks.rule_verdicts import clean, mistakes_of, not_tried, rule_verdicts
from trivet_checks.checks.suite import Selection, Suite
from trivet_checks.checks.target import Target
from trivet_checks.checks.trial import Trial, first_trial, last_trial
from trivet_checks.checks.verdict import CouldNotRun, Result, Verdict
from trivet_checks.exchanges.evidence import Broken, LostWrite, NotTried
from trivet_stubs.kernel.rule_catalogue import Rule, rules

Progress = Callable[[int, int, str], None]
"""Is called before each check with how many are done, how many there are, and the id of the rule; last with `WALK`."""

WALK = "the table of effects"
"""The name of the walk, in place of the id of a rule."""
_PROBES = 3
"""The writes from which a run learns how late the server is before it tries a rule."""
_REPORT_EVERY = 1.0
"""Seconds after which the result so far is reported again."""
_AT_WORK = "the run has not ended: it is still at work, or was killed"


def run(
    suite: Suite,
    target: Target,
    selection: Selection | None = None,
    progress: Progress | None = None,
    so_far: Callable[[Result], None] | None = None,
) -> Result:
    """Try every selected rule against a server. The records that the run makes are removed in any case.

    >>> run(suite("chat"), target, Selection(ids=["chat.shares.*"])).of("broken")
    []

    Args:
        suite: The checks of the service.
        target: The server.
        selection: Which rules to try; without it, all.
        progress: Is called before each check.
        so_far: Is called with the result so far when a record was made, and at most once a second between two rules. A
            run that is killed has no other result.

    Raises:
        CouldNotRun: The server cannot be reached at all, or a caller cannot be used.
        KeyboardInterrupt: The run was interrupted, and `target.traffic.interruption` does not watch for it; if it does,
            the result says so in `stopped`.
    """
    chosen = selection or Selection()
    target.concerns = chosen.concerns
    begin(suite, target)
    current = _Run(suite, target, chosen, so_far)
    stopped = ""
    target.made.notify = current.report
    try:
        current.try_rules(progress)
    except CouldNotRun as error:
        stopped = error.message
    except KeyboardInterrupt:
        if target.traffic.interruption.number is None:
            raise
        stopped = "the run was interrupted"
    finally:
        target.made.notify = _nothing
        target.traffic.remove_what_is_left()
    return current.result(stopped)


def run_to_its_end(
    suite: Suite,
    target: Target,
    selection: Selection,
    progress: Progress | None = None,
    so_far: Callable[[Result], None] | None = None,
) -> Result:
    """Try every selected rule, as `run` does: a run that cannot begin, or is interrupted, also has a result.

    >>> run_to_its_end(suite("chat"), target, Selection()).stopped
    'the caller user cannot be used'
    """
    try:
        return run(suite, target, selection, progress, so_far)
    except CouldNotRun as error:
        stopped, callers = error.message, error.callers
    except KeyboardInterrupt:
        stopped, callers = "the run was interrupted", dict[str, str]()
    return replace(
        result_of(suite, target, [], stopped), callers={name: clean(target, why) for name, why in callers.items()}
    )


class _Run:
    """A run at work: its verdicts so far, the rules that are looked at again, and when the result was last reported.

    Args:
        suite: The checks of the service.
        target: The server, which a run has begun to use.
        selection: Which rules to try.
        so_far: Is called with the result so far.
    """

    def __init__(
        self, suite: Suite, target: Target, selection: Selection, so_far: Callable[[Result], None] | None
    ) -> None:
        self._suite = suite
        self._target = target
        self._selection = selection
        self._so_far = so_far
        self._rules = [rule for rule in rules(suite.service).values() if rule in selection]
        self._facade = suite.facade(target)
        self._trials: dict[str, Trial] = {}
        self._watched: deque[Trial] = deque()
        self._waits: dict[str, float] = {}
        """How long the rules that hold were watched, by their ids."""
        self._reported = -inf
        self._walk: PlannedWalk = NoWalk()

    def try_rules(self, progress: Progress | None) -> None:
        """Try each rule, and look again where something must stay.

        Raises:
            CouldNotRun: A bound of the run is used up, a caller is refused, or the server has stopped answering.
        """
        learn_lateness(self._suite, self._facade, self._target)
        budget, walk = self._target.budget, self._planned_walk()
        try:
            with budget.keeping(walk.requests):
                self._try_each(progress)
        except CouldNotRun:
            if budget.requests - walk.requests <= budget.sent < budget.requests:
                self._go(progress)  # its share is its own: it does not depend on the server how many cells are tried
            raise
        self._go(progress)
        # A write that came later than the others tells that earlier rules were watched for too short a time.
        while hasty := [rule for rule in self._rules if self._waits.get(rule.id, inf) < self._target.lateness.wait]:
            for rule in hasty:  # if the run ends before they are repeated, they were not tried
                del self._waits[rule.id], self._trials[rule.id]
            for rule in hasty:
                self._look(rule)
            self._look_again(until=inf)

    def _go(self, progress: Progress | None) -> None:
        if progress is not None and self._walk.requests:
            progress(len(self._rules), len(self._rules), WALK)
        self._walk.run()

    def _planned_walk(self) -> PlannedWalk:
        if self._suite.walk is not None and self._target.allow_writes:
            refused = partial(refused_callers, self._suite, self._target)
            selected = {rule.id for rule in self._rules}
            self._walk = self._suite.walk(self._facade, selected.__contains__, self._target.budget.requests, refused)
        return self._walk

    def _try_each(self, progress: Progress | None) -> None:
        budget = self._target.budget
        for done, rule in enumerate(self._rules):
            if progress is not None:
                progress(done, len(self._rules), rule.id)
            if budget.elapsed >= self._reported + _REPORT_EVERY:
                self.report()
            self._look(rule)
            self._look_again(until=budget.elapsed)
        self._look_again(until=inf)

    def report(self) -> None:
        """Report the result so far."""
        if self._so_far is not None:
            self._reported = self._target.budget.elapsed
            causes = causes_of(self._target, self._trials.values())
            verdicts = rule_verdicts(self._target, self._judged, causes)
            ordered = [verdicts[rule.id] for rule in self._rules if rule.id in verdicts]
            self._so_far(result_of(self._suite, self._target, ordered, _AT_WORK))

    def result(self, stopped: str) -> Result:
        """Return the result: the verdict on each rule, tried or not, and on each operation.

        Args:
            stopped: Why the run has ended before its time; empty if it has not.
        """
        causes = causes_of(self._target, self._trials.values())
        tried = rule_verdicts(self._target, self._judged, causes)
        verdicts = [tried.get(rule.id) or not_tried(self._suite, rule, stopped) for rule in self._rules]
        cells = self._walk.findings.cells
        verdicts = [replace(verdict, cells=cells.get(verdict.id)) for verdict in verdicts]
        verdicts += operation_verdicts(self._target, self._selection, causes)
        return result_of(self._suite, self._target, verdicts, stopped, mistakes_of(self._target, self._trials))

    @property
    def _judged(self) -> Mapping[str, Trial]:
        """The trials of the rules, with the findings of the walk through the table of effects.

        A rule without parts that its check has found broken keeps its one finding: a known departure names no part.
        """
        trials, broken = {**self._trials}, self._walk.findings.broken
        for rule in self._rules:
            parts = broken.get(rule.id)
            trial = trials.get(rule.id) or Trial(rule=rule, ends={})
            if parts and not any(isinstance(end, Broken) for end in trial.ends.get("", ())):
                trials[rule.id] = replace(trial, ends={**trial.ends, **parts})
        return trials

    def _look(self, rule: Rule) -> None:
        check = self._suite.checks.get(rule.id)
        if check is None:
            return
        trial = first_trial(self._suite, check, rule, self._facade, self._target)
        if trial.looks:
            self._watched.append(trial)
        else:
            self._trials[rule.id] = trial

    def _look_again(self, until: float) -> None:
        """Finish the rules whose second looks are due by then."""
        while self._watched and self._watched[0].due(self._target) <= until:
            trial = last_trial(self._suite, self._watched.popleft(), self._target)
            name = trial.rule.id
            self._trials[name] = trial
            if not any(trial.ends.values()) or any(trial.ends):  # what was seen to change needs no longer watch
                self._waits[name] = self._target.lateness.wait


def _nothing() -> None:
    """Ignore a record: its run is about to end."""


def result_of(
    suite: Suite,
    target: Target,
    verdicts: Sequence[Verdict],
    stopped: str,
    mistakes: Mapping[str, str] = MappingProxyType({}),
) -> Result:
    """The result of a run, without secrets."""
    return Result(
        service=suite.service,
        base_url=target.client.base_url,
        verdicts=verdicts,
        requests=target.budget.sent,
        seconds=target.budget.elapsed,
        made=[clean(target, text) for text in target.made.listed],
        left=[clean(target, text) for text in target.made.left],
        unsure=[clean(target, text) for text in target.made.unsure],
        callers={name: clean(target, reason) for name, reason in target.unusable.items()},
        stopped=clean(target, stopped),
        mistakes=mistakes,
        signal=target.traffic.interruption.number,
    )


def begin(suite: Suite, target: Target) -> None:
    """Send the first requests of a run: is there a server, and does it let in the callers that the checks need?

    Raises:
        CouldNotRun: There is none, or it does not.
    """
    with _without_secrets(target):
        target.traffic.reach()
        require_callers(suite, target)


@contextmanager
def _without_secrets(target: Target) -> Generator[None, None, None]:
    """Take the secrets out of the error with which a run cannot begin, and which its caller may print."""
    try:
        yield
    except CouldNotRun as error:
        callers = {name: clean(target, reason) for name, reason in error.callers.items()}
        raise CouldNotRun(clean(target, error.message), callers) from None
    except Broken as error:
        raise Broken(clean(target, error.message), error.evidence, error.operation) from None
    except NotTried as error:
        raise NotTried(clean(target, str(error)), error.operation, error.evidence) from None


def sweep(suite: Suite, target: Target) -> Result:
    """Remove the records that earlier runs have left, such as runs that were killed; no rule is tried.

    >>> sweep(suite("chat"), target).left
    []

    Args:
        suite: The checks of the service.
        target: The server.

    Raises:
        CouldNotRun: The server cannot be reached, or a caller cannot be used.
        NotTried: The server does not show what is left.
        ValueError: The runs of this service make no records.
    """
    if suite.find_leftovers is None:
        raise ValueError(f"sweep: a run of {suite.service} makes no records")
    begin(suite, target)
    try:
        with _without_secrets(target):
            suite.find_leftovers(suite.facade(target))
    finally:
        target.traffic.remove_what_is_left()
    return result_of(suite, target, [], stopped="")


def learn_lateness(suite: Suite, facade: Any, target: Target) -> None:
    """Make a few records, to learn how late the server shows its writes.

    Args:
        suite: The checks of the service.
        facade: The argument of the checks: `suite.facade(target)`.
        target: The server.

    Raises:
        CouldNotRun: A bound of the run is used up, or the server has stopped answering.
    """
    if suite.probe is None or target.lateness.is_fixed or not target.allow_writes:
        return
    for _ in range(_PROBES):
        try:
            suite.probe(facade)
        except CouldNotRun:
            raise
        except LostWrite:
            continue
        except Exception:  # the check of a rule finds out why
            return
        finally:
            target.made.remove_all()
        if target.made.left:
            return  # a record more would stay, too

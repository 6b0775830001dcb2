"""From a difference to a finding: it is replayed, and the walk that shows it becomes as short as it can be."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from trivet_checks.checks.run import Progress
from trivet_checks.checks.target import Target
from trivet_checks.explore.choices import Choices
from trivet_checks.explore.differences import Difference
from trivet_checks.explore.findings import Findings, Found
from trivet_checks.explore.settling import patience_of, remove_records
from trivet_checks.explore.steps import Step, renumbered
from trivet_checks.explore.walk import Walk
from trivet_checks.explore.walked_server import WalkedServer

_MOST_SHRINKING = 400
"""The most requests that are spent on the shrinking of one walk."""


class Search:
    """Finds the shortest walk to each difference of a run.

    Args:
        target: The server.
        server: The same server as its service knows it.
        choices: The choices of the server, which replays must not change.
    """

    def __init__(self, target: Target, server: WalkedServer, choices: Choices) -> None:
        self._target = target
        self._server = server
        self._choices = choices
        self._are_lists_new = False
        self.findings: Findings = Findings(lambda: target.budget.sent)

    def add_uneven(self) -> None:
        """Take note of the faults of the lists before the walks, which were read three times."""
        for difference, replays in self._server.uneven():
            self.findings.add_decided(difference, replays)

    def add_of_probe(self, differences: Iterable[Difference]) -> None:
        """Take note of what the probe has found to be none of the permitted choices, after it had waited for it."""
        for difference in differences:
            self.findings.add_decided(difference)

    def add_left(self) -> None:
        """Take note of the lists that are other ones after the walks; others may have changed them."""
        changed = [*self._server.changed()]
        if changed:  # the removal of the last records may be late
            self._target.budget.pause(patience_of(self._target))
            lasting = {difference.cause for difference in self._server.changed()}
            changed = [difference for difference in changed if difference.cause in lasting]
        for difference in changed:
            self.findings.add_decided(difference, ())

    def results(self, progress: Progress | None = None) -> list[Found]:
        """Replay and shorten the findings, as long as the bounds of the run permit it."""
        return self.findings.replayed(self._confirm, self._shorten, progress)

    def _confirm(self, finding: Found) -> None:
        if finding.difference.kind in ("total", "list"):
            self._are_lists_new = False  # others may have changed them since
        for few in (made_for(finding.steps), needed(finding.steps)):
            if len(few) == len(finding.steps):
                break
            repeated = self._shows(few, finding.difference, patience=0.0)
            if repeated is not None:
                finding.steps, finding.difference = few, repeated
                finding.replays.append(True)
                break
        while not finding.is_decided:
            repeated = self._shows(finding.steps, finding.difference, patience=self._target.lateness.wait)
            finding.replays.append(repeated is not None)
            if repeated is not None:
                finding.difference = repeated

    def _shorten(self, finding: Found) -> None:
        until = self._target.budget.sent + _MOST_SHRINKING

        def attempt(steps: list[Step]) -> bool:
            if self._target.budget.sent >= until:
                return False
            repeated = self._shows(steps, finding.difference, patience=0.0)
            if repeated is None:
                return False
            finding.steps, finding.difference = steps, repeated
            return True

        attempt([step for step in finding.steps[:-1] if self._changes(step)] + finding.steps[-1:])
        size = len(finding.steps) // 2
        while size >= 1:
            end = len(finding.steps) - 1
            while end > 0:
                start = max(0, end - size)
                shorter = without(finding.steps, start, end)
                end = start
                if len(shorter) < len(finding.steps) and attempt(shorter):
                    end = min(end, len(finding.steps) - 1)
            size //= 2
        finding.is_short = self._target.budget.sent < until
        for number, step in enumerate(finding.steps):
            for plainer in _plainer(step, self._server.optional):
                if attempt([*finding.steps[:number], plainer, *finding.steps[number + 1 :]]):
                    break
        finding.steps = renumbered(finding.steps)
        repeated = self._shows(finding.steps, finding.difference, patience=0.0)  # its words name the steps
        finding.difference = repeated or finding.difference

    def _changes(self, step: Step) -> bool:
        return self._target.shapes.contract.operations[step.operation].method != "GET"

    def _shows(self, steps: Sequence[Step], difference: Difference, *, patience: float) -> Difference | None:
        """Take steps with records of their own; return the difference if the last step shows one of the same cause."""
        if not self._are_lists_new:
            self._server.read_lists()
            self._are_lists_new = True
        choices = self._choices.copy(but=difference.operation)
        walk = Walk(self._target, self._server.walker(), choices, patience=patience)
        try:
            differences: list[Difference] = []
            for step in steps:
                differences = walk.take(step)
            return next((one for one in differences if one.cause == difference.cause), None)
        finally:
            if walk.is_uncertain:
                self._are_lists_new = False
            remove_records(self._target)


def made_for(steps: Sequence[Step]) -> list[Step]:
    """The last of some steps with those that make the records which it names: they cost few requests and prompts."""
    wanted = {steps[-1].number}
    for step in reversed(steps):
        if step.number in wanted:
            wanted |= step.needs()
    return [step for step in steps if step.number in wanted]


def needed(steps: Sequence[Step]) -> list[Step]:
    """The last of some steps with those that make the records which it names, and those that name the same records."""
    last = steps[-1]
    wanted = {last.number, *last.needs()}
    named = {number for step in steps if step.number in wanted for number in step.needs()}
    wanted |= named
    for step in steps:
        if step.needs() & wanted:
            wanted |= {step.number, *step.needs()}
    return [step for step in steps if step.number in wanted]


def without(steps: Sequence[Step], start: int, end: int) -> list[Step]:
    """Steps without some of them, and without those that name what these have made; the last one always stays."""
    gone = {step.number for step in steps[start:end]}
    kept: list[Step] = []
    for step in [*steps[:start], *steps[end:]]:
        if step.needs() & gone and step is not steps[-1]:
            gone.add(step.number)
        else:
            kept.append(step)
    return [*steps] if steps[-1].needs() & gone else kept


def _plainer(step: Step, optional: Collection[str]) -> Iterable[Step]:
    """The same step with fewer inputs."""
    for name in step.query:
        yield replace(step, query={key: value for key, value in step.query.items() if key != name})
    body: dict[str, Any] = dict(step.body or {})
    for name in optional:
        if name in body and len(body) > 1:
            yield replace(step, body={key: value for key, value in body.items() if key != name})

"""A run of walks on a bus server: its lists are read, steps drawn from their codes, and the lists are read again."""

from collections.abc import Callable
from functools import partial
from typing import Any

from trivet_checks.checks.freedoms import Freedoms
from trivet_checks.checks.run import Progress, begin
from trivet_checks.checks.suite import Selection, Suite
from trivet_checks.checks.target import Target
from trivet_checks.checks.verdict import Result
from trivet_checks.explore.bus.draw import BusDraw, probe_steps
from trivet_checks.explore.bus.search import BusSearch
from trivet_checks.explore.bus.shown import shown
from trivet_checks.explore.bus.walker import BusWalker
from trivet_checks.explore.differences import unlike_pinned
from trivet_checks.explore.findings import Found
from trivet_checks.explore.run import FOR_WALKS, STEPS, WALKS, check_counts, why_replays_stopped, why_stopped
from trivet_checks.explore.steps import Step
from trivet_checks.explore.verdicts import WalkVerdicts

_FOR_READING = 0.1
"""The part of the bounds that one list may use."""
_SENTENCE = "Its answers fit each other."


class BusExploration:
    """Walks on one server; they only read.

    Args:
        suite: The checks of the service, by which callers are let in.
        target: The server.
        selection: Which rules to judge.
        seed: The seed of all walks.
        walks: How many walks there are.
        steps: How many steps a walk has.
        freedoms: The choices that the server has to make.
    """

    def __init__(
        self,
        suite: Suite,
        target: Target,
        selection: Selection,
        *,
        seed: int = 0,
        walks: int = WALKS,
        steps: int = STEPS,
        freedoms: Freedoms | None = None,
    ) -> None:
        check_counts(walks, steps)
        self.suite = suite
        self.target = target
        self.selection = selection
        self.seed = seed
        self.walks = walks
        self.steps = steps
        self.stopped: str = ""
        self.findings: list[Found] = []
        self._notes: list[str] = []
        self.freedoms: Freedoms = freedoms or Freedoms("bus")
        self._walker: BusWalker = BusWalker(target, self.freedoms)
        self._search: BusSearch = BusSearch(lambda: BusWalker(target, self.freedoms), lambda: target.budget.sent)
        self._taken = 0

    def run(self, progress: Progress | None = None) -> Result:
        """Walk, and return the result."""
        self.stopped = why_stopped(self.target, lambda: self._run(progress)) or self.stopped
        return self._result()

    def _run(self, progress: Progress | None) -> None:
        begin(self.suite, self.target)
        self._walk(progress)
        self.findings = self._search.results(progress)
        self.stopped = why_replays_stopped(self.target, self._search.findings, self._notes)

    def _walk(self, progress: Progress | None) -> None:
        share, turns = self.target.budget, dict[str, list[Any]]()
        self._read_lists(noted=True)
        for step in probe_steps(self._walker):
            if share.share_used > FOR_WALKS:
                break
            self._take(step)
        for number in range(self.walks):
            if progress is not None:
                progress(number, self.walks, f"walk {number + 1}")
            if share.share_used > FOR_WALKS:
                self._notes.append(f"{number} of {self.walks} walks were made: a bound of the run is near")
                break
            draw, lost = BusDraw(f"{self.seed} {number}", turns), self._walker.lost
            for _ in range(self.steps):
                if share.share_used > FOR_WALKS:
                    break
                self._take(partial(draw.next, walker=self._walker))
            if self._walker.lost > lost:
                count = self._walker.lost - lost
                self._notes.append(f"walk {number + 1}: {count} steps without an answer of the server's own")
        if share.share_used <= FOR_WALKS:
            self._read_lists(noted=False)
        lines = self._walker.choices_in_words()
        for difference in unlike_pinned(self.freedoms, lines):
            self._search.findings.add_decided(difference)
        if unseen := self.freedoms.not_shown(lines):
            self._notes.append(f"pinned choices that no step has come upon: {', '.join(unseen)}")

    def _read_lists(self, *, noted: bool) -> None:
        """Read each list page by page, as far as the bounds of the run permit it."""
        for operation in self._walker.lists:
            skip, until = 0, self.target.budget.share_used + _FOR_READING
            while self.target.budget.share_used < min(until, FOR_WALKS):
                if self._take(partial(_page, operation, skip)) or not self._walker.count:
                    break
                skip += self._walker.count
            else:
                if noted:
                    self._notes.append(f"{operation}: {skip} records were read, and not its end")

    def _take(self, draw: Callable[[int], Step]) -> bool:
        """Take a step; return whether its answer differs from others."""
        self._taken += 1
        step = draw(self._taken)
        differences = self._walker.take(step)
        for difference in differences:
            self._search.findings.add(difference, [*self._walker.support(difference), step])
        return bool(differences)

    def _result(self) -> Result:
        target, walker = self.target, self._walker
        verdicts = WalkVerdicts(target, self.selection, self.findings, lambda finding: shown(finding, target))
        choices = walker.choices_in_words()
        return verdicts.result(self.suite, walker.compared, self.stopped, _SENTENCE, choices, self._notes)


def _page(operation: str, skip: int, number: int) -> Step:
    return Step(number=number, operation=operation, caller="user", query={"$skip": skip} if skip else {})

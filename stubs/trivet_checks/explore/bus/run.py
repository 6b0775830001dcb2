"""A run of walks on a bus server: its lists are read, steps drawn from their codes, and the lists are read again."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from trivet_checks.checks.causes import causes_of
from trivet_checks.checks.freedoms import Freedoms
from trivet_checks.checks.operation_verdicts import operation_verdicts
from trivet_checks.checks.rule_verdicts import clean
from trivet_checks.checks.run import begin, result_of
from trivet_checks.checks.suite import Selection, Suite
from trivet_checks.checks.target import Target
from trivet_checks.checks.verdict import CouldNotRun, Result
from trivet_checks.exchanges.evidence import Mistake
from trivet_checks.explore.bus.draw import BusDraw, probe_steps
from trivet_checks.explore.bus.search import BusSearch
from trivet_checks.explore.bus.shown import shown
from trivet_checks.explore.bus.walker import BusWalker
from trivet_checks.explore.differences import unlike_pinned
from trivet_checks.explore.search import Found
from trivet_checks.explore.steps import Step
from trivet_checks.explore.verdicts import WalkVerdicts

_FOR_READING, _FOR_WALKS = 0.1, 0.75
"""The parts of the bounds that one list, and all of the walks, may use; the rest is for replays."""
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
        walks: int = 30,
        steps: int = 60,
        freedoms: Freedoms | None = None,
    ) -> None:
        for name, number in (("walks", walks), ("steps", steps)):
            if number < 1:
                raise ValueError(f"--{name}: {number} is less than 1")
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

    def run(self, progress: Callable[[int, int, str], None] | None = None) -> Result:
        """Walk, and return the result."""
        try:
            begin(self.suite, self.target)
            self._walk(progress)
            self.findings = self._search.results(progress)
            if self._search.ended and self.target.budget.share_used < 1:
                self.stopped = self._search.ended
            elif self._search.ended:
                self._notes.append(f"not all replays were made: {self._search.ended}")
        except CouldNotRun as error:
            self.stopped = error.message
        except KeyboardInterrupt:
            if self.target.traffic.interruption.number is None:
                raise
            self.stopped = "the run was interrupted"
        except Exception as error:  # an answer that no code expects
            self.stopped = str(Mistake(error))
        return self._result()

    def _walk(self, progress: Callable[[int, int, str], None] | None) -> None:
        share, turns = self.target.budget, dict[str, list[Any]]()
        self._read_lists(noted=True)
        for step in probe_steps(self._walker):
            if share.share_used > _FOR_WALKS:
                break
            self._take(step)
        for number in range(self.walks):
            if progress is not None:
                progress(number, self.walks, f"walk {number + 1}")
            if share.share_used > _FOR_WALKS:
                self._notes.append(f"{number} of {self.walks} walks were made: a bound of the run is near")
                break
            draw, lost = BusDraw(f"{self.seed} {number}", turns), self._walker.lost
            for _ in range(self.steps):
                if share.share_used > _FOR_WALKS:
                    break
                self._take(partial(draw.next, walker=self._walker))
            if self._walker.lost > lost:
                count = self._walker.lost - lost
                self._notes.append(f"walk {number + 1}: {count} steps without an answer of the server's own")
        if share.share_used <= _FOR_WALKS:
            self._read_lists(noted=False)
        lines = self._walker.choices_in_words()
        self._search.add_known(unlike_pinned(self.freedoms, lines))
        if unseen := self.freedoms.not_shown(lines):
            self._notes.append(f"pinned choices that no step has come upon: {', '.join(unseen)}")

    def _read_lists(self, *, noted: bool) -> None:
        """Read each list page by page, as far as the bounds of the run permit it."""
        for operation in self._walker.lists:
            skip, until = 0, self.target.budget.share_used + _FOR_READING
            while self.target.budget.share_used < min(until, _FOR_WALKS):
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
            self._search.add(difference, [*self._walker.support(difference), step])
        return bool(differences)

    def _result(self) -> Result:
        target = self.target
        made = WalkVerdicts(target, self.selection, self.findings, lambda found: shown(found, target))
        verdicts = [*made.of_rules(self._walker.compared, self.stopped)]
        on_operations = operation_verdicts(target, self.selection, causes_of(target, ()))
        verdicts += made.on_operations(on_operations, _SENTENCE)
        return replace(
            result_of(self.suite, target, verdicts, self.stopped),
            choices=[clean(target, text) for text in self._walker.choices_in_words()],
            notes=[clean(target, text) for text in (*self._notes, *made.seen_once())],
        )


def _page(operation: str, skip: int, number: int) -> Step:
    return Step(number=number, operation=operation, caller="user", query={"$skip": skip} if skip else {})

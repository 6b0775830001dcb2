"""A run of walks against a server: the probe, the lists before and after, the walks, and the findings as verdicts."""

from collections.abc import Callable
from dataclasses import dataclass, field

from trivet_checks.checks.freedoms import Freedoms
from trivet_checks.checks.rule_verdicts import clean
from trivet_checks.checks.run import Progress, begin, learn_lateness
from trivet_checks.checks.suite import Selection, Suite
from trivet_checks.checks.target import Target
from trivet_checks.checks.verdict import CouldNotRun, Result, ShownWalk
from trivet_checks.exchanges.evidence import Mistake
from trivet_checks.explore.choices import Choices
from trivet_checks.explore.differences import Cause, unlike_pinned
from trivet_checks.explore.findings import Findings, Found
from trivet_checks.explore.search import Search
from trivet_checks.explore.services import WALKED, check_walks
from trivet_checks.explore.settling import patience_of, remove_records
from trivet_checks.explore.shown import curl, lines, pytest
from trivet_checks.explore.steps import Step
from trivet_checks.explore.verdicts import WalkVerdicts
from trivet_checks.explore.walk import Walk
from trivet_checks.explore.walked_server import WalkedServer

WALKS, STEPS = 30, 60
REQUESTS, SECONDS = 4000, 120.0
FOR_WALKS = 0.75
"""The part of the bounds that the walks may use; the rest is for the replays of what they have found."""


@dataclass(slots=True)
class Walked:
    """What a run of walks has done."""

    walks: int = 0
    steps: int = 0
    compared: set[str] = field(default_factory=set[str])
    """The rules that a comparison was made by."""
    findings: list[Found] = field(default_factory=list[Found])
    choices: list[str] = field(default_factory=list[str])
    """How the server answers where the contract leaves the answer open."""
    notes: list[str] = field(default_factory=list[str])
    """What the run could not do."""


def check_counts(walks: int, steps: int) -> None:
    """Check how many walks and steps a run may make.

    Raises:
        ValueError: A number is less than 1.
    """
    for name, number in (("walks", walks), ("steps", steps)):
        if number < 1:
            raise ValueError(f"--{name}: {number} is less than 1")


def why_stopped(target: Target, walk: Callable[[], None]) -> str:
    """Walk; return why that has ended before its time, or an empty text."""
    try:
        walk()
    except CouldNotRun as error:
        return error.message
    except KeyboardInterrupt:
        if target.traffic.interruption.number is None:
            raise
        return "the run was interrupted"
    except Exception as error:  # an answer that no code expects must not keep the records on the server
        return str(Mistake(error))
    return ""


def why_replays_stopped(target: Target, findings: Findings, notes: list[str]) -> str:
    """Return why the server has ended the replays; a bound that has ended them is a note."""
    if findings.ended and target.budget.share_used >= 1:
        notes.append(f"not all replays were made: {findings.ended}")
        return ""
    return findings.ended


class Exploration:
    """Walks on one server.

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
        check_walks(target)
        check_counts(walks, steps)
        self.suite = suite
        self.target = target
        self.selection = selection
        self.seed = seed
        self.walks = walks
        self.steps = steps
        self.freedoms: Freedoms = freedoms or Freedoms(suite.service)
        self.walked: Walked = Walked()
        self.stopped: str = ""
        self._server: WalkedServer = WALKED[suite.service](target)

    def run(self, progress: Progress | None = None) -> Result:
        """Walk, and return the result; all records of the run are removed, however it ends."""
        try:
            self.stopped = why_stopped(self.target, lambda: self._run(progress)) or self.stopped
        finally:
            self._server.close()
            self.target.traffic.remove_what_is_left()
        return self._result()

    def shown(self, finding: Found) -> ShownWalk | None:
        """The walk of a finding in words, as a script and as a test; None if a list alone shows it."""
        target = self.target
        if not finding.steps:
            return None
        return ShownWalk(
            lines=[clean(target, line) for line in lines(finding, target)],
            curl=target.gate.hide(curl(finding, target, self._server)),
            pytest=target.gate.hide(pytest(finding, target)),
        )

    def _run(self, progress: Progress | None) -> None:
        target, server = self.target, self._server
        begin(self.suite, target)
        learn_lateness(self.suite, self.suite.facade(target), target)
        try:
            server.learn()
        finally:
            self.walked.notes += server.notes
            self.walked.choices += server.choices
        choices = Choices(pinned=self.freedoms.choices)
        search = Search(target, server, choices)
        search.add_of_probe([*server.wrong, *unlike_pinned(self.freedoms, server.choices)])
        search.add_uneven()
        self._walk(progress, search, choices)
        self.walked.findings = search.results(progress)
        self.stopped = why_replays_stopped(target, search.findings, self.walked.notes)
        self.walked.choices += choices.lines
        if unseen := self.freedoms.not_shown(self.walked.choices):
            self.walked.notes.append(f"pinned choices that no step has come upon: {', '.join(unseen)}")

    def _walk(self, progress: Progress | None, search: Search, choices: Choices) -> None:
        target = self.target
        lasting = set[Cause]()
        for number in range(self.walks):
            if progress is not None:
                progress(number, self.walks, f"walk {number + 1}")
            if target.budget.share_used > FOR_WALKS:
                self.walked.notes.append(f"{number} of {self.walks} walks were made: a bound of the run is near")
                break
            walker, next_step = self._server.drawn(f"{self.seed} {number}", self.steps)
            walk = Walk(target, walker, choices, patience=patience_of(target), lasting=lasting)
            taken: list[Step] = []
            try:
                for place in range(1, self.steps + 1):
                    if target.budget.share_used > FOR_WALKS:
                        break
                    step = next_step(place)
                    taken.append(step)
                    for difference in walk.take(step):
                        search.findings.add(difference, taken)
            finally:
                self.walked.steps += len(taken)
                self.walked.compared |= walker.compared
                remove_records(target)
            self.walked.walks += 1
            if walk.is_uncertain:  # it may have made a record without an id that the run knows
                self._server.read_lists()
            if walk.lost:
                self.walked.notes.append(f"walk {number + 1}: {walk.lost} steps without an answer of the server's own")
        search.add_left()

    def _result(self) -> Result:
        walked = self.walked
        verdicts = WalkVerdicts(self.target, self.selection, walked.findings, self.shown)
        sentence = "It answers as the model does."
        return verdicts.result(self.suite, walked.compared, self.stopped, sentence, walked.choices, walked.notes)

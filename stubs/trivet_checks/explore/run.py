"""A run of walks against a server: the probe, the lists before and after, the walks, and the findings as verdicts."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from trivet_checks.checks.causes import causes_of
from trivet_checks.checks.freedoms import Freedoms
from trivet_checks.checks.operation_verdicts import operation_verdicts
from trivet_checks.checks.rule_verdicts import clean
from trivet_checks.checks.run import begin, learn_lateness, result_of
from trivet_checks.checks.suite import Selection, Suite
from trivet_checks.checks.target import Target
from trivet_checks.checks.verdict import CouldNotRun, Result, ShownWalk
from trivet_checks.exchanges.evidence import Mistake
from trivet_checks.explore.chat.draw import Draw
from trivet_checks.explore.chat.lists import Lists, changed, read_lists
from trivet_checks.explore.chat.model import ChatModel
from trivet_checks.explore.chat.probe import Probe
from trivet_checks.explore.chat.walker import Walker
from trivet_checks.explore.choices import Choices
from trivet_checks.explore.differences import unlike_pinned
from trivet_checks.explore.search import Found, Search
from trivet_checks.explore.settling import remove_records
from trivet_checks.explore.shown import curl, lines, pytest
from trivet_checks.explore.steps import Step
from trivet_checks.explore.verdicts import WalkVerdicts

Progress = Callable[[int, int, str], None]

WALKS, STEPS = 30, 60
REQUESTS, SECONDS = 4000, 120.0
_FOR_WALKS = 0.75
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
        if suite.service != "chat":
            raise ValueError(f"--explore: there are no walks of the {suite.service} service, only of chat")
        if not target.allow_writes:
            raise ValueError("--explore: walks create, change and remove records of their own; add --allow-writes")
        for name, number in (("walks", walks), ("steps", steps)):
            if number < 1:
                raise ValueError(f"--{name}: {number} is less than 1")
        self.suite = suite
        self.target = target
        self.selection = selection
        self.seed = seed
        self.walks = walks
        self.steps = steps
        self.freedoms: Freedoms = freedoms or Freedoms(suite.service)
        self.walked: Walked = Walked()
        self.stopped: str = ""
        self._probe: Probe | None = None

    def run(self, progress: Progress | None = None) -> Result:
        """Walk, and return the result; all records of the run are removed, however it ends."""
        try:
            self._run(progress)
        except CouldNotRun as error:
            self.stopped = error.message
        except KeyboardInterrupt:
            if self.target.traffic.interruption.number is None:
                raise
            self.stopped = "the run was interrupted"
        except Exception as error:  # an answer that no code expects must not keep the records on the server
            self.stopped = str(Mistake(error))
        finally:
            self.target.traffic.remove_what_is_left()
        return self._result()

    def shown(self, finding: Found) -> ShownWalk | None:
        """The walk of a finding in words, as a script and as a test; None if a list alone shows it."""
        probe, target = self._probe, self.target
        if not finding.steps or probe is None:
            return None
        return ShownWalk(
            lines=[clean(target, line) for line in lines(finding, target)],
            curl=target.gate.hide(curl(finding, target, probe.form, probe.users)),
            pytest=target.gate.hide(pytest(finding, target)),
        )

    def _run(self, progress: Progress | None) -> None:
        target = self.target
        begin(self.suite, target)
        learn_lateness(self.suite, self.suite.facade(target), target)
        self._probe = probe = Probe(target)
        probe.learn()
        self.walked.notes += probe.missed
        self.walked.choices += probe.form.choices
        if "user" not in probe.users:
            raise CouldNotRun("the caller user is not known by an id, without which no walk can be compared")
        lists = read_lists(target, probe.form, probe.users)
        choices = Choices(pinned=self.freedoms.choices)
        with ChatModel(probe.users) as model:

            def walker(lists: Lists, patience: float) -> Walker:
                return Walker(target, model, probe.form, lists, probe.users, choices, patience=patience)

            search = Search(target, walker, lambda: read_lists(target, probe.form, probe.users), choices)
            search.add_of_probe([*probe.wrong, *unlike_pinned(self.freedoms, probe.form.choices)])
            search.add_uneven(lists)
            self._walk(progress, probe, lists, walker, search)
            self.walked.findings = search.results(progress)
        if search.ended and target.budget.share_used < 1:
            self.stopped = search.ended
        elif search.ended:
            self.walked.notes.append(f"not all replays were made: {search.ended}")
        self.walked.choices += choices.lines
        if unseen := self.freedoms.not_shown(self.walked.choices):
            self.walked.notes.append(f"pinned choices that no step has come upon: {', '.join(unseen)}")

    def _walk(
        self,
        progress: Progress | None,
        probe: Probe,
        lists: Lists,
        walker: Callable[[Lists, float], Walker],
        search: Search,
    ) -> None:
        target = self.target
        turns: dict[str, list[Any]] = {}
        patience = 0.0 if target.lateness.largest == 0 else target.lateness.wait
        for number in range(self.walks):
            if progress is not None:
                progress(number, self.walks, f"walk {number + 1}")
            if target.budget.share_used > _FOR_WALKS:
                self.walked.notes.append(f"{number} of {self.walks} walks were made: a bound of the run is near")
                break
            walk = walker(lists, patience)
            draw = Draw(f"{self.seed} {number}", target.prefix, probe.users, probe.form, self.steps, turns)
            taken: list[Step] = []
            try:
                for place in range(1, self.steps + 1):
                    if target.budget.share_used > _FOR_WALKS:
                        break
                    step = draw.next(place, walk)
                    taken.append(step)
                    for difference in walk.take(step):
                        search.add(difference, taken)
            finally:
                self.walked.steps += len(taken)
                self.walked.compared |= walk.world.compared
                remove_records(target)
            self.walked.walks += 1
            if walk.lost:
                self.walked.notes.append(f"walk {number + 1}: {walk.lost} steps without an answer of the server's own")
        after = read_lists(target, probe.form, probe.users)
        search.add_left(changed(lists, after))

    def _result(self) -> Result:
        target, walked = self.target, self.walked
        made = WalkVerdicts(target, self.selection, walked.findings, self.shown)
        verdicts = [*made.of_rules(walked.compared, self.stopped)]
        on_operations = operation_verdicts(target, self.selection, causes_of(target, ()))
        verdicts += made.on_operations(on_operations, "It answers as the model does.")
        notes = [*walked.notes, *made.seen_once()]
        return replace(
            result_of(self.suite, target, verdicts, self.stopped),
            choices=[clean(target, text) for text in walked.choices],
            notes=[clean(target, text) for text in notes],
        )

"""A run of walks against a server: the probe, the lists before and after, the walks, and the findings as verdicts."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from trivet_checks.checks.causes import causes_of
from trivet_checks.checks.operation_verdicts import operation_verdicts
from trivet_checks.checks.rule_verdicts import clean
from trivet_checks.checks.run import begin, learn_lateness, result_of
from trivet_checks.checks.suite import Selection, Suite
from trivet_checks.checks.target import Target
from trivet_checks.checks.verdict import CouldNotRun, Part, Result, ShownWalk, Verdict, id_of_operation
from trivet_checks.exchanges.evidence import Mistake
from trivet_checks.explore.choices import Choices
from trivet_checks.explore.search import Found, Search
from trivet_checks.explore.services import WALKED, check_walks
from trivet_checks.explore.settling import remove_records
from trivet_checks.explore.shown import curl, lines, pytest
from trivet_checks.explore.steps import Step
from trivet_checks.explore.walk import Walk
from trivet_checks.explore.walked_server import WalkedServer
from trivet_stubs.kernel.rule_catalogue import rules

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
    ) -> None:
        check_walks(target)
        for name, number in (("walks", walks), ("steps", steps)):
            if number < 1:
                raise ValueError(f"--{name}: {number} is less than 1")
        self.suite = suite
        self.target = target
        self.selection = selection
        self.seed = seed
        self.walks = walks
        self.steps = steps
        self.walked: Walked = Walked()
        self.stopped: str = ""
        self._server: WalkedServer = WALKED[suite.service](target)

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
        choices = Choices()
        search = Search(target, server, choices)
        search.add_of_probe(server.wrong)
        search.add_uneven()
        self._walk(progress, search, choices)
        self.walked.findings = search.results(progress)
        self.walked.choices += choices.lines

    def _walk(self, progress: Progress | None, search: Search, choices: Choices) -> None:
        target = self.target
        patience = 0.0 if target.lateness.largest == 0 else target.lateness.wait
        for number in range(self.walks):
            if progress is not None:
                progress(number, self.walks, f"walk {number + 1}")
            if target.budget.share_used > _FOR_WALKS:
                self.walked.notes.append(f"{number} of {self.walks} walks were made: a bound of the run is near")
                break
            walker, next_step = self._server.drawn(f"{self.seed} {number}", self.steps)
            walk = Walk(target, walker, choices, patience=patience)
            taken: list[Step] = []
            try:
                for place in range(1, self.steps + 1):
                    if target.budget.share_used > _FOR_WALKS:
                        break
                    step = next_step(place)
                    taken.append(step)
                    for difference in walk.take(step):
                        search.add(difference, taken)
            finally:
                self.walked.steps += len(taken)
                self.walked.compared |= walker.compared
                remove_records(target)
            self.walked.walks += 1
            if walk.lost:
                self.walked.notes.append(f"walk {number + 1}: {walk.lost} steps without an answer of the server's own")
        search.add_left()

    def _result(self) -> Result:
        target, walked = self.target, self.walked
        verdicts = [*_rule_verdicts(self)]
        causes = causes_of(target, ())
        verdicts += operation_verdicts(target, self.selection, causes)
        found = {verdict.id: verdict for verdict in _operation_findings(self)}
        verdicts = [_with_walks(verdict, found.pop(verdict.id, None)) for verdict in verdicts]
        verdicts += found.values()
        notes = [*walked.notes, *self._seen_once()]
        return replace(
            result_of(self.suite, target, verdicts, self.stopped),
            choices=[clean(target, text) for text in walked.choices],
            notes=[clean(target, text) for text in notes],
        )

    def _seen_once(self) -> Iterator[str]:
        for finding in self.walked.findings:
            if not finding.is_confirmed:
                difference = finding.difference
                yield f"seen once: {difference.operation}: {difference.message} ({difference.rule or 'no rule'})"


def _rule_verdicts(run: Exploration) -> Iterator[Verdict]:
    """A verdict on each selected rule: broken by a finding, compared without one, or not compared."""
    for rule in rules(run.suite.service).values():
        if rule not in run.selection:
            continue
        found = [finding for finding in run.walked.findings if finding.difference.rule == rule.id]
        verdict = Verdict(
            kind="rule", id=rule.id, outcome="holds", basis=rule.basis, sentence=rule.sentence, section=rule.section
        )
        confirmed = [finding for finding in found if finding.is_confirmed]
        if confirmed:
            first = confirmed[0].difference
            yield replace(
                verdict,
                outcome="broken",
                reason="; ".join(finding.difference.message for finding in confirmed),
                evidence=first.evidence,
                parts=_parts(run, confirmed),
            )
        elif rule.id in run.walked.compared:
            yield verdict
        else:
            why = run.stopped or "no step of the walks compares it"
            yield replace(verdict, outcome="not tried", reason=clean(run.target, why))


def _operation_findings(run: Exploration) -> Iterator[Verdict]:
    """A verdict on each operation with a difference that no rule is about."""
    by_operation: dict[str, list[Found]] = {}
    for finding in run.walked.findings:
        if finding.is_confirmed and not finding.difference.rule:
            by_operation.setdefault(finding.difference.operation, []).append(finding)
    for operation, found in by_operation.items():
        if run.selection.has_operation(operation):
            yield Verdict(
                kind="operation",
                id=id_of_operation(operation),
                outcome="broken",
                basis="assumed",
                sentence="It answers as the model does.",
                reason="; ".join(finding.difference.message for finding in found),
                evidence=found[0].difference.evidence,
                parts=_parts(run, found),
            )


def _with_walks(verdict: Verdict, walked: Verdict | None) -> Verdict:
    """The verdict on an operation with the findings of the walks about it, beside those about its form."""
    if walked is None or verdict.outcome != "broken":
        return walked or verdict
    form = verdict.parts or [Part(name="", outcome="broken", reason=verdict.reason, evidence=verdict.evidence)]
    return replace(verdict, reason=f"{verdict.reason}; {walked.reason}", parts=[*form, *walked.parts])


def _parts(run: Exploration, found: Sequence[Found]) -> list[Part]:
    return [
        Part(
            name=f"{finding.difference.operation}: {finding.difference.kind} {finding.difference.place}".rstrip(),
            outcome="broken",
            basis=finding.difference.basis,
            reason=clean(run.target, finding.difference.message),
            evidence=finding.difference.evidence,
            walk=run.shown(finding),
        )
        for finding in found
    ]

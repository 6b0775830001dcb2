"""The findings of a run of walks as verdicts on rules and operations."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from trivet_checks.checks.causes import causes_of
from trivet_checks.checks.operation_verdicts import operation_verdicts
from trivet_checks.checks.rule_verdicts import clean
from trivet_checks.checks.run import result_of
from trivet_checks.checks.suite import Selection, Suite
from trivet_checks.checks.target import Target
from trivet_checks.checks.verdict import Part, Result, ShownWalk, Verdict, id_of_operation
from trivet_checks.explore.findings import Found, united
from trivet_stubs.kernel.rule_catalogue import rules

Shown = Callable[[Found], ShownWalk | None]
"""Makes the walk of a finding as a report shows it."""


class WalkVerdicts:
    """Makes the verdicts of a run.

    Args:
        target: The server.
        selection: Which rules to judge.
        findings: The findings of the run.
        shown: Makes the walk of a finding as a report shows it.
    """

    def __init__(self, target: Target, selection: Selection, findings: Sequence[Found], shown: Shown) -> None:
        self._target = target
        self._selection = selection
        chosen = [one for one in findings if self._is_selected(one)]
        self._findings = [*united(chosen), *(one for one in findings if not self._is_selected(one))]
        self._shown = shown

    def result(
        self,
        suite: Suite,
        compared: set[str],
        stopped: str,
        sentence: str,
        choices: Iterable[str],
        notes: Iterable[str],
    ) -> Result:
        """The result of the run.

        Args:
            suite: The checks of the service.
            compared: The rules that a comparison was made by.
            stopped: Why the run has ended before its time; empty if it has not.
            sentence: What has to hold of an operation that a difference is about, and no rule.
            choices: How the server answers where the contract leaves the answer open.
            notes: What the run could not do.
        """
        target = self._target
        on_operations = operation_verdicts(target, self._selection, causes_of(target, ()))
        verdicts = [*self._of_rules(compared, stopped), *self._on_operations(on_operations, sentence)]
        return replace(
            result_of(suite, target, verdicts, stopped),
            choices=[clean(target, text) for text in choices],
            notes=[clean(target, text) for text in (*notes, *self._seen_once())],
        )

    def _is_selected(self, finding: Found) -> bool:
        rule = rules(self._target.service).get(finding.difference.rule)
        return rule is None or rule in self._selection

    def _of_rules(self, compared: set[str], stopped: str) -> Iterator[Verdict]:
        """A verdict on each selected rule: broken by a finding, compared without one, or not compared."""
        for rule in rules(self._target.service).values():
            if rule not in self._selection:
                continue
            verdict = Verdict(
                kind="rule", id=rule.id, outcome="holds", basis=rule.basis, sentence=rule.sentence, section=rule.section
            )
            confirmed = [one for one in self._findings if one.difference.rule == rule.id and one.is_confirmed]
            if confirmed:
                first = confirmed[0].difference
                yield replace(
                    verdict,
                    outcome="broken",
                    reason="; ".join(finding.difference.message for finding in confirmed),
                    evidence=first.evidence,
                    parts=self._parts(confirmed),
                )
            elif rule.id in compared:
                yield verdict
            else:
                why = stopped or "no step of the walks compares it"
                yield replace(verdict, outcome="not tried", reason=clean(self._target, why))

    def _on_operations(self, verdicts: Iterable[Verdict], sentence: str) -> Iterator[Verdict]:
        """The verdicts on operations by the forms of their answers, with the differences that no rule is about.

        Args:
            verdicts: The verdicts by the forms.
            sentence: What has to hold of an operation, for one that has such a difference alone.
        """
        by_operation: dict[str, list[Found]] = {}
        for finding in self._findings:
            operation = finding.difference.operation
            if finding.is_confirmed and not finding.difference.rule and self._selection.has_operation(operation):
                by_operation.setdefault(id_of_operation(operation), []).append(finding)
        for verdict in verdicts:
            more = by_operation.pop(verdict.id, [])
            parts = [replace(part, basis="assumed") for part in self._parts(more)]
            if not more:
                yield verdict
            elif verdict.outcome == "broken":
                form = Part(name="", outcome="broken", reason=verdict.reason, evidence=verdict.evidence)
                yield replace(verdict, parts=[*(verdict.parts or [form]), *parts])
            else:
                yield self._on_operation(verdict.id, more, sentence)
        for id_, more in by_operation.items():
            yield self._on_operation(id_, more, sentence)

    def _on_operation(self, id_: str, findings: Sequence[Found], sentence: str) -> Verdict:
        return Verdict(
            kind="operation",
            id=id_,
            outcome="broken",
            basis="assumed",
            sentence=sentence,
            reason="; ".join(finding.difference.message for finding in findings),
            evidence=findings[0].difference.evidence,
            parts=self._parts(findings),
        )

    def _seen_once(self) -> Iterator[str]:
        """The differences that replays have not shown again, in words."""
        for finding in self._findings:
            if not finding.is_confirmed:
                difference = finding.difference
                yield f"seen once: {difference.operation}: {difference.message} ({difference.rule or 'no rule'})"

    def _parts(self, findings: Sequence[Found]) -> list[Part]:
        return [
            Part(
                name=f"{finding.difference.operation}: {finding.difference.kind} {finding.difference.place}".rstrip(),
                outcome="broken",
                reason=clean(self._target, finding.difference.message),
                evidence=finding.difference.evidence,
                walk=self._shown(finding),
            )
            for finding in findings
        ]

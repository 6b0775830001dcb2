"""The findings of a run: differences by their causes, each with the steps that show it, and their replays."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

from trivet_checks.checks.run import Progress
from trivet_checks.checks.verdict import CouldNotRun
from trivet_checks.explore.differences import Cause, Difference
from trivet_checks.explore.steps import Step
from trivet_stubs.kernel.contract import load
from trivet_stubs.kernel.rule_catalogue import rules

REPLAYS, ENOUGH = 3, 2
"""How often a difference is replayed at most, and how often it has to be shown again to count."""
_MOST_CAUSES = 40


@dataclass(slots=True)
class Found:
    """A difference, and the walk that shows it."""

    difference: Difference
    steps: list[Step]
    """The steps, the last of which shows it; none for a list before or after the walks."""
    after: int = 0
    """How many requests the run had sent when it was first seen."""
    times: int = 1
    """How many differences of the run have its cause."""
    replays: list[bool] = field(default_factory=list[bool])
    """Whether each replay has shown it."""
    is_short: bool = False
    """Whether no step can be left out."""
    others: list[str] = field(default_factory=list[str])
    """The operations of other differences that have its cause."""

    @property
    def is_confirmed(self) -> bool:
        """Whether it counts: at least two of three replays have shown it."""
        return sum(self.replays) >= ENOUGH

    @property
    def is_decided(self) -> bool:
        """Whether no further replay can change that."""
        return self.is_confirmed or self.replays.count(False) > REPLAYS - ENOUGH


class Findings:
    """Collects the differences of a run by their causes.

    Args:
        sent: How many requests the run has sent.
    """

    def __init__(self, sent: Callable[[], int]) -> None:
        self._sent = sent
        self._by_cause: dict[Cause, Found] = {}
        self.ended: str = ""
        """Why the replays have ended before their time; empty if they have not."""

    def add(self, difference: Difference, steps: Sequence[Step]) -> None:
        """Take note of a difference that the last of some steps has shown; the fewest steps of a cause are kept."""
        known = self._by_cause.get(difference.cause)
        if known is not None:
            known.times += 1
            if len(steps) < len(known.steps):
                known.difference, known.steps = difference, [*steps]
        elif len(self._by_cause) < _MOST_CAUSES:
            self._by_cause[difference.cause] = Found(difference, [*steps], self._sent())

    def add_decided(self, difference: Difference, replays: Iterable[bool] = (True,) * ENOUGH) -> None:
        """Take note of a difference that was looked for as often as a replay does; no steps show it."""
        self._by_cause.setdefault(difference.cause, Found(difference, [], replays=[*replays], is_short=True))

    def replayed(
        self, confirm: Callable[[Found], None], shorten: Callable[[Found], None], progress: Progress | None
    ) -> list[Found]:
        """Replay and shorten the findings that have steps, as long as the bounds of the run permit it.

        Args:
            confirm: Replays a finding.
            shorten: Leaves out the steps of a confirmed finding that it does not need.
            progress: Is called before each finding.
        """
        findings = sorted(self._by_cause.values(), key=lambda one: (one.difference.basis != "stated", len(one.steps)))
        try:
            for number, one in enumerate(findings):
                if progress is not None:
                    progress(number, len(findings), f"replays {one.difference.operation}")
                if one.steps:
                    confirm(one)
            for one in findings:
                if one.is_confirmed and one.steps:
                    shorten(one)
        except CouldNotRun as error:  # what is not confirmed was seen once
            self.ended = error.message
        return findings


def united(findings: Sequence[Found]) -> list[Found]:
    """Findings without those that another one explains: a write that has not set a field shows in each later read.

    >>> united([update, get, list])
    [get]
    """
    by_write: dict[tuple[str, str], list[Found]] = {}
    for one in findings:
        if (write := _write_and_field(one)) is not None:
            by_write.setdefault(write, []).append(one)
    explained = set[int]()
    for same in by_write.values():
        narrowest, *others = sorted(same, key=lambda one: (len(_operations_of_rule(one)), len(one.steps)))
        narrowest.others = [other.difference.operation for other in others]
        narrowest.times += sum(other.times for other in others)
        explained |= set(map(id, others))
    return [one for one in findings if id(one) not in explained]


def _write_and_field(one: Found) -> tuple[str, str] | None:
    """The last write of a shortest walk that the rule of a field is about, and the field; None if there is none."""
    difference = one.difference
    if difference.kind != "field" or not (one.is_confirmed and one.is_short):
        return None
    operations, of_rule = load(difference.service).operations, _operations_of_rule(one)
    steps = [step.operation for step in one.steps]
    writes = [name for name in steps if operations[name].method != "GET" and name in of_rule]
    return (writes[-1], difference.place.rpartition(".")[2]) if writes else None


def _operations_of_rule(one: Found) -> Collection[str]:
    rule = rules(one.difference.service).get(one.difference.rule)
    return () if rule is None else rule.operations

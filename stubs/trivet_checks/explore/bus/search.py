"""From a difference of the answers of a bus server to a finding: the fewest requests that show it again."""

from collections.abc import Callable, Sequence

from trivet_checks.checks.run import Progress
from trivet_checks.explore.bus.walker import BusWalker
from trivet_checks.explore.differences import Difference
from trivet_checks.explore.findings import Findings, Found
from trivet_checks.explore.steps import Step, renumbered

_MOST_SHORTENED = 60
"""The most requests of a walk of which single ones are left out."""


class BusSearch:
    """Finds the fewest requests that show each difference of a run.

    Args:
        walker: Makes a walker that remembers nothing.
        sent: How many requests the run has sent.
    """

    def __init__(self, walker: Callable[[], BusWalker], sent: Callable[[], int]) -> None:
        self._walker = walker
        self.findings: Findings = Findings(sent)

    def results(self, progress: Progress | None = None) -> list[Found]:
        """Replay the findings, and leave out requests that they do not need, within the bounds of the run."""
        return self.findings.replayed(self._confirm, self._shorten, progress)

    def _confirm(self, finding: Found) -> None:
        while not finding.is_decided:
            repeated = self._shows(finding.steps, finding.difference)
            finding.replays.append(repeated is not None)
            finding.difference = repeated or finding.difference

    def _shorten(self, finding: Found) -> None:
        if len(finding.steps) <= _MOST_SHORTENED:
            for step in finding.steps[:-1]:
                fewer = [one for one in finding.steps if one is not step]
                if self._shows(fewer, finding.difference) is not None:
                    finding.steps = fewer
            finding.is_short = True
        steps = renumbered(finding.steps)
        repeated = self._shows(steps, finding.difference)  # its words name the steps
        if repeated is not None:
            finding.steps, finding.difference = steps, repeated

    def _shows(self, steps: Sequence[Step], difference: Difference) -> Difference | None:
        """Take steps with a memory of their own; return the difference if the last one shows one of the same cause."""
        walker, differences = self._walker(), list[Difference]()
        for step in steps:
            differences = walker.take(step)
        return next((one for one in differences if one.cause == difference.cause), None)

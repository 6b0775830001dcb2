"""From a difference of the answers of a bus server to a finding: the fewest requests that show it again."""

from collections.abc import Callable, Iterable, Sequence

from trivet_checks.checks.verdict import CouldNotRun
from trivet_checks.explore.bus.walker import BusWalker
from trivet_checks.explore.differences import Difference
from trivet_checks.explore.search import Found
from trivet_checks.explore.steps import Step, renumbered

REPLAYS, ENOUGH = 3, 2
_MOST_CAUSES = 40
_MOST_SHORTENED = 60
"""The most requests of a walk of which single ones are left out."""


class BusSearch:
    """Collects the differences of a run by their causes.

    Args:
        walker: Makes a walker that remembers nothing.
        sent: How many requests the run has sent.
    """

    def __init__(self, walker: Callable[[], BusWalker], sent: Callable[[], int]) -> None:
        self._walker = walker
        self._sent = sent
        self.ended: str = ""
        """Why the replays have ended before their time; empty if they have not."""
        self._found: dict[tuple[str, str, str, str], Found] = {}

    def add(self, difference: Difference, steps: Sequence[Step]) -> None:
        """Take note of a difference that some requests show, the last of which is the one it was seen at."""
        known = self._found.get(difference.cause)
        if known is not None:
            known.times += 1
            if len(steps) < len(known.steps):
                known.difference, known.steps = difference, [*steps]
        elif len(self._found) < _MOST_CAUSES:
            self._found[difference.cause] = Found(difference, [*steps], self._sent())

    def add_known(self, differences: Iterable[Difference]) -> None:
        """Take note of differences that need no replay."""
        for difference in differences:
            known = Found(difference, [], replays=[True] * ENOUGH, is_short=True)
            self._found.setdefault(difference.cause, known)

    def results(self, progress: Callable[[int, int, str], None] | None = None) -> list[Found]:
        """Replay what was found, and leave out what it does not need, as long as the bounds of the run permit it."""
        findings = sorted(self._found.values(), key=lambda one: (one.difference.basis != "stated", len(one.steps)))
        try:
            for number, one in enumerate(findings):
                if progress is not None:
                    progress(number, len(findings), f"replays {one.difference.operation}")
                self._confirm(one)
            for one in findings:
                if one.is_confirmed:
                    self._shorten(one)
        except CouldNotRun as error:  # what is not confirmed was seen once
            self.ended = error.message
        return findings

    def _confirm(self, finding: Found) -> None:
        while sum(finding.replays) < ENOUGH and finding.replays.count(False) <= REPLAYS - ENOUGH:
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

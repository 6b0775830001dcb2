"""The steps of a probe, each of which may fail without an end of the others."""

from collections.abc import Callable

from trivet_checks.checks.target import Target
from trivet_checks.exchanges.evidence import Broken, LostWrite, NotTried


class Attempts:
    """Takes the steps of a probe.

    Args:
        target: The server.
    """

    def __init__(self, target: Target) -> None:
        self._target = target
        self.failed: list[str] = []
        """The steps that have failed, and why."""
        self.learned: set[str] = set()
        """The steps that have not failed."""

    def take(self, subject: str, learn: Callable[[], None]) -> None:
        """Take one step; a server that answers otherwise than a probe expects is a note, and no error."""
        try:
            learn()
            self.learned.add(subject)
        except (NotTried, Broken, LostWrite, KeyError, TypeError, AssertionError) as error:
            self.failed.append(f"{subject}: {self._target.gate.message(str(error))}")
        finally:
            self._target.traffic.settle(failed=subject not in self.learned)

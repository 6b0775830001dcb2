"""What a run makes on a server, and how each of it is removed again."""

from collections.abc import Callable
from dataclasses import dataclass, field

from trivet_stubs.checks.outcome import Broken, CouldNotRun, NotTried


@dataclass(frozen=True, slots=True)
class Record:
    """A record that a run made, or a change that it takes back."""

    __module__ = "trivet_stubs.checks"

    what: str
    """What it is, with its id: `conversation 6f1c…`."""
    remove: Callable[[], bool] = field(repr=False)
    """Removes it; returns whether it is gone."""


class Made:
    """The records of a run that are still there, the newest last."""

    def __init__(self) -> None:
        self.count = 0
        self.listed: list[str] = []
        """Everything that the run has made, in order."""
        self._there: list[Record] = []

    def add(self, what: str, remove: Callable[[], bool]) -> None:
        """Remember a record and how it is removed."""
        self.count += 1
        self.listed.append(what)
        self._there.append(Record(what, remove))

    def remove_all(self) -> None:
        """Remove every record that is still there, the newest first; what cannot be removed stays listed."""
        remaining: list[Record] = []
        while self._there:
            record = self._there[-1]
            try:
                gone = record.remove()
            except (Broken, CouldNotRun, NotTried):
                gone = False
            self._there.pop()  # only now: an interruption before leaves it listed
            if not gone:
                remaining.insert(0, record)
        self._there = remaining

    @property
    def left(self) -> list[str]:
        """What is still on the server."""
        return [each.what for each in self._there]

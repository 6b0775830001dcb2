"""What a run makes on a server, and how each of it is removed again."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from itertools import chain


@dataclass(frozen=True, slots=True)
class Record:
    """A record that a run made, or a change that it takes back."""

    __module__ = "trivet_stubs.checks"

    what: str
    """What it is, with its id: `conversation 6f1c…`."""
    remove: Callable[[], bool] = field(repr=False)
    """Removes it; returns whether it is gone."""
    ids: frozenset[str] = frozenset()
    """The ids in its path: what is below this path goes with it."""


@dataclass(frozen=True, slots=True)
class Unsure:
    """A request that may have made a record of which the run has no id."""

    what: str
    path: str


class Made:
    """The records of a run that are still there, the newest last.

    Args:
        worth_trying: Whether a removal may still be tried: the server answers, and there is time.
    """

    def __init__(self, worth_trying: Callable[[], bool] = lambda: True) -> None:
        self.count: int = 0
        self.listed: list[str] = []
        """Everything that the run has made, in order."""
        self._worth_trying = worth_trying
        self._there: list[Record] = []
        self._set_aside: dict[str, list[Record]] = {}
        """The records of checks that will look at them again, by the ids of their rules."""
        self._kept: list[Record] = []
        """The records that could not be removed, which are tried once more at the end of the run."""
        self._removed_ids: set[str] = set()
        self._unsure: list[Unsure] = []

    def add(self, what: str, remove: Callable[[], bool], ids: Collection[str] = ()) -> None:
        """Remember a record and how it is removed."""
        self.count += 1
        self.listed.append(what)
        self._there.append(Record(what, remove, frozenset(ids)))

    def add_unsure(self, what: str, path: str) -> None:
        """Remember a request that may have made a record: it got no answer, or one that a check could not read."""
        self._unsure.append(Unsure(what, path))

    def set_aside(self, rule: str) -> None:
        """Leave the records that are there on the server until `take_back`: the check of a rule looks at them again."""
        self._set_aside[rule] = self._there
        self._there = []

    def take_back(self, rule: str) -> None:
        """Let the next removal remove the records that were set aside for a rule, too."""
        self._there = [*self._set_aside.get(rule, ()), *self._there]
        self._set_aside.pop(rule, None)

    def remove_all(self, *, again: bool = False) -> None:
        """Remove every record that is there, the newest first; what cannot be removed stays listed.

        Args:
            again: Also remove what was set aside, and try those once more that could not be removed before.
        """
        if again:
            for rule in [*self._set_aside]:
                self.take_back(rule)
            self._there, self._kept = [*self._kept, *self._there], []
        at = len(self._kept)
        while self._there:
            record = self._there[-1]
            gone = self._worth_trying() and _remove(record)
            self._there.pop()  # only now: an interruption before leaves it listed
            if gone:
                self._removed_ids |= record.ids
            else:
                self._kept.insert(at, record)

    @property
    def left(self) -> list[str]:
        """What is still on the server."""
        return [record.what for record in self._remaining]

    @property
    def ids(self) -> frozenset[str]:
        """The ids in the paths of what is still on the server."""
        return frozenset[str]().union(*(record.ids for record in self._remaining))

    @property
    def unsure(self) -> list[str]:
        """The requests that may have left a record on the server; not those below a record that is gone."""
        return [each.what for each in self._unsure if not self._removed_ids.intersection(each.path.split("/"))]

    @property
    def _remaining(self) -> list[Record]:
        return [*self._kept, *chain.from_iterable(self._set_aside.values()), *self._there]


def _remove(record: Record) -> bool:
    try:
        return record.remove()
    except Exception:  # the other records are removed all the same
        return False

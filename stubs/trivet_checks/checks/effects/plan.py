"""The plan of a walk: as many groups of writes as the requests of a run allow, whatever the server does."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from trivet_checks.checks.effects.findings import Cell, Findings
from trivet_checks.checks.effects.places import places
from trivet_checks.checks.effects.walk import Ask, Walk, allowed
from trivet_checks.checks.effects.world import Expected, World
from trivet_checks.checks.target import Target
from trivet_checks.exchanges.evidence import LostWrite, NotTried
from trivet_stubs.kernel.contract import Contract

_MORE = 10
"""One request of so many more is kept for further pages and for finding out how a server takes a message."""


@dataclass(frozen=True, slots=True)
class Table:
    """The table of effects of a service: its records, and its writes in groups.

    >>> Table({"made": "creations"}, ChatWorld, ChatWrites).cells(load("chat"))
    """

    groups: Mapping[str, str]
    """From the groups of writes, in their order, to their names; a run with few requests leaves out the last ones."""
    world: Callable[[], World]
    writes: Callable[[Walk, Any], Any]
    """Makes an object whose methods have the names of the groups, of a walk and the server, or None."""

    def cells(self, contract: Contract, wants: Callable[[str], bool] = lambda rule: True) -> Mapping[Cell, Expected]:
        """The cells, each with its expected value, and the rule that states it."""
        return self.listed(contract, [*self.groups], wants).planned

    def listed(self, contract: Contract, groups: Collection[str], wants: Callable[[str], bool]) -> Walk:
        """A walk without a server, which lists its cells and its requests."""
        walk = Walk(places(contract), self.world(), wants)
        self.go(walk, None, groups)
        return walk

    def go(self, walk: Walk, service: Any, groups: Collection[str]) -> None:
        """Send the writes of some groups, and judge every place."""
        writes = self.writes(walk, service)
        walk.begin()
        for name in groups:
            walk.group(self.groups[name])
            getattr(writes, name)()


class GroupedWalk:
    """A walk through a server, by as many groups of writes as the requests of a run allow.

    >>> walk = GroupedWalk(TABLE, chat, chat.target, ask, 5000)
    >>> walk.run()
    >>> walk.findings.broken
    {}

    Args:
        table: The table of effects.
        service: The server, as its checks see it.
        target: The server.
        ask: Reads a place of it.
        most_requests: How many requests the run may send.
        wants: Whether a rule is judged.
        refused: Returns the callers who are let in no longer, and may raise `CouldNotRun`.
        prepare: Raises `NotTried` if the run lacks what every write needs.
    """

    def __init__(
        self,
        table: Table,
        service: Any,
        target: Target,
        ask: Ask,
        most_requests: int,
        *,
        wants: Callable[[str], bool],
        refused: Callable[[], Collection[str]],
        prepare: Callable[[], None],
    ) -> None:
        contract = target.shapes.contract
        names = [*table.groups]
        self._table = table
        self._service = service
        self._target = target
        self._prepare = prepare
        self._planned = table.cells(contract, wants)
        lists = [table.listed(contract, names[:number], wants) for number in range(len(names) + 1)]
        needed = next(number for number, walk in enumerate(lists) if walk.planned.keys() == self._planned.keys())
        number = next((n for n in range(needed, 0, -1) if allowed(lists[n].requests, most_requests)), 0)
        self._groups = names[:number]
        self.requests: int = lists[number].requests + lists[number].requests // _MORE if number else 0
        """How many requests it needs, without those that a late server makes it repeat."""
        self._walk = Walk(places(contract), table.world(), wants, target, ask, refused)

    def run(self) -> None:
        """Send the writes, and judge every place.

        Raises:
            CouldNotRun: A bound of the run is used up, a caller is refused, or the server has stopped answering.
        """
        if not self._groups:
            return
        try:
            self._prepare()
            self._table.go(self._walk, self._service, self._groups)
        except (LostWrite, NotTried):  # a caller is missing, or let in no longer
            return
        finally:
            self._target.made.remove_all()
            self._target.traffic.settle()

    @property
    def findings(self) -> Findings:
        """The findings so far."""
        return self._walk.findings(self._planned)

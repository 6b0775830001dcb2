"""The comparison of lists: which records of the walk they have, in which order, and which accounts are active."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any, cast

from trivet_checks.exchange_rules.agent import content
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply
from trivet_checks.explore.agent.form import rows_of
from trivet_checks.explore.agent.lists import pages, repeated
from trivet_checks.explore.agent.records import Records, World
from trivet_checks.explore.agent.words import (
    ACCOUNTS,
    CURSOR_RULE,
    FILTER_RULE,
    GONE_RULES,
    KINDS,
    LETS_IN,
    LIMIT_RULE,
    LIST,
    MAPPING_RULE,
    ORDER_RULE,
)
from trivet_checks.explore.asked import Asked
from trivet_checks.explore.differences import Difference
from trivet_checks.explore.sightings import shown
from trivet_checks.explore.steps import Ref
from trivet_stubs.kernel.validation import is_list

_FILTERS = ("search", "start", "path", "roots")
_ALL = 200


class Pages:
    """Compares the lists of a server with the model's. Records that are not the walk's belong to others.

    Args:
        world: The walk.
        records: Compares the records of a list.
    """

    def __init__(self, world: World, records: Records) -> None:
        self._world = world
        self._records = records

    def sessions(self, asked: Asked, read: Callable[[Mapping[str, Any]], Reply]) -> Iterator[Difference]:
        """Yield the differences of a list of sessions, whose further pages are read."""
        step, world = asked.step, self._world
        query = world.ledger.resolved(step.query, "server")
        listing = pages(read, query, asked.reply, world.form)
        if listing is None:
            return
        limit = step.query.get("limit")
        several = len(listing.lengths) > 1 or listing.lengths[0] == limit
        if isinstance(limit, int) and max(listing.lengths) > limit:
            yield asked.differs(
                "list", f"at most {limit} records", f"{max(listing.lengths)} records", LIMIT_RULE, "data"
            )
            return
        world.compared.update({LIMIT_RULE} if limit else ())
        asks = {name: value for name, value in step.query.items() if name not in ("limit", "order", "cursor")}
        looks = self._membership(asked, listing.rows, asks, several=several, is_whole=listing.is_whole)
        if first := [*islice(looks, 1)]:
            yield from first
            return
        yield from self._order(asked, listing.rows)
        yield from self._rows(asked, listing.rows, self._whole(asked, asks))

    def records(self, asked: Asked) -> Iterator[Difference]:
        """Yield the differences of the list of workspaces or of accounts."""
        rows = rows_of(content(asked.reply.plain))
        if rows is not None:
            asks = {name: value for name, value in asked.step.query.items() if name not in ("directory", "workspace")}
            differences = [*islice(self._membership(asked, rows, asks, several=False, is_whole=True), 1)]
            yield from differences
            if not differences:
                yield from self._rows(asked, rows, self._whole(asked, asks))
        if asked.step.operation == ACCOUNTS:
            yield from self._mapping(asked)

    def statuses(self, asked: Asked) -> Iterator[Difference]:
        """Yield the differences of the list of the statuses of all workspaces."""
        rows = rows_of(content(asked.reply.plain))
        if rows is None or not all(isinstance(row.get("workspaceID"), str) for row in rows):
            return
        rule = LETS_IN[asked.step.operation]
        self._world.compared.add(rule)
        refs = {self._world.ledger.ref("server", row["workspaceID"]) for row in rows}
        for step in self._world.ledger.known("workspace"):
            if Ref("workspace", step) not in refs:
                yield asked.differs("list", f"the status of {Ref('workspace', step)}", "no such record", rule, "data")
                return
        for ref in refs - {None}:
            if ref is not None and ref.of not in self._world.ledger.known("workspace"):
                yield asked.differs("list", "no such record", str(ref), GONE_RULES["workspace"], "data")
                return

    def _whole(self, asked: Asked, query: Mapping[str, Any]) -> list[Json]:
        """The rows of the model's list, whatever page of it the step asks for."""
        more = {"limit": _ALL} if asked.step.operation == LIST else {}
        asks = self._world.ledger.resolved(query, "model")
        answer = self._world.model.send("user", asked.step.operation, (), {**asks, **more}, None)
        return cast(list[Json], answer.json["data"]) if answer.ok else []

    def _membership(
        self, asked: Asked, rows: Sequence[Json], asks: Mapping[str, Any], *, several: bool, is_whole: bool
    ) -> Iterator[Difference]:
        """Compare which records of the walk a list has."""
        world, step = self._world, asked.step
        rule = self._rule(step.operation, asks)
        world.compared.add(rule)
        twice = repeated([*rows])
        if twice is not None and len({str(row.get("id")) for row in rows}) != len(rows):
            what = world.ledger.ref("server", twice[-1]) or "a record"
            yield asked.differs("list", "each record once", f"{what} twice", CURSOR_RULE if several else "", "data")
            return
        expected = [world.ledger.ref("model", row["id"]) for row in self._whole(asked, asks)]
        there = [ref for row in rows if (ref := world.ref(row)) is not None]
        for ref in there:
            if ref not in expected and not self._is_open(ref, asks):
                yield asked.differs("list", "no such record", str(ref), self._rule_of_extra(ref, rule, asks), "data")
                return
        for ref in expected if is_whole else ():
            if ref is not None and ref not in there and not self._is_open(ref, asks):
                missing = CURSOR_RULE if several else rule
                yield asked.differs("list", str(ref), "no such record", missing, "data")
                return

    def _is_open(self, ref: Ref, asks: Mapping[str, Any]) -> bool:
        """Whether the server has chosen the field by which the list is filtered."""
        return "projectID" in asks and "projectID" not in self._world.given.get(ref, {})

    def _rule(self, operation: str, asks: Mapping[str, Any]) -> str:
        if operation == LIST and any(name in asks for name in _FILTERS):
            return FILTER_RULE
        return LETS_IN[operation]

    def _rule_of_extra(self, ref: Ref, rule: str, asks: Mapping[str, Any]) -> str:
        if ref.of not in self._world.ledger.known(ref.kind):
            return GONE_RULES[ref.kind]
        if rule == FILTER_RULE:
            where = {name: value for name, value in asks.items() if name in ("directory", "workspace")}
            model = self._world.model.send("user", LIST, (), self._world.ledger.resolved(where, "model"), None)
            there = {row["id"] for row in model.json["data"]} if model.ok else set[str]()
            return rule if self._world.ledger.models.get(ref) in there else LETS_IN[LIST]
        return rule

    def _order(self, asked: Asked, rows: Sequence[Json]) -> Iterator[Difference]:
        """Compare the order of the walk's sessions by the time that they are ordered by."""
        order, name = asked.step.query.get("order"), f"time.{self._world.form.orders_by}"
        read = [self._world.form.read(row) for row in rows if self._world.ref(row) not in {None, *self._world.prompted}]
        if order not in ("asc", "desc") or not all(isinstance(row.get(name), int | float) for row in read):
            return
        self._world.compared.add(ORDER_RULE)
        for first, second in pairwise(read):
            if (first[name] > second[name]) if order == "asc" else (first[name] < second[name]):
                before, after = (f"{self._world.ref(row)} first" for row in (second, first))
                yield asked.differs("order", before, after, ORDER_RULE, "data")
                return

    def _rows(self, asked: Asked, rows: Sequence[Json], expected: Collection[Json]) -> Iterator[Difference]:
        by_ref = {self._world.ledger.ref("model", row["id"]): row for row in expected}
        for row in rows:
            if (model := by_ref.get(self._world.ref(row))) is not None and self._world.ref(row) is not None:
                yield from self._records.compare(asked, KINDS[asked.step.operation], model, row, "data")

    def _mapping(self, asked: Asked) -> Iterator[Difference]:
        """Compare the active accounts of the walk's services, in whichever map the answer has them."""
        world = self._world
        model = world.model.send("user", ACCOUNTS, (), {}, None).json
        service = asked.step.query.get("serviceID")
        shown_maps = [*_maps(asked.reply.plain)]
        accounts = {row["serviceID"] for row in model["data"] if service in (None, row["serviceID"])}
        for name in sorted(accounts - world.doubtful):
            expected = world.ledger.ref("model", model["active"].get(name))
            accounts_there = [
                world.ledger.ref("server", one.get(name)) for one in shown_maps if one.get(name) is not None
            ]
            world.compared.add(MAPPING_RULE)
            if (expected is not None and expected not in accounts_there) or (expected is None and any(accounts_there)):
                what = ", ".join(map(str, accounts_there)) or shown(None)
                yield asked.differs("field", str(expected or shown(None)), what, MAPPING_RULE, "active")
                return


def _maps(value: Any) -> Iterator[Json]:
    """All objects in an answer."""
    if isinstance(value, dict):
        yield cast(Json, value)
        for inner in cast(Json, value).values():
            yield from _maps(inner)
    elif is_list(value):
        for inner in value:
            yield from _maps(inner)

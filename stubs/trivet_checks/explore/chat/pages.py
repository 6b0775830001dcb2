"""The comparison of pages: which records a list has, how many, and in which order."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, islice, pairwise
from typing import Any, cast

from trivet_checks.exchanges.exchange import Json
from trivet_checks.explore.asked import Asked
from trivet_checks.explore.chat.form import at, number_at
from trivet_checks.explore.chat.lists import ALL, OWN, RATINGS, USERS
from trivet_checks.explore.chat.records import Records, World
from trivet_checks.explore.chat.words import (
    EXPORTED_RATINGS,
    KINDS,
    LIMIT_RULES,
    LIMITS,
    LISTED,
    MESSAGES,
    MOST,
    ORDERED,
    SHARES,
    TOTAL_RULE,
)
from trivet_checks.explore.differences import Difference
from trivet_checks.explore.sightings import shown
from trivet_checks.explore.steps import Step
from trivet_stubs.kernel.validation import is_list, is_object

Row = tuple[Json, str | None]
"""A record of a page with the model's id of it; None for a record that is not the walk's."""


class Pages:
    """Compares the pages of a server's lists with the model's.

    The records of the walk are compared one by one. Others, which were there before the walks, are counted.

    Args:
        world: The walk.
        records: Compares the records of a page.
    """

    def __init__(self, world: World, records: Records) -> None:
        self._world = world
        self._records = records

    def compare(self, asked: Asked, value: Any) -> Iterator[Difference]:
        """Yield the differences of a page."""
        if not is_object(value) or not is_list(value.get("items")):
            return
        step = asked.step
        kind, query = KINDS[step.operation], self._world.ledger.resolved(step.query, "server")
        items = [item for item in value["items"] if is_object(item)]
        total, whole = value.get("total"), self._whole(asked)
        if step.operation == SHARES and self._world.form.lists_revoked:
            there = {row["id"] for row in whole}
            kept = [item for item in items if self._world.model_id(kind, item) in {None, *there}]
            total, items = (total - len(items) + len(kept) if isinstance(total, int) else total), kept
        skip, limit = int(query.get("skip", 0)), int(query.get("limit", LIMITS[step.operation]))
        if len(items) > limit:
            rule = LIMIT_RULES[step.operation]
            yield asked.differs("list", f"at most {limit} records", f"{len(items)} records", rule, "items")
            return
        rows = [(item, self._world.model_id(kind, item)) for item in items]
        self._world.compared.add(rule_of_list(step))
        looks = chain(
            self._extra(asked, rows, whole, query),
            self._numbers(asked, rows, whole, total, skip, limit, self._older(step, query)),
            self._order(asked, rows, whole),
        )
        yield from islice(looks, 1)  # the others follow from the first
        by_id = {row["id"]: row for row in whole}
        for item, model_id in rows:
            if model_id in by_id:
                yield from self._records.compare(asked, by_id[model_id], item, "items")
                yield from self._count(asked, by_id[model_id], item)

    def _whole(self, asked: Asked) -> list[Json]:
        """The rows of the model's list, whatever page of it the step asks for."""
        step, resolved = asked.step, self._world.ledger.resolved
        query = {name: value for name, value in step.query.items() if name not in ("skip", "limit")}
        if step.operation in MOST:
            query["limit"] = MOST[step.operation]
        path = self._world.ledger.path(step, "model")
        answer = self._world.model.send(asked.model_caller, step.operation, path, resolved(query, "model"), None)
        return cast(list[Json], answer.json["items"]) if answer.ok else []

    def _older(self, step: Step, query: Mapping[str, Any]) -> int | None:
        """How many records of a list are not the walk's; None if that is not known."""
        if step.operation in (MESSAGES, SHARES):
            return 0
        before = self._world.lists.of(step.operation, step.caller, query)
        if before is None or (step.operation == USERS and query.get("search")):
            return None
        return before.total - (len(self._world.users) if step.operation == USERS else 0)

    def _extra(
        self, asked: Asked, rows: Sequence[Row], whole: Sequence[Json], query: Mapping[str, Any]
    ) -> Iterator[Difference]:
        """A record that the list must not have: gone, hidden or of another caller; and one that is there twice."""
        step, there = asked.step, {row["id"] for row in whole}
        known: Collection[str] | None = ()
        if step.operation not in (MESSAGES, SHARES):
            before = self._world.lists.of(step.operation, step.caller, query)
            known = None if before is None else before.ids
        seen: set[str] = set()
        for item, model_id in rows:
            id_ = str(item.get("id"))
            if id_ in seen:
                yield asked.differs("list", "each record once", "a record twice", rule_of_list(step), "items")
                return
            seen.add(id_)
            is_extra = model_id not in there if model_id is not None else known is not None and id_ not in known
            if is_extra and step.operation != USERS:
                what = self._world.ledger.ref("server", id_) or "a record that was not there before the walk"
                yield asked.differs("list", "no such record", str(what), self._rule_of_extra(step, model_id), "items")
                return

    def _numbers(
        self,
        asked: Asked,
        rows: Sequence[Row],
        whole: Sequence[Json],
        total: Any,
        skip: int,
        limit: int,
        older: int | None,
    ) -> Iterator[Difference]:
        """Compare the total, the length of the page, and which records of the walk are on it."""
        if older is None:
            return
        step, count = asked.step, len(whole) + older
        self._world.compared.add(TOTAL_RULE)
        expected = max(0, min(limit, count - skip))
        if len(rows) != expected:
            rule = rule_of_list(step)
            yield asked.differs("list", f"{expected} records", f"{len(rows)} records", rule, "items")
        elif skip == 0 and count <= limit:
            yield from self._missing(asked, rows, whole)
        elif step.operation in ORDERED and not any(self._is_doubtful(row) for row in whole):
            yield from self._missing(asked, rows, whole[skip : skip + limit])
        if total != count:
            yield asked.differs("total", str(count), shown(total), TOTAL_RULE, "total")

    def _missing(self, asked: Asked, rows: Sequence[Row], expected: Sequence[Json]) -> Iterator[Difference]:
        there = {model_id for _, model_id in rows}
        for row in expected:
            if row["id"] not in there:
                what = self._world.named(row["id"])
                yield asked.differs("list", str(what), "no such record", rule_of_list(asked.step), "items")
                return

    def _order(self, asked: Asked, rows: Sequence[Row], whole: Sequence[Json]) -> Iterator[Difference]:
        """Compare the order of the walk's records, but of those whose place is open."""
        if (rule := ORDERED.get(asked.step.operation)) is None:
            return
        position = {row["id"]: place for place, row in enumerate(whole) if not self._is_doubtful(row)}
        ours = [(item, model_id) for item, model_id in rows if model_id in position]
        self._world.compared.add(rule)
        for (first, one), (second, other) in pairwise(ours):
            if position[str(one)] > position[str(other)] and not _tied(first, second):
                before, after = (f"{self._world.named(str(model_id))} first" for model_id in (other, one))
                yield asked.differs("order", before, after, rule, "items")
                return

    def _count(self, asked: Asked, model: Json, item: Json) -> Iterator[Difference]:
        """Compare the count of messages or conversations of a record."""
        operation = asked.step.operation
        if (path := self._world.form.counts.get(operation)) is None:
            return
        if operation == ALL:
            expected, rule = model["message_count"], "chat.admin-conversations.list-has-a-message-count"
        else:
            name = next(name for name, user in self._world.users.items() if user["id"] == item["id"])
            before = self._world.lists.of(OWN, name, {"include_archived": True})
            if before is None:
                return
            expected, rule = model["conversation_count"] + before.total, "chat.users.list-has-counts"
        self._world.compared.add(rule)
        if number_at(item, path) != expected:
            yield asked.differs("total", str(expected), shown(at(item, path)), rule, ".".join(("items", *path)))

    def _is_doubtful(self, row: Json) -> bool:
        return self._world.ledger.ref("model", row["id"]) in self._world.doubtful

    def _rule_of_extra(self, step: Step, model_id: str | None) -> str:
        row = self._world.model.stub.records.conversations.get(model_id or "")
        if step.operation == OWN and row is not None and row.is_archived:
            return "chat.conversations.archived-are-hidden-by-default"
        return "chat.shares.revoked-is-not-listed" if step.operation == SHARES else rule_of_list(step)


def rule_of_list(step: Step) -> str:
    """The rule about the records of a list; empty if there is none.

    >>> rule_of_list(Step(number=1, operation="conversations.list", caller="user"))
    'chat.conversations.list-is-the-callers-own'
    """
    if step.operation == ALL and step.query.get("search"):
        return "chat.admin-conversations.search-matches-title-or-id-prefix"
    if step.operation in (RATINGS, EXPORTED_RATINGS):
        by_rating = "rating_filter" in step.query
        named = "filter-chooses-likes-or-dislikes" if by_rating else "comments-only-by-request"
        return f"chat.admin-ratings.{named}"
    return LISTED.get(step.operation, "")


def _tied(first: Json, second: Json) -> bool:
    """Whether two records show the same times, so that their order is open."""
    times = [{name: row.get(name) for name in ("updated_at", "created_at")} for row in (first, second)]
    return any(times[0].values()) and times[0] == times[1]

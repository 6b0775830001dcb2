"""The comparison of messages, and of the requests to the user that wait for an answer."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from trivet_checks.checks.agent.turns import kind_of, text_of
from trivet_checks.exchange_rules.agent import content
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply
from trivet_checks.explore.agent.form import rows_of
from trivet_checks.explore.agent.lists import pages, repeated
from trivet_checks.explore.agent.records import Records, World
from trivet_checks.explore.agent.words import (
    CONTEXT,
    CONTEXT_RULE,
    CURSOR_RULE,
    LETS_IN,
    LIMIT_RULE,
    MESSAGES,
    ORDER_RULE,
    PROMPT,
)
from trivet_checks.explore.asked import Asked
from trivet_checks.explore.differences import Difference
from trivet_checks.explore.sightings import shown
from trivet_checks.explore.steps import Ref


class Messages:
    """Compares the messages of sessions: the prompts are the walk's, and the answers are the agent's own.

    Args:
        world: The walk.
        records: Compares a message with what other operations have shown of it.
    """

    def __init__(self, world: World, records: Records) -> None:
        self._world = world
        self._records = records

    def listed(self, asked: Asked, read: Callable[[Mapping[str, Any]], Reply]) -> Iterator[Difference]:
        """Yield the differences of a list of messages, whose further pages are read."""
        query = asked.step.query
        listing = pages(read, query, asked.reply, self._world.form)
        if listing is None or not listing.is_whole:
            return
        limit, order = query.get("limit"), query.get("order")
        several = len(listing.lengths) > 1 or listing.lengths[0] == limit
        if isinstance(limit, int) and max(listing.lengths) > limit:
            yield asked.differs(
                "list", f"at most {limit} records", f"{max(listing.lengths)} records", LIMIT_RULE, "data"
            )
            return
        if repeated(listing.rows) is not None:
            yield asked.differs("list", "each record once", "a message twice", CURSOR_RULE if several else "", "data")
            return
        expected = self._prompts(asked, MESSAGES)
        rows = listing.rows[::-1] if order == "desc" else listing.rows
        rule = CURSOR_RULE if several else LETS_IN[PROMPT]
        yield from self._compare(asked, rows, expected, rule, is_ordered=order is not None)
        yield from self._as_before(asked, listing.rows)

    def context(self, asked: Asked) -> Iterator[Difference]:
        """Yield the differences of the active messages of a session."""
        rows = rows_of(content(asked.reply.plain))
        if rows is not None:
            expected = self._prompts(asked, CONTEXT)
            yield from self._compare(asked, rows, expected, LETS_IN[CONTEXT], is_ordered=False)
            yield from self._as_before(asked, rows)

    def requests(self, asked: Asked, expected: Any) -> Iterator[Difference]:
        """Yield the differences of a list of requests to the user."""
        world, rows = self._world, rows_of(content(asked.reply.plain))
        if rows is None:
            return
        model = {world.ledger.ref("model", row["id"]): row for row in cast(list[Json], content(expected))}
        waiting = {ref: row for row in rows if (ref := world.ref(row)) is not None}
        for ref in waiting.keys() - model.keys() - world.loose:
            rule = world.ended.get(ref, CONTEXT_RULE)
            yield asked.differs("list", "no such record", str(ref), rule, "data")
            return
        world.compared.add(LETS_IN[asked.step.operation])
        for ref, row in model.items():
            if ref is not None and ref not in waiting:
                rule = LETS_IN[asked.step.operation]
                yield asked.differs("list", str(ref), "no such record", rule, "data")
                return
            session = waiting[ref].get("sessionID") if ref is not None else None
            if ref is not None and world.ledger.ref("server", session) != world.ledger.ref("model", row["sessionID"]):
                yield asked.differs("field", row["sessionID"], shown(session), "", "data.sessionID")
                return

    def _prompts(self, asked: Asked, operation: str) -> list[str]:
        """The texts of the prompts that the model shows, oldest first."""
        query = {"order": "asc", "limit": 100} if operation == MESSAGES else {}
        path = self._world.ledger.path(asked.step, "model")
        answer = self._world.model.send("user", operation, path, query, None)
        return [row["text"] for row in answer.json["data"] if row["type"] == "user"] if answer.ok else []

    def _compare(
        self, asked: Asked, rows: list[Json], expected: list[str], rule: str, *, is_ordered: bool
    ) -> Iterator[Difference]:
        """Compare the prompts among the messages, and their place before the answers if there is an order."""
        prompts = [text_of(row) for row in rows if kind_of(row) == "user"]
        self._world.compared.add(rule)
        if sorted(prompts) != sorted(expected):
            wanted, there = (f"{len(texts)} prompts" for texts in (expected, prompts))
            if wanted == there:
                wanted, there = (shown("; ".join(texts)) for texts in (expected, prompts))
            yield asked.differs("list", wanted, there, rule, "data")
        elif is_ordered and rows:
            self._world.compared.add(ORDER_RULE)
            if prompts != expected or (expected and kind_of(rows[0]) == "assistant"):
                yield asked.differs("order", "each prompt before its answer", "another order", ORDER_RULE, "data")

    def _as_before(self, asked: Asked, rows: list[Json]) -> Iterator[Difference]:
        if asked.step.path[0] in self._world.waiting.values():
            return
        for row in rows:
            if isinstance(row.get("id"), str):
                yield from self._records.as_before(asked, Ref("message", row["id"]), row, "data")

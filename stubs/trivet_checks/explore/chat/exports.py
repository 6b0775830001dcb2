"""The comparison of the summary and of the exports, whose numbers count from those before the walks."""

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any, cast

from trivet_checks.exchanges.exchange import Json
from trivet_checks.explore.asked import Asked
from trivet_checks.explore.chat.form import ROUNDED, at, number_at
from trivet_checks.explore.chat.lists import ALL, RATINGS
from trivet_checks.explore.chat.pages import rule_of_list
from trivet_checks.explore.chat.records import Records, World
from trivet_checks.explore.chat.words import EXPORT, LISTED, SUMMARY_RULE, TABLE_RULE, VOTES
from trivet_checks.explore.differences import Difference
from trivet_checks.explore.sightings import shown
from trivet_stubs.kernel.validation import is_list, is_object

_NUMBERS = {
    "total": "total_ratings",
    "likes": "like_count",
    "dislikes": "dislike_count",
    "comments": "with_comments",
}
"""The model's names of the numbers of a summary."""


class Exports:
    """Compares the summary and the exports of a server with the model's.

    Args:
        world: The walk.
        records: Compares the records of an export.
    """

    def __init__(self, world: World, records: Records) -> None:
        self._world = world
        self._records = records

    def summary(self, asked: Asked, value: Any, expected: Json) -> Iterator[Difference]:
        """Yield the differences of the summary: its counts, and the average that follows from them."""
        before = self._world.lists.summary.get(asked.step.query.get("days", 30))
        if before is None:
            return
        self._world.compared.add(SUMMARY_RULE)
        sums: dict[str, float] = {}
        for name, model in _NUMBERS.items():
            if (path := self._world.form.summary.get(name)) is not None:
                sums[name] = expected[model] + before.get(path, 0)
                if number_at(value, path) != sums[name]:
                    found = shown(at(value, path))
                    yield asked.differs("total", f"{sums[name]:g}", found, SUMMARY_RULE, ".".join(path))
        path = self._world.form.summary.get("average")
        if path is not None and {"total", "likes", "dislikes"} <= sums.keys():
            mean = (sums["likes"] - sums["dislikes"]) / sums["total"] if sums["total"] else 0.0
            average = number_at(value, path)
            if average is None or abs(average - mean) > ROUNDED:
                yield asked.differs("total", f"{mean:.3f}", shown(at(value, path)), SUMMARY_RULE, ".".join(path))

    def conversations(self, asked: Asked, value: Any, expected: Json) -> Iterator[Difference]:
        """Yield the differences of the export of all conversations."""
        rule, rows = LISTED[EXPORT], value.get("conversations") if is_object(value) else None
        before = self._world.lists.of(ALL, asked.step.caller, {})
        if not is_list(rows) or before is None:
            return
        found, models = [row for row in rows if is_object(row)], cast(list[Json], expected["conversations"])
        count = len(models) + before.total
        self._world.compared.add(rule)
        for number, place in ((value.get("total"), "total"), (len(found), "conversations")):
            if number != count:
                yield asked.differs("total", str(count), shown(number), rule, place)
        by_id = {self._world.model_id("conversation", row): row for row in found}
        for model in models:
            if (row := by_id.get(model["id"])) is None:
                named = self._world.named(model["id"])
                yield asked.differs("list", named, "no such record", rule, "conversations")
                return
            yield from self._records.compare(asked, model, row, "conversations")

    def ratings(self, asked: Asked, value: Any) -> Iterator[Difference]:
        """Yield the differences of the export of ratings as one JSON document, whose form is the server's own."""
        members = [*cast(Mapping[str, Any], value).values()] if is_object(value) else [value]
        lists = [member for member in members if is_list(member)]
        older = self._older(asked)
        if not lists or older is None:
            return
        rows, rule = [row for row in lists[0] if is_object(row)], rule_of_list(asked.step)
        expected = self._model_ratings(asked)
        self._world.compared.add(rule)
        if len(rows) != len(expected) + older:
            count = len(expected) + older
            yield asked.differs("list", f"{count} ratings", f"{len(rows)} ratings", rule, "ratings")
        by_id = {self._world.model_id("rating", row): row for row in rows}
        for model in expected:
            if (row := by_id.get(model["id"])) is not None:
                yield from self._records.compare(asked, model, row, "ratings")
            elif self._world.ledger.ref("model", model["id"]) is not None and all("id" in row for row in rows):
                yield asked.differs("list", self._world.named(model["id"]), "no such record", rule, "ratings")
                return

    def table(self, asked: Asked, text: str) -> Iterator[Difference]:
        """Yield the differences of a table, which has a row for each rating, perhaps below a head."""
        older = self._older(asked)
        if older is None:
            return
        rows, expected = [row for row in csv.reader(io.StringIO(text)) if row], self._model_ratings(asked)
        count = len(expected) + older
        self._world.compared.add(TABLE_RULE)
        if len(rows) not in (count, count + 1):
            yield asked.differs("list", f"{count} rows", f"{len(rows)} rows", TABLE_RULE, "rows")
            return
        for model in expected:
            if (ref := self._world.ledger.ref("model", model["message_id"])) is None:
                continue
            message = self._world.ledger.id_of(ref, "server")
            cells = [row for row in rows if message in row and model["user_id"] in row]
            named, comment = self._world.named(model["id"]), model["comment"]
            if cells and comment is not None and not any(comment in row for row in cells):
                yield asked.differs("list", f"the comment of {named}", "a row without it", TABLE_RULE, "rows")
                return
            if cells and not any(cell.lower() in VOTES[model["rating"]] for row in cells for cell in row):
                yield asked.differs("field", str(model["rating"]), "not in its row", TABLE_RULE, "rows")
                return

    def _model_ratings(self, asked: Asked) -> list[Json]:
        query = {name: value for name, value in asked.step.query.items() if name != "export_format"}
        answer = self._world.model.send(asked.model_caller, RATINGS, (), {**query, "limit": 100}, None)
        return cast(list[Json], answer.json["items"])

    def _older(self, asked: Asked) -> int | None:
        before = self._world.lists.of(RATINGS, asked.step.caller, asked.step.query)
        return None if before is None else before.total

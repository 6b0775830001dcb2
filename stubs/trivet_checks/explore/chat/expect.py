"""The comparison of two answers to one step: what the contract states, and what this project assumes, each by its rule."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply
from trivet_checks.explore.chat.form import ChatForm, at, texts
from trivet_checks.explore.chat.lists import ALL, OWN, RATINGS, SHARED, SUMMARY, USERS, Lists
from trivet_checks.explore.chat.model import ChatModel, ModelAnswer
from trivet_checks.explore.chat.probe import ROUNDED, number_at
from trivet_checks.explore.differences import Difference, Kind
from trivet_checks.explore.steps import Ledger, Ref, Step

MESSAGES, SHARES = "conversations.messages.list", "conversations.shares.list"
EXPORT, EXPORTED_RATINGS = "admin.conversations.export", "admin.ratings.export"
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d")
_TOTAL = "chat.paging.total-counts-every-match"
_RECORD = "chat.answers.each-operation-answers-its-record"
_ANSWERS_RECORD = frozenset(
    (
        "conversations.create",
        "conversations.update",
        "conversations.archive",
        "conversations.messages.create",
        "conversations.messages.rate",
        "conversations.shares.create",
        "admin.users.get",
        "admin.users.update",
    )
)
_KINDS = {
    OWN: "conversation",
    SHARED: "conversation",
    ALL: "conversation",
    RATINGS: "rating",
    USERS: "user",
    MESSAGES: "message",
    SHARES: "share",
}
_LIMITS = {OWN: 50, SHARED: 50, ALL: 50, RATINGS: 50, USERS: 50, MESSAGES: 100, SHARES: 10_000}
_MOST = {OWN: 100, SHARED: 100, ALL: 100, RATINGS: 100, USERS: 500, MESSAGES: 500}
_LIMIT_RULES = {MESSAGES: "chat.paging.messages-limit-is-1-to-500", USERS: "chat.paging.users-limit-is-1-to-500"}
_ORDERED = {
    OWN: "chat.conversations.list-is-latest-update-first",
    RATINGS: "chat.admin-ratings.list-is-newest-first",
    MESSAGES: "chat.messages.list-is-oldest-first",
}
_LISTED = {
    OWN: "chat.conversations.list-is-the-callers-own",
    SHARED: "chat.shares.shared-with-me-lists-what-others-share",
    ALL: "chat.admin-conversations.archived-are-listed-by-default",
    MESSAGES: "chat.messages.list-is-oldest-first",
    SHARES: "chat.shares.list-has-items-and-total",
    EXPORT: "chat.admin-conversations.export-has-everything",
}
_FIELDS = {
    "title": "chat.conversations.update-sets-title-and-archived",
    "is_archived": "chat.conversations.update-sets-title-and-archived",
    "user_id": "chat.conversations.owner-is-the-caller",
    "rating": "chat.ratings.new-is-201-and-update-is-200",
    "comment": "chat.ratings.comment-is-optional",
    "role": "chat.users.update-changes-role-and-activity",
    "is_active": "chat.users.update-changes-role-and-activity",
    "is_app_admin": "chat.users.update-changes-role-and-activity",
    "token_type": "chat.impersonation.answer-has-five-fields",
    "impersonated_user_id": "chat.impersonation.answer-has-five-fields",
    "impersonated_by": "chat.impersonation.answer-has-five-fields",
    "expires_in": "chat.impersonation.expires-in-is-3600",
}
_OF_MESSAGES = {"conversations.get": "chat.conversations.get-embeds-messages", EXPORT: _LISTED[EXPORT]}
_PLAIN = frozenset(
    ("title", "is_archived", "user_id", "conversation_id", "message_id", "role", "content", "rating", "comment")
    + ("shared_by", "shared_with", "permission", "email", "full_name", "is_active", "is_app_admin", "expires_in")
    + ("token_type", "impersonated_user_id", "impersonated_by", "user_rating", "id")
)
"""The fields that are compared with the model's wherever both sides show them."""
_WORDS = {1: ("1", "like", "liked", "likes"), -1: ("-1", "dislike", "disliked", "dislikes")}
"""How a table may show a rating."""
_ABSENT = object()


@dataclass(slots=True)
class _Sighting:
    """A field of a record as an operation has shown it."""

    value: Any
    model: Any
    operation: str
    writes: int


class Expectation:
    """Compares answers of a server with the model's.

    Args:
        service: The service.
        form: How the server spells what the contract leaves open.
        lists: The lists of the server before the walks.
        users: The record of each caller.
        ledger: The records of the walk.
        model: The model, which is asked for whole lists.
    """

    def __init__(
        self, form: ChatForm, lists: Lists, users: Mapping[str, Json], ledger: Ledger, model: ChatModel
    ) -> None:
        self.form = form
        self.lists = lists
        self.users = users
        self.ledger = ledger
        self.model = model
        self.writes = 0
        """The number of writes of the walk so far."""
        self.doubtful: set[Ref] = set()
        """The records whose last update is none for every server, so that their place in an order is open."""
        self.compared: set[str] = set()
        """The rules that a comparison was made by."""
        self._seen: dict[tuple[Ref, str, str], _Sighting] = {}
        self._roles = {ref["id"]: name for name, ref in users.items()}

    def differences(self, step: Step, caller: str, reply: Reply, answer: ModelAnswer) -> Iterator[Difference]:
        """Yield the differences between two answers that are both a success."""
        self._step, self._caller, self._reply = step, caller, reply
        operation = step.operation
        if operation == "conversations.messages.rate":
            self.compared.add(_FIELDS["rating"])
            if reply.status != answer.status and {reply.status, answer.status} <= {200, 201}:
                yield self._difference("status", str(answer.status), str(reply.status), _FIELDS["rating"])
        if operation == EXPORTED_RATINGS and step.query.get("export_format") == "csv":
            yield from self._table(reply.body.decode("utf-8", "replace"))
            return
        if not reply.is_json or answer.json is None:
            return
        value, expected = self.form.read(reply.plain), answer.json
        yield from self._leaks(step, reply, answer)
        if operation in _KINDS:
            yield from self._list(value)
        elif operation == SUMMARY:
            yield from self._summary(value, expected)
        elif operation == EXPORT:
            yield from self._export(value, expected)
        elif operation == EXPORTED_RATINGS:
            yield from self._exported_ratings(value)
        elif operation == "conversations.open_shared":
            yield from self._public(value, expected)
        else:
            yield from self._record("", expected, value)

    # Records.

    def _record(self, place: str, expected: Any, found: Any, kind: str = "") -> Iterator[Difference]:
        """Compare a record field by field."""
        if not isinstance(found, dict) or not isinstance(expected, dict):
            return
        record, model = cast(Json, found), cast(Json, expected)
        ref = self.ledger.ref("model", model.get("id"))
        for name, value in record.items():
            inner = f"{place}.{name}" if place else name
            if name == "messages" and isinstance(model.get("messages"), list):
                yield from self._messages(inner, model["messages"], value)
                continue
            if ref is not None and not isinstance(value, list | dict):
                yield from self._sighted(ref, name, inner, value, model.get(name, _ABSENT))
            if name in _PLAIN and name in model and not self._same(name, model[name], value):
                yield self._difference("field", _shown(model[name]), _shown(value), self._rule_of(name, place), inner)
            elif name in _PLAIN and name in model and name in _FIELDS:
                self.compared.add(self._rule_of(name, place))

    def _rule_of(self, name: str, place: str) -> str:
        if not place and self._step.operation in _ANSWERS_RECORD:
            return _RECORD
        if place and "messages" in place:
            return _OF_MESSAGES.get(self._step.operation, "")
        if name == "user_id" and self._step.operation in (RATINGS, EXPORTED_RATINGS):
            return ""
        return _FIELDS.get(name, _LISTED[MESSAGES] if name == "content" and self._step.operation == MESSAGES else "")

    def _same(self, name: str, expected: Any, found: Any) -> bool:
        if name == "full_name" or (name == "email" and not isinstance(found, str)):
            return True  # the model may have made it up
        if name == "user_rating" and found is None:
            return True  # it shows to other readers than the model's
        known = self.ledger.ref("model", expected)
        other = self.ledger.ref("server", found)
        if known is not None or other is not None:
            return known == other
        if name == "id" or (isinstance(expected, str) and isinstance(found, str) and _TIME.match(expected)):
            return True
        return bool(expected == found) and isinstance(expected, bool) == isinstance(found, bool)

    def _sighted(self, ref: Ref, name: str, place: str, value: Any, model: Any) -> Iterator[Difference]:
        """A field that two operations show has one value, unless something was written in between that may change it."""
        key = (ref, name, self._caller)
        earlier = self._seen.get(key)
        stays = earlier is not None and (
            earlier.writes == self.writes
            or (model is not _ABSENT and earlier.model is not _ABSENT and name == "created_at")
        )
        if earlier is not None and stays and name not in _PLAIN and earlier.value != value:
            yield self._difference("field", f"{_shown(earlier.value)} as {earlier.operation} shows it", _shown(value), "", place)
        elif earlier is None or earlier.writes != self.writes:
            self._seen[key] = _Sighting(value, model, self._step.operation, self.writes)

    def _messages(self, place: str, expected: list[Json], found: Any) -> Iterator[Difference]:
        """Compare the messages of a conversation, which are in the order in which they were added."""
        if not isinstance(found, list):
            return
        rule = _OF_MESSAGES.get(self._step.operation, "")
        rows = cast(list[Any], found)
        self.compared.add(rule)
        if len(rows) != len(expected):
            yield self._difference("list", f"{len(expected)} messages", f"{len(rows)} messages", rule, place)
            return
        for model, row in zip(expected, rows, strict=True):
            yield from self._record(place, model, row)

    def _public(self, value: Any, expected: Json) -> Iterator[Difference]:
        """A link shows the same parts of every conversation."""
        rule, content = "chat.shares.token-opens-the-conversation", [*texts(value)]
        model = cast(Json, expected["conversation"])
        self.compared.add(rule)
        title = model["title"]
        if "title" in self.form.public and title and title not in content:
            yield self._difference("field", _shown(title), "not shown", rule, "title")
        if "messages" in self.form.public:
            for message in cast(list[Json], model["messages"]):
                if message["content"] not in content:
                    yield self._difference("list", "a message of the conversation", "not shown", rule, "messages")
                    return
        if isinstance(value, dict) and isinstance(value.get("messages"), list):
            rows, messages = cast(list[Any], value["messages"]), cast(list[Json], model["messages"])
            if len(rows) != len(messages):
                yield self._difference("list", f"{len(messages)} messages", f"{len(rows)} messages", rule, "messages")

    def _leaks(self, step: Step, reply: Reply, answer: ModelAnswer) -> Iterator[Difference]:
        """A token of the walk shows where the model does not show it."""
        if step.operation in ("conversations.shares.list", "conversations.shares.create", "conversations.open_shared"):
            return
        for number in self.ledger.known("link"):
            token = self.ledger.id_of(Ref("link", number), "server")
            if token.encode() in reply.body:
                yield self._difference("field", "without the token of a link", "with it", "", "token")
                return

    # Lists.

    def _whole(self) -> list[Json]:
        """The rows of the model's list, whatever page of it the step asks for."""
        step, operation = self._step, self._step.operation
        query = {name: value for name, value in step.query.items() if name not in ("skip", "limit")}
        if operation in _MOST:
            query["limit"] = _MOST[operation]
        answer = self.model.send(
            self._model_caller(), operation, self.ledger.resolved(step.path, "model"), self.ledger.resolved(query, "model"), None
        )
        return cast(list[Json], answer.json["items"]) if answer.ok else []

    def _model_caller(self) -> str:
        step = self._step
        return step.caller if step.grant is None else self.ledger.id_of(step.grant, "model")

    def _list(self, value: Any) -> Iterator[Difference]:
        if not isinstance(value, dict) or not isinstance(value.get("items"), list):
            return
        operation, query = self._step.operation, self.ledger.resolved(self._step.query, "server")
        items = [item for item in cast(list[Any], value["items"]) if isinstance(item, dict)]
        total = value.get("total")
        whole = self._whole()
        older = self._older(query)
        if operation == SHARES and self.form.lists_revoked:
            there = {row["id"] for row in whole}
            kept = [item for item in items if (ids := self._model_id("share", item)) is None or ids in there]
            total, items = (total - len(items) + len(kept) if isinstance(total, int) else total), kept
        skip, limit = int(query.get("skip", 0)), int(query.get("limit", _LIMITS[operation]))
        if len(items) > limit:
            yield self._difference("list", f"at most {limit} records", f"{len(items)} records", _LIMIT_RULES.get(operation, "chat.paging.limit-is-1-to-100"), "items")
            return
        self.compared.add(self._rule_of_list())
        rows = self._matched(items)
        yield from self._foreign(rows, whole, query)
        if older is not None:
            count = len(whole) + older
            self.compared.add(_TOTAL)
            if total != count:
                yield self._difference("total", str(count), _shown(total), _TOTAL, "total")
            expected = max(0, min(limit, count - skip))
            if len(items) != expected:
                yield self._difference("list", f"{expected} records", f"{len(items)} records", self._rule_of_list(), "items")
            elif skip == 0 and count <= limit:
                yield from self._missing(rows, whole)
            elif operation in _ORDERED:
                first = {row["id"] for row in whole[skip : skip + limit]}
                if not self._open_order(whole):
                    yield from self._missing(rows, [row for row in whole if row["id"] in first])
        yield from self._order(rows, whole, skip, limit)
        by_id = {row["id"]: row for row in whole}
        for item, model_id in rows:
            if model_id in by_id:
                yield from self._record("items", by_id[model_id], item)
                yield from self._count(by_id[model_id], item)

    def _older(self, query: Mapping[str, Any]) -> int | None:
        """How many records of a list are not the walk's."""
        operation = self._step.operation
        if operation in (MESSAGES, SHARES):
            return 0
        before = self.lists.of(operation, self._caller, query)
        if before is None:
            return None
        if operation != USERS:
            return before.total
        return before.total - len(self.users) if not query.get("search") else None

    def _matched(self, items: Sequence[Json]) -> list[tuple[Json, str | None]]:
        """The rows of a page, each with the model's id of the record; None for one that is not the walk's."""
        kind = _KINDS[self._step.operation]
        return [(item, self._model_id(kind, item)) for item in items]

    def _model_id(self, kind: str, item: Json) -> str | None:
        if kind == "user":
            return item["id"] if item.get("id") in self._roles else None
        ref = self.ledger.ref("server", item.get("id"))
        if ref is None or ref.kind != kind:
            return None
        return self.ledger.models.get(ref)

    def _foreign(self, rows: Sequence[tuple[Json, str | None]], whole: Sequence[Json], query: Mapping[str, Any]) -> Iterator[Difference]:
        """Records that the list must not have: gone, hidden or of another caller; and one that is there twice."""
        there = {row["id"] for row in whole}
        before = None if self._step.operation in (MESSAGES, SHARES) else self.lists.of(self._step.operation, self._caller, query)
        known = frozenset[str]() if self._step.operation in (MESSAGES, SHARES) else None if before is None else before.ids
        seen: set[str] = set()
        for item, model_id in rows:
            shown = str(item.get("id"))
            if shown in seen:
                yield self._difference("list", "each record once", "a record twice", self._rule_of_list(), "items")
                return
            seen.add(shown)
            is_extra = model_id not in there if model_id is not None else known is not None and shown not in known
            if is_extra and self._step.operation != USERS:
                ref = self.ledger.ref("server", shown)
                what = "a record that was not there before the walk" if ref is None else str(ref)
                yield self._difference("list", "without it", f"with {what}", self._rule_of_extra(model_id), "items")
                return

    def _missing(self, rows: Sequence[tuple[Json, str | None]], expected: Sequence[Json]) -> Iterator[Difference]:
        there = {model_id for _, model_id in rows}
        for row in expected:
            if row["id"] not in there and (self._step.operation != USERS or not self._step.query.get("search")):
                ref = self.ledger.ref("model", row["id"])
                yield self._difference("list", f"with {ref or 'a record'}", "without it", self._rule_of_list(), "items")
                return

    def _open_order(self, whole: Sequence[Json]) -> bool:
        return any(self.ledger.ref("model", row["id"]) in self.doubtful for row in whole)

    def _order(self, rows: Sequence[tuple[Json, str | None]], whole: Sequence[Json], skip: int, limit: int) -> Iterator[Difference]:
        rule = _ORDERED.get(self._step.operation)
        if rule is None:
            return
        position = {row["id"]: place for place, row in enumerate(whole)}
        ours = [
            (item, model_id)
            for item, model_id in rows
            if model_id in position and self.ledger.ref("model", model_id) not in self.doubtful
        ]
        self.compared.add(rule)
        for (first, one), (second, other) in zip(ours, ours[1:], strict=False):
            if position[str(one)] > position[str(other)] and not _tied(first, second):
                yield self._difference("order", f"{self.ledger.ref('model', other)} first", f"{self.ledger.ref('model', one)} first", rule, "items")
                return

    def _count(self, model: Json, item: Json) -> Iterator[Difference]:
        """The count of messages or conversations of a record."""
        path = self.form.counts.get(self._step.operation)
        if path is None:
            return
        if self._step.operation == ALL:
            expected, rule = model["message_count"], "chat.admin-conversations.list-has-a-message-count"
        else:
            before = self.lists.of(OWN, self._roles[item["id"]], {"include_archived": True})
            if before is None:
                return
            expected, rule = model["conversation_count"] + before.total, "chat.users.list-has-counts"
        self.compared.add(rule)
        if number_at(item, path) != expected:
            yield self._difference("total", str(expected), _shown(at(item, path)), rule, ".".join(("items", *path)))

    def _rule_of_list(self) -> str:
        operation, query = self._step.operation, self._step.query
        if operation == ALL and query.get("search"):
            return "chat.admin-conversations.search-matches-title-or-id-prefix"
        if operation in (RATINGS, EXPORTED_RATINGS):
            if "rating_filter" in query:
                return "chat.admin-ratings.filter-chooses-likes-or-dislikes"
            return "chat.admin-ratings.comments-only-by-request"
        return _LISTED.get(operation, "")

    def _rule_of_extra(self, model_id: str | None) -> str:
        row = self.model.stub.records.conversations.get(model_id or "")
        if self._step.operation == OWN and row is not None and row.is_archived:
            return "chat.conversations.archived-are-hidden-by-default"
        if self._step.operation == SHARES:
            return "chat.shares.revoked-is-not-listed"
        return self._rule_of_list()

    # Numbers and exports.

    def _summary(self, value: Any, expected: Json) -> Iterator[Difference]:
        days = self._step.query.get("days", 30)
        before = self.lists.summary.get(days)
        if before is None:
            return
        rule = "chat.admin-ratings.summary-counts-and-averages"
        self.compared.add(rule)
        names = {"total": "total_ratings", "likes": "like_count", "dislikes": "dislike_count", "comments": "with_comments"}
        sums: dict[str, float] = {}
        for name, model in names.items():
            if (path := self.form.summary.get(name)) is not None:
                sums[name] = expected[model] + before.get(path, 0)
                if number_at(value, path) != sums[name]:
                    yield self._difference("total", f"{sums[name]:g}", _shown(at(value, path)), rule, ".".join(path))
        path = self.form.summary.get("average")
        if path is not None and {"total", "likes", "dislikes"} <= sums.keys():
            mean = (sums["likes"] - sums["dislikes"]) / sums["total"] if sums["total"] else 0.0
            shown = number_at(value, path)
            if shown is None or abs(shown - mean) > ROUNDED:
                yield self._difference("total", f"{mean:.3f}", _shown(at(value, path)), rule, ".".join(path))

    def _export(self, value: Any, expected: Json) -> Iterator[Difference]:
        rule = _LISTED[EXPORT]
        rows = value.get("conversations") if isinstance(value, dict) else None
        before = self.lists.of(ALL, self._caller, {})
        if not isinstance(rows, list) or before is None:
            return
        records = [row for row in cast(list[Any], rows) if isinstance(row, dict)]
        count = len(cast(list[Any], expected["conversations"])) + before.total
        self.compared.add(rule)
        for found, place in ((value.get("total"), "total"), (len(records), "conversations")):
            if found != count:
                yield self._difference("total", str(count), _shown(found), rule, place)
        by_id = {self._model_id("conversation", row): row for row in records}
        for model in cast(list[Json], expected["conversations"]):
            row = by_id.get(model["id"])
            if row is None:
                yield self._difference("list", f"with {self.ledger.ref('model', model['id'])}", "without it", rule, "conversations")
                return
            yield from self._record("conversations", model, row)

    def _exported_ratings(self, value: Any) -> Iterator[Difference]:
        lists = [value] if isinstance(value, list) else [one for one in cast(Json, value).values() if isinstance(one, list)]
        if not lists:
            return
        rows = [row for row in cast(list[Any], lists[0]) if isinstance(row, dict)]
        expected = self._ratings()
        older = self._older_ratings()
        rule = self._rule_of_list()
        if older is not None:
            self.compared.add(rule)
            if len(rows) != len(expected) + older:
                yield self._difference("list", f"{len(expected) + older} ratings", f"{len(rows)} ratings", rule, "ratings")
        by_id = {self._model_id("rating", row): row for row in rows}
        for model in expected:
            row = by_id.get(model["id"])
            if row is not None:
                yield from self._record("ratings", model, row)
            elif self.ledger.ref("model", model["id"]) is not None and all("id" in row for row in rows):
                yield self._difference("list", f"with {self.ledger.ref('model', model['id'])}", "without it", rule, "ratings")
                return

    def _table(self, text: str) -> Iterator[Difference]:
        """A table has a row for each rating, perhaps below a head, with the message, the rating and its comment."""
        rows = [row for row in csv.reader(io.StringIO(text)) if row]
        expected, older, rule = self._ratings(), self._older_ratings(), "chat.admin-ratings.export-as-csv-is-streamed"
        if older is None:
            return
        count = len(expected) + older
        self.compared.add(rule)
        if len(rows) not in (count, count + 1):
            yield self._difference("list", f"{count} rows", f"{len(rows)} rows", rule, "rows")
            return
        for model in expected:
            ref = self.ledger.ref("model", model["message_id"])
            message = None if ref is None else self.ledger.id_of(ref, "server")
            cells = [row for row in rows if message in row and model["user_id"] in row]
            if not any(message in row for row in rows):
                continue  # the table does not show messages
            comment = model["comment"]
            if not any(comment is None or comment in row for row in cells):
                yield self._difference("list", f"a row with the comment of {self.ledger.ref('model', model['id'])}", "without it", rule, "rows")
                return
            if cells and not any(cell.lower() in _WORDS[model["rating"]] for row in cells for cell in row):
                yield self._difference("field", str(model["rating"]), "not in its row", rule, "rows")
                return

    def _ratings(self) -> list[Json]:
        query = {name: value for name, value in self._step.query.items() if name != "export_format"}
        answer = self.model.send(self._model_caller(), RATINGS, (), {**query, "limit": 100}, None)
        return cast(list[Json], answer.json["items"])

    def _older_ratings(self) -> int | None:
        before = self.lists.of(RATINGS, self._caller, self._step.query)
        return None if before is None else before.total

    def _difference(self, kind: Kind, expected: str, found: str, rule: str = "", place: str = "") -> Difference:
        return Difference(
            service="chat",
            operation=self._step.operation,
            kind=kind,
            rule=rule,
            place=place,
            expected=expected,
            found=found,
            step=self._step.number,
            evidence=self._reply.evidence(),
        )


def _shown(value: Any) -> str:
    text = repr(value) if isinstance(value, str) else "null" if value is None else str(value)
    return text if len(text) <= 100 else f"{text[:99]}…"


def _tied(first: Json, second: Json) -> bool:
    """Whether two records show the same times, so that their order is open."""
    times = [
        {name: value for name, value in row.items() if name in ("updated_at", "created_at") and value is not None}
        for row in (first, second)
    ]
    return bool(times[0]) and times[0] == times[1]

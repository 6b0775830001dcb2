"""The handlers of the operations that only administrators may call, and the exports that they answer."""

import asyncio
import csv
import io
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, TypeVar

from starlette.responses import Response, StreamingResponse

from trivet_stubs.chat import wire
from trivet_stubs.chat.records import Conversation, Rating, User
from trivet_stubs.chat.refusals import not_found
from trivet_stubs.chat.state import ChatState
from trivet_stubs.chat.wire import page
from trivet_stubs.kernel.contract import Contract
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.json_text import dumps
from trivet_stubs.kernel.messages import ContractRequest, Reply
from trivet_stubs.kernel.operation import JSON
from trivet_stubs.kernel.rule_catalogue import applies
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.wildcard import matches

IMPERSONATION_SECONDS = 3600

T = TypeVar("T")

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_RATING_NAMES = {1: "Like", -1: "Dislike"}
_COLUMNS = {
    "ID": "id",
    "Message ID": "message_id",
    "Conversation ID": "conversation_id",
    "User ID": "user_id",
    "Rating": "rating",
    "Comment": "comment",
    "Message Content": "message_content",
    "Message Role": "message_role",
    "User Email": "user_email",
    "User Name": "user_name",
    "Created At": "created_at",
    "Updated At": "updated_at",
}


class AdminUserHandlers:
    """Users, for administrators."""

    def __init__(self, state: ChatState) -> None:
        self._state = state

    @operation("admin.users.list")
    @applies("chat.users.search-is-optional", "chat.users.search-matches-email-or-name")
    @applies("chat.users.list-is-newest-first")
    def list_users(self, request: ContractRequest) -> JsonObject:
        """Answer a page of the users whose name or email address matches a search."""
        state = self._state
        text: str = request.query.get("search", "").lower()
        owned = Counter(row.user_id for row in state.records.conversations.values())
        rows: Sequence[User] = state.records.users.newest_first()
        if text:
            rows = [row for row in rows if self._matches(row, text)]
        if state.observed.unstable_ties:
            rows = state.ordered(rows, lambda row: row.created_at)
        total = len(rows)
        if state.observed.hidden_ties and total > request.query.get("limit", 50):
            rows = without_hidden(rows)
        return page(request, rows, lambda row: wire.admin_user(row, owned[row.id]), total=total)

    @operation("admin.users.get")
    def get_user(self, request: ContractRequest) -> JsonObject:
        """Answer a user."""
        return self._written(self._user(request))

    @operation("admin.users.update")
    @applies("chat.users.update-changes-role-and-activity")
    def update_user(self, request: ContractRequest) -> JsonObject:
        """Change a user's name or role, or whether they are active."""
        user = self._user(request)
        ignored = {"is_app_admin"} if self._state.observed.listed_app_admin else set[str]()
        values = {name: value for name, value in request.body.items() if name not in ignored}
        changed = {name: value for name, value in values.items() if getattr(user, name) != value}
        for name, value in changed.items():
            setattr(user, name, value)
        if changed:
            user.updated_at = self._state.change_time()
        return self._written(user)

    @operation("admin.users.delete")
    def delete_user(self, request: ContractRequest) -> Reply:
        """Delete a user with their conversations, ratings and shares."""
        self._state.records.delete_user(self._user(request))
        return wire.NO_BODY

    @operation("admin.users.impersonate")
    @applies("chat.impersonation.answer-has-five-fields", "chat.impersonation.expires-in-is-3600")
    def impersonate_user(self, request: ContractRequest) -> JsonObject:
        """Answer an expiring token of a user."""
        user = self._user(request)
        return {
            "access_token": self._state.access.temporary_token(user, IMPERSONATION_SECONDS),
            "token_type": "bearer",
            "impersonated_user_id": user.id,
            "impersonated_by": self._state.caller(request).id,
            "expires_in": IMPERSONATION_SECONDS,
        }

    def _user(self, request: ContractRequest) -> User:
        user = self._state.records.users.get(request.path["user_id"].lower())
        if user is None:
            deleting = request.operation.id == "admin.users.delete"
            rule = "chat.users.deleting-a-missing-user-is-404" if deleting else "chat.users.missing-is-404"
            raise self._state.missing_user(not_found("User", rule=rule))
        return user

    def _written(self, user: User) -> JsonObject:
        record = wire.user(user)
        if self._state.observed.listed_app_admin:
            del record["is_app_admin"]
        return record

    def _matches(self, user: User, text: str) -> bool:
        fields = (user.email.lower(), (user.full_name or "").lower())
        if self._state.observed.search_wildcards:
            return any(matches(field, f"%{text}%", any_text="%", any_character="_") for field in fields)
        return any(text in field for field in fields)


def without_hidden(users: Sequence[User]) -> list[User]:
    """Return users without the second of each hundred of the same time, which a list hides at every page size.

    >>> len(without_hidden(users))
    2970
    """
    position: Counter[datetime] = Counter()
    visible: list[User] = []
    for user in users:
        if position[user.created_at] % 100 != 1:
            visible.append(user)
        position[user.created_at] += 1
    return visible


class AdminConversationHandlers:
    """Every user's conversations, for administrators."""

    def __init__(self, state: ChatState) -> None:
        self._state = state

    @operation("admin.conversations.list")
    @applies("chat.admin-conversations.archived-are-listed-by-default")
    @applies("chat.admin-conversations.search-matches-title-or-id-prefix")
    @applies("chat.admin-conversations.search-matches-a-part-of-the-title")
    def list_conversations(self, request: ContractRequest) -> JsonObject:
        """Answer a page of the conversations whose title or id matches a search."""
        include_archived: bool = request.query.get("include_archived", True)
        text: str = request.query.get("search", "").lower()

        def matches(row: Conversation) -> bool:
            if row.is_archived and not include_archived:
                return False
            return text in (row.title or "").lower() or row.id.startswith(text)

        rows = filter(matches, self._state.records.conversations.values())
        return page(request, self._state.ordered(rows, lambda row: row.touched_at), wire.admin_conversation)

    @operation("admin.conversations.export")
    @applies("chat.admin-conversations.export-has-everything")
    def export_conversations(self, request: ContractRequest) -> Response:
        """Answer every conversation as one document."""
        state = self._state
        rows = state.ordered(state.records.conversations.values(), lambda row: row.created_at)
        return Export(
            name="conversations_export.json",
            rows=rows,
            write=lambda row: wire.exported_conversation(row, state.records),
            record="ExportedConversation",
            batch_size=20,
            contract=state.contract,
            lock=state.lock,
        ).as_json("ConversationsExport", "conversations", {"total": len(rows)})


class AdminRatingHandlers:
    """Every user's ratings, for administrators."""

    def __init__(self, state: ChatState) -> None:
        self._state = state

    @operation("admin.ratings.list")
    def list_ratings(self, request: ContractRequest) -> JsonObject:
        """Answer a page of ratings, newest first."""
        records = self._state.records
        return page(request, self._matching(request), lambda row: wire.admin_rating(row, records))

    @operation("admin.ratings.export")
    def export_ratings(self, request: ContractRequest) -> Response:
        """Answer all ratings that match the filters, as one JSON or CSV document."""
        state = self._state
        now = state.now().astimezone(UTC)
        rows = self._matching(request)
        kind: str = request.query.get("export_format", "json")
        export = Export(
            name=f"ratings_export_{now:%Y%m%d_%H%M%S}.{kind}",
            rows=rows,
            write=lambda row: wire.admin_rating(row, state.records),
            record="AdminRating",
            batch_size=100,
            contract=state.contract,
            lock=state.lock,
        )
        if kind == "csv":
            return export.as_csv()
        return export.as_json("RatingsExport", "ratings", {"total": len(rows), "exported_at": wire.moment(now)})

    @operation("admin.ratings.summary")
    @applies("chat.admin-ratings.summary-covers-30-days-by-default", "chat.admin-ratings.summary-counts-and-averages")
    @applies("chat.admin-ratings.summary-breaks-down-by-day")
    def summarize_ratings(self, request: ContractRequest) -> JsonObject:
        """Answer counts of the ratings of the last days, in all and by day."""
        days: int = request.query.get("days", 30)
        since = self._state.now() - timedelta(days=days)
        rows = [row for row in self._state.records.ratings.newest_first() if row.created_at >= since]
        by_day: dict[str, list[Rating]] = {}
        for row in reversed(rows):
            by_day.setdefault(wire.moment(row.created_at)[:10], []).append(row)
        likes, dislikes = _votes(rows)
        return {
            "total_ratings": len(rows),
            "like_count": likes,
            "dislike_count": dislikes,
            "average_rating": (likes - dislikes) / len(rows) if rows else 0.0,
            "with_comments": sum(row.comment is not None for row in rows),
            "ratings_by_day": [
                {"date": day, **dict(zip(("likes", "dislikes"), _votes(ratings), strict=True))}
                for day, ratings in by_day.items()
            ],
        }

    @applies("chat.admin-ratings.filter-chooses-likes-or-dislikes", "chat.admin-ratings.comments-only-by-request")
    def _matching(self, request: ContractRequest) -> list[Rating]:
        value: int | None = request.query.get("rating_filter")
        commented: bool = request.query.get("with_comments_only", False)
        rows = self._state.records.ratings.newest_first()
        if value is not None or commented:
            rows = [row for row in rows if value in (None, row.rating) and (row.comment is not None or not commented)]
        return (
            self._state.ordered(rows, lambda row: row.created_at) if self._state.observed.unstable_ties else list(rows)
        )


def _votes(rows: Sequence[Rating]) -> tuple[int, int]:
    likes = sum(row.rating > 0 for row in rows)
    return likes, len(rows) - likes


@dataclass(frozen=True, kw_only=True)
class Export(Generic[T]):
    """Rows that are streamed as one document; each row is checked against the contract before it is sent."""

    name: str
    """The file name of the attachment."""
    rows: Sequence[T]
    write: Callable[[T], JsonObject]
    """Converts a row to its JSON object."""
    record: str
    """The record of the contract that a row is written as."""
    batch_size: int
    """The number of rows in one piece of the body."""
    contract: Contract
    lock: threading.RLock

    @applies("chat.admin-conversations.export-is-an-attachment", "chat.admin-ratings.export-is-json-by-default")
    def as_json(self, document: str, array: str, rest: JsonObject) -> StreamingResponse:
        """Answer a `document` of the contract: the rows in an array of this name, then the other fields."""
        self.contract.check_record(document, {array: [], **rest})

        def pieces() -> Iterator[bytes]:
            before = opening = dumps({array: []})[:-2]
            for records in self._records():
                yield before + b",".join(dumps(record, known_finite=True) for record in records)
                before = b","
            yield (opening if before is opening else b"") + b"]," + dumps(rest)[1:]

        return self._attachment(pieces(), JSON)

    @applies("chat.admin-ratings.export-as-csv-is-streamed")
    def as_csv(self) -> StreamingResponse:
        """Answer a table of ratings with a header."""

        def pieces() -> Iterator[bytes]:
            before = _lines([list(_COLUMNS)])
            for records in self._records():
                yield before + _lines([_cells(record) for record in records])
                before = b""
            if before:
                yield before

        return self._attachment(pieces(), "text/csv; charset=utf-8")

    def _records(self) -> Iterator[list[JsonObject]]:
        for start in range(0, len(self.rows), self.batch_size):
            records = [self.write(row) for row in self.rows[start : start + self.batch_size]]
            for record in records:
                self.contract.check_record(self.record, record)
            yield records

    @applies("chat.admin-ratings.export-is-an-attachment")
    def _attachment(self, pieces: Iterator[bytes], content_type: str) -> StreamingResponse:
        # Before the status is sent, a wrong record can still be answered with a 500.
        first = next(pieces)

        async def written() -> AsyncIterator[bytes]:
            piece: bytes | None = first
            while piece is not None:
                yield piece
                await asyncio.sleep(0)  # let other requests run
                with self.lock:
                    piece = next(pieces, None)

        headers = {"content-type": content_type, "content-disposition": f'attachment; filename="{self.name}"'}
        return StreamingResponse(written(), headers=headers)


def _cells(record: JsonObject) -> list[str]:
    cells = {**record, "rating": _RATING_NAMES[record["rating"]]}
    return [_cell(cells[key]) for key in _COLUMNS.values()]


def _cell(value: Any) -> str:
    """The text of a cell, escaped where a spreadsheet would take it for a formula."""
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def _lines(rows: Sequence[Sequence[str]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()

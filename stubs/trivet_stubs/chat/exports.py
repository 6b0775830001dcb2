"""The chat service's exports: whole documents as attachments, written a few records at a time."""

import asyncio
import csv
import io
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import orjson
from starlette.responses import StreamingResponse

from trivet_stubs.kernel.contract import Contract
from trivet_stubs.kernel.operation import JSON, JsonObject

T = TypeVar("T")

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_WORDS = {1: "Like", -1: "Dislike"}
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


@dataclass(frozen=True, kw_only=True)
class Export(Generic[T]):
    """Rows on their way out; each is checked against the contract as it is written."""

    name: str
    """What the attachment is called."""
    rows: Sequence[T]
    form: Callable[[T], JsonObject]
    record: str
    """What the contract calls the form of a row."""
    together: int
    """How many rows are written in one piece."""
    contract: Contract
    lock: threading.RLock

    def as_json(self, document: str, array: str, rest: JsonObject) -> StreamingResponse:
        """One JSON object, a `document` of the contract: the rows in an array of this name, then the rest."""
        self.contract.check_record(document, {array: [], **rest})

        def pieces() -> Iterator[bytes]:
            before = opening = orjson.dumps({array: []})[:-2]
            for records in self._records():
                yield before + b",".join(map(orjson.dumps, records))
                before = b","
            yield (opening if before is opening else b"") + b"]," + orjson.dumps(rest)[1:]

        return self._attachment(pieces(), JSON)

    def as_csv(self) -> StreamingResponse:
        """A table of ratings with a header."""

        def pieces() -> Iterator[bytes]:
            before = _lines([list(_COLUMNS)])
            for records in self._records():
                yield before + _lines([_cells(record) for record in records])
                before = b""
            if before:
                yield before

        return self._attachment(pieces(), "text/csv; charset=utf-8")

    def _records(self) -> Iterator[list[JsonObject]]:
        for start in range(0, len(self.rows), self.together):
            records = [self.form(row) for row in self.rows[start : start + self.together]]
            for record in records:
                self.contract.check_record(self.record, record)
            yield records

    def _attachment(self, pieces: Iterator[bytes], content_type: str) -> StreamingResponse:
        # While there is no status yet, a wrong record can still be answered with a 500.
        first = next(pieces)

        async def written() -> AsyncIterator[bytes]:
            piece: bytes | None = first
            while piece is not None:
                yield piece
                await asyncio.sleep(0)  # other requests get their turn
                with self.lock:
                    piece = next(pieces, None)

        headers = {"content-type": content_type, "content-disposition": f'attachment; filename="{self.name}"'}
        return StreamingResponse(written(), headers=headers)


def _cells(record: JsonObject) -> list[str]:
    worded = {**record, "rating": _WORDS[record["rating"]]}
    return [_cell(worded[key]) for key in _COLUMNS.values()]


def _cell(value: Any) -> str:
    """A cell that no spreadsheet takes for a formula."""
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def _lines(rows: Sequence[Sequence[str]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()

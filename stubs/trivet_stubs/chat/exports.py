"""The chat service's exports: whole documents as attachments, written in batches."""

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
from trivet_stubs.kernel.operation import JSON
from trivet_stubs.kernel.spec import JsonObject

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


@dataclass(frozen=True, kw_only=True)
class Export(Generic[T]):
    """Rows that are written as one document; each is checked against the contract as it is written."""

    name: str
    """The file name of the attachment."""
    rows: Sequence[T]
    write: Callable[[T], JsonObject]
    """Makes the JSON object of a row."""
    record: str
    """The record of the contract that a row is written as."""
    batch_size: int
    """How many rows are written in one piece."""
    contract: Contract
    lock: threading.RLock

    def as_json(self, document: str, array: str, rest: JsonObject) -> StreamingResponse:
        """Answer a `document` of the contract: the rows in an array of this name, then the rest."""
        self.contract.check_record(document, {array: [], **rest})

        def pieces() -> Iterator[bytes]:
            before = opening = orjson.dumps({array: []})[:-2]
            for records in self._records():
                yield before + b",".join(map(orjson.dumps, records))
                before = b","
            yield (opening if before is opening else b"") + b"]," + orjson.dumps(rest)[1:]

        return self._attachment(pieces(), JSON)

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

"""`trivet chat ratings export --complete`: the ratings of an export, and the rest of the list, in one file.

A service that collects its export page by page, in an order without a tie-break, sends some ratings twice and others
never; so does its list, where pages of other sizes show other ratings. Together they have all.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

from trivet import IncompleteListError, StreamError, TrivetError
from trivet._core.files import write_whole

if TYPE_CHECKING:  # a command's help needs no client
    from trivet import ChatClient
    from trivet.chat import AdminRating

LARGEST_PAGE = 100

COLUMNS = (
    *("ID", "Message ID", "Conversation ID", "User ID", "Rating", "Comment", "Message Content", "Message Role"),
    *("User Email", "User Name", "Created At", "Updated At"),
)
"""The columns of the service's CSV document (observed); each is named as the field of a rating."""

RATINGS = {1: "Like", -1: "Dislike"}
"""The words for a rating in the service's CSV document (observed)."""

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
"""What a cell begins with before which the service writes an apostrophe (observed)."""


class CompleteRatings:
    """The ratings that match filters, each once: first those of the export, then the others from the list.

    >>> CompleteRatings(chat, {"rating_filter": -1}, note=print).save("csv", Path("dislikes.csv"), overwrite=False)
    2
    """

    def __init__(
        self,
        chat: ChatClient,
        filters: Mapping[str, Any],
        *,
        note: Callable[[str], None],
        advance: Callable[[int, int | None], None] = lambda count, total: None,
    ) -> None:
        """Request nothing yet.

        Args:
            chat: The client of an administrator.
            filters: The arguments of the export and the list.
            note: Writes a line about an export that is not whole.
            advance: Called with the number of ratings after each.
        """
        self._chat = chat
        self._filters = dict(filters)
        self._note = note
        self._advance = advance
        self._ids: set[str] = set()

    def save(self, format: str, path: Path, *, overwrite: bool) -> int:
        """Write the ratings to a file, which gets its name once it is complete, and return their number.

        Args:
            format: `csv` or `json`.
            path: The file.
            overwrite: Whether an existing file is replaced.

        Raises:
            IncompleteListError: Export and list together have fewer ratings than the total.
            APIError: The service did not answer, or refused.
            OSError: The file cannot be written.
        """
        write = self._write_csv if format == "csv" else self._write_json
        write_whole(path, write, overwrite=overwrite, shared=False)
        return len(self._ids)

    def _write_json(self, file: IO[bytes]) -> None:
        file.write(b'{"ratings":[')
        separator = b""
        for ratings in (self._exported("json"), self._listed()):
            for rating in ratings:
                file.write(separator + _object(rating))
                separator = b","
        end = f'],"total":{len(self._ids)},"exported_at":"{datetime.now(UTC).isoformat()}"}}'
        file.write(end.encode())

    def _write_csv(self, file: IO[bytes]) -> None:
        text = io.TextIOWrapper(file, "utf-8", newline="")
        writer, columns = csv.writer(text), list[str]()
        for row in self._exported("csv"):
            if not columns:
                columns = list(row)
                writer.writerow(columns)
            writer.writerow(row.values())
        if not columns:
            columns = list(COLUMNS)
            writer.writerow(columns)
        for rating in self._listed():
            writer.writerow([_cell(rating, column) for column in columns])
        text.detach()

    def _exported(self, format: Any) -> Iterator[Any]:
        """Yield the ratings of the export, or its rows."""
        reason = ""
        export = cast("Iterable[Any]", self._chat.admin.ratings.export(format=format, **self._filters))
        try:
            for record in export:
                identity = record.get("ID") if format == "csv" else record.id
                if identity is None:
                    raise TrivetError("--complete: the CSV document has no column ID; use --format json")
                if self._is_new(identity):
                    yield record
        except StreamError as error:
            reason = error.reason
        if reason:
            self._note(f"the export lacks ratings, which come from the list: {reason}")

    def _listed(self) -> Iterator[Any]:
        """Yield the ratings of the list that are not in the export, until as many are found as its total."""
        pager = self._chat.admin.ratings.list(limit=LARGEST_PAGE, **self._filters)
        missing = 0
        try:
            with closing(pager.iter_complete()) as ratings:
                for rating in ratings:
                    if self._is_new(rating.id):
                        yield rating
                    if pager.total is not None and len(self._ids) >= pager.total:
                        return
        except IncompleteListError as error:
            missing = error.total - len(self._ids)
        if missing > 0:
            raise IncompleteListError("admin.ratings.list", missing + len(self._ids), missing)

    def _is_new(self, identity: str) -> bool:
        before = len(self._ids)
        self._ids.add(identity)
        self._advance(len(self._ids), None)
        return len(self._ids) > before


def _object(rating: AdminRating) -> bytes:
    """Return a rating as JSON, with null for a field that is empty, as the service writes it."""
    sent: dict[str, Any] = json.loads(rating.to_json(nan=None))
    names = [name for name in rating.__wire_names__ if name in sent or name not in rating.__assumed__]
    return json.dumps({**{name: sent.get(name) for name in names}, **sent}, ensure_ascii=False).encode()


def _cell(rating: AdminRating, column: str) -> str:
    """Return the cell of a rating as the service writes it."""
    value: Any = getattr(rating, column.lower().replace(" ", "_"), None)
    if column == "Rating":
        value = RATINGS.get(value, value)
    elif isinstance(value, datetime):
        value = value.isoformat()
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text

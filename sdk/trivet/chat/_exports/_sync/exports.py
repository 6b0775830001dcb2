# Derived from sdk/trivet/chat/_exports/_async/exports.py by `python -m codegen`; do not edit.
"""The exports for administrators: all conversations or ratings, as records or as a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from ...._core import check
from ...._core.lazy_imports import lazy
from ...._core.timeouts import Timeout, timeouts
from ...._sync.client import Resource
from ...._sync.connection import Connection
from ...._sync.export import Export
from ..._generated import calls

if TYPE_CHECKING:
    from ...._core import incremental_reader
    from ..._generated import models as m
else:
    incremental_reader = lazy("trivet._core.incremental_reader")
    m = lazy("trivet.chat._generated.models")

READ_TIMEOUT = 300.0
"""Seconds for each wait for data: the service took nine seconds to send the first byte of 10 MB."""

RATINGS_REMEDY = "`admin.ratings.list().complete()` finds all, and `trivet chat ratings export --complete` adds them"
"""How to get the ratings that an export lacks because it repeats others."""

CONVERSATIONS_REMEDY = "`admin.conversations.list().complete()` finds all; get each that is missing"
"""How to get the conversations that an export lacks because it repeats others."""


class ConversationsExports(Resource):
    """The export of all conversations: `chat.admin.conversations.export()`."""

    def export(self, *, timeout: Timeout = READ_TIMEOUT) -> Export[m.ExportedConversation]:
        """Export every conversation of every user with messages, tool calls and ratings; administrators only.

        >>> for conversation in chat.admin.conversations.export():
        ...     print(conversation.title)
        >>> saved = chat.admin.conversations.export().save("conversations.json")

        The newest conversation comes first. Records are decoded as the document arrives, and are not kept.

        Args:
            timeout: Seconds for each wait for data, instead of the client's own timeout: the service collects the
                whole document before it sends the first byte. None for no limit; or an `httpx.Timeout`.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.

        Contract: Endpoints, `GET /conversations/export`.
        """
        connection, wait = _within(self._connection, timeout)
        call = calls.admin_conversations_export()
        read = incremental_reader.records(
            call, connection.settings, "conversations", m.ExportedConversation, m.decode_exported_conversation
        )
        return Export(
            connection,
            call,
            read,
            name="conversations_export.json",
            read_timeout=wait,
            remedy=CONVERSATIONS_REMEDY,
        )


class RatingsExports(Resource):
    """The export of all ratings: `chat.admin.ratings.export()`."""

    @overload
    def export(
        self,
        *,
        format: Literal["json"] = "json",
        rating_filter: int | None = None,
        with_comments_only: bool | None = None,
        timeout: Timeout = READ_TIMEOUT,
    ) -> Export[m.AdminRating]: ...
    @overload
    def export(
        self,
        *,
        format: Literal["csv"],
        rating_filter: int | None = None,
        with_comments_only: bool | None = None,
        timeout: Timeout = READ_TIMEOUT,
    ) -> Export[dict[str, str]]: ...
    def export(
        self,
        *,
        format: Literal["json", "csv"] = "json",
        rating_filter: int | None = None,
        with_comments_only: bool | None = None,
        timeout: Timeout = READ_TIMEOUT,
    ) -> Export[Any]:
        """Export every matching rating; administrators only.

        >>> for row in chat.admin.ratings.export(format="csv"):
        ...     print(row["User Email"], row["Comment"])
        >>> saved = chat.admin.ratings.export(rating_filter=-1).save("dislikes.json")

        Iterating yields `AdminRating` records, or the rows of the CSV as dicts by column. The service writes an
        apostrophe before a CSV cell that a spreadsheet would treat as a formula; it cannot be distinguished from an
        apostrophe in the text. A CSV document does not state how many ratings it holds: their number is compared with
        the total of the list, which takes a request of one item before, and another one after if both differ.

        Args:
            format: `json` for records, or `csv` for rows, which the service sends without collecting them first.
            rating_filter: 1 for likes only, -1 for dislikes only; no rating is 0; not below -1, not above 1.
            with_comments_only: Whether to leave out ratings without a comment.
            timeout: Seconds for each wait for data, instead of the client's own timeout: the service collects a JSON
                document before it sends the first byte. None for no limit; or an `httpx.Timeout`.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.

        Contract: Endpoints, `GET /admin/ratings/export`.
        """
        check.choice("format", format, ("json", "csv"))
        connection, wait = _within(self._connection, timeout)
        call = calls.admin_ratings_export(
            export_format=format,
            rating_filter=rating_filter,
            with_comments_only=with_comments_only,
            accept="application/json" if format == "json" else "text/csv",
        )
        if format == "csv":
            listed = calls.admin_ratings_list(
                skip=None, limit=1, rating_filter=rating_filter, with_comments_only=with_comments_only
            )
            read_rows, name = incremental_reader.rows, "ratings_export.csv"
            return Export(
                connection, call, read_rows, name=name, read_timeout=wait, remedy=RATINGS_REMEDY, listed=listed
            )
        read = incremental_reader.records(call, connection.settings, "ratings", m.AdminRating, m.decode_admin_rating)
        return Export(connection, call, read, name="ratings_export.json", read_timeout=wait, remedy=RATINGS_REMEDY)


def _within(connection: Connection, timeout: Timeout) -> tuple[Connection, float | None]:
    """Return the connection for an export, and the seconds for each wait: a number leaves its other timeouts alone."""
    read = timeouts("timeout", timeout).read
    if timeout is not None and not isinstance(timeout, (int, float)):
        connection = connection.with_settings(connection.settings.evolve(timeout=timeout))
    return connection, read

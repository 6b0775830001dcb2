# Derived from sdk/trivet/chat/_exports/_async/exports.py by `python -m codegen`; do not edit.
"""The exports of the administration: everything there is, as records or as a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from ...._core import check
from ...._core.lazy import lazy
from ...._sync.client import Resource
from ...._sync.export import Export
from ..._generated import calls

if TYPE_CHECKING:
    from ...._core import reader
    from ..._generated import models as m
else:
    reader = lazy("trivet._core.reader")
    m = lazy("trivet.chat._generated.models")

__all__ = ["ConversationsExports", "RatingsExports"]

PATIENCE = 300.0
"""Seconds for each wait: the service was seen to collect for nine before the first byte of 10 MB."""


class ConversationsExports(Resource):
    """What reads and saves all conversations."""

    def export(self, *, timeout: float | None = PATIENCE) -> Export[m.ExportedConversation]:
        """Every conversation of every user, newest first, with messages, tool calls and ratings; administrators only.

        Iterate the export for its records, which are made as the document arrives and not kept, or `save` it.

        Args:
            timeout: Seconds for each wait for more of the answer, in place of the client's own: the service collects
                the whole document before its first byte. None for no limit.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.

        Contract: Endpoints, `GET /conversations/export`.
        """
        check.seconds("timeout", timeout)
        connection, call = self._connection, calls.admin_conversations_export()
        read = reader.records(
            call, connection.settings, "conversations", m.ExportedConversation, m.decode_exported_conversation
        )
        return Export(connection, call, read, name="conversations_export.json", read_timeout=timeout)


class RatingsExports(Resource):
    """What reads and saves all ratings."""

    @overload
    def export(
        self,
        *,
        format: Literal["json"] = "json",
        rating_filter: int | None = None,
        with_comments_only: bool | None = None,
        timeout: float | None = PATIENCE,
    ) -> Export[m.AdminRating]: ...
    @overload
    def export(
        self,
        *,
        format: Literal["csv"],
        rating_filter: int | None = None,
        with_comments_only: bool | None = None,
        timeout: float | None = PATIENCE,
    ) -> Export[dict[str, str]]: ...
    def export(
        self,
        *,
        format: Literal["json", "csv"] = "json",
        rating_filter: int | None = None,
        with_comments_only: bool | None = None,
        timeout: float | None = PATIENCE,
    ) -> Export[Any]:
        """Every matching rating; administrators only.

        Iterate the export for its ratings, or for the rows of the CSV by the names of their columns, or `save` it.
        The service writes an apostrophe before a CSV cell that a spreadsheet would take for a formula, and leaves it
        to the reader to tell it from one that was there.

        Args:
            format: `json` for records, or `csv` for rows, which the service sends from the first one on.
            rating_filter: Only likes, 1, or only dislikes, -1; nothing is rated 0; not below -1, not above 1.
            with_comments_only: Whether ratings without a comment are left out; without it, they are not.
            timeout: Seconds for each wait for more of the answer, in place of the client's own: the service collects
                a JSON document before its first byte. None for no limit.

        Raises:
            InvalidArgumentError: An argument breaks a rule; nothing was sent.

        Contract: Endpoints, `GET /admin/ratings/export`.
        """
        check.choice("format", format, ("json", "csv"))
        check.seconds("timeout", timeout)
        connection = self._connection
        call = calls.admin_ratings_export(
            export_format=format,
            rating_filter=rating_filter,
            with_comments_only=with_comments_only,
            accept="application/json" if format == "json" else "text/csv",
        )
        if format == "csv":
            return Export(connection, call, reader.rows, name="ratings_export.csv", read_timeout=timeout)
        read = reader.records(call, connection.settings, "ratings", m.AdminRating, m.decode_admin_rating)
        return Export(connection, call, read, name="ratings_export.json", read_timeout=timeout)

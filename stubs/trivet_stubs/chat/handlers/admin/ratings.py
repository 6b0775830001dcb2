"""The handlers of all users' ratings: listing, exporting and summarizing them."""

from collections.abc import Sequence
from datetime import UTC, timedelta

from starlette.responses import Response

from trivet_stubs.chat import wire
from trivet_stubs.chat.exports import Export
from trivet_stubs.chat.pages import page
from trivet_stubs.chat.ratings import Rating
from trivet_stubs.chat.state import ChatState
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.spec import JsonObject


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
        """Answer all ratings that the filters let through, as one JSON or CSV document."""
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
                {"date": day, **dict(zip(("likes", "dislikes"), _votes(found), strict=True))}
                for day, found in by_day.items()
            ],
        }

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

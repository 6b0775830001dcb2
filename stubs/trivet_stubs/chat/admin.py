"""The chat stub's operations for administrators: all conversations, ratings and users."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, timedelta

from starlette.responses import Response

from trivet_stubs.chat import wire
from trivet_stubs.chat.exports import Export
from trivet_stubs.chat.ratings import Rating
from trivet_stubs.chat.records import Conversation, User
from trivet_stubs.chat.refusals import absent
from trivet_stubs.chat.state import ChatState
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest, Reply
from trivet_stubs.kernel.operation import JSON, JsonObject

IMPERSONATION_SECONDS = 3600
NO_BODY = Reply(headers={"content-type": JSON})  # as observed: a media type, and no body that would have it


class ChatAdministration(ChatState):
    """A chat service that only administrators can use."""

    # Conversations.

    @operation("admin.conversations.list")
    def _list_all(self, request: ContractRequest) -> JsonObject:
        archived_too: bool = request.query.get("include_archived", True)
        text: str = request.query.get("search", "").lower()

        def wanted(row: Conversation) -> bool:
            if row.is_archived and not archived_too:
                return False
            return text in (row.title or "").lower() or row.id.startswith(text)

        rows = filter(wanted, self.records.conversations.values())
        return self._page(request, self._ordered(rows, lambda row: row.touched_at), wire.admin_conversation)

    @operation("admin.conversations.export")
    def _export_conversations(self, request: ContractRequest) -> Response:
        rows = self._ordered(self.records.conversations.values(), lambda row: row.created_at)
        return Export(
            name="conversations_export.json",
            rows=rows,
            form=lambda row: wire.exported_conversation(row, self.records),
            record="ExportedConversation",
            together=20,
            contract=self.contract,
            lock=self.lock,
        ).as_json("ConversationsExport", "conversations", {"total": len(rows)})

    # Ratings.

    @operation("admin.ratings.list")
    def _list_ratings(self, request: ContractRequest) -> JsonObject:
        return self._page(request, self._ratings(request), lambda row: wire.admin_rating(row, self.records))

    @operation("admin.ratings.export")
    def _export_ratings(self, request: ContractRequest) -> Response:
        now = self._now().astimezone(UTC)
        rows = self._ratings(request)
        kind: str = request.query.get("export_format", "json")
        export = Export(
            name=f"ratings_export_{now:%Y%m%d_%H%M%S}.{kind}",
            rows=rows,
            form=lambda row: wire.admin_rating(row, self.records),
            record="AdminRating",
            together=100,
            contract=self.contract,
            lock=self.lock,
        )
        if kind == "csv":
            return export.as_csv()
        return export.as_json("RatingsExport", "ratings", {"total": len(rows), "exported_at": wire.moment(now)})

    @operation("admin.ratings.summary")
    def _summarise(self, request: ContractRequest) -> JsonObject:
        days: int = request.query.get("days", 30)
        since = self._now() - timedelta(days=days)
        rows = [row for row in self.records.ratings.newest_first() if row.created_at >= since]
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

    def _ratings(self, request: ContractRequest) -> list[Rating]:
        worth: int | None = request.query.get("rating_filter")
        commented: bool = request.query.get("with_comments_only", False)
        rows = self.records.ratings.newest_first()
        if worth is not None or commented:
            rows = [row for row in rows if worth in (None, row.rating) and (row.comment is not None or not commented)]
        return self._ordered(rows, lambda row: row.created_at) if self.unstable_ties else list(rows)

    # Users.

    @operation("admin.users.list")
    def _list_users(self, request: ContractRequest) -> JsonObject:
        text: str = request.query.get("search", "").lower()
        owned = Counter(row.user_id for row in self.records.conversations.values())
        rows = [row for row in self.records.users.values() if _is_called(row, text)]
        newest = self._ordered(rows, lambda row: row.created_at)
        return self._page(request, newest, lambda row: wire.admin_user(row, owned[row.id]))

    @operation("admin.users.get")
    def _get_user(self, request: ContractRequest) -> JsonObject:
        return wire.user(self._user(request))

    @operation("admin.users.update")
    def _update_user(self, request: ContractRequest) -> JsonObject:
        user = self._user(request)
        changed = {name: value for name, value in request.body.items() if getattr(user, name) != value}
        for name, value in changed.items():
            setattr(user, name, value)
        if changed:
            user.updated_at = self._moment()
        return wire.user(user)

    @operation("admin.users.delete")
    def _delete_user(self, request: ContractRequest) -> Reply:
        self.records.delete_user(self._user(request))
        return NO_BODY

    @operation("admin.users.impersonate")
    def _impersonate(self, request: ContractRequest) -> JsonObject:
        user = self._user(request)
        return {
            "access_token": self._access.passing_token(user, IMPERSONATION_SECONDS),
            "token_type": "bearer",
            "impersonated_user_id": user.id,
            "impersonated_by": self._caller(request).id,
            "expires_in": IMPERSONATION_SECONDS,
        }

    def _user(self, request: ContractRequest) -> User:
        found = self.records.users.get(request.path["user_id"].lower())
        if found is None:
            raise absent("User")
        return found


def _is_called(user: User, text: str) -> bool:
    return text in user.email.lower() or text in (user.full_name or "").lower()


def _votes(rows: Sequence[Rating]) -> tuple[int, int]:
    likes = sum(row.rating > 0 for row in rows)
    return likes, len(rows) - likes

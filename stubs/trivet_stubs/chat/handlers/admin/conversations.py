"""The handlers of all users' conversations: listing and exporting them."""

from starlette.responses import Response

from trivet_stubs.chat import wire
from trivet_stubs.chat.exports import Export
from trivet_stubs.chat.pages import page
from trivet_stubs.chat.records import Conversation
from trivet_stubs.chat.state import ChatState
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.spec import JsonObject


class AdminConversationHandlers:
    """Every user's conversations, for administrators."""

    def __init__(self, state: ChatState) -> None:
        self._state = state

    @operation("admin.conversations.list")
    def list_conversations(self, request: ContractRequest) -> JsonObject:
        """Answer a page of the conversations whose title or id a search fits."""
        include_archived: bool = request.query.get("include_archived", True)
        text: str = request.query.get("search", "").lower()

        def matches(row: Conversation) -> bool:
            if row.is_archived and not include_archived:
                return False
            return text in (row.title or "").lower() or row.id.startswith(text)

        rows = filter(matches, self._state.records.conversations.values())
        return page(request, self._state.ordered(rows, lambda row: row.touched_at), wire.admin_conversation)

    @operation("admin.conversations.export")
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

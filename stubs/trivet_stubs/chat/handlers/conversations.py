"""The handlers of a user's own conversations, and of those that they may read or edit."""

from trivet_stubs.chat import wire
from trivet_stubs.chat.access import rating_reader
from trivet_stubs.chat.pages import page
from trivet_stubs.chat.records import Conversation
from trivet_stubs.chat.refusals import forbidden, too_long
from trivet_stubs.chat.state import ChatState
from trivet_stubs.chat.text import stripped
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest, Reply
from trivet_stubs.kernel.spec import JsonObject

_TITLE_LENGTH = 255


class ConversationHandlers:
    """Conversations, without the operations on their messages and shares."""

    def __init__(self, state: ChatState) -> None:
        self._state = state

    @operation("conversations.list")
    def list_conversations(self, request: ContractRequest) -> JsonObject:
        """Answer a page of the caller's own conversations."""
        caller = self._state.caller(request)
        include_archived: bool = request.query.get("include_archived", False)
        rows = (
            row
            for row in self._state.records.conversations.values()
            if row.user_id == caller.id and (include_archived or not row.is_archived)
        )
        return page(request, self._state.ordered(rows, lambda row: row.touched_at), wire.conversation)

    @operation("conversations.create")
    def create_conversation(self, request: ContractRequest) -> JsonObject:
        """Add a conversation of the caller's."""
        state = self._state
        body: JsonObject = request.body or {}
        row = Conversation(
            id=state.records.new_id(),
            user_id=state.caller(request).id,
            title=self._title(body.get("title")),
            created_at=state.change_time(),
        )
        state.records.conversations[row.id] = row
        return wire.conversation(row)

    @operation("conversations.get")
    def get_conversation(self, request: ContractRequest) -> JsonObject:
        """Answer a conversation with its messages."""
        caller = self._state.caller(request)
        row = self._state.access.readable(request.path["conversation_id"], caller)
        state = self._state
        return wire.conversation_with_messages(
            row, state.records.ratings, rating_reader(row, caller), null_count=state.observed.null_rating_count
        )

    @operation("conversations.update")
    def update_conversation(self, request: ContractRequest) -> JsonObject:
        """Change the title of a conversation, or whether it is archived."""
        caller = self._state.caller(request)
        row = self._state.access.editable(request.path["conversation_id"], caller)
        if "is_archived" in request.body and row.user_id != caller.id:
            rule = "chat.conversations.only-the-owner-sets-archived"
            raise forbidden("Only the owner may archive a conversation", rule=rule)
        self._change(
            row,
            self._title(request.body["title"]) if "title" in request.body else row.title,
            request.body.get("is_archived", row.is_archived),
        )
        return wire.conversation(row)

    @operation("conversations.archive")
    def archive_conversation(self, request: ContractRequest) -> JsonObject:
        """Archive a conversation of the caller's."""
        caller, rule = self._state.caller(request), "chat.conversations.only-the-owner-archives"
        row = self._state.access.owned(request.path["conversation_id"], caller, rule=rule)
        self._change(row, row.title, is_archived=True)
        return wire.conversation(row)

    @operation("conversations.delete")
    def delete_conversation(self, request: ContractRequest) -> Reply:
        """Delete a conversation of the caller's."""
        caller, rule = self._state.caller(request), "chat.conversations.only-the-owner-deletes"
        row = self._state.access.owned(request.path["conversation_id"], caller, rule=rule)
        self._state.records.delete_conversation(row)
        return wire.NO_BODY

    def _title(self, text: str | None) -> str | None:
        title = stripped(text)
        if self._state.observed.title_limit and len(title or "") > _TITLE_LENGTH:
            rule = "chat.conversations.title-has-at-most-255-characters"
            raise too_long("title", _TITLE_LENGTH, text or "", rule=rule)
        return title

    def _change(self, row: Conversation, title: str | None, is_archived: bool) -> None:
        if (title, is_archived) != (row.title, row.is_archived):
            row.title, row.is_archived = title, is_archived
            row.updated_at = self._state.change_time()

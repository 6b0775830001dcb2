"""The handlers of the messages of a conversation."""

from trivet_stubs.chat import wire
from trivet_stubs.chat.access import rating_reader
from trivet_stubs.chat.pages import page
from trivet_stubs.chat.records import Message
from trivet_stubs.chat.state import ChatState
from trivet_stubs.chat.text import stripped
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.spec import JsonObject

_DEFAULT_LIMIT = 100


class MessageHandlers:
    """The messages of a conversation; `RatingHandlers` rates them."""

    def __init__(self, state: ChatState) -> None:
        self._state = state

    @operation("conversations.messages.list")
    def list_messages(self, request: ContractRequest) -> JsonObject:
        """Answer a page of messages, oldest first."""
        state = self._state
        caller = state.caller(request)
        row = state.access.readable(request.path["conversation_id"], caller)
        reader = rating_reader(row, caller)
        ratings, null_count = state.records.ratings, state.observed.null_rating_count
        rows = state.ordered(row.messages, lambda each: each.created_at, newest_first=False)
        return page(
            request,
            rows,
            lambda each: wire.message(each, ratings, reader, null_count=null_count),
            default_limit=_DEFAULT_LIMIT,
        )

    @operation("conversations.messages.create")
    def create_message(self, request: ContractRequest) -> JsonObject:
        """Add a message to a conversation that the caller may edit."""
        state = self._state
        caller = state.caller(request)
        row = state.access.editable(request.path["conversation_id"], caller)
        tokens: float | None = request.body.get("tokens_used")
        message = Message(
            id=state.records.new_id(),
            conversation_id=row.id,
            role=request.body["role"],
            content=request.body["content"].strip(),
            thinking=stripped(request.body.get("thinking")),
            model_name=stripped(request.body.get("model_name")),
            tokens_used=None if tokens is None else int(tokens),
            created_at=state.change_time(),
        )
        row.messages.append(message)
        row.updated_at = message.created_at
        return wire.message(
            message,
            state.records.ratings,
            rating_reader(row, caller),
            null_count=state.observed.null_rating_count,
        )

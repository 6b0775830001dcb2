"""The handlers of a user's own ratings of messages."""

from trivet_stubs.chat import wire
from trivet_stubs.chat.ratings import Rating
from trivet_stubs.chat.records import Message, User
from trivet_stubs.chat.refusals import not_found, unprocessable
from trivet_stubs.chat.state import ChatState
from trivet_stubs.chat.text import cleaned_comment
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest, Reply


class RatingHandlers:
    """The caller's rating of a message."""

    def __init__(self, state: ChatState) -> None:
        self._state = state

    @operation("conversations.messages.rate")
    def rate_message(self, request: ContractRequest) -> Reply:
        """Add the caller's rating of a message, or change the one there is."""
        state = self._state
        caller = state.caller(request)
        message = self._message(request, caller)
        if message.role != "assistant":
            rule = "chat.ratings.only-assistant-messages"
            raise unprocessable("Only assistant messages can be rated", rule=rule)
        value = int(request.body["rating"])  # 1.0 is an integer to JSON
        comment = cleaned_comment(request.body.get("comment"))
        found = state.records.ratings.of(message.id).get(caller.id)
        if found is not None:
            found.rating, found.comment, found.updated_at = value, comment, state.change_time()
            return Reply(wire.rating(found), 200)
        rating = Rating(
            id=state.records.new_id(),
            message=message,
            user_id=caller.id,
            rating=value,
            comment=comment,
            created_at=state.change_time(),
        )
        state.records.ratings.add(rating)
        return Reply(wire.rating(rating), 201)

    @operation("conversations.messages.unrate")
    def unrate_message(self, request: ContractRequest) -> Reply:
        """Remove the caller's rating of a message."""
        state = self._state
        caller = state.caller(request)
        found = state.records.ratings.of(self._message(request, caller).id).get(caller.id)
        if found is None:
            raise not_found("Rating", rule="chat.ratings.unrate-removes-the-callers")
        state.records.ratings.remove(found)
        return wire.NO_BODY

    def _message(self, request: ContractRequest, caller: User) -> Message:
        access, conversation_id = self._state.access, request.path["conversation_id"]
        if self._state.observed.owner_only_rating:
            row = access.owned(conversation_id, caller, rule="chat.ratings.only-the-owner-rates-as-observed")
        else:
            row = access.readable(conversation_id, caller)
        found = row.message(request.path["message_id"].lower())
        if found is None:
            raise not_found("Message", rule="chat.messages.missing-is-404")
        return found

"""The handlers of shares: who shares a conversation with whom, and what a share shows."""

import orjson
from starlette.responses import Response

from trivet_stubs.chat import wire
from trivet_stubs.chat.pages import page
from trivet_stubs.chat.records import Conversation, Share, User, link_token
from trivet_stubs.chat.refusals import conflict, forbidden, not_found
from trivet_stubs.chat.state import ChatState
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest, Reply
from trivet_stubs.kernel.operation import JSON
from trivet_stubs.kernel.spec import JsonObject


class ShareHandlers:
    """Shares with users and by link, and the conversations that they show."""

    def __init__(self, state: ChatState) -> None:
        self._state = state

    @operation("conversations.shares.create")
    def create_share(self, request: ContractRequest) -> JsonObject:
        """Share a conversation with a user, or by a link."""
        state = self._state
        caller = state.caller(request)
        rule = "chat.shares.only-the-owner-shares"
        row = state.access.sharable(request.path["conversation_id"], caller, rule=rule)
        by_link: bool = request.body.get("generate_link", False)
        recipient = None if by_link else self._recipient(row, caller, request.body.get("shared_with"))
        share_id = state.records.new_id()
        share = Share(
            id=share_id,
            conversation_id=row.id,
            shared_by=caller.id,
            shared_with=recipient.id if recipient else None,
            share_token=None if recipient else link_token(share_id),
            permission=request.body.get("permission", "view"),
            created_at=state.change_time(),
        )
        row.shares.append(share)
        return wire.share(share)

    @operation("conversations.shares.list")
    def list_shares(self, request: ContractRequest) -> JsonObject:
        """Answer the shares of a conversation."""
        caller, rule = self._state.caller(request), "chat.shares.only-the-owner-lists-them"
        row = self._state.access.sharable(request.path["conversation_id"], caller, rule=rule)
        return {"items": [wire.share(share) for share in row.shares], "total": len(row.shares)}

    @operation("conversations.shares.delete")
    def revoke_share(self, request: ContractRequest) -> Reply:
        """Revoke a share; as observed, its id alone counts, and not the conversation in the path."""
        state = self._state
        share_id: str = request.path["share_id"].lower()
        share = next((each for each in state.records.shares() if each.id == share_id), None)
        if share is None:
            raise not_found("Share", rule="chat.shares.missing-is-404")
        if share.shared_by != state.caller(request).id:
            rule = "chat.shares.only-the-sharer-revokes"
            raise forbidden("Only who shared a conversation may revoke the share", rule=rule)
        state.records.conversations[share.conversation_id].shares.remove(share)
        return wire.NO_BODY

    @operation("conversations.shared_with_me")
    def list_shared_with_me(self, request: ContractRequest) -> JsonObject:
        """Answer a page of the conversations that other users share with the caller."""
        caller = self._state.caller(request)
        rows = (row for row in self._state.records.conversations.values() if row.share_with(caller.id))
        return page(request, self._state.ordered(rows, lambda row: row.touched_at), wire.conversation)

    @operation("conversations.open_shared")
    def open_shared(self, request: ContractRequest) -> JsonObject | Response:
        """Answer the conversation of a public link."""
        state = self._state
        token: str = request.path["token"]
        share = next((each for each in state.records.shares() if each.share_token == token), None)
        if share is None:
            raise not_found("Shared conversation", rule="chat.shares.unknown-token-is-404")
        row = state.records.conversations[share.conversation_id]
        if not state.observed.bare_public_form:
            return wire.shared_conversation(row, share)
        value = wire.conversation_with_messages(row, state.records.ratings, reader=None)
        state.contract.check_record("ConversationWithMessages", value)
        # A Response is not checked: the answer of the contract has another form.
        return Response(orjson.dumps(value), media_type=JSON)

    def _recipient(self, row: Conversation, caller: User, user_id: str | None) -> User:
        user = self._state.records.users.get((user_id or "").lower())
        if user is None:
            raise not_found("User", rule="chat.shares.recipient-exists")
        if user is caller:
            rule = "chat.shares.recipient-is-not-the-owner"
            raise conflict("A conversation cannot be shared with its owner", rule=rule)
        if row.share_with(user.id):
            rule = "chat.shares.one-share-a-recipient"
            raise conflict("The conversation is shared with this user already", rule=rule)
        return user

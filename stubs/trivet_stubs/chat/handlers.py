"""The handlers of conversations, their messages, ratings and shares."""

import unicodedata

from starlette.responses import Response

from trivet_stubs.chat import wire
from trivet_stubs.chat.access import rating_reader
from trivet_stubs.chat.records import Conversation, Message, Rating, Share, User, link_token
from trivet_stubs.chat.refusals import conflict, forbidden, not_found, too_long, unprocessable
from trivet_stubs.chat.state import ChatState
from trivet_stubs.chat.wire import page
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.json_text import dumps
from trivet_stubs.kernel.messages import ContractRequest, Reply
from trivet_stubs.kernel.operation import JSON
from trivet_stubs.kernel.rule_catalogue import applies
from trivet_stubs.kernel.spec import JsonObject

_MAX_TITLE = 255
_MAX_COMMENT = 2000
_DEFAULT_LIMIT = 100


class ConversationHandlers:
    """Conversations; their messages, ratings and shares have handlers of their own."""

    def __init__(self, state: ChatState) -> None:
        self._state = state

    @operation("conversations.list")
    @applies("chat.conversations.list-is-the-callers-own", "chat.conversations.list-is-latest-update-first")
    @applies("chat.conversations.archived-are-hidden-by-default")
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
    @applies("chat.conversations.create-takes-an-optional-title", "chat.conversations.owner-is-the-caller")
    def create_conversation(self, request: ContractRequest) -> JsonObject:
        """Create a conversation of the caller."""
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
    @applies("chat.conversations.update-sets-title-and-archived")
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
    @applies("chat.conversations.archive-hides")
    def archive_conversation(self, request: ContractRequest) -> JsonObject:
        """Archive a conversation of the caller."""
        caller, rule = self._state.caller(request), "chat.conversations.only-the-owner-archives"
        row = self._state.access.owned(request.path["conversation_id"], caller, rule=rule)
        self._change(row, row.title, is_archived=True)
        return wire.conversation(row)

    @operation("conversations.delete")
    def delete_conversation(self, request: ContractRequest) -> Reply:
        """Delete a conversation of the caller."""
        caller, rule = self._state.caller(request), "chat.conversations.only-the-owner-deletes"
        row = self._state.access.owned(request.path["conversation_id"], caller, rule=rule)
        self._state.records.delete_conversation(row)
        return wire.NO_BODY

    def _title(self, text: str | None) -> str | None:
        title = stripped(text)
        if self._state.observed.title_limit and len(title or "") > _MAX_TITLE:
            rule = "chat.conversations.title-has-at-most-255-characters"
            raise too_long("title", _MAX_TITLE, text or "", rule=rule)
        return title

    def _change(self, row: Conversation, title: str | None, is_archived: bool) -> None:
        if (title, is_archived) != (row.title, row.is_archived):
            row.title, row.is_archived = title, is_archived
            row.updated_at = self._state.change_time()


class MessageHandlers:
    """The messages of a conversation."""

    def __init__(self, state: ChatState) -> None:
        self._state = state

    @operation("conversations.messages.list")
    @applies("chat.paging.messages-limit-is-100-by-default", "chat.messages.list-is-oldest-first")
    def list_messages(self, request: ContractRequest) -> JsonObject:
        """Answer a page of messages, oldest first."""
        state = self._state
        caller = state.caller(request)
        row = state.access.readable(request.path["conversation_id"], caller)
        reader = rating_reader(row, caller)
        ratings, null_count = state.records.ratings, state.observed.null_rating_count
        rows = state.ordered(row.messages, lambda message: message.created_at, newest_first=False)
        return page(
            request,
            rows,
            lambda message: wire.message(message, ratings, reader, null_count=null_count),
            default_limit=_DEFAULT_LIMIT,
        )

    @operation("conversations.messages.create")
    @applies("chat.messages.create-answers-201")
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


class RatingHandlers:
    """The caller's rating of a message."""

    def __init__(self, state: ChatState) -> None:
        self._state = state

    @operation("conversations.messages.rate")
    @applies("chat.ratings.comment-is-optional", "chat.ratings.new-is-201-and-update-is-200")
    def rate_message(self, request: ContractRequest) -> Reply:
        """Add the caller's rating of a message, or change an existing one."""
        state = self._state
        caller = state.caller(request)
        message = self._message(request, caller)
        if message.role != "assistant":
            rule = "chat.ratings.only-assistant-messages"
            raise unprocessable("Only assistant messages can be rated", rule=rule)
        value = int(request.body["rating"])  # 1.0 is an integer to JSON
        comment = cleaned_comment(request.body.get("comment"))
        existing = state.records.ratings.of(message.id).get(caller.id)
        if existing is not None:
            existing.rating, existing.comment, existing.updated_at = value, comment, state.change_time()
            return Reply(wire.rating(existing), 200)
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
    @applies("chat.ratings.unrate-answers-204")
    def unrate_message(self, request: ContractRequest) -> Reply:
        """Remove the caller's rating of a message."""
        state = self._state
        caller = state.caller(request)
        rating = state.records.ratings.of(self._message(request, caller).id).get(caller.id)
        if rating is None:
            raise not_found("Rating", rule="chat.ratings.unrate-removes-the-callers")
        state.records.ratings.remove(rating)
        return wire.NO_BODY

    @applies("chat.ratings.every-reader-rates")
    def _message(self, request: ContractRequest, caller: User) -> Message:
        access, conversation_id = self._state.access, request.path["conversation_id"]
        if self._state.observed.owner_only_rating:
            row = access.owned(conversation_id, caller, rule="chat.ratings.only-the-owner-rates-as-observed")
        else:
            row = access.readable(conversation_id, caller)
        message = row.message(request.path["message_id"].lower())
        if message is None:
            raise not_found("Message", rule="chat.messages.missing-is-404")
        return message


class ShareHandlers:
    """Shares with users and by link, and the conversations that they show."""

    def __init__(self, state: ChatState) -> None:
        self._state = state

    @operation("conversations.shares.create")
    @applies("chat.shares.create-names-a-user-or-a-link")
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
    @applies("chat.shares.list-has-items-and-total")
    def list_shares(self, request: ContractRequest) -> JsonObject:
        """Answer the shares of a conversation."""
        caller, rule = self._state.caller(request), "chat.shares.only-the-owner-lists-them"
        row = self._state.access.sharable(request.path["conversation_id"], caller, rule=rule)
        return {"items": [wire.share(share) for share in row.shares], "total": len(row.shares)}

    @operation("conversations.shares.delete")
    @applies("chat.shares.revoked-opens-nothing", "chat.shares.revoked-is-not-listed")
    def revoke_share(self, request: ContractRequest) -> Reply:
        """Revoke a share; as observed, only its id counts, and the conversation in the path does not."""
        state = self._state
        share_id: str = request.path["share_id"].lower()
        share = next((row for row in state.records.shares() if row.id == share_id), None)
        if share is None:
            raise not_found("Share", rule="chat.shares.missing-is-404")
        if share.shared_by != state.caller(request).id:
            rule = "chat.shares.only-the-sharer-revokes"
            raise forbidden("Only the user who shared a conversation may revoke the share", rule=rule)
        state.records.conversations[share.conversation_id].shares.remove(share)
        return wire.NO_BODY

    @operation("conversations.shared_with_me")
    @applies("chat.shares.shared-with-me-lists-what-others-share", "chat.shares.shared-with-me-is-latest-update-first")
    def list_shared_with_me(self, request: ContractRequest) -> JsonObject:
        """Answer a page of the conversations that other users share with the caller."""
        caller = self._state.caller(request)
        rows = (row for row in self._state.records.conversations.values() if row.share_with(caller.id))
        return page(request, self._state.ordered(rows, lambda row: row.touched_at), wire.conversation)

    @operation("conversations.open_shared")
    @applies("chat.shares.token-opens-the-conversation")
    def open_shared(self, request: ContractRequest) -> JsonObject | Response:
        """Answer the conversation of a public link."""
        state = self._state
        token: str = request.path["token"]
        share = next((link for link in state.records.shares() if link.share_token == token), None)
        if share is None:
            raise not_found("Shared conversation", rule="chat.shares.unknown-token-is-404")
        row = state.records.conversations[share.conversation_id]
        if not state.observed.bare_public_form:
            return wire.shared_conversation(row, share)
        value = wire.conversation_with_messages(row, state.records.ratings, reader=None)
        state.contract.check_record("ConversationWithMessages", value)
        # A Response is not checked again; the contract has another form for the answer of this operation.
        return Response(dumps(value), media_type=JSON)

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


def stripped(text: str | None) -> str | None:
    """Return a text without leading and trailing white space."""
    return None if text is None else text.strip()


def cleaned_comment(comment: str | None) -> str | None:
    """Return a comment as it is stored: without control characters, except for line breaks and tabs."""
    kept = "".join(
        character for character in comment or "" if character in "\n\t" or unicodedata.category(character) != "Cc"
    )
    return kept.strip()[:_MAX_COMMENT] or None

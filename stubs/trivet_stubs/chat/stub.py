"""The stub of the chat service: conversations, their messages and shares."""

import unicodedata

import orjson
from starlette.responses import Response

from trivet_stubs.chat import wire
from trivet_stubs.chat.access import takes_part
from trivet_stubs.chat.admin import NO_BODY, ChatAdministration
from trivet_stubs.chat.ratings import Rating
from trivet_stubs.chat.records import Conversation, Message, Share, User, link_token
from trivet_stubs.chat.refusals import absent, against_the_rules, conflict, forbidden
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest, Reply
from trivet_stubs.kernel.operation import JSON, JsonObject

_COMMENT_LENGTH = 2000


class ChatStub(ChatAdministration):
    """A chat service. Everything but the routes of the contract may be set, before or between requests.

    `token(who)` and `user_id(who)` know its users by name: `admin`, `nadia` (an administrator too), `alice`, `bob`,
    `carol` (not active), `dave` and `erin`.

    Args:
        seed: What there is at first. `small` is a little of everything; `empty` is one administrator; `10000x20` is
            10,000 conversations of 20 messages, owned in turn by alice, bob, dave and erin, every second message the
            assistant's and rated by the owner.
        users: How many further users there are, without conversations: `user0001` and so on.
        clock: The time there; without it, a clock that stands at Monday, 16 June 2025, 08:00 in Singapore. Two changes
            in one moment of it are a microsecond apart, so that the later one is the newer.
        latency: Real seconds that every answer takes.
    """

    # Conversations.

    @operation("conversations.list")
    def _list(self, request: ContractRequest) -> JsonObject:
        caller = self._caller(request)
        archived_too: bool = request.query.get("include_archived", False)
        rows = (
            row
            for row in self.records.conversations.values()
            if row.user_id == caller.id and (archived_too or not row.is_archived)
        )
        return self._page(request, self._ordered(rows, lambda row: row.touched_at), wire.conversation)

    @operation("conversations.shared_with_me")
    def _shared_with_me(self, request: ContractRequest) -> JsonObject:
        caller = self._caller(request)
        rows = (row for row in self.records.conversations.values() if row.share_with(caller.id))
        return self._page(request, self._ordered(rows, lambda row: row.touched_at), wire.conversation)

    @operation("conversations.create")
    def _create(self, request: ContractRequest) -> JsonObject:
        body: JsonObject = request.body or {}
        row = Conversation(
            id=self.records.new_id(),
            user_id=self._caller(request).id,
            title=_stripped(body.get("title")),
            created_at=self._moment(),
        )
        self.records.conversations[row.id] = row
        return wire.conversation(row)

    @operation("conversations.get")
    def _get(self, request: ContractRequest) -> JsonObject:
        caller = self._caller(request)
        row = self._access.readable(request.path["conversation_id"], caller)
        return wire.conversation_with_messages(row, self.records.ratings, _reader(row, caller))

    @operation("conversations.update")
    def _update(self, request: ContractRequest) -> JsonObject:
        caller = self._caller(request)
        row = self._access.editable(request.path["conversation_id"], caller)
        if "is_archived" in request.body and row.user_id != caller.id:
            raise forbidden("Only the owner may archive a conversation")
        self._change(
            row,
            _stripped(request.body["title"]) if "title" in request.body else row.title,
            request.body.get("is_archived", row.is_archived),
        )
        return wire.conversation(row)

    @operation("conversations.archive")
    def _archive(self, request: ContractRequest) -> JsonObject:
        row = self._access.owned(request.path["conversation_id"], self._caller(request))
        self._change(row, row.title, is_archived=True)
        return wire.conversation(row)

    @operation("conversations.delete")
    def _delete(self, request: ContractRequest) -> Reply:
        row = self._access.owned(request.path["conversation_id"], self._caller(request))
        self.records.delete_conversation(row)
        return NO_BODY

    @operation("conversations.open_shared")
    def _open_shared(self, request: ContractRequest) -> JsonObject | Response:
        token: str = request.path["token"]
        share = next((each for each in self.records.shares() if each.share_token == token), None)
        if share is None:
            raise absent("Shared conversation")
        row = self.records.conversations[share.conversation_id]
        if not self.bare_public_form:
            return wire.shared_conversation(row, share)
        value = wire.conversation_with_messages(row, self.records.ratings, reader=None)
        self.contract.check_record("ConversationWithMessages", value)
        return Response(orjson.dumps(value), media_type=JSON)  # as it is: the contract's answer has another form

    def _change(self, row: Conversation, title: str | None, is_archived: bool) -> None:
        if (title, is_archived) != (row.title, row.is_archived):
            row.title, row.is_archived = title, is_archived
            row.updated_at = self._moment()

    # Messages.

    @operation("conversations.messages.list")
    def _list_messages(self, request: ContractRequest) -> JsonObject:
        caller = self._caller(request)
        row = self._access.readable(request.path["conversation_id"], caller)
        reader = _reader(row, caller)
        rows = self._ordered(row.messages, lambda each: each.created_at, newest_first=False)
        return self._page(request, rows, lambda each: wire.message(each, self.records.ratings, reader), limit=100)

    @operation("conversations.messages.create")
    def _create_message(self, request: ContractRequest) -> JsonObject:
        caller = self._caller(request)
        row = self._access.editable(request.path["conversation_id"], caller)
        tokens: float | None = request.body.get("tokens_used")
        message = Message(
            id=self.records.new_id(),
            conversation_id=row.id,
            role=request.body["role"],
            content=request.body["content"].strip(),
            thinking=_stripped(request.body.get("thinking")),
            model_name=_stripped(request.body.get("model_name")),
            tokens_used=None if tokens is None else int(tokens),
            created_at=self._moment(),
        )
        row.messages.append(message)
        row.updated_at = message.created_at
        return wire.message(message, self.records.ratings, _reader(row, caller))

    @operation("conversations.messages.rate")
    def _rate(self, request: ContractRequest) -> Reply:
        caller = self._caller(request)
        message = self._message(request, caller)
        if message.role != "assistant":
            raise against_the_rules("Only assistant messages can be rated")
        worth = int(request.body["rating"])  # 1.0 is an integer to JSON
        comment = _cleaned(request.body.get("comment"))
        found = self.records.ratings.of(message.id).get(caller.id)
        if found is not None:
            found.rating, found.comment, found.updated_at = worth, comment, self._moment()
            return Reply(wire.rating(found), 200)
        rating = Rating(
            id=self.records.new_id(),
            message=message,
            user_id=caller.id,
            rating=worth,
            comment=comment,
            created_at=self._moment(),
        )
        self.records.ratings.add(rating)
        return Reply(wire.rating(rating), 201)

    @operation("conversations.messages.unrate")
    def _unrate(self, request: ContractRequest) -> Reply:
        caller = self._caller(request)
        found = self.records.ratings.of(self._message(request, caller).id).get(caller.id)
        if found is None:
            raise absent("Rating")
        self.records.ratings.remove(found)
        return NO_BODY

    def _message(self, request: ContractRequest, caller: User) -> Message:
        row = self._access.readable(request.path["conversation_id"], caller)
        found = row.message(request.path["message_id"].lower())
        if found is None:
            raise absent("Message")
        return found

    # Shares.

    @operation("conversations.shares.create")
    def _share(self, request: ContractRequest) -> JsonObject:
        caller = self._caller(request)
        row = self._access.sharable(request.path["conversation_id"], caller)
        link: bool = request.body.get("generate_link", False)
        recipient = None if link else self._recipient(row, caller, request.body.get("shared_with"))
        share_id = self.records.new_id()
        share = Share(
            id=share_id,
            conversation_id=row.id,
            shared_by=caller.id,
            shared_with=recipient.id if recipient else None,
            share_token=None if recipient else link_token(share_id),
            permission=request.body.get("permission", "view"),
            created_at=self._moment(),
        )
        row.shares.append(share)
        return wire.share(share)

    @operation("conversations.shares.list")
    def _list_shares(self, request: ContractRequest) -> JsonObject:
        row = self._access.sharable(request.path["conversation_id"], self._caller(request))
        return {"items": [wire.share(share) for share in row.shares], "total": len(row.shares)}

    @operation("conversations.shares.delete")
    def _revoke(self, request: ContractRequest) -> Reply:
        # As observed, the share's id alone counts, whatever conversation the path names.
        share_id: str = request.path["share_id"].lower()
        share = next((each for each in self.records.shares() if each.id == share_id), None)
        if share is None:
            raise absent("Share")
        if share.shared_by != self._caller(request).id:
            raise forbidden("Only who shared a conversation may revoke the share")
        self.records.conversations[share.conversation_id].shares.remove(share)
        return NO_BODY

    def _recipient(self, row: Conversation, caller: User, user_id: str | None) -> User:
        user = self.records.users.get((user_id or "").lower())
        if user is None:
            raise absent("User")
        if user is caller:
            raise conflict("A conversation cannot be shared with its owner")
        if row.share_with(user.id):
            raise conflict("The conversation is shared with this user already")
        return user


def _reader(row: Conversation, caller: User) -> str | None:
    """Whose ratings are shown; nobody's to an administrator who only looks on."""
    return caller.id if takes_part(row, caller) else None


def _stripped(text: str | None) -> str | None:
    return None if text is None else text.strip()


def _cleaned(comment: str | None) -> str | None:
    """A comment as it is kept; line breaks and tabs are not among the control characters that are dropped."""
    kept = "".join(each for each in comment or "" if each in "\n\t" or unicodedata.category(each) != "Cc")
    return kept.strip()[:_COMMENT_LENGTH] or None

"""Mutants of sharing."""

from tests.mutants.chat.parts import change_json, do_later, let_readers, let_recipients, patch, reverse
from trivet_checks.mutants.changes import change_answer, change_status, do_nothing
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.chat import ChatStub, wire
from trivet_stubs.chat.access import takes_part
from trivet_stubs.chat.handlers import ShareHandlers
from trivet_stubs.chat.wire import page
from trivet_stubs.kernel.messages import ContractRequest, Reply
from trivet_stubs.kernel.spec import JsonObject


@mutant("chat.shares.create-names-a-user-or-a-link", shown_by="one")
def every_share_is_a_link(stub: ChatStub) -> None:
    """A share with a user is a public link."""
    change_json(stub, "conversations.shares.create", lambda _: {"generate_link": True})


@mutant("chat.shares.create-names-a-user-or-a-link", shown_by="one")
def link_has_no_token(stub: ChatStub) -> None:
    """A share by link has no token."""
    change_answer(stub, "conversations.shares.create", lambda share: {**share, "share_token": None})


@mutant("chat.shares.create-answers-201", shown_by="one")
def create_answers_200(stub: ChatStub) -> None:
    """A new share is answered with 200."""
    change_status(stub, "conversations.shares.create", {201: 200})


@mutant("chat.shares.permission-is-view-or-edit", shown_by="one")
def share_is_for_editing_by_default(stub: ChatStub) -> None:
    """A share without a permission is for editing."""
    change_json(stub, "conversations.shares.create", lambda body: {"permission": "edit", **body})


@mutant("chat.shares.view-does-not-change", shown_by="neither: it takes two callers")
def viewers_change(stub: ChatStub) -> None:
    """A user with whom a conversation is shared for viewing changes it."""
    patch(stub.state.access, editable=stub.state.access.readable)


@mutant("chat.shares.view-does-not-change", shown_by="neither: its effect is seen by another caller")
def refused_message_is_added_later(stub: ChatStub) -> None:
    """A message that was refused is added all the same, half a second after its answer."""
    do_later(stub, "conversations.messages.create")


@mutant("chat.shares.only-the-owner-shares", shown_by="two")
def readers_share(stub: ChatStub) -> None:
    """Every reader of a conversation shares it."""
    let_readers(stub, "chat.shares.only-the-owner-shares")


@mutant("chat.shares.only-the-owner-shares", shown_by="neither: its effect is seen by another caller")
def refused_share_is_made_later(stub: ChatStub) -> None:
    """A share that was refused is made all the same, half a second after its answer."""
    do_later(stub, "conversations.shares.create")


@mutant("chat.shares.only-the-owner-lists-them", shown_by="two")
def readers_list_shares(stub: ChatStub) -> None:
    """Every reader of a conversation lists its shares."""
    let_readers(stub, "chat.shares.only-the-owner-lists-them")


@mutant("chat.shares.only-the-owner-lists-them", shown_by="two")
def recipients_list_shares(stub: ChatStub) -> None:
    """A user with whom a conversation is shared lists its shares, and an administrator does not."""
    let_recipients(stub, "chat.shares.only-the-owner-lists-them")


@mutant("chat.shares.list-has-items-and-total", shown_by="one")
def total_is_wrong(stub: ChatStub) -> None:
    """The total of the shares is another number."""
    change_answer(stub, "conversations.shares.list", lambda page: {**page, "total": page["total"] + 1})


@mutant("chat.shares.list-has-items-and-total", shown_by="one")
def list_has_the_last_share_alone(stub: ChatStub) -> None:
    """The list of shares leaves out all but the last."""
    change_answer(stub, "conversations.shares.list", lambda page: {**page, "items": page["items"][-1:]})


@mutant("chat.shares.only-the-sharer-revokes", shown_by="neither: it takes two callers")
def recipients_revoke(stub: ChatStub) -> None:
    """The recipient of a share revokes it, as observed."""

    class RecipientsRevoke(ShareHandlers):
        def revoke_share(self, request: ContractRequest) -> Reply:
            caller = self._state.caller(request)
            for share in self._state.records.shares():
                if share.id == request.path["share_id"] and share.shared_with == caller.id:
                    self._state.records.conversations[share.conversation_id].shares.remove(share)
                    return wire.NO_BODY
            return super().revoke_share(request)

    stub.override(RecipientsRevoke(stub.state))


@mutant("chat.shares.only-the-sharer-revokes", shown_by="neither: its effect is seen by another caller")
def refused_revocation_is_done_later(stub: ChatStub) -> None:
    """A share is revoked by a request that was refused, half a second after its answer."""
    do_later(stub, "conversations.shares.delete")


@mutant("chat.shares.revoked-opens-nothing", shown_by="two")
def share_survives_revocation(stub: ChatStub) -> None:
    """Revoking a share is answered and not done."""
    do_nothing(stub, "conversations.shares.delete", status=204)


@mutant("chat.shares.revoked-opens-nothing", shown_by="one")
def revoking_answers_200(stub: ChatStub) -> None:
    """Revoking a share is answered with 200."""
    change_status(stub, "conversations.shares.delete", {204: 200})


@mutant("chat.shares.revoked-is-not-listed", shown_by="missed: a share may be made again in between")
def revoked_share_is_listed(stub: ChatStub) -> None:
    """A share stays in the list when it is revoked."""
    revoked: list[JsonObject] = []

    def remember(page: JsonObject) -> JsonObject:
        known = [share["id"] for share in page["items"]]
        items = [*page["items"], *(share for share in revoked if share["id"] not in known)]
        revoked[:] = page["items"] or revoked
        return {**page, "items": items, "total": len(items)}

    change_answer(stub, "conversations.shares.list", remember)


@mutant("chat.shares.missing-is-404", shown_by="two")
def missing_share_is_403(stub: ChatStub) -> None:
    """Revoking a share that does not exist is a 403."""
    change_status(stub, "conversations.shares.delete", {404: 403})


@mutant("chat.shares.recipient-exists", shown_by="neither: no exchange says that the user does not exist")
def recipient_need_not_exist(stub: ChatStub) -> None:
    """Sharing with a user who does not exist is a success."""
    change_status(stub, "conversations.shares.create", {404: 201})


@mutant("chat.shares.recipient-is-not-the-owner", shown_by="two")
def owners_share_with_themselves(stub: ChatStub) -> None:
    """Sharing with oneself is a success."""
    change_status(stub, "conversations.shares.create", {409: 201})


@mutant("chat.shares.one-share-a-recipient", shown_by="two")
def second_share_is_422(stub: ChatStub) -> None:
    """A second share with a user is answered with another status."""
    change_status(stub, "conversations.shares.create", {409: 422})


@mutant("chat.shares.shared-with-me-lists-what-others-share", shown_by="neither: it takes two callers")
def nothing_is_shared_with_me(stub: ChatStub) -> None:
    """The list of shared conversations is empty."""
    change_answer(stub, "conversations.shared_with_me", lambda _: {"items": [], "total": 0})


@mutant("chat.shares.shared-with-me-lists-what-others-share", shown_by="two")
def own_conversations_are_shared_with_me(stub: ChatStub) -> None:
    """The list of shared conversations has the caller's own, too."""

    class ListsOwn(ShareHandlers):
        def list_shared_with_me(self, request: ContractRequest) -> JsonObject:
            caller = self._state.caller(request)
            rows = (row for row in self._state.records.conversations.values() if takes_part(row, caller))
            return page(request, self._state.ordered(rows, lambda row: row.touched_at), wire.conversation)

    stub.override(ListsOwn(stub.state))


@mutant("chat.shares.shared-with-me-is-latest-update-first", shown_by="one")
def shared_with_me_is_oldest_first(stub: ChatStub) -> None:
    """The list of shared conversations is in the other order."""
    reverse(stub, "conversations.shared_with_me")


@mutant("chat.shares.token-opens-the-conversation", shown_by="one")
def link_opens_nothing(stub: ChatStub) -> None:
    """A link shows an empty conversation."""
    change_answer(stub, "conversations.open_shared", lambda _: {"conversation": {"messages": []}})


@mutant(
    "chat.shares.link-of-a-deleted-conversation-opens-nothing",
    shown_by="missed: the proxy does not know of which conversation a link is; delete-takes-the-messages is named",
)
def link_survives_its_conversation(stub: ChatStub) -> None:
    """A deletion leaves the conversation, and its link."""
    do_nothing(stub, "conversations.delete", status=204)


@mutant("chat.shares.unknown-token-is-404", shown_by="two")
def unknown_link_is_401(stub: ChatStub) -> None:
    """A token of no link is refused as wrong credentials are."""
    change_status(stub, "conversations.open_shared", {404: 401})

"""Mutants of conversations."""

from tests.mutants.chat.parts import (
    change_json,
    default,
    do_later,
    ignore,
    let_readers,
    let_recipients,
    patch,
    reverse,
    without,
)
from trivet_checks.mutants.changes import change_answer, change_headers, change_status, do_nothing, refuse
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.chat import ChatStub, wire
from trivet_stubs.chat.access import takes_part
from trivet_stubs.chat.handlers import ConversationHandlers
from trivet_stubs.chat.wire import page
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.spec import JsonObject


@mutant("chat.conversations.create-takes-an-optional-title", shown_by="one")
def body_is_required(stub: ChatStub) -> None:
    """A conversation is not made without a body."""
    refuse(stub, "conversations.create", lambda request: request.headers.get("content-length", "0") == "0")


@mutant("chat.conversations.create-takes-an-optional-title", shown_by="one")
def title_is_ignored(stub: ChatStub) -> None:
    """A new conversation has no title."""
    change_json(stub, "conversations.create", without("title"))


@mutant("chat.conversations.owner-is-the-caller", shown_by="missed: another client of the user may have deleted it")
def owner_is_an_administrator(stub: ChatStub) -> None:
    """Every conversation belongs to the same user."""
    change_headers(stub, "conversations.create", {"authorization": f"Bearer {stub.token('nadia')}"})


@mutant("chat.conversations.create-answers-201", shown_by="one")
def create_answers_200(stub: ChatStub) -> None:
    """A new conversation is answered with 200."""
    change_status(stub, "conversations.create", {201: 200})


@mutant("chat.conversations.list-is-the-callers-own", shown_by="one")
def administrators_list_all(stub: ChatStub) -> None:
    """The list of an administrator has the conversations of all users."""

    class ListsAll(ConversationHandlers):
        def list_conversations(self, request: ContractRequest) -> JsonObject:
            if self._state.caller(request).role == "admin":
                rows = self._state.ordered(self._state.records.conversations.values(), lambda row: row.touched_at)
                return page(request, rows, wire.conversation)
            return super().list_conversations(request)

    stub.override(ListsAll(stub.state))


@mutant("chat.conversations.list-is-the-callers-own", shown_by="one")
def recipients_list_what_is_shared(stub: ChatStub) -> None:
    """The list of a user has the conversations that others share with them."""

    class ListsShared(ConversationHandlers):
        def list_conversations(self, request: ContractRequest) -> JsonObject:
            caller = self._state.caller(request)
            rows = (row for row in self._state.records.conversations.values() if takes_part(row, caller))
            return page(request, self._state.ordered(rows, lambda row: row.touched_at), wire.conversation)

    stub.override(ListsShared(stub.state))


@mutant("chat.conversations.list-is-latest-update-first", shown_by="one")
def list_is_oldest_first(stub: ChatStub) -> None:
    """The list has the conversation first that was not changed for the longest time."""
    reverse(stub, "conversations.list")


@mutant("chat.conversations.list-is-latest-update-first", shown_by="one")
def list_is_newest_first(stub: ChatStub) -> None:
    """The list is in the order in which the conversations were made."""

    def change(page: JsonObject) -> JsonObject:
        return {**page, "items": sorted(page["items"], key=lambda row: row["created_at"], reverse=True)}

    change_answer(stub, "conversations.list", change)


@mutant("chat.conversations.archived-are-hidden-by-default", shown_by="one")
def archived_are_listed(stub: ChatStub) -> None:
    """The list has archived conversations by default."""
    default(stub, "conversations.list", "include_archived", "true")


@mutant("chat.conversations.archived-are-hidden-by-default", shown_by="two")
def archived_are_never_listed(stub: ChatStub) -> None:
    """The list has no archived conversations, even if it is asked for them."""
    ignore(stub, "conversations.list", "include_archived")


@mutant("chat.conversations.get-embeds-messages", shown_by="two")
def conversation_has_no_messages(stub: ChatStub) -> None:
    """A conversation is read without its messages."""
    change_answer(stub, "conversations.get", lambda conversation: {**conversation, "messages": []})


@mutant("chat.conversations.get-embeds-messages", shown_by="two")
def embedded_messages_have_no_tool_calls(stub: ChatStub) -> None:
    """A conversation is read without the tool calls of its messages."""
    bare = without("tool_calls")
    change_answer(
        stub,
        "conversations.get",
        lambda conversation: {**conversation, "messages": [bare(m) for m in conversation["messages"]]},
    )


@mutant("chat.conversations.missing-is-404", shown_by="two")
def missing_conversation_is_403(stub: ChatStub) -> None:
    """A conversation that does not exist is a 403."""
    change_status(stub, "conversations.get", {404: 403})


@mutant("chat.conversations.missing-is-404", shown_by="two")
def deleting_nothing_succeeds(stub: ChatStub) -> None:
    """Deleting a conversation that does not exist is a success."""
    change_status(stub, "conversations.delete", {404: 204})


@mutant("chat.conversations.update-sets-title-and-archived", shown_by="one")
def title_cannot_be_changed(stub: ChatStub) -> None:
    """An update does not change the title."""
    change_json(stub, "conversations.update", without("title"))


@mutant("chat.conversations.update-sets-title-and-archived", shown_by="one")
def archived_cannot_be_restored(stub: ChatStub) -> None:
    """An update archives, and does not restore."""
    change_json(stub, "conversations.update", lambda body: body if body.get("is_archived") is not False else {})


@mutant("chat.conversations.archived-status-is-is-archived", shown_by="one")
def archived_status_has_another_name(stub: ChatStub) -> None:
    """The archived status of an update has another name."""
    change_json(stub, "conversations.update", without("is_archived"))


@mutant("chat.conversations.only-the-owner-sets-archived", shown_by="neither: it takes two callers")
def editors_archive(stub: ChatStub) -> None:
    """A user with whom a conversation is shared for editing archives it by an update."""

    class EditorsArchive(ConversationHandlers):
        def update_conversation(self, request: ContractRequest) -> JsonObject:
            row = self._state.access.editable(request.path["conversation_id"], self._state.caller(request))
            row.is_archived = request.body.get("is_archived", row.is_archived)
            return super().update_conversation(request)

    stub.override(EditorsArchive(stub.state))


@mutant("chat.conversations.only-the-owner-sets-archived", shown_by="neither: it takes two callers")
def viewers_archive_by_an_update(stub: ChatStub) -> None:
    """A user with whom a conversation is shared for viewing archives it by an update, and another one is refused."""

    class ViewersArchive(ConversationHandlers):
        def update_conversation(self, request: ContractRequest) -> JsonObject:
            row = self._state.access.readable(request.path["conversation_id"], self._state.caller(request))
            share = row.share_with(self._state.caller(request).id)
            if share is not None and share.permission == "view" and "is_archived" in request.body:
                row.is_archived = request.body["is_archived"]
                return wire.conversation(row)
            return super().update_conversation(request)

    stub.override(ViewersArchive(stub.state))


@mutant("chat.conversations.only-the-owner-sets-archived", shown_by="neither: its effect is seen by another caller")
def refused_update_archives_later(stub: ChatStub) -> None:
    """An update that is refused archives all the same, half a second after its answer."""
    do_later(stub, "conversations.update")


@mutant(
    "chat.conversations.owners-and-editors-change-them",
    shown_by="neither: it takes two callers; chat.shares.permission-is-view-or-edit is named",
)
def editors_change_nothing(stub: ChatStub) -> None:
    """A share for editing is one for viewing."""
    change_json(stub, "conversations.shares.create", without("permission"))


@mutant(
    "chat.conversations.owners-and-editors-change-them",
    shown_by="neither: the conversation may be shared with the caller",
)
def administrators_change_everything(stub: ChatStub) -> None:
    """Every reader of a conversation changes it."""
    patch(stub.state.access, editable=stub.state.access.readable)


@mutant(
    "chat.conversations.archive-hides",
    shown_by="missed: another client of the user may have restored it; each-operation-answers-its-record is named",
)
def archive_does_nothing(stub: ChatStub) -> None:
    """Archiving is answered and not done."""
    do_nothing(stub, "conversations.archive", status=200, json={})


@mutant("chat.conversations.archive-hides", shown_by="one")
def archive_answers_202(stub: ChatStub) -> None:
    """Archiving is answered with another status."""
    change_status(stub, "conversations.archive", {200: 202})


@mutant("chat.conversations.only-the-owner-archives", shown_by="two")
def administrators_archive(stub: ChatStub) -> None:
    """An administrator archives the conversation of another user."""
    let_readers(stub, "chat.conversations.only-the-owner-archives")


@mutant("chat.conversations.only-the-owner-archives", shown_by="two")
def recipients_archive(stub: ChatStub) -> None:
    """A user with whom a conversation is shared archives it, even if they may only view it."""
    let_recipients(stub, "chat.conversations.only-the-owner-archives")


@mutant("chat.conversations.only-the-owner-archives", shown_by="neither: its effect is seen by another caller")
def refused_archiving_is_done_later(stub: ChatStub) -> None:
    """A conversation is archived by a request that was refused, half a second after its answer."""
    do_later(stub, "conversations.archive")


@mutant("chat.conversations.only-the-owner-deletes", shown_by="two")
def administrators_delete(stub: ChatStub) -> None:
    """An administrator deletes the conversation of another user."""
    let_readers(stub, "chat.conversations.only-the-owner-deletes")


@mutant("chat.conversations.only-the-owner-deletes", shown_by="two")
def recipients_delete(stub: ChatStub) -> None:
    """A user with whom a conversation is shared deletes it, even if they may only view it."""
    let_recipients(stub, "chat.conversations.only-the-owner-deletes")


@mutant("chat.conversations.only-the-owner-deletes", shown_by="neither: its effect is seen by another caller")
def refused_deletion_is_done_later(stub: ChatStub) -> None:
    """A conversation is deleted by a request that was refused, half a second after its answer."""
    do_later(stub, "conversations.delete")


@mutant("chat.conversations.delete-takes-the-messages", shown_by="two")
def delete_does_nothing(stub: ChatStub) -> None:
    """Deleting is answered and not done."""
    do_nothing(stub, "conversations.delete", status=204)


@mutant("chat.conversations.delete-takes-the-messages", shown_by="one")
def delete_answers_200(stub: ChatStub) -> None:
    """Deleting is answered with another status."""
    change_status(stub, "conversations.delete", {204: 200})


@mutant("chat.conversations.title-has-at-most-255-characters", shown_by="one")
def long_title_is_refused_too_early(stub: ChatStub) -> None:
    """A title has fewer characters than 255."""
    refuse(stub, "conversations.update", lambda request: int(request.headers["content-length"]) > 200)


@mutant("chat.effects.nothing-else-changes", shown_by="missed: another client of the user may have restored it")
def title_restores(stub: ChatStub) -> None:
    """An update of the title restores an archived conversation."""
    change_json(stub, "conversations.update", lambda body: {"is_archived": False, **body})

"""Mutants of tokens and permissions."""

from starlette.requests import Request

from tests.mutants.chat.parts import as_admin, do_later, let_in
from trivet_checks.mutants.changes import change_status, refuse
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.chat import ChatStub
from trivet_stubs.chat.handlers import ConversationHandlers
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.spec import JsonObject


@mutant("chat.access.a-signed-in-user-is-needed", shown_by="one")
def ratings_are_public(stub: ChatStub) -> None:
    """The list of ratings needs no credentials."""
    as_admin(stub, "admin.ratings.list")


@mutant("chat.access.a-signed-in-user-is-needed", shown_by="one")
def conversations_are_public(stub: ChatStub) -> None:
    """A conversation is read without credentials."""
    as_admin(stub, "conversations.get")


@mutant("chat.access.a-signed-in-user-is-needed", shown_by="neither: its effect is seen by another caller")
def share_of_no_user_is_made_later(stub: ChatStub) -> None:
    """A share that was refused without credentials is made all the same, half a second after its answer."""
    do_later(stub, "conversations.shares.create")


@mutant("chat.access.public-link-needs-no-sign-in", shown_by="two")
def public_link_needs_sign_in(stub: ChatStub) -> None:
    """A public link opens for signed-in users alone."""
    refuse(stub, "conversations.open_shared", lambda request: "authorization" not in request.headers, status=401)


@mutant("chat.access.admin-operations-need-role-admin", shown_by="two")
def users_list_users(stub: ChatStub) -> None:
    """Every user lists all users."""
    as_admin(stub, "admin.users.list")


@mutant("chat.access.admin-operations-need-role-admin", shown_by="neither: no answer shows the role of the caller")
def users_impersonate(stub: ChatStub) -> None:
    """Every user impersonates another."""
    as_admin(stub, "admin.users.impersonate")


@mutant("chat.access.admin-operations-need-role-admin", shown_by="neither: no answer shows the role of the caller")
def users_delete_users(stub: ChatStub) -> None:
    """Every user deletes another."""
    as_admin(stub, "admin.users.delete")


@mutant("chat.access.admin-reads-any-conversation", shown_by="neither: no answer shows the role of the caller")
def admin_reads_no_messages(stub: ChatStub) -> None:
    """An administrator is refused the messages of another user."""
    admin = f"Bearer {stub.admin_token}"
    refuse(stub, "conversations.messages.list", lambda request: request.headers["authorization"] == admin, status=404)


@mutant("chat.access.others-read-only-their-own", shown_by="neither: the conversation may be shared with the caller")
def everyone_reads_everything(stub: ChatStub) -> None:
    """Every user reads the conversations of all."""
    as_admin(stub, "conversations.get")


@mutant("chat.access.others-read-only-their-own", shown_by="neither: the conversation may be shared with the caller")
def everyone_reads_messages(stub: ChatStub) -> None:
    """Every user reads the messages of all."""
    as_admin(stub, "conversations.messages.list")


@mutant("chat.access.others-read-only-their-own", shown_by="neither: its effect is seen by another caller")
def refused_title_is_stored_later(stub: ChatStub) -> None:
    """The title of an update that was refused is stored all the same, half a second after its answer."""
    do_later(stub, "conversations.update")


@mutant("chat.access.recipients-read-what-is-shared", shown_by="neither: it takes two callers")
def recipients_read_nothing(stub: ChatStub) -> None:
    """A share does not let its recipient read."""

    class OwnersRead(ConversationHandlers):
        def get_conversation(self, request: ContractRequest) -> JsonObject:
            self._state.access.owned(request.path["conversation_id"], self._state.caller(request), rule="")
            return super().get_conversation(request)

    stub.override(OwnersRead(stub.state))


@mutant("chat.access.credentials-are-a-bearer-token", shown_by="two")
def scheme_has_one_spelling(stub: ChatStub) -> None:
    """The scheme is `Bearer` alone."""

    def has_another(request: Request) -> bool:
        return not request.headers["authorization"].startswith("Bearer ")

    refuse(stub, "conversations.list", has_another, status=401)


@mutant("chat.access.unknown-token-is-401", shown_by="one")
def unknown_token_is_403(stub: ChatStub) -> None:
    """An unknown token is answered with another status."""
    change_status(stub, "conversations.list", {401: 403})


@mutant("chat.access.unknown-token-is-401", shown_by="neither: no exchange says that a token is not known")
def unknown_token_is_taken(stub: ChatStub) -> None:
    """Every token is the administrator's."""
    let_in(stub, "chat.access.unknown-token-is-401")


@mutant("chat.access.token-of-a-deleted-user-is-401", shown_by="neither: it takes two callers")
def token_of_deleted_user_is_taken(stub: ChatStub) -> None:
    """The token of a deleted user is still taken."""
    let_in(stub, "chat.access.token-of-a-deleted-user-is-401")


@mutant("chat.access.token-of-an-inactive-user-is-401", shown_by="neither: it takes two callers")
def token_of_inactive_user_is_taken(stub: ChatStub) -> None:
    """The token of an inactive user is still taken."""
    let_in(stub, "chat.access.token-of-an-inactive-user-is-401")

"""Mutants of users."""

from tests.mutants.chat.parts import change_items, change_json, ignore, reverse, without
from trivet_checks.mutants.changes import change_status, do_nothing, refuse
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.chat import ChatStub
from trivet_stubs.kernel.spec import JsonObject


@mutant("chat.users.list-has-counts", shown_by="one")
def list_has_no_counts(stub: ChatStub) -> None:
    """Users are listed without counts."""
    change_items(stub, "admin.users.list", without("conversation_count"))


@mutant("chat.users.search-is-optional", shown_by="one")
def search_is_required(stub: ChatStub) -> None:
    """The list of users is refused without a search."""
    refuse(stub, "admin.users.list", lambda request: "search" not in request.query_params)


@mutant("chat.users.search-matches-email-or-name", shown_by="one")
def search_is_ignored(stub: ChatStub) -> None:
    """A search of users matches everyone."""
    ignore(stub, "admin.users.list", "search")


@mutant("chat.users.list-is-newest-first", shown_by="one")
def list_is_oldest_first(stub: ChatStub) -> None:
    """The list of users has the oldest first."""
    reverse(stub, "admin.users.list")


@mutant("chat.users.update-changes-role-and-activity", shown_by="one")
def role_is_ignored(stub: ChatStub) -> None:
    """An update does not change the role."""
    change_json(stub, "admin.users.update", without("role"))


@mutant("chat.users.update-changes-role-and-activity", shown_by="one")
def activity_is_ignored(stub: ChatStub) -> None:
    """An update does not change whether a user is active."""
    change_json(stub, "admin.users.update", without("is_active"))


@mutant(
    "chat.users.update-changes-role-and-activity", shown_by="missed: another administrator may have changed it back"
)
def app_administration_is_ignored(stub: ChatStub) -> None:
    """An update does not change whether a user administers the app, as observed."""
    stub.observed.listed_app_admin = True


@mutant("chat.users.role-is-admin-or-user", shown_by="one")
def other_roles_are_taken(stub: ChatStub) -> None:
    """An unknown role is stored as "user"."""

    def known(body: JsonObject) -> JsonObject:
        return {**body, "role": "user"} if body.get("role") == "owner" else body

    change_json(stub, "admin.users.update", known)


@mutant("chat.users.deletion-is-hard", shown_by="two")
def deletion_does_nothing(stub: ChatStub) -> None:
    """Deleting a user is answered and not done."""
    do_nothing(stub, "admin.users.delete", status=204)


@mutant("chat.users.deletion-is-hard", shown_by="one")
def deletion_answers_200(stub: ChatStub) -> None:
    """Deleting a user is answered with 200."""
    change_status(stub, "admin.users.delete", {204: 200})


@mutant("chat.users.deleting-a-missing-user-is-404", shown_by="two")
def deleting_no_user_succeeds(stub: ChatStub) -> None:
    """Deleting a user who does not exist is a success."""
    change_status(stub, "admin.users.delete", {404: 204})


@mutant("chat.users.missing-is-404", shown_by="two")
def missing_user_is_403(stub: ChatStub) -> None:
    """Impersonating a user who does not exist is a 403."""
    change_status(stub, "admin.users.impersonate", {404: 403})


@mutant(
    "chat.users.missing-is-500-as-observed",
    shown_by="missed: the rule is one of two forms of an error, each of which is right",
)
def missing_user_is_500_at_times(stub: ChatStub) -> None:
    """Reading a user who does not exist fails, deleting them is a 404."""
    stub.observed.missing_user_500 = True
    change_status(stub, "admin.users.delete", {500: 404})

"""Mutants of impersonation."""

from tests.mutants.chat.parts import let_in, patch, without
from trivet_checks.mutants.changes import change_answer
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.chat import ChatStub
from trivet_stubs.chat.records import User

_IMPERSONATE = "admin.users.impersonate"


@mutant("chat.impersonation.answer-has-five-fields", shown_by="one")
def answer_does_not_name_the_administrator(stub: ChatStub) -> None:
    """The answer leaves out the impersonating administrator."""
    change_answer(stub, _IMPERSONATE, without("impersonated_by"))


@mutant("chat.impersonation.answer-has-five-fields", shown_by="two")
def administrator_is_the_target(stub: ChatStub) -> None:
    """The user who is impersonated is named as the administrator."""
    change_answer(stub, _IMPERSONATE, lambda answer: {**answer, "impersonated_by": answer["impersonated_user_id"]})


@mutant("chat.impersonation.expires-in-is-3600", shown_by="one")
def expires_in_is_a_minute(stub: ChatStub) -> None:
    """The answer names another time."""
    change_answer(stub, _IMPERSONATE, lambda answer: {**answer, "expires_in": 60})


@mutant("chat.impersonation.token-is-the-target-users", shown_by="one")
def token_is_the_administrators(stub: ChatStub) -> None:
    """The token is the administrator's."""
    change_answer(stub, _IMPERSONATE, lambda answer: {**answer, "access_token": stub.admin_token})


@mutant("chat.impersonation.token-is-valid-for-an-hour", shown_by="two")
def expired_token_is_taken(stub: ChatStub) -> None:
    """A token is still taken when it has expired."""
    let_in(stub, "chat.impersonation.token-is-valid-for-an-hour")


@mutant("chat.impersonation.token-is-valid-for-an-hour", shown_by="neither: the user may be inactive by then")
def token_expires_early(stub: ChatStub) -> None:
    """A token is valid for a minute."""
    access = stub.state.access
    issue = access.temporary_token

    def temporary_token(user: User, seconds: float) -> str:
        return issue(user, seconds / 60)

    patch(access, temporary_token=temporary_token)

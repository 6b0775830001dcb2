"""Mutants of saved accounts."""

from tests.mutants.agent.queries import without
from trivet_checks.mutants.changes import change_answer, change_body, change_query, do_nothing
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.agent import AgentStub

_API = {"type": "api", "key": "none"}


@mutant("agent.accounts.credential-is-oauth-or-api", shown_by="one")
def any_credential_is_saved(stub: AgentStub) -> None:
    """An account is saved with a credential of any kind."""
    change_body(stub, "auth.create", lambda body: {**body, "credential": _API})


@mutant("agent.accounts.create-saves-an-account", shown_by="one")
def account_is_not_saved(stub: AgentStub) -> None:
    """A new account is answered and not saved."""
    do_nothing(stub, "auth.create", status=200, json={"data": {"id": "acc_none", "serviceID": "none"}})


@mutant("agent.accounts.create-saves-an-account", shown_by="one")
def description_is_lost(stub: AgentStub) -> None:
    """A new account has another description."""
    change_body(stub, "auth.create", lambda body: {**body, "description": "none"})


@mutant("agent.accounts.at-most-one-is-active", shown_by="one")
def two_accounts_are_active(stub: AgentStub) -> None:
    """Every account of a list is active."""
    change_answer(
        stub,
        "auth.list",
        lambda answer: {**answer, "data": [{**account, "active": True} for account in answer["data"]]},
    )


@mutant("agent.accounts.at-most-one-is-active", shown_by="one")
def activation_does_nothing(stub: AgentStub) -> None:
    """An account is activated, and the one before stays active."""
    do_nothing(stub, "auth.activate", status=200, json={"data": {"id": "acc_none", "serviceID": "none"}})


@mutant("agent.accounts.created-active-by-request", shown_by="one")
def active_of_a_new_account_is_ignored(stub: AgentStub) -> None:
    """A new account is active if it is the first one, whatever the request says."""
    change_body(stub, "auth.create", lambda body: {name: body[name] for name in body if name != "active"})


@mutant("agent.accounts.first-is-active", shown_by="two")
def first_account_is_not_active(stub: AgentStub) -> None:
    """A new account is active only by request."""
    change_body(stub, "auth.create", lambda body: {"active": False, **body})


@mutant("agent.accounts.list-has-the-active-mapping", shown_by="one")
def active_mapping_is_empty(stub: AgentStub) -> None:
    """The list of accounts does not say which are active."""
    change_answer(stub, "auth.list", lambda answer: {**answer, "active": {}})


@mutant("agent.accounts.list-by-service", shown_by="one")
def accounts_of_all_services_are_listed(stub: AgentStub) -> None:
    """The list of one service has the accounts of all."""
    change_query(stub, "auth.list", without("serviceID"))


@mutant("agent.accounts.update-changes-description-or-credential", shown_by="one")
def update_of_an_account_does_nothing(stub: AgentStub) -> None:
    """An update of an account is answered and not done."""
    change_body(stub, "auth.update", lambda _body: {})


@mutant("agent.accounts.update-changes-description-or-credential", shown_by="one")
def credential_is_not_updated(stub: AgentStub) -> None:
    """An update changes the description alone."""
    change_body(stub, "auth.update", lambda body: {name: body[name] for name in body if name != "credential"})


@mutant("agent.accounts.delete-removes-it", shown_by="two")
def account_survives_its_deletion(stub: AgentStub) -> None:
    """The deletion of an account is answered and not done."""
    do_nothing(stub, "auth.delete", status=204)

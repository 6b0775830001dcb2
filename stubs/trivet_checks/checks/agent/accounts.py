"""Saved accounts. Each check uses services of the run's own, so that no account of others becomes inactive."""

from trivet_checks.checks.agent.service import Agent, data, field, ids, refused, rows
from trivet_checks.checks.suite import KNOWN_RECORDS, LATER, check
from trivet_checks.exchange_rules.agent import maps
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply

_OAUTH = {"type": "oauth", "refresh": "trivet-check", "access": "trivet-check", "expires": 0}
_WRONG: tuple[Json, ...] = (
    {"type": "password", "password": "trivet-check"},
    {"type": "api"},
    {"type": "oauth", "refresh": "trivet-check"},
    {"type": "api", "key": 1},
    {"key": "trivet-check"},
    *({name: value for name, value in _OAUTH.items() if name != missing} for missing in _OAUTH),
)


@check("agent.accounts.credential-is-oauth-or-api")
def credential_is_one_of_two_kinds(agent: Agent) -> None:
    """Both kinds are saved; another kind, and one without what it has to have, are refused."""
    agent.account("api")
    agent.account("oauth", credential=_OAUTH)
    for credential in _WRONG:
        reply = agent.user.call("auth.create", json={"serviceID": agent.path("wrong"), "credential": credential})
        if reply.ok:
            agent.user.will_remove("account", "auth.delete", field(data(reply), "id"))
        reply.is_refused()


@check("agent.accounts.create-saves-an-account", own_condition=LATER)
def created_account_is_saved(agent: Agent) -> None:
    """A new account is found by its id, with its service and its description."""
    account = agent.new_account(description=agent.target.name("description"))
    reply = agent.find("auth.get", account["id"])
    saved = data(reply)
    reply.expect(field(saved, "serviceID") == agent.path("service"), "the account is of another service")
    reply.expect(field(saved, "description") == agent.target.name("description"), "the description is another one")


@check("agent.accounts.at-most-one-is-active", own_condition=KNOWN_RECORDS)
def one_account_of_a_service_is_active(agent: Agent) -> None:
    """A new active account takes the place of the one before, and so does one that is activated.

    The active account of another service stays active.
    """
    other = agent.account("other", active=True)["id"]
    first, second = agent.account(active=True)["id"], agent.account(active=True)["id"]
    _only_active(agent, second)
    agent.user.call("auth.activate", first).needed()
    _only_active(agent, first)
    _only_active(agent, other, "other")


@check("agent.accounts.created-active-by-request", own_condition=LATER)
def created_account_is_active_by_request(agent: Agent) -> None:
    """The first account of a service is not active if it should not be; the second is, if it should."""
    agent.account("by request", active=False)
    _only_active(agent, None, "by request")
    _only_active(agent, agent.account("by request", active=True)["id"], "by request")


@check("agent.accounts.first-is-active")
def first_account_of_a_service_is_active(agent: Agent) -> None:
    """Without `active` the first account of a service is active, and the second is not."""
    first = agent.account()["id"]
    _only_active(agent, first)
    agent.account()
    _only_active(agent, first)


@check("agent.accounts.list-has-the-active-mapping", own_condition=KNOWN_RECORDS)
def list_says_which_account_is_active(agent: Agent) -> None:
    """Somewhere in the answer a map has the service of the run, with the id of its active account."""
    agent.account(active=False)
    account = agent.account(active=True)
    agent.target.eventually(
        lambda: agent.user.call("auth.list"),
        lambda reply: maps(reply.needed().json, agent.path("service"), account["id"]),
        "the list does not map the service to its active account",
    )


@check("agent.accounts.list-by-service", own_condition=KNOWN_RECORDS)
def list_of_a_service_has_its_accounts_alone(agent: Agent) -> None:
    """The list of one service has its account, and no account of a service whose id begins in the same way."""
    account, other = agent.account("one")["id"], agent.account("one-more")["id"]
    reply = agent.target.eventually(
        lambda: agent.accounts("one"), lambda reply: account in ids(reply), "a new account is not listed by its service"
    )
    reply.expect(other not in ids(reply), "the list of a service has an account of another")


@check("agent.accounts.update-changes-description-or-credential", own_condition=LATER)
def update_changes_an_account(agent: Agent) -> None:
    """The new description is shown, and so is the type of the new credential."""
    account = agent.account(description="before")["id"]
    description = agent.target.name("after")
    agent.user.call("auth.update", account, json={"description": description}).succeeds()
    agent.shows("auth.get", account, description=description)
    agent.user.call("auth.update", account, json={"credential": _OAUTH}).succeeds()
    agent.shows("auth.get", account, type="oauth")
    agent.shows("auth.get", account, description=description)


@check("agent.accounts.delete-removes-it")
def deleted_account_is_removed(agent: Agent) -> None:
    """A deleted account is not found by its id, and is not listed; another one of its service is still there."""
    account, other = agent.account()["id"], agent.account()["id"]
    agent.user.call("auth.delete", account).succeeds()
    agent.target.eventually(
        lambda: agent.user.call("auth.get", account),
        refused,
        "a deleted account can be read",
    )
    agent.target.eventually(agent.accounts, lambda reply: account not in ids(reply), "a deleted account is listed")
    agent.find("auth.get", other)


def _only_active(agent: Agent, account: str | None, service: str = "service") -> None:
    """The active accounts of the service are this one, or none."""

    def holds(reply: Reply) -> bool:
        own = [row for row in rows(reply) if row.get("serviceID", agent.path(service)) == agent.path(service)]
        active = [field(record, "id") for record in own if field(record, "active")]
        return active == ([] if account is None else [account])

    message = "an account is active" if account is None else f"not the account {account} alone is active"
    agent.target.eventually(lambda: agent.accounts(service), holds, message)

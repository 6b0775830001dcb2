"""The handlers of saved accounts."""

from trivet_stubs.agent.context import plain
from trivet_stubs.agent.records import Account
from trivet_stubs.agent.refusals import absent
from trivet_stubs.agent.state import AgentState
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.rule_catalogue import applies
from trivet_stubs.kernel.spec import JsonObject


class AccountHandlers:
    """The accounts of the services that the server uses."""

    def __init__(self, state: AgentState) -> None:
        self._state = state

    @operation("auth.list")
    @applies("agent.accounts.list-has-the-active-mapping", "agent.accounts.list-by-service")
    def list_accounts(self, request: ContractRequest) -> JsonObject:
        """Answer the accounts, of all services or of one, and which are active."""
        service: str | None = request.query.get("serviceID")
        accounts = [account for account in self._state.accounts.values() if service in (None, account.service_id)]
        return {
            "data": [account.wire() for account in accounts],
            "active": {account.service_id: account.id for account in accounts if account.active},
        }

    @operation("auth.create")
    @applies("agent.accounts.create-saves-an-account", "agent.accounts.created-active-by-request")
    @applies("agent.accounts.first-is-active")
    def create_account(self, request: ContractRequest) -> JsonObject:
        """Save an account; by default, it becomes active if its service has no active account yet."""
        account = Account(
            id=self._state.new_id("acc"),
            service_id=request.body["serviceID"],
            credential=request.body["credential"],
            description=request.body.get("description"),
        )
        alone = not any(other.active for other in self._accounts_of(account.service_id))
        self._state.accounts[account.id] = account
        if request.body.get("active", alone):
            self._activate(account)
        return plain(account.wire())

    @operation("auth.get")
    def get_account(self, request: ContractRequest) -> JsonObject:
        """Answer one account."""
        return plain(self._account(request).wire())

    @operation("auth.update")
    @applies("agent.accounts.update-changes-description-or-credential")
    def update_account(self, request: ContractRequest) -> JsonObject:
        """Change the description or the credential of an account."""
        account = self._account(request)
        body: JsonObject = request.body or {}
        account.description = body.get("description", account.description)
        account.credential = body.get("credential", account.credential)
        return plain(account.wire())

    @operation("auth.delete")
    @applies("agent.accounts.delete-removes-it")
    def delete_account(self, request: ContractRequest) -> None:
        """Delete an account."""
        del self._state.accounts[self._account(request).id]

    @operation("auth.activate")
    def activate_account(self, request: ContractRequest) -> JsonObject:
        """Make an account the active one of its service."""
        account = self._account(request)
        self._activate(account)
        return plain(account.wire())

    def _account(self, request: ContractRequest) -> Account:
        account_id: str = request.path["accountID"]
        if account_id not in self._state.accounts:
            raise absent("Account", "accountID", account_id)
        return self._state.accounts[account_id]

    def _accounts_of(self, service_id: str) -> list[Account]:
        return [account for account in self._state.accounts.values() if account.service_id == service_id]

    @applies("agent.accounts.at-most-one-is-active")
    def _activate(self, account: Account) -> None:
        for other in self._accounts_of(account.service_id):
            other.active = other is account

"""The handlers of a context's inventory: agents, commands, skills, providers, formatters, language servers."""

from collections.abc import Iterable

from trivet_stubs.agent.envelope import located
from trivet_stubs.agent.seed import AGENTS, COMMANDS, FORMATTERS, LANGUAGE_SERVERS, PROVIDERS, SKILLS
from trivet_stubs.agent.state import AgentState
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.spec import JsonObject


class InventoryHandlers:
    """What an agent has to work with; the config of a context adds commands and disables providers."""

    def __init__(self, state: AgentState) -> None:
        self._state = state

    @operation("agent.list")
    def list_agents(self, request: ContractRequest) -> JsonObject:
        """Answer the agents."""
        return located(self._state.runtime_of(request).context, AGENTS)

    @operation("command.list")
    def list_commands(self, request: ContractRequest) -> JsonObject:
        """Answer the commands of the server and those of the config."""
        runtime = self._state.runtime_of(request)
        own: JsonObject = runtime.config.get("command", {})
        names = ("template", "description", "agent", "subtask")
        added = [{"name": name, **_chosen(each, names)} for name, each in own.items()]
        return located(runtime.context, [*(each for each in COMMANDS if each["name"] not in own), *added])

    @operation("skill.list")
    def list_skills(self, request: ContractRequest) -> JsonObject:
        """Answer the skills."""
        return located(self._state.runtime_of(request).context, SKILLS)

    @operation("provider.list")
    def list_providers(self, request: ContractRequest) -> JsonObject:
        """Answer the providers; the config disables some."""
        runtime = self._state.runtime_of(request)
        off: list[str] = runtime.config.get("disabled_providers", [])
        return located(runtime.context, [{**each, "disabled": each["id"] in off} for each in PROVIDERS])

    @operation("formatter.status")
    def list_formatters(self, request: ContractRequest) -> JsonObject:
        """Answer the status of the formatters."""
        return located(self._state.runtime_of(request).context, FORMATTERS)

    @operation("lsp.status")
    def list_language_servers(self, request: ContractRequest) -> JsonObject:
        """Answer the status of the language servers."""
        runtime = self._state.runtime_of(request)
        status = {"root": runtime.context.directory, "status": "connected"}
        return located(runtime.context, [{"id": each, "name": each, **status} for each in LANGUAGE_SERVERS])


def _chosen(record: JsonObject, names: Iterable[str]) -> JsonObject:
    return {name: record[name] for name in names if name in record}

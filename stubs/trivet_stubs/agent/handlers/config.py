"""The handlers of the config of a context, and of its agents, commands, providers and models."""

from collections.abc import Iterable
from typing import cast

from trivet_stubs.agent.context import located, plain
from trivet_stubs.agent.refusals import absent
from trivet_stubs.agent.seed import AGENTS, COMMANDS, FORMATTERS, LANGUAGE_SERVERS, PROVIDERS, SKILLS
from trivet_stubs.agent.state import AgentState
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.rule_catalogue import applies
from trivet_stubs.kernel.spec import JsonObject


class ConfigHandlers:
    """The config of each context; all begin with the same."""

    def __init__(self, state: AgentState) -> None:
        self._state = state

    @operation("config.get")
    def get_config(self, request: ContractRequest) -> JsonObject:
        """Answer the config."""
        runtime = self._state.runtime_of(request)
        return located(runtime.context, runtime.config)

    @operation("config.update")
    @applies("agent.config.update-changes-it")
    def update_config(self, request: ContractRequest) -> JsonObject:
        """Merge a config into the current one: objects key by key, any other value as a whole."""
        runtime = self._state.runtime_of(request)
        runtime.config = _merged(runtime.config, request.body["config"])
        return located(runtime.context, runtime.config)


def _merged(old: JsonObject, new: JsonObject) -> JsonObject:
    merged = dict(old)
    for key, value in new.items():
        both = isinstance(value, dict) and isinstance(old.get(key), dict)
        merged[key] = _merged(old[key], cast(JsonObject, value)) if both else value
    return merged


class InventoryHandlers:
    """Agents, commands, skills and providers; the config of a context adds commands and disables providers."""

    def __init__(self, state: AgentState) -> None:
        self._state = state

    @operation("agent.list")
    def list_agents(self, request: ContractRequest) -> JsonObject:
        """Answer the agents."""
        return located(self._state.runtime_of(request).context, AGENTS)

    @operation("command.list")
    def list_commands(self, request: ContractRequest) -> JsonObject:
        """Answer the commands of the server and of the config."""
        runtime = self._state.runtime_of(request)
        own: JsonObject = runtime.config.get("command", {})
        names = ("template", "description", "agent", "subtask")
        added = [{"name": name, **_chosen(command, names)} for name, command in own.items()]
        return located(runtime.context, [*(command for command in COMMANDS if command["name"] not in own), *added])

    @operation("skill.list")
    def list_skills(self, request: ContractRequest) -> JsonObject:
        """Answer the skills."""
        return located(self._state.runtime_of(request).context, SKILLS)

    @operation("provider.list")
    def list_providers(self, request: ContractRequest) -> JsonObject:
        """Answer the providers; the config disables some."""
        runtime = self._state.runtime_of(request)
        off: list[str] = runtime.config.get("disabled_providers", [])
        return located(runtime.context, [{**provider, "disabled": provider["id"] in off} for provider in PROVIDERS])

    @operation("formatter.status")
    def list_formatters(self, request: ContractRequest) -> JsonObject:
        """Answer the status of the formatters."""
        return located(self._state.runtime_of(request).context, FORMATTERS)

    @operation("lsp.status")
    def list_language_servers(self, request: ContractRequest) -> JsonObject:
        """Answer the status of the language servers."""
        runtime = self._state.runtime_of(request)
        status = {"root": runtime.context.directory, "status": "connected"}
        return located(runtime.context, [{"id": server, "name": server, **status} for server in LANGUAGE_SERVERS])


def _chosen(record: JsonObject, names: Iterable[str]) -> JsonObject:
    return {name: record[name] for name in names if name in record}


class CatalogHandlers:
    """The models of all providers; they are the same for every stub, but their prices may be set."""

    def __init__(self, state: AgentState) -> None:
        self._state = state

    @operation("catalog.model.list")
    def list_models(self, request: ContractRequest) -> JsonObject:
        """Answer the models."""
        return plain(self._state.models())

    @operation("catalog.model.get")
    def get_model(self, request: ContractRequest) -> JsonObject:
        """Answer one model of a provider."""
        provider, model = request.path["providerID"], request.path["modelID"]
        for record in self._state.models():
            if (record["providerID"], record["id"]) == (provider, model):
                return plain(record)
        raise absent("Model", "modelID", model, providerID=provider)

"""The handlers of the data of runtime contexts: config, inventory, models, pseudo-terminals and events."""

import posixpath
from collections.abc import Iterable
from typing import cast

from trivet_stubs.agent.context import Context, located, plain
from trivet_stubs.agent.events import EventStream
from trivet_stubs.agent.records import Runtime
from trivet_stubs.agent.refusals import absent
from trivet_stubs.agent.seed import AGENTS, CATALOG, COMMANDS, FORMATTERS, LANGUAGE_SERVERS, PROVIDERS, SKILLS
from trivet_stubs.agent.state import AgentState
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
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
    """The models of all providers; they are the same for every stub."""

    @operation("catalog.model.list")
    def list_models(self, request: ContractRequest) -> JsonObject:
        """Answer the models."""
        return plain(CATALOG)

    @operation("catalog.model.get")
    def get_model(self, request: ContractRequest) -> JsonObject:
        """Answer one model of a provider."""
        provider, model = request.path["providerID"], request.path["modelID"]
        for record in CATALOG:
            if (record["providerID"], record["id"]) == (provider, model):
                return plain(record)
        raise absent("Model", "modelID", model, providerID=provider)


class PtyHandlers:
    """The pseudo-terminals of each context; nothing runs in them."""

    def __init__(self, state: AgentState) -> None:
        self._state = state

    @operation("pty.list")
    def list_ptys(self, request: ContractRequest) -> JsonObject:
        """Answer the pseudo-terminals of a context."""
        runtime = self._state.runtime_of(request)
        return located(runtime.context, list(runtime.ptys.values()))

    @operation("pty.create")
    def create_pty(self, request: ContractRequest) -> JsonObject:
        """Create a pseudo-terminal."""
        runtime = self._state.runtime_of(request)
        body: JsonObject = request.body or {}
        number = self._state.number("pty")
        command: str = body.get("command") or body.get("shell") or runtime.config.get("shell", "/bin/sh")
        pty: JsonObject = {
            "id": f"pty_{number:06d}",
            "title": f"Terminal {number}",
            "command": command,
            "args": [],
            "cwd": posixpath.normpath(posixpath.join(runtime.context.directory, body.get("cwd", ""))),
            "status": "running",
            "pid": 1000 + number,
        }
        runtime.ptys[pty["id"]] = pty
        self._state.events.publish(runtime.context, "pty.created", {"info": pty})
        return located(runtime.context, pty)

    @operation("pty.get")
    def get_pty(self, request: ContractRequest) -> JsonObject:
        """Answer one pseudo-terminal."""
        runtime = self._state.runtime_of(request)
        return located(runtime.context, _pty(runtime, request.path["ptyID"]))

    @operation("pty.update")
    def update_pty(self, request: ContractRequest) -> JsonObject:
        """Change the title or the size of a pseudo-terminal."""
        runtime = self._state.runtime_of(request)
        body: JsonObject = request.body or {}
        pty = _pty(runtime, request.path["ptyID"])
        pty["title"] = body.get("title", pty["title"])
        if "size" in body:
            runtime.sizes[pty["id"]] = body["size"]
        self._state.events.publish(runtime.context, "pty.updated", {"info": pty})
        return located(runtime.context, pty)

    @operation("pty.delete")
    def delete_pty(self, request: ContractRequest) -> None:
        """Delete a pseudo-terminal."""
        runtime = self._state.runtime_of(request)
        pty = _pty(runtime, request.path["ptyID"])
        del runtime.ptys[pty["id"]]
        runtime.sizes.pop(pty["id"], None)
        self._state.events.publish(runtime.context, "pty.deleted", {"id": pty["id"]})

    def exit(self, pty_id: str, code: int, context: Context | None) -> None:
        """End the command of a pseudo-terminal of a context, by default the default runtime's."""
        runtime = self._state.runtime(context or self._state.default)
        _pty(runtime, pty_id).update(status="exited", exitCode=code)
        self._state.events.publish(runtime.context, "pty.exited", {"id": pty_id, "exitCode": code})


def _pty(runtime: Runtime, pty_id: str) -> JsonObject:
    if pty_id not in runtime.ptys:
        raise absent("Pty", "ptyID", pty_id)
    return runtime.ptys[pty_id]


class EventHandlers:
    """The stream of events of each context."""

    def __init__(self, state: AgentState) -> None:
        self._state = state

    @operation("event.subscribe")
    def subscribe(self, request: ContractRequest) -> EventStream:
        """Answer with the stream of events of the request's context."""
        state = self._state
        return EventStream(state.events, state.runtime_of(request).context, state.closing)

"""The handlers of tool-protocol (MCP) servers: their OAuth, their prompts and their resources."""

from trivet_stubs.agent.context import located
from trivet_stubs.agent.records import Runtime
from trivet_stubs.agent.refusals import absent, conflict, invalid
from trivet_stubs.agent.seed import CONTENTS, PROMPTS, RESOURCES
from trivet_stubs.agent.state import AgentState
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.rule_catalogue import applies
from trivet_stubs.kernel.spec import JsonObject

_OAUTH = "agent.mcp.oauth-is-started-first"


class McpHandlers:
    """The servers in the config of each context."""

    def __init__(self, state: AgentState) -> None:
        self._state = state

    @operation("mcp.server.list")
    @applies("agent.mcp.list-has-status-and-auth")
    def list_servers(self, request: ContractRequest) -> JsonObject:
        """Answer the servers and their status."""
        runtime = self._state.runtime_of(request)
        return located(runtime.context, [_server(runtime, name) for name in runtime.config.get("mcp", {})])

    @operation("mcp.server.create")
    @applies("agent.mcp.create-adds-to-the-config")
    def create_server(self, request: ContractRequest) -> JsonObject:
        """Add a server to the config."""
        runtime, name = self._state.runtime_of(request), request.body["name"]
        servers: JsonObject = runtime.config.setdefault("mcp", {})
        is_free = self._state.observed.disconnects and servers.get(name, {}).get("enabled") is False
        if name in servers and not is_free:
            raise conflict(f"MCP server exists: {name}", name, by="agent.mcp.name-is-free")
        servers[name] = request.body["config"]
        self._state.events.publish(runtime.context, "mcp.tools.changed", {"server": name})
        return located(runtime.context, _server(runtime, name))

    @operation("mcp.server.oauth.start")
    @applies("agent.mcp.oauth-starts-completes-and-is-removed")
    def start_oauth(self, request: ContractRequest) -> JsonObject:
        """Start the OAuth of a server, and answer the URL at which the user authorizes it."""
        runtime, name = self._runtime_and_name(request)
        if not _takes_oauth(runtime, name):
            raise invalid("name", f"{name} takes no OAuth", kind="Params", by=_OAUTH)
        runtime.authorizing.add(name)
        state = f"state-{self._state.number('oauth'):06d}"
        url = f"https://auth.example.com/authorize?state={state}"
        return located(runtime.context, {"authorizationUrl": url, "oauthState": state})

    @operation("mcp.server.oauth.callback")
    @applies("agent.mcp.oauth-starts-completes-and-is-removed")
    def complete_oauth(self, request: ContractRequest) -> JsonObject:
        """Complete the OAuth of a server with the code that the user received."""
        runtime, name = self._runtime_and_name(request)
        if name not in runtime.authorizing:
            raise invalid("name", f"OAuth of {name} was not started", kind="Params", by=_OAUTH)
        runtime.authorizing.remove(name)
        runtime.authorized.add(name)
        self._state.events.publish(runtime.context, "mcp.tools.changed", {"server": name})
        return located(runtime.context, _server(runtime, name))

    @operation("mcp.server.oauth.delete")
    @applies("agent.mcp.oauth-starts-completes-and-is-removed")
    def delete_oauth(self, request: ContractRequest) -> None:
        """Remove the OAuth credentials of a server."""
        runtime, name = self._runtime_and_name(request)
        runtime.authorizing.discard(name)
        if name in runtime.authorized:
            runtime.authorized.remove(name)
            self._state.events.publish(runtime.context, "mcp.tools.changed", {"server": name})

    @operation("mcp.prompt.list")
    def list_prompts(self, request: ContractRequest) -> JsonObject:
        """Answer the prompts of the connected servers."""
        runtime = self._state.runtime_of(request)
        servers = _connected(runtime)
        prompts = [{"server": name, **prompt} for name in servers for prompt in PROMPTS.get(name, [])]
        return located(runtime.context, prompts)

    @operation("mcp.prompt.render")
    @applies("agent.mcp.prompt-is-rendered")
    def render_prompt(self, request: ContractRequest) -> JsonObject:
        """Answer the messages of a prompt, with its arguments in order."""
        runtime = self._state.runtime_of(request)
        server, name = request.body["server"], request.body["name"]
        _require(runtime, server)
        arguments: dict[str, str] = request.body.get("arguments", {})
        matching = [prompt for prompt in PROMPTS.get(server, []) if prompt["name"] == name]
        if not matching or server not in _connected(runtime):
            raise absent("McpPrompt", "name", name)
        known = {argument["name"]: argument for argument in matching[0]["arguments"]}
        missing = [key for key, argument in known.items() if argument.get("required") and key not in arguments]
        if missing or arguments.keys() - known.keys():
            rule = f"{missing[0]} is missing" if missing else f"{min(arguments.keys() - known.keys())} is unknown"
            raise invalid("arguments", rule, by="agent.mcp.prompt-arguments-are-known")
        text = " ".join([f"{name}:", *(f"{key}={value}" for key, value in sorted(arguments.items()))])
        description = {"description": matching[0]["description"]} if "description" in matching[0] else {}
        messages = [{"role": "user", "content": {"type": "text", "text": text}}]
        return located(runtime.context, {**description, "messages": messages})

    @operation("mcp.resource.list")
    def list_resources(self, request: ContractRequest) -> JsonObject:
        """Answer the resources of the connected servers."""
        runtime = self._state.runtime_of(request)
        servers = _connected(runtime)
        resources = [{"server": name, **resource} for name in servers for resource in RESOURCES.get(name, [])]
        return located(runtime.context, resources)

    @operation("mcp.resource.read")
    def read_resource(self, request: ContractRequest) -> JsonObject:
        """Answer the content of a resource."""
        runtime = self._state.runtime_of(request)
        server, uri = request.query["server"], request.query["uri"]
        _require(runtime, server)
        for resource in RESOURCES.get(server, []) if server in _connected(runtime) else []:
            if resource["uri"] == uri:
                content = {"uri": uri, "mimeType": resource["mimeType"], **CONTENTS[uri]}
                return located(runtime.context, {"contents": [content]})
        raise absent("McpResource", "uri", uri)

    def _runtime_and_name(self, request: ContractRequest) -> tuple[Runtime, str]:
        runtime, name = self._state.runtime_of(request), request.path["name"]
        _require(runtime, name)
        return runtime, name


def disconnect(state: AgentState, runtime: Runtime, name: str) -> None:
    """Disconnect a server, which stays in the config: a request that the contract does not have."""
    _require(runtime, name)
    servers: JsonObject = runtime.config["mcp"]
    servers[name] = {**servers[name], "enabled": False}
    state.events.publish(runtime.context, "mcp.tools.changed", {"server": name})


def _require(runtime: Runtime, name: str) -> None:
    if name not in runtime.config.get("mcp", {}):
        raise absent("McpServer", "name", name)


def _server(runtime: Runtime, name: str) -> JsonObject:
    config: JsonObject = runtime.config["mcp"][name]
    status: JsonObject = {"status": "connected"}
    if config.get("enabled") is False:
        status = {"status": "disabled"}
    elif config["type"] == "local" and not config["command"]:
        status = {"status": "failed", "error": "there is no command"}
    elif _takes_oauth(runtime, name) and name not in runtime.authorized:
        status = {"status": "needs_auth"}
    return {"name": name, "status": status}


def _connected(runtime: Runtime) -> list[str]:
    servers: JsonObject = runtime.config.get("mcp", {})
    return [name for name in servers if _server(runtime, name)["status"]["status"] == "connected"]


def _takes_oauth(runtime: Runtime, name: str) -> bool:
    config: JsonObject = runtime.config["mcp"][name]
    return config["type"] == "remote" and config.get("oauth") not in (None, False)

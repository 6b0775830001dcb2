"""The agent stub's tool-protocol servers: which are in the config, their OAuth, prompts and resources."""

from trivet_stubs.agent import seed
from trivet_stubs.agent.records import Runtime
from trivet_stubs.agent.refusals import absent, conflict, invalid
from trivet_stubs.agent.runtime import AgentRuntime
from trivet_stubs.agent.state import located
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.operation import JsonObject


class AgentTools(AgentRuntime):
    """The operations on tool-protocol servers."""

    @operation("mcp.server.list")
    def _list_servers(self, request: ContractRequest) -> JsonObject:
        runtime = self._here(request)
        return located(runtime, [_server(runtime, name) for name in runtime.config.get("mcp", {})])

    @operation("mcp.server.create")
    def _create_server(self, request: ContractRequest) -> JsonObject:
        runtime, name = self._here(request), request.body["name"]
        servers: JsonObject = runtime.config.setdefault("mcp", {})
        if name in servers:
            raise conflict(f"MCP server exists: {name}", name)
        servers[name] = request.body["config"]
        self.events.publish(runtime.context, "mcp.tools.changed", {"server": name})
        return located(runtime, _server(runtime, name))

    @operation("mcp.server.oauth.start")
    def _start_oauth(self, request: ContractRequest) -> JsonObject:
        runtime, name = self._here_with(request)
        if not _takes_oauth(runtime, name):
            raise invalid("name", f"{name} takes no OAuth", kind="Params")
        runtime.authorizing.add(name)
        state = f"state-{self.number('oauth'):06d}"
        return located(
            runtime,
            {"authorizationUrl": f"https://auth.example.com/authorize?state={state}", "oauthState": state},
        )

    @operation("mcp.server.oauth.callback")
    def _complete_oauth(self, request: ContractRequest) -> JsonObject:
        runtime, name = self._here_with(request)
        if name not in runtime.authorizing:
            raise invalid("name", f"OAuth of {name} was not started", kind="Params")
        if not request.body["code"]:
            raise invalid("code", "is empty")
        runtime.authorizing.remove(name)
        runtime.authorized.add(name)
        self.events.publish(runtime.context, "mcp.tools.changed", {"server": name})
        return located(runtime, _server(runtime, name))

    @operation("mcp.server.oauth.delete")
    def _delete_oauth(self, request: ContractRequest) -> None:
        runtime, name = self._here_with(request)
        runtime.authorizing.discard(name)
        if name in runtime.authorized:
            runtime.authorized.remove(name)
            self.events.publish(runtime.context, "mcp.tools.changed", {"server": name})

    @operation("mcp.prompt.list")
    def _list_prompts(self, request: ContractRequest) -> JsonObject:
        runtime = self._here(request)
        servers = _connected(runtime)
        prompts = [{"server": name, **each} for name in servers for each in seed.PROMPTS.get(name, [])]
        return located(runtime, prompts)

    @operation("mcp.prompt.render")
    def _render_prompt(self, request: ContractRequest) -> JsonObject:
        runtime = self._here(request)
        server, name = request.body["server"], request.body["name"]
        self._require(runtime, server)
        given: dict[str, str] = request.body.get("arguments", {})
        found = [each for each in seed.PROMPTS.get(server, []) if each["name"] == name]
        if not found or server not in _connected(runtime):
            raise absent("McpPrompt", "name", name)
        known = {each["name"]: each for each in found[0]["arguments"]}
        missing = [each for each, argument in known.items() if argument.get("required") and each not in given]
        if missing or given.keys() - known.keys():
            rule = f"{missing[0]} is missing" if missing else f"{min(given.keys() - known.keys())} is unknown"
            raise invalid("arguments", rule)
        text = " ".join([f"{name}:", *(f"{key}={value}" for key, value in sorted(given.items()))])
        description = {"description": found[0]["description"]} if "description" in found[0] else {}
        messages = [{"role": "user", "content": {"type": "text", "text": text}}]
        return located(runtime, {**description, "messages": messages})

    @operation("mcp.resource.list")
    def _list_resources(self, request: ContractRequest) -> JsonObject:
        runtime = self._here(request)
        servers = _connected(runtime)
        found = [{"server": name, **each} for name in servers for each in seed.RESOURCES.get(name, [])]
        return located(runtime, found)

    @operation("mcp.resource.read")
    def _read_resource(self, request: ContractRequest) -> JsonObject:
        runtime = self._here(request)
        server, uri = request.query["server"], request.query["uri"]
        self._require(runtime, server)
        for each in seed.RESOURCES.get(server, []) if server in _connected(runtime) else []:
            if each["uri"] == uri:
                content = {"uri": uri, "mimeType": each["mimeType"], **seed.CONTENTS[uri]}
                return located(runtime, {"contents": [content]})
        raise absent("McpResource", "uri", uri)

    def _here_with(self, request: ContractRequest) -> tuple[Runtime, str]:
        runtime, name = self._here(request), request.path["name"]
        self._require(runtime, name)
        return runtime, name

    def _require(self, runtime: Runtime, name: str) -> None:
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

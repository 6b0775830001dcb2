"""Mutants of tool-protocol (MCP) servers."""

from typing import Any

from trivet_checks.mutants.changes import change_answer, change_body, change_status, do_nothing
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.agent import AgentStub

_SERVER = {"name": "none", "status": {"status": "connected"}}


@mutant("agent.mcp.config-is-local-or-remote", shown_by="one")
def any_config_is_taken(stub: AgentStub) -> None:
    """A tool-protocol server of any type is taken for a remote one."""

    def change(body: dict[str, Any]) -> object:
        return {**body, "config": {"url": "http://127.0.0.1:9/mcp", **body["config"], "type": "remote"}}

    change_body(stub, "mcp.server.create", change)


@mutant("agent.mcp.create-adds-to-the-config", shown_by="one")
def server_is_not_in_the_config(stub: AgentStub) -> None:
    """A new tool-protocol server is answered and not created."""
    do_nothing(stub, "mcp.server.create", status=200, json={"data": _SERVER})


@mutant("agent.mcp.name-is-free", shown_by="two")
def name_is_taken_twice(stub: AgentStub) -> None:
    """A second tool-protocol server of a name is taken."""
    change_status(stub, "mcp.server.create", {409: 200})


@mutant("agent.mcp.list-has-status-and-auth", shown_by="one")
def servers_have_no_status(stub: AgentStub) -> None:
    """The list of tool-protocol servers has their names alone."""

    def change(answer: dict[str, Any]) -> object:
        return {**answer, "data": [{"name": server["name"]} for server in answer["data"]]}

    change_answer(stub, "mcp.server.list", change)


@mutant(
    "agent.mcp.oauth-starts-completes-and-is-removed", shown_by="missed: another client may have completed it again"
)
def oauth_survives_its_removal(stub: AgentStub) -> None:
    """The removal of OAuth credentials is answered and not done."""
    do_nothing(stub, "mcp.server.oauth.delete", status=204)


@mutant("agent.mcp.oauth-starts-completes-and-is-removed", shown_by="one")
def oauth_is_not_completed(stub: AgentStub) -> None:
    """The code of an OAuth is taken, and nothing is done with it."""
    do_nothing(stub, "mcp.server.oauth.callback", status=200, json={"data": _SERVER})


@mutant("agent.mcp.oauth-is-started-first", shown_by="neither: another client may have started it")
def oauth_is_completed_without_a_start(stub: AgentStub) -> None:
    """A code is taken although no OAuth was started."""
    change_status(stub, "mcp.server.oauth.callback", {400: 200})


@mutant("agent.mcp.prompt-is-rendered", shown_by="one")
def prompt_is_rendered_to_nothing(stub: AgentStub) -> None:
    """A rendered prompt has no messages."""
    change_answer(stub, "mcp.prompt.render", lambda answer: {**answer, "data": {"messages": []}})


@mutant("agent.mcp.prompt-arguments-are-known", shown_by="two")
def unknown_argument_is_ignored(stub: AgentStub) -> None:
    """A prompt is rendered with an argument that it does not have."""

    def change(body: dict[str, Any]) -> object:
        arguments = body.get("arguments", {})
        return {**body, "arguments": {name: arguments[name] for name in arguments if name != "trivet-check"}}

    change_body(stub, "mcp.prompt.render", change)

"""Tool-protocol (MCP) servers: their config, their OAuth and their prompts. Those of a check are never reached."""

from typing import Any
from uuid import uuid4

from trivet_checks.checks.agent.service import Agent, Where, data, field, ids, listed, refused, rows
from trivet_checks.checks.suite import LATER, check
from trivet_checks.exchange_rules import agent as rules
from trivet_checks.exchanges.evidence import NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply

_WRONG: tuple[Json, ...] = (
    {"type": "socket", "url": None},
    {"url": None},
    {"url": None, "type": "local"},
    {"url": 1},
    {"headers": {"x": 1}},
)
"""Changes that make the config of a remote server wrong; None leaves a key out."""


@check("agent.mcp.config-is-local-or-remote")
def config_is_one_of_two_kinds(agent: Agent) -> None:
    """A remote server is taken; one of another type, and one without its URL or command, are refused."""
    _, where = _tool_server(agent)
    for number, wrong in enumerate(_WRONG):
        config = {"type": "remote", "url": "http://127.0.0.1:9/mcp", **wrong}
        config = {name: value for name, value in config.items() if value is not None}
        name = agent.path(f"wrong-{number}")
        _will_be_lost(agent, name)
        body = {"name": name, "config": config}
        agent.user.call("mcp.server.create", query=where, json=body).is_refused()


@check("agent.mcp.create-adds-to-the-config", own_condition=LATER)
def created_server_is_in_the_config(agent: Agent) -> None:
    """A created server is listed in its context, and is in its config if that shows any; the walk reads the others."""
    name, where = _tool_server(agent)
    agent.target.eventually(
        lambda: agent.user.call("mcp.server.list", query=where),
        lambda reply: name in ids(reply, "name"),
        "a created tool-protocol server is not listed",
    )
    reply = agent.user.call("config.get", query=where)
    servers = data(reply).get("mcp")
    reply.expect(servers is None or name in servers, "a created tool-protocol server is not in the config")


@check("agent.mcp.name-is-free")
def second_server_of_a_name_is_refused(agent: Agent) -> None:
    """A name that a server of the context has is a 409."""
    name, where = _tool_server(agent)
    create(agent, name, where).is_refused(409)


@check("agent.mcp.list-has-status-and-auth")
def list_has_the_status_of_each_server(agent: Agent) -> None:
    """Each server of the list says more than its name."""
    reply = agent.user.call("mcp.server.list", query=agent.somewhere)
    if not rows(reply):
        raise NotTried("there is no tool-protocol server")
    reply.keeps(rules.tool_servers_have_a_status)


@check("agent.mcp.oauth-starts-completes-and-is-removed", own_condition=LATER)
def oauth_is_started_completed_and_removed(agent: Agent) -> None:
    """The status of a server changes when its OAuth is completed, and changes back when that is removed.

    A server that checks the code cannot be tried: a check has no code that an authorization server made.
    """
    name, where = _tool_server(agent, oauth=True)
    other = f"{name}-other"
    has_another = not refused(create(agent, other, where, oauth=True))
    before = _status(agent, name, where)
    if not agent.user.call("mcp.server.oauth.start", name, query=where).ok:
        raise NotTried("the OAuth of a server that cannot be reached does not start")
    agent.user.will_remove("OAuth of", "mcp.server.oauth.delete", name, query=where)
    if not (refusal := _complete(agent, name, where)).ok:
        if has_another and _complete(agent, other, where).ok:
            refusal.broken("the OAuth of one server was started, and that of another one is completed")
        raise NotTried("the server checks the code of an OAuth")
    complete = agent.user.call("mcp.server.list", query=where)
    complete.expect(_status(agent, name, where) != before, "a completed OAuth changes nothing")
    agent.user.call("mcp.server.oauth.delete", name, query=where).succeeds()
    agent.target.eventually(
        lambda: agent.user.call("mcp.server.list", query=where),
        lambda _reply: _status(agent, name, where) == before,
        "the OAuth is not removed",
    )


@check("agent.mcp.oauth-is-started-first")
def oauth_is_not_completed_before_it_is_started(agent: Agent) -> None:
    """A callback before the start, and a start of a server without OAuth, are refused."""
    name, where = _tool_server(agent, oauth=True)
    agent.user.call("mcp.server.oauth.callback", name, query=where, json={"code": "trivet-check"}).is_refused()
    plain, where = _tool_server(agent, oauth=False)
    agent.user.call("mcp.server.oauth.start", plain, query=where).is_refused()


@check("agent.mcp.prompt-is-rendered")
def prompt_is_rendered_with_its_arguments(agent: Agent) -> None:
    """A prompt is rendered to at least one message, with a text for each argument."""
    prompts = _prompts(agent)[:3]
    replies = [
        agent.user.call("mcp.prompt.render", query=agent.somewhere, json=_rendering(prompt)) for prompt in prompts
    ]
    if all(refused(reply) for reply in replies):
        raise NotTried("no prompt takes any text as an argument")
    for reply in replies:
        if not refused(reply):
            field(data(reply), "messages")
            reply.keeps(rules.prompt_has_messages)


@check("agent.mcp.prompt-arguments-are-known")
def unknown_argument_of_a_prompt_is_refused(agent: Agent) -> None:
    """An argument that a prompt does not have, and one that is required and missing, are refused."""
    for prompt in _prompts(agent)[:3]:
        body = _rendering(prompt)
        more: Json = {**body, "arguments": {**body["arguments"], "trivet-check": "x"}}
        agent.user.call("mcp.prompt.render", query=agent.somewhere, json=more).is_refused()
        if any(argument.get("required") for argument in listed(prompt, "arguments")):
            agent.user.call("mcp.prompt.render", query=agent.somewhere, json={**body, "arguments": {}}).is_refused()


def _complete(agent: Agent, name: str, where: Where) -> Reply:
    return agent.user.call("mcp.server.oauth.callback", name, query=where, json={"code": "trivet-check"})


def _tool_server(agent: Agent, **config: Any) -> tuple[str, Where]:
    """A new server that is never reached, in a workspace of its own; its name and its context.

    The contract has no operation that removes a server from a config: it goes with the workspace. Where it does not,
    it stays listed as left.
    """
    where = agent.inside(agent.workspace())
    name = agent.path(f"tools-{uuid4().hex[:6]}")
    reply = create(agent, name, where, **config)
    if refused(reply):
        raise NotTried(f"the server refuses a tool-protocol server at a loopback address ({reply.status})")
    reply.succeeds()
    return name, where


def create(agent: Agent, name: str, where: Where, **config: Any) -> Reply:
    """Create a server at a loopback address where nothing listens."""
    _will_be_lost(agent, name)
    body = {"name": name, "config": {"type": "remote", "url": "http://127.0.0.1:9/mcp", **config}}
    return agent.user.call("mcp.server.create", query=where, json=body)


def _will_be_lost(agent: Agent, name: str) -> None:
    """Look whether a server is gone when the check is over; what is not stays listed as left."""
    user, here = agent.user, agent.own
    agent.may_write()

    def is_gone() -> bool:
        reply = user.call("mcp.server.list", query=here, removing=True)
        return name not in ids(reply, "name")

    agent.target.made.add(f"tool-protocol server {name}", is_gone)


def _prompts(agent: Agent) -> list[Json]:
    prompts = rows(agent.user.call("mcp.prompt.list", query=agent.somewhere))
    if not prompts:
        raise NotTried("no tool-protocol server has a prompt")
    return prompts


def _rendering(prompt: Json) -> Json:
    arguments = {field(argument, "name"): "trivet-check" for argument in listed(prompt, "arguments")}
    return {"server": field(prompt, "server"), "name": field(prompt, "name"), "arguments": arguments}


def _status(agent: Agent, name: str, where: Where) -> object:
    servers = [server for server in rows(agent.user.call("mcp.server.list", query=where)) if server.get("name") == name]
    if not servers:
        raise NotTried("the server does not list a tool-protocol server that it created")
    return field(servers[0], "status", "status")

"""The required arguments of every operation, and the calls that create the records to which they refer."""

from typing import Any

from trivet import AgentClient, ChatClient
from trivet.agent import ApiCredential, Config, McpLocalConfig, Prompt, PtySize, QuestionResponse
from trivet_stubs import AgentStub, ChatStub
from trivet_stubs.agent import Question, Todos, Tool

Arguments = tuple[tuple[object, ...], dict[str, object]]

BUS: dict[str, Arguments] = {"arrivals.get": (("54009",), {})}


def prepared(service: str, operation: str, client: Any, stub: Any) -> Arguments:
    """Create the records that an operation needs, and return its arguments."""
    if service == "bus":
        return BUS.get(operation, ((), {}))
    return _chat(operation, client, stub) if service == "chat" else _agent(operation, client, stub)


def _chat(operation: str, chat: ChatClient, stub: ChatStub) -> Arguments:
    bob = stub.user_id("bob")
    if operation == "conversations.shared_with_me":
        with chat.acting_as(bob) as other:
            mine = other.conversations.create(title="Bob's")
            other.conversations.shares.create(mine.id, shared_with=stub.user_id("admin"))
    if operation.startswith("admin.users.") and not operation.endswith("list"):
        return (bob,), {"is_active": False} if operation.endswith("update") else {}
    if operation.startswith("admin.") or operation in ("conversations.create", "conversations.shared_with_me"):
        return (), {}
    talk = chat.conversations.create(title="Talk")
    if operation == "conversations.list":
        return (), {}
    share = chat.conversations.shares.create(talk.id, generate_link=True)
    answer = chat.conversations.messages.create(talk.id, role="assistant", content="It is.")
    if operation == "conversations.messages.unrate":
        chat.conversations.messages.rate(talk.id, answer.id, rating=1)
    return {
        "conversations.open_shared": ((share.share_token,), {}),
        "conversations.update": ((talk.id,), {"title": None}),
        "conversations.messages.create": ((talk.id,), {"role": "user", "content": "Why?"}),
        "conversations.messages.rate": ((talk.id, answer.id), {"rating": -1, "comment": "no"}),
        "conversations.messages.unrate": ((talk.id, answer.id), {}),
        "conversations.shares.create": ((talk.id,), {"shared_with": bob}),
        "conversations.shares.delete": ((talk.id, share.id), {}),
    }.get(operation, ((talk.id,), {}))


PATCH = "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+new\n"


def _agent(operation: str, agent: AgentClient, stub: AgentStub) -> Arguments:
    group, _, name = operation.rpartition(".")
    if group == "session" or operation in ("permission.list", "permission.reply", "session.message.list"):
        return _session(operation, agent, stub)
    if group == "question":
        stub.script(Question("Why?"))
        agent.session.prompt(agent.session.create().id, prompt=Prompt(text="Go."))
        [question] = agent.question.list()
        more: dict[str, object] = {"response": QuestionResponse(answers=[["So."]])} if name == "reply" else {}
        return () if name == "list" else (question.id,), more
    if group == "workspace":
        return _workspace(name, agent)
    if group == "vcs" and name in ("diff", "status"):
        agent.vcs.patch(patch=PATCH)
    if operation == "mcp.server.oauth.callback":
        agent.mcp.server.oauth.start("tracker")
    credential = ApiCredential(type="api", key="k")
    account = pty = ""
    if group == "auth" and name != "create":
        account = agent.auth.create(service_id="router", credential=credential).id
    if group == "pty" and name != "create":
        pty = agent.pty.create(command="top").id
    table: dict[str, Arguments] = {
        "auth.create": ((), {"service_id": "router", "credential": credential}),
        "auth.update": ((account,), {"description": "mine"}),
        "catalog.model.get": (("router", "meadow/grass-3.1:free"), {}),
        "config.update": ((), {"config": Config(username="eve")}),
        "fs.file": (("README.md",), {}),
        "fs.grep": ((), {"pattern": "p+"}),
        "fs.search": ((), {"query": "a", "type": "file"}),
        "fs.tree": (("src",), {}),
        "mcp.prompt.render": ((), {"server": "almanac", "name": "forecast", "arguments": {"season": "s"}}),
        "mcp.resource.read": (("almanac", "almanac://moon"), {}),
        "mcp.server.create": ((), {"name": "new", "config": McpLocalConfig(type="local", command="new")}),
        "mcp.server.oauth.callback": (("tracker",), {"code": "c"}),
        "mcp.server.oauth.start": (("tracker",), {}),
        "mcp.server.oauth.delete": (("tracker",), {}),
        "project.get": (("prj_000001",), {}),
        "project.update": (("prj_000001",), {"name": "n"}),
        "pty.create": ((), {"command": "top"}),
        "pty.update": ((pty,), {"title": "t", "size": PtySize(columns=80, rows=24)}),
        "vcs.patch": ((), {"patch": PATCH}),
    }
    identity = tuple(filter(None, (account, pty))) if name in ("activate", "delete", "get") else ()
    return table.get(operation, (identity, {}))


def _session(operation: str, agent: AgentClient, stub: AgentStub) -> Arguments:
    if operation == "session.create":
        return (), {"title": "Work"}
    asks = "bash" if operation.startswith("permission") else None
    stub.script(
        Todos([{"content": "a", "status": "open", "priority": "low"}]), Tool("bash", asks=asks, edits={"a": "b"})
    )
    session = agent.session.create(title="Work").id
    if operation == "session.prompt":
        return (session,), {"prompt": Prompt(text="Go."), "delivery": "immediate"}
    agent.session.prompt(session, prompt=Prompt(text="Go."))
    if operation == "permission.reply":
        return (agent.permission.list()[0].id,), {"response": "once"}
    if operation in ("permission.list", "session.list"):
        return (), {}
    return (session,), {"title": "More work"} if operation == "session.update" else {}


def _workspace(name: str, agent: AgentClient) -> Arguments:
    if name == "create":
        return (), {"type": "worktree", "metadata": {"x": 1}}
    workspace = agent.workspace.create(type="worktree").id
    if name == "warp":
        return (), {"session_id": agent.session.create().id, "workspace_id": workspace, "copy_changes": True}
    if name in ("list", "status", "sync"):
        return (), {}
    return (workspace,), {"name": "w"} if name == "update" else {}

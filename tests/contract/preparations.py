"""The records that the calls of the examples need on a stub beyond its data: the one table.

A function creates a record by a client, and returns the inputs that take the place of those in the example, by their
names in the contract. It stands for the operations whose path ends with an input, `{conversation_id}`, or for one
operation by its id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from trivet import AgentClient, BusClient, ChatClient
from trivet.agent import ApiCredential, Prompt
from trivet.bus import recent_months
from trivet_stubs import AgentStub, BusStub, ChatStub
from trivet_stubs.agent import Question, Todos, Tool

__all__ = ["prepare"]

Inputs = Mapping[str, str]
Preparation = Callable[[Any, Any], Inputs]
PREPARATIONS: dict[tuple[str, str], Preparation] = {}


def prepare(service: str, operation: str, path: Iterable[str], client: Any, stub: Any) -> Inputs:
    """Create the records of an operation, and return the inputs that name them.

    Args:
        service: The service.
        operation: The operation.
        path: The names of the inputs in its path.
        client: A client of the stub.
        stub: The stub.
    """
    names = [operation, *(f"{{{name}}}" for name in reversed([*path]))]
    preparation = next(filter(None, (PREPARATIONS.get((service, name)) for name in names)), None)
    return preparation(client, stub) if preparation else {}


def before(service: str, *names: str) -> Callable[[Preparation], Preparation]:
    """Mark the function that prepares operations, each by its id or by the last input in its path."""

    def register(preparation: Preparation) -> Preparation:
        PREPARATIONS.update({(service, name): preparation for name in names})
        return preparation

    return register


@before("bus", "passenger_volume.by_stop", "passenger_volume.by_trip")
def month(_: BusClient, stub: BusStub) -> Inputs:
    """Take a month that is published by the clock of the stub."""
    return {"Date": recent_months(stub.clock.now())[1]}


@before("chat", "{conversation_id}", "{message_id}")
def conversation(chat: ChatClient, stub: ChatStub) -> Inputs:
    """Create a conversation with an answer; bob is another user."""
    talk = chat.conversations.create(title="Talk").id
    message = chat.conversations.messages.create(talk, role="assistant", content="It is.").id
    return {"conversation_id": talk, "message_id": message, "shared_with": stub.user_id("bob")}


@before("chat", "conversations.messages.unrate")
def rating(chat: ChatClient, stub: ChatStub) -> Inputs:
    """Rate an answer."""
    created = conversation(chat, stub)
    chat.conversations.messages.rate(created["conversation_id"], created["message_id"], rating=1)
    return created


@before("chat", "{share_id}", "{token}", "conversations.shares.list")
def link(chat: ChatClient, stub: ChatStub) -> Inputs:
    """Share a conversation by a link."""
    created = conversation(chat, stub)
    share = chat.conversations.shares.create(created["conversation_id"], generate_link=True)
    return {**created, "share_id": share.id, "token": share.share_token or ""}


@before("chat", "conversations.shared_with_me")
def conversation_of_another(_: ChatClient, stub: ChatStub) -> Inputs:
    """Share a conversation of bob with the callers."""
    options: dict[str, Any] = {"base_url": "http://stub.test", "transport": stub.transport(), "clock": stub.clock}
    with ChatClient(token=stub.token("bob"), **options) as bob:
        talk = bob.conversations.create(title="Bob's").id
        for who in ("admin", "alice"):
            bob.conversations.shares.create(talk, shared_with=stub.user_id(who))
    return {}


@before("chat", "{user_id}")
def user(_: ChatClient, stub: ChatStub) -> Inputs:
    """Take the user bob."""
    return {"user_id": stub.user_id("bob")}


@before("chat", "admin.users.delete")
def user_to_delete(_: ChatClient, stub: ChatStub) -> Inputs:
    """Take a user whom no other preparation needs."""
    return {"user_id": stub.user_id("erin")}


@before("agent", "{accountID}", "auth.list")
def account(agent: AgentClient, _: AgentStub) -> Inputs:
    """Save an account."""
    credential = ApiCredential(type="api", key="an-api-key")
    return {"accountID": agent.auth.create(service_id="router", credential=credential).id}


@before("agent", "mcp.server.oauth.callback")
def authorization(agent: AgentClient, _: AgentStub) -> Inputs:
    """Start an authorization."""
    agent.mcp.server.oauth.start("tracker")
    return {}


@before("agent", "{ptyID}", "pty.list")
def terminal(agent: AgentClient, _: AgentStub) -> Inputs:
    """Create a pseudo-terminal."""
    return {"ptyID": agent.pty.create(command="top").id}


@before("agent", "{permissionID}", "permission.list")
def permission(agent: AgentClient, stub: AgentStub) -> Inputs:
    """Let a session ask for a permission."""
    session = agent.session.create(title="Work").id
    stub.script(Tool("bash", asks="bash"), session_id=session)
    agent.session.prompt(session, prompt=Prompt(text="Go."))
    return {"permissionID": agent.permission.list()[-1].id}


@before("agent", "{questionID}", "question.list")
def question(agent: AgentClient, stub: AgentStub) -> Inputs:
    """Let a session ask a question."""
    session = agent.session.create(title="Work").id
    stub.script(Question("Why?"), session_id=session)
    agent.session.prompt(session, prompt=Prompt(text="Go."))
    return {"questionID": agent.question.list()[-1].id}


@before("agent", "{sessionID}")
def session(agent: AgentClient, stub: AgentStub) -> Inputs:
    """Let a session work, which notes what is to do and edits a file."""
    created = agent.session.create(title="Work").id
    todos = Todos([{"content": "a", "status": "open", "priority": "low"}])
    stub.script(todos, Tool("bash", edits={"a": "b"}), session_id=created)
    agent.session.prompt(created, prompt=Prompt(text="Go."))
    return {"sessionID": created}


@before("agent", "session.list")
def sessions(agent: AgentClient, stub: AgentStub) -> Inputs:
    """Create two sessions, which are two pages."""
    session(agent, stub)
    session(agent, stub)
    return {"cursor": agent.session.list(limit=1).page().next or ""}


@before("agent", "session.message.list")
def messages(agent: AgentClient, stub: AgentStub) -> Inputs:
    """Create messages, which are two pages."""
    created = session(agent, stub)
    return {**created, "cursor": agent.session.message.list(created["sessionID"], limit=1).page().next or ""}


@before("agent", "vcs.diff", "vcs.status")
def change(_: AgentClient, stub: AgentStub) -> Inputs:
    """Change a file."""
    stub.write("changed.txt", "changed\n")
    return {}


@before("agent", "{workspaceID}", *(f"workspace.{name}" for name in ("list", "status", "sync", "warp")))
def workspace(agent: AgentClient, stub: AgentStub) -> Inputs:
    """Create a workspace and a session."""
    return {"workspaceID": agent.workspace.create(type="worktree").id, **session(agent, stub)}

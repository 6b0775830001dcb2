"""Requests to the agent stub without the SDK's client."""

import json
from collections.abc import Iterator
from typing import Any

import httpx

from trivet_stubs import AgentStub
from trivet_stubs.agent import Text, Tool
from trivet_stubs.kernel.contract import load

LIGHTHOUSE = {"directory": "/home/dev/lighthouse"}


def in_process(stub: AgentStub, **options: Any) -> httpx.Client:
    """A client of a stub in process."""
    return httpx.Client(
        **{
            "transport": stub.transport(),
            "base_url": "http://agent.test",
            "timeout": 10.0,
            "trust_env": False,
            **options,
        }
    )


def data(answer: httpx.Response, status: int = 200) -> Any:
    """Return the data of an answer, which must have this status."""
    assert answer.status_code == status, answer.text
    return answer.json()["data"]


def refusal(answer: httpx.Response) -> tuple[int, str, str]:
    """Return the status, the tag and the message of a refusal."""
    body = answer.json()
    contract = load("agent")
    contract.check_record("Problem", body)
    path = answer.request.url.raw_path.decode().partition("?")[0]
    operation = contract.routes.match(answer.request.method, path).operation
    if operation is not None:  # the contract describes no answer to an unknown route
        assert answer.status_code in operation.answers, operation.id
    return answer.status_code, body["_tag"], body["message"]


def frames(answer: httpx.Response) -> Iterator[Any]:
    """Yield the events of a stream; of a comment, the text."""
    buffer = b""
    for piece in answer.iter_raw():
        buffer += piece
        while b"\n\n" in buffer:
            frame, buffer = buffer.split(b"\n\n", 1)
            yield frame.decode() if frame.startswith(b":") else json.loads(frame.removeprefix(b"data: "))


def kinds(events):
    """The types of events."""
    return [event["type"] for event in events]


def subscribe(http, **where):
    """Open the event stream of a context."""
    return http.stream("GET", "/api/event", params=where)


def cut_events(stub, answer):
    """Cut all streams, and return the events of one."""
    stub.events.cut()
    return list(frames(answer))


def tree(http, path, **where):
    """The paths of a directory."""
    return [entry["path"] for entry in data(http.get("/api/fs/tree", params={"path": path, **where}))]


def workspace(http, **more):
    """Create a workspace."""
    return data(http.post("/api/workspace", json={"type": "worktree", **more}))


def create(http, params=None, **body):
    """Create a session."""
    return data(http.post("/api/session", params=params, json=body))


def messages(http, session, **params):
    """The messages of a session."""
    return data(http.get(f"/api/session/{session['id']}/message", params=params))


def prompt(http, session, text="Hello, world", **more):
    """Prompt a session."""
    return data(http.post(f"/api/session/{session['id']}/prompt", json={"prompt": {"text": text}, **more}))


class Conversation:
    """One session and its messages."""

    def __init__(self, http, params=None, **body):
        self.http = http
        self.id = data(http.post("/api/session", params=params, json=body))["id"]

    def prompt(self, text="Go.", **more):
        return data(self.http.post(f"/api/session/{self.id}/prompt", json={"prompt": {"text": text}, **more}))

    def messages(self):
        return data(self.http.get(f"/api/session/{self.id}/message", params={"order": "asc"}))

    def last(self):
        return self.messages()[-1]

    def parts(self):
        return self.last()["content"]


def ask_for_bash(agent_stub, conversation, command="ls"):
    """Prompt the agent, which asks for a permission."""
    agent_stub.script(Tool("bash", input={"command": command}, asks="bash"), Text("Done."))
    conversation.prompt()


def pending(http, what, **where):
    """The pending requests to the user, `permission` or `question`."""
    return data(http.get(f"/api/{what}", params=where))

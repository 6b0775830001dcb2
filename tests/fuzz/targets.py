"""The stubs that Schemathesis tests: their data, the credentials of a caller, and inputs that cannot be guessed."""

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from trivet_stubs import AgentStub, BusStub, ChatStub, spec
from trivet_stubs.agent import Question, Tool

LIGHTHOUSE = "/home/dev/lighthouse"
_BETWEEN_CUTS = 0.05


@dataclass(frozen=True, slots=True)
class Example:
    """A request that succeeds on a new stub, for an operation whose inputs cannot be guessed."""

    inputs: Mapping[str, object] = field(default_factory=dict[str, object])
    body: object = None


@dataclass(frozen=True, kw_only=True)
class Target:
    """A stub, and the information for Schemathesis beyond its contract.

    Attributes:
        stub: The stub.
        credentials: The header of a caller.
        examples: A request that succeeds, by operation, for the phase `examples`.
        links: For an operation and a following operation, the place in the answer of each input; other links are
            inferred.
    """

    stub: Any
    credentials: tuple[str, str]
    examples: Mapping[str, Example]
    links: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict[str, Any])

    def contract(self) -> dict[str, Any]:
        """Return the contract of the stub as OpenAPI, with the examples and links."""
        document: dict[str, Any] = spec(self.stub.state.service, as_kept=True)
        for item in document["paths"].values():
            for operation in (node for node in item.values() if isinstance(node, dict)):
                name = operation["operationId"]
                if name in self.examples:
                    _show(operation, self.examples[name], document["components"]["parameters"])
                links = {
                    target.replace(".", "_"): {"operationId": target, "parameters": parameters}
                    for target, parameters in self.links.get(name, {}).items()
                }
                for status, answer in operation["responses"].items():
                    if links and status.startswith("2"):
                        answer["links"] = links
        return document

    def without_success(self) -> list[str]:
        """Return the operations that never succeeded, whose answers are therefore untested."""
        succeeded = {
            request.operation for request in self.stub.requests if request.status is not None and request.status < 300
        }
        return sorted(set(self.stub.contract.operations) - succeeded)


def _show(operation: dict[str, Any], example: Example, shared: Mapping[str, Any]) -> None:
    listed = operation.get("parameters", [])
    parameters = [
        shared[parameter["$ref"].rpartition("/")[2]] if "$ref" in parameter else parameter for parameter in listed
    ]
    operation["parameters"] = [
        {**parameter, "example": example.inputs[parameter["name"]]}
        if parameter["name"] in example.inputs
        else parameter
        for parameter in parameters
    ]
    if example.body is not None:
        operation["requestBody"]["content"]["application/json"]["example"] = example.body


def bus() -> Target:
    """Return a bus service with small pages."""
    stub = BusStub(page_size=5)
    month = {name: Example({"Date": "202505"}) for name in ("passenger_volume.by_stop", "passenger_volume.by_trip")}
    return Target(stub=stub, credentials=("AccountKey", stub.account_key), examples=month)


def chat() -> Target:
    """Return a chat service whose caller is an administrator with a conversation, rated answers and a public link."""
    stub = ChatStub()
    credentials = ("Authorization", f"Bearer {stub.admin_token}")
    with _client(stub, credentials) as http:
        conversation = http.post("/conversations", json={"title": "Rated"}).json()["id"]
        answer = {"role": "assistant", "content": "Yes."}
        first, second = (
            http.post(f"/conversations/{conversation}/messages", json=answer).json()["id"] for _ in range(2)
        )
        http.post(f"/conversations/{conversation}/messages/{second}/rate", json={"rating": 1})
        token = http.post(f"/conversations/{conversation}/shares", json={"generate_link": True}).json()["share_token"]
    bob = {"user_id": stub.user_id("bob")}
    examples = {
        "admin.users.get": Example(bob),
        "admin.users.impersonate": Example(bob),
        "conversations.messages.rate": Example({"conversation_id": conversation, "message_id": first}, {"rating": -1}),
        "conversations.messages.unrate": Example({"conversation_id": conversation, "message_id": second}),
        "conversations.open_shared": Example({"token": token}),
    }
    message = {"conversation_id": "$response.body#/conversation_id", "message_id": "$response.body#/id"}
    links = {
        "conversations.messages.create": {"conversations.messages.rate": message},
        "conversations.shares.create": {"conversations.open_shared": {"token": "$response.body#/share_token"}},
    }
    return Target(stub=stub, credentials=credentials, examples=examples, links=links)


def agent() -> Target:
    """Return an agent service with accounts, a workspace, a started OAuth flow, and requests that wait for a reply."""
    stub = AgentStub(credentials="fuzz")
    stub.search_timeout = 0.5  # for regular expressions that would take forever
    credentials = ("Authorization", "Bearer fuzz")
    with _client(stub, credentials) as http:
        form = {"serviceID": "stub", "credential": {"type": "api", "key": "k"}}
        account, other = (http.post("/api/auth", json=form).json()["data"]["id"] for _ in range(2))
        session = http.post("/api/session", json={}).json()["data"]["id"]
        workspace = http.post("/api/workspace", json={"type": "worktree"}).json()["data"]["id"]
        http.post("/api/mcp/server/tracker/oauth")
        # They wait in a context of their own, so that `session.wait` of another session returns.
        for step in (Question("Why?"), Question("How?"), Tool("bash", asks="bash")):
            waiting = http.post("/api/session", params={"directory": LIGHTHOUSE}).json()["data"]["id"]
            stub.script(step, session_id=waiting)
            http.post(f"/api/session/{waiting}/prompt", json={"prompt": {"text": "Go."}})
        here = {"directory": LIGHTHOUSE}
        rejected, answered = (question["id"] for question in http.get("/api/question", params=here).json()["data"])
        permission = http.get("/api/permission", params=here).json()["data"][0]["id"]
    warp = {"sessionID": session, "workspaceID": workspace, "copyChanges": False}
    forecast = {"server": "almanac", "name": "forecast", "arguments": {"season": "spring"}}
    examples = {
        "auth.activate": Example({"accountID": account}),
        "auth.delete": Example({"accountID": other}),
        "auth.get": Example({"accountID": account}),
        "auth.update": Example({"accountID": account}, {"description": "Mine."}),
        "catalog.model.get": Example({"providerID": "stub", "modelID": "stub-1"}),
        "mcp.prompt.render": Example(body=forecast),
        "mcp.server.oauth.callback": Example({"name": "tracker"}, {"code": "c"}),
        "permission.reply": Example({"permissionID": permission, **here}, {"response": "once"}),
        "question.reject": Example({"questionID": rejected, **here}),
        "question.reply": Example({"questionID": answered, **here}, {"response": {"answers": [["So."]]}}),
        "session.wait": Example({"sessionID": session}),
        "workspace.warp": Example(body=warp),
    }
    account_of = {"accountID": "$response.body#/data/id"}
    links = {"auth.create": {f"auth.{operation}": account_of for operation in ("get", "update", "activate", "delete")}}
    return Target(stub=stub, credentials=credentials, examples=examples, links=links)


TARGETS: dict[str, Callable[[], Target]] = {"agent": agent, "bus": bus, "chat": chat}


def _client(stub: Any, credentials: tuple[str, str]) -> httpx.Client:
    return httpx.Client(transport=stub.transport(), base_url="http://stub.test", headers=[credentials])


@contextlib.contextmanager
def streams_end(stub: Any) -> Iterator[None]:
    """End the event streams of a stub repeatedly, because Schemathesis reads every answer to its end."""
    done = threading.Event()

    def cut() -> None:
        while not done.wait(_BETWEEN_CUTS):
            stub.events.cut()

    thread = threading.Thread(target=cut, daemon=True)
    if isinstance(stub, AgentStub):
        thread.start()
    try:
        yield
    finally:
        done.set()
        if thread.is_alive():
            thread.join()

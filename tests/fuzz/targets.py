"""The stubs that Schemathesis tests: their data, the credentials of a caller, and the examples of their specs."""

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from attrs import evolve

from codegen.read.examples import ExampleCall
from tests.contract.examples import calls_of, client_of, operation_ids, prepared_call
from trivet import AgentClient, Bearer
from trivet_stubs import AgentStub, BusStub, ChatStub, spec

LIGHTHOUSE = "/home/dev/lighthouse"
WAITING = ("permission.list", "permission.reply", "question.list", "question.reject", "question.reply")
"""Their sessions wait in a context of their own, so that `session.wait` of another session returns."""
_BETWEEN_CUTS = 0.05


@dataclass(frozen=True, kw_only=True)
class Target:
    """A stub, and the information for Schemathesis beyond its contract.

    Attributes:
        stub: The stub.
        credentials: The header of a caller.
        examples: A call that succeeds, by operation, for the phase `examples`.
        links: For an operation and a following operation, the place in the answer of each input; other links are
            inferred.
    """

    stub: Any
    credentials: tuple[str, str]
    examples: Mapping[str, ExampleCall]
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


def _show(operation: dict[str, Any], call: ExampleCall, shared: Mapping[str, Any]) -> None:
    inputs = {**call.path, **call.query}
    listed = operation.get("parameters", [])
    parameters = [
        shared[parameter["$ref"].rpartition("/")[2]] if "$ref" in parameter else parameter for parameter in listed
    ]
    operation["parameters"] = [
        {**parameter, "example": inputs[parameter["name"]]} if parameter["name"] in inputs else parameter
        for parameter in parameters
    ]
    if call.body is not None:
        operation["requestBody"]["content"]["application/json"]["example"] = call.body


def _examples(service: str, client: Any, stub: Any) -> dict[str, ExampleCall]:
    return {name: _example(service, name, client, stub) for name in operation_ids(service) if name not in WAITING}


def _example(service: str, operation: str, client: Any, stub: Any) -> ExampleCall:
    """Create the records of the call with the most inputs, and return it."""
    most = max(calls_of(service, operation), key=lambda call: len(call.inputs()))
    return prepared_call(service, operation, client, stub, most.key)


def bus() -> Target:
    """Return a bus service with small pages."""
    stub = BusStub(page_size=5)
    client = client_of("bus", stub)
    return Target(stub=stub, credentials=("AccountKey", stub.account_key), examples=_examples("bus", client, stub))


def chat() -> Target:
    """Return a chat service whose caller is an administrator."""
    stub = ChatStub()
    client = client_of("chat", stub)
    message = {"conversation_id": "$response.body#/conversation_id", "message_id": "$response.body#/id"}
    links = {
        "conversations.messages.create": {"conversations.messages.rate": message},
        "conversations.shares.create": {"conversations.open_shared": {"token": "$response.body#/share_token"}},
    }
    credentials = ("Authorization", f"Bearer {stub.admin_token}")
    return Target(stub=stub, credentials=credentials, examples=_examples("chat", client, stub), links=links)


def agent() -> Target:
    """Return an agent service."""
    stub = AgentStub(credentials="fuzz")
    stub.search_timeout = 0.5  # for regular expressions that would take forever
    client = AgentClient(auth=Bearer("fuzz"), base_url="http://stub.test", transport=stub.transport())
    examples = _examples("agent", client, stub)
    for name in WAITING:
        call = _example("agent", name, client.at(directory=LIGHTHOUSE), stub)
        examples[name] = evolve(call, query={**call.query, "directory": LIGHTHOUSE})
    account_of = {"accountID": "$response.body#/data/id"}
    links = {"auth.create": {f"auth.{operation}": account_of for operation in ("get", "update", "activate", "delete")}}
    return Target(stub=stub, credentials=("Authorization", "Bearer fuzz"), examples=examples, links=links)


TARGETS: dict[str, Callable[[], Target]] = {"agent": agent, "bus": bus, "chat": chat}


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

"""Ways to talk to the agent stub without a client of ours."""

import json
from collections.abc import Iterator
from typing import Any

import httpx

from trivet_stubs import AgentStub
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
    """What an answer carries, when it is one of this status."""
    assert answer.status_code == status, answer.text
    return answer.json()["data"]


def refusal(answer: httpx.Response) -> tuple[int, str, str]:
    """The status, the tag and the message of an answer that refuses."""
    body = answer.json()
    contract = load("agent")
    contract.check_record("Problem", body)
    path = answer.request.url.raw_path.decode().partition("?")[0]
    operation = contract.routes.match(answer.request.method, path).operation
    if operation is not None:  # what is no route answers as nothing that the contract describes
        assert answer.status_code in operation.answers, operation.id
    return answer.status_code, body["_tag"], body["message"]


def frames(answer: httpx.Response) -> Iterator[Any]:
    """The events of a stream; a comment is its text."""
    held = b""
    for piece in answer.iter_raw():
        held += piece
        while b"\n\n" in held:
            frame, held = held.split(b"\n\n", 1)
            yield frame.decode() if frame.startswith(b":") else json.loads(frame.removeprefix(b"data: "))
